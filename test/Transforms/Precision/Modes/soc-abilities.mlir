// Which chip takes which mode: bfloat16 modes need a vector unit that converts to
// it, HF32 a cube unit that has it; CANN does not check hif8, its documents give it
// to Ascend950 alone.

// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend035 precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend310 precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend310 precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend310 precision-mode-v2=mixed_bfloat16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310B1 precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend310P1 precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend310P3 precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend310P3 precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend310P3 precision-mode-v2=mixed_bfloat16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend910A precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend910A precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend910A precision-mode-v2=mixed_bfloat16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend910B precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B1 precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B2 precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend910PremiumA precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend910ProA precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend910ProB precision-mode=allow_fp32_to_bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend950 precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %s --check-prefix=TAKEN

// RUN: ascend-opt %s --ascend-load-config="soc=Ascend035 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310B1 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310P1 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310P3 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910A allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B1 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B2 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910PremiumA allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910ProA allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910ProB allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=HF32
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend950 allow-hf32=11" 2>&1 | FileCheck %s --check-prefix=TAKEN

// RUN: ascend-opt %s --ascend-load-config="soc=Ascend035 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310B1 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310P1 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend310P3 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910A precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B1 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910B2 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910PremiumA precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910ProA precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910ProB precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=HIF8
// RUN: ascend-opt %s --ascend-load-config="soc=Ascend950 precision-mode-v2=cube_hif8" 2>&1 | FileCheck %s --check-prefix=TAKEN

// BF16: error: [E20101] Value [{{.*(bf16|bfloat16)}}] for parameter [precision_mode{{(_v2)?}}] is invalid. Reason: Current soc not support dtype of BFloat16
// BF16: note: Ascend{{.*}} has no bf16
// HF32: warning: Ascend{{.*}} has no HF32: allow_hf32 has no effect
// HIF8: warning: Ascend{{.*}} has no hif8, yet CANN does not refuse cube_hif8 on it
// TAKEN-NOT: {{warning|error}}
// TAKEN: ascend.options
module {}
