; opt -passes=instcombine -S masked-load-sunk-below-store.ll
; Wrong: @wrong's masked load, with %cur in place of zero, stands below the store:
;   store <16 x float> %blend
;   %res = call <16 x float> @llvm.masked.load
; It then reads what was just stored. @wrong_after is what comes out; llc cannot mend it.
target triple = "x86_64-unknown-linux-gnu"

define <16 x float> @wrong(ptr %p, <16 x float> %cur, <16 x i1> %mask) {
  %tmp = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 64 %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  %old = load <16 x float>, ptr %p, align 64
  %blend = select <16 x i1> %mask, <16 x float> %cur, <16 x float> %old
  store <16 x float> %blend, ptr %p, align 64
  %res = select <16 x i1> %mask, <16 x float> %tmp, <16 x float> %cur
  ret <16 x float> %res
}

define <16 x float> @wrong_after(ptr %p, <16 x float> %cur, <16 x i1> %mask) {
  %old = load <16 x float>, ptr %p, align 64
  %blend = select <16 x i1> %mask, <16 x float> %cur, <16 x float> %old
  store <16 x float> %blend, ptr %p, align 64
  %res = call <16 x float> @llvm.masked.load.v16f32.p0(ptr nonnull align 64 %p, <16 x i1> %mask, <16 x float> %cur)
  ret <16 x float> %res
}

define <16 x float> @right_nothing_between(ptr %p, ptr %q, <16 x float> %cur, <16 x i1> %mask) {
  %tmp = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 64 %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  %res = select <16 x i1> %mask, <16 x float> %tmp, <16 x float> %cur
  store <16 x float> %res, ptr %q, align 64
  ret <16 x float> %res
}

define <16 x float> @right_other_pointer(ptr noalias %p, ptr noalias %q, <16 x float> %cur, <16 x i1> %mask) {
  store <16 x float> %cur, ptr %q, align 64
  %res = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 64 %p, <16 x i1> %mask, <16 x float> %cur)
  ret <16 x float> %res
}

declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
