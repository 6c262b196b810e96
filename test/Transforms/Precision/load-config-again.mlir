// What of a configuration is kept, and when another one may take its place.
// RUN: split-file %s %t
// Where the report goes is no part of what is decided.
// RUN: ascend-opt %t/main.mlir --ascend-precision-pipeline="report=%t/r.json strict=off precision-mode=allow_mix_precision" | FileCheck %t/main.mlir --implicit-check-not=r.json
// Before the types are decided other options may come; the fusions of a module
// take their switches.
// RUN: ascend-opt %t/main.mlir --ascend-load-config="precision-mode=force_fp32" --ascend-load-config="precision-mode=must_keep_origin_dtype fusion-switch-file=%t/f.cfg" 2>&1 | FileCheck %t/main.mlir --check-prefix=AGAIN --implicit-check-not=force_fp32 --implicit-check-not=warning:
// Another build may have another op store.
// RUN: ascend-opt %t/main.mlir --ascend-load-config | sed 's/store = "[0-9a-f]*"/store = "0"/' > %t/other.mlir
// RUN: not ascend-opt %t/other.mlir --ascend-assign-precision 2>&1 | FileCheck %t/main.mlir --check-prefix=OTHER

//--- f.cfg
GeluFusionPass:off
//--- main.mlir
// CHECK: ["strict", "off"]
// AGAIN: ["precision_mode", "must_keep_origin_dtype"]
// OTHER: error: the module was configured with another built-in op store (0, this is {{[0-9a-f]+}}): run ascend-load-config again
module attributes {ascend.fusions = []} {
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // A variable is a constant for GE: it has no decision, and the other input
    // is followed.
    // CHECK: ascend.ge_op "Variable"() {node_name = "v"}
    %v = ascend.ge_op "Variable"() {node_name = "v"} : () -> tensor<4x4xf32>
    %m = ascend.mat_mul_v2 %x, %x {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: ascend.add {{.*}}<(f16, f16) -> (f16)
    %0 = ascend.add %v, %m {node_name = "a"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
