// RUN: ascend-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: ascend-opt %s --split-input-file --verify-diagnostics | ascend-opt --split-input-file | FileCheck %s

// What is not given is the lowering's own, and is not printed.
//
// CHECK-LABEL: func @numbers(
// CHECK-SAME: #ascend.schedule<rows = 64, vectors = 8, panel_bytes = 1073741824, piece_bytes = 1, serial = true>
func.func @numbers() attributes {ascend.schedule = #ascend.schedule<serial = true, piece_bytes = 1, rows = 64, vectors = 8, panel_bytes = 1073741824>} {
  return
}
// CHECK-LABEL: func @none(
// CHECK-SAME: #ascend.schedule<>
func.func @none() attributes {ascend.schedule = #ascend.schedule<rows = 0, serial = false>} {
  return
}

// -----

// expected-error @+1 {{rows must be from 0 to 64, not 65}}
func.func @rows() attributes {ascend.schedule = #ascend.schedule<rows = 65>} {
  return
}

// -----

// expected-error @+1 {{vectors must be from 0 to 8, not -1}}
func.func @vectors() attributes {ascend.schedule = #ascend.schedule<vectors = -1>} {
  return
}

// -----

// expected-error @+1 {{panel_bytes must be from 0 to 1073741824, not 1073741825}}
func.func @panel() attributes {ascend.schedule = #ascend.schedule<panel_bytes = 1073741825>} {
  return
}

// -----

// expected-error @+1 {{piece_bytes must be from 0 to 1073741824, not 1073741825}}
func.func @piece() attributes {ascend.schedule = #ascend.schedule<piece_bytes = 1073741825>} {
  return
}

// -----

// expected-error @+1 {{'ascend.schedule' must be #ascend.schedule}}
func.func @other() attributes {ascend.schedule = 1 : i64} {
  return
}
