;; Whole games inside: a new game, a player who picks by chance, what came of it.
;;
;; The first 4096 bytes are a place to work: a generator at 64, what is hashed from 76 on, a block of it at 128. A game
;; that is to be played is its seed, a bit for each seat that looks ahead, and a bit for each that plays out, of the first
;; twelve, with how often it does so in the bits above.

(func $digit_pair (param $at i32) (param $number i32) (result i32)
  ;; Write a number in decimal; gives the address behind it.
  (local $over i32)
  (local.set $over (i32.div_u (local.get $number) (i32.const 10)))
  (if (local.get $over) (then (local.set $at (call $digit_pair (local.get $at) (local.get $over)))))
  (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.rem_u (local.get $number) (i32.const 10))))
  (i32.add (local.get $at) (i32.const 1)))

(func $swapped (param $x i32) (result i32)
  (i32.or (i32.and (i32.rotl (local.get $x) (i32.const 8)) (i32.const 0x00FF00FF))
          (i32.and (i32.rotr (local.get $x) (i32.const 8)) (i32.const 0xFF00FF00))))

(func $long_digits (param $at i32) (param $number i64) (result i32)
  (local $over i64)
  (local.set $over (i64.div_u (local.get $number) (i64.const 10)))
  (if (i64.ne (local.get $over) (i64.const 0)) (then (local.set $at (call $long_digits (local.get $at) (local.get $over)))))
  (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.wrap_i64 (i64.rem_u (local.get $number) (i64.const 10)))))
  (i32.add (local.get $at) (i32.const 1)))

(func $named (param $seed i64)
  ;; Write the beginning of what the dice of a game are seeded with, `(seed, `, to 80, and behind which address it ends to 76.
  (local $at i32)
  (i32.store8 (i32.const 80) (i32.const 40))
  (local.set $at (i32.const 81))
  (if (i64.lt_s (local.get $seed) (i64.const 0)) (then
    (i32.store8 (i32.const 81) (i32.const 45))
    (local.set $at (i32.const 82))
    (local.set $seed (i64.sub (i64.const 0) (local.get $seed)))))
  (local.set $at (call $long_digits (local.get $at) (local.get $seed)))
  (i32.store16 (local.get $at) (i32.const 0x202C))
  (i32.store (i32.const 76) (i32.sub (local.get $at) (i32.const 78)))
  ;; where its random picks begin: the hash of `(seed,)`
  (global.set $chance (call $ended (i32.sub (call $begun) (i32.const 1)))))

;; The block that is hashed: a tuple as Python writes it, which fits one block.

(func $begun (result i32)
  ;; Put `(seed, ` there; gives the address behind it.
  (memory.fill (i32.const 152) (i32.const 0) (i32.const 40))
  (i64.store (i32.const 128) (i64.load (i32.const 80)))
  (i64.store (i32.const 136) (i64.load (i32.const 88)))
  (i64.store (i32.const 144) (i64.load (i32.const 96)))
  (i32.add (i32.const 128) (i32.load (i32.const 76))))

(func $ended (param $at i32) (result i64)
  ;; Close it at an address; gives the first 8 bytes of its SHA-256.
  (i32.store16 (local.get $at) (i32.const 0x8029))
  (call $cleared (i32.add (local.get $at) (i32.const 2)))
  (i32.store (i32.const 188) (call $swapped (i32.shl (i32.sub (local.get $at) (i32.const 127)) (i32.const 3))))
  (call $hash_of_block))

(func $hashed (param $seat i32) (param $step i32) (result i64)
  ;; That of `(seed, seat, step)`.
  (local $at i32)
  (local.set $at (call $digit_pair (call $begun) (local.get $seat)))
  (i32.store16 (local.get $at) (i32.const 0x202C))
  (call $ended (call $digit_pair (i32.add (local.get $at) (i32.const 2)) (local.get $step))))

(func $cleared (param $at i32)
  ;; Wipe the rest of the first half of the block: an earlier, longer message may have left something there.
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (i32.const 160)))
    (i32.store8 (local.get $at) (i32.const 0))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br $next))))

(func $by_chance (param $step i32) (result i32)
  ;; The pick of the random player: `by_chance` of the bots.
  (local $state i64) (local $x i64) (local $n i64) (local $rest i64)
  (local.set $n (i64.extend_i32_u (global.get $offered)))
  (local.set $state (call $seeded (i64.add (global.get $chance) (i64.add
    (i64.mul (i64.extend_i32_u (global.get $seat)) (i64.const 0xA0761D6478BD642F))
    (i64.mul (i64.extend_i32_u (local.get $step)) (i64.const 0xE7037ED1A0B428DB))))))
  (loop $again
    (local.set $state (i64.add (local.get $state) (i64.const 0x9E3779B97F4A7C15)))
    (local.set $x (call $scattered (local.get $state)))
    (if (i64.gt_u (local.get $x) (i64.sub (i64.const -1) (local.get $n))) (then
      (local.set $rest (i64.rem_u (i64.add (i64.rem_u (i64.const -1) (local.get $n)) (i64.const 1)) (local.get $n)))
      (if (i64.ne (local.get $rest) (i64.const 0)) (then
        (br_if $again (i64.ge_u (local.get $x) (i64.sub (i64.const 0) (local.get $rest)))))))))
  (i32.wrap_i64 (i64.rem_u (local.get $x) (local.get $n))))

(func $start (export "start") (param $s i32) (param $seed i64)
  ;; A fresh state, before the first node.
  (local $f i32)
  (memory.copy (i32.add (local.get $s) (i32.const 8)) (global.get $BLANK) (i32.shl (global.get $SIZE) (i32.const 2)))
  (i32.store (local.get $s) (global.get $SIZE))
  (i64.store offset=20 (local.get $s) (call $seeded (local.get $seed)))
  (local.set $f (call $enter (local.get $s) (i32.const -6) (i64.const 0) (i64.const -1) (call $size_at (global.get $START))))
  (i32.store (local.get $f) (i32.const 0))
  (i32.store offset=12 (local.get $s) (global.get $START)))

(func $afresh
  ;; Nothing is under way.
  (global.set $top (global.get $heap))
  (global.set $trying (i32.const 0)))

(func $picked (param $s i32) (param $game i32) (param $step i32) (result i32)
  ;; What the player of the seat that decides picks.
  (local $bit i32) (local $searching i32)
  (local.set $bit (i32.shl (i32.const 1) (global.get $seat)))
  (if (i32.and (local.get $bit) (i32.load offset=8 (local.get $game))) (then
    (return (call $by_thought (local.get $s) (local.get $step)))))
  (local.set $searching (i32.load offset=12 (local.get $game)))
  (if (i32.and (i32.const 4095) (i32.and (local.get $bit) (local.get $searching))) (then
    (return (call $by_search (local.get $s) (local.get $step) (i32.shr_u (local.get $searching) (i32.const 12))))))
  (call $by_chance (local.get $step)))

(func $play_on (param $s i32) (param $game i32) (param $out i32) (param $most i32) (result i32)
  ;; Play to the end: 0 at the end, 1 when it went on for too long.
  (local $step i32) (local $ask i32) (local $values i32) (local $seat i32) (local $pick i32)
  (global.set $last (i32.const -1))
  (memory.fill (i32.const 1088) (i32.const 0) (i32.const 128))
  (block $over (loop $next
    (call $afresh)
    (br_if $over (i32.eqz (call $run (local.get $s))))
    (local.set $ask (global.get $ask))
    (local.set $values (global.get $values))
    (local.set $seat (global.get $seat))
    (if (i32.ge_s (local.get $step) (local.get $most)) (then (return (i32.const 1))))
    (i64.store offset=8 (local.get $out) (i64.add (i64.load offset=8 (local.get $out)) (i64.extend_i32_u (global.get $offered))))
    (local.set $pick (call $picked (local.get $s) (local.get $game) (local.get $step)))
    (global.set $last (local.get $seat))
    (if (global.get $noted) (then (call $put_word (global.get $noted) (local.get $step) (local.get $pick))))
    (call $apply (local.get $s) (local.get $ask) (call $word (local.get $values) (local.get $pick)))
    (local.set $step (i32.add (local.get $step) (i32.const 1)))
    (i32.store offset=4 (local.get $out) (local.get $step))
    (br $next)))
  (call $afresh)
  (call $judge (local.get $s) (i32.add (local.get $out) (i32.const 16)))
  (i32.const 0))

(func $play_one (param $s i32) (param $game i32) (param $out i32) (param $most i32)
  ;; Play a game; what came of it goes to $out: how it ended (2 and more: a fault), decisions, options, and the result.
  (memory.fill (local.get $out) (i32.const 0) (global.get $RESULT))
  (call $start (local.get $s) (i64.load (local.get $game)))
  (call $named (i64.load (local.get $game)))
  (i32.store (local.get $out)
    (block $ended (result i32)
      (i32.add (i32.const 2) (block $stopped (result i32)
        (br $ended (try_table (result i32) (catch $stop $stopped)
          (call $play_on (local.get $s) (local.get $game) (local.get $out) (local.get $most)))))))))

(func (export "note_picks") (param $at i32)
  ;; Write the picks of the next games there, each over those of the one before; with 0, no longer.
  (global.set $noted (local.get $at)))

(func (export "play") (param $games i32) (param $outs i32) (param $rows i32) (param $count i32) (param $most i32)
  ;; Play so many games, one after another; with $rows, each leaves its last state there, as Python has it.
  (local $s i32)
  (call $afresh)
  (local.set $s (global.get $own))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $count)))
    (call $play_one (local.get $s) (local.get $games) (local.get $outs) (local.get $most))
    (if (local.get $rows) (then
      (call $widened (local.get $s) (local.get $rows))
      (local.set $rows (i32.add (local.get $rows) (global.get $WIDE)))))
    (local.set $games (i32.add (local.get $games) (i32.const 16)))
    (local.set $outs (i32.add (local.get $outs) (global.get $RESULT)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br $next))))

(func $widened (export "widened") (param $s i32) (param $to i32)
  ;; A state as Python has it: how many cells, and 64 bits for each.
  (local $from i32) (local $end i32) (local $at i32)
  (i64.store (local.get $to) (i64.load32_u (local.get $s)))
  (local.set $from (i32.add (local.get $s) (i32.const 8)))
  (local.set $end (i32.add (local.get $from) (i32.shl (i32.load (local.get $s)) (i32.const 2))))
  (local.set $at (i32.add (local.get $to) (i32.const 8)))
  (loop $next
    (i64.store (local.get $at) (i64.load32_s (local.get $from)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br_if $next (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 4))) (local.get $end))))
  (i64.store offset=32 (local.get $to) (i64.load32_u offset=20 (local.get $s)))
  (i64.store offset=40 (local.get $to) (i64.load32_u offset=24 (local.get $s)))
  (i64.store offset=72 (local.get $to) (i64.load offset=40 (local.get $s)))
  (i64.store offset=80 (local.get $to) (i64.const 0)))

(func $judge (param $s i32) (param $to i32)
  ;; Who has how many points, what decides between equals, and which place: 64 bits each, the places last.
  (local $seat i32) (local $part i32) (local $at i32) (local $other i32) (local $rank i64) (local $ranks i32)
  (local.set $at (local.get $to))
  (loop $seats
    (local.set $part (i32.const 0))
    (loop $parts
      (global.set $fuel (global.get $FUEL))
      (i64.store (local.get $at) (call $part_of_result (local.get $s) (i64.extend_i32_u (local.get $seat)) (local.get $part)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $parts (i32.lt_u (local.tee $part (i32.add (local.get $part) (i32.const 1))) (global.get $PARTS))))
    (br_if $seats (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (global.get $RANKED))))
  (local.set $ranks (local.get $at))
  (local.set $seat (i32.const 0))
  (loop $seats
    (local.set $rank (i64.const 1))
    (if (i32.load offset=32 (local.get $s))
      (then (if (i32.ne (i32.load offset=32 (local.get $s)) (i32.add (local.get $seat) (i32.const 1))) (then
        (local.set $rank (i64.const 2)))))
      (else
        (local.set $other (i32.const 0))
        (loop $others
          (local.set $rank (i64.add (local.get $rank) (i64.extend_i32_u
            (call $is_ahead (local.get $to) (local.get $other) (local.get $seat)))))
          (br_if $others (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 1))) (global.get $RANKED))))))
    (i64.store (local.get $ranks) (local.get $rank))
    (local.set $ranks (i32.add (local.get $ranks) (i32.const 8)))
    (br_if $seats (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (global.get $RANKED)))))

(func $is_ahead (param $to i32) (param $one i32) (param $other i32) (result i32)
  (local $part i32) (local $a i64) (local $b i64)
  (local.set $one (i32.add (local.get $to) (i32.mul (local.get $one) (i32.shl (global.get $PARTS) (i32.const 3)))))
  (local.set $other (i32.add (local.get $to) (i32.mul (local.get $other) (i32.shl (global.get $PARTS) (i32.const 3)))))
  (loop $parts
    (local.set $a (i64.load (local.get $one)))
    (local.set $b (i64.load (local.get $other)))
    (if (i64.ne (local.get $a) (local.get $b)) (then (return (i32.xor
      (i64.gt_s (local.get $a) (local.get $b))
      (i32.and (global.get $LOWEST) (i32.eqz (local.get $part)))))))
    (local.set $one (i32.add (local.get $one) (i32.const 8)))
    (local.set $other (i32.add (local.get $other) (i32.const 8)))
    (br_if $parts (i32.lt_u (local.tee $part (i32.add (local.get $part) (i32.const 1))) (global.get $PARTS))))
  (i32.const 0))

;; ---- games that somebody else steps

(func $step (export "step") (param $s i32) (param $pick i32) (param $out i32) (param $most i32) (result i32)
  ;; Take a value (or begin, with $BEGIN), run on, and write what is due: how it stands (0 over, 1 somebody must choose, 2 and
  ;; more a fault), the choice, who decides, how many values, and the values.
  (i32.store (local.get $out)
    (block $ended (result i32)
      (i32.add (i32.const 2) (block $stopped (result i32)
        (br $ended (try_table (result i32) (catch $stop $stopped)
          (call $step_on (local.get $s) (local.get $pick) (local.get $out) (local.get $most))))))))
  (i32.load (local.get $out)))

(func $step_on (param $s i32) (param $pick i32) (param $out i32) (param $most i32) (result i32)
  (call $afresh)
  (if (i32.ne (local.get $pick) (global.get $BEGIN)) (then
    (call $apply (local.get $s) (i32.load offset=4 (local.get $out)) (local.get $pick))))
  (i32.store offset=12 (local.get $out) (i32.const 0))
  (if (i32.eqz (call $run (local.get $s))) (then (return (i32.const 0))))
  (if (i32.gt_s (global.get $offered) (local.get $most)) (then (throw $stop (global.get $PUNT))))
  (i32.store offset=4 (local.get $out) (global.get $ask))
  (i32.store offset=8 (local.get $out) (global.get $seat))
  (i32.store offset=12 (local.get $out) (global.get $offered))
  (memory.copy (i32.add (local.get $out) (i32.const 16)) (global.get $values) (i32.shl (global.get $offered) (i32.const 2)))
  (i32.const 1))

(func (export "begin_all") (param $states i32) (param $games i32) (param $outs i32) (param $stride i32) (param $count i32) (param $most i32)
  ;; Begin so many games beside each other, each at its first choice.
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $count)))
    (call $start (local.get $states) (i64.load (local.get $games)))
    (drop (call $step (local.get $states) (global.get $BEGIN) (local.get $outs) (local.get $most)))
    (local.set $states (i32.add (local.get $states) (global.get $ROOM)))
    (local.set $games (i32.add (local.get $games) (i32.const 16)))
    (local.set $outs (i32.add (local.get $outs) (local.get $stride)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br $next))))

(func (export "step_all") (param $states i32) (param $picks i32) (param $outs i32) (param $stride i32) (param $count i32) (param $most i32)
  ;; Take a pick in each game that waits for one: the number of a value on offer; -1 leaves a game as it is.
  (local $pick i32)
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $count)))
    (local.set $pick (i32.load (local.get $picks)))
    (if (i32.and (i32.eq (i32.load (local.get $outs)) (i32.const 1)) (i32.ge_s (local.get $pick) (i32.const 0))) (then
      (drop (call $step (local.get $states)
        (i32.load offset=16 (i32.add (local.get $outs) (i32.shl (local.get $pick) (i32.const 2))))
        (local.get $outs) (local.get $most)))))
    (local.set $states (i32.add (local.get $states) (global.get $ROOM)))
    (local.set $picks (i32.add (local.get $picks) (i32.const 4)))
    (local.set $outs (i32.add (local.get $outs) (local.get $stride)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br $next))))

(func (export "result") (param $s i32) (param $to i32)
  (call $afresh)
  (call $judge (local.get $s) (local.get $to)))

(func (export "set_aside") (param $bytes i32) (result i32)
  ;; Room that stays: the heap begins behind it from now on.
  (local $at i32) (local $end i32)
  (local.set $at (global.get $heap))
  (local.set $end (i32.and (i32.add (i32.add (local.get $at) (local.get $bytes)) (i32.const 63)) (i32.const -64)))
  (call $grown (i32.add (local.get $end) (global.get $SLACK)))
  (global.set $heap (local.get $end))
  (call $afresh)
  (local.get $at))

(func (export "copies") (param $s i32) (param $count i32)
  ;; Copy a state so many times, each over the one before: to measure it.
  (local $top i32)
  (local.set $top (global.get $top))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $count)))
    (drop (call $copied (local.get $s)))
    (global.set $top (local.get $top))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br $next))))
