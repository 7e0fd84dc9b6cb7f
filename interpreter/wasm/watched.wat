;; Games that are watched: which blocks they come to, and after every decision all that must hold for any state
;; (`play/verify/invariants.py` again, without a look at what has changed). Only in modules that are printed `covered`.
;;
;; Whoever watches gives room first: a byte for each place, room for a list of places and steps, and a word for each piece.

(global $marks (mut i32) (i32.const 0))
(global $reached (mut i32) (i32.const 0))
(global $reaching (mut i32) (i32.const 0))
(global $stamps (mut i32) (i32.const 0))
(global $stamp (mut i32) (i32.const 0))
(global $step_now (mut i32) (i32.const 0))

(func (export "watch_in") (param $marks i32) (param $reached i32) (param $stamps i32)
  (global.set $marks (local.get $marks))
  (global.set $reached (local.get $reached))
  (global.set $reaching (local.get $reached))
  (global.set $stamps (local.get $stamps)))

(func $mark (param $place i32)
  ;; A block begins: the first time, its place and the step are put on the list. What is only tried does not count.
  (local $at i32)
  (if (global.get $trying) (then (return)))
  (local.set $at (i32.add (global.get $marks) (local.get $place)))
  (if (i32.load8_u (local.get $at)) (then (return)))
  (i32.store8 (local.get $at) (i32.const 1))
  (i32.store (global.get $reaching) (local.get $place))
  (i32.store offset=4 (global.get $reaching) (global.get $step_now))
  (global.set $reaching (i32.add (global.get $reaching) (i32.const 8))))

;; ---- what must hold; each gives 1 when it does not

(func $zone_broken (param $s i32) (param $zone i32) (result i32)
  ;; `count, room, most, place of its kind's pieces, what is known of them, pieces, who sees it, owner, its number`, then whether
  ;; it shares its room, and where the next one says that it begins there
  (local $count i32) (local $at i32) (local $end i32) (local $last i32) (local $piece i32) (local $known i32)
  (local.set $at (i32.add (local.get $s) (i32.load (local.get $zone))))
  (local.set $count (i32.load (local.get $at)))
  (if (i32.gt_u (local.get $count) (i32.load offset=4 (local.get $zone))) (then (return (i32.const 1))))
  (if (i32.gt_s (local.get $count) (i32.load offset=8 (local.get $zone))) (then (return (i32.const 1))))
  (local.set $last (i32.add (local.get $at) (i32.shl (i32.load offset=4 (local.get $zone)) (i32.const 2))))
  (if (i32.load offset=36 (local.get $zone)) (then
    (if (i32.load offset=40 (local.get $zone)) (then
      (if (i32.ne (i32.add (i32.load offset=4 (local.get $at)) (local.get $count))
                  (i32.load (i32.add (local.get $s) (i32.load offset=40 (local.get $zone))))) (then (return (i32.const 1))))))
    (local.set $at (i32.sub (call $zone_at (local.get $s) (i32.load offset=4 (local.get $at))) (i32.const 4)))
    (local.set $last (local.get $at))))
  (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
  (global.set $stamp (i32.add (global.get $stamp) (i32.const 1)))
  (block $pieces (loop $next
    (br_if $pieces (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $piece (i32.load (local.get $at)))
    (if (i32.ge_u (local.get $piece) (i32.load offset=20 (local.get $zone))) (then (return (i32.const 1))))
    (local.set $piece (i32.shl (local.get $piece) (i32.const 2)))
    (if (i32.eq (i32.load (i32.add (global.get $stamps) (local.get $piece))) (global.get $stamp)) (then
      (return (i32.const 1))))
    (i32.store (i32.add (global.get $stamps) (local.get $piece)) (global.get $stamp))
    (if (i32.ne (i32.load (i32.add (local.get $s) (i32.add (i32.load offset=12 (local.get $zone)) (local.get $piece))))
                (i32.load offset=32 (local.get $zone))) (then (return (i32.const 1))))
    (if (i32.load offset=16 (local.get $zone)) (then
      (local.set $known (i32.load (i32.add (local.get $s) (i32.add (i32.load offset=16 (local.get $zone)) (local.get $piece)))))
      (if (call $unknown (local.get $zone) (local.get $known) (i32.eq (local.get $at) (local.get $end))) (then
        (return (i32.const 1))))))
    (br $next)))
  (block $rest (loop $next
    (br_if $rest (i32.ge_u (local.get $at) (local.get $last)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (if (i32.load (local.get $at)) (then (return (i32.const 1))))
    (br $next)))
  (i32.const 0))

(func $unknown (param $zone i32) (param $known i32) (param $top i32) (result i32)
  ;; Whether somebody does not know a piece who may look at it, or somebody knows it who is not there.
  (local $seen i32) (local $owner i32)
  (if (i32.gt_u (local.get $known) (global.get $EVERYONE)) (then (return (i32.const 1))))
  (local.set $seen (i32.load offset=24 (local.get $zone)))
  (local.set $owner (i32.load offset=28 (local.get $zone)))
  (if (i32.or (i32.eqz (local.get $seen)) (i32.and (local.get $top) (i32.eq (local.get $seen) (i32.const 2)))) (then
    (return (i32.ne (local.get $known) (global.get $EVERYONE)))))
  (if (i32.and (i32.eq (local.get $seen) (i32.const 1)) (i32.ge_s (local.get $owner) (i32.const 0))) (then
    (return (i32.eqz (i32.and (i32.shr_u (local.get $known) (local.get $owner)) (i32.const 1))))))
  (i32.const 0))

(func $pieces_broken (param $s i32) (param $kind i32) (result i32)
  ;; As many pieces of a kind say that they lie somewhere as lie in its zones: `pieces, how many, zones, how many`.
  (local $lying i32) (local $at i32) (local $end i32)
  (local.set $at (i32.load offset=8 (local.get $kind)))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.load offset=12 (local.get $kind)) (i32.const 2))))
  (block $counted (loop $next
    (br_if $counted (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $lying (i32.add (local.get $lying) (i32.load (i32.add (local.get $s) (i32.load (local.get $at))))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (local.set $at (i32.add (local.get $s) (i32.load (local.get $kind))))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.load offset=4 (local.get $kind)) (i32.const 2))))
  (block $placed (loop $next
    (br_if $placed (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $lying (i32.sub (local.get $lying) (i32.ne (i32.load (local.get $at)) (i32.const 0))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (i32.ne (local.get $lying) (i32.const 0)))

(func $var_broken (param $s i32) (param $var i32) (result i32)
  ;; Every cell of a var is within its range: `first, how many, lowest, highest`.
  (local $at i32) (local $end i32)
  (local.set $at (i32.add (local.get $s) (i32.load (local.get $var))))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.load offset=4 (local.get $var)) (i32.const 2))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (i32.lt_s (i32.load (local.get $at)) (i32.load offset=8 (local.get $var))) (then (return (i32.const 1))))
    (if (i32.gt_s (i32.load (local.get $at)) (i32.load offset=12 (local.get $var))) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (i32.const 0))

(func $chain_broken (param $s i32) (param $at i32) (result i32)
  ;; Frames, or options under way, are a chain down to the bottom of the stack.
  (local $seen i32) (local $before i32)
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $at)))
    (if (i32.or (i32.lt_s (local.get $at) (global.get $SIZE)) (i32.ge_s (local.get $at) (i32.load (local.get $s)))) (then
      (return (i32.const 1))))
    (local.set $before (call $cell (local.get $s) (local.get $at)))
    (if (i32.ge_s (local.get $before) (local.get $at)) (then (return (i32.const 1))))
    (local.set $at (local.get $before))
    (local.set $seen (i32.add (local.get $seen) (i32.const 1)))
    (if (i32.ge_s (local.get $seen) (global.get $MOST_FRAMES)) (then (return (i32.const 1))))
    (br $next)))
  (i32.const 0))

(func $state_broken (param $s i32) (result i32)
  (local $at i32) (local $end i32)
  (local.set $at (global.get $WATCHED_ZONES))
  (local.set $end (i32.add (local.get $at) (i32.mul (global.get $WATCHED_ZONE_COUNT) (i32.const 44))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (call $zone_broken (local.get $s) (local.get $at)) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const 44)))
    (br $next)))
  (local.set $at (global.get $WATCHED_KINDS))
  (local.set $end (i32.add (local.get $at) (i32.shl (global.get $WATCHED_KIND_COUNT) (i32.const 4))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (call $pieces_broken (local.get $s) (local.get $at)) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br $next)))
  (local.set $at (global.get $WATCHED_VARS))
  (local.set $end (i32.add (local.get $at) (i32.shl (global.get $WATCHED_VAR_COUNT) (i32.const 4))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (call $var_broken (local.get $s) (local.get $at)) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br $next)))
  (i32.or (call $chain_broken (local.get $s) (i32.load offset=8 (local.get $s)))
          (call $chain_broken (local.get $s) (i32.load offset=16 (local.get $s)))))

(func $choice_broken (param $s i32) (result i32)
  ;; Somebody who is there may choose among two or more different values, declining last.
  (local $at i32) (local $last i32)
  (if (i32.eq (i32.load offset=28 (local.get $s)) (i32.const 2)) (then (return (i32.const 1))))
  (if (i32.ge_u (global.get $seat) (global.get $SEATS)) (then (return (i32.const 1))))
  (if (i32.lt_s (global.get $offered) (i32.const 2)) (then (return (i32.const 1))))
  (local.set $at (global.get $values))
  (local.set $last (i32.add (local.get $at) (i32.shl (i32.sub (global.get $offered) (i32.const 1)) (i32.const 2))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $last)))
    (if (i32.eq (i32.load (local.get $at)) (global.get $DECLINE)) (then (return (i32.const 1))))
    (if (call $lies_between (i32.add (local.get $at) (i32.const 4)) (i32.add (local.get $last) (i32.const 4))
                            (i32.load (local.get $at))) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (i32.const 0))

(func $end_broken (param $s i32) (param $out i32) (result i32)
  ;; It is over, and somebody has won.
  (local $ranks i32) (local $seat i32)
  (if (i32.ne (i32.load offset=28 (local.get $s)) (i32.const 2)) (then (return (i32.const 1))))
  (call $afresh)
  (call $judge (local.get $s) (i32.add (local.get $out) (i32.const 16)))
  (local.set $ranks (i32.add (i32.add (local.get $out) (i32.const 16))
    (i32.mul (global.get $RANKED) (i32.shl (global.get $PARTS) (i32.const 3)))))
  (loop $seats
    (if (i64.eq (i64.load (local.get $ranks)) (i64.const 1)) (then (return (i32.const 0))))
    (local.set $ranks (i32.add (local.get $ranks) (i32.const 8)))
    (br_if $seats (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (global.get $RANKED))))
  (i32.const 1))

;; ---- games

(func $picked_by_chance (param $bold i32) (result i32)
  ;; Any option; who is bold rarely declines: `pick` of the games that Python watches.
  (local $offered i32) (local $dares i32) (local $pick i32)
  (local.set $offered (global.get $offered))
  (if (local.get $bold) (then
    (if (i32.eq (call $word (global.get $values) (i32.sub (local.get $offered) (i32.const 1))) (global.get $DECLINE)) (then
      (global.set $offered (local.get $bold))
      (local.set $dares (i32.ne (call $by_chance (i32.add (global.get $step_now) (global.get $DARING))) (i32.const 0)))))))
  (global.set $offered (i32.sub (local.get $offered) (local.get $dares)))
  (local.set $pick (call $by_chance (global.get $step_now)))
  (global.set $offered (local.get $offered))
  (local.get $pick))

(func $watch_on (param $s i32) (param $bold i32) (param $out i32) (param $most i32) (param $most_work i64) (result i32)
  ;; Play to the end: 0 at the end, 1 when it went on for too long.
  (local $ask i32) (local $values i32) (local $runs i32) (local $pick i32)
  (block $over (loop $next
    (call $afresh)
    (local.set $runs (call $run (local.get $s)))
    (i64.store offset=8 (local.get $out) (i64.add (i64.load offset=8 (local.get $out)) (i64.extend_i32_s (i32.add
      (i32.sub (global.get $FUEL) (global.get $fuel)) (i32.sub (global.get $TRIALS_FUEL) (global.get $trials))))))
    (if (call $state_broken (local.get $s)) (then (throw $stop (global.get $BROKEN))))
    (br_if $over (i32.eqz (local.get $runs)))
    (if (call $choice_broken (local.get $s)) (then (throw $stop (global.get $BROKEN))))
    (if (i32.ge_s (global.get $step_now) (local.get $most)) (then (return (i32.const 1))))
    (if (i64.gt_s (i64.load offset=8 (local.get $out)) (local.get $most_work)) (then (return (i32.const 1))))
    (local.set $ask (global.get $ask))
    (local.set $values (global.get $values))
    (local.set $pick (call $picked_by_chance (local.get $bold)))
    (call $apply (local.get $s) (local.get $ask) (call $word (local.get $values) (local.get $pick)))
    (global.set $step_now (i32.add (global.get $step_now) (i32.const 1)))
    (i32.store offset=4 (local.get $out) (global.get $step_now))
    (br $next)))
  (if (call $end_broken (local.get $s) (local.get $out)) (then (throw $stop (global.get $BROKEN))))
  (i32.const 0))

(func (export "watch") (param $seed i64) (param $bold i32) (param $out i32) (param $row i32) (param $most i32)
    (param $most_work i64) (result i32)
  ;; Play a game and watch it; a bold player declines once in $bold times. To $out goes how it ended, its decisions, the
  ;; steps and the result, to $row its last state. Gives how many places are on the list, those of this game alone.
  (local $s i32)
  (memory.fill (local.get $out) (i32.const 0) (global.get $RESULT))
  (global.set $step_now (i32.const 0))
  (global.set $reaching (global.get $reached))
  (call $afresh)
  (local.set $s (global.get $own))
  (call $start (local.get $s) (local.get $seed))
  (call $named (local.get $seed))
  (i32.store (local.get $out)
    (block $ended (result i32)
      (i32.add (i32.const 2) (block $stopped (result i32)
        (br $ended (try_table (result i32) (catch $stop $stopped)
          (call $watch_on (local.get $s) (local.get $bold) (local.get $out) (local.get $most) (local.get $most_work))))))))
  (call $widened (local.get $s) (local.get $row))
  (i32.shr_u (i32.sub (global.get $reaching) (global.get $reached)) (i32.const 3)))

(func (export "is_sound") (param $s i32) (result i32)
  ;; Whether all holds for a state that must always hold, whatever is asked there.
  (i32.eqz (call $state_broken (local.get $s))))
