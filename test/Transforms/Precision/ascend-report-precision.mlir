// RUN: ascend-opt %s --ascend-precision-pipeline="report=%t.json keep-dtype=%S/Inputs/keep.cfg" 2>/dev/null | ascend-opt --ascend-report-precision="text=%t.txt remarks=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.json
// RUN: FileCheck %s --check-prefix=TEXT < %t.txt
// RUN: not ascend-opt %s --ascend-precision-pipeline="strict=on keep-dtype=%S/Inputs/keep.cfg" 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ascend-opt %s --ascend-load-config="" --ascend-report-precision 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: ascend-opt %s --ascend-load-config="" --ascend-assign-precision | sed "s/(f16) -> (f16), origin = (f32) -> (f32)/() -> (), origin = () -> ()/" > %t.bad.mlir
// RUN: not ascend-opt %t.bad.mlir --ascend-report-precision 2>&1 | FileCheck %s --check-prefix=HAND
// RUN: not ascend-opt %s --ascend-precision-pipeline="report=%t.none/r.json" 2>&1 | FileCheck %s --check-prefix=UNWRITABLE
// RUN: not ascend-opt %s --ascend-precision-pipeline="report=/dev/full" 2>&1 | FileCheck %s --check-prefix=FULL

// REMARK: remark: node 'r' (Relu): keep_dtype ({{.*}}keep.cfg:1) asks for the dtypes of the model; it runs float to float, as in the model
// REMARK: remark: node 't' (Tanh): force_fp16 lowers float tensors to float16; Tanh has a float16 kernel; it runs float16 to float16 (the model has float to float)
// STRICT: error: --strict: the line 'last' matches nothing
// ORDER: error: run ascend-assign-precision before ascend-report-precision
// HAND: error: 'ascend.relu' op has 1 inputs, its decision 0
// UNWRITABLE: error: {{.*}}the file cannot be written: No such file or directory
// FULL: error: {{.*}}the file cannot be written: No space left on device

// CHECK: "version": 1,
// CHECK: "soc": "Ascend910B1"
// CHECK: "name": "r",
// CHECK: "type": "Relu",
// CHECK: "onnx": null,
// CHECK: "engine": "aicore",
// CHECK: "unit": "vector",
// CHECK: "list": "gray",
// CHECK: "facts": "data",
// CHECK: "origin": "float",
// CHECK-NEXT: "dtype": "float"
// CHECK: "rule": "keep_dtype",
// CHECK: "source": "{{.*}}keep.cfg:1",
// CHECK: "name": "t",
// CHECK: "effective": "high_precision"
// CHECK: "rule": "force_fp16",
// CHECK: "casts": [
// CHECK: "value": "r:0",
// CHECK: "from": "float",
// CHECK: "to": "float16",
// CHECK: "bytes": 8,
// CHECK: "op": "t",
// CHECK: "config": [
// CHECK: "text": "OpType::Relu",
// CHECK-NEXT: "status": "applied"
// CHECK: "text": "last",
// CHECK-NEXT: "status": "no_match"
// TEXT: r {{.*}}Relu {{.*}}f32>f32
// TEXT: t {{.*}}Tanh {{.*}}f16>f16
// TEXT: 1 op in float, 1 op in float16, 2 casts
// TEXT: keep.cfg:2: 'last' matches nothing
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.tanh %0 {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
