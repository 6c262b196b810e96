; llc one-lane-truncating-store.ll -o -
; Wrong: a store that is wider than the element, in place of vpextrb, vpextrw or movw. For i16:
;   (vmovss|vmovd|vextractps|vpextrd|movl)\s.*\(%rdi\)
; @wrong0 then writes bytes 2 and 3, too, @wrong3 bytes 8 and 9.
target triple = "x86_64-unknown-linux-gnu"

define void @wrong0(<16 x i32> %v, ptr %p) #0 {
  %t = trunc <16 x i32> %v to <16 x i16>
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %t, ptr align 2 %p, <16 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

define void @wrong3(<16 x i32> %v, ptr %p) #0 {
  %t = trunc nsw <16 x i32> %v to <16 x i16>
  tail call void @llvm.masked.store.v16i16.p0(<16 x i16> %t, ptr nonnull align 1 %p, <16 x i1> <i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 poison, i1 poison, i1 poison, i1 poison>), !alias.scope !0
  ret void
}

define void @wrong_i8(<16 x i16> %v, ptr %p) #0 {
  %t = trunc <16 x i16> %v to <16 x i8>
  call void @llvm.masked.store.v16i8.p0(<16 x i8> %t, ptr align 1 %p, <16 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

define void @wrong_saturated(<8 x i64> %v, ptr %p) #0 {
  %m = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %v, <8 x i64> splat (i64 4294967295))
  %t = trunc nuw <8 x i64> %m to <8 x i32>
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %t, ptr align 4 %p, <8 x i1> <i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

define void @right_two_lanes(<16 x i32> %v, ptr %p) #0 {
  %t = trunc <16 x i32> %v to <16 x i16>
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %t, ptr align 2 %p, <16 x i1> <i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

define void @right_not_truncated(<16 x i16> %v, ptr %p) #0 {
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr align 2 %p, <16 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

define void @right_avx2(<16 x i32> %v, ptr %p) #1 {
  %t = trunc <16 x i32> %v to <16 x i16>
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %t, ptr align 2 %p, <16 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

declare void @llvm.masked.store.v16i16.p0(<16 x i16>, ptr, <16 x i1>)
declare void @llvm.masked.store.v16i8.p0(<16 x i8>, ptr, <16 x i1>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, <8 x i1>)
declare <8 x i64> @llvm.umin.v8i64(<8 x i64>, <8 x i64>)

attributes #0 = { nounwind "target-cpu"="x86-64-v4" "target-features"="-prefer-256-bit" "prefer-vector-width"="512" }
attributes #1 = { nounwind "target-cpu"="x86-64-v3" }

!0 = !{}
