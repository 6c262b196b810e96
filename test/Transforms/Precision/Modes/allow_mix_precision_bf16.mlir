// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode=allow_mix_precision_bf16 keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %s

// As allow_mix_precision with bfloat16; float16 columns are out unless a tensor
// has that dtype itself. An op with float16 alone goes to the AI CPU.
// CHECK-LABEL: func @from_float
// CHECK: "matmul", {{.*}}<(bf16, bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = white_lowers
// CHECK: "gray", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "no_kernel", {{.*}}<(bf16, i64) -> (bf16), {{.*}}engine = local, {{.*}}rule = no_kernel_follows
// CHECK: "black", {{.*}}<(f32, i64) -> (f32), {{.*}}engine = aicore, {{.*}}rule = black_keeps
// CHECK: "black_first", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "const_first", {{.*}}<(bf16, bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "half_only", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// CHECK: "float_only", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK-LABEL: func @from_half
// CHECK: "half_matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = white_lowers
// CHECK: "cast", {{.*}}<(f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cast_keeps_dtypes
// CHECK: "behind_cast", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "half_to_float", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK-LABEL: func @from_bfloat
// CHECK: "bfloat_matmul", {{.*}}<(bf16, bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = white_lowers
// CHECK: "bfloat_gray", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "bfloat_black", {{.*}}<(bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = black_keeps
// CHECK: "integer", {{.*}}<(i32) -> (i32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK-LABEL: func @configured
// CHECK: "kept", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "kept_pool", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// The mode forbids float16, the one column that customize_dtypes leaves: CANN's
// outputs then start from all columns, and the entry is lost.
// CHECK: "custom", {{.*}}<(bf16, bf16) -> (bf16), {{.*}}engine = aicore, {{.*}}rule = white_lowers
// CHECK: "custom_pool", {{.*}}<(f64) -> (f64), {{.*}}engine = aicpu, {{.*}}rule = customized
// CHECK-LABEL: func @white
// CHECK: "vector", {{.*}}<(f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
// CHECK: "behind_vector", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = gray_follows_producer
