; opt -passes=memcpyopt -S alloca-alignment-lowered.ll
; Wrong: @right_before's %dst falls from align 16 to 4, the memcpy to it keeps align 16; that becomes movaps, which faults:
;   %dst = alloca \[24 x i8\], align 4
; @wrong_after is what comes out.
target triple = "x86_64-unknown-linux-gnu"

define void @wrong_after(ptr align 16 %src, i1 %c) {
entry:
  %dst = alloca [24 x i8], align 4
  br i1 %c, label %first, label %second
first:
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %dst, ptr align 16 %src, i64 24, i1 false)
  br label %join
second:
  call void @init(ptr %dst)
  br label %join
join:
  call void @use(ptr %dst)
  ret void
}

define void @right_before(ptr align 16 %src, i1 %c) {
entry:
  %tmp = alloca [24 x i8], align 4
  %dst = alloca [24 x i8], align 16
  br i1 %c, label %first, label %second
first:
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %dst, ptr align 16 %src, i64 24, i1 false)
  br label %join
second:
  call void @init(ptr %tmp)
  call void @llvm.memcpy.p0.p0.i64(ptr %dst, ptr align 4 %tmp, i64 24, i1 false)
  br label %join
join:
  call void @use(ptr %dst)
  ret void
}

declare void @use(ptr)
declare void @init(ptr noalias writeonly captures(none)) nounwind willreturn memory(argmem: write)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)
