// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision" | FileCheck %t/graph.mlir --check-prefix=CORE
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision modify-mixlist=%t/mix.json" | FileCheck %t/graph.mlir --check-prefix=MOVED
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="precision-mode=force_fp32" | FileCheck %t/graph.mlir --check-prefix=CORE
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="precision-mode=force_fp32 ops-info=%t/store" | FileCheck %t/graph.mlir --check-prefix=STORE
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="precision-mode=force_fp16 ops-info=%t/store" | FileCheck %t/graph.mlir --check-prefix=CORE
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="precision-mode-v2=mixed_hif8 soc=Ascend950 ops-info=%t/store modify-mixlist=%t/mix.json" 2>/dev/null | FileCheck %t/graph.mlir --check-prefix=HIF8

// A black op without a float kernel must not be reduced in force_fp32 and in
// the two mixed modes: the AI CPU takes it. The other modes do not ask.

//--- mix.json
{"black-list": {"to-add": ["AvgPool"]}}
//--- store/aicore.json
{"AvgPool": {"precision_reduce": {"flag": "false"},
  "input0": {"name": "x", "paramType": "required", "dtype": "float16"},
  "output0": {"name": "y", "paramType": "required", "dtype": "float16"}}}
//--- store/aicpu.json
{"AvgPool": {"opInfo": {"engine": "DNN_VM_AICPU"},
  "input0": {"name": "x", "type": "DT_FLOAT,DT_FLOAT16"},
  "output0": {"name": "y", "type": "DT_FLOAT,DT_FLOAT16"}}}
//--- graph.mlir
func.func @pool(%x: tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32> {
  // CORE: <(f16) -> (f16), {{.*}}engine = aicore
  // MOVED: <(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback, source = "{{.*}}mix.json:1"
  // STORE: <(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
  // HIF8: <(f16) -> (f16), {{.*}}engine = aicore
  %0 = ascend.ge_op "AvgPool"(%x) {node_name = "pool"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  return %0 : tensor<1x4x2x2xf32>
}
