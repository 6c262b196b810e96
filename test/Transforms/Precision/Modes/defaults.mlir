// Without a precision mode: force_fp16 in inference on every chip. In training
// must_keep_origin_dtype where the cube unit multiplies float, else
// allow_fp32_to_fp16.

// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend035 graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310 graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310B1 graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310P1 graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310P3 graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910A graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910B graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910B1 graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910B2 graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910PremiumA graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910ProA graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910ProB graph-run-mode=0" | FileCheck %s --check-prefix=FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend950 graph-run-mode=0" | FileCheck %s --check-prefix=FP16

// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend035 graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310 graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310B1 graph-run-mode=1" | FileCheck %s --check-prefix=KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310P1 graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend310P3 graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910A graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910B graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910B1 graph-run-mode=1" | FileCheck %s --check-prefix=KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910B2 graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910PremiumA graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910ProA graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910ProB graph-run-mode=1" | FileCheck %s --check-prefix=ALLOW
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend950 graph-run-mode=1" | FileCheck %s --check-prefix=KEEP

// An empty value is no value; a given mode beats the run mode.
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode= precision-mode-v2= graph-run-mode=1" | FileCheck %s --check-prefix=KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=force_fp16 graph-run-mode=1" | FileCheck %s --check-prefix=FP16

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // FP16: <(f16) -> (f16), {{.*}}rule = force_fp16
  // KEEP: <(f32) -> (f32), {{.*}}rule = must_keep
  // ALLOW: <(f32) -> (f32), {{.*}}rule = allow_reduce
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
