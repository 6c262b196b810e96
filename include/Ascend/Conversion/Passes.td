//===- Passes.td - Conversions out of the ascend dialect ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_PASSES_TD
#define ASCEND_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandHalfFloats : Pass<"ascend-expand-half-floats"> {
  let summary = "Do bf16 and, without F16C, f16 conversions in integers";
  let description = [{
    `arith.extf` from and `arith.truncf` to bf16 become integer operations that
    round to nearest even and keep subnormals; the CPU's own bf16 instructions
    flush them. A NaN becomes the quiet NaN of its sign.

    f16 <-> f32 conversions are one instruction each on CPUs with F16C, and stay.
    With `half-conversions=false` they become integer operations too, which give
    the same bits as those instructions. A conversion to or from any other type
    than f32 is an error: it would round twice or call a library.

    Before:
    ```mlir
    %1 = arith.extf %0 : vector<16xbf16> to vector<16xf32>
    ```
    After:
    ```mlir
    %a = arith.bitcast %0 : vector<16xbf16> to vector<16xi16>
    %b = arith.extui %a : vector<16xi16> to vector<16xi32>
    %c = arith.shli %b, %c16 : vector<16xi32>
    %1 = arith.bitcast %c : vector<16xi32> to vector<16xf32>
    ```
  }];
  let options = [
    Option<"halfConversions", "half-conversions", "bool", /*default=*/"true",
           "The CPU converts f16 (F16C)">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerLinalgToCPU : Pass<"lower-linalg-to-cpu", "::mlir::func::FuncOp"> {
  let summary = "Lower linalg ops on memrefs to loops over vectors";
  let description = [{
    Every linalg op (and `memref.copy`) becomes loops of `scf` around `vector`
    and `arith` ops. Nothing is left to scalar code: what has no vector form is an
    error that names the op.

    - The loops are those of the output's layout; neighbours that all operands
      pass in one stride merge. The last one is done in blocks of a power of two
      lanes, and what is left in one masked block.
    - An operand's innermost stride decides how it is read: 0 a broadcast, 1 a
      vector load, else a gather, or, for a transpose, tiles that are transposed in
      registers.
    - A reduction keeps its result in registers. Its order depends on the shapes
      alone: not on the CPU and not on the threads.
    - `linalg.mmt4d` and `linalg.batch_mmt4d` become one micro-kernel per C tile:
      for each k in turn, one FMA (integers: a product and a sum) into each
      accumulator.
    - Ops of some 50 us or more get their outermost parallel loops as one
      `scf.parallel`.

    *Pre-condition*: memrefs, with any strided layout; booleans are i8.
    *Post-condition*: no linalg op and no `memref.copy`.

    Before:
    ```mlir
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%in : memref<32xf32>) outs(%out : memref<32xf32>) {
    ^bb0(%x: f32, %o: f32):
      %y = arith.addf %x, %x : f32
      linalg.yield %y : f32
    }
    ```
    After:
    ```mlir
    %x = vector.load %in[%c0] : memref<32xf32>, vector<32xf32>
    %y = arith.addf %x, %x : vector<32xf32>
    vector.store %y, %out[%c0] : memref<32xf32>, vector<32xf32>
    ```
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "unsigned", /*default=*/"64",
           "Bytes of one vector register: 64, 32 or 16">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
  ];
}

def ParallelToRuntime : Pass<"ascend-parallel-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Give scf.parallel loops to the runtime's threads";
  let description = [{
    The body of every `scf.parallel` of one dimension, from 0 by 1, becomes a
    function over a range, and the loop a call of `ascendrt_parallel_for` with the
    context: the `!llvm.ptr` that is the first argument of the function. What the
    body uses from outside travels in a struct on the stack. In a function without
    a context the loop becomes an `scf.for`.

    Before:
    ```mlir
    func.func @k(%ctx: !llvm.ptr, %m: memref<64xf32>) {
      scf.parallel (%i) = (%c0) to (%c64) step (%c1) { ... }
    ```
    After:
    ```mlir
    func.func @k(%ctx: !llvm.ptr, %m: memref<64xf32>) {
      %env = llvm.alloca %c1 x !llvm.struct<(struct<(ptr, ptr, i64, ...)>)>
      ...
      call @ascendrt_parallel_for(%ctx, %c64, %body, %env)
    }
    func.func private @k_parallel_0(%env: !llvm.ptr, %begin: i64, %end: i64) {
      ...
      scf.for %i = %0 to %1 step %c1 { ... }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
  ];
}

def SetCpuTarget : Pass<"ascend-set-cpu-target", "::mlir::ModuleOp"> {
  let summary = "Name the CPU on the module and on every LLVM function";
  let description = [{
    LLVM generates code for the least CPU of the architecture unless each function
    names another. Sets `llvm.target_triple` on the module and `target_cpu` and
    `target_features` on every `llvm.func` that has a body.
  }];
  let options = [
    Option<"triple", "triple", "std::string", /*default=*/"",
           "LLVM's target triple">,
    Option<"cpu", "cpu", "std::string", /*default=*/"",
           "LLVM's name of the CPU, such as znver4">,
    Option<"features", "features", "std::string", /*default=*/"",
           "LLVM's feature string, such as +avx2,-avx512bf16">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // ASCEND_CONVERSION_PASSES_TD
