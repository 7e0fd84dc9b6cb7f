;; A player who plays the game out by chance: `play/uct.py` again.
;;
;; A node is 40 bytes: the first option behind it, the next one beside it, the choice and what tells the option apart there, how
;; often it was taken and on offer, the node before it, who took it; and (64 bits) what it brought. The root is the first
;; one. The dice lie at 64.

(func $key_at (param $s i32) (param $i i32) (result i32)
  ;; What tells an option apart, for whoever decides: its value, or its place where that is not known.
  (local $k i32) (local $value i32)
  (local.set $value (call $word (global.get $values) (local.get $i)))
  (local.set $k (i32.load offset=40 (call $about_ask (global.get $ask))))
  (if (local.get $k) (then
    (if (call $hidden (local.get $s) (local.get $k) (local.get $value)) (then
      (return (i32.sub (i32.const -1) (local.get $i)))))))
  (local.get $value))

(func $behind (param $node i32) (param $key i32) (result i32)
  ;; The node of an option of the choice that is due, behind another one; 0 when it was never taken.
  (local $at i32)
  (local.set $at (i32.load (local.get $node)))
  (block $no (loop $next
    (br_if $no (i32.eqz (local.get $at)))
    (if (i32.and (i32.eq (i32.load offset=12 (local.get $at)) (local.get $key))
                 (i32.eq (i32.load offset=8 (local.get $at)) (global.get $ask)))
      (then (return (local.get $at))))
    (local.set $at (i32.load offset=4 (local.get $at)))
    (br $next)))
  (i32.const 0))

(func $promise (param $node i32) (result f64)
  (local $visits f64)
  (local.set $visits (f64.convert_i32_u (i32.load offset=16 (local.get $node))))
  (f64.add
    (f64.div (f64.convert_i64_u (i64.load offset=32 (local.get $node))) (f64.mul (f64.const 840) (local.get $visits)))
    (f64.mul (f64.const 0.5) (f64.sqrt (f64.div
      (f64.sqrt (f64.convert_i32_u (i32.load offset=20 (local.get $node)))) (local.get $visits))))))

(func $added (param $node i32) (param $key i32) (result i32)
  ;; A new node behind another one, for an option of the choice that is due.
  (local $new i32)
  (local.set $new (global.get $leaf))
  (global.set $leaf (i32.add (local.get $new) (i32.const 40)))
  (i32.store (local.get $new) (i32.const 0))
  (i32.store offset=4 (local.get $new) (i32.load (local.get $node)))
  (i32.store offset=8 (local.get $new) (global.get $ask))
  (i32.store offset=12 (local.get $new) (local.get $key))
  (i32.store offset=16 (local.get $new) (i32.const 0))
  (i32.store offset=20 (local.get $new) (i32.const 1))
  (i32.store offset=24 (local.get $new) (local.get $node))
  (i32.store offset=28 (local.get $new) (global.get $seat))
  (i64.store offset=32 (local.get $new) (i64.const 0))
  (i32.store (local.get $node) (local.get $new))
  (local.get $new))

(func $most_promising (param $s i32) (param $node i32) (result i32)
  ;; The number of the option to take, and its node in $branch: one never taken, by chance, or else the most promising one.
  (local $i i32) (local $one i32) (local $untried i32) (local $best f64) (local $promise f64) (local $chosen i32)
  (local.set $chosen (i32.const -1))
  (loop $next
    (local.set $one (call $behind (local.get $node) (call $key_at (local.get $s) (local.get $i))))
    (if (local.get $one)
      (then
        (i32.store offset=20 (local.get $one) (i32.add (i32.load offset=20 (local.get $one)) (i32.const 1)))
        (if (i32.eqz (local.get $untried)) (then
          (local.set $promise (call $promise (local.get $one)))
          (if (i32.or (i32.lt_s (local.get $chosen) (i32.const 0)) (f64.gt (local.get $promise) (local.get $best))) (then
            (local.set $best (local.get $promise))
            (local.set $chosen (local.get $i))
            (global.set $branch (local.get $one)))))))
      (else (local.set $untried (i32.add (local.get $untried) (i32.const 1)))))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (global.get $offered))))
  (if (i32.eqz (local.get $untried)) (then (return (local.get $chosen))))
  (local.set $untried (i32.wrap_i64 (call $below (i32.const 64) (i64.extend_i32_u (local.get $untried)))))
  (local.set $i (i32.const -1))
  (loop $next
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (call $behind (local.get $node) (call $key_at (local.get $s) (local.get $i))))
    (local.set $untried (i32.sub (local.get $untried) (i32.const 1)))
    (br_if $next (i32.ge_s (local.get $untried) (i32.const 0))))
  (global.set $branch (call $added (local.get $node) (call $key_at (local.get $s) (local.get $i))))
  (local.get $i))

(func $taken_at (param $s i32) (param $index i32) (param $top i32) (result i32)
  ;; Take an option and run on: whether somebody must choose again. What lay on the heap is no longer needed.
  (call $apply (local.get $s) (global.get $ask) (call $word (global.get $values) (local.get $index)))
  (global.set $top (local.get $top))
  (call $run (local.get $s)))

(func $play_out (param $s i32) (param $node i32)
  ;; Down the tree, on by chance to the end, and back with what came of it.
  (local $due i32) (local $index i32) (local $left i32) (local $top i32) (local $to i32) (local $seat i32) (local $won i64)
  (local $ranks i32)
  (local.set $top (global.get $top))
  (local.set $left (i32.const 1000))
  (loop $down
    (local.set $index (call $most_promising (local.get $s) (local.get $node)))
    (local.set $node (global.get $branch))
    (local.set $due (call $taken_at (local.get $s) (local.get $index) (local.get $top)))
    (if (local.get $due) (then (br_if $down (i32.load offset=16 (local.get $node))))))
  (block $over (loop $on
    (br_if $over (i32.or (i32.eqz (local.get $due)) (i32.eqz (local.get $left))))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (local.set $index (i32.wrap_i64 (call $below (i32.const 64) (i64.extend_i32_u (global.get $offered)))))
    (local.set $due (call $taken_at (local.get $s) (local.get $index) (local.get $top)))
    (br $on)))
  (global.set $top (local.get $top))
  (local.set $to (call $taken (i32.shr_u (global.get $RESULT) (i32.const 2))))
  (call $judge (local.get $s) (local.get $to))
  (local.set $ranks (i32.add (local.get $to) (i32.shl (i32.mul (global.get $RANKED) (global.get $PARTS)) (i32.const 3))))
  (loop $winners
    (local.set $won (i64.add (local.get $won) (i64.extend_i32_u (i64.eq (i64.const 1)
      (i64.load (i32.add (local.get $ranks) (i32.shl (local.get $seat) (i32.const 3))))))))
    (br_if $winners (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (global.get $RANKED))))
  (local.set $won (i64.div_u (i64.const 840) (local.get $won)))
  (loop $up
    (i32.store offset=16 (local.get $node) (i32.add (i32.load offset=16 (local.get $node)) (i32.const 1)))
    (if (i64.eq (i64.const 1)
          (i64.load (i32.add (local.get $ranks) (i32.shl (i32.load offset=28 (local.get $node)) (i32.const 3))))) (then
      (i64.store offset=32 (local.get $node) (i64.add (i64.load offset=32 (local.get $node)) (local.get $won)))))
    (local.set $node (i32.load offset=24 (local.get $node)))
    (br_if $up (i32.load offset=24 (local.get $node)))))

(func $as_imagined (param $values i32) (param $count i32) (param $ask i32) (result i32)
  ;; The values on offer as they are in the game that was just imagined.
  (local $to i32) (local $i i32) (local $about i32)
  (local.set $to (call $taken (local.get $count)))
  (local.set $about (i32.load offset=48 (call $about_ask (local.get $ask))))
  (loop $next
    (call $put_word (local.get $to) (local.get $i) (call $word (local.get $values) (local.get $i)))
    (call $follow (i32.add (local.get $to) (i32.shl (local.get $i) (i32.const 2))) (local.get $about))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
  (local.get $to))

(func $by_search (param $s i32) (param $step i32) (param $times i32) (result i32)
  ;; The number of the option that is taken most often when the game is played out so many times.
  (local $seat i32) (local $ask i32) (local $values i32) (local $count i32) (local $root i32) (local $copy i32) (local $top i32)
  (local $i i32) (local $most i32) (local $best i32)
  (local.set $seat (global.get $seat))
  (local.set $ask (global.get $ask))
  (local.set $values (global.get $values))
  (local.set $count (global.get $offered))
  (i64.store (i32.const 64) (call $seeded (call $hashed (local.get $seat) (local.get $step))))
  ;; the root stands behind no other; the one before it is no address
  (local.set $root (i32.and (i32.add (global.get $top) (i32.const 15)) (i32.const -16)))
  (global.set $top (i32.add (local.get $root) (i32.mul (i32.const 40) (i32.add (local.get $times) (i32.const 1)))))
  (call $grown (i32.add (global.get $top) (global.get $SLACK)))
  (memory.fill (local.get $root) (i32.const 0) (i32.const 40))
  (global.set $leaf (i32.add (local.get $root) (i32.const 40)))
  (local.set $top (global.get $top))
  (loop $again
    (local.set $copy (call $copied (local.get $s)))
    (call $imagine (local.get $copy) (local.get $seat) (call $below (i32.const 64) (i64.const 2147483647)))
    (global.set $seat (local.get $seat))
    (global.set $ask (local.get $ask))
    (global.set $offered (local.get $count))
    (global.set $values (call $as_imagined (local.get $values) (local.get $count) (local.get $ask)))
    (call $play_out (local.get $copy) (local.get $root))
    (global.set $top (local.get $top))
    (br_if $again (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $times))))
  (global.set $seat (local.get $seat))
  (global.set $ask (local.get $ask))
  (global.set $offered (local.get $count))
  (global.set $values (local.get $values))
  (local.set $i (i32.const 0))
  (local.set $most (i32.const -1))
  (loop $options
    (local.set $copy (call $behind (local.get $root) (call $key_at (local.get $s) (local.get $i))))
    (local.set $copy (if (result i32) (local.get $copy) (then (i32.load offset=16 (local.get $copy))) (else (i32.const 0))))
    (if (i32.gt_s (local.get $copy) (local.get $most)) (then
      (local.set $most (local.get $copy))
      (local.set $best (local.get $i))))
    (br_if $options (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
  (local.get $best))

(func $search_on (param $s i32) (param $step i32) (param $times i32) (result i32)
  (call $afresh)
  (if (i32.eqz (call $run (local.get $s))) (then (return (i32.const -1))))
  (call $by_search (local.get $s) (local.get $step) (local.get $times)))

(func (export "search") (param $s i32) (param $seed i64) (param $step i32) (param $times i32) (result i32)
  ;; The same for a state that was put there; -1 when it cannot be told here.
  (call $named (local.get $seed))
  (block $stopped (result i32)
    (return (try_table (result i32) (catch $stop $stopped)
      (call $search_on (local.get $s) (local.get $step) (local.get $times)))))
  (drop)
  (i32.const -1))
