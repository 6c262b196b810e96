// RUN: ascend-opt --ascend-kernel-to-llvm --split-input-file --verify-diagnostics %s

// expected-error@+1 {{has no form in LLVM: its buffers need static shapes}}
func.func @dynamic_rows(%ctx: !llvm.ptr, %m: memref<4x?x3xf32>) {
  return
}
