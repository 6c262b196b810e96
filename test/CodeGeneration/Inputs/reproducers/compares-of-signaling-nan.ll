; llc compares-of-signaling-nan.ll -o -
; Wrong: fmaxnm or fminnm of the two, where a signaling NaN in one makes the comparison false, whatever the other is:
;   \bf(max|min)nm\b
; @wrong(0, a signaling NaN, 0) is false; right is true.
target triple = "aarch64-unknown-linux-gnu"

define i1 @wrong(float %a, float %b, float %c) {
  %x = fcmp oge float %a, %c
  %y = fcmp oge float %b, %c
  %r = or i1 %x, %y
  ret i1 %r
}

define <4 x i32> @wrong_vector(<4 x float> %a, <4 x float> %b) {
  %x = fcmp olt <4 x float> %a, splat (float 5.000000e+00)
  %y = fcmp olt <4 x float> %b, splat (float 5.000000e+00)
  %r = or <4 x i1> %x, %y
  %s = sext <4 x i1> %r to <4 x i32>
  ret <4 x i32> %s
}

define <4 x i32> @wrong_unordered(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fcmp ult <4 x float> %a, %c
  %y = fcmp ult <4 x float> %b, %c
  %r = and <4 x i1> %x, %y
  %s = sext <4 x i1> %r to <4 x i32>
  ret <4 x i32> %s
}

define <4 x i32> @right_and(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fcmp olt <4 x float> %a, %c
  %y = fcmp olt <4 x float> %b, %c
  %r = and <4 x i1> %x, %y
  %s = sext <4 x i1> %r to <4 x i32>
  ret <4 x i32> %s
}

define i1 @right_not_shared(float %a, float %b, float %c, float %d) {
  %x = fcmp oge float %a, %c
  %y = fcmp oge float %b, %d
  %r = or i1 %x, %y
  ret i1 %r
}
