// Passes that are on, that could change the graph, and that are not done here
// are named, each with the types that it looks for.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" --ascend-precision-pipeline="soc=Ascend910B1 report=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// Not those that are off, nor those of other chips.
// RUN: echo 'ConcatTileFusionPass:off' > %t.cfg && echo 'ConcatCToNOptimizeFusionPass:off' >> %t.cfg
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1 fusion-switch-file=%t.cfg" | FileCheck %s --check-prefix=OFF

// CHECK: module attributes {{.*}}ascend.unmodelled_fusions = [{pass = "ConcatCToNOptimizeFusionPass", types = ["ConcatD"]}, {pass = "ConcatTileFusionPass", types = ["ConcatD", "Tile"]}]
// OFF: ascend.unmodelled_fusions = []
// REPORT: "unmodelled_fusions": [
// REPORT-NEXT: {
// REPORT-NEXT: "pass": "ConcatCToNOptimizeFusionPass",
// REPORT-NEXT: "types": [
// REPORT-NEXT: "ConcatD"
// REPORT-NEXT: ]
// REPORT-NEXT: },
// REPORT-NEXT: {
// REPORT-NEXT: "pass": "ConcatTileFusionPass",
// REPORT-NEXT: "types": [
// REPORT-NEXT: "ConcatD",
// REPORT-NEXT: "Tile"
func.func @main(%x: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %n = ascend.constant {node_name = "n"} dense<[1, 2]> : tensor<2xi64>
  %0 = ascend.concat_d %x, %x {ge.concat_dim = 0 : i64, ge.N = 2 : i64, node_name = "c"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = ascend.tile %0, %n {node_name = "t"} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
