//===- Passes.td - Passes that turn a typed module into code *- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// In the order in which the compiler runs them. Behind ascend-outline-kernels
// the kernels become linalg (convert-ascend-to-linalg).

#ifndef ASCEND_COMPILER_PASSES_TD
#define ASCEND_COMPILER_PASSES_TD

include "mlir/Pass/PassBase.td"

def BoundResultsPass : Pass<"ascend-bound-results", "::mlir::func::FuncOp"> {
  let summary = "Give results whose sizes depend on data the largest they have";
  let description = [{
    How long the result of NonZero is only NonZero can tell, and a kernel writes
    into memory that somebody else has allocated. So an op of that kind
    (AscendCountOps.td) computes the largest result that there may be, and how
    much of it counts; slices of that size take its place. Nothing is computed
    twice, as it would be by a kernel that counts before another one fills.

    <!-- example ascend-bound-results -->
    ```mlir
    func.func @main(%x: tensor<2x3xf32>) -> tensor<?x2xi64> {
      %y = ascend.non_zero %x {node_name = "n"} : (tensor<2x3xf32>) -> tensor<?x2xi64>
      return %y : tensor<?x2xi64>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-bound-results
    ```
    ```mlir
    func.func @main(%arg0: tensor<2x3xf32>) -> tensor<?x2xi64> {
      %y, %size = ascend.non_zero %arg0 {node_name = "n"}
          : (tensor<2x3xf32>) -> (tensor<6x2xi64>, tensor<1xi64>)
      %0 = ascend.constant dense<0> : tensor<1xi64>
      %1 = ascend.constant dense<0> : tensor<1xi64>
      %2 = ascend.strided_slice_v2 %y, %0, %size, %1 {node_name = "n/slice"}
          : (tensor<6x2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
          -> tensor<?x2xi64>
      return %2 : tensor<?x2xi64>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def AssignFormatsPass : Pass<"ascend-assign-formats", "::mlir::func::FuncOp"> {
  let summary = "Give convolutions, and what lies between them, NC1HWC0";
  let description = [{
    A convolution is fastest where the channels of a block lie beside each
    other, as they do in the cube unit's format NC1HWC0: [N, C/C0, H, W, C0]. So
    a Conv2D of float tensors, or of bytes with sums of int32, gives and takes
    that (`ge.y_c0`), with a C0 of 16 or, where that does not divide the channels,
    8; up to four channels are read from NCHW. So does a transposed convolution
    of floats that is at most sixteen ordinary ones. What such tensors go through
    follows: elementwise ops, depthwise convolutions, normalizations, pools,
    concatenations, splits into whole blocks, borders of H and W, other sizes of
    them and their sums and extrema (`ge.x_c0`). What is left of changes of the
    format lies at the edges: a Reshape, which costs nothing, and a Transpose;
    where blocks of 16 meet such of 8, those are divided. Results are the same
    bits.

    The number of images, their height and their width may be a run's to tell;
    sums over such images stay, as their order is that of so many pixels. What
    has other numbers of channels, or one that only a run tells, stays; so do
    average pools of more than 32 elements that are not all of an image: their
    sums run in another order. A convolution of floats with a window of one pixel
    stays, too, where it alone would have blocks: its pixels are columns as they
    lie.

    **Pre-condition:** types are final.

    <!-- example ascend-assign-formats -->
    ```mlir
    func.func @main(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x3x3xf32>, %v: tensor<32x16x1x1xf32>)
        -> tensor<1x32x3x3xf32> {
      %0 = ascend.conv2d %x, %w {node_name = "a"}
             : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x6x6xf32>
      %1 = ascend.relu %0 {node_name = "r"} : (tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
      %2 = ascend.max_pool_v3 %1 {ge.ksize = array<i64: 1, 1, 2, 2>,
             ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"}
             : (tensor<1x16x6x6xf32>) -> tensor<1x16x3x3xf32>
      %3 = ascend.conv2d %2, %v {node_name = "b"}
             : (tensor<1x16x3x3xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x3x3xf32>
      return %3 : tensor<1x32x3x3xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-assign-formats --canonicalize
    ```
    ```mlir
    func.func @main(%arg0: tensor<1x3x8x8xf32>, %arg1: tensor<16x3x3x3xf32>,
                    %arg2: tensor<32x16x1x1xf32>) -> tensor<1x32x3x3xf32> {
      %0 = ascend.conv2d %arg0, %arg1 {ge.y_c0 = 16 : i64, node_name = "a"}
             : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x1x6x6x16xf32>
      %1 = ascend.relu %0 {node_name = "r"} : (tensor<1x1x6x6x16xf32>) -> tensor<1x1x6x6x16xf32>
      %2 = ascend.max_pool3d %1 {ge.ksize = array<i64: 1, 1, 2, 2, 1>,
             ge.strides = array<i64: 1, 1, 2, 2, 1>, node_name = "p"}
             : (tensor<1x1x6x6x16xf32>) -> tensor<1x1x3x3x16xf32>
      %3 = ascend.conv2d %2, %arg2 {ge.y_c0 = 16 : i64, node_name = "b"}
             : (tensor<1x1x3x3x16xf32>, tensor<32x16x1x1xf32>) -> tensor<1x2x3x3x16xf32>
      %4 = ascend.constant dense<[0, 1, 4, 2, 3]> : tensor<5xi64>
      %5 = ascend.transpose %3, %4 : (tensor<1x2x3x3x16xf32>, tensor<5xi64>)
             -> tensor<1x2x16x3x3xf32>
      %6 = ascend.constant dense<[1, 32, 3, 3]> : tensor<4xi64>
      %7 = ascend.reshape %5, %6 : (tensor<1x2x16x3x3xf32>, tensor<4xi64>) -> tensor<1x32x3x3xf32>
      return %7 : tensor<1x32x3x3xf32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def OutlineKernelsPass : Pass<"ascend-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Move every op of the entry function into a kernel of its own";
  let description = [{
    The entry is the function `main`. Each compute op of it becomes a call of a
    private function in destination-passing style; ops with equal bodies share
    one function. A body is equal if its kind of op, its types, its `ge.`
    attributes, its implementation mode and its small integer constants are:
    names, decisions and locations do not count, and stand on the call as
    `ascend.node_name` and `ascend.op_type`. A kernel is named after its op and
    a hash of its body. Integer constants of rank 0 or 1 (axes, permutations,
    shapes) are cloned into the kernel; other operands are arguments. Ops that
    only look at their operand in another shape stay, as reshapes of the tensor
    dialect, and ops whose results nobody uses vanish.

    The entry itself gets the runtime's context as its first argument and a
    destination for each result.

    Where shapes are not static, the entry computes the sizes of every tensor
    before the op that makes it, and checks with `ascend.require` that those of
    its operands fit each other. A kernel gets each different size as an index
    after its tensors; `ascend.sizes` of a tensor says which argument is its
    extent at each axis (-1: the type says it), so that kernels whose sizes are
    equal in other ways are other kernels. A result of dynamic shape has no
    destination: `call @ascend.output.N(%ctx, sizes)` gives one when its sizes
    are known, and the entry does not return it. What a model computes shapes
    with is not computed where the entry knows the shapes by itself.

    Ops in the regions of scf.if, scf.for and scf.while become calls there; equal
    ones share their kernels with all others. What a block yields, and what a loop
    begins with, gets a buffer of its own (`bufferization.alloc_tensor` with a copy)
    unless nobody else can have it. Integers and sizes are computed by arith,
    tensor.extract, tensor.dim, tensor.cast and tensor.from_elements beside the calls.

    **Pre-condition:** the entry holds ascend ops on tensors of known rank, and the
    ops just named; `ascend-bound-results` ran.

    <!-- example ascend-outline-kernels -->
    ```mlir
    func.func @main(%x: tensor<4xf32> {ascend.name = "x"})
        -> (tensor<4xf32> {ascend.name = "y"}) {
      %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-outline-kernels
    ```
    ```mlir
    func.func @main(%arg0: !llvm.ptr,
        %arg1: tensor<4xf32> {ascend.name = "x", bufferization.writable = false},
        %arg2: tensor<4xf32> {ascend.name = "y"}) -> tensor<4xf32>
        attributes {ascend.entry, ascend.num_inputs = 1 : i64} {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = call @relu_…(%arg0, %arg1, %0)
             {ascend.node_name = "r", ascend.op_type = "Relu"} : …
      %2 = bufferization.materialize_in_destination %1 in %arg2 : …
      return %2 : tensor<4xf32>
    }
    func.func private @relu_…(%arg0: !llvm.ptr,
        %arg1: tensor<4xf32> {bufferization.writable = false},
        %arg2: tensor<4xf32>) -> tensor<4xf32> attributes {ascend.kernel} {
      %0 = ascend.relu %arg1 : (tensor<4xf32>) -> tensor<4xf32>
      %1 = bufferization.materialize_in_destination %0 in %arg2 : …
      return %1 : tensor<4xf32>
    }
    ```
    <!-- end of example -->

    With `observe`, each op's inputs and outputs are shown to the runtime's
    observer, the inputs before the op and the outputs after it (not inside of
    control flow, where an op may run any number of times):
    `call @ascend.observe.4xf32(%ctx, %index, %value)`; the attribute
    `ascend.observed` of the entry says what the indices mean.

    With `fuse`, elementwise ops whose results have one shape share a kernel (a
    convolution to NC1HWC0 or a product of matrices may be the first of them),
    named `fused_` and marked `ascend.fused`, where only the last one's result
    is used outside. Every op in it keeps the types, and so the roundings, that
    it has alone. `ascend.fused` of the call lists the nodes; `ascend.node_name`
    is the last one's.
  }];
  let options = [
    Option<"observe", "observe", "bool", "false",
           "Show every op's inputs and outputs to the runtime's observer">,
    Option<"fuse", "fuse", "bool", "false",
           "Put chains of elementwise ops into one kernel (not with observe)">,
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::ascend::AscendDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect",
  ];
}

def FuseElementwisePass : Pass<"ascend-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Fuse the linalg ops of a kernel of elementwise ops";
  let description = [{
    In a function that is marked `ascend.fused`, and in no other, elementwise
    linalg ops become one. Bodies are joined as they are: what one op rounds,
    the next one widens. Where the function begins with a product of the cube
    unit, what follows takes the shape in which its sums are made, so that one op
    reads them and `lower-linalg-to-cpu` finds it.

    **Pre-condition:** `ascend-outline-kernels=fuse=true` and
    `convert-ascend-to-linalg`.

    <!-- example ascend-fuse-elementwise -->
    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func @fused(%x: tensor<4xf16>, %e: tensor<4xf16>) -> tensor<4xf16>
        attributes {ascend.fused, ascend.kernel} {
      %0 = linalg.generic
          {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
      ^bb0(%a: f16, %o: f16):
        %s = arith.addf %a, %a : f16
        linalg.yield %s : f16
      } -> tensor<4xf16>
      %1 = linalg.generic
          {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%0 : tensor<4xf16>) outs(%e : tensor<4xf16>) {
      ^bb0(%a: f16, %o: f16):
        %m = math.absf %a : f16
        linalg.yield %m : f16
      } -> tensor<4xf16>
      return %1 : tensor<4xf16>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-fuse-elementwise
    ```
    ```mlir
    %0 = tensor.empty() : tensor<4xf16>
    %1 = linalg.generic
        {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
        ins(%arg0 : tensor<4xf16>) outs(%0 : tensor<4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %2 = arith.addf %in, %in : f16
      %3 = math.absf %2 : f16
      linalg.yield %3 : f16
    } -> tensor<4xf16>
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def NarrowProductsPass : Pass<"ascend-narrow-products", "::mlir::func::FuncOp"> {
  let summary = "Multiply bytes as bytes, not as int32";
  let description = [{
    A product or convolution in int32 whose factors are cast from int8 or uint8
    takes what was cast. A zero point that was subtracted first goes where it is 0,
    or into the second factor if that is a constant whose differences are bytes
    again; that of the first factor becomes, with a constant second one, a multiple
    of the sums of its columns or filters that is subtracted after the product. The
    border of a convolution, which is 0 after the subtraction, then becomes a
    `PadV3` by the zero point. All is exact modulo 2^32, as the product in int32 is.
    Other products stay.

    <!-- example ascend-narrow-products -->
    ```mlir
    func.func @main(%x: tensor<4x2xui8>, %zero: tensor<i32>) -> tensor<4x3xi32> {
      %w = ascend.constant dense<[[1, 2, 3], [4, 5, -6]]> : tensor<2x3xi8>
      %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
      %s = ascend.sub %a, %zero {node_name = "s"}
          : (tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
      %b = ascend.cast %w {node_name = "b"} : (tensor<2x3xi8>) -> tensor<2x3xi32>
      %y = ascend.mat_mul_v2 %s, %b {node_name = "y"}
          : (tensor<4x2xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
      return %y : tensor<4x3xi32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-narrow-products --canonicalize
    ```
    ```mlir
    func.func @main(%arg0: tensor<4x2xui8>, %arg1: tensor<i32>) -> tensor<4x3xi32> {
      %0 = ascend.constant dense<[[1, 2, 3], [4, 5, -6]]> : tensor<2x3xi8>
      %1 = ascend.constant dense<[5, 7, -3]> : tensor<3xi32>
      %2 = ascend.mul %arg1, %1 {node_name = "y/zero_times_columns"}
          : (tensor<i32>, tensor<3xi32>) -> tensor<3xi32>
      %3 = ascend.mat_mul_v2 %arg0, %0 {node_name = "y"}
          : (tensor<4x2xui8>, tensor<2x3xi8>) -> tensor<4x3xi32>
      %4 = ascend.sub %3, %2 {node_name = "y/shifted"}
          : (tensor<4x3xi32>, tensor<3xi32>) -> tensor<4x3xi32>
      return %4 : tensor<4x3xi32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def MarkFewRowsPass : Pass<"ascend-mark-few-rows", "::mlir::func::FuncOp"> {
  let summary = "Mark the products that read their right factor as it lies";
  let description = [{
    A product of up to four rows with a right factor that is no constant takes as
    long as to read that factor, token by token in front of the keys and values of
    those before it; to pack it first would take longer. It gets
    `ascend.reads_right`, which the convert-ascend-to-linalg pass follows: its kernel
    would not see whether the factor is a constant, which is packed beforehand.

    <!-- example ascend-mark-few-rows -->
    ```mlir
    func.func @main(%query: tensor<1x64xf32>, %keys: tensor<512x64xf32>)
        -> tensor<1x8xf32> {
      %scores = ascend.mat_mul_v2 %query, %keys
          {ge.transpose_x2 = true, node_name = "scores"}
          : (tensor<1x64xf32>, tensor<512x64xf32>) -> tensor<1x512xf32>
      %w = ascend.constant dense<0.5> : tensor<512x8xf32>
      %y = ascend.mat_mul_v2 %scores, %w {node_name = "y"}
          : (tensor<1x512xf32>, tensor<512x8xf32>) -> tensor<1x8xf32>
      return %y : tensor<1x8xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --pass-pipeline='builtin.module(func.func(ascend-mark-few-rows))'
    ```
    ```mlir
    func.func @main(%arg0: tensor<1x64xf32>, %arg1: tensor<512x64xf32>)
        -> tensor<1x8xf32> {
      %0 = ascend.mat_mul_v2 %arg0, %arg1
          {ascend.reads_right, ge.transpose_x2 = true, node_name = "scores"}
          : (tensor<1x64xf32>, tensor<512x64xf32>) -> tensor<1x512xf32>
      %1 = ascend.constant dense<5.000000e-01> : tensor<512x8xf32>
      %2 = ascend.mat_mul_v2 %0, %1 {node_name = "y"}
          : (tensor<1x512xf32>, tensor<512x8xf32>) -> tensor<1x8xf32>
      return %2 : tensor<1x8xf32>
    }
    ```
    <!-- end of example -->
  }];
}

def MarkStrassenPass : Pass<"ascend-mark-strassen", "::mlir::func::FuncOp"> {
  let summary = "Mark the products that Strassen's algorithm computes";
  let description = [{
    For `emulation` `fast` in the module's `ascend.options`: a product of matrices
    of floats with one right factor, m x n x k, gets `ascend.strassen` where m and k
    are even, n is a multiple of 32, and an eighth of the products takes longer than
    the sums of quarters that stand for it: those of the left factor and the result,
    and of the right one where it is no constant. The convert-ascend-to-linalg pass
    then makes seven products of halves of it instead of eight, with a larger error
    (docs/Numerics.md). In any other module nothing changes.

    <!-- example ascend-mark-strassen -->
    ```mlir
    module attributes {ascend.options = {values = [["emulation", "fast"]]}} {
      func.func @main(%x: tensor<128x768xf32>) -> tensor<128x512xf32> {
        %w = ascend.constant dense<0.5> : tensor<768x512xf32>
        %y = ascend.mat_mul_v2 %x, %w {node_name = "y"}
            : (tensor<128x768xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
        return %y : tensor<128x512xf32>
      }
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --pass-pipeline='builtin.module(func.func(ascend-mark-strassen))'
    ```
    ```mlir
    func.func @main(%arg0: tensor<128x768xf32>) -> tensor<128x512xf32> {
      %0 = ascend.constant dense<5.000000e-01> : tensor<768x512xf32>
      %1 = ascend.mat_mul_v2 %arg0, %0 {ascend.strassen, node_name = "y"}
          : (tensor<128x768xf32>, tensor<768x512xf32>) -> tensor<128x512xf32>
      return %1 : tensor<128x512xf32>
    }
    ```
    <!-- end of example -->
  }];
}

def SkipRoundingsPass : Pass<"ascend-skip-roundings", "::mlir::func::FuncOp"> {
  let summary = "Leave out the roundings inside of a fused kernel";
  let description = [{
    For `emulation` `fast` in the module's `ascend.options`: in a function that is
    marked `ascend.fused`, an arith.extf of an arith.truncf to f16 or bf16 becomes
    what was truncated, from before ascend-saturate-halves bounded it. Roundings at
    the edges stay: of what the body takes or yields, also if a cast to or from
    f32 is a part of it. In any other module nothing changes.

    **Pre-condition:** `ascend-fuse-elementwise`.

    <!-- example ascend-skip-roundings -->
    ```mlir
    module attributes {ascend.options = {values = [["emulation", "fast"]]}} {
      func.func @fused(%x: f32, %y: f32) -> f16 attributes {ascend.fused} {
        %p = arith.mulf %x, %y : f32
        %h = arith.truncf %p : f32 to f16
        %w = arith.extf %h : f16 to f32
        %s = arith.addf %w, %y : f32
        %r = arith.truncf %s : f32 to f16
        return %r : f16
      }
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --pass-pipeline='builtin.module(func.func(ascend-skip-roundings))'
    ```
    ```mlir
    func.func @fused(%arg0: f32, %arg1: f32) -> f16 attributes {ascend.fused} {
      %0 = arith.mulf %arg0, %arg1 : f32
      %1 = arith.addf %0, %arg1 : f32
      %2 = arith.truncf %1 : f32 to f16
      return %2 : f16
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def HoistPackingPass : Pass<"ascend-hoist-packing", "::mlir::ModuleOp"> {
  let summary = "Take what kernels compute of a weight alone out of them";
  let description = [{
    Where every call of a kernel gives a constant for an argument, what the
    kernel computes of that argument alone moves into a kernel of its own,
    `pack_` and a hash, and the kernel takes its result: widened, transposed,
    filled up and cut into tiles. The entry calls it, marked `ascend.packing`,
    and the compiler runs these calls while it compiles. Of several such values
    each has a kernel; all but the first come behind the other arguments.
    Arguments that stay as they are are left alone, and so is what grows to more
    than three times the bytes, unless it has less than 64 KiB.

    **Pre-condition:** `ascend-outline-kernels` and
    `convert-ascend-to-linalg`.

    <!-- example ascend-hoist-packing -->
    ```mlir
    #t = affine_map<(i, j) -> (j, i)>
    #id = affine_map<(i, j) -> (i, j)>
    func.func @main(%ctx: !llvm.ptr, %x: tensor<8x4xf32>, %out: tensor<8x4xf32>)
        -> tensor<8x4xf32> attributes {ascend.entry} {
      %w = ascend.constant {node_name = "w"} dense<0.5> : tensor<4x8xf16>
      %y = call @k(%ctx, %x, %w, %out) : (!llvm.ptr, tensor<8x4xf32>,
             tensor<4x8xf16>, tensor<8x4xf32>) -> tensor<8x4xf32>
      return %y : tensor<8x4xf32>
    }
    func.func private @k(%ctx: !llvm.ptr, %x: tensor<8x4xf32>, %w: tensor<4x8xf16>,
        %out: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {ascend.kernel} {
      %e = tensor.empty() : tensor<8x4xf32>
      %p = linalg.generic
          {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
          ins(%w : tensor<4x8xf16>) outs(%e : tensor<8x4xf32>) {
      ^bb0(%a: f16, %o: f32):
        %f = arith.extf %a : f16 to f32
        linalg.yield %f : f32
      } -> tensor<8x4xf32>
      %y = linalg.add ins(%x, %p : tensor<8x4xf32>, tensor<8x4xf32>)
                      outs(%out : tensor<8x4xf32>) -> tensor<8x4xf32>
      return %y : tensor<8x4xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-hoist-packing
    ```
    ```mlir
    func.func @main(%arg0: !llvm.ptr, %arg1: tensor<8x4xf32>,
        %arg2: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {ascend.entry} {
      %0 = ascend.constant {node_name = "w"} dense<5.000000e-01> : tensor<4x8xf16>
      %1 = tensor.empty() : tensor<8x4xf32>
      %2 = call @pack_…(%arg0, %0, %1) {ascend.packing} : …
      %3 = call @k(%arg0, %arg1, %2, %arg2) : …
      return %3 : tensor<8x4xf32>
    }
    func.func private @pack_…(%arg0: !llvm.ptr,
        %arg1: tensor<4x8xf16> {bufferization.writable = false},
        %arg2: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {ascend.kernel} {
      %0 = linalg.generic {…} ins(%arg1 : tensor<4x8xf16>) outs(%arg2 : tensor<8x4xf32>) {
      ^bb0(%in: f16, %out: f32):
        %2 = arith.extf %in : f16 to f32
        linalg.yield %2 : f32
      } -> tensor<8x4xf32>
      %1 = bufferization.materialize_in_destination %0 in %arg2 : …
      return %1 : tensor<8x4xf32>
    }
    func.func private @k(%arg0: !llvm.ptr, %arg1: tensor<8x4xf32>,
        %arg2: tensor<8x4xf32>, %arg3: tensor<8x4xf32>) -> tensor<8x4xf32>
        attributes {ascend.kernel} {
      %0 = linalg.add ins(%arg1, %arg2 : tensor<8x4xf32>, tensor<8x4xf32>)
                      outs(%arg3 : tensor<8x4xf32>) -> tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::tensor::TensorDialect",
  ];
}

def PackWeightsPass : Pass<"ascend-pack-weights", "::mlir::ModuleOp"> {
  let summary = "Turn the entry's constants into views of one pool of weights";
  let description = [{
    Each `ascend.constant` of the entry gets a place in the pool, at a multiple
    of 64 bytes; constants of equal value share one. The bytes stay in the
    attributes: `ascend.weights` of the entry lists what goes where, and
    `ascend.weights_bytes` is the size of the pool.

    **Pre-condition:** `ascend-outline-kernels`, and values of the types that
    they have in memory (`convert-ascend-to-linalg`).

    <!-- example ascend-pack-weights -->
    ```mlir
    func.func private @k(!llvm.ptr, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    func.func @main(%ctx: !llvm.ptr, %out: tensor<4xf32>) -> tensor<4xf32>
        attributes {ascend.entry} {
      %w = ascend.constant {node_name = "w"} dense<[1., 2., 3., 4.]> : tensor<4xf32>
      %y = call @k(%ctx, %w, %out)
             : (!llvm.ptr, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-pack-weights
    ```
    ```mlir
    func.func @main(%arg0: !llvm.ptr, %arg1: tensor<4xf32>,
        %arg2: memref<16xi8>) -> tensor<4xf32>
        attributes {ascend.entry, ascend.weights = [{offset = 0 : i64, value =
          dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]>
          : tensor<4xf32>} ], ascend.weights_bytes = 16 : i64} {
      %c0 = arith.constant 0 : index
      %view = memref.view %arg2[%c0][] : memref<16xi8> to memref<4xf32>
      %0 = bufferization.to_tensor %view restrict
             : memref<4xf32> to tensor<4xf32>
      %1 = call @k(%arg0, %0, %arg1) : …
      return %1 : tensor<4xf32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect",
  ];
}

def BufferizePass : Pass<"ascend-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize the entry and the kernels in place";
  let description = [{
    One-shot bufferization over function boundaries with dense row-major
    buffers. Results are written into the destinations that a function got, and
    functions return nothing. Copies are `linalg.copy` in kernels, for their
    schedules, and `memref.copy` in the entry.

    <!-- example ascend-bufferize -->
    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func private @k(%ctx: !llvm.ptr,
        %x: tensor<4xf32> {bufferization.writable = false}, %out: tensor<4xf32>)
        -> tensor<4xf32> attributes {ascend.kernel} {
      %e = tensor.empty() : tensor<4xf32>
      %y = linalg.generic
          {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
      ^bb0(%a: f32, %o: f32):
        %s = arith.addf %a, %a : f32
        linalg.yield %s : f32
      } -> tensor<4xf32>
      %r = bufferization.materialize_in_destination %y in %out
             : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-bufferize --canonicalize
    ```
    ```mlir
    func.func private @k(%arg0: !llvm.ptr, %arg1: memref<4xf32>,
        %arg2: memref<4xf32>) attributes {ascend.kernel} {
      linalg.generic
          {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
          ins(%arg1 : memref<4xf32>) outs(%arg2 : memref<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.addf %in, %in : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
  ];
}

def PlanArenaPass : Pass<"ascend-plan-arena", "::mlir::ModuleOp"> {
  let summary = "Give every buffer a place in one block of work memory";
  let description = [{
    A kernel's allocations become views of a scratch buffer, its new last
    argument, which the caller provides. The allocations of the entry, scratch
    among them, become views of the arena, the entry's new last argument.
    Buffers that are never alive together share memory: larger ones are placed
    first, each into the smallest gap that holds it, at multiples of 64 bytes.
    `ascend.arena_bytes` of the entry is the size that it needs. Afterwards
    nothing allocates but what has a dynamic shape and what control flow of the
    entry hands over from one block to another: those allocations stay. Each has
    one owner (a block owns its arguments, and what its ops allocate and give, until
    it yields them or begins a loop with them), and is freed after its owner's last
    use.

    **Pre-condition:** `ascend-bufferize`; allocations of static shape stand
    outside parallel loops.

    <!-- example ascend-plan-arena -->
    ```mlir
    func.func private @k(!llvm.ptr, memref<64xf32>, memref<64xf32>)
    func.func @main(%ctx: !llvm.ptr, %x: memref<64xf32>, %out: memref<64xf32>)
        attributes {ascend.entry} {
      %a = memref.alloc() : memref<64xf32>
      call @k(%ctx, %x, %a) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
      call @k(%ctx, %a, %out) : (!llvm.ptr, memref<64xf32>, memref<64xf32>) -> ()
      return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-plan-arena
    ```
    ```mlir
    func.func @main(%arg0: !llvm.ptr, %arg1: memref<64xf32>,
        %arg2: memref<64xf32>, %arg3: memref<256xi8>)
        attributes {ascend.arena_bytes = 256 : i64, ascend.entry} {
      %c0 = arith.constant 0 : index
      %view = memref.view %arg3[%c0][] : memref<256xi8> to memref<64xf32>
      call @k(%arg0, %arg1, %view) : …
      call @k(%arg0, %view, %arg2) : …
      return
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
  ];
}

def LowerEntryPass : Pass<"ascend-lower-entry", "::mlir::ModuleOp"> {
  let summary = "Give the entry the runtime's signature; one module per function";
  let description = [{
    The entry becomes the LLVM function `ascend_entry` with the signature of
    `ascendrt_entry` (Ascend/Runtime/ascendrt.h) in a module of its own; each
    kernel moves into a module that has its name, with the globals that it
    reads. So every function can be compiled apart. Kernels are called with one
    pointer for each buffer.

    An entry with dynamic shapes or control flow becomes a `func.func` of that
    signature instead, which the kernels' pipeline lowers: control flow becomes
    branches, sizes of inputs are read from the runtime, allocations and outputs
    are asked from it, and a failure or an `ascend.require` that does not hold
    leaves the function. Kernels make a memref again of the pointer and the
    sizes, and take their own dynamic buffers from the runtime.

    **Pre-condition:** `ascend-plan-arena`.

    <!-- example ascend-lower-entry -->
    ```mlir
    func.func @main(%ctx: !llvm.ptr, %x: memref<4xf32>, %out: memref<4xf32>,
                    %weights: memref<0xi8>, %arena: memref<0xi8>)
        attributes {ascend.arena_bytes = 0 : i64, ascend.entry,
          ascend.num_inputs = 1 : i64, ascend.weights_bytes = 0 : i64} {
      call @k(%ctx, %x, %out) : (!llvm.ptr, memref<4xf32>, memref<4xf32>) -> ()
      return
    }
    func.func private @k(%ctx: !llvm.ptr, %x: memref<4xf32>, %out: memref<4xf32>)
        attributes {ascend.kernel} {
      memref.copy %x, %out : memref<4xf32> to memref<4xf32>
      return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-lower-entry
    ```
    ```mlir
    module @ascend_entry {
      llvm.func @k(!llvm.ptr, !llvm.ptr, !llvm.ptr)
      llvm.func @ascend_entry(%arg0: !llvm.ptr, %arg1: !llvm.ptr,
          %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
        %0 = llvm.getelementptr %arg1[0] : …
        %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
        %2 = llvm.getelementptr %arg2[0] : …
        %3 = llvm.load %2 : !llvm.ptr -> !llvm.ptr
        llvm.call @k(%arg0, %1, %3) : …
        %4 = llvm.mlir.constant(0 : i32) : i32
        llvm.return %4 : i32
      }
    }
    module @k {
      func.func @k(…) attributes {ascend.kernel} {
        …
      }
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
  ];
}

#endif // ASCEND_COMPILER_PASSES_TD
