;; What the engine's statements do to the state, for games that run in WebAssembly: `statements.py` and `pieces.py` again.
;;
;; $s is the state; a zone is the number of its count cell, a piece its number, $k the table of its kind, which holds
;; where in a state the cells of the kind begin (0: it has none), and the last of its zones if these share their room. A
;; behaviour gives 0 when it could not be done. It counts its work as the Python one does. tests/wasm/test_behaviours.py holds each against it.

(func $zone_at (param $s i32) (param $zone i32) (result i32)
  (i32.add (i32.add (local.get $s) (i32.const 8)) (i32.shl (local.get $zone) (i32.const 2))))

(func $about (param $zone i32) (result i32)
  (i32.load (i32.add (global.get $ZONES) (i32.shl (local.get $zone) (i32.const 2)))))

(func $cell_of (param $s i32) (param $first i32) (param $piece i32) (result i32)
  (i32.add (i32.add (local.get $s) (local.get $first)) (i32.shl (local.get $piece) (i32.const 2))))

(func $last_sharing (param $k i32) (result i32)
  ;; The last of the zones of a kind that share one room; 0 where each has its own.
  (if (result i32) (global.get $COMMON) (then (i32.load offset=32 (local.get $k))) (else (i32.const 0))))

(func $pieces_at (param $s i32) (param $k i32) (param $at i32) (result i32)
  ;; Where the first piece of a zone lies, or would lie.
  (if (result i32) (call $last_sharing (local.get $k))
    (then (call $zone_at (local.get $s) (i32.load offset=4 (local.get $at))))
    (else (i32.add (local.get $at) (i32.const 4)))))

(func $later (param $at i32) (param $last i32) (param $number i32)
  ;; The zones behind one begin so many cells later.
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $last)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (i32.store offset=4 (local.get $at) (i32.add (i32.load offset=4 (local.get $at)) (local.get $number)))
    (br $next))))

(func $opened (param $s i32) (param $k i32) (param $zone i32) (param $at i32)
  ;; Make room for a piece of a zone at a place of the room that all share: whatever lies behind moves up.
  (local $last i32)
  (local.set $last (call $zone_at (local.get $s) (i32.load offset=32 (local.get $k))))
  (memory.copy (i32.add (local.get $at) (i32.const 4)) (local.get $at)
    (i32.sub (i32.add (call $zone_at (local.get $s) (i32.load offset=4 (local.get $last)))
                      (i32.shl (i32.load (local.get $last)) (i32.const 2))) (local.get $at)))
  (i32.store (local.get $zone) (i32.add (i32.load (local.get $zone)) (i32.const 1)))
  (call $later (local.get $zone) (local.get $last) (i32.const 1)))

(func $closed (param $s i32) (param $k i32) (param $zone i32) (param $at i32) (param $number i32)
  ;; Take so many pieces of a zone out of the room that all share: whatever lies behind moves down.
  (local $last i32) (local $end i32) (local $bytes i32)
  (local.set $last (call $zone_at (local.get $s) (i32.load offset=32 (local.get $k))))
  (local.set $bytes (i32.shl (local.get $number) (i32.const 2)))
  (local.set $end (i32.sub (i32.add (call $zone_at (local.get $s) (i32.load offset=4 (local.get $last)))
                                    (i32.shl (i32.load (local.get $last)) (i32.const 2))) (local.get $bytes)))
  (memory.copy (local.get $at) (i32.add (local.get $at) (local.get $bytes)) (i32.sub (local.get $end) (local.get $at)))
  (memory.fill (local.get $end) (i32.const 0) (local.get $bytes))
  (i32.store (local.get $zone) (i32.sub (i32.load (local.get $zone)) (local.get $number)))
  (call $later (local.get $zone) (local.get $last) (i32.sub (i32.const 0) (local.get $number))))

(func $spend (param $steps i32)
  (global.set $fuel (i32.sub (global.get $fuel) (local.get $steps)))
  (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (throw $stop (global.get $STEPS)))))

(func $spend_in_crowd (param $pieces i32)
  (if (i32.ge_u (local.get $pieces) (i32.const 1024)) (then
    (call $spend (i32.shr_u (local.get $pieces) (i32.const 10))))))

(func $learn (param $s i32) (param $k i32) (param $piece i32) (param $seats i32)
  (local $cell i32)
  (if (i32.eqz (i32.load offset=4 (local.get $k))) (then (return)))
  (local.set $cell (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece)))
  (i32.store (local.get $cell)
    (i32.or (i32.load (local.get $cell)) (i32.and (local.get $seats) (global.get $EVERYONE)))))

(func $lower (param $s i32) (param $k i32) (param $zone i32)
  (local $at i32) (local $count i32)
  (local.set $at (call $zone_at (local.get $s) (local.get $zone)))
  (local.set $count (i32.load (local.get $at)))
  (if (i32.and (i32.ne (local.get $count) (i32.const 0))
               (i32.eq (i32.load offset=8 (call $about (local.get $zone))) (i32.const 2)))
    (then (call $learn (local.get $s) (local.get $k)
      (i32.load (i32.sub (i32.add (call $pieces_at (local.get $s) (local.get $k) (local.get $at))
                                  (i32.shl (local.get $count) (i32.const 2))) (i32.const 4))) (global.get $EVERYONE)))))

(func $lift (param $s i32) (param $k i32) (param $piece i32)
  (local $zone i32) (local $at i32) (local $first i32) (local $last i32) (local $found i32) (local $to i32) (local $which i32)
  (local $wanted v128)
  (local.set $zone (i32.load (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece))))
  (if (i32.eqz (local.get $zone)) (then (return)))
  (local.set $at (call $zone_at (local.get $s) (local.get $zone)))
  (local.set $first (call $pieces_at (local.get $s) (local.get $k) (local.get $at)))
  (local.set $last (i32.sub (i32.add (local.get $first) (i32.shl (i32.load (local.get $at)) (i32.const 2))) (i32.const 4)))
  (local.set $found (local.get $last))
  (if (i32.ne (i32.load (local.get $last)) (local.get $piece)) (then
    ;; four pieces at once, until it is one of them
    (local.set $found (i32.sub (local.get $first) (i32.const 16)))
    (local.set $wanted (i32x4.splat (local.get $piece)))
    (block $there
      (loop $look
        (local.set $found (i32.add (local.get $found) (i32.const 16)))
        (br_if $there (i32.gt_u (local.get $found) (local.get $last)))
        (br_if $look (i32.eqz (local.tee $which
          (i32x4.bitmask (i32x4.eq (v128.load (local.get $found)) (local.get $wanted)))))))
      (local.set $found (i32.add (local.get $found) (i32.shl (i32.ctz (local.get $which)) (i32.const 2)))))
    (if (i32.gt_u (local.get $found) (local.get $last)) (then (throw $stop (global.get $PUNT))))
    (call $spend_in_crowd (i32.load (local.get $at)))
    (if (i32.eqz (call $last_sharing (local.get $k))) (then
      (local.set $to (local.get $found))
      (block $few (loop $four
        (br_if $few (i32.gt_u (i32.add (local.get $to) (i32.const 16)) (local.get $last)))
        (v128.store (local.get $to) (v128.load offset=4 (local.get $to)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br $four)))
      (loop $up
        (i32.store (local.get $to) (i32.load offset=4 (local.get $to)))
        (br_if $up (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 4))) (local.get $last))))))))
  (if (call $last_sharing (local.get $k))
    (then (call $closed (local.get $s) (local.get $k) (local.get $at) (local.get $found) (i32.const 1)))
    (else
      (i32.store (local.get $last) (i32.const 0))
      (i32.store (local.get $at) (i32.sub (i32.load (local.get $at)) (i32.const 1)))))
  (if (i32.and (i32.eq (local.get $found) (local.get $last)) (i32.ne (i32.load offset=4 (local.get $k)) (i32.const 0)))
    (then (call $lower (local.get $s) (local.get $k) (local.get $zone)))))

(func $notice (param $s i32) (param $k i32) (param $piece i32) (param $zone i32) (param $is_top i32)
  (local $about i32) (local $visible i32)
  (local.set $about (call $about (local.get $zone)))
  (local.set $visible (i32.load offset=8 (local.get $about)))
  (if (i32.eqz (local.get $visible)) (then
    (call $learn (local.get $s) (local.get $k) (local.get $piece) (global.get $EVERYONE)) (return)))
  (if (i32.eq (local.get $visible) (i32.const 1)) (then
    (if (i32.ge_s (i32.load offset=20 (local.get $about)) (i32.const 0)) (then
      (call $learn (local.get $s) (local.get $k) (local.get $piece)
        (i32.shl (i32.const 1) (i32.load offset=20 (local.get $about))))))
    (return)))
  (if (i32.eq (local.get $visible) (i32.const 2)) (then
    (if (local.get $is_top) (then
      (call $learn (local.get $s) (local.get $k) (local.get $piece) (global.get $EVERYONE))))
    (return)))
  (if (i32.eqz (i32.load offset=4 (local.get $about))) (then
    (i32.store (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece)) (i32.const 0)))))

(func $lay_on_top (param $s i32) (param $k i32) (param $piece i32) (param $zone i32)
  (local $at i32) (local $size i32)
  (local.set $at (call $zone_at (local.get $s) (local.get $zone)))
  (if (call $last_sharing (local.get $k))
    (then
      (local.set $size (i32.add (call $pieces_at (local.get $s) (local.get $k) (local.get $at))
                                (i32.shl (i32.load (local.get $at)) (i32.const 2))))
      (call $opened (local.get $s) (local.get $k) (local.get $at) (local.get $size))
      (i32.store (local.get $size) (local.get $piece)))
    (else
      (i32.store (local.get $at) (local.tee $size (i32.add (i32.load (local.get $at)) (i32.const 1))))
      (i32.store (i32.add (local.get $at) (i32.shl (local.get $size) (i32.const 2))) (local.get $piece))))
  (i32.store (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece)) (local.get $zone))
  (if (i32.load offset=4 (local.get $k)) (then
    (if (i32.load offset=12 (call $about (local.get $zone))) (then
      (call $notice (local.get $s) (local.get $k) (local.get $piece) (local.get $zone) (i32.const 1)))))))

(func $lay_below (param $s i32) (param $k i32) (param $piece i32) (param $zone i32)
  (local $at i32) (local $size i32)
  (local.set $at (call $zone_at (local.get $s) (local.get $zone)))
  (local.set $size (i32.load (local.get $at)))
  (call $spend_in_crowd (local.get $size))
  (if (call $last_sharing (local.get $k))
    (then
      (call $opened (local.get $s) (local.get $k) (local.get $at)
        (call $pieces_at (local.get $s) (local.get $k) (local.get $at)))
      (i32.store (call $pieces_at (local.get $s) (local.get $k) (local.get $at)) (local.get $piece)))
    (else
      (memory.copy (i32.add (local.get $at) (i32.const 8)) (i32.add (local.get $at) (i32.const 4))
        (i32.shl (local.get $size) (i32.const 2)))
      (i32.store offset=4 (local.get $at) (local.get $piece))
      (i32.store (local.get $at) (i32.add (local.get $size) (i32.const 1)))))
  (i32.store (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece)) (local.get $zone))
  (if (i32.load offset=4 (local.get $k)) (then
    (if (i32.load offset=12 (call $about (local.get $zone))) (then
      (call $notice (local.get $s) (local.get $k) (local.get $piece) (local.get $zone) (i32.eqz (local.get $size))))))))

(func $lay (param $s i32) (param $k i32) (param $piece i32) (param $zone i32) (param $below i32) (result i32)
  (local $old i32) (local $cell i32)
  (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return (i32.const 1))))
  (local.set $old (i32.load (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece))))
  (if (i32.ne (local.get $old) (local.get $zone)) (then
    (if (i32.ge_s (i32.load (call $zone_at (local.get $s) (local.get $zone))) (i32.load (call $about (local.get $zone))))
      (then (return (i32.const 0))))))
  (if (local.get $old)
    (then (call $lift (local.get $s) (local.get $k) (local.get $piece)))
    (else (if (i32.load offset=4 (local.get $k)) (then
      (local.set $cell (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece)))
      (i32.store (local.get $cell)
        (i32.and (i32.load (local.get $cell)) (i32.xor (global.get $PUT_AWAY) (i32.const -1))))))))
  (if (local.get $below)
    (then (call $lay_below (local.get $s) (local.get $k) (local.get $piece) (local.get $zone)))
    (else (call $lay_on_top (local.get $s) (local.get $k) (local.get $piece) (local.get $zone))))
  (i32.const 1))

(func $do_move (param $s i32) (param $me i32) (param $k i32) (param $piece i32) (param $zone i32) (result i32)
  (call $lay (local.get $s) (local.get $k) (local.get $piece) (local.get $zone) (i32.const 0)))

(func $do_put_under (param $s i32) (param $me i32) (param $k i32) (param $piece i32) (param $zone i32) (result i32)
  (call $lay (local.get $s) (local.get $k) (local.get $piece) (local.get $zone) (i32.const 1)))

(func $pour (param $s i32) (param $k i32) (param $from i32) (param $zone i32)
  ;; All pieces of a zone at once, on top of another one.
  (local $at i32) (local $end i32) (local $count i32)
  (local.set $count (i32.load (local.get $from)))
  (local.set $at (local.get $from))
  (if (call $last_sharing (local.get $k)) (then
    ;; what comes to lie elsewhere moves all that lies behind: so they wait on the heap
    (call $grown (i32.add (global.get $top) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $at (i32.sub (global.get $top) (i32.const 4)))
    (memory.copy (global.get $top) (call $pieces_at (local.get $s) (local.get $k) (local.get $from))
      (i32.shl (local.get $count) (i32.const 2)))
    (call $closed (local.get $s) (local.get $k) (local.get $from)
      (call $pieces_at (local.get $s) (local.get $k) (local.get $from)) (local.get $count))))
  (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (call $lay_on_top (local.get $s) (local.get $k) (i32.load (local.get $at)) (local.get $zone))
    (br $next)))
  (if (i32.eqz (call $last_sharing (local.get $k))) (then
    (memory.fill (local.get $from) (i32.const 0) (i32.sub (i32.add (local.get $end) (i32.const 4)) (local.get $from))))))

(func $do_move_all (param $s i32) (param $me i32) (param $source i32) (param $target i32) (result i32)
  (local $from i32) (local $k i32)
  (if (i32.eq (local.get $source) (local.get $target)) (then (return (i32.const 1))))
  (local.set $from (call $zone_at (local.get $s) (local.get $source)))
  (if (i32.gt_s
        (i32.add (i32.load (call $zone_at (local.get $s) (local.get $target))) (i32.load (local.get $from)))
        (i32.load (call $about (local.get $target))))
    (then (return (i32.const 0))))
  (local.set $k (i32.load offset=16 (call $about (local.get $source))))
  (call $spend (i32.load (local.get $from)))
  (call $pour (local.get $s) (local.get $k) (local.get $from) (local.get $target))
  (i32.const 1))

(func $do_remove (param $s i32) (param $me i32) (param $k i32) (param $piece i32) (result i32)
  (local $cell i32)
  (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return (i32.const 1))))
  (local.set $cell (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece)))
  (if (i32.eqz (i32.load (local.get $cell))) (then (return (i32.const 1))))
  (call $lift (local.get $s) (local.get $k) (local.get $piece))
  (i32.store (local.get $cell) (i32.const 0))
  (if (i32.load offset=4 (local.get $k)) (then
    (local.set $cell (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece)))
    (i32.store (local.get $cell) (i32.or (i32.load (local.get $cell)) (global.get $PUT_AWAY)))))
  (i32.const 1))

(func $do_draw (param $s i32) (param $me i32) (param $amount i64) (param $source i32) (param $target i32)
  (param $discard i32) (result i32)
  (local $k i32) (local $from i32) (local $to i32) (local $waste i32) (local $room i32) (local $left i64) (local $piece i32)
  (local.set $k (i32.load offset=16 (call $about (local.get $source))))
  (local.set $from (call $zone_at (local.get $s) (local.get $source)))
  (local.set $to (call $zone_at (local.get $s) (local.get $target)))
  (local.set $room (i32.load (call $about (local.get $target))))
  ;; without a pile to reshuffle, that of no zone stands in: it is always empty
  (local.set $waste (call $zone_at (local.get $s) (select (local.get $discard) (i32.const 7) (local.get $discard))))
  (local.set $left (i64.extend_i32_s (i32.add (i32.load (local.get $from)) (i32.load (local.get $waste)))))
  (if (i64.lt_s (local.get $amount) (local.get $left)) (then (local.set $left (local.get $amount))))
  (block $done (loop $next
    (br_if $done (i64.le_s (local.get $left) (i64.const 0)))
    (local.set $left (i64.sub (local.get $left) (i64.const 1)))
    (global.set $fuel (i32.sub (global.get $fuel) (i32.const 1)))
    (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (call $spend (i32.load (local.get $waste)))))
    (if (i32.and (i32.eqz (i32.load (local.get $from))) (i32.ne (i32.load (local.get $waste)) (i32.const 0))) (then
      (call $spend (i32.load (local.get $waste)))
      (call $pour (local.get $s) (local.get $k) (local.get $waste) (local.get $source))
      (drop (call $do_shuffle (local.get $s) (local.get $me) (local.get $source)))))
    (br_if $done (i32.eqz (i32.load (local.get $from))))
    (br_if $done (i32.ge_s (i32.load (local.get $to)) (local.get $room)))
    (local.set $piece (i32.load (i32.add (call $pieces_at (local.get $s) (local.get $k) (local.get $from)) (i32.shl
      (if (result i32) (i32.load offset=4 (call $about (local.get $source)))
        (then (i32.sub (i32.load (local.get $from)) (i32.const 1)))
        (else (i32.wrap_i64 (call $random_below (local.get $s) (i64.extend_i32_u (i32.load (local.get $from)))))))
      (i32.const 2)))))
    (call $lift (local.get $s) (local.get $k) (local.get $piece))
    (call $lay_on_top (local.get $s) (local.get $k) (local.get $piece) (local.get $target))
    (br $next)))
  (i32.const 1))

(func $do_shuffle (param $s i32) (param $me i32) (param $zone i32) (result i32)
  (local $at i32) (local $end i32) (local $k i32) (local $known i32) (local $count i32)
  (local.set $at (call $zone_at (local.get $s) (local.get $zone)))
  (local.set $count (i32.load (local.get $at)))
  (if (i32.eqz (local.get $count)) (then (return (i32.const 1))))
  (local.set $k (i32.load offset=16 (call $about (local.get $zone))))
  (global.set $fuel (i32.sub (global.get $fuel) (i32.shr_u (local.get $count) (i32.const 2))))
  (local.set $at (i32.sub (call $pieces_at (local.get $s) (local.get $k) (local.get $at)) (i32.const 4)))
  (call $random_order (local.get $s) (i32.add (local.get $at) (i32.const 4)) (local.get $count))
  (local.set $known (i32.load offset=4 (local.get $k)))
  (if (i32.and (i32.ne (local.get $known) (i32.const 0))
               (i32.ge_s (i32.load offset=8 (call $about (local.get $zone))) (i32.const 2))) (then
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (i32.store (call $cell_of (local.get $s) (local.get $known) (i32.load (local.get $at))) (i32.const 0))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (call $lower (local.get $s) (local.get $k) (local.get $zone))))
  (i32.const 1))

(func $do_roll (param $s i32) (param $me i32) (param $k i32) (param $dice i64) (result i32)
  (local $at i32) (local $end i32) (local $low i64)
  (local.set $at (i32.wrap_i64 (i64.shr_u (local.get $dice) (i64.const 32))))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.wrap_i64 (local.get $dice)) (i32.const 2))))
  (local.set $low (i64.load32_s offset=20 (local.get $k)))
  (global.set $fuel (i32.sub (global.get $fuel) (i32.shr_u (i32.wrap_i64 (local.get $dice)) (i32.const 2))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (i64.store32 (call $cell_of (local.get $s) (i32.load offset=16 (local.get $k)) (i32.load (local.get $at)))
      (i64.add (local.get $low) (call $random_below (local.get $s)
        (i64.add (i64.sub (i64.load32_s offset=24 (local.get $k)) (local.get $low)) (i64.const 1)))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (i32.const 1))

(func $do_flip (param $s i32) (param $me i32) (param $k i32) (param $piece i32) (result i32)
  (local $cell i32)
  (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return (i32.const 1))))
  (local.set $cell (call $cell_of (local.get $s) (i32.load offset=8 (local.get $k)) (local.get $piece)))
  (i32.store (local.get $cell)
    (i32.rem_u (i32.add (i32.load (local.get $cell)) (i32.const 1)) (i32.load offset=12 (local.get $k))))
  (i32.const 1))

(func $do_reveal (param $s i32) (param $me i32) (param $k i32) (param $piece i32) (result i32)
  (if (i32.ge_s (local.get $piece) (i32.const 0)) (then
    (call $learn (local.get $s) (local.get $k) (local.get $piece) (global.get $EVERYONE))))
  (i32.const 1))

(func $do_show (param $s i32) (param $me i32) (param $k i32) (param $piece i32) (param $player i32) (result i32)
  (if (i32.and (i32.ge_s (local.get $piece) (i32.const 0)) (i32.ge_s (local.get $player) (i32.const 0))) (then
    (call $learn (local.get $s) (local.get $k) (local.get $piece) (i32.shl (i32.const 1) (local.get $player)))))
  (i32.const 1))

(func $do_begin (param $s i32) (param $me i32) (param $span i32) (result i32)
  (local $pair i32) (local $at i32) (local $end i32)
  (local.set $pair (i32.add (global.get $RESETS) (i32.shl (local.get $span) (i32.const 5))))
  (local.set $at (i32.load (local.get $pair)))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.load offset=4 (local.get $pair)) (i32.const 3))))
  (global.set $fuel (i32.sub (global.get $fuel) (i32.shr_u (i32.load offset=24 (local.get $pair)) (i32.const 7))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (i32.store (call $zone_at (local.get $s) (i32.load (local.get $at))) (i32.load offset=4 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br $next)))
  (local.set $at (i32.load offset=16 (local.get $pair)))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.load offset=20 (local.get $pair)) (i32.const 3))))
  (block $blank (loop $stretch
    (br_if $blank (i32.ge_u (local.get $at) (local.get $end)))
    (memory.copy (i32.add (i32.add (local.get $s) (i32.const 8)) (i32.load (local.get $at)))
      (i32.add (global.get $BLANK) (i32.load (local.get $at))) (i32.load offset=4 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br $stretch)))
  (local.set $at (i32.load offset=8 (local.get $pair)))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.load offset=12 (local.get $pair)) (i32.const 2))))
  (block $emptied (loop $zone
    (br_if $emptied (i32.ge_u (local.get $at) (local.get $end)))
    (call $empty_out (local.get $s) (i32.load (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $zone)))
  (i32.const 1))

;; put all pieces of a zone aside, front side up
(func $empty_out (param $s i32) (param $zone i32)
  (local $k i32) (local $from i32) (local $at i32) (local $end i32) (local $piece i32) (local $cell i32)
  (local.set $k (i32.load offset=16 (call $about (local.get $zone))))
  (local.set $from (call $zone_at (local.get $s) (local.get $zone)))
  (global.set $fuel (i32.sub (global.get $fuel)
    (i32.add (i32.const 1) (i32.shr_u (i32.load (local.get $from)) (i32.const 2)))))
  (local.set $at (call $pieces_at (local.get $s) (local.get $k) (local.get $from)))
  (local.set $end (i32.add (local.get $at) (i32.shl (i32.load (local.get $from)) (i32.const 2))))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $piece (i32.load (local.get $at)))
    (i32.store (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $piece)) (i32.const 0))
    (if (i32.load offset=4 (local.get $k)) (then
      (local.set $cell (call $cell_of (local.get $s) (i32.load offset=4 (local.get $k)) (local.get $piece)))
      (i32.store (local.get $cell) (i32.or (i32.load (local.get $cell)) (global.get $PUT_AWAY)))))
    (if (i32.load offset=8 (local.get $k)) (then
      (i32.store (call $cell_of (local.get $s) (i32.load offset=8 (local.get $k)) (local.get $piece)) (i32.const 0))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $next)))
  (if (call $last_sharing (local.get $k))
    (then (call $closed (local.get $s) (local.get $k) (local.get $from)
      (call $pieces_at (local.get $s) (local.get $k) (local.get $from)) (i32.load (local.get $from))))
    (else (memory.fill (local.get $from) (i32.const 0) (i32.sub (local.get $end) (local.get $from))))))

(func $do_end_game (param $s i32) (param $me i32) (result i32)
  (i32.store offset=28 (local.get $s) (i32.const 2))
  (i32.const 1))

(func $do_win_game (param $s i32) (param $me i32) (result i32)
  (i32.store offset=28 (local.get $s) (i32.const 2))
  (i32.store offset=32 (local.get $s) (i32.add (local.get $me) (i32.const 1)))
  (i32.const 1))
