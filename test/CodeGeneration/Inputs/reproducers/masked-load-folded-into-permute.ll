; llc masked-load-folded-into-permute.ll -o -
; Wrong: the masked load is gone, and the masked permute reads the memory itself, so it also sees (and may fault on) lanes that the
; load's mask turns off. In place of vmovups (%rdi), %zmmN {%k1} {z}:
;   v(perm|pack|p?unpck|shuf|pshuf)\w*\s.*\(%rdi\).*\{%k1\}
; @wrong with mask 1 and p = {1, 2, …} gives 2 in lane 0; right is 0.
target triple = "x86_64-unknown-linux-gnu"

define <16 x float> @wrong(ptr %p, <16 x float> %y, i16 %m) #0 {
  %mask = bitcast i16 %m to <16 x i1>
  %e = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  %r = shufflevector <16 x float> %e, <16 x float> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %s = select <16 x i1> %mask, <16 x float> %r, <16 x float> %y
  ret <16 x float> %s
}

; The lanes that are off are poison here, but reading them may fault.
define <16 x i32> @wrong_poison(ptr %p, <16 x i32> %y, <16 x i32> %z) #0 {
  %mask = icmp sgt <16 x i32> %y, zeroinitializer
  %e = tail call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x i32> poison), !tbaa !0
  %r = shufflevector <16 x i32> %e, <16 x i32> poison, <16 x i32> <i32 15, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 14, i32 1>
  %s = select <16 x i1> %mask, <16 x i32> %r, <16 x i32> %z
  ret <16 x i32> %s
}

define <64 x i8> @wrong_pack(ptr %p, <32 x i16> %y, i64 %m) #0 {
  %mask = bitcast i64 %m to <64 x i1>
  %e = call <64 x i8> @llvm.masked.load.v64i8.p0(ptr align 1 %p, <64 x i1> %mask, <64 x i8> zeroinitializer)
  %w = bitcast <64 x i8> %e to <32 x i16>
  %r = call <64 x i8> @llvm.x86.avx512.packuswb.512(<32 x i16> %y, <32 x i16> %w)
  %s = select <64 x i1> %mask, <64 x i8> %r, <64 x i8> zeroinitializer
  ret <64 x i8> %s
}

define <16 x float> @right_elementwise(ptr %p, <16 x float> %y, i16 %m) #0 {
  %mask = bitcast i16 %m to <16 x i1>
  %e = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  %r = fadd <16 x float> %e, %y
  %s = select <16 x i1> %mask, <16 x float> %r, <16 x float> %y
  ret <16 x float> %s
}

define <16 x float> @right_other_mask(ptr %p, <16 x float> %y, i16 %m, i16 %n) #0 {
  %mask = bitcast i16 %m to <16 x i1>
  %other = bitcast i16 %n to <16 x i1>
  %e = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  %r = shufflevector <16 x float> %e, <16 x float> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %s = select <16 x i1> %other, <16 x float> %r, <16 x float> %y
  ret <16 x float> %s
}

declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, <16 x i1>, <16 x i32>)
declare <64 x i8> @llvm.masked.load.v64i8.p0(ptr, <64 x i1>, <64 x i8>)
declare <64 x i8> @llvm.x86.avx512.packuswb.512(<32 x i16>, <32 x i16>)

attributes #0 = { nounwind "target-cpu"="x86-64-v4" "target-features"="-prefer-256-bit" "prefer-vector-width"="512" }

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
