// experimental_accelerate_train_mode: a mixed mode first, the user's mode then.
// DEFINE: %{value} = unset
// DEFINE: %{more} = graph-run-mode=1
// DEFINE: %{decide} = ascend-opt %s --ascend-precision-pipeline="experimental-accelerate-train-mode=%{value} %{more}"
// DEFINE: %{check} = | FileCheck %s --check-prefix

// REDEFINE: %{value} = fast|step|0.9
// RUN: env STEP_NOW=0 TOTAL_STEP=1000 %{decide} %{check}=FP16
// RUN: env STEP_NOW=899 TOTAL_STEP=1000 %{decide} %{check}=FP16
// RUN: env STEP_NOW=900 TOTAL_STEP=1000 %{decide} %{check}=KEEP
// The last step is never lowered.
// RUN: env STEP_NOW=0 TOTAL_STEP=1 %{decide} %{check}=KEEP
// The default share is 0.9.
// REDEFINE: %{value} = fast|step
// RUN: env STEP_NOW=899 TOTAL_STEP=1000 %{decide} %{check}=FP16
// RUN: env STEP_NOW=900 TOTAL_STEP=1000 %{decide} %{check}=KEEP
// REDEFINE: %{value} = fast1|loss|1.5
// RUN: env LOSS_NOW=7.0 TARGET_LOSS=3.0 %{decide} %{check}=BF16
// RUN: env LOSS_NOW=4.5 TARGET_LOSS=3.0 %{decide} %{check}=KEEP
// RUN: env LOSS_NOW=0 TARGET_LOSS=3.0 %{decide} %{check}=BF16
// The progress may stand in the value, and is kept in the module.
// REDEFINE: %{value} = fast|step|0.5|499/1000
// RUN: env STEP_NOW=1000 TOTAL_STEP=1000 %{decide} %{check}=FP16
// REDEFINE: %{more} = precision-mode-v2=origin
// RUN: %{decide} %{check}=V2
// REDEFINE: %{more} = precision-mode=force_fp16
// RUN: not %{decide} 2>&1 %{check}=MODE
// REDEFINE: %{more} = soc=Ascend910A
// REDEFINE: %{value} = fast1|step|0.5|1/1000
// RUN: not %{decide} 2>&1 %{check}=NO-BF16

// REDEFINE: %{more} = graph-run-mode=1
// REDEFINE: %{value} = fast|step|0.9
// RUN: not %{decide} 2>&1 %{check}=UNKNOWN
// RUN: not env STEP_NOW=many TOTAL_STEP=10 %{decide} 2>&1 %{check}=PROGRESS
// REDEFINE: %{value} = fast|step|0.95|1/10
// RUN: not %{decide} 2>&1 %{check}=SHARE
// REDEFINE: %{value} = fast|loss|0.9|1/10
// RUN: not %{decide} 2>&1 %{check}=LOSS
// REDEFINE: %{value} = fast|loss|nan|1/10
// RUN: not %{decide} 2>&1 %{check}=LOSS
// REDEFINE: %{value} = faster|step|0.9
// RUN: not %{decide} 2>&1 %{check}=FIRST
// REDEFINE: %{value} = fast|steps|0.9
// RUN: not %{decide} 2>&1 %{check}=SECOND
// REDEFINE: %{value} = fast
// RUN: not %{decide} 2>&1 %{check}=FIELDS

// MODE: error: {{.*}}Reason: it goes with precision_mode allow_fp32_to_fp16 or must_keep_origin_dtype or precision_mode_v2 origin, not with force_fp16
// NO-BF16: error: [E20101] Value [allow_mix_precision_bf16] {{.*}}BFloat16
// UNKNOWN: error: {{.*}}Reason: the environment has no STEP_NOW and TOTAL_STEP to say how far the training is
// PROGRESS: error: {{.*}}Reason: the progress 'many/10' is not STEP_NOW/TOTAL_STEP
// SHARE: error: {{.*}}Reason: the third field is 0.2 to 0.9 for step
// LOSS: error: {{.*}}Reason: the third field is 1.01 to 1.5 for loss
// FIRST: error: {{.*}}Reason: the first field is fast (float16) or fast1 (bfloat16)
// SECOND: error: {{.*}}Reason: the second field is step or loss
// FIELDS: error: {{.*}}Reason: it has two or three fields

func.func @net(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // FP16: <(f16, f16) -> (f16), {{.*}}rule = white_lowers
  // BF16: <(bf16, bf16) -> (bf16), {{.*}}rule = white_lowers
  // KEEP: <(f32, f32) -> (f32), {{.*}}rule = must_keep
  // V2: rule = white_lowers
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
