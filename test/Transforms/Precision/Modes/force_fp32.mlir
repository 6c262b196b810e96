// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode=force_fp32 keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %s

// Every 16-bit float becomes float. A cube op with a column of float16 inputs
// and float output takes that one; a dtype that no column can raise is reduced.
// CHECK-LABEL: func @from_float
// CHECK: "matmul", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cube_fp16_in_fp32_out
// CHECK: "gray", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "no_kernel", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = local, {{.*}}rule = no_kernel_follows
// CHECK: "black", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "black_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "const_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "half_only", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "float_only", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK-LABEL: func @from_half
// CHECK: "half_matmul", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cube_fp16_in_fp32_out
// CHECK: "cast", {{.*}}<(f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cast_keeps_dtypes
// CHECK: "behind_cast", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "half_to_float", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK-LABEL: func @from_bfloat
// CHECK: "bfloat_matmul", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cube_fp16_in_fp32_out
// CHECK: "bfloat_gray", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "bfloat_black", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "integer", {{.*}}<(i32) -> (i32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK-LABEL: func @configured
// CHECK: "kept", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "kept_pool", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// CHECK: "custom", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = customized
// CHECK: "custom_pool", {{.*}}<(f64) -> (f64), {{.*}}engine = aicpu, {{.*}}rule = customized
// CHECK-LABEL: func @white
// CHECK: "vector", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
// CHECK: "behind_vector", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp32
