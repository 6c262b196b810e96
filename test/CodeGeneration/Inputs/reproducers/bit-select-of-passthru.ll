; llc bit-select-of-passthru.ll -o -
; Wrong: the immediate of vpternlog belongs to another order of the operands. The selector, s in "a ^ (s & (b ^ a))" of llc's comment,
; must be the constant, but is not:
;   vpternlog[dq]\s+\$\d+, \.LCPI\S+, .*\{%k\d\} # \S+ \{%k\d\} = .*\^ \((?!m\d+bcst|mem)\w+ &
;   vpternlog[dq]\s+\$\d+, (?!\.LCPI)\S*\(.*\{%k\d\} # \S+ \{%k\d\} = .*\^ \((m\d+bcst|mem) &
; @wrong with x = 1, y = -1 and all lanes on gives 0x7fffffff; right is 0x80000001.
target triple = "x86_64-unknown-linux-gnu"

define <16 x i32> @wrong(<16 x i32> %x, <16 x i32> %y, i16 %m) #0 {
  %mask = bitcast i16 %m to <16 x i1>
  %a = and <16 x i32> %x, splat (i32 2147483647)
  %b = and <16 x i32> %y, splat (i32 -2147483648)
  %o = or disjoint <16 x i32> %a, %b
  %s = select <16 x i1> %mask, <16 x i32> %o, <16 x i32> %x
  ret <16 x i32> %s
}

define <16 x i32> @wrong_loaded(ptr %p, <16 x i32> %x, i16 %m) #0 {
  %mask = bitcast i16 %m to <16 x i1>
  %l = load <16 x i32>, ptr %p, align 64
  %a = and <16 x i32> %l, splat (i32 2147483647)
  %b = and <16 x i32> %x, splat (i32 -2147483648)
  %o = or <16 x i32> %a, %b
  %s = select <16 x i1> %mask, <16 x i32> %o, <16 x i32> %x
  ret <16 x i32> %s
}

define <8 x i64> @wrong_i64(<8 x i64> %x, <8 x i64> %y, i8 %m) #0 {
  %mask = bitcast i8 %m to <8 x i1>
  %a = and <8 x i64> %x, splat (i64 9223372036854775807)
  %b = and <8 x i64> %y, splat (i64 -9223372036854775808)
  %o = or disjoint <8 x i64> %a, %b
  %s = select <8 x i1> %mask, <8 x i64> %o, <8 x i64> %x
  ret <8 x i64> %s
}

define <16 x i32> @right_other_passthru(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z, i16 %m) #0 {
  %mask = bitcast i16 %m to <16 x i1>
  %a = and <16 x i32> %x, splat (i32 2147483647)
  %b = and <16 x i32> %y, splat (i32 -2147483648)
  %o = or disjoint <16 x i32> %a, %b
  %s = select <16 x i1> %mask, <16 x i32> %o, <16 x i32> %z
  ret <16 x i32> %s
}

define <16 x i32> @right_no_select(<16 x i32> %x, <16 x i32> %y) #0 {
  %a = and <16 x i32> %x, splat (i32 2147483647)
  %b = and <16 x i32> %y, splat (i32 -2147483648)
  %o = or disjoint <16 x i32> %a, %b
  ret <16 x i32> %o
}

attributes #0 = { nounwind "target-cpu"="x86-64-v4" "target-features"="-prefer-256-bit" "prefer-vector-width"="512" }
