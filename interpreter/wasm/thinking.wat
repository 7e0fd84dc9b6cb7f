;; A player who looks ahead: `GreedyBot` and `imagine.py` again.
;;
;; What a seat does not know is drawn anew in a copy of the state; in it every option is tried, and further choices of the
;; same seat, until its action ends. The best steps are a plan. A step of a plan is: choice, how many values, the one to
;; take, and the values as the seat sees them (those it does not know all look alike). The steps found at each level lie at
;; $PATHS, the plan of each seat at $PLANS; how many there are at 1024 and 1088, how far a plan was followed at 1152.
;; The dice of a plan lie at 64.

;; ---- what a seat does not know, drawn anew
;;
;; About a kind that may be hidden: its table, how many pieces, where its zones are listed and how many, whether scripts pick
;; from among all, marks of backs (0: none) and how many different, owners (0: none), rows of cells that belong to a piece and
;; how many; then, for the state at hand: which piece takes the place of which, whether any does, the places and how many.

(func $is_known (param $s i32) (param $k i32) (param $piece i32) (param $seat i32) (result i32)
  (i32.and (i32.const 1) (i32.shr_u
    (i32.load (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece))) (local.get $seat))))

(func $word (param $at i32) (param $number i32) (result i32)
  (i32.load (i32.add (local.get $at) (i32.shl (local.get $number) (i32.const 2)))))

(func $put_word (param $at i32) (param $number i32) (param $value i32)
  (i32.store (i32.add (local.get $at) (i32.shl (local.get $number) (i32.const 2))) (local.get $value)))

(func $comes_before (param $s i32) (param $about i32) (param $one i32) (param $other i32) (result i32)
  ;; Whether what has happened to a piece puts it before another one.
  (local $row i32) (local $end i32) (local $width i32) (local $a i32) (local $b i32) (local $i i32)
  (local.set $row (i32.load offset=36 (local.get $about)))
  (local.set $end (i32.add (local.get $row) (i32.shl (i32.load offset=40 (local.get $about)) (i32.const 3))))
  (block $alike (loop $rows
    (br_if $alike (i32.ge_u (local.get $row) (local.get $end)))
    (local.set $width (i32.load offset=4 (local.get $row)))
    (local.set $a (i32.add (local.get $s) (i32.add (i32.load (local.get $row)) (i32.shl (i32.mul (local.get $one) (local.get $width)) (i32.const 2)))))
    (local.set $b (i32.add (local.get $s) (i32.add (i32.load (local.get $row)) (i32.shl (i32.mul (local.get $other) (local.get $width)) (i32.const 2)))))
    (local.set $i (i32.const 0))
    (loop $cells
      (if (i32.ne (call $word (local.get $a) (local.get $i)) (call $word (local.get $b) (local.get $i))) (then
        (return (i32.lt_s (call $word (local.get $a) (local.get $i)) (call $word (local.get $b) (local.get $i))))))
      (br_if $cells (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $width))))
    (local.set $row (i32.add (local.get $row) (i32.const 8)))
    (br $rows)))
  (i32.const 0))

(func $first_cell (param $s i32) (param $k i32) (param $zone i32) (result i32)
  ;; The number of the cell in which the first piece of a zone lies, or would lie.
  (if (result i32) (call $last_sharing (local.get $k))
    (then (call $cell (local.get $s) (i32.add (local.get $zone) (i32.const 1))))
    (else (i32.add (local.get $zone) (i32.const 1)))))

(func $find_places (param $s i32) (param $seat i32) (param $about i32)
  ;; Where the pieces lie that a seat does not know: pairs of a cell and its zone; aside, of the piece itself and 0.
  (local $k i32) (local $zone i32) (local $number i32) (local $at i32) (local $end i32) (local $first i32) (local $piece i32)
  (local $known i32) (local $to i32)
  (local.set $k (i32.load (local.get $about)))
  (local.set $first (global.get $top))
  (block $zones (loop $next_zone
    (br_if $zones (i32.ge_u (local.get $number) (i32.load offset=12 (local.get $about))))
    (local.set $zone (call $word (i32.load offset=8 (local.get $about)) (local.get $number)))
    (local.set $at (call $first_cell (local.get $s) (local.get $k) (local.get $zone)))
    (local.set $end (i32.add (local.get $at) (call $cell (local.get $s) (local.get $zone))))
    (block $cells (loop $next
      (br_if $cells (i32.ge_u (local.get $at) (local.get $end)))
      (if (i32.eqz (call $is_known (local.get $s) (local.get $k) (call $cell (local.get $s) (local.get $at)) (local.get $seat))) (then
        (call $push (i64.extend_i32_u (local.get $at)))
        (call $push (i64.extend_i32_u (local.get $zone)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
    (local.set $number (i32.add (local.get $number) (i32.const 1)))
    (br $next_zone)))
  (local.set $at (global.get $top))
  (block $aside (loop $next
    (br_if $aside (i32.ge_u (local.get $piece) (i32.load offset=4 (local.get $about))))
    (local.set $known (i32.load (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece))))
    (if (i32.and (i32.eqz (i32.load (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece))))
                 (i32.and (i32.eqz (i32.and (i32.const 1) (i32.shr_u (local.get $known) (local.get $seat))))
                          (i32.or (i32.load offset=16 (local.get $about))
                                  (i32.ne (i32.and (local.get $known) (global.get $PUT_AWAY)) (i32.const 0))))) (then
      ;; told apart by nothing but what has happened to them
      (local.set $to (global.get $top))
      (block $there (loop $shift
        (br_if $there (i32.le_u (local.get $to) (local.get $at)))
        (br_if $there (i32.eqz (call $comes_before (local.get $s) (local.get $about) (local.get $piece)
          (i32.load (i32.sub (local.get $to) (i32.const 8))))))
        (i64.store (local.get $to) (i64.load (i32.sub (local.get $to) (i32.const 8))))
        (local.set $to (i32.sub (local.get $to) (i32.const 8)))
        (br $shift)))
      (i32.store (local.get $to) (local.get $piece))
      (i32.store offset=4 (local.get $to) (i32.const 0))
      (global.set $top (i32.add (global.get $top) (i32.const 8)))))
    (local.set $piece (i32.add (local.get $piece) (i32.const 1)))
    (br $next)))
  (i32.store offset=52 (local.get $about) (local.get $first))
  (i32.store offset=56 (local.get $about) (i32.shr_u (i32.sub (global.get $top) (local.get $first)) (i32.const 3)))
  (i32.store offset=48 (local.get $about) (i32.ne (global.get $top) (local.get $first))))

(func $piece_at (param $s i32) (param $about i32) (param $number i32) (result i32)
  ;; The piece of a place.
  (local $place i32)
  (local.set $place (i32.add (i32.load offset=52 (local.get $about)) (i32.shl (local.get $number) (i32.const 3))))
  (if (i32.eqz (i32.load offset=4 (local.get $place))) (then (return (i32.load (local.get $place)))))
  (call $cell (local.get $s) (i32.load (local.get $place))))

(func $zone_of_place (param $about i32) (param $number i32) (result i32)
  (i32.load offset=4 (i32.add (i32.load offset=52 (local.get $about)) (i32.shl (local.get $number) (i32.const 3)))))

(func $taken (param $count i32) (result i32)
  ;; Room for so many words on the heap.
  (local $at i32)
  (local.set $at (global.get $top))
  (global.set $top (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
  (local.get $at))

(func $deal (param $s i32) (param $about i32)
  ;; Give each place one of the pieces, so that what shows of it stays; every way to do so is as likely.
  (local $count i32) (local $pieces i32) (local $shown i32) (local $i i32) (local $piece i32) (local $into i32)
  (local $any i32) (local $marks i32) (local $last i32) (local $at i32)
  (local.set $count (i32.load offset=56 (local.get $about)))
  (if (i32.eqz (local.get $count)) (then (return)))
  (local.set $into (i32.load offset=44 (local.get $about)))
  (memory.fill (local.get $into) (i32.const 255) (i32.shl (i32.load offset=4 (local.get $about)) (i32.const 2)))
  ;; the pieces in the order of their numbers
  (loop $note
    (call $put_word (local.get $into) (call $piece_at (local.get $s) (local.get $about) (local.get $i)) (i32.const 0))
    (br_if $note (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
  (local.set $pieces (global.get $top))
  (loop $collect
    (if (i32.eqz (call $word (local.get $into) (local.get $piece))) (then (call $push (i64.extend_i32_u (local.get $piece)))))
    (br_if $collect (i32.lt_u (local.tee $piece (i32.add (local.get $piece) (i32.const 1))) (i32.load offset=4 (local.get $about)))))
  (call $random_order (local.get $s) (local.get $pieces) (local.get $count))
  (local.set $shown (call $taken (local.get $count)))
  (local.set $any (call $what_shows (local.get $s) (local.get $about) (local.get $pieces) (local.get $shown)))
  (local.set $i (i32.const 0))
  (if (i32.eqz (local.get $any)) (then
    (loop $plain
      (call $put_word (local.get $into) (call $piece_at (local.get $s) (local.get $about) (local.get $i)) (call $word (local.get $pieces) (local.get $i)))
      (br_if $plain (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
    (return)))
  (local.set $marks (i32.load offset=20 (local.get $about)))
  (if (i32.eqz (local.get $marks)) (then (local.set $marks (i32.load offset=28 (local.get $about)))))
  ;; from the end of the heap of its mark; how far each heap was used
  (local.set $last (call $taken (i32.load offset=24 (local.get $about))))
  (loop $all
    (call $put_word (local.get $last) (local.get $i) (local.get $count))
    (br_if $all (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.load offset=24 (local.get $about)))))
  (local.set $i (i32.const 0))
  (loop $marked
    (if (i32.ge_s (call $word (local.get $shown) (local.get $i)) (i32.const 0)) (then
      (local.set $at (call $word (local.get $last) (call $word (local.get $shown) (local.get $i))))
      (loop $look
        (local.set $at (i32.sub (local.get $at) (i32.const 1)))
        (if (i32.lt_s (local.get $at) (i32.const 0)) (then (throw $stop (global.get $PUNT))))
        (local.set $piece (call $word (local.get $pieces) (local.get $at)))
        (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (br $look)))
        (br_if $look (i32.ne (call $word (local.get $marks) (local.get $piece)) (call $word (local.get $shown) (local.get $i)))))
      (call $put_word (local.get $last) (call $word (local.get $shown) (local.get $i)) (local.get $at))
      (call $put_word (local.get $into) (call $piece_at (local.get $s) (local.get $about) (local.get $i)) (local.get $piece))
      (call $put_word (local.get $pieces) (local.get $at) (i32.const -1))))
    (br_if $marked (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
  ;; the rest in their order
  (local.set $i (i32.const 0))
  (local.set $at (i32.const -1))
  (loop $rest
    (if (i32.lt_s (call $word (local.get $shown) (local.get $i)) (i32.const 0)) (then
      (loop $look
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $look (i32.lt_s (call $word (local.get $pieces) (local.get $at)) (i32.const 0))))
      (call $put_word (local.get $into) (call $piece_at (local.get $s) (local.get $about) (local.get $i)) (call $word (local.get $pieces) (local.get $at)))))
    (br_if $rest (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count)))))

(func $back_shows (param $s i32) (param $about i32) (param $number i32) (result i32)
  ;; Whether the back of the piece in a place can be seen.
  (local $zone i32) (local $backs i32)
  (local.set $zone (call $zone_of_place (local.get $about) (local.get $number)))
  (if (i32.eqz (local.get $zone)) (then (return (i32.const 0))))
  (local.set $backs (i32.load offset=24 (call $about (local.get $zone))))
  (if (i32.eq (local.get $backs) (i32.const 1)) (then
    (return (i32.eq
      (i32.load (i32.add (i32.load offset=52 (local.get $about)) (i32.shl (local.get $number) (i32.const 3))))
      (i32.sub (i32.add (call $first_cell (local.get $s) (i32.load (local.get $about)) (local.get $zone))
                        (call $cell (local.get $s) (local.get $zone))) (i32.const 1))))))
  (local.get $backs))

(func $what_shows (param $s i32) (param $about i32) (param $pieces i32) (param $shown i32) (result i32)
  ;; The mark that shows in each place, or -1: of its back, or whose piece it is; gives whether any does.
  (local $count i32) (local $i i32) (local $mark i32) (local $any i32) (local $owners i32) (local $own i32) (local $there i32)
  (local $zone i32)
  (local.set $count (i32.load offset=56 (local.get $about)))
  (if (i32.load offset=20 (local.get $about)) (then
    (loop $backs
      (local.set $mark (i32.const -1))
      (if (call $back_shows (local.get $s) (local.get $about) (local.get $i)) (then
        (local.set $mark (call $word (i32.load offset=20 (local.get $about)) (call $piece_at (local.get $s) (local.get $about) (local.get $i))))))
      (call $put_word (local.get $shown) (local.get $i) (local.get $mark))
      (local.set $any (i32.or (local.get $any) (i32.ge_s (local.get $mark) (i32.const 0))))
      (br_if $backs (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
    (return (local.get $any))))
  (local.set $owners (i32.load offset=28 (local.get $about)))
  (if (i32.eqz (local.get $owners)) (then (return (i32.const 0))))
  ;; one's own in one's own zones, if there are enough of them
  (local.set $own (call $taken (i32.const 64)))
  (local.set $there (call $taken (i32.const 64)))
  (memory.fill (local.get $own) (i32.const 0) (i32.const 512))
  (loop $counted
    (local.set $mark (call $word (local.get $owners) (call $word (local.get $pieces) (local.get $i))))
    (call $put_word (local.get $own) (local.get $mark) (i32.add (i32.const 1) (call $word (local.get $own) (local.get $mark))))
    (local.set $zone (call $zone_of_place (local.get $about) (local.get $i)))
    (local.set $mark (if (result i32) (local.get $zone)
      (then (i32.load offset=28 (call $about (local.get $zone)))) (else (i32.const -1))))
    (call $put_word (local.get $shown) (local.get $i) (local.get $mark))
    (if (i32.ge_s (local.get $mark) (i32.const 0)) (then
      (call $put_word (local.get $there) (local.get $mark) (i32.add (i32.const 1) (call $word (local.get $there) (local.get $mark))))))
    (br_if $counted (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
  (local.set $i (i32.const 0))
  (loop $fitting
    (local.set $mark (call $word (local.get $shown) (local.get $i)))
    (if (i32.ge_s (local.get $mark) (i32.const 0)) (then
      (if (i32.gt_u (call $word (local.get $there) (local.get $mark)) (call $word (local.get $own) (local.get $mark)))
        (then (call $put_word (local.get $shown) (local.get $i) (i32.const -1)))
        (else (local.set $any (i32.const 1))))))
    (br_if $fitting (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
  (local.get $any))

(func $lay_out (param $s i32) (param $about i32)
  ;; Write the pieces into their places.
  (local $i i32) (local $place i32) (local $into i32)
  (local.set $into (i32.load offset=44 (local.get $about)))
  (local.set $place (i32.load offset=52 (local.get $about)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.load offset=56 (local.get $about))))
    (if (i32.load offset=4 (local.get $place))
      (then (call $put_word (i32.add (local.get $s) (i32.const 8)) (i32.load (local.get $place))
        (call $word (local.get $into) (call $cell (local.get $s) (i32.load (local.get $place))))))
      (else (i32.store (call $cell_of (local.get $s) (i32.load (i32.load (local.get $about)))
        (call $word (local.get $into) (i32.load (local.get $place)))) (i32.const 0))))
    (local.set $place (i32.add (local.get $place) (i32.const 8)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

(func $hand_over (param $s i32) (param $about i32)
  ;; Let each piece be as the one was whose place it takes; the number on a hidden die is as hidden as the die.
  (local $row i32) (local $end i32) (local $bytes i32) (local $piece i32) (local $into i32) (local $size i32) (local $held i32)
  (local $first i32) (local $k i32) (local $low i64)
  (local.set $row (i32.load offset=36 (local.get $about)))
  (local.set $end (i32.add (local.get $row) (i32.shl (i32.load offset=40 (local.get $about)) (i32.const 3))))
  (local.set $into (i32.load offset=44 (local.get $about)))
  (local.set $size (i32.load offset=4 (local.get $about)))
  (local.set $held (global.get $top))
  (block $rows (loop $next_row
    (br_if $rows (i32.ge_u (local.get $row) (local.get $end)))
    (local.set $first (i32.add (local.get $s) (i32.load (local.get $row))))
    (local.set $bytes (i32.shl (i32.load offset=4 (local.get $row)) (i32.const 2)))
    (memory.copy (local.get $held) (local.get $first) (i32.mul (local.get $size) (local.get $bytes)))
    (local.set $piece (i32.const 0))
    (loop $pieces
      (if (i32.ge_s (call $word (local.get $into) (local.get $piece)) (i32.const 0)) (then
        (memory.copy
          (i32.add (local.get $first) (i32.mul (call $word (local.get $into) (local.get $piece)) (local.get $bytes)))
          (i32.add (local.get $held) (i32.mul (local.get $piece) (local.get $bytes)))
          (local.get $bytes))))
      (br_if $pieces (i32.lt_u (local.tee $piece (i32.add (local.get $piece) (i32.const 1))) (local.get $size))))
    (local.set $row (i32.add (local.get $row) (i32.const 8)))
    (br $next_row)))
  (local.set $k (i32.load (local.get $about)))
  (if (i32.load offset=16 (local.get $k)) (then
    (local.set $low (i64.load32_s offset=20 (local.get $k)))
    (local.set $piece (i32.const 0))
    (loop $dice
      (if (i32.ge_s (call $word (local.get $into) (local.get $piece)) (i32.const 0)) (then
        (i64.store32 (call $cell_of (local.get $s) (i32.load offset=16 (local.get $k)) (local.get $piece))
          (i64.add (local.get $low) (call $random_below (local.get $s)
            (i64.add (i64.sub (i64.load32_s offset=24 (local.get $k)) (local.get $low)) (i64.const 1)))))))
      (br_if $dice (i32.lt_u (local.tee $piece (i32.add (local.get $piece) (i32.const 1))) (local.get $size)))))))

(func $locate (param $s i32)
  ;; Note where the pieces lie now, and what lies on them. Four words for a zone: it, where its pieces are noted, and about the
  ;; kinds that lie in it and that it belongs to.
  (local $at i32) (local $end i32) (local $cell i32) (local $last i32) (local $zone i32) (local $moved i32)
  (local.set $at (global.get $LOCATED))
  (local.set $end (i32.add (local.get $at) (i32.shl (global.get $MOST_LOCATED) (i32.const 4))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $moved (i32.const 0))
    (if (i32.load offset=8 (local.get $at)) (then (local.set $moved (i32.load offset=48 (i32.load offset=8 (local.get $at))))))
    (if (i32.load offset=12 (local.get $at)) (then
      (local.set $moved (i32.or (local.get $moved) (i32.load offset=48 (i32.load offset=12 (local.get $at)))))))
    (if (local.get $moved) (then
      (local.set $zone (i32.load (local.get $at)))
      (local.set $cell (call $zone_at (local.get $s) (local.get $zone)))
      (local.set $last (i32.shl (i32.load (local.get $cell)) (i32.const 2)))
      (local.set $cell (i32.sub
        (call $pieces_at (local.get $s) (i32.load offset=16 (call $about (local.get $zone))) (local.get $cell)) (i32.const 4)))
      (local.set $last (i32.add (local.get $cell) (local.get $last)))
      (block $cells (loop $each
        (br_if $cells (i32.ge_u (local.get $cell) (local.get $last)))
        (local.set $cell (i32.add (local.get $cell) (i32.const 4)))
        (i32.store (call $cell_of (local.get $s) (i32.load offset=4 (local.get $at)) (i32.load (local.get $cell))) (local.get $zone))
        (br $each)))))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br $next))))

(func $follow (param $place i32) (param $about i32)
  ;; Let what points at a piece point at the one that now lies there.
  (local $value i32) (local $new i32)
  (if (i32.eqz (local.get $about)) (then (return)))
  (if (i32.eqz (i32.load offset=48 (local.get $about))) (then (return)))
  (local.set $value (i32.load (local.get $place)))
  (if (i32.ge_u (local.get $value) (i32.load offset=4 (local.get $about))) (then (return)))
  (local.set $new (call $word (i32.load offset=44 (local.get $about)) (local.get $value)))
  (if (i32.ge_s (local.get $new) (i32.const 0)) (then (i32.store (local.get $place) (local.get $new)))))

(func $follow_vars (param $s i32)
  ;; Three words for a var: its first cell, how many, and about the kind it points at.
  (local $at i32) (local $end i32) (local $cell i32) (local $last i32)
  (local.set $at (global.get $POINTING))
  (local.set $end (i32.add (local.get $at) (i32.mul (global.get $MOST_POINTING) (i32.const 12))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $cell (call $zone_at (local.get $s) (i32.load (local.get $at))))
    (local.set $last (i32.add (local.get $cell) (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2))))
    (block $cells (loop $each
      (br_if $cells (i32.ge_u (local.get $cell) (local.get $last)))
      (call $follow (local.get $cell) (i32.load offset=8 (local.get $at)))
      (local.set $cell (i32.add (local.get $cell) (i32.const 4)))
      (br $each)))
    (local.set $at (i32.add (local.get $at) (i32.const 12)))
    (br $next))))

(func $in_scope (param $s i32) (param $cell i32) (param $scope i32) (result i32)
  ;; Whether a cell of the stack belongs to an option, or to one around it.
  (block $no (loop $next
    (br_if $no (i32.eqz (local.get $scope)))
    (if (i32.le_u (i32.sub (local.get $cell) (local.get $scope)) (i32.const 1)) (then (return (i32.const 1))))
    (local.set $scope (call $cell (local.get $s) (local.get $scope)))
    (br $next)))
  (i32.const 0))

(func $follow_stack (param $s i32)
  ;; About a place of the program: the kind of `this`, how many locals point, how many walks are around, and the local that
  ;; holds the option around a verb judged by itself that returns there, or -1; then for each local its number and kind, and for each walk, innermost first, the local that counts what is left, and the kind of what waits.
  (local $frame i32) (local $pc i32) (local $end i32) (local $about i32) (local $at i32) (local $i i32) (local $waiting i32)
  (local $cell i32) (local $count i32) (local $left i32) (local $top i32) (local $scope i32)
  (local.set $frame (i32.load offset=8 (local.get $s)))
  (local.set $pc (i32.load offset=12 (local.get $s)))
  (local.set $scope (i32.load offset=16 (local.get $s)))
  (local.set $end (i32.load (local.get $s)))
  (block $done (loop $frames
    (br_if $done (i32.or (i32.eqz (local.get $frame)) (i32.lt_s (local.get $pc) (i32.const 0))))
    (local.set $about (call $word (global.get $POINTERS) (local.get $pc)))
    (call $follow (call $zone_at (local.get $s) (i32.add (local.get $frame) (i32.const 3))) (i32.load (local.get $about)))
    (if (i32.ge_s (i32.load offset=12 (local.get $about)) (i32.const 0)) (then
      (local.set $scope (call $cell (local.get $s)
        (i32.add (i32.add (local.get $frame) (i32.const 4)) (i32.load offset=12 (local.get $about)))))))
    (local.set $at (i32.add (local.get $about) (i32.const 16)))
    (local.set $i (i32.const 0))
    (block $locals (loop $next
      (br_if $locals (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $about))))
      (call $follow (call $zone_at (local.get $s) (i32.add (i32.add (local.get $frame) (i32.const 4)) (i32.load (local.get $at))))
        (i32.load offset=4 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (if (i32.load offset=8 (local.get $about)) (then
      (local.set $top (global.get $top))
      (local.set $waiting (local.get $top))
      (local.set $cell (local.get $frame))
      (block $listed (loop $next
        (br_if $listed (i32.ge_u (local.get $cell) (local.get $end)))
        (if (i32.eqz (call $in_scope (local.get $s) (local.get $cell) (local.get $scope))) (then
          (call $push (i64.extend_i32_u (call $zone_at (local.get $s) (local.get $cell))))))
        (local.set $cell (i32.add (local.get $cell) (i32.const 1)))
        (br $next)))
      (local.set $count (i32.shr_u (i32.sub (global.get $top) (local.get $waiting)) (i32.const 2)))
      (local.set $i (i32.const 0))
      (loop $walks
        (local.set $left (call $cell (local.get $s) (i32.add (i32.add (local.get $frame) (i32.const 4)) (i32.load (local.get $at)))))
        (block $walked (loop $next
          (br_if $walked (i32.le_s (local.get $left) (i32.const 0)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (local.set $count (i32.sub (local.get $count) (i32.const 1)))
          (call $follow (call $word (local.get $waiting) (local.get $count)) (i32.load offset=4 (local.get $at)))
          (br $next)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $walks (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.load offset=8 (local.get $about)))))
      (global.set $top (local.get $top))))
    (local.set $end (local.get $frame))
    (local.set $pc (call $cell (local.get $s) (i32.add (local.get $frame) (i32.const 1))))
    (local.set $frame (call $cell (local.get $s) (local.get $frame)))
    (br $frames))))

(func $draw_vars (param $s i32) (param $seat i32)
  ;; Draw the vars that only their owners see, for all others. Seven words for a var: its first cell, its width, how many hosts,
  ;; where their owners are listed, the least value, how many values, and whether it is what the seat itself has.
  (local $at i32) (local $end i32) (local $host i32) (local $i i32) (local $low i64) (local $cell i32)
  (local.set $at (global.get $PRIVATE))
  (local.set $end (i32.add (local.get $at) (i32.mul (global.get $MOST_PRIVATE) (i32.const 28))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $low (i64.load32_s offset=16 (local.get $at)))
    (if (i32.load offset=24 (local.get $at)) (then
      (local.set $low (i64.extend_i32_s (call $cell (local.get $s)
        (i32.add (i32.load (local.get $at)) (i32.mul (local.get $seat) (i32.load offset=4 (local.get $at)))))))))
    (local.set $host (i32.const 0))
    (block $hosts (loop $each
      (br_if $hosts (i32.ge_u (local.get $host) (i32.load offset=8 (local.get $at))))
      (if (i32.ne (call $word (i32.load offset=12 (local.get $at)) (local.get $host)) (local.get $seat)) (then
        (local.set $i (i32.const 0))
        (loop $cells
          (local.set $cell (call $zone_at (local.get $s) (i32.add (i32.load (local.get $at))
            (i32.add (local.get $i) (i32.mul (local.get $host) (i32.load offset=4 (local.get $at)))))))
          (i64.store32 (local.get $cell)
            (i64.add (local.get $low) (call $random_below (local.get $s) (i64.load32_s offset=20 (local.get $at)))))
          (br_if $cells (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.load offset=4 (local.get $at)))))))
      (local.set $host (i32.add (local.get $host) (i32.const 1)))
      (br $each)))
    (local.set $at (i32.add (local.get $at) (i32.const 28)))
    (br $next))))

(func $choose_secretly (param $s i32) (param $copy i32) (param $seat i32) (param $frame i32) (param $about i32)
  ;; Let a player who has chosen secretly choose once more, on a copy whose stack holds nothing but that choice; each way is as
  ;; likely. The dice are those of the state itself.
  (local $i i32) (local $new i32) (local $signal i32)
  (i32.store (local.get $copy) (i32.add (global.get $SIZE) (i32.add (i32.const 4) (i32.load offset=12 (local.get $about)))))
  (i32.store offset=8 (local.get $copy) (global.get $SIZE))
  (i32.store offset=12 (local.get $copy) (i32.load offset=8 (local.get $about)))
  (i32.store offset=16 (local.get $copy) (i32.const 0))
  (local.set $new (call $zone_at (local.get $copy) (global.get $SIZE)))
  (memory.copy (local.get $new) (call $zone_at (local.get $s) (local.get $frame))
    (i32.shl (i32.add (i32.const 4) (i32.load offset=12 (local.get $about))) (i32.const 2)))
  (i32.store (local.get $new) (i32.const 0))
  (i32.store offset=4 (local.get $new) (i32.const -6))
  (i32.store offset=8 (local.get $new) (local.get $seat))
  (i32.store offset=12 (local.get $new) (i32.const -1))
  (call $put_word (local.get $new) (i32.add (i32.const 4) (i32.load offset=4 (local.get $about))) (i32.const 0))
  (block $forgotten (loop $next
    (br_if $forgotten (i32.ge_u (local.get $i) (i32.load offset=20 (local.get $about))))
    (call $put_word (local.get $new) (i32.add (i32.const 4) (call $word (local.get $about)
      (i32.add (i32.add (i32.const 6) (i32.shl (i32.load offset=16 (local.get $about)) (i32.const 1))) (local.get $i)))) (i32.const 0))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (loop $picks
    (global.set $fuel (global.get $FUEL))
    (global.set $trials (global.get $TRIALS_FUEL))
    (loop $on
      (global.set $trying (i32.const 1))
      (global.set $floor (i32.const -1))
      (global.set $base (i32.const -1))
      (local.set $signal (call $advance (local.get $copy) (i32.load offset=12 (local.get $copy))))
      (global.set $trying (i32.const 0))
      (if (i32.ne (local.get $signal) (i32.const -1)) (then (return)))
      (br_if $on (i32.eqz (call $offer (local.get $copy)))))
    (call $apply (local.get $copy) (global.get $ask) (call $word (global.get $values)
      (i32.wrap_i64 (call $random_below (local.get $s) (i64.extend_i32_u (global.get $offered))))))
    (br $picks)))

(func $keep_sealed (param $s i32) (param $copy i32) (param $seat i32) (param $about i32)
  ;; Of what was chosen once more, only what is sealed is kept.
  (local $i i32) (local $at i32) (local $first i32)
  (local.set $at (i32.add (local.get $about) (i32.const 24)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.load offset=16 (local.get $about))))
    (local.set $first (i32.add (i32.load (local.get $at)) (i32.mul (local.get $seat) (i32.load offset=4 (local.get $at)))))
    (memory.copy (call $zone_at (local.get $s) (local.get $first)) (call $zone_at (local.get $copy) (local.get $first))
      (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

(func $choose_again (param $s i32) (param $seat i32)
  ;; Let the others choose anew who have chosen secretly. What is due is the same afterwards.
  (local $frame i32) (local $pc i32) (local $about i32) (local $chosen i32) (local $other i32) (local $top i32) (local $copy i32)
  (local $ask i32) (local $who i32) (local $values i32) (local $offered i32)
  (if (i32.eqz (global.get $SEALS)) (then (return)))
  (local.set $frame (i32.load offset=8 (local.get $s)))
  (local.set $pc (i32.load offset=12 (local.get $s)))
  (block $found (loop $frames
    (if (i32.or (i32.eqz (local.get $frame)) (i32.lt_s (local.get $pc) (i32.const 0))) (then (return)))
    (local.set $about (call $word (global.get $SEALS) (local.get $pc)))
    (br_if $found (local.get $about))
    (local.set $pc (call $cell (local.get $s) (i32.add (local.get $frame) (i32.const 1))))
    (local.set $frame (call $cell (local.get $s) (local.get $frame)))
    (br $frames)))
  (local.set $chosen (call $cell (local.get $s) (i32.add (i32.add (local.get $frame) (i32.const 4)) (i32.load (local.get $about)))))
  (local.set $ask (global.get $ask))
  (local.set $who (global.get $seat))
  (local.set $values (global.get $values))
  (local.set $offered (global.get $offered))
  (local.set $top (global.get $top))
  (block $done (loop $next
    (br_if $done (i32.eqz (i32.shr_u (local.get $chosen) (local.get $other))))
    (if (i32.and (i32.ne (local.get $other) (local.get $seat))
          (i32.and (i32.const 1) (i32.shr_u (local.get $chosen) (local.get $other)))) (then
      (local.set $copy (call $copied (local.get $s)))
      (call $choose_secretly (local.get $s) (local.get $copy) (local.get $other) (local.get $frame) (local.get $about))
      (call $keep_sealed (local.get $s) (local.get $copy) (local.get $other) (local.get $about))
      (global.set $top (local.get $top))))
    (local.set $other (i32.add (local.get $other) (i32.const 1)))
    (br $next)))
  (global.set $ask (local.get $ask))
  (global.set $seat (local.get $who))
  (global.set $values (local.get $values))
  (global.set $offered (local.get $offered)))

(func $imagine (export "imagine") (param $s i32) (param $seat i32) (param $seed i64)
  ;; Draw anew all that a seat does not know.
  (local $at i32) (local $end i32) (local $top i32) (local $any i32)
  (i64.store offset=20 (local.get $s) (call $seeded (local.get $seed)))
  (local.set $top (global.get $top))
  (local.set $end (i32.add (global.get $HIDDEN) (i32.shl (global.get $MOST_HIDDEN) (i32.const 6))))
  (local.set $at (global.get $HIDDEN))
  (block $found (loop $next
    (br_if $found (i32.ge_u (local.get $at) (local.get $end)))
    (call $find_places (local.get $s) (local.get $seat) (local.get $at))
    (local.set $any (i32.or (local.get $any) (i32.load offset=48 (local.get $at))))
    (local.set $at (i32.add (local.get $at) (i32.const 64)))
    (br $next)))
  (if (local.get $any) (then
    (local.set $at (global.get $HIDDEN))
    (loop $next (call $deal (local.get $s) (local.get $at))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
    (local.set $at (global.get $HIDDEN))
    (loop $next (call $lay_out (local.get $s) (local.get $at))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
    (local.set $at (global.get $HIDDEN))
    (loop $next (if (i32.load offset=48 (local.get $at)) (then (call $hand_over (local.get $s) (local.get $at))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
    (call $locate (local.get $s))
    (call $follow_vars (local.get $s))
    (call $follow_stack (local.get $s))))
  (call $draw_vars (local.get $s) (local.get $seat))
  (call $choose_again (local.get $s) (local.get $seat))
  (global.set $top (local.get $top)))

;; ---- looking ahead

(func $worth (param $s i32) (param $seat i32) (result i64)
  ;; What the pack says a state is worth to a seat; a game won outright is worth a million.
  (if (i32.load offset=32 (local.get $s)) (then
    (return (select (i64.const 1000000) (i64.const -1000000)
      (i32.eq (i32.load offset=32 (local.get $s)) (i32.add (local.get $seat) (i32.const 1)))))))
  (global.set $fuel (global.get $FUEL))
  (global.set $moment (i32.add (global.get $moment) (i32.const 1)))  ;; what was worked out for another state is forgotten
  (call $estimate (local.get $s) (i64.extend_i32_u (local.get $seat)) (i64.const -1)))

(func $look_ahead (param $s i32) (param $seat i32) (param $question i32) (result i32)
  ;; Run on while it is a seat's own action: 0 when another is asked, or the question again, or the game is over.
  (local $signal i32) (local $ask i32) (local $who i32)
  (global.set $fuel (global.get $FUEL))
  (global.set $trials (global.get $TRIALS_FUEL))
  (loop $on
    (local.set $signal (call $advance (local.get $s) (i32.load offset=12 (local.get $s))))
    (if (i32.eq (local.get $signal) (i32.const -1)) (then
      (local.set $ask (call $ask_at (local.get $s)))
      (if (i32.eq (local.get $ask) (local.get $question)) (then (return (i32.const 0))))
      (local.set $who (call $cell (local.get $s) (i32.add (i32.load offset=8 (local.get $s)) (i32.const 2))))
      (if (i32.and (i32.ne (local.get $who) (local.get $seat)) (i32.ne (local.get $who) (i32.const -1))) (then
        (if (i32.eqz (i32.and (i32.load offset=24 (call $about_ask (local.get $ask))) (i32.const 1))) (then
          (return (i32.const 0))))))
      (if (call $offer (local.get $s)) (then (return (i32.const 1))))
      (br $on))))
  (call $finish (local.get $s) (local.get $signal))
  (i32.const 0))

(func $dice_order (param $count i32) (result i32)
  ;; The numbers below $count in a random order, on the heap, from the dice of the plan.
  (local $at i32) (local $i i32) (local $j i32) (local $held i32)
  (local.set $at (call $taken (local.get $count)))
  (loop $fill
    (call $put_word (local.get $at) (local.get $i) (local.get $i))
    (br_if $fill (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count))))
  (local.set $i (i32.sub (local.get $count) (i32.const 1)))
  (block $done (loop $next
    (br_if $done (i32.le_s (local.get $i) (i32.const 0)))
    (local.set $j (i32.wrap_i64 (call $below (i32.const 64) (i64.extend_i32_u (i32.add (local.get $i) (i32.const 1))))))
    (local.set $held (call $word (local.get $at) (local.get $i)))
    (call $put_word (local.get $at) (local.get $i) (call $word (local.get $at) (local.get $j)))
    (call $put_word (local.get $at) (local.get $j) (local.get $held))
    (local.set $i (i32.sub (local.get $i) (i32.const 1)))
    (br $next)))
  (local.get $at))

(func $path (param $level i32) (param $step i32) (result i32)
  (i32.add (global.get $PATHS) (i32.mul (global.get $STEP_BYTES) (i32.add (i32.shl (local.get $level) (i32.const 3)) (local.get $step)))))

(func $plan_of (param $seat i32) (param $step i32) (result i32)
  (i32.add (global.get $PLANS) (i32.mul (global.get $STEP_BYTES) (i32.add (i32.shl (local.get $seat) (i32.const 3)) (local.get $step)))))

(func $copy_step (param $to i32) (param $from i32)
  (memory.copy (local.get $to) (local.get $from) (i32.add (i32.const 16) (i32.shl (i32.load offset=4 (local.get $from)) (i32.const 2)))))

(func $write_step (param $s i32) (param $to i32) (param $ask i32) (param $values i32) (param $count i32) (param $pick i32)
  ;; A question as it looks to whoever decides it, and the value to take. Who decides is $seat.
  (local $i i32) (local $k i32) (local $value i32)
  (local.set $k (i32.load offset=40 (call $about_ask (local.get $ask))))
  (i32.store (local.get $to) (local.get $ask))
  (i32.store offset=4 (local.get $to) (local.get $count))
  (i32.store offset=8 (local.get $to) (local.get $pick))
  (loop $next
    (local.set $value (call $word (local.get $values) (local.get $i)))
    (if (local.get $k) (then
      (if (call $hidden (local.get $s) (local.get $k) (local.get $value)) (then (local.set $value (i32.const -1))))))
    (call $put_word (i32.add (local.get $to) (i32.const 16)) (local.get $i) (local.get $value))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $count)))))

(func $best (param $s i32) (param $level i32) (param $ask i32) (param $values i32) (param $count i32) (param $order i32)
  (param $some i32) (param $tries i32) (result i64)
  ;; What the best of some options is worth; its steps stand at the level.
  (local $i i32) (local $index i32) (local $after i32) (local $top i32) (local $worth i64) (local $found i64) (local $chosen i32)
  (local $step i32) (local $steps i32)
  (local.set $chosen (i32.const -1))
  (loop $next
    (local.set $index (call $word (local.get $order) (local.get $i)))
    (local.set $top (global.get $top))
    (local.set $after (call $copied (local.get $s)))
    (call $apply (local.get $after) (local.get $ask) (call $word (local.get $values) (local.get $index)))
    (local.set $worth (call $outlook (local.get $after) (local.get $tries) (local.get $level)))
    (global.set $top (local.get $top))
    (if (i32.or (i32.lt_s (local.get $chosen) (i32.const 0)) (i64.gt_s (local.get $worth) (local.get $found))) (then
      (local.set $chosen (local.get $index))
      (local.set $found (local.get $worth))
      (local.set $steps (i32.load offset=1028 (i32.shl (local.get $level) (i32.const 2))))
      (i32.store offset=1024 (i32.shl (local.get $level) (i32.const 2)) (i32.add (local.get $steps) (i32.const 1)))
      (local.set $step (i32.const 0))
      (block $kept (loop $each
        (br_if $kept (i32.ge_u (local.get $step) (local.get $steps)))
        (call $copy_step (call $path (local.get $level) (i32.add (local.get $step) (i32.const 1)))
          (call $path (i32.add (local.get $level) (i32.const 1)) (local.get $step)))
        (local.set $step (i32.add (local.get $step) (i32.const 1)))
        (br $each)))))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $some))))
  (global.set $seat (call $cell (local.get $s) (i32.add (i32.load offset=8 (local.get $s)) (i32.const 2))))
  (call $write_step (local.get $s) (call $path (local.get $level) (i32.const 0)) (local.get $ask) (local.get $values)
    (local.get $count) (local.get $chosen))
  (local.get $found))

(func $outlook (param $s i32) (param $tries i32) (param $level i32) (result i64)
  ;; What a state comes to when the seat goes on; $tries are shared out among its options.
  (local $ask i32) (local $values i32) (local $count i32) (local $some i32) (local $due i32)
  (i32.store offset=1028 (i32.shl (local.get $level) (i32.const 2)) (i32.const 0))
  (local.set $due (call $look_ahead (local.get $s) (global.get $thinker) (global.get $question)))
  (if (i32.or (i32.eqz (local.get $due)) (i32.or (i32.ge_s (local.get $level) (i32.const 6)) (i32.lt_s (local.get $tries) (i32.const 1)))) (then
    (return (call $worth (local.get $s) (global.get $thinker)))))
  (local.set $ask (global.get $ask))
  (local.set $values (global.get $values))
  (local.set $count (global.get $offered))
  (local.set $some (select (local.get $count) (local.get $tries) (i32.lt_s (local.get $count) (local.get $tries))))
  (call $best (local.get $s) (i32.add (local.get $level) (i32.const 1)) (local.get $ask) (local.get $values) (local.get $count)
    (call $dice_order (local.get $count)) (local.get $some) (i32.div_s (local.get $tries) (local.get $some))))

(func $fits_plan (param $s i32) (param $seat i32) (result i32)
  ;; Whether the next step of a plan answers the question that is due: made for the same one, and the offer looks the same.
  (local $step i32) (local $i i32) (local $k i32) (local $value i32)
  (if (i32.ge_u (i32.load offset=1152 (i32.shl (local.get $seat) (i32.const 2))) (i32.load offset=1088 (i32.shl (local.get $seat) (i32.const 2)))) (then
    (return (i32.const 0))))
  (local.set $step (call $plan_of (local.get $seat) (i32.load offset=1152 (i32.shl (local.get $seat) (i32.const 2)))))
  (if (i32.or (i32.ne (i32.load (local.get $step)) (global.get $ask)) (i32.ne (i32.load offset=4 (local.get $step)) (global.get $offered))) (then
    (return (i32.const 0))))
  (local.set $k (i32.load offset=40 (call $about_ask (global.get $ask))))
  (loop $next
    (local.set $value (call $word (global.get $values) (local.get $i)))
    (if (local.get $k) (then
      (if (call $hidden (local.get $s) (local.get $k) (local.get $value)) (then (local.set $value (i32.const -1))))))
    (if (i32.ne (local.get $value) (call $word (i32.add (local.get $step) (i32.const 16)) (local.get $i))) (then (return (i32.const 0))))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (global.get $offered))))
  (i32.const 1))

(func $make_plan (param $s i32) (param $seat i32) (param $number i32)
  ;; Look ahead from an imagined game; the best steps become the plan of the seat.
  (local $copy i32) (local $values i32) (local $i i32) (local $about i32) (local $order i32) (local $steps i32)
  (i64.store (i32.const 64) (call $seeded (call $hashed (local.get $seat) (local.get $number))))
  (local.set $copy (call $copied (local.get $s)))
  (global.set $thinker (local.get $seat))
  (global.set $question (global.get $ask))
  (call $imagine (local.get $copy) (local.get $seat) (call $below (i32.const 64) (i64.const 2147483647)))
  ;; the values on offer, as they are in the imagined game
  (local.set $values (call $taken (global.get $offered)))
  (local.set $about (i32.load offset=48 (call $about_ask (global.get $question))))
  (loop $next
    (call $put_word (local.get $values) (local.get $i) (call $word (global.get $values) (local.get $i)))
    (call $follow (i32.add (local.get $values) (i32.shl (local.get $i) (i32.const 2))) (local.get $about))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (global.get $offered))))
  (local.set $order (call $dice_order (global.get $offered)))
  (drop (call $best (local.get $copy) (i32.const 1) (global.get $question) (local.get $values) (global.get $offered) (local.get $order)
    (select (global.get $offered) (global.get $MOST_TRIED) (i32.lt_s (global.get $offered) (global.get $MOST_TRIED)))
    (i32.div_s (i32.const 60) (global.get $offered))))
  (local.set $steps (i32.load offset=1024 (i32.const 4)))
  (i32.store offset=1088 (i32.shl (local.get $seat) (i32.const 2)) (local.get $steps))
  (i32.store offset=1152 (i32.shl (local.get $seat) (i32.const 2)) (i32.const 0))
  (local.set $i (i32.const 0))
  (loop $next
    (call $copy_step (call $plan_of (local.get $seat) (local.get $i)) (call $path (i32.const 1) (local.get $i)))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $steps)))))

(func $by_thought (param $s i32) (param $step i32) (result i32)
  ;; The pick of the player who looks ahead: the next step of its plan, or the first of a new one. A plan ends when somebody
  ;; else picks, and at every twelfth pick.
  (local $seat i32) (local $place i32) (local $at i32)
  (local.set $seat (global.get $seat))
  (if (i32.ne (local.get $seat) (global.get $last)) (then
    (i32.store offset=1088 (i32.shl (local.get $seat) (i32.const 2)) (i32.const 0))
    (i32.store offset=1152 (i32.shl (local.get $seat) (i32.const 2)) (i32.const 0))))
  (if (i32.or (i32.eqz (i32.rem_u (local.get $step) (i32.const 12))) (i32.eqz (call $fits_plan (local.get $s) (local.get $seat)))) (then
    (call $make_plan (local.get $s) (local.get $seat) (local.get $step))))
  (local.set $place (i32.shl (local.get $seat) (i32.const 2)))
  (local.set $at (i32.load offset=1152 (local.get $place)))
  (i32.store offset=1152 (local.get $place) (i32.add (local.get $at) (i32.const 1)))
  (i32.load offset=8 (call $plan_of (local.get $seat) (local.get $at))))
