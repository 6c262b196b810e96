// RUN: ascend-opt %s --ascend-load-config="soc=Ascend910A precision-mode=allow_mix_precision" | FileCheck %s
// RUN: ascend-opt %s --ascend-load-config="keep-dtype=%S/Inputs/keep.cfg" | FileCheck %s --check-prefix=FILE
// RUN: not ascend-opt %s --ascend-load-config="soc=Ascend911" 2>&1 | FileCheck %s --check-prefix=SOC
// RUN: not ascend-opt %s --ascend-load-config="precision-mode=Force_fp16" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not ascend-opt %s --ascend-load-config="precision-mode=force_fp16 precision-mode-v2=fp16" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not ascend-opt %s --ascend-load-config="precision-mode=allow_fp32_to_bf16 soc=Ascend910A" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: not ascend-opt %s --ascend-load-config="keep-dtype=%S/Inputs/none.cfg" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not ascend-opt %s --ascend-load-config="precision-mode=allow_mix_precision modify-mixlist=%S/Inputs/trailing-comma.json" 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not ascend-opt %s --ascend-load-config="optypelist-for-implmode=Relu op-select-implmode=high" 2>&1 | FileCheck %s --check-prefix=IMPL
// RUN: ascend-opt %s --ascend-precision-pipeline="soc=Ascend910A float-overflow-mode=inf_nan report=%t.json" | FileCheck %s --check-prefix=REPORT
// RUN: ascend-opt %s --ascend-load-config="fusion-switch-file=%t.cfg" 2>&1 | FileCheck %s --check-prefix=FUSIONS
// RUN: ascend-opt %s --ascend-ge-fusions --ascend-load-config="fusion-switch-file=%t.cfg" 2>&1 | FileCheck %s --check-prefix=FUSED

// What ATC fills in is there; a report's file name is not.
// CHECK: module attributes {ascend.options = {files = {}, store = "{{[0-9a-f]+}}", values =
// CHECK-SAME: ["soc_version", "Ascend910A"]
// CHECK-SAME: ["precision_mode", "allow_mix_precision"]
// CHECK-SAME: ["op_select_implmode", "high_performance"]
// CHECK-SAME: ["float_overflow_mode", "saturation"]
// REPORT: ["soc_version", "Ascend910A"]
// REPORT-SAME: ["float_overflow_mode", "inf_nan"]
// REPORT-NOT: report
// FUSIONS: warning: fusion_switch_file has no effect on a module without fusions: run ascend-ge-fusions before
// FUSED-NOT: warning:
// FUSED: module attributes
// FILE: files = {"{{.*}}keep.cfg" = "OpType::Relu\0Alast\0A"}
// SOC: error: [E10001] {{.*}}Ascend911
// MODE: error: [E10001] {{.*}}Force_fp16{{.*}}force_fp16
// BOTH: error: [E10056] Cannot configure both parameters
// BF16: error: [E20101]
// MISSING: error: [E10001] {{.*}}keep_dtype is not found
// JSON: error: [E21002]{{.*}}trailing-comma.json:1:
// IMPL: error: [E10001]
module {}
