// RUN: ascend-opt %s --split-input-file --verify-diagnostics

func.func @dim(%a: tensor<2xf32>, %d: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'ascend.concat_into' op dim 1 is none of the 1 axes of the destination}}
  %r = ascend.concat_into dim(1) %a into %d : tensor<2xf32> into tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @element(%a: tensor<1xf32>, %b: tensor<1xf16>, %d: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'ascend.concat_into' op part 1 is 'tensor<1xf16>', the destination 'tensor<2xf32>'}}
  %r = ascend.concat_into dim(0) %a, %b into %d : tensor<1xf32>, tensor<1xf16> into tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @rank(%a: tensor<1x1xf32>, %d: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error@+1 {{'ascend.concat_into' op part 0 is 'tensor<1x1xf32>', the destination 'tensor<1xf32>'}}
  %r = ascend.concat_into dim(0) %a into %d : tensor<1x1xf32> into tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

func.func @across(%a: tensor<1x3xf32>, %b: tensor<1x2xf32>, %d: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'ascend.concat_into' op axis 1 of part 1 has extent 2, of the destination 3}}
  %r = ascend.concat_into dim(0) %a, %b into %d : tensor<1x3xf32>, tensor<1x2xf32> into tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @along(%a: tensor<1xf32>, %b: tensor<2xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'ascend.concat_into' op the parts have 3 elements along axis 0, the destination 4}}
  %r = ascend.concat_into dim(0) %a, %b into %d : tensor<1xf32>, tensor<2xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @source(%x: tensor<4xf32>, %a: tensor<3xf32>, %b: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'ascend.split_into' op the parts have 5 elements along axis 0, the source 4}}
  %r:2 = ascend.split_into dim(0) %x into %a, %b : tensor<4xf32> into tensor<3xf32>, tensor<2xf32>
  return %r#0 : tensor<3xf32>
}

// -----

func.func @missing(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'ascend.launch' op has 1 results, but 0 operands from number 1 on}}
  %r = ascend.launch @kernel(%a) {first_destination = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @beyond(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'ascend.launch' op has 1 results, but 0 operands from number 7 on}}
  %r = ascend.launch @kernel(%a) {first_destination = 7 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @type(%a: tensor<4xf32>, %b: tensor<4xf16>) -> tensor<4xf32> {
  // expected-error@+1 {{'ascend.launch' op result 0 is not of the type of its destination, operand 1}}
  %r = ascend.launch @kernel(%a, %b) {first_destination = 1 : i64} : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
