//===- AscendKernelOps.td - Ops of the compiler's stages ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_KERNEL_OPS_TD
#define ASCEND_KERNEL_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"

def Ascend_ConcatIntoOp : Op<Ascend_Dialect, "concat_into",
    [Pure, DestinationStyleOpInterface,
     DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Writes tensors one behind the other into a destination";
  let description = [{
    Along `dim` the parts lie one behind the other and together fill the
    destination, whose elements are not read; in the other axes each is as long
    as the destination. What ConcatD becomes in a kernel: a chain of
    `tensor.insert_slice` says the same, but one-shot bufferization takes time
    with the third power of its length.

    ```mlir
    %r = ascend.concat_into dim(1) %a, %b into %d
         : tensor<2x3xf32>, tensor<2x1xf32> into tensor<2x4xf32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$dim,
                       Variadic<AnyRankedTensor>:$parts,
                       AnyRankedTensor:$destination);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `dim` `(` $dim `)` $parts `into` $destination attr-dict `:` type($parts)
    `into` type($destination)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getDestinationMutable(); }
  }];
}

def Ascend_SplitIntoOp : Op<Ascend_Dialect, "split_into",
    [Pure, DestinationStyleOpInterface,
     DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Writes the parts of a tensor into destinations";
  let description = [{
    The inverse of `ascend.concat_into`: along `dim` the parts lie one behind the
    other in the source and together are all of it. What Split and SplitV become
    in a kernel: of a `tensor.extract_slice` for each, the analysis would compare
    every pair.

    ```mlir
    %r:2 = ascend.split_into dim(1) %x into %a, %b
           : tensor<2x4xf32> into tensor<2x3xf32>, tensor<2x1xf32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$dim,
                       AnyRankedTensor:$source,
                       Variadic<AnyRankedTensor>:$destinations);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `dim` `(` $dim `)` $source `into` $destinations attr-dict `:` type($source)
    `into` type($destinations)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() {
      return getDestinationsMutable();
    }
  }];
}

def Ascend_LaunchOp : Op<Ascend_Dialect, "launch"> {
  let summary = "A call of a kernel that says where each result lies";
  let description = [{
    The results are the operands from number `first_destination` on, in their
    order, which the kernel writes and does not read; all others it reads.
    Stands in the entry while `ascend-bufferize` runs: of a `func.call` the
    analysis would look up the function, and compare all operands with all
    results, at every question.

    ```mlir
    %r = ascend.launch @add_1(%context, %a, %b, %d) {first_destination = 3 : i64}
         : (!llvm.ptr, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
         -> tensor<4xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<AnyType>:$inputs,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$first_destination);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let assemblyFormat = [{
    $kernel `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)
  }];
  let hasVerifier = 1;
}

def Ascend_FailIndexOp : Op<Ascend_Dialect, "fail_index",
    [MemoryEffects<[MemWrite]>]> {
  let summary = "Ends the run because of an index";
  let description = [{
    Stands in kernels only: the run ends with an error that says that `index` of
    GE's operator type `op_type` lies outside of [`least`, `bound`).

    ```mlir
    ascend.fail_index %i, %least, %bound {op_type = "GatherV2"}
    ```
  }];
  let arguments = (ins I64:$index, I64:$least, I64:$bound, StrAttr:$op_type);
  let assemblyFormat = "$index `,` $least `,` $bound attr-dict";
}

#endif // ASCEND_KERNEL_OPS_TD
