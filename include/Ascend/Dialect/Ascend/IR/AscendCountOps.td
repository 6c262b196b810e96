//===- AscendCountOps.td - Ops whose sizes depend on data --*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Only the op itself determines how long a result is. So each has two forms.
// That of GE has an extent `?` that nothing says. `ascend-bound-results` makes
// the other one of it, which can be compiled: as long as it may ever be, with a
// result more, `size` (one int64): how much of it counts. What lies behind has
// no meaning.

#ifndef ASCEND_COUNT_OPS_TD
#define ASCEND_COUNT_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

class Ascend_CountOp<string mnemonic, string geType>
    : Ascend_ShapedOp<mnemonic, geType, [Ascend_CountOpInterface], [{
    std::optional<int64_t> getCountedAxis(unsigned index);
  }]> {
  let results = (outs AnyTensor:$y, Optional<AnyTensor>:$size);
}

def Ascend_NonZeroOp : Ascend_CountOp<"non_zero", "NonZero"> {
  let geAttributes = [GEBool<"transpose">];
  let summary = "The positions of the elements that are not zero";
  let description = [{
    In the order of the elements: a row of indices for each, or, where
    `ge.transpose` (bool, false) is true, a column. NaN is not zero.
    ```mlir
    %y = ascend.non_zero %x {ge.transpose = true, node_name = "n"}
           : (tensor<4x6xf32>) -> tensor<2x?xi64>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_WhereOp : Ascend_CountOp<"where", "Where"> {
  let summary = "The positions of the elements that are true";
  let description = [{
    As NonZero without a transposition.
    ```mlir
    %y = ascend.where %x {node_name = "n"} : (tensor<4xi1>) -> tensor<?x1xi64>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_UniqueWithCountsExt2Op
    : Ascend_CountOp<"unique_with_counts_ext2", "UniqueWithCountsExt2"> {
  let geAttributes = [GEBool<"sorted", "true">];
  let summary = "The different slices of x along an axis";
  let description = [{
    `y` has each slice along `axis` (a constant of one integer) once, in
    ascending order (of the first element that differs; NaN is the greatest), or,
    where `ge.sorted` (bool, true) is false, as they come. `idx` has the position
    in x of the first one of each, `count` how many there are of it, and
    `inverse_idx` the position in y of each slice of x.
    ```mlir
    %y, %idx, %count, %inverse = ascend.unique_with_counts_ext2 %x, %axis {node_name = "n"}
           : (tensor<6xf32>, tensor<1xi64>)
           -> (tensor<?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<6xi64>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$axis), identityArgs);
  let results = (outs AnyTensor:$y, AnyTensor:$idx, AnyTensor:$count,
                      AnyTensor:$inverse_idx, Optional<AnyTensor>:$size);
}

def Ascend_NonMaxSuppressionV6Op
    : Ascend_CountOp<"non_max_suppression_v6", "NonMaxSuppressionV6"> {
  let geAttributes = [GEInt<"center_point_box">];
  let summary = "The best boxes that do not overlap a better one";
  let description = [{
    Of `boxes` [batch, n, 4] and `scores` [batch, classes, n]: for each batch and
    class the boxes by descending score (the first of equal ones first) whose
    score is above `score_threshold`, if it is given, and whose intersection
    over union with those taken so far is at most `iou_threshold` (0 if it is
    not given), up to `max_output_size` (0 if it is not given). A row of
    selected_indices is (batch, class, box). A box is two opposite corners
    (y, x, y, x), or its middle and size (x, y, width, height) where
    `ge.center_point_box` (int, 0) is 1.
    ```mlir
    %y = ascend.non_max_suppression_v6 %boxes, %scores, %max {node_name = "n"}
           : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>) -> tensor<?x3xi32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$boxes, AnyTensor:$scores,
                            Variadic<Ascend_TensorOrNone>:$limits),
                       identityArgs);
  let results = (outs AnyTensor:$selected_indices, Optional<AnyTensor>:$size);
  let hasVerifier = 1;
}

def Ascend_NonMaxSuppressionV7Op
    : Ascend_CountOp<"non_max_suppression_v7", "NonMaxSuppressionV7"> {
  let geAttributes = [GEInt<"center_point_box">];
  let summary = "NonMaxSuppressionV6 with the kernel's table of indices";
  let description = [{
    As NonMaxSuppressionV6. After its limits there may be index_id [batch,
    classes, n, 4], from which the AI Core's kernel takes its indices; nothing
    is read from it here.
    ```mlir
    %y = ascend.non_max_suppression_v7 %boxes, %scores, %max {node_name = "n"}
           : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi32>) -> tensor<?x3xi32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$boxes, AnyTensor:$scores,
                            Variadic<Ascend_TensorOrNone>:$limits),
                       identityArgs);
  let results = (outs AnyTensor:$selected_indices, Optional<AnyTensor>:$size);
  let hasVerifier = 1;
}

#endif // ASCEND_COUNT_OPS_TD
