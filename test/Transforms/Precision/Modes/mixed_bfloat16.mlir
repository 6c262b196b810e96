// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode-v2=mixed_bfloat16 keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %S/allow_mix_precision_bf16.mlir

// Another word for allow_mix_precision_bf16, of precision_mode_v2: the same decisions.
