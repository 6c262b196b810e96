// RUN: split-file %s %t
// RUN: cd %t

// ALL closes what can be closed and names no pass: one that is on by name runs.
// RUN: ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=some.json" 2>err | FileCheck in.mlir --check-prefix=SOME
// RUN: count 0 < err
// The older form; a pass that cannot be closed, and one whose name is misspelt.
// RUN: ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=old.cfg" 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: warning: fusion_switch_file: ConstToAttrPass cannot be closed and stays on (old.cfg:2:1)
// OLD: note: delete the line
// OLD: warning: fusion_switch_file: no fusion that is known here is named 'Pow2SqareFusionPass' (old.cfg:3:1)
// OLD: note: did you mean 'Pow2SquareFusionPass'?
// OLD: ascend.real_div
// A pass that is known and not modelled.
// RUN: ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=more.json" 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: warning: fusion_switch_file: EinsumPass is not modelled and never runs here (more.json:1)
// ExceptionalPassOfO1Level wins over all; a priority moves a pass.
// RUN: ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=order.json" | FileCheck %s --check-prefix=ORDER
// ORDER: pass = "RealDiv2MulsFusionPass", types = [{{[^]]*}}]}, {{.*}}pass = "ConstToAttrPass"

// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=none.json" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: [E21001] Failed to open file [none.json]. (none.json: No such file or directory)
// RUN: touch empty.json
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=empty.json" 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: [E21001] Failed to open file [empty.json]. (empty.json:1:1)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=list.json" 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: error: [E21002] Failed to read file [list.json]. Reason: {{.*}}: expected an object, found an array (list.json:1:1)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=key.json" 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: unknown key 'Swich' (Switch or Priority) (key.json:1:2)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=kind.json" 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: unknown key 'Graph' (GraphFusion or UBFusion) (kind.json:1:13)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=value.json" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: the switch of 'ALL' must be "on" or "off" (value.json:1:36)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=range.json" 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: a priority of Main is a string with a number from 1000 to 1999 (range.json:1:54)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=syntax.json" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: error: [E21002] Failed to read file [syntax.json]
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=colon.cfg" 2>&1 | FileCheck %s --check-prefix=COLON
// COLON: error: [E20003] Configuration file [colon.cfg] for parameter [fusion_switch_file] has invalid content. Reason: This line SoftmaxFusionPass does not have the delimiter : (colon.cfg:2:1)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=word.cfg" 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: The switch value of pass SoftmaxFusionPass must be on or off, instead of no (word.cfg:1:19)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="fusion-switch-file=twice.cfg" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: pass name SoftmaxFusionPass is duplicate (twice.cfg:2:1)
// RUN: not ascend-opt in.mlir --ascend-ge-fusions="soc=Ascend9" 2>&1 | FileCheck %s --check-prefix=SOC
// SOC: error: [E10001] Value Ascend9 for parameter soc_version is invalid

// The decision alone reads no switches.
// RUN: ascend-opt in.mlir --ascend-precision-pipeline="fusion-switch-file=some.json" 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: warning: fusion_switch_file has no effect on a module without fusions: run ascend-ge-fusions before

//--- in.mlir
// What is closed of the unified buffer's passes is noted, in its own list.
// SOME: ascend.closed_ub_fusions = [
// SOME-NOT: "TbePool2dQuantFusionPass"
// SOME-SAME: "TbeReduceElemwiseFusionPass"
// SOME-LABEL: func @main
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xf32>) {
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %axes = ascend.constant {node_name = "axes"} dense<0> : tensor<1xi32>
  // SOME: ascend.real_div
  %0 = ascend.real_div %x, %two {node_name = "d"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // SOME: ascend.square
  %1 = ascend.ge_op "Pow"(%0, %two) {node_name = "p"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // SOME: ascend.reduce_max_d
  %2 = ascend.reduce_max %x, %axes {ge.keep_dims = true, node_name = "m"} : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return %1, %2 : tensor<4xf32>, tensor<1xf32>
}
//--- some.json
{"Switch": {"GraphFusion": {"ALL": "off", "Pow2SquareFusionPass": "on"},
            "UBFusion": {"ALL": "off", "TbePool2dQuantFusionPass": "on"}}}
//--- old.cfg
RealDiv2MulsFusionPass : off
ConstToAttrPass:off
Pow2SqareFusionPass:off
//--- more.json
{"Switch": {"GraphFusion": {"EinsumPass": "on"}}}
//--- order.json
{"Switch": {"GraphFusion": {"RealDiv2MulsFusionPass": "off"}},
 "Priority": {"GraphFusion": {"Top": {"RealDiv2MulsFusionPass": "100"}}},
 "ExceptionalPassOfO1Level": ["RealDiv2MulsFusionPass"]}
//--- list.json
["ALL"]
//--- key.json
{"Swich": {}}
//--- kind.json
{"Switch": {"Graph": {}}}
//--- value.json
{"Switch": {"GraphFusion": {"ALL": true}}}
//--- range.json
{"Priority": {"GraphFusion": {"Main": {"EinsumPass": "100"}}}}
//--- syntax.json
{"Switch": {"GraphFusion": {"ALL": "off"}}
//--- colon.cfg
SoftmaxFusionPass:off
SoftmaxFusionPass
//--- word.cfg
SoftmaxFusionPass:no
//--- twice.cfg
SoftmaxFusionPass:on
SoftmaxFusionPass:off
