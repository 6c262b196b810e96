// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode=must_keep_origin_dtype keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %s

// The model's dtype or a rise; an op that would have to be reduced goes to the AI
// CPU, unless customize_dtypes takes the check away.
// CHECK-LABEL: func @from_float
// CHECK: "matmul", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "gray", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "no_kernel", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = local, {{.*}}rule = no_kernel_follows
// CHECK: "black", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "black_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "const_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "half_only", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// CHECK: "float_only", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK-LABEL: func @from_half
// CHECK: "half_matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "cast", {{.*}}<(f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cast_keeps_dtypes
// CHECK: "behind_cast", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "half_to_float", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK-LABEL: func @from_bfloat
// CHECK: "bfloat_matmul", {{.*}}<(bf16, bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "bfloat_gray", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "bfloat_black", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "integer", {{.*}}<(i32) -> (i32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK-LABEL: func @configured
// CHECK: "kept", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "kept_pool", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// CHECK: "custom", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = customized
// CHECK: "custom_pool", {{.*}}<(f64) -> (f64), {{.*}}engine = aicpu, {{.*}}rule = customized
// CHECK-LABEL: func @white
// CHECK: "vector", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
// CHECK: "behind_vector", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = must_keep
