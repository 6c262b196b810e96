// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode-v2=origin keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %S/must_keep_origin_dtype.mlir

// Another word for must_keep_origin_dtype, of precision_mode_v2: the same decisions.
