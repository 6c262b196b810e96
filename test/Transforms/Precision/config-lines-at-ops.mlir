// Which line counts for an op, which are told to miss, and what is suggested:
// the ends of each rule.
// RUN: split-file %s %t
// DEFINE: %{options} = unset
// DEFINE: %{pass} = ascend-pin-keep-dtype
// DEFINE: %{file} = graph
// DEFINE: %{run} = ascend-opt %t/%{file}.mlir --ascend-load-config="%{options}" --%{pass}
// DEFINE: %{check} = 2>&1 | FileCheck %t/%{file}.mlir --implicit-check-not=warning: --check-prefix

// Of a type and a name the first line counts, not the last.
// REDEFINE: %{options} = keep-dtype=%t/first.cfg
// RUN: %{run} %{check}=FIRST
// A and Z begin a word in PascalCase, their neighbours in ASCII do not.
// REDEFINE: %{options} = keep-dtype=%t/pascal.cfg
// RUN: %{run} %{check}=PASCAL
// REDEFINE: %{options} = keep-dtype=%t/at.cfg
// RUN: not %{run} %{check}=AT
// REDEFINE: %{options} = keep-dtype=%t/bracket.cfg
// RUN: not %{run} %{check}=BRACKET
// Ten lines are named, and then the warning is whole; eleven are not.
// REDEFINE: %{options} = keep-dtype=%t/ten.cfg
// RUN: %{run} %{check}=TEN
// REDEFINE: %{options} = keep-dtype=%t/eleven.cfg
// RUN: %{run} %{check}=ELEVEN
// What is near: a third of the letters and one more, of equally near names the
// first by the alphabet.
// REDEFINE: %{options} = keep-dtype=%t/near.cfg
// REDEFINE: %{file} = names
// RUN: %{run} %{check}=NEAR
// Of an ONNX op and a type of GE the nearer one, as what the op is in GE; GE's
// where both are as near.
// REDEFINE: %{options} = keep-dtype=%t/types.cfg
// REDEFINE: %{file} = types
// RUN: %{run} %{check}=TYPES
// Of two fusions that took a node the first one is named.
// REDEFINE: %{options} = keep-dtype=%t/fused.cfg
// REDEFINE: %{file} = fused
// RUN: %{run} %{check}=FUSED

// A line for a type hits also where a name's line counts for all of its ops.
// REDEFINE: %{file} = graph
// REDEFINE: %{pass} = ascend-override-customize-dtypes
// REDEFINE: %{options} = customize-dtypes=%t/both.cfg
// RUN: %{run} %{check}=BOTH
// Ten lines that miss are told one by one, the eleventh is counted.
// REDEFINE: %{options} = customize-dtypes=%t/ten-customized.cfg
// RUN: %{run} %{check}=TEN-CUSTOMIZED
// REDEFINE: %{options} = customize-dtypes=%t/eleven-customized.cfg
// RUN: %{run} %{check}=ELEVEN-CUSTOMIZED

// A type is removed from its own list only; one that the AI CPU alone knows is
// known.
// REDEFINE: %{pass} = ascend-propagate-mixlist
// REDEFINE: %{options} = precision-mode=allow_mix_precision modify-mixlist=%t/m.json
// RUN: %{run} %{check}=REMOVED

// Lines of both options for implementation modes are told when they miss, those
// of built-in lists are not. Of equal modes of eaten nodes the first counts, and
// what a fusion ate comes before the fusion's own name, unless it kept a node.
// REDEFINE: %{pass} = ascend-select-implmode
// REDEFINE: %{options} = op-select-implmode=high_precision optypelist-for-implmode=Softplus,Relu
// RUN: %{run} %{check}=TYPELIST
// REDEFINE: %{options} = op-precision-mode=%t/modes.ini
// REDEFINE: %{file} = eaten
// RUN: %{run} %{check}=EATEN

//--- first.cfg
OpType::Relu
r
//--- pascal.cfg
OpType::Ax
OpType::Zx
//--- at.cfg
OpType::@x
//--- bracket.cfg
OpType::[x
//--- ten.cfg
k0
k1
k2
k3
k4
k5
k6
k7
k8
OpType::K9
//--- eleven.cfg
k0
k1
k2
k3
k4
k5
k6
k7
k8
OpType::K9
k10
//--- near.cfg
abcdef
qqaac
ijklmn
//--- types.cfg
OpType::MatMull
OpType::MatMulV
OpType::MatMulW2
OpType::Gemn
//--- fused.cfg
gone
//--- both.cfg
r:InputDtype:float
t:InputDtype:float
OpType::Relu:InputDtype:float16
//--- ten-customized.cfg
kkkkk0:InputDtype:float
kkkkk1:InputDtype:float
kkkkk2:InputDtype:float
kkkkk3:InputDtype:float
kkkkk4:InputDtype:float
kkkkk5:InputDtype:float
kkkkk6:InputDtype:float
kkkkk7:InputDtype:float
kkkkk8:InputDtype:float
kkkkk9:InputDtype:float
//--- eleven-customized.cfg
kkkkk0:InputDtype:float
kkkkk1:InputDtype:float
kkkkk2:InputDtype:float
kkkkk3:InputDtype:float
kkkkk4:InputDtype:float
kkkkk5:InputDtype:float
kkkkk6:InputDtype:float
kkkkk7:InputDtype:float
kkkkk8:InputDtype:float
kkkkk9:InputDtype:float
kkkkkA:InputDtype:float
//--- m.json
{"white-list": {"to-add": ["Assert"], "to-remove": ["Tanh"]}}
//--- modes.ini
[ByNodeName]
crumb = high_precision
bite = high_precision
mine = high_performance
kept = high_performance
nobody = high_performance
[ByOpType]
Relu = high_precision
Exp = super_performance

//--- graph.mlir
func.func @graph(%x: tensor<4xf32>) -> tensor<4xf32> {
  // FIRST: ascend.relu {{.*}}ascend.keep_dtype = "{{.*}}first.cfg:1"
  // TYPELIST: warning: optypelist_for_implmode: no op has the type 'Softplus'
  // TYPELIST: ascend.relu {{.*}}ascend.requested_impl_mode
  // BOTH: ascend.relu {{.*}}ascend.custom_dtypes = 0
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  // BOTH: ascend.tanh {{.*}}ascend.custom_dtypes = 1
  %1 = ascend.tanh %0 {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// PASCAL: warning: keep_dtype: config file contains 2 operator(s) not in the graph, op name:[] op type:[Ax, Zx]
// AT: error: [E10003] The operator type [@x]
// BRACKET: error: [E10003] The operator type {{\[\[x\]}} in
// TEN: warning: keep_dtype: config file contains 10 operator(s) not in the graph, op name:[k0, k1, k2, k3, k4, k5, k6, k7, k8] op type:[K9]
// ELEVEN: warning: keep_dtype: config file contains 11 operator(s) not in the graph, op name:[k0, k1, k2, k3, k4, k5, k6, k7, k8] op type:[K9..]
// TEN-CUSTOMIZED-COUNT-10: warning: customize_dtypes: no op has the name 'kkkkk
// ELEVEN-CUSTOMIZED-COUNT-10: warning: customize_dtypes: no op has the name 'kkkkk
// ELEVEN-CUSTOMIZED: warning: customize_dtypes: 1 more lines name no op of the graph ({{.*}}customized.cfg:11)
// REMOVED: warning: The remove list for op_type [Tanh] does not match the precision_reduce [gray]
// REMOVED: warning: modify_mixlist: no op has the type 'Assert'

//--- names.mlir
func.func @names(%x: tensor<4xf32>) {
  %0 = ascend.relu %x {node_name = "ijstuv"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.relu %x {node_name = "ijklmnwxyz"} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = ascend.relu %x {node_name = "abcdefghi"} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = ascend.relu %x {node_name = "qqaab"} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = ascend.relu %x {node_name = "qqaaa"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// NEAR: warning: keep_dtype
// NEAR: note: {{.*}}near.cfg:1: no op has the name 'abcdef', did you mean 'abcdefghi'?
// NEAR: note: {{.*}}near.cfg:2: no op has the name 'qqaac', did you mean 'qqaaa'?
// Four other letters of six, and four more, are too far.
// NEAR: note: {{.*}}near.cfg:3: no op has the name 'ijklmn'{{$}}

//--- types.mlir
func.func @types(%a: tensor<2x4x4xf32>, %b: tensor<2x4x4xf32>, %c: tensor<4x4xf32>) {
  %0 = ascend.batch_mat_mul_v2 %a, %b {ascend.onnx_op = "MatMul", node_name = "a"} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %1 = ascend.mat_mul_v2 %c, %c {ascend.onnx_op = "Gemm", node_name = "b"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// TYPES: warning: keep_dtype
// TYPES: note: {{.*}}types.cfg:1: no op has the type 'MatMull', did you mean 'OpType::BatchMatMulV2'?
// TYPES: note: {{.*}}types.cfg:2: no op has the type 'MatMulV', did you mean 'OpType::MatMulV2'?
// TYPES: note: {{.*}}types.cfg:3: no op has the type 'MatMulW2', did you mean 'OpType::MatMulV2'?
// TYPES: note: {{.*}}types.cfg:4: no op has the type 'Gemn', did you mean 'OpType::MatMulV2'?

//--- fused.mlir
module attributes {ascend.fusions = [{names = ["gone"], pass = "FirstPass", types = []}, {names = ["gone"], pass = "SecondPass", types = []}]} {
  func.func @fused(%x: tensor<4xf32>) {
    %0 = ascend.relu %x {node_name = "gome"} : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// FUSED: warning: keep_dtype
// FUSED: note: {{.*}}fused.cfg:1: no op has the name 'gone': the node 'gone' was fused away by FirstPass

//--- eaten.mlir
// EATEN: warning: op_precision_mode: no op has the name 'nobody'
// EATEN-LABEL: func @eaten
func.func @eaten(%x: tensor<4xf32>) {
  // EATEN: ascend.impl_mode_source = "{{.*}}modes.ini:3"{{.*}}node_name = "a"
  %0 = ascend.ge_op "Exp"(%x) {node_name = "a", original_names = ["bite", "crumb"]} : (tensor<4xf32>) -> tensor<4xf32>
  // EATEN: ascend.impl_mode_source = "{{.*}}modes.ini:2"{{.*}}node_name = "mine"
  %1 = ascend.ge_op "Exp"(%x) {node_name = "mine", ascend.fused_members = [["crumb", "Tanh"], ["other", "Relu"]]} : (tensor<4xf32>) -> tensor<4xf32>
  // EATEN: ascend.impl_mode_source = "{{.*}}modes.ini:5"{{.*}}node_name = "kept"
  %2 = ascend.ge_op "Exp"(%x) {node_name = "kept", ascend.fused_members = [["crumb", "Tanh"], ["kept", "Relu"]]} : (tensor<4xf32>) -> tensor<4xf32>
  // The type of the node that was kept, not that of the fusion.
  // EATEN: ascend.impl_mode_source = "{{.*}}modes.ini:8"{{.*}}node_name = "k"
  %3 = ascend.ge_op "Exp"(%x) {node_name = "k", ascend.fused_members = [["k", "Relu"], ["crumb", "Tanh"]]} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
