// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode=allow_fp32_to_fp16 keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %s

// The model's dtype; cube ops take float16 for float; where a dtype is missing it
// rises, else it is reduced.
// CHECK-LABEL: func @from_float
// CHECK: "matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = cube_lowers
// CHECK: "gray", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "no_kernel", {{.*}}<(f16, i64) -> (f16), {{.*}}engine = local, {{.*}}rule = no_kernel_follows
// CHECK: "black", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "black_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "const_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "half_only", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "float_only", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK-LABEL: func @from_half
// CHECK: "half_matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "cast", {{.*}}<(f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cast_keeps_dtypes
// CHECK: "behind_cast", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "half_to_float", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK-LABEL: func @from_bfloat
// CHECK: "bfloat_matmul", {{.*}}<(bf16, bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "bfloat_gray", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "bfloat_black", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "integer", {{.*}}<(i32) -> (i32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK-LABEL: func @configured
// CHECK: "kept", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "kept_pool", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// CHECK: "custom", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = customized
// CHECK: "custom_pool", {{.*}}<(f64) -> (f64), {{.*}}engine = aicpu, {{.*}}rule = customized
// CHECK-LABEL: func @white
// CHECK: "vector", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
// CHECK: "behind_vector", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = allow_reduce
