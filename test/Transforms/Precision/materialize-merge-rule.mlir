// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline="precision-mode=must_keep_origin_dtype" | FileCheck %s

// The Fusion Engine's rule takes no notice of who wrote a cast where one of the
// two converts floats. It goes back from each op that is no cast: of three
// casts in a row the first stays.
// CHECK: ascend.merged_casts = [{lossy = true, removed = [{node_name = "c"{{.*}}}, {node_name = "b"{{.*}}}], value = "a:0", why = "the casts 'b' and 'c' undo each other
// CHECK-LABEL: func @three
func.func @three(%x: tensor<4xf16>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[A:.*]] = ascend.cast %{{.*}} {node_name = "a"
  // CHECK-NEXT: ascend.relu %[[A]]
  %a = ascend.cast %x {node_name = "a"} : (tensor<4xf16>) -> tensor<4xf32>
  %b = ascend.cast %a {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf16>
  %c = ascend.cast %b {node_name = "c"} : (tensor<4xf16>) -> tensor<4xf32>
  %r = ascend.relu %c {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Four in a row vanish, the inner two first.
// CHECK: ascend.merged_casts = [{{.*}}value = "b:0"{{.*}}lossy = false{{.*}}value = "arg0"
// CHECK-LABEL: func @four
func.func @four(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-NEXT: ascend.relu %arg0
  %b = ascend.cast %x {node_name = "b"} : (tensor<4xf16>) -> tensor<4xf32>
  %c = ascend.cast %b {node_name = "c"} : (tensor<4xf32>) -> tensor<4xbf16>
  %d = ascend.cast %c {node_name = "d"} : (tensor<4xbf16>) -> tensor<4xf32>
  %e = ascend.cast %d {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf16>
  %r = ascend.relu %e {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// -----

// No conversion between floats, and the model wrote them: they stay.
// CHECK-NOT: merged_casts
// CHECK-LABEL: func @integers
func.func @integers(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-COUNT-2: ascend.cast
  %a = ascend.cast %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xi32>
  %b = ascend.cast %a {node_name = "b"} : (tensor<4xi32>) -> tensor<4xf32>
  %r = ascend.relu %b {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A cast with another user stays for it; GE's Cast in the other spelling is the
// same.
// CHECK: removed = [{ge_type = "Cast"
// CHECK-LABEL: func @users
func.func @users(%x: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf32>) {
  // CHECK-NEXT: %[[A:.*]] = ascend.cast
  // CHECK-NEXT: %[[R:.*]] = ascend.relu %arg0
  // CHECK-NEXT: return %[[R]], %[[A]]
  %a = ascend.cast %x {node_name = "a"} : (tensor<4xf16>) -> tensor<4xf32>
  %b = ascend.ge_op "Cast"(%a) {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf16>
  %r = ascend.relu %b {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
  return %r, %a : tensor<4xf16>, tensor<4xf32>
}

// -----

// Nodes that are to be dumped are never merged, nor is an unknown rank.
// CHECK-NOT: merged_casts
// CHECK-LABEL: func @dumpable
func.func @dumpable(%x: tensor<4xf16>, %y: tensor<*xf16>) -> (tensor<4xf16>, tensor<*xf16>) {
  // CHECK-COUNT-4: ascend.cast
  %a = ascend.cast %x {node_name = "a", ge._dump_able = true} : (tensor<4xf16>) -> tensor<4xf32>
  %b = ascend.cast %a {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf16>
  %c = ascend.cast %y {node_name = "c"} : (tensor<*xf16>) -> tensor<*xf32>
  %d = ascend.cast %c {node_name = "d"} : (tensor<*xf32>) -> tensor<*xf16>
  return %b, %d : tensor<4xf16>, tensor<*xf16>
}
