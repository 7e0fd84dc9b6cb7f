;; The machine in WebAssembly: `interpreter/machine/vm.py` again, over the functions that are printed for a pack.
;;
;; A state begins with the number of its cells; the cells lie 8 bytes behind it, 4 bytes each: cell n at 8 + 4n. The frame
;; under way is cell 0, the place 1, the innermost option 2, the generator 3 and 4, the status 5, who has won 6, the rules
;; under way 8 and 9. $top is the end of the heap of sets and of copies of states. A fault throws $stop with its number;
;; what cannot be told throws $untold.

(func $grown (param $end i32)
  ;; Make sure that memory reaches so far; a game that wants too much is left to Python.
  (local $more i32)
  (local.set $more (i32.sub (i32.shr_u (i32.add (local.get $end) (i32.const 65535)) (i32.const 16)) (memory.size)))
  (if (i32.gt_s (local.get $more) (i32.const 0)) (then
    (if (i32.lt_s (memory.grow (i32.add (local.get $more) (i32.const 16))) (i32.const 0)) (then
      (if (i32.lt_s (memory.grow (local.get $more)) (i32.const 0)) (then (throw $stop (global.get $PUNT)))))))))

;; ---- numbers

(func $fits (param $n i64) (result i64)
  (if (i64.ne (local.get $n) (i64.extend32_s (local.get $n))) (then (throw $stop (global.get $PUNT))))
  (local.get $n))

(func $kept (param $n i64) (result i64)
  (if (i64.gt_u (i64.add (local.get $n) (i64.const 0x10000000000)) (i64.const 0x20000000000)) (then
    (throw $stop (global.get $PUNT))))
  (local.get $n))

(func $product (param $a i64) (param $b i64) (result i64)
  (if (i32.or (i64.ne (local.get $a) (i64.extend32_s (local.get $a))) (i64.ne (local.get $b) (i64.extend32_s (local.get $b))))
    (then (throw $stop (global.get $PUNT))))
  (call $kept (i64.mul (local.get $a) (local.get $b))))

(func $wide_product (param $a i64) (param $b i64) (result i64)
  ;; By a large number that is known: all of it, or it is left to Python.
  (local $made i64)
  (if (i64.eqz (local.get $a)) (then (return (i64.const 0))))
  (local.set $made (i64.mul (local.get $a) (local.get $b)))
  (if (i64.ne (i64.div_s (local.get $made) (local.get $a)) (local.get $b)) (then (throw $stop (global.get $PUNT))))
  (if (i64.gt_u (i64.add (local.get $made) (i64.const 0x2000000000000000)) (i64.const 0x4000000000000000)) (then
    (throw $stop (global.get $PUNT))))
  (local.get $made))

(func $rest (param $a i64) (param $b i64) (result i64)
  (local $r i64)
  (if (i64.eqz (local.get $b)) (then (return (i64.const 0))))
  (local.set $r (i64.rem_s (local.get $a) (local.get $b)))
  (if (i64.ne (local.get $r) (i64.const 0)) (then
    (if (i64.lt_s (i64.xor (local.get $r) (local.get $b)) (i64.const 0)) (then
      (local.set $r (i64.add (local.get $r) (local.get $b)))))))
  (local.get $r))

(func $divided (param $a i64) (param $b i64) (result i64)
  (if (i64.eqz (local.get $b)) (then (return (i64.const 0))))
  (i64.div_s (i64.sub (local.get $a) (call $rest (local.get $a) (local.get $b))) (local.get $b)))

(func $clamped (param $key i64) (param $last i32) (result i32)
  (if (i64.lt_s (local.get $key) (i64.const 0)) (then (return (i32.const 0))))
  (if (i64.gt_s (local.get $key) (i64.extend_i32_s (local.get $last))) (then (return (local.get $last))))
  (i32.wrap_i64 (local.get $key)))

(func $somebody (param $player i64) (result i64)
  (if (i64.lt_s (local.get $player) (i64.const 0)) (then (throw $stop (global.get $NOTHING))))
  (local.get $player))

;; ---- sets

(func $push (param $element i64)
  (i64.store32 (global.get $top) (local.get $element))
  (global.set $top (i32.add (global.get $top) (i32.const 4))))

(func $push_sure (param $element i64)
  (call $push (call $fits (local.get $element))))

(func $push_there (param $element i64)
  (if (i64.ge_s (local.get $element) (i64.const 0)) (then (call $push (local.get $element)))))

(func $packed (param $start i32) (result i64)
  (i64.or (i64.shl (i64.extend_i32_u (local.get $start)) (i64.const 32))
          (i64.extend_i32_u (i32.shr_u (i32.sub (global.get $top) (local.get $start)) (i32.const 2)))))

(func $first_of (param $set i64) (result i32)
  (i32.wrap_i64 (i64.shr_u (local.get $set) (i64.const 32))))

(func $end_of (param $set i64) (result i32)
  (i32.add (call $first_of (local.get $set)) (i32.shl (i32.wrap_i64 (local.get $set)) (i32.const 2))))

(func $lies_between (param $at i32) (param $end i32) (param $element i32) (result i32)
  (block $no (loop $next
    (br_if $no (i32.ge_u (local.get $at) (local.get $end)))
    (if (i32.eq (i32.load (local.get $at)) (local.get $element)) (then (return (i32.const 1))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (i32.const 0))

(func $fresh (param $set i64) (param $start i32)
  ;; Push the elements of a set that do not lie between a place and the top.
  (local $at i32) (local $end i32)
  (local.set $at (call $first_of (local.get $set)))
  (local.set $end (call $end_of (local.get $set)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (i32.eqz (call $lies_between (local.get $start) (global.get $top) (i32.load (local.get $at)))) (then
      (call $push (i64.load32_s (local.get $at)))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next))))

(func $union (param $left i64) (param $right i64) (result i64)
  (local $start i32)
  (local.set $start (global.get $top))
  (call $fresh (local.get $left) (local.get $start))
  (call $fresh (local.get $right) (local.get $start))
  (call $packed (local.get $start)))

(func $distinct (param $set i64) (result i64)
  (local $start i32)
  (local.set $start (global.get $top))
  (call $fresh (local.get $set) (local.get $start))
  (i64.extend_i32_u (i32.wrap_i64 (call $packed (local.get $start)))))

(func $range (param $low i64) (param $high i64) (result i64)
  (local $start i32)
  (if (i64.gt_s (local.get $low) (local.get $high)) (then (return (call $packed (global.get $top)))))
  (if (i32.or (i64.ge_s (i64.sub (local.get $high) (local.get $low)) (i64.extend_i32_s (global.get $MOST_NUMBERS)))
      (i32.or (i64.lt_s (local.get $low) (i64.sub (i64.const 0) (i64.extend_i32_s (global.get $LARGEST_NUMBER))))
              (i64.gt_s (local.get $high) (i64.extend_i32_s (global.get $LARGEST_NUMBER)))))
    (then (throw $stop (global.get $NUMBERS))))
  (local.set $start (global.get $top))
  (block $done (loop $next
    (br_if $done (i64.gt_s (local.get $low) (local.get $high)))
    (call $push (local.get $low))
    (local.set $low (i64.add (local.get $low) (i64.const 1)))
    (br $next)))
  (call $packed (local.get $start)))

(func $adds_up (param $set i64) (param $wanted i64) (result i64)
  ;; A byte for every total there can be, from the least to the largest; 0 is a total only of a part with elements.
  (local $at i32) (local $end i32) (local $value i64) (local $low i64) (local $high i64) (local $sums i32)
  (local $size i32) (local $zero i32) (local $i i32) (local $j i32) (local $count i32)
  (local.set $end (call $end_of (local.get $set)))
  (local.set $at (call $first_of (local.get $set)))
  (block $summed (loop $next
    (br_if $summed (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $value (i64.load32_s (local.get $at)))
    (if (i64.lt_s (local.get $value) (i64.const 0))
      (then (local.set $low (i64.add (local.get $low) (local.get $value))))
      (else (local.set $high (i64.add (local.get $high) (local.get $value)))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (if (i64.gt_s (i64.sub (local.get $high) (local.get $low)) (i64.const 65536)) (then (throw $stop (global.get $PUNT))))
  (local.set $size (i32.add (i32.wrap_i64 (i64.sub (local.get $high) (local.get $low))) (i32.const 1)))
  (local.set $zero (i32.wrap_i64 (i64.sub (i64.const 0) (local.get $low))))
  (local.set $sums (global.get $top))
  (call $grown (i32.add (local.get $sums) (i32.shl (local.get $size) (i32.const 1))))
  (memory.fill (local.get $sums) (i32.const 0) (i32.shl (local.get $size) (i32.const 1)))
  (local.set $at (call $first_of (local.get $set)))
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $value (i64.load32_s (local.get $at)))
    ;; the totals before this value stand in the second half
    (memory.copy (i32.add (local.get $sums) (local.get $size)) (local.get $sums) (local.get $size))
    (local.set $i (i32.const 0))
    (loop $every
      (if (i32.load8_u (i32.add (i32.add (local.get $sums) (local.get $size)) (local.get $i))) (then
        (local.set $j (i32.add (local.get $sums) (i32.add (local.get $i) (i32.wrap_i64 (local.get $value)))))
        (if (i32.eqz (i32.load8_u (local.get $j))) (then
          (i32.store8 (local.get $j) (i32.const 1))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))))))
      (br_if $every (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $size))))
    (local.set $j (i32.add (local.get $sums) (i32.add (local.get $zero) (i32.wrap_i64 (local.get $value)))))
    (if (i32.eqz (i32.load8_u (local.get $j))) (then
      (i32.store8 (local.get $j) (i32.const 1))
      (local.set $count (i32.add (local.get $count) (i32.const 1)))))
    (if (i32.gt_s (local.get $count) (global.get $MOST_SUMS)) (then (throw $stop (global.get $SUMS))))
    (global.set $fuel (i32.sub (global.get $fuel) (i32.shr_u (local.get $count) (i32.const 5))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $each)))
  (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (throw $stop (global.get $STEPS))))
  (if (i32.or (i64.lt_s (local.get $wanted) (local.get $low)) (i64.gt_s (local.get $wanted) (local.get $high))) (then
    (return (i64.const 0))))
  (i64.load8_u (i32.add (local.get $sums) (i32.wrap_i64 (i64.sub (local.get $wanted) (local.get $low))))))

(func $marked (param $set i64) (param $cells i32) (result i32)
  ;; A byte for each cell of a grid: whether it is in a set. Lies on the heap.
  (local $marks i32) (local $at i32) (local $end i32)
  (local.set $marks (global.get $top))
  (global.set $top (i32.add (local.get $marks) (i32.and (i32.add (local.get $cells) (i32.const 7)) (i32.const -8))))
  (memory.fill (local.get $marks) (i32.const 0) (local.get $cells))
  (local.set $at (call $first_of (local.get $set)))
  (local.set $end (call $end_of (local.get $set)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (i32.store8 (i32.add (local.get $marks) (i32.load (local.get $at))) (i32.const 1))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (local.get $marks))

(func $connected (param $start i64) (param $set i64) (param $neighbours i32) (param $cells i32) (result i64)
  (local $marks i32) (local $edge i32) (local $at i32) (local $end i32) (local $cell i32) (local $first i32)
  (if (i32.or (i64.lt_s (local.get $start) (i64.const 0)) (i64.ge_s (local.get $start) (i64.extend_i32_u (local.get $cells))))
    (then (return (call $packed (global.get $top)))))
  (local.set $marks (call $marked (local.get $set) (local.get $cells)))
  (if (i32.eqz (i32.load8_u (i32.add (local.get $marks) (i32.wrap_i64 (local.get $start))))) (then
    (return (call $packed (global.get $top)))))
  ;; found cells are marked 2 and wait behind each other on the heap
  (local.set $edge (global.get $top))
  (i32.store8 (i32.add (local.get $marks) (i32.wrap_i64 (local.get $start))) (i32.const 2))
  (call $push (local.get $start))
  (block $grown (loop $wave
    (br_if $grown (i32.ge_u (local.get $edge) (global.get $top)))
    (local.set $at (i32.add (local.get $neighbours) (i32.shl (i32.load (local.get $edge)) (i32.const 3))))
    (local.set $end (i32.load offset=4 (local.get $at)))
    (local.set $at (i32.load (local.get $at)))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $end) (i32.const 2))))
    (block $around (loop $next
      (br_if $around (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $cell (i32.load (local.get $at)))
      (if (i32.eq (i32.load8_u (i32.add (local.get $marks) (local.get $cell))) (i32.const 1)) (then
        (i32.store8 (i32.add (local.get $marks) (local.get $cell)) (i32.const 2))
        (call $push (i64.extend_i32_u (local.get $cell)))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $next)))
    (local.set $edge (i32.add (local.get $edge) (i32.const 4)))
    (br $wave)))
  (local.set $first (global.get $top))
  (local.set $at (call $first_of (local.get $set)))
  (local.set $end (call $end_of (local.get $set)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (i32.eq (i32.load8_u (i32.add (local.get $marks) (i32.load (local.get $at)))) (i32.const 2)) (then
      (call $push (i64.load32_s (local.get $at)))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (call $packed (local.get $first)))

(func $line (param $start i64) (param $set i64) (param $columns i32) (param $rows i32) (param $cells i32) (result i64)
  (local $marks i32) (local $first i32) (local $here i32) (local $best i32) (local $across i32) (local $down i32)
  (local $way i32) (local $run i32)
  (if (i64.lt_s (local.get $start) (i64.const 0)) (then (return (i64.const 0))))
  (local.set $marks (call $marked (local.get $set) (local.get $cells)))
  (local.set $here (i32.wrap_i64 (local.get $start)))
  (local.set $first (i32.sub (local.get $here)
    (i32.rem_u (local.get $here) (i32.mul (local.get $columns) (local.get $rows)))))
  (local.set $best (i32.const 1))
  (loop $ways
    ;; the four ways: across, down, both, and across but up
    (local.set $across (i32.ne (local.get $way) (i32.const 1)))
    (local.set $down (select (i32.const -1) (i32.ne (local.get $way) (i32.const 0)) (i32.eq (local.get $way) (i32.const 3))))
    (local.set $run (i32.add (i32.const 1) (i32.add
      (call $run_of (local.get $marks) (local.get $here) (local.get $first) (local.get $columns) (local.get $rows)
        (local.get $across) (local.get $down))
      (call $run_of (local.get $marks) (local.get $here) (local.get $first) (local.get $columns) (local.get $rows)
        (i32.sub (i32.const 0) (local.get $across)) (i32.sub (i32.const 0) (local.get $down))))))
    (if (i32.gt_s (local.get $run) (local.get $best)) (then (local.set $best (local.get $run))))
    (br_if $ways (i32.lt_u (local.tee $way (i32.add (local.get $way) (i32.const 1))) (i32.const 4))))
  (i64.extend_i32_u (local.get $best)))

(func $run_of (param $marks i32) (param $here i32) (param $first i32) (param $columns i32) (param $rows i32)
  (param $across i32) (param $down i32) (result i32)
  (local $column i32) (local $row i32) (local $run i32)
  (local.set $column (i32.rem_u (local.get $here) (local.get $columns)))
  (local.set $row (i32.div_u (i32.sub (local.get $here) (local.get $first)) (local.get $columns)))
  (block $end (loop $next
    (local.set $column (i32.add (local.get $column) (local.get $across)))
    (local.set $row (i32.add (local.get $row) (local.get $down)))
    (br_if $end (i32.ge_u (local.get $column) (local.get $columns)))
    (br_if $end (i32.ge_u (local.get $row) (local.get $rows)))
    (br_if $end (i32.eqz (i32.load8_u (i32.add (local.get $marks) (i32.add (local.get $first)
      (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column)))))))
    (local.set $run (i32.add (local.get $run) (i32.const 1)))
    (br $next)))
  (local.get $run))

;; ---- random numbers

(func $scattered (param $x i64) (result i64)
  (local.set $x (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $x (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 31))))

(func $seeded (param $seed i64) (result i64)
  (call $scattered (i64.mul (i64.add (local.get $seed) (i64.const 1)) (i64.const 0xD1B54A32D192ED03))))

(func $below (param $place i32) (param $n i64) (result i64)
  ;; Draw from the generator at a place: without bias, so the last numbers are drawn again.
  (local $x i64) (local $rest i64)
  (loop $again
    (i64.store (local.get $place) (i64.add (i64.load (local.get $place)) (i64.const 0x9E3779B97F4A7C15)))
    (local.set $x (call $scattered (i64.load (local.get $place))))
    (if (i64.gt_u (local.get $x) (i64.sub (i64.const -1) (local.get $n))) (then
      (local.set $rest (i64.rem_u (i64.add (i64.rem_u (i64.const -1) (local.get $n)) (i64.const 1)) (local.get $n)))
      (if (i64.ne (local.get $rest) (i64.const 0)) (then
        (br_if $again (i64.ge_u (local.get $x) (i64.sub (i64.const 0) (local.get $rest)))))))))
  (i64.rem_u (local.get $x) (local.get $n)))

(func $random_below (param $s i32) (param $n i64) (result i64)
  (call $below (i32.add (local.get $s) (global.get $RANDOM)) (local.get $n)))

(func $random_order (param $s i32) (param $first i32) (param $count i32)
  ;; Shuffle so many words from an address on.
  (local $i i32) (local $j i32) (local $held i32)
  (block $done (loop $next
    (br_if $done (i32.le_s (local.get $count) (i32.const 1)))
    (local.set $i (i32.add (local.get $first) (i32.shl (i32.sub (local.get $count) (i32.const 1)) (i32.const 2))))
    (local.set $j (i32.add (local.get $first) (i32.shl
      (i32.wrap_i64 (call $random_below (local.get $s) (i64.extend_i32_u (local.get $count)))) (i32.const 2))))
    (local.set $held (i32.load (local.get $i)))
    (i32.store (local.get $i) (i32.load (local.get $j)))
    (i32.store (local.get $j) (local.get $held))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br $next))))

;; ---- the stack

(func $wiped (param $at i32) (param $count i32)
  ;; So many words are 0: few, so that a loop is sooner done than a call to outside.
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $count)))
    (i32.store (local.get $at) (i32.const 0))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br $next))))

(func $enter (param $s i32) (param $back i32) (param $me i64) (param $this i64) (param $size i32) (result i32)
  ;; Put a frame on the stack; gives where it begins, 0 when the stack is too deep.
  (local $length i32) (local $at i32)
  (local.set $length (i32.load (local.get $s)))
  (if (i32.gt_s (local.get $length) (global.get $MOST_CELLS)) (then (return (i32.const 0))))
  (local.set $at (i32.add (i32.add (local.get $s) (i32.const 8)) (i32.shl (local.get $length) (i32.const 2))))
  (i32.store (local.get $at) (i32.load offset=8 (local.get $s)))
  (i32.store offset=4 (local.get $at) (local.get $back))
  (i64.store32 offset=8 (local.get $at) (local.get $me))
  (i64.store32 offset=12 (local.get $at) (local.get $this))
  (i32.store offset=8 (local.get $s) (local.get $length))
  (i32.store (local.get $s) (i32.add (i32.add (local.get $length) (i32.const 4)) (local.get $size)))
  (call $wiped (i32.add (local.get $at) (i32.const 16)) (local.get $size))
  (local.get $at))

(func $cell (param $s i32) (param $at i32) (result i32)
  (i32.load offset=8 (i32.add (local.get $s) (i32.shl (local.get $at) (i32.const 2)))))

(func $leave (param $s i32) (result i32)
  ;; Leave a routine: where its caller goes on, or that what was tried is done.
  (local $f i32)
  (local.set $f (i32.load offset=8 (local.get $s)))
  (if (global.get $trying) (then
    (if (i32.ge_s (global.get $base) (local.get $f)) (then (return (i32.const -4))))))
  (i32.store offset=8 (local.get $s) (call $cell (local.get $s) (local.get $f)))
  (i32.store (local.get $s) (local.get $f))
  (call $cell (local.get $s) (i32.add (local.get $f) (i32.const 1))))

(func $leave_early (param $s i32) (result i32)
  ;; The same out of options that are under way in it.
  (local $f i32)
  (local.set $f (i32.load offset=8 (local.get $s)))
  (if (i32.gt_s (i32.load offset=16 (local.get $s)) (local.get $f)) (then
    (loop $close
      (i32.store offset=16 (local.get $s) (call $cell (local.get $s) (i32.load offset=16 (local.get $s))))
      (br_if $close (i32.gt_s (i32.load offset=16 (local.get $s)) (local.get $f))))
    (if (call $complete (local.get $s)) (then (return (i32.const -4))))))
  (call $leave (local.get $s)))

(func $complete (param $s i32) (result i32)
  ;; Whether the option that is tried is complete.
  (if (i32.eqz (global.get $trying)) (then (return (i32.const 0))))
  (i32.and (i32.ge_s (global.get $floor) (i32.load offset=16 (local.get $s))) (i32.lt_s (global.get $base) (i32.const 0))))

(func $walk (param $s i32) (param $set i64)
  ;; Put the elements of a set onto the stack, the first one on top.
  (local $at i32) (local $to i32) (local $first i32) (local $length i32)
  (local.set $length (i32.add (i32.load (local.get $s)) (i32.wrap_i64 (local.get $set))))
  (if (i32.gt_s (local.get $length) (global.get $MOST_ROOM)) (then (throw $stop (global.get $PUNT))))
  (local.set $to (i32.add (i32.add (local.get $s) (i32.const 8)) (i32.shl (i32.load (local.get $s)) (i32.const 2))))
  (local.set $first (call $first_of (local.get $set)))
  (local.set $at (call $end_of (local.get $set)))
  (block $done (loop $next
    (br_if $done (i32.le_u (local.get $at) (local.get $first)))
    (local.set $at (i32.sub (local.get $at) (i32.const 4)))
    (i32.store (local.get $to) (i32.load (local.get $at)))
    (local.set $to (i32.add (local.get $to) (i32.const 4)))
    (br $next)))
  (i32.store (local.get $s) (local.get $length)))

(func $walk_freely (param $s i32) (param $set i64) (result i64)
  ;; Put the elements of a set onto the stack in their order, the first one twice; gives that one.
  (local $to i32) (local $count i32)
  (local.set $count (i32.wrap_i64 (local.get $set)))
  (if (i32.eqz (local.get $count)) (then (return (i64.const 0))))
  (if (i32.gt_s (i32.add (i32.load (local.get $s)) (i32.add (local.get $count) (i32.const 1))) (global.get $MOST_ROOM))
    (then (throw $stop (global.get $PUNT))))
  (local.set $to (i32.add (i32.add (local.get $s) (i32.const 8)) (i32.shl (i32.load (local.get $s)) (i32.const 2))))
  (i32.store (local.get $to) (i32.load (call $first_of (local.get $set))))
  (memory.copy (i32.add (local.get $to) (i32.const 4)) (call $first_of (local.get $set)) (i32.shl (local.get $count) (i32.const 2)))
  (i32.store (local.get $s) (i32.add (i32.load (local.get $s)) (i32.add (local.get $count) (i32.const 1))))
  (i64.load32_s (local.get $to)))

(func $take_out (param $s i32) (param $element i32) (param $left i32)
  ;; Take an element out of those on top of the stack.
  (local $at i32) (local $end i32)
  (local.set $end (i32.add (i32.add (local.get $s) (i32.const 8)) (i32.shl (i32.load (local.get $s)) (i32.const 2))))
  (local.set $at (i32.sub (local.get $end) (i32.shl (local.get $left) (i32.const 2))))
  (block $found (loop $next
    (br_if $found (i32.eq (i32.load (local.get $at)) (local.get $element)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (memory.copy (local.get $at) (i32.add (local.get $at) (i32.const 4)) (i32.sub (i32.sub (local.get $end) (local.get $at)) (i32.const 4)))
  (i32.store (local.get $s) (i32.sub (i32.load (local.get $s)) (i32.const 1))))

(func $size_at (param $pc i32) (result i32)
  ;; How many locals the routine at a place has.
  (i32.load offset=4 (call $place (local.get $pc))))

(func $place (param $pc i32) (result i32)
  ;; About a place: its routine, the locals of that, its choice or -1, whether something can fail from there on, the steps
  ;; of its values.
  (i32.add (global.get $PLACES) (i32.mul (local.get $pc) (i32.const 20))))

;; ---- running

(func $advance (param $s i32) (param $pc i32) (result i32)
  ;; From routine to routine until somebody must choose or it is over. A routine that calls another goes there by itself,
  ;; and whoever leaves one comes back here. The word at 16 is written from outside: enough.
  (loop $next
    (if (i32.load (i32.const 16)) (then (unreachable)))
    (local.set $pc (call $go (local.get $s) (local.get $pc)))
    (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (throw $stop (global.get $STEPS))))
    (br_if $next (i32.ge_s (local.get $pc) (i32.const 0))))
  (local.get $pc))

(func $run (param $s i32) (result i32)
  ;; Run on until somebody must choose: 1, and what is due lies in $ask, $seat, $values and $count; or 0 at the end.
  (local $signal i32)
  (global.set $fuel (global.get $FUEL))
  (global.set $trials (global.get $TRIALS_FUEL))
  (loop $on
    (local.set $signal (call $advance (local.get $s) (i32.load offset=12 (local.get $s))))
    (if (i32.eq (local.get $signal) (i32.const -1)) (then
      (if (call $offer (local.get $s)) (then (return (i32.const 1))))
      (br $on))))
  (call $finish (local.get $s) (local.get $signal))
  (i32.const 0))

(func $finish (param $s i32) (param $signal i32)
  (if (i32.or (i32.eq (local.get $signal) (i32.const -2)) (i32.eq (local.get $signal) (i32.const -5))) (then
    (throw $stop (global.get $FAILED))))
  (i32.store offset=28 (local.get $s) (i32.const 2)))

(func $copied (param $s i32) (result i32)
  ;; A copy of a state, on the heap.
  (local $copy i32)
  (local.set $copy (i32.and (i32.add (global.get $top) (i32.const 15)) (i32.const -16)))
  (global.set $top (i32.add (local.get $copy) (global.get $ROOM)))
  (call $grown (i32.add (global.get $top) (global.get $SLACK)))
  (memory.copy (local.get $copy) (local.get $s) (i32.add (i32.const 8) (i32.shl (i32.load (local.get $s)) (i32.const 2))))
  (local.get $copy))

;; ---- choices, which are printed (`offer`): `store, after, only, targets, decline, empty, flags, own, must (8 bytes), hidden kind, kept in order`

(func $about_ask (param $ask i32) (result i32)
  (i32.add (global.get $ASKS) (i32.shl (local.get $ask) (i32.const 6))))

(func $ask_at (param $s i32) (result i32)
  (i32.load offset=8 (call $place (i32.load offset=12 (local.get $s)))))

(func $apply (param $s i32) (param $ask i32) (param $value i32)
  (local $about i32) (local $length i32) (local $at i32)
  (local.set $about (call $about_ask (local.get $ask)))
  (if (i32.eq (local.get $value) (global.get $DECLINE)) (then
    (i32.store offset=12 (local.get $s) (i32.load offset=16 (local.get $about)))
    (return)))
  (if (i32.ge_s (i32.load (local.get $about)) (i32.const 0)) (then
    (i32.store offset=24 (i32.add (local.get $s)
      (i32.shl (i32.add (i32.load offset=8 (local.get $s)) (i32.load (local.get $about))) (i32.const 2)))
      (local.get $value))))
  (if (i32.ge_s (i32.load offset=4 (local.get $about)) (i32.const 0)) (then
    (local.set $length (i32.load (local.get $s)))
    (if (i32.gt_s (local.get $length) (global.get $MOST_ROOM)) (then (throw $stop (global.get $PUNT))))
    (local.set $at (i32.add (local.get $s) (i32.shl (local.get $length) (i32.const 2))))
    (i32.store offset=8 (local.get $at) (i32.load offset=16 (local.get $s)))
    (i32.store offset=12 (local.get $at) (i32.load offset=4 (local.get $about)))
    (i32.store offset=16 (local.get $s) (local.get $length))
    (i32.store (local.get $s) (i32.add (local.get $length) (i32.const 2)))))
  (i32.store offset=12 (local.get $s)
    (if (result i32) (i32.ge_s (i32.load offset=8 (local.get $about)) (i32.const 0))
      (then (i32.load offset=8 (local.get $about)))
      (else (i32.load (i32.add (i32.load offset=12 (local.get $about)) (i32.shl (local.get $value) (i32.const 2))))))))

(func $declinable (param $s i32) (param $ask i32) (param $values i32) (param $end i32) (result i32)
  (local $about i32) (local $flags i32)
  (local.set $about (call $about_ask (local.get $ask)))
  (local.set $flags (i32.load offset=24 (local.get $about)))
  (if (i32.lt_s (i32.load offset=16 (local.get $about)) (i32.const 0)) (then (return (i32.const 0))))
  (if (i32.and (local.get $flags) (i32.const 4)) (then
    (block $none (loop $next
      (br_if $none (i32.ge_u (local.get $values) (local.get $end)))
      (if (i32.wrap_i64 (i64.and (i64.const 1) (i64.shr_u (i64.load offset=32 (local.get $about))
            (i64.load32_u (local.get $values))))) (then (return (i32.const 0))))
      (local.set $values (i32.add (local.get $values) (i32.const 4)))
      (br $next)))))
  (if (i32.and (local.get $flags) (i32.const 8)) (then
    (return (call_indirect $may_decline (type $asked) (local.get $s) (local.get $ask)))))
  (i32.const 1))

(func $must_have (param $s i32) (param $ask i32) (result i32)
  (if (i32.and (i32.load offset=24 (call $about_ask (local.get $ask))) (i32.const 16)) (then
    (return (call_indirect $failing (type $asked) (local.get $s) (local.get $ask)))))
  (i32.const 0))

(func $candidates (param $s i32) (param $ask i32) (result i64)
  (call_indirect $candidates (type $set) (local.get $s) (local.get $ask)))

(func $way_of_none (param $s i32) (param $ask i32) (param $declines i32) (result i32)
  ;; Where a choice leads that has nothing to offer.
  (local $about i32)
  (local.set $about (call $about_ask (local.get $ask)))
  (if (local.get $declines) (then (return (i32.load offset=16 (local.get $about)))))
  (if (i32.or (i32.lt_s (i32.load offset=20 (local.get $about)) (i32.const 0)) (call $must_have (local.get $s) (local.get $ask)))
    (then (throw $stop (global.get $FAILED))))
  (i32.load offset=20 (local.get $about)))

(func $at_random (param $s i32) (param $ask i32)
  ;; Let chance choose, among all there are.
  (local $set i64)
  (local.set $set (call $candidates (local.get $s) (local.get $ask)))
  (if (i32.eqz (i32.wrap_i64 (local.get $set))) (then
    (i32.store offset=12 (local.get $s) (call $way_of_none (local.get $s) (local.get $ask) (i32.const 0)))
    (return)))
  (call $apply (local.get $s) (local.get $ask) (i32.load (i32.add (call $first_of (local.get $set)) (i32.shl (i32.wrap_i64
    (call $random_below (local.get $s) (i64.extend_i32_u (i32.wrap_i64 (local.get $set))))) (i32.const 2))))))

(func $reach_of_risk (param $s i32) (param $own i32) (result i32)
  ;; How far beyond this choice something can still fail: not at all 0, in this routine 1, or in what called it 2.
  (local $f i32) (local $scope i32) (local $after i32)
  (local.set $f (i32.load offset=8 (local.get $s)))
  (local.set $scope (i32.load offset=16 (local.get $s)))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $scope)))
    (if (i32.gt_s (local.get $scope) (local.get $f))
      (then
        (local.set $after (call $cell (local.get $s) (i32.add (local.get $scope) (i32.const 1))))
        (local.set $scope (call $cell (local.get $s) (local.get $scope)))
        (if (local.get $scope) (then
          (if (call $is_risky (local.get $s) (local.get $after) (local.get $f)) (then (return (i32.const 2)))))))
      (else
        (local.set $after (call $cell (local.get $s) (i32.add (local.get $f) (i32.const 1))))
        (local.set $f (call $cell (local.get $s) (local.get $f)))
        (if (i32.ge_s (local.get $after) (i32.const 0)) (then
          (if (call $is_risky (local.get $s) (local.get $after) (local.get $f)) (then (return (i32.const 2))))))))
    (br $next)))
  (local.get $own))

(func $is_risky (param $s i32) (param $place i32) (param $f i32) (result i32)
  ;; Whether what comes behind a place may fail, for all that is known; $f is a frame of its routine.
  (local $risk i32) (local $top i32) (local $told i32)
  (local.set $risk (i32.load offset=12 (call $place (local.get $place))))
  (if (i32.lt_u (local.get $risk) (i32.const 2)) (then (return (local.get $risk))))
  (local.set $top (global.get $top))
  (block $untold
    (try_table (catch $untold $untold)
      (local.set $told (call_indirect $afterwards (type $proof) (local.get $s)
        (i32.add (local.get $s) (i32.add (i32.const 8) (i32.shl (local.get $f) (i32.const 2)))) (i32.sub (local.get $risk) (i32.const 2))))))
  (global.set $top (local.get $top))
  (i32.eqz (local.get $told)))

(func $one_by_one (param $s i32) (param $ask i32) (param $reach i32) (result i64)
  ;; The candidates with which the option under way can be completed.
  (local $set i64) (local $at i32) (local $end i32) (local $to i32)
  (local.set $set (call $candidates (local.get $s) (local.get $ask)))
  (local.set $at (call $first_of (local.get $set)))
  (local.set $to (local.get $at))
  (local.set $end (call $end_of (local.get $set)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (call $can (local.get $s) (local.get $ask) (i32.load (local.get $at)) (local.get $reach)) (then
      (i32.store (local.get $to) (i32.load (local.get $at)))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (global.set $top (local.get $to))
  (call $packed (call $first_of (local.get $set))))

(func $can (param $s i32) (param $ask i32) (param $value i32) (param $reach i32) (result i32)
  ;; Whether the option under way can be completed with this value: proved if possible, else tried.
  (local $proved i32) (local $top i32)
  (if (i32.ne (local.get $reach) (i32.const 2)) (then
    (local.set $top (global.get $top))
    (block $untold
      (try_table (catch $untold $untold)
        (local.set $proved (call_indirect $proofs (type $proof) (local.get $s) (local.get $value) (local.get $ask))))
      (if (i32.le_u (local.get $proved) (i32.const 1)) (then (return (local.get $proved)))))
    (global.set $top (local.get $top))))
  (call $tried (local.get $s) (local.get $ask) (local.get $value) (local.get $reach)))

(func $tried (param $s i32) (param $ask i32) (param $value i32) (param $reach i32) (result i32)
  ;; Try on a copy: to the end of the option itself, of the outermost one, or of the routine where there is none.
  (if (i32.eqz (local.get $reach)) (then
    (return (call $trial (local.get $s) (local.get $ask) (local.get $value) (i32.load offset=16 (local.get $s)) (i32.const -1)))))
  (call $trial (local.get $s) (local.get $ask) (local.get $value) (i32.const 0)
    (if (result i32) (i32.load offset=16 (local.get $s))
      (then (i32.const -1)) (else (i32.load offset=8 (local.get $s))))))

(func $trial (param $s i32) (param $ask i32) (param $value i32) (param $floor i32) (param $base i32) (result i32)
  (local $fuel i32) (local $given i32) (local $top i32) (local $found i32) (local $problem i32) (local $copy i32)
  (local.set $top (global.get $top))
  (local.set $fuel (global.get $fuel))
  (local.set $given (global.get $trials))
  (if (i32.gt_s (local.get $given) (global.get $TRIAL_FUEL)) (then (local.set $given (global.get $TRIAL_FUEL))))
  (global.set $fuel (local.get $given))
  (global.set $floor (local.get $floor))
  (global.set $base (local.get $base))
  (global.set $trying (i32.const 1))
  (local.set $problem (i32.const -1))
  ;; first the way of the first values, straight on in one copy: mostly it can be gone; only if it cannot, and if there
  ;; was a choice on it, way by way
  (global.set $straight (i32.const 1))
  (global.set $turnings (i32.const 0))
  (block $over
    (block $stopped (result i32)
      (try_table (catch $stop $stopped)
        (loop $again
          (local.set $copy (call $copied (local.get $s)))
          (call $apply (local.get $copy) (local.get $ask) (local.get $value))
          (local.set $found (call $completes (local.get $copy) (i32.const 0)))
          (if (i32.and (i32.eqz (local.get $found)) (i32.and (global.get $straight) (global.get $turnings))) (then
            (global.set $straight (i32.const 0))
            (global.set $top (local.get $top))
            (global.set $fuel (local.get $given))
            (br $again)))))
      (br $over))
    (local.set $problem))
  (global.set $trials (i32.sub (global.get $trials)
    (i32.add (i32.add (i32.const 1) (i32.div_u (i32.load (local.get $s)) (i32.const 10000)))
      (i32.sub (local.get $given)
        (select (global.get $fuel) (i32.const 0) (i32.gt_s (global.get $fuel) (i32.const 0)))))))
  (global.set $trying (i32.const 0))
  (global.set $fuel (local.get $fuel))
  (global.set $top (local.get $top))
  (if (i32.eq (local.get $problem) (global.get $PUNT)) (then (throw $stop (global.get $PUNT))))
  (if (i32.and (i32.eq (local.get $problem) (global.get $STEPS)) (i32.lt_s (local.get $given) (global.get $TRIAL_FUEL))) (then
    (throw $stop (global.get $TRIALS))))
  (local.get $found))

(func $completes (param $s i32) (param $depth i32) (result i32)
  ;; Depth first: run to the next choice and try its values, the shortest way out first.
  (local $signal i32) (local $ask i32) (local $about i32) (local $set i64) (local $at i32) (local $end i32)
  (local $declines i32) (local $last i32) (local $top i32)
  (if (i32.gt_s (local.get $depth) (global.get $TRIAL_CHOICES)) (then (return (i32.const 0))))
  (block $over
    (block $stopped (result i32)
      (try_table (catch $stop $stopped)
        (local.set $signal (call $advance (local.get $s) (i32.load offset=12 (local.get $s))))
        (if (i32.ne (local.get $signal) (i32.const -1)) (then
          (return (i32.and (i32.ne (local.get $signal) (i32.const -2)) (i32.ne (local.get $signal) (i32.const -5))))))
        (local.set $top (global.get $top))
        (local.set $ask (call $ask_at (local.get $s)))
        (local.set $about (call $about_ask (local.get $ask)))
        (local.set $set (call $candidates (local.get $s) (local.get $ask))))
      (br $over))
    ;; this way cannot be gone, another one may; what goes beyond a limit, or is left to Python, ends the trial
    (local.set $signal)
    (if (i32.or (i32.eq (local.get $signal) (global.get $NOTHING)) (i32.eq (local.get $signal) (global.get $NUMBERS))) (then
      (return (i32.const 0))))
    (throw $stop (local.get $signal)))
  (if (i32.and (i32.load offset=24 (local.get $about)) (i32.const 1)) (then
    (if (i32.wrap_i64 (local.get $set)) (then (return (i32.const 1))))
    (return (i32.and (i32.ge_s (i32.load offset=20 (local.get $about)) (i32.const 0))
      (i32.eqz (call $must_have (local.get $s) (local.get $ask)))))))
  (local.set $at (call $first_of (local.get $set)))
  (local.set $end (call $end_of (local.get $set)))
  (if (call $declinable (local.get $s) (local.get $ask) (local.get $at) (local.get $end))
    (then
      (local.set $declines (i32.const 1))
      (if (call $completes_with (local.get $s) (local.get $ask) (global.get $DECLINE) (i32.add (local.get $depth) (i32.const 1)))
        (then (return (i32.const 1))))
      (if (global.get $straight) (then (return (i32.const 0)))))
    (else
      ;; a duty that cannot be completed does not bind
      (local.set $last (i32.and
        (i32.and (i32.ne (i32.and (i32.load offset=24 (local.get $about)) (i32.const 4)) (i32.const 0))
                 (i32.ge_s (i32.load offset=16 (local.get $about)) (i32.const 0)))
        (i32.ne (i32.wrap_i64 (local.get $set)) (i32.const 0))))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (if (call $completes_with (local.get $s) (local.get $ask) (i32.load (local.get $at)) (i32.add (local.get $depth) (i32.const 1)))
      (then (return (i32.const 1))))
    (if (global.get $straight) (then (return (i32.const 0))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (if (local.get $last) (then
    (return (call $completes_with (local.get $s) (local.get $ask) (global.get $DECLINE) (i32.add (local.get $depth) (i32.const 1))))))
  (if (i32.or (local.get $declines) (i32.lt_s (i32.load offset=20 (local.get $about)) (i32.const 0))) (then
    (return (i32.const 0))))
  (if (call $must_have (local.get $s) (local.get $ask)) (then (return (i32.const 0))))
  ;; values that cannot be completed are not offered: nothing to choose
  (i32.store offset=12 (local.get $s) (i32.load offset=20 (local.get $about)))
  (global.set $top (local.get $top))
  (call $completes (local.get $s) (i32.add (local.get $depth) (i32.const 1))))

(func $completes_with (param $s i32) (param $ask i32) (param $value i32) (param $depth i32) (result i32)
  (local $copy i32) (local $top i32) (local $found i32)
  (global.set $fuel (i32.sub (global.get $fuel) (i32.add (call $values_ahead (local.get $s))
    (i32.add (i32.const 1) (i32.div_u (i32.load (local.get $s)) (i32.const 10000))))))
  (if (global.get $straight) (then
    (global.set $turnings (i32.const 1))
    (call $apply (local.get $s) (local.get $ask) (local.get $value))
    (return (call $completes (local.get $s) (local.get $depth)))))
  (local.set $top (global.get $top))
  (local.set $copy (call $copied (local.get $s)))
  (call $apply (local.get $copy) (local.get $ask) (local.get $value))
  (local.set $found (call $completes (local.get $copy) (local.get $depth)))
  (global.set $top (local.get $top))
  (local.get $found))

(func $values_ahead (param $s i32) (result i32)
  ;; The steps for the values of the routines under way: what is left of them is run again for each way tried.
  (local $ahead i32) (local $pc i32) (local $f i32)
  (local.set $pc (i32.load offset=12 (local.get $s)))
  (local.set $f (i32.load offset=8 (local.get $s)))
  (block $done (loop $next
    (br_if $done (i32.lt_s (local.get $pc) (i32.const 0)))
    (local.set $ahead (i32.add (local.get $ahead) (i32.load offset=16 (call $place (local.get $pc)))))
    (local.set $pc (call $cell (local.get $s) (i32.add (local.get $f) (i32.const 1))))
    (local.set $f (call $cell (local.get $s) (local.get $f)))
    (br $next)))
  (local.get $ahead))

;; ---- what the one who decides sees of what is on offer

(func $hidden (param $s i32) (param $k i32) (param $piece i32) (result i32)
  ;; Whether the seat that decides does not know a piece.
  (local $zone i32)
  (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return (i32.const 0))))
  (if (i32.and (i32.const 1) (i32.shr_u (i32.load (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece)))
        (global.get $seat))) (then (return (i32.const 0))))
  (local.set $zone (i32.load (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece))))
  (if (i32.eqz (local.get $zone)) (then (return (i32.const 0))))
  (i32.ne (i32.load offset=8 (call $about (local.get $zone))) (i32.const 0)))

(func $lies_at (param $s i32) (param $k i32) (param $piece i32) (result i32)
  ;; The address of a piece in its zone.
  (local $at i32)
  (local.set $at (i32.sub (call $pieces_at (local.get $s) (local.get $k) (call $zone_at (local.get $s)
    (i32.load (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece))))) (i32.const 4)))
  (loop $next
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $next (i32.ne (i32.load (local.get $at)) (local.get $piece))))
  (local.get $at))

(func $in_sight (param $s i32) (param $k i32)
  ;; Put hidden pieces on offer behind the others, in the order they lie in: their numbers would tell them.
  (local $at i32) (local $end i32) (local $known i32) (local $hidden i32) (local $value i32) (local $to i32) (local $from i32)
  (local.set $at (global.get $values))
  (local.set $end (i32.add (local.get $at) (i32.shl (global.get $offered) (i32.const 2))))
  (local.set $known (local.get $at))
  (local.set $hidden (global.get $top))
  (block $sorted (loop $next
    (br_if $sorted (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $value (i32.load (local.get $at)))
    (if (call $hidden (local.get $s) (local.get $k) (local.get $value))
      (then
        ;; insert by where it lies
        (local.set $to (global.get $top))
        (block $place (loop $shift
          (br_if $place (i32.le_u (local.get $to) (local.get $hidden)))
          (br_if $place (i32.lt_u
            (call $lies_at (local.get $s) (local.get $k) (i32.load (i32.sub (local.get $to) (i32.const 4))))
            (call $lies_at (local.get $s) (local.get $k) (local.get $value))))
          (i32.store (local.get $to) (i32.load (i32.sub (local.get $to) (i32.const 4))))
          (local.set $to (i32.sub (local.get $to) (i32.const 4)))
          (br $shift)))
        (i32.store (local.get $to) (local.get $value))
        (global.set $top (i32.add (global.get $top) (i32.const 4))))
      (else
        (i32.store (local.get $known) (local.get $value))
        (local.set $known (i32.add (local.get $known) (i32.const 4)))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (if (i32.eq (local.get $hidden) (global.get $top)) (then (return)))
  (if (i32.gt_u (local.get $known) (global.get $values)) (then
    (if (i32.eq (i32.load (i32.sub (local.get $known) (i32.const 4))) (global.get $DECLINE)) (then
      ;; declining stays the last
      (local.set $known (i32.sub (local.get $known) (i32.const 4)))
      (call $push (i64.extend_i32_s (global.get $DECLINE)))))))
  (memory.copy (local.get $known) (local.get $hidden) (i32.sub (global.get $top) (local.get $hidden)))
  (global.set $top (local.get $end)))
