// Ops that CANN compiles as one kernel, behind the decision, are groups of the
// report: by chip, and by the switches of their passes.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" --ascend-precision-pipeline="soc=Ascend310P3 report=%t.json" -o /dev/null
// RUN: %python %S/Inputs/ub_groups.py %t.json | FileCheck %s --check-prefix=P
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310B1" --ascend-precision-pipeline="soc=Ascend310B1 report=%t.json" -o /dev/null
// RUN: %python %S/Inputs/ub_groups.py %t.json | FileCheck %s --check-prefix=B
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" --ascend-precision-pipeline="soc=Ascend910B1 report=%t.json" -o /dev/null
// RUN: %python %S/Inputs/ub_groups.py %t.json | FileCheck %s --check-prefix=SPLIT
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend950" --ascend-precision-pipeline="soc=Ascend950 report=%t.json" -o /dev/null
// RUN: %python %S/Inputs/ub_groups.py %t.json | FileCheck %s --check-prefix=NONE

// One is closed, one cannot be.
// RUN: echo '{"Switch": {"UBFusion": {"TbeConvSigmoidMulQuantFusionPass": "off", "TbeConvCommonRules0FusionPass": "off"}}}' > %t.cfg
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 fusion-switch-file=%t.cfg" --ascend-precision-pipeline="soc=Ascend310P3 report=%t.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STAYS
// RUN: %python %S/Inputs/ub_groups.py %t.json | FileCheck %s --check-prefix=CLOSED
// All that can be, but one; the older form of the file.
// RUN: printf 'ALL:off\nTbeEltwiseFusionPass:on\n' > %t.cfg
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 fusion-switch-file=%t.cfg" --ascend-precision-pipeline="soc=Ascend310P3 report=%t.json" -o /dev/null
// RUN: %python %S/Inputs/ub_groups.py %t.json | FileCheck %s --check-prefix=ALL
// RUN: echo '{"Switch": {"UBFusion": {"AutomaticUBFusion": "off"}}}' > %t.cfg
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 fusion-switch-file=%t.cfg" -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// P: conv1 + sigmoid1 + mul1: TbeConvSigmoidMulQuantFusionPass
// P-NEXT: conv2 + exp2 + abs2 + neg2: TbeConvCommonRules0FusionPass
// P-NEXT: conv3 + relu3 + mul3 + tanh3: TbeConvCommonRules0FusionPass
// P-NEXT: conv4 + relu4: TbeConvCommonRules0FusionPass
// P-NEXT: square6 + sum6: TbeReduceElemwiseFusionPass
// P-NEXT: exp7 + neg7: TbeEltwiseFusionPass
// P-NEXT: conv5 + clip5: ConvClipByValueFusionPass (document)
// P-NEXT: mul8 + add8: AutomaticUbFusion
// P-NOT: +

// On a chip with a fixpipe it is another pass.
// B: conv1 + sigmoid1 + mul1: TbeConvSigmoidMulQuantFusionPass
// B-NEXT: conv3 + relu3 + mul3 + tanh3: TbeConvFixPipeFusionPass
// B-NEXT: conv4 + relu4: TbeConvFixPipeFusionPass

// Where cube and vector units are apart, only what the fixpipe does.
// SPLIT: conv3 + relu3: TbeConvFixPipeFusionPass
// SPLIT-NEXT: conv4 + relu4: TbeConvFixPipeFusionPass
// SPLIT-NEXT: square6 + sum6: TbeReduceElemwiseFusionPass
// SPLIT-NEXT: mul8 + add8: AutomaticUbFusion
// SPLIT-NEXT: exp7 + neg7: AutomaticUbFusion
// SPLIT-NEXT: mul3 + tanh3: AutomaticUbFusion
// SPLIT-NEXT: exp2 + abs2 + neg2 + floor2: AutomaticUbFusion
// SPLIT-NEXT: sigmoid1 + mul1: AutomaticUbFusion

// NONE: no groups

// STAYS: warning: fusion_switch_file: TbeConvCommonRules0FusionPass cannot be closed and stays on
// CLOSED-NOT: TbeConvSigmoidMulQuantFusionPass
// CLOSED: TbeConvCommonRules0FusionPass
// ALL: TbeConvCommonRules0FusionPass
// ALL: exp7 + neg7: TbeEltwiseFusionPass
// ALL-NOT: AutomaticUbFusion
// UNKNOWN: warning: fusion_switch_file: no fusion that is known here is named 'AutomaticUBFusion'
// UNKNOWN: did you mean 'AutomaticUbFusion'?

!image = tensor<1x16x8x8xf16>

func.func @main(%x: !image, %w: tensor<16x16x3x3xf16>, %v: !image, %row: tensor<1x1x1x8xf16>)
    -> (!image, !image, !image, !image, !image, !image, tensor<1x16x8xf16>, !image, !image) {
  // The Swish of a convolution, written out.
  %c1 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "conv1"} : (!image, tensor<16x16x3x3xf16>) -> !image
  %s1 = ascend.sigmoid %c1 {node_name = "sigmoid1"} : (!image) -> !image
  %m1 = ascend.mul %c1, %s1 {node_name = "mul1"} : (!image, !image) -> !image

  // Up to three of any type behind a convolution: the fourth stays alone.
  %c2 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "conv2"} : (!image, tensor<16x16x3x3xf16>) -> !image
  %e2 = ascend.exp %c2 {node_name = "exp2"} : (!image) -> !image
  %a2 = ascend.abs %e2 {node_name = "abs2"} : (!image) -> !image
  %n2 = ascend.neg %a2 {node_name = "neg2"} : (!image) -> !image
  %f2 = ascend.floor %n2 {node_name = "floor2"} : (!image) -> !image

  %c3 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "conv3"} : (!image, tensor<16x16x3x3xf16>) -> !image
  %r3 = ascend.relu %c3 {node_name = "relu3"} : (!image) -> !image
  %m3 = ascend.mul %r3, %v {node_name = "mul3"} : (!image, !image) -> !image
  %t3 = ascend.tanh %m3 {node_name = "tanh3"} : (!image) -> !image

  // What somebody else reads ends a group.
  %c4 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "conv4"} : (!image, tensor<16x16x3x3xf16>) -> !image
  %r4 = ascend.relu %c4 {node_name = "relu4"} : (!image) -> !image
  %e4 = ascend.exp %r4 {node_name = "exp4"} : (!image) -> !image

  %low = ascend.constant {node_name = "low"} dense<0.0> : tensor<f16>
  %high = ascend.constant {node_name = "high"} dense<6.0> : tensor<f16>
  %c5 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "conv5"} : (!image, tensor<16x16x3x3xf16>) -> !image
  %l5 = ascend.clip_by_value %c5, %low, %high {node_name = "clip5"} : (!image, tensor<f16>, tensor<f16>) -> !image

  %q6 = ascend.square %v {node_name = "square6"} : (!image) -> !image
  %u6 = ascend.reduce_sum_d %q6 {ge.axes = array<i64: 3>, node_name = "sum6"} : (!image) -> tensor<1x16x8xf16>

  %e7 = ascend.exp %v {node_name = "exp7"} : (!image) -> !image
  %n7 = ascend.neg %e7 {node_name = "neg7"} : (!image) -> !image

  // Of shapes that differ.
  %m8 = ascend.mul %v, %row {node_name = "mul8"} : (!image, tensor<1x1x1x8xf16>) -> !image
  %a8 = ascend.add %m8, %row {node_name = "add8"} : (!image, tensor<1x1x1x8xf16>) -> !image
  return %m1, %f2, %t3, %r4, %e4, %l5, %u6, %n7, %a8 : !image, !image, !image, !image, !image, !image, tensor<1x16x8xf16>, !image, !image
}
