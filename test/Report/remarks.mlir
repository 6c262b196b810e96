// MLIR's remark engine gets the reasons too: filtered by category, on the
// terminal or as YAML.
// RUN: ascend-opt %s -o /dev/null --remarks-filter=ascend-precision --remark-policy=all --ascend-precision-pipeline 2>&1 | FileCheck %s
// RUN: ascend-opt %s -o /dev/null --remarks-filter=other --ascend-precision-pipeline 2>&1 | FileCheck %s --check-prefix=FILTERED --allow-empty
// RUN: ascend-opt %s -o /dev/null --remarks-filter=ascend-precision --remark-format=yaml --remarks-output-file=%t.yaml --ascend-precision-pipeline
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml

// CHECK: remarks.mlir:[[#@LINE+10]]:8: remark: [Analysis] force_fp16 | Category:ascend-precision | Function=main | Node="a name with a "", Reason="force_fp16 lowers float tensors to float16; Relu has a float16 kernel; it runs float16 to float16 (the model has float to float)", Type=Relu
// FILTERED-NOT: remark
// YAML: --- !Analysis
// YAML: Pass: {{.*}}ascend-precision
// YAML: Name: {{.*}}force_fp16
// YAML: Function: {{.*}}main
// YAML: Node: {{.*}}a name with
// YAML: Type: {{.*}}Relu
// YAML: Reason: {{.*}}force_fp16 lowers
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.relu %x {node_name = "a name with a \22"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
