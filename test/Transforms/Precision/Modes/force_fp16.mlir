// RUN: ascend-opt %S/Inputs/ops.mlir \
// RUN:   --ascend-load-config="precision-mode=force_fp16 keep-dtype=%S/Inputs/keep.cfg customize-dtypes=%S/Inputs/customize.cfg" \
// RUN:   --ascend-pin-keep-dtype --ascend-override-customize-dtypes --ascend-assign-precision | FileCheck %s

// Every float and bfloat16 tensor becomes float16 where a column has it, else
// float; bfloat16 columns are out. The lists play no part.
// CHECK-LABEL: func @from_float
// CHECK: "matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "gray", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "no_kernel", {{.*}}<(f16, i64) -> (f16), {{.*}}engine = local, {{.*}}rule = force_fp16
// CHECK: "black", {{.*}}<(f16, i64) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "black_first", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "const_first", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "half_only", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "float_only", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK-LABEL: func @from_half
// CHECK: "half_matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "cast", {{.*}}<(f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = cast_keeps_dtypes
// CHECK: "behind_cast", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "half_to_float", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK-LABEL: func @from_bfloat
// CHECK: "bfloat_matmul", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "bfloat_gray", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "bfloat_black", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "integer", {{.*}}<(i32) -> (i32), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK-LABEL: func @configured
// CHECK: "kept", {{.*}}<(f32, f32) -> (f32), {{.*}}engine = aicore, {{.*}}rule = keep_dtype
// CHECK: "kept_pool", {{.*}}<(f32) -> (f32), {{.*}}engine = aicpu, {{.*}}rule = aicpu_fallback
// CHECK: "custom", {{.*}}<(f16, f16) -> (f32), {{.*}}engine = aicore, {{.*}}rule = customized
// CHECK: "custom_pool", {{.*}}<(f64) -> (f64), {{.*}}engine = aicpu, {{.*}}rule = customized
// CHECK-LABEL: func @white
// CHECK: "vector", {{.*}}<(f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
// CHECK: "behind_vector", {{.*}}<(f16, f16) -> (f16), {{.*}}engine = aicore, {{.*}}rule = force_fp16
