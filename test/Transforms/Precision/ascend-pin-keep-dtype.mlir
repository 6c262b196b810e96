// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-load-config="keep-dtype=%t/k.cfg" --ascend-pin-keep-dtype 2>%t/err | FileCheck %t/graph.mlir
// RUN: FileCheck %t/graph.mlir --check-prefix=WARN < %t/err
// RUN: not ascend-opt %t/graph.mlir --ascend-load-config="keep-dtype=%t/bad.cfg" --ascend-pin-keep-dtype 2>&1 | FileCheck %t/graph.mlir --check-prefix=BAD
// RUN: not ascend-opt %t/graph.mlir --ascend-pin-keep-dtype 2>&1 | FileCheck %t/graph.mlir --check-prefix=ORDER

//--- k.cfg
# a comment is no name that was missed
  OpType::Relu

eaten
NotThere
OpType::NotThere
//--- bad.cfg
OpType::relu_x
//--- graph.mlir
// The first line that hits wins; original names count; types are exact.
// CHECK-LABEL: func @pins
func.func @pins(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: ascend.relu {{.*}}ascend.keep_dtype = "{{.*}}k.cfg:2"{{.*}}node_name = "r"
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.tanh {{.*}}ascend.keep_dtype = "{{.*}}k.cfg:4"{{.*}}node_name = "t"
  %1 = ascend.tanh %0 {node_name = "t", original_names = ["a", "eaten"]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.exp
  // CHECK-NOT: keep_dtype
  %2 = ascend.exp %1 {node_name = "Relu"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.ge_op "Relu"({{.*}}ascend.keep_dtype
  %3 = ascend.ge_op "Relu"(%2) {node_name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
// WARN: warning: a line that begins with # is taken for a comment here; ATC's own parser refuses or misreads this: it takes it for an op name ({{.*}}k.cfg:1:1)
// WARN: warning: keep_dtype: config file contains 2 operator(s) not in the graph, op name:[NotThere] op type:[NotThere]
// WARN: note: {{.*}}k.cfg:5: no op has the name 'NotThere'
// WARN: note: {{.*}}k.cfg:6: no op has the type 'NotThere'
// BAD: error: [E10003] The operator type [relu_x] in the config file is invalid. It must be in PascalCase.
// ORDER: error: the module has no 'ascend.options': run ascend-load-config
