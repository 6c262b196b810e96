// An op of no dialect stands for one that the pass knows nothing of.
// RUN: ascend-opt %s --allow-unregistered-dialect --ascend-hoist-packing -split-input-file | FileCheck %s

#t = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

// Two kernels that pack alike share the kernel that packs; what of a kernel
// needs no argument stays in it, too, where the rest needs it.
// CHECK-LABEL: func.func @main(
// CHECK-DAG:     %[[A:.*]] = ascend.constant {node_name = "a"}
// CHECK-DAG:     %[[B:.*]] = ascend.constant {node_name = "b"}
// CHECK:         %[[P:.*]] = call @[[PACK:pack_[0-9a-f]+]](%{{.*}}, %[[A]], %{{.*}}) {ascend.packing}
// CHECK:         call @one(%{{.*}}, %[[P]])
// CHECK:         %[[Q:.*]] = call @[[PACK]](%{{.*}}, %[[B]], %{{.*}}) {ascend.packing}
// CHECK:         call @one(%{{.*}}, %[[Q]])
// CHECK:         %[[R:.*]] = call @[[PACK]](%{{.*}}, %[[A]], %{{.*}}) {ascend.packing}
// CHECK:         call @two(%{{.*}}, %[[R]])
// CHECK:       func.func private @[[PACK]](
// CHECK-NOT:   func.func private @pack
// CHECK:       func.func private @one(%{{.*}}: !llvm.ptr, %[[W:.*]]: tensor<4x4xf32> {bufferization.writable = false})
// CHECK-NEXT:    %[[C:.*]] = arith.constant
// CHECK-NEXT:    "use"(%[[W]], %[[C]])
// CHECK:       func.func private @two(
func.func @main(%ctx: !llvm.ptr) attributes {ascend.entry} {
  %a = ascend.constant {node_name = "a"} dense<1.0> : tensor<4x4xf32>
  %b = ascend.constant {node_name = "b"} dense<2.0> : tensor<4x4xf32>
  call @one(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @one(%ctx, %b) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @two(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  return
}
func.func private @one(%ctx: !llvm.ptr, %w: tensor<4x4xf32> {bufferization.writable = false})
    attributes {ascend.kernel} {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  "use"(%p, %c) : (tensor<4x4xf32>, f32) -> ()
  return
}
func.func private @two(%ctx: !llvm.ptr, %w: tensor<4x4xf32>) attributes {ascend.kernel} {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  "other"(%p) : (tensor<4x4xf32>) -> ()
  return
}

// -----

// What is not moved: an argument that is not always a constant, one that the
// kernel needs itself, one that is only reshaped, one that grows too much, one
// of which a part is only reshaped, one of which a number is asked for.
#t = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
// CHECK-LABEL: func.func @main(
// CHECK-NOT:     pack
func.func @main(%ctx: !llvm.ptr, %x: tensor<4x4xf32>) attributes {ascend.entry} {
  %a = ascend.constant dense<1.0> : tensor<4x4xf32>
  %v = ascend.constant dense<1.0> : tensor<4096xf32>
  call @mixed(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @mixed(%ctx, %x) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @itself(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @captured(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @reshaped(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @grown(%ctx, %v) : (!llvm.ptr, tensor<4096xf32>) -> ()
  call @part(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  call @number(%ctx, %v) : (!llvm.ptr, tensor<4096xf32>) -> ()
  return
}
func.func private @mixed(%ctx: !llvm.ptr, %w: tensor<4x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  "use"(%p) : (tensor<4x4xf32>) -> ()
  return
}
func.func private @itself(%ctx: !llvm.ptr, %w: tensor<4x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  "use"(%p, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  return
}
func.func private @captured(%ctx: !llvm.ptr, %w: tensor<4x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  "use"(%p) ({
    "inner"(%w) : (tensor<4x4xf32>) -> ()
  }) : (tensor<4x4xf32>) -> ()
  return
}
func.func private @reshaped(%ctx: !llvm.ptr, %w: tensor<4x4xf32>) attributes {ascend.kernel} {
  %p = tensor.collapse_shape %w [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  "use"(%p) : (tensor<16xf32>) -> ()
  return
}
func.func private @grown(%ctx: !llvm.ptr, %w: tensor<4096xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<8x4096xf32>
  %p = linalg.broadcast ins(%w : tensor<4096xf32>) outs(%e : tensor<8x4096xf32>) dimensions = [0]
  "use"(%p) : (tensor<8x4096xf32>) -> ()
  return
}
func.func private @part(%ctx: !llvm.ptr, %w: tensor<4x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %q = tensor.collapse_shape %w [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  "use"(%p, %q) : (tensor<4x4xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @number(%ctx: !llvm.ptr, %w: tensor<4096xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<f32>
  %p = linalg.reduce { arith.maximumf } ins(%w : tensor<4096xf32>) outs(%e : tensor<f32>) dimensions = [0]
  %n = tensor.extract %p[] : tensor<f32>
  "use"(%n) : (f32) -> ()
  return
}

// -----

// What a kernel packs in several ways: the others come behind its arguments.
#t = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @main(
// CHECK:         %[[A:.*]] = ascend.constant
// CHECK:         %[[P:.*]] = call @[[PACK:pack_[0-9a-f]+]](%{{.*}}, %[[A]], %{{.*}}) {ascend.packing} : {{.*}} -> tensor<4x4xf32>
// CHECK:         %[[Q:.*]] = call @[[PART:pack_[0-9a-f]+]](%{{.*}}, %[[A]], %{{.*}}) {ascend.packing} : {{.*}} -> tensor<4x2xf32>
// CHECK:         call @twice(%{{.*}}, %[[P]], %{{.*}}, %[[Q]])
// CHECK:       func.func private @twice(%{{.*}}: !llvm.ptr, %[[W:.*]]: tensor<4x4xf32> {bufferization.writable = false}, %{{.*}}: index, %[[V:.*]]: tensor<4x2xf32> {bufferization.writable = false})
// CHECK-NEXT:    "use"(%[[W]], %[[V]])
func.func @main(%ctx: !llvm.ptr, %n: index) attributes {ascend.entry} {
  %a = ascend.constant dense<1.0> : tensor<4x4xf32>
  call @twice(%ctx, %a, %n) : (!llvm.ptr, tensor<4x4xf32>, index) -> ()
  return
}
func.func private @twice(%ctx: !llvm.ptr, %w: tensor<4x4xf32> {bufferization.writable = false}, %n: index)
    attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.transpose ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %s = tensor.extract_slice %w[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %f = tensor.empty() : tensor<4x2xf32>
  %q = linalg.transpose ins(%s : tensor<2x4xf32>) outs(%f : tensor<4x2xf32>) permutation = [1, 0]
  "use"(%p, %q) : (tensor<4x4xf32>, tensor<4x2xf32>) -> ()
  return
}

// -----

// What packs writes where its result is wanted, without a buffer between, also
// where the kernel looks at it in another shape.
#t = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @main(
// CHECK:         call @[[PACK:pack_[0-9a-f]+]]({{.*}}) {ascend.packing} : {{.*}} -> tensor<2x2x4xf32>
// CHECK:       func.func private @[[PACK]]({{.*}}, %[[TO:[a-z0-9]+]]: tensor<2x2x4xf32>)
// CHECK-NOT:     tensor.empty
// CHECK:         %[[ROWS:.*]] = tensor.collapse_shape %[[TO]]
// CHECK:         %[[P:.*]] = linalg.generic
// CHECK-SAME:      outs(%[[ROWS]] : tensor<4x4xf32>)
// CHECK:         %[[IN:.*]] = bufferization.materialize_in_destination %[[P]] in %[[ROWS]]
// CHECK:         %[[R:.*]] = tensor.expand_shape %[[IN]]
// CHECK:         return %[[R]] : tensor<2x2x4xf32>
func.func @main(%ctx: !llvm.ptr) attributes {ascend.entry} {
  %a = ascend.constant dense<1.0> : tensor<4x4xf32>
  call @k(%ctx, %a) : (!llvm.ptr, tensor<4x4xf32>) -> ()
  return
}
func.func private @k(%ctx: !llvm.ptr, %w: tensor<4x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  %q = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>
  "use"(%q) : (tensor<2x2x4xf32>) -> ()
  return
}

// -----

#t = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>

// Parts that overlap: the whole is packed once, and the kernel looks at them. A
// part that is all that is needed is packed alone.
// CHECK-LABEL: func.func @overlap(
// CHECK:         %[[P:.*]] = call @[[PACK:pack_[0-9a-f]+]]({{.*}}) {ascend.packing}
// CHECK:         call @parts(%{{.*}}, %[[P]])
// CHECK:         %[[Q:.*]] = call @{{pack_[0-9a-f]+}}({{.*}}) {ascend.packing} : {{.*}} -> tensor<3x6xf32>
// CHECK:         call @part(%{{.*}}, %[[Q]])
// CHECK:       func.func private @[[PACK]](
// CHECK-NOT:     extract_slice
// CHECK:       func.func private @parts(%{{.*}}: !llvm.ptr, %[[W:.*]]: tensor<4x6xf32>)
// CHECK-DAG:     %[[A:.*]] = tensor.extract_slice %[[W]][0, 0] [3, 6]
// CHECK-DAG:     %[[B:.*]] = tensor.extract_slice %[[W]][1, 0] [3, 6]
// CHECK:         "use"(%[[A]], %[[B]])
func.func @overlap(%ctx: !llvm.ptr) attributes {ascend.entry} {
  %a = ascend.constant {node_name = "a"} dense<1.0> : tensor<6x4xf32>
  call @parts(%ctx, %a) : (!llvm.ptr, tensor<6x4xf32>) -> ()
  call @part(%ctx, %a) : (!llvm.ptr, tensor<6x4xf32>) -> ()
  return
}
func.func private @parts(%ctx: !llvm.ptr, %w: tensor<6x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x6xf32>
  %p = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x6xf32>
  %first = tensor.extract_slice %p[0, 0] [3, 6] [1, 1] : tensor<4x6xf32> to tensor<3x6xf32>
  %second = tensor.extract_slice %p[1, 0] [3, 6] [1, 1] : tensor<4x6xf32> to tensor<3x6xf32>
  "use"(%first, %second) : (tensor<3x6xf32>, tensor<3x6xf32>) -> ()
  return
}
func.func private @part(%ctx: !llvm.ptr, %w: tensor<6x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x6xf32>
  %p = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x6xf32>
  %first = tensor.extract_slice %p[0, 0] [3, 6] [1, 1] : tensor<4x6xf32> to tensor<3x6xf32>
  "use"(%first) : (tensor<3x6xf32>) -> ()
  return
}

// -----

// Four times as many bytes are packed (GraphCosts::mostGrowth), not five times.
// Two parts that have as many as the whole together are packed as they are.
#t = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @bounds(
// CHECK:         %[[FOUR:.*]] = call @{{pack_[0-9a-f]+}}({{.*}}) {ascend.packing} : {{.*}} -> tensor<4x16xf32>
// CHECK:         call @four(%{{.*}}, %[[FOUR]])
// CHECK:         call @five(%{{.*}}, %{{.*}}) : (!llvm.ptr, tensor<16xf32>) -> ()
// CHECK:         %[[A:.*]] = call @{{pack_[0-9a-f]+}}({{.*}}) {ascend.packing} : {{.*}} -> tensor<2x6xf32>
// CHECK:         %[[B:.*]] = call @{{pack_[0-9a-f]+}}({{.*}}) {ascend.packing} : {{.*}} -> tensor<2x6xf32>
// CHECK:         call @halves(%{{.*}}, %[[A]], %[[B]])
func.func @bounds(%ctx: !llvm.ptr) attributes {ascend.entry} {
  %v = ascend.constant dense<1.0> : tensor<16xf32>
  %a = ascend.constant dense<1.0> : tensor<6x4xf32>
  call @four(%ctx, %v) : (!llvm.ptr, tensor<16xf32>) -> ()
  call @five(%ctx, %v) : (!llvm.ptr, tensor<16xf32>) -> ()
  call @halves(%ctx, %a) : (!llvm.ptr, tensor<6x4xf32>) -> ()
  return
}
func.func private @four(%ctx: !llvm.ptr, %w: tensor<16xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x16xf32>
  %p = linalg.broadcast ins(%w : tensor<16xf32>) outs(%e : tensor<4x16xf32>) dimensions = [0]
  "use"(%p) : (tensor<4x16xf32>) -> ()
  return
}
func.func private @five(%ctx: !llvm.ptr, %w: tensor<16xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<5x16xf32>
  %p = linalg.broadcast ins(%w : tensor<16xf32>) outs(%e : tensor<5x16xf32>) dimensions = [0]
  "use"(%p) : (tensor<5x16xf32>) -> ()
  return
}
func.func private @halves(%ctx: !llvm.ptr, %w: tensor<6x4xf32>) attributes {ascend.kernel} {
  %e = tensor.empty() : tensor<4x6xf32>
  %p = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x6xf32>
  %first = tensor.extract_slice %p[0, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  %second = tensor.extract_slice %p[2, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  "use"(%first, %second) : (tensor<2x6xf32>, tensor<2x6xf32>) -> ()
  return
}
