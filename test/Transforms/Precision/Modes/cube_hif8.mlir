// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="soc=Ascend950 ops-info=%S/Inputs/ascend950.json precision-mode-v2=cube_hif8 keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %s

// Cube ops take hif8, then float16 (bfloat16 for a bfloat16 tensor), then float;
// all others keep their dtype or rise. Lists play no part: Gelu is white.
// CHECK-LABEL: func @from_float
// CHECK: "matmul", {{.*}}<(!ascend.hif8, !ascend.hif8) -> (!ascend.hif8), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "gray", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "no_kernel", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = local, {{.*}}rule = no_kernel_follows
// CHECK: "black", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "black_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "const_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "half_only", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "float_only", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK-LABEL: func @from_half
// CHECK: "half_matmul", {{.*}}<(!ascend.hif8, !ascend.hif8) -> (!ascend.hif8), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "cast", {{.*}}<(f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cast_keeps_dtypes
// CHECK: "behind_cast", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "half_to_float", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK-LABEL: func @from_bfloat
// CHECK: "bfloat_matmul", {{.*}}<(!ascend.hif8, !ascend.hif8) -> (!ascend.hif8), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "bfloat_gray", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "bfloat_black", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "integer", {{.*}}<(i32) -> (i32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK-LABEL: func @configured
// CHECK: "kept", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "kept_pool", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "custom", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = customized
// CHECK: "custom_pool", {{.*}}<(f64) -> (f64), {{.*}}engine = aicpu, {{.*}}rule = customized
// CHECK-LABEL: func @white
// CHECK: "vector", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
// CHECK: "behind_vector", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = hif8_table
