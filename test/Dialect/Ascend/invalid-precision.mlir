// Malformed precision attributes. The parser names what it met.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected '<'}}
module attributes {t.a = #ascend.precision} {}

// -----

// expected-error @+1 {{expected '('}}
module attributes {t.a = #ascend.precision<>} {}

// -----

// expected-error @+1 {{expected '->'}}
module attributes {t.a = #ascend.precision<(f16), rule = must_keep>} {}

// -----

// expected-error @+1 {{expected non-function type}}
module attributes {t.a = #ascend.precision<(float16) -> (f16), rule = must_keep>} {}

// -----

// expected-error @+1 {{a precision needs 'rule' and an 'origin' with as many types as the decided signature}}
module attributes {t.a = #ascend.precision<(f16) -> (f16)>} {}

// -----

// expected-error @+1 {{a precision needs 'rule' and an 'origin'}}
module attributes {t.a = #ascend.precision<(f16) -> (f16), rule = must_keep>} {}

// -----

// expected-error @+1 {{a precision needs 'rule' and an 'origin'}}
module attributes {t.a = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32)>} {}

// -----

// expected-error @+1 {{a precision needs 'rule' and an 'origin' with as many types as the decided signature}}
module attributes {t.a = #ascend.precision<(f16) -> (f16), origin = (f32, f32) -> (f32), rule = must_keep>} {}

// -----

// expected-error @+1 {{a precision needs 'rule' and an 'origin' with as many types as the decided signature}}
module attributes {t.a = #ascend.precision<(f16) -> (f16), origin = (f32) -> (), rule = must_keep>} {}

// -----

// expected-error @+1 {{unknown key 'colour'; known are origin, column, engine, unit, accumulate, rule, source}}
module attributes {t.a = #ascend.precision<() -> (), colour = 3>} {}

// -----

// expected-error @+1 {{unknown word 'fp16_please'}}
module attributes {t.a = #ascend.precision<() -> (), rule = fp16_please>} {}

// -----

// expected-error @+1 {{unknown word 'gpu'}}
module attributes {t.a = #ascend.precision<() -> (), engine = gpu>} {}

// -----

// expected-error @+1 {{unknown word 'scalar'}}
module attributes {t.a = #ascend.precision<() -> (), unit = scalar>} {}

// -----

// expected-error @+1 {{expected integer value}}
module attributes {t.a = #ascend.precision<() -> (), column = three>} {}

// -----

// expected-error @+1 {{integer value too large}}
module attributes {t.a = #ascend.precision<() -> (), column = 99999999999999999999>} {}

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
module attributes {t.a = #ascend.precision<() -> (), source = 7>} {}

// -----

// expected-error @+1 {{expected '='}}
module attributes {t.a = #ascend.precision<() -> (), rule must_keep>} {}

// -----

// expected-error @+1 {{expected '>'}}
module attributes {t.a = #ascend.precision<() -> (), origin = () -> (), rule = must_keep :>} {}

// -----

func.func @wrong_kind(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'precision' failed to satisfy constraint: The dtypes that were decided for an op, and why}}
  %0 = ascend.relu %x {precision = "f16"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
