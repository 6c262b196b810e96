// What each chip makes of the same request: its abilities and its defaults.
// DEFINE: %{soc} = unset
// DEFINE: %{options} =
// DEFINE: %{decide} = ascend-opt %s --ascend-precision-pipeline="soc=%{soc} report=- %{options}" -o /dev/null

// Inference: force_fp16 everywhere. Training: a chip whose cube unit has fp32
// keeps the model's dtypes, the others lower what has no fp32 kernel.
// REDEFINE: %{soc} = Ascend310
// RUN: %{decide} | FileCheck %s --check-prefixes=FORCE,HALF
// REDEFINE: %{soc} = Ascend310P3
// RUN: %{decide} | FileCheck %s --check-prefixes=FORCE,HALF
// REDEFINE: %{soc} = Ascend310B1
// RUN: %{decide} | FileCheck %s --check-prefixes=FORCE,HALF
// REDEFINE: %{soc} = Ascend910A
// RUN: %{decide} | FileCheck %s --check-prefixes=FORCE,HALF
// REDEFINE: %{soc} = Ascend910B1
// RUN: %{decide} | FileCheck %s --check-prefixes=FORCE,HALF
// REDEFINE: %{soc} = Ascend950
// RUN: %{decide} | FileCheck %s --check-prefixes=FORCE,HALF
// REDEFINE: %{options} = graph-run-mode=1
// RUN: %{decide} | FileCheck %s --check-prefixes=KEEP,SINGLE
// REDEFINE: %{soc} = Ascend910B1
// RUN: %{decide} | FileCheck %s --check-prefixes=KEEP,SINGLE
// REDEFINE: %{soc} = Ascend310B1
// RUN: %{decide} | FileCheck %s --check-prefixes=KEEP
// REDEFINE: %{soc} = Ascend910A
// RUN: %{decide} | FileCheck %s --check-prefixes=ALLOW,HALF
// REDEFINE: %{soc} = Ascend310P3
// RUN: %{decide} | FileCheck %s --check-prefixes=ALLOW,HALF
// REDEFINE: %{soc} = Ascend310
// RUN: %{decide} | FileCheck %s --check-prefixes=ALLOW,HALF
// FORCE: "precision_mode": "force_fp16"
// KEEP: "precision_mode": "must_keep_origin_dtype"
// ALLOW: "precision_mode": "allow_fp32_to_fp16"
// HALF: "name": "m"
// HALF: "dtype": "float16"
// SINGLE: "name": "m"
// SINGLE: "dtype": "float"

// bf16.
// REDEFINE: %{options} = precision-mode=allow_mix_precision_bf16
// REDEFINE: %{soc} = Ascend310
// RUN: not %{decide} 2>&1 | FileCheck %s --check-prefix=NO-BF16
// REDEFINE: %{soc} = Ascend310P3
// RUN: not %{decide} 2>&1 | FileCheck %s --check-prefix=NO-BF16
// REDEFINE: %{soc} = Ascend910A
// RUN: not %{decide} 2>&1 | FileCheck %s --check-prefix=NO-BF16
// REDEFINE: %{soc} = Ascend310B1
// RUN: %{decide} | FileCheck %s --check-prefix=BF16-TAKEN
// REDEFINE: %{soc} = Ascend910B1
// RUN: %{decide} | FileCheck %s --check-prefixes=BF16-TAKEN,BF16
// REDEFINE: %{soc} = Ascend950
// RUN: %{decide} | FileCheck %s --check-prefixes=BF16-TAKEN,BF16
// NO-BF16: error: [E20101] {{.*}}Current soc not support dtype of BFloat16
// BF16-TAKEN: "precision_mode": "allow_mix_precision_bf16"
// BF16: "name": "m"
// BF16: "dtype": "bfloat16"

// HF32: what matmul asks for when allow_hf32 is true.
// REDEFINE: %{options} = precision-mode=must_keep_origin_dtype allow-hf32=1
// RUN: %{decide} | FileCheck %s --check-prefix=SHORT
// REDEFINE: %{soc} = Ascend910B1
// RUN: %{decide} | FileCheck %s --check-prefix=SHORT
// REDEFINE: %{soc} = Ascend310B1
// RUN: %{decide} | FileCheck %s --check-prefix=SHORT
// REDEFINE: %{options} = allow-hf32=1
// REDEFINE: %{soc} = Ascend910A
// RUN: %{decide} 2>&1 | FileCheck %s --check-prefix=NO-SHORT
// REDEFINE: %{soc} = Ascend310P3
// RUN: %{decide} 2>&1 | FileCheck %s --check-prefix=NO-SHORT
// REDEFINE: %{soc} = Ascend310
// RUN: %{decide} 2>&1 | FileCheck %s --check-prefix=NO-SHORT
// SHORT: "name": "m"
// SHORT: "effective": "enable_hi_float_32_execution"
// NO-SHORT: warning: Ascend{{.*}} has no HF32: allow_hf32 has no effect
// NO-SHORT: "name": "m"
// NO-SHORT-NOT: enable_hi

// hif8 is Ascend950's. On others CANN does not refuse it, and a warning says
// so.
// REDEFINE: %{options} = precision-mode-v2=mixed_hif8
// REDEFINE: %{soc} = Ascend950
// RUN: %{decide} 2>&1 | FileCheck %s --check-prefix=HIF8
// REDEFINE: %{soc} = Ascend910B1
// RUN: %{decide} 2>&1 | FileCheck %s --check-prefix=NO-HIF8
// HIF8-NOT: has no hif8
// HIF8: "name": "m"
// NO-HIF8: warning: Ascend910B1 has no hif8, yet CANN does not refuse mixed_hif8 on it

// Overflow.
// DEFINE: %{list} = ascend-opt --ascend-list-soc=%{soc} --ascend-list-ops
// RUN: %{list} | FileCheck %s --check-prefix=INF
// REDEFINE: %{soc} = Ascend950
// RUN: %{list} | FileCheck %s --check-prefix=INF
// REDEFINE: %{soc} = Ascend910A
// RUN: %{list} | FileCheck %s --check-prefix=SATURATE
// REDEFINE: %{soc} = Ascend310P3
// RUN: %{list} | FileCheck %s --check-prefix=SATURATE
// REDEFINE: %{soc} = Ascend310B1
// RUN: %{list} | FileCheck %s --check-prefix=SATURATE
// REDEFINE: %{soc} = Ascend310
// RUN: %{list} | FileCheck %s --check-prefix=SATURATE
// INF: overflow inf_nan
// SATURATE: overflow saturation

func.func @chips(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
