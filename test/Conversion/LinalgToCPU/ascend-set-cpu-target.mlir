// RUN: ascend-opt --ascend-set-cpu-target="triple=x86_64-pc-linux-gnu cpu=znver4 features=+avx2,-avx512bf16" %s | FileCheck %s

// CHECK: module attributes {llvm.target_triple = "x86_64-pc-linux-gnu"}
// CHECK: llvm.func @declared()
// CHECK-NOT: attributes
// CHECK: llvm.func @defined()
// CHECK-SAME: target_cpu = "znver4"
// CHECK-SAME: target_features = #llvm.target_features<["+avx2", "-avx512bf16"]>
// The one feature that is on where it is needed only.
// CHECK: llvm.func @with_dots
// CHECK-SAME: target_features = #llvm.target_features<["+avx2", "-avx512bf16", "+avx512bf16"]>
llvm.func @declared()
llvm.func @defined() {
  llvm.return
}
llvm.func @with_dots(%c: vector<16xf32>, %a: vector<32xbf16>) -> vector<16xf32> {
  %0 = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%c, %a, %a) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
  llvm.return %0 : vector<16xf32>
}
