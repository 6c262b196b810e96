// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode=allow_mix_precision keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %s

// White: a 16-bit column; black: the model's dtype; gray: what the producer of
// the first visited input was given, also through a Cast that widens float16. Of
// white ops in bfloat16 the first 16-bit column counts, which is float16.
// CHECK-LABEL: func @from_float
// CHECK: "matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = white_lowers
// CHECK: "gray", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "no_kernel", {{.*}}<(f16, i64) -> (f16), {{.*}}engine = local, {{.*}}rule = no_kernel_follows
// CHECK: "black", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = aicore, {{.*}}rule = black_keeps
// CHECK: "black_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "const_first", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "half_only", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "float_only", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK-LABEL: func @from_half
// CHECK: "half_matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = white_lowers
// CHECK: "cast", {{.*}}<(f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cast_keeps_dtypes
// CHECK: "behind_cast", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "half_to_float", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK-LABEL: func @from_bfloat
// CHECK: "bfloat_matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = white_lowers
// CHECK: "bfloat_gray", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "bfloat_black", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = black_keeps
// CHECK: "integer", {{.*}}<(i32) -> (i32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK-LABEL: func @configured
// CHECK: "kept", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "kept_pool", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// CHECK: "custom", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = customized
// CHECK: "custom_pool", {{.*}}<(f64) -> (f64), {{.*}}engine = aicpu, {{.*}}rule = customized
// CHECK-LABEL: func @white
// CHECK: "vector", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "behind_vector", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
