// RUN: ascend-opt %s --split-input-file --verify-diagnostics --ascend-checks-to-runtime

func.func @no_argument() {
  %i = arith.constant 1 : i64
  // expected-error@+1 {{stands in no function with a context}}
  ascend.fail_index %i, %i, %i {op_type = "GatherV2"}
  return
}

// -----

// A context that is not the first one.
func.func @second(%i: i64, %context: !llvm.ptr) {
  // expected-error@+1 {{stands in no function with a context}}
  ascend.fail_index %i, %i, %i {op_type = "GatherV2"}
  return
}

// -----

// Of a function of another dialect.
llvm.func @llvm(%context: !llvm.ptr, %i: i64) {
  // expected-error@+1 {{stands in no function with a context}}
  ascend.fail_index %i, %i, %i {op_type = "GatherV2"}
  llvm.return
}
