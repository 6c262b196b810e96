// What a profile says of each kernel, and where kernels begin and end.
// RUN: ascend-opt %s -split-input-file --ascend-outline-kernels="profile fuse" | FileCheck %s
// RUN: ascend-opt %s -split-input-file --ascend-outline-kernels=fuse | FileCheck %s --check-prefix=WITHOUT --implicit-check-not=ascend.profiled
// RUN: ascend-opt %s -split-input-file --pass-pipeline='builtin.module(ascend-outline-kernels{profile fuse},func.func(convert-ascend-to-linalg{memory-types=true}),ascend-hoist-packing,ascend-pack-weights,ascend-bufferize,func.func(cse,canonicalize),ascend-plan-arena,ascend-lower-entry)' | FileCheck %s --check-prefix=LOWER
// RUN: ascend-opt %s -split-input-file --pass-pipeline='builtin.module(ascend-outline-kernels{fuse},func.func(convert-ascend-to-linalg{memory-types=true}),ascend-hoist-packing,ascend-pack-weights,ascend-bufferize,func.func(cse,canonicalize),ascend-plan-arena,ascend-lower-entry)' | FileCheck %s --check-prefix=WITHOUT --implicit-check-not=ascendrt_begin --implicit-check-not=ascendrt_end

// WITHOUT: func

// The row has the name of the product, and its work; a cast never names one.
// CHECK: ascend.profiled = "{\22kernel\22:\22mat_mul_v2_{{[0-9a-f]+}}\22,\22name\22:\22fc\22,\22type\22:\22MatMulV2\22,\22task\22:\22AI_CORE\22,
// CHECK-SAME: \22inputs\22:[{\22dtype\22:\22FLOAT\22,\22format\22:\22ND\22,\22shape\22:[4,8]},{\22dtype\22:\22FLOAT\22,\22format\22:\22ND\22,\22shape\22:[8,2]}]
// CHECK-SAME: \22outputs\22:[{\22dtype\22:\22FLOAT\22,\22format\22:\22ND\22,\22shape\22:[4,2]}]
// CHECK-SAME: \22nodes\22:[{\22name\22:\22fc\22,\22type\22:\22MatMulV2\22}]
// CHECK-SAME: \22bytes\22:{{\[\[}}4,4,8],[4,8,2],[4,4,2]]
// CHECK-SAME: \22multiply_adds\22:[4,2,8]}"
// CHECK: ascend.profiled = "{\22kernel\22:\22fused_{{[0-9a-f]+}}\22,\22name\22:\22act\22,\22type\22:\22Relu\22,\22task\22:\22AI_VECTOR_CORE\22,
// CHECK-SAME: \22nodes\22:[{\22name\22:\22act\22,\22type\22:\22Relu\22},{\22name\22:\22half\22,\22type\22:\22Cast\22}]
// CHECK-SAME: \22bytes\22:{{\[\[}}4,4,2],[2,4,2]]}"

// A kernel that begins ends the one before.
// LOWER:       llvm.mlir.global internal constant @ascend.kernels("[{\22kernel\22:{{.*}}\22name\22:\22fc\22{{.*}}},{\22kernel\22:{{.*}}\22name\22:\22act\22
// LOWER:       llvm.func @ascend_entry(%[[CTX:[a-z0-9]+]]: !llvm.ptr, %
// LOWER:         %[[TEXT:.*]] = llvm.mlir.addressof @ascend.kernels
// LOWER:         %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// LOWER:         llvm.call @ascendrt_begin_profile(%[[CTX]], %[[TEXT]], %[[TWO]])
// LOWER:         llvm.call @ascendrt_begin_kernel(%[[CTX]], %
// LOWER-NEXT:    llvm.call @mat_mul_v2
// LOWER-NOT:     ascendrt_end_kernel
// LOWER:         %[[SECOND:.*]] = llvm.mlir.constant(1 : i64)
// LOWER:         llvm.call @ascendrt_begin_kernel(%[[CTX]], %[[SECOND]],
// LOWER-NEXT:    llvm.call @fused
// LOWER-NEXT:    llvm.call @ascendrt_end_kernel(%[[CTX]])
// LOWER-NOT:     ascendrt_
// LOWER:         llvm.return
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf16> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "fc"} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = ascend.relu %0 {node_name = "act"} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = ascend.cast %1 {node_name = "half"} : (tensor<4x2xf32>) -> tensor<4x2xf16>
  return %2 : tensor<4x2xf16>
}

// -----

// Dynamic sizes are numbers of the call's sizes, from -1 downward.
// WITHOUT: func
// CHECK: func.func @main(%arg0: !llvm.ptr, %arg1: tensor<?x3xf32>
// CHECK: ascend.profiled = "{\22kernel\22:\22{{[a-z0-9_]+}}\22,\22name\22:\22r\22
// CHECK-SAME: \22shape\22:[-1,3]
// CHECK-SAME: \22bytes\22:{{\[\[}}4,-1,3],[4,-1,3]]
// LOWER: func.func @ascend_entry(
// LOWER:         %[[SIZES:.*]] = llvm.alloca %{{.*}} x !llvm.array<1 x i64>
// LOWER:         call @ascendrt_begin_profile(
// LOWER:         llvm.store %{{.*}}, %[[AT:.*]] : i64, !llvm.ptr
// LOWER:         call @ascendrt_begin_kernel(%{{.*}}, %{{.*}}, %[[SIZES]], %{{.*}})
// LOWER-NEXT:    call @relu
// LOWER-NEXT:    call @ascendrt_end_kernel
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
