// RUN: ascend-opt --ascend-set-cpu-target="triple=x86_64-pc-linux-gnu cpu=znver4 features=+avx2,-avx512bf16" %s | FileCheck %s

// CHECK: module attributes {llvm.target_triple = "x86_64-pc-linux-gnu"}
// CHECK: llvm.func @declared()
// CHECK-NOT: attributes
// CHECK: llvm.func @defined()
// CHECK-SAME: target_cpu = "znver4"
// CHECK-SAME: target_features = #llvm.target_features<["+avx2", "-avx512bf16"]>
llvm.func @declared()
llvm.func @defined() {
  llvm.return
}
