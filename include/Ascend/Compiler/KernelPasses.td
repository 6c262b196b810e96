//===- KernelPasses.td - From a graph to kernels -----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// ascend-outline-kernels cuts the graph; the others are behind
// convert-ascend-to-linalg.

#ifndef ASCEND_COMPILER_KERNELPASSES_TD
#define ASCEND_COMPILER_KERNELPASSES_TD

include "mlir/Pass/PassBase.td"

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
    tensor.extract, tensor.dim, tensor.cast and tensor.from_elements besides the
    calls.

    **Pre-condition:** the entry holds ascend ops on tensors of known rank, and the
    ops just named; `ascend-bound-results` ran. **Post-condition:** the entry has
    `ascend.entry`; of ascend ops it holds `ascend.constant` and `ascend.require`
    alone. What computes stands in functions with `ascend.kernel`.

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
    observer, the inputs before the op and the outputs after it, in each turn of
    a loop anew: `call @ascend.observe.4xf32(%ctx, %index, %value)`; the attribute
    `ascend.observed` of the entry says what the indices mean.

    With `fuse`, elementwise ops whose results have one shape share a kernel (a
    cube op whose `cube_form` has an epilogue may be the first of them), named `fused_` and marked `ascend.fused`, where only the last one's result
    is used outside. Every op in it keeps the types, and so the roundings, that
    it has alone. `ascend.fused` of the call lists the nodes; `ascend.node_name`
    is the last one's.

    With `profile`, `ascend.profiled` of each call says what a profile says of
    its kernel, in JSON ([Profiling](Profiling.md)); ascend-lower-entry lets such
    calls tell the runtime when they begin and end.

    With `units`, `ascend.unit` of each call says what a chip runs its op on:
    `cube`, `vector` or `ai_cpu`, for ascend-group-kernels.
  }];
  let options = [
    Option<"observe", "observe", "bool", "false",
           "Show every op's inputs and outputs to the runtime's observer">,
    Option<"fuse", "fuse", "bool", "false",
           "Put chains of elementwise ops into one kernel (not with observe)">,
    Option<"profile", "profile", "bool", "false",
           "Let each call tell what a profile says of its kernel">,
    Option<"units", "units", "bool", "false",
           "Let each call tell the unit that its kernel stands for">,
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
    `convert-ascend-to-linalg`. **Post-condition:** results have the bits of before,
    and nothing is computed twice.

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

def SkipRoundingsPass : Pass<"ascend-skip-roundings", "::mlir::func::FuncOp"> {
  let summary = "Leave out the roundings inside of a fused kernel";
  let description = [{
    For `emulation` `fast` in the module's `ascend.options`: in a function that is
    marked `ascend.fused`, an arith.extf of an arith.truncf to f16 or bf16 becomes
    what was truncated, from before ascend-saturate-halves bounded it. Roundings at
    the edges stay: of what the body takes or yields, also if a cast to or from
    f32 is a part of it. In any other module nothing changes.

    **Pre-condition:** `ascend-fuse-elementwise`. **Post-condition:** in such a
    function an `arith.extf` back to the type that was rounded is left only of what
    the body was given, and where a terminator reads it; what nobody reads is gone.

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
    Of parts of one such value (`tensor.extract_slice`) that overlap, the whole
    value is taken out, and the kernel looks at them. Arguments that stay as
    they are are left alone, and so is what grows to more than four times the
    bytes.

    **Pre-condition:** `ascend-outline-kernels` and `convert-ascend-to-linalg`.
    **Post-condition:** each call with `ascend.packing` reads a constant alone,
    before all loops; results have the bits of before.

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
    `ascend.weights_bytes` is the size of the pool. With `pages` constants of
    4096 bytes and more come behind the others, each in pages of its own, for
    files that are mapped there. With `table` they are arguments of their own
    before the pool, as many as `ascend.tabled_weights` says: their addresses
    stand at the beginning of the pool, so that they may lie where other models
    have them.

    **Pre-condition:** `ascend-outline-kernels`, and values of the types that they
    have in memory (`convert-ascend-to-linalg`). **Post-condition:** the entry's own
    block has no `ascend.constant`, and the pool, of `ascend.weights_bytes` bytes,
    is its last argument.

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
  let options = [
    Option<"pages", "pages", "bool", /*default=*/"false",
           "Whether large constants have pages of their own.">,
    Option<"table", "table", "bool", /*default=*/"false",
           "Whether large constants are reached by a table of addresses.">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect",
  ];
}

#endif // ASCEND_COMPILER_KERNELPASSES_TD
