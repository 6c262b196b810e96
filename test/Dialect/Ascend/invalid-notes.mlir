// What passes note has the kind of value that its readers take: one of each kind, wherever notes stand.

// RUN: ascend-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'ascend.name' must be a string}}
func.func @of_an_argument(%x: tensor<4xf32> {ascend.name = 5}) {
  return
}

// -----

// expected-error @+1 {{'ascend.name' must be a string}}
func.func @of_a_result(%x: tensor<4xf32>) -> (tensor<4xf32> {ascend.name = ["y"]}) {
  return %x : tensor<4xf32>
}

// -----

func.func @of_an_op(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.keep_dtype' must be a string}}
  %0 = ascend.relu %x {ascend.keep_dtype} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{'ascend.arena_bytes' must be an integer}}
func.func @number() attributes {ascend.arena_bytes = "64"} {
  return
}

// -----

// expected-error @+1 {{'ascend.kernel' must be a mark without a value}}
func.func @mark() attributes {ascend.kernel = true} {
  return
}

// -----

// expected-error @+1 {{'ascend.sizes' must be array<i64: …>}}
func.func @numbers(%x: tensor<?xf32> {ascend.sizes = [1]}, %n: index) {
  return
}

// -----

// expected-error @+1 {{'ascend.fusions' must be a list of dictionaries}}
module attributes {ascend.fusions = {pass = "p"}} {
}

// -----

// expected-error @+1 {{'ascend.fusions' must be a list of dictionaries}}
module attributes {ascend.fusions = [{pass = "p"}, "p"]} {
}

// -----

// expected-error @+1 {{'ascend.unmodelled_fusions' must be a list of dictionaries}}
module attributes {ascend.unmodelled_fusions = ["p"]} {
}

// -----

// expected-error @+1 {{'ascend.constants' must be a list of dictionaries}}
module attributes {ascend.constants = [1]} {
}

// -----

// expected-error @+1 {{'ascend.merged_casts' must be a list of dictionaries}}
module attributes {ascend.merged_casts = [1]} {
}

// -----

// expected-error @+1 {{'ascend.given_options' must be a list of dictionaries}}
module attributes {ascend.given_options = ["o"]} {
}

// -----

// expected-error @+1 {{'ascend.observed' must be a list of dictionaries}}
func.func @observed() attributes {ascend.observed = [1]} {
  return
}

// -----

// expected-error @+1 {{'ascend.weights' must be a list of dictionaries}}
func.func @weights() attributes {ascend.weights = [1]} {
  return
}

// -----

// expected-error @+1 {{'ascend.dims' must be a list of strings}}
func.func @texts(%x: tensor<?xf32> {ascend.dims = ["n", 4]}) {
  return
}

// -----

// expected-error @+1 {{'ascend.fused' must be a mark without a value, or a list of strings}}
func.func @mark_or_texts() attributes {ascend.fused = [1]} {
  return
}

// -----

// expected-error @+1 {{'ascend.min_casts' must be a dictionary}}
module attributes {ascend.min_casts = 3} {
}

// -----

// expected-error @+1 {{'ascend.decided_type' must be a type}}
func.func @type(%x: tensor<4xf32> {ascend.decided_type = "f16"}) {
  return
}

// -----

func.func @decision(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.faithful' must be #ascend.precision}}
  %0 = ascend.relu %x {ascend.faithful = "f16"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mode(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.requested_impl_mode' must be #ascend.impl_mode}}
  %0 = ascend.relu %x {ascend.requested_impl_mode = "high_precision"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// The same notes with the values that they take.
module attributes {ascend.fusions = [{pass = "p"}], ascend.min_casts = {after = 1 : i64}} {
  func.func private @sound(%x: tensor<?xf32> {ascend.name = "x", ascend.sizes = array<i64: 1>, ascend.dims = ["n"], ascend.decided_type = f16}, %n: index)
      -> (tensor<4xf32> {ascend.name = "y"}) attributes {ascend.arena_bytes = 64 : i64, ascend.kernel, ascend.fused}
  func.func @fused() attributes {ascend.fused = ["a", "b"]} {
    return
  }
}

// -----

// expected-error @+1 {{'ascend.arena_bytes' must be an integer}}
func.func @f() attributes {ascend.arena_bytes = 1 : ui64} {
  return
}

// -----

// expected-error @+1 {{'ascend.arena_bytes' must be an integer}}
func.func @f() attributes {ascend.arena_bytes = 1 : i65} {
  return
}
