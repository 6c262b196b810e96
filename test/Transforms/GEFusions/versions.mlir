// The order of the passes is that of cann_version: Globalavgpoolpass makes
// ReduceMean in time for ConstToAttrPass to make ReduceMeanD of it.
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="cann-version=8.1.RC1" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="cann-version=8.0" | FileCheck %s
// A file's order wins over the version's.
// RUN: echo '{"Priority": {"GraphFusion": {"Top": {"ConstToAttrPass": "0"}}}}' > %t.json
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%t.json" | FileCheck %s --check-prefix=OWN
// RUN: not ascend-opt %s --ascend-ge-fusions="cann-version=7.0" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: Value 7.0 for parameter cann_version is invalid. Reason: It must be a version whose order of fusions is known: 8.0, 8.1

// CHECK-LABEL: func @pool
// OWN-LABEL: func @pool
func.func @pool(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x1x1xf32> {
  // CHECK: ascend.reduce_mean_d %{{.*}} {{.*}}ge.axes = array<i64: 2, 3>{{.*}}node_name = "pool", original_names = ["pool/axes", "pool"]
  // OWN: ascend.reduce_mean %
  %0 = ascend.global_average_pool %x {node_name = "pool"} : (tensor<1x2x3x3xf32>) -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}
