//===- LinalgToCPUPasses.td - From linalg to the CPU -------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_LINALGTOCPUPASSES_TD
#define ASCEND_CONVERSION_LINALGTOCPUPASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandDotsPass : Pass<"ascend-expand-dots"> {
  let summary = "Write out dots that the CPU has no instruction for";
  let description = [{
    Which dots a kernel has is its plan's; which of them are instructions is the
    CPU's. An intrinsic of x86 for a dot (`pmaddwd`, `vpdpbusd`, `vdpbf16ps`) that
    is no instruction becomes operations on vectors with the same bits: integers
    wrap, and products of bfloat16 join the sum by one rounding each, the second
    of a pair first, with subnormal operands and results counting as 0. So every
    CPU runs the plan of any other.

    **Pre-condition:** `lower-linalg-to-cpu`: dots are `llvm.call_intrinsic` on
    vectors. **Post-condition:** every dot that is left is an instruction of the
    CPU.

    <!-- example ascend-expand-dots -->
    ```mlir
    func.func @words(%x: vector<8xi16>, %y: vector<8xi16>) -> vector<4xi32> {
      %0 = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%x, %y) : (vector<8xi16>, vector<8xi16>) -> vector<4xi32>
      return %0 : vector<4xi32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-expand-dots=word-dot-bytes=0
    ```
    ```mlir
    %res1, %res2 = vector.deinterleave %arg0 : vector<8xi16> -> vector<4xi16>
    %res1_0, %res2_1 = vector.deinterleave %arg1 : vector<8xi16> -> vector<4xi16>
    %0 = arith.extsi %res1 : vector<4xi16> to vector<4xi32>
    %1 = arith.extsi %res1_0 : vector<4xi16> to vector<4xi32>
    %2 = arith.muli %0, %1 : vector<4xi32>
    %3 = arith.extsi %res2 : vector<4xi16> to vector<4xi32>
    %4 = arith.extsi %res2_1 : vector<4xi16> to vector<4xi32>
    %5 = arith.muli %3, %4 : vector<4xi32>
    %6 = arith.addi %2, %5 : vector<4xi32>
    ```
    <!-- end of example -->
  }];
  let options = [
    Option<"wordDotBytes", "word-dot-bytes", "unsigned", /*default=*/"64",
           "Bytes of the widest vector of pmaddwd: 64 (AVX512BW), 32 (AVX2), 16 "
           "(SSE2) or 0">,
    Option<"byteDots", "byte-dots", "bool", /*default=*/"false",
           "The CPU has vpdpbusd (AVX512-VNNI)">,
    Option<"bfloatDots", "bfloat-dots", "bool", /*default=*/"false",
           "The CPU has vdpbf16ps (AVX512-BF16)">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandHalfFloatsPass : Pass<"ascend-expand-half-floats"> {
  let summary = "Do bf16 and, without F16C, f16 conversions in integers";
  let description = [{
    `arith.extf` from and `arith.truncf` to bf16 become integer operations that
    round to nearest even and keep subnormals; the CPU's own bf16 instructions
    flush them. A NaN becomes the quiet NaN of its sign.

    f16 <-> f32 conversions are one instruction each on CPUs with F16C, and stay.
    With `half-conversions=false` they become integer operations too, which give
    the same bits as those instructions. Integers are converted by way of f32, as
    casts ask for: folders join the two steps. A sum of two f16 is made in f32 and
    rounded; it saturates where it is marked `ascend.saturate`.

    **Pre-condition:** 16-bit floats are converted to and from f32 and integers
    alone; another conversion is an error, as it would round twice or call a
    library. **Post-condition:** no conversion of bf16, no sum of 16-bit floats and,
    with `half-conversions=false`, no conversion of f16 is left.

    <!-- example ascend-expand-half-floats -->
    ```mlir
    func.func @widen(%x: vector<16xbf16>) -> vector<16xf32> {
      %y = arith.extf %x : vector<16xbf16> to vector<16xf32>
      return %y : vector<16xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-expand-half-floats
    ```
    ```mlir
    %0 = arith.bitcast %arg0 : vector<16xbf16> to vector<16xi16>
    %1 = arith.extui %0 : vector<16xi16> to vector<16xi32>
    %cst = arith.constant dense<16> : vector<16xi32>
    %2 = arith.shli %1, %cst : vector<16xi32>
    %3 = arith.bitcast %2 : vector<16xi32> to vector<16xf32>
    ```
    <!-- end of example -->
  }];
  let options = [
    Option<"halfConversions", "half-conversions", "bool", /*default=*/"true",
           "The CPU converts f16 (F16C)">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandOpenShapesPass : Pass<"ascend-expand-open-shapes"> {
  let summary = "Make axes that become several of unknown extent casts";
  let description = [{
    A memref.expand_shape with an axis that becomes two or more of dynamic
    extents is replaced by a memref.reinterpret_cast with those sizes and their
    strides: MLIR's own expand-strided-metadata takes one such extent for each
    axis.

    **Pre-condition:** `ascend-bufferize`. **Post-condition:** no
    `memref.expand_shape` makes several axes of unknown extent of one.

    <!-- example ascend-expand-open-shapes -->
    ```mlir
    func.func @k(%x: memref<4x?xf32>, %n: index, %m: index) -> memref<4x?x?xf32> {
      %y = memref.expand_shape %x [[0], [1, 2]] output_shape [4, %n, %m] : memref<4x?xf32> into memref<4x?x?xf32>
      return %y : memref<4x?x?xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-expand-open-shapes
    ```
    ```mlir
    func.func @k(%arg0: memref<4x?xf32>, %arg1: index, %arg2: index) -> memref<4x?x?xf32> {
      %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
      %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [4, %arg1, %arg2], strides: [%strides#0, %arg2, 1] : memref<f32> to memref<4x?x?xf32>
      return %reinterpret_cast : memref<4x?x?xf32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def BranchToBodyPass : Pass<"ascend-branch-to-body", "::mlir::func::FuncOp"> {
  let summary = "Leave the first block of a function to its arguments";
  let description = [{
    A dialect conversion puts what an argument becomes at the begin of the first
    block, and then asks of each use in the same block whether it stands behind:
    for each argument the block is numbered anew. With the body in a block of its
    own, kernels of thousands of operands are converted in linear time. LLVM joins
    the blocks again.

    **Pre-condition:** none; a declaration stays as it is. **Post-condition:** the
    first block of a body has one `cf.br` and nothing else.

    <!-- example ascend-branch-to-body -->
    ```mlir
    func.func @k(%x: f32) -> f32 {
      %0 = arith.addf %x, %x : f32
      return %0 : f32
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-branch-to-body
    ```
    ```mlir
    func.func @k(%arg0: f32) -> f32 {
      cf.br ^bb1
    ^bb1:  // pred: ^bb0
      %0 = arith.addf %arg0, %arg0 : f32
      return %0 : f32
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def LeadWithEmptyAxisPass : Pass<"ascend-lead-with-empty-axis", "::mlir::ModuleOp"> {
  let summary = "Give buffers without elements a shape that has strides";
  let description = [{
    The type of a dense buffer without elements becomes one of the same rank whose
    first axis is the empty one. MLIR knows no strides to the left of an empty
    axis, and then takes no plain pointer for the buffer. Nothing reads or writes
    it, so every shape without elements will do.

    **Pre-condition:** views are expanded: nothing reads the shape of such a buffer.
    **Post-condition:** the shape of each dense buffer without elements is 0x1x1…,
    of the rank that it had.

    <!-- example ascend-lead-with-empty-axis -->
    ```mlir
    func.func @k(%x: memref<3x0x4xf32>) {
      return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-lead-with-empty-axis
    ```
    ```mlir
    func.func @k(%arg0: memref<0x1x1xf32>) {
      return
    }
    ```
    <!-- end of example -->
  }];
}

def LowerLinalgToCPUPass : Pass<"lower-linalg-to-cpu", "::mlir::func::FuncOp"> {
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
    - 16-bit floats are i16 where they only move: as vectors of their own type LLVM
      takes them apart on a CPU without arithmetic for them.
    - A reduction keeps its result in registers. Its order depends on the shapes
      alone: not on the CPU and not on the threads.
    - A `linalg.generic` that adds up products is a contraction: tiles of rows and
      columns stay in registers while the reductions run, for each k in turn one
      FMA (integers: a product and a sum, or a dot of several k) into each
      accumulator. Its left factor is read by scalars, whatever its strides; loops
      may be dynamic, of the reductions the outermost. Ops that read the sums in
      the same loops and write arguments of the function (they add a bias and
      round) run as soon as a tile is there. With `ascend.k_block = N : index` on
      it (convert-ascend-to-linalg sets it for cube_k_block), the exact sum of N
      products at a time is rounded once and added.
    - A copy of arguments that one op alone reads (x with a border) is made in that
      op's outer loops, part by part, where each of their turns reads a part of its
      own: it stays in the nearest cache. Results and copies must not share memory
      with what is read.
    - Ops of some 10 us or more get their outermost parallel loops as one
      `scf.parallel`. So does an `scf.forall` (of one axis, from 0 by 1) whose
      products take some 3 us; of two around each other the inner one, where all of
      its turns take some 20, else the outer one. Where its right
      factors exceed the second-level cache, every other turn of an `scf.for` around
      it goes backwards through it.

    **Pre-condition:** memrefs, with any strided layout; booleans are i8.
    **Post-condition:** no linalg op and no `memref.copy`.

    <!-- example lower-linalg-to-cpu -->
    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func @twice(%in: memref<16xf32>, %out: memref<16xf32>) {
      linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%in : memref<16xf32>) outs(%out : memref<16xf32>) {
      ^bb0(%x: f32, %o: f32):
        %y = arith.addf %x, %x : f32
        linalg.yield %y : f32
      }
      return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --lower-linalg-to-cpu --canonicalize --cse
    ```
    ```mlir
    %0 = vector.load %arg0[%c0] : memref<16xf32>, vector<16xf32>
    %1 = arith.addf %0, %0 : vector<16xf32>
    vector.store %1, %arg1[%c0] : memref<16xf32>, vector<16xf32>
    ```
    <!-- end of example -->
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "unsigned", /*default=*/"64",
           "Bytes of one vector register: 64, 32 or 16">,
    Option<"byteDepth", "byte-depth", "int64_t", /*default=*/"1",
           "How many k a product of bytes may be packed by: 4 (vpdpbusd), 2 "
           "(pmaddwd) or 1">,
    Option<"bfloatDots", "bfloat-dots", "bool", /*default=*/"false",
           "Whether a product of bfloat16 may be packed by 2 k (vdpbf16ps)">,
    Option<"firstCacheBytes", "first-cache-bytes", "int64_t", /*default=*/"32 << 10",
           "Bytes of a core's first-level data cache">,
    Option<"secondCacheBytes", "second-cache-bytes", "int64_t", /*default=*/"0",
           "Bytes of its second-level cache; 0: of usual CPUs with such "
           "registers, 1 MiB with vectors of 64 bytes, else 512 KiB">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
  ];
}

def ParallelToRuntimePass : Pass<"ascend-parallel-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Give scf.parallel loops to the runtime's threads";
  let description = [{
    The body of every `scf.parallel` becomes a function over a range, and the loop
    a call of `ascendrt_parallel_for` with the context: the `!llvm.ptr` that is
    the first argument of the function. What the body uses from outside travels in
    a struct on the stack. In a function without a context the loop becomes an
    `scf.for`. A `memref.alloca` marked `ascend.thread_buffer` moves to where its
    function begins: each thread has one for all of its share. An `arith.select`
    marked `ascend.mirrored`, between a turn's number counted from the end and the
    number itself, counts from the end of the share.

    **Pre-condition:** an `scf.parallel` is one loop from 0 by 1 without results;
    another one is an error. **Post-condition:** no `scf.parallel` is left, and no
    `ascend.thread_buffer`.

    <!-- example ascend-parallel-to-runtime -->
    ```mlir
    func.func @k(%ctx: !llvm.ptr, %m: memref<64xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %one = arith.constant 1.0 : f32
      scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
        memref.store %one, %m[%i] : memref<64xf32>
      }
      return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-parallel-to-runtime
    ```
    ```mlir
    func.func @k(%arg0: !llvm.ptr, %arg1: memref<64xf32>) {
      %0 = llvm.mlir.constant(1 : i64) : i64
      %1 = llvm.alloca %0 x !llvm.struct<(struct<(ptr, ptr, i64, …)>)> : …
      …
      call @ascendrt_parallel_for(%arg0, %4, %5, %1) : …
      return
    }
    func.func private @k_parallel(%arg0: !llvm.ptr, %arg1: i64, %arg2: i64) … {
      …
      scf.for %arg3 = %3 to %4 step %c1 {
        memref.store %cst, %2[%arg3] : memref<64xf32>
      }
      return
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
  ];
}

def ChecksToRuntimePass : Pass<"ascend-checks-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Report wrong indices to the runtime";
  let description = [{
    Every `ascend.fail_index` becomes a call of `ascendrt_fail_index` with the
    context of its function.

    **Pre-condition:** each `ascend.fail_index` stands in a function whose first
    argument is the context, an `!llvm.ptr`; elsewhere it is an error.
    **Post-condition:** no `ascend.fail_index` is left.

    <!-- example ascend-checks-to-runtime -->
    ```mlir
    func.func @k(%ctx: !llvm.ptr, %i: i64, %least: i64, %bound: i64) {
      ascend.fail_index %i, %least, %bound {op_type = "GatherV2"}
      return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-checks-to-runtime
    ```
    ```mlir
    llvm.mlir.global internal constant @ascend.type.GatherV2("GatherV2\00") …
    …
    func.func @k(%arg0: !llvm.ptr, %arg1: i64, %arg2: i64, %arg3: i64) {
      %0 = llvm.mlir.addressof @ascend.type.GatherV2 : !llvm.ptr
      call @ascendrt_fail_index(%arg0, %0, %arg1, %arg2, %arg3) : …
      return
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
  ];
}

def VerifyMaskedStoresPass : Pass<"ascend-verify-masked-stores"> {
  let summary = "Refuse masked stores that LLVM would get wrong";
  let description = [{
    LLVM 22.1.8 makes a store of one element of a masked store whose mask is a
    constant that chooses one lane. On CPUs with AVX-512 that element is as wide
    as what the stored value was truncated from, so that it writes past its own
    place in memory: llvm/llvm-project issue 179489, mended behind that release.
    `lower-linalg-to-cpu` stores such lanes as elements; an `llvm.intr.masked.store`
    of one known lane is an error.

    **Pre-condition:** the LLVM dialect: no other masked stores are looked at.
    **Post-condition:** nothing changed.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SetCpuTargetPass : Pass<"ascend-set-cpu-target", "::mlir::ModuleOp"> {
  let summary = "Name the CPU on the module and on every LLVM function";
  let description = [{
    LLVM generates code for the least CPU of the architecture unless each function
    names another. Sets `llvm.target_triple` on the module and `target_cpu` and
    `target_features` on every `llvm.func` that has a body; a function that calls
    an intrinsic of AVX512-BF16 has that feature, too.

    **Pre-condition:** functions are `llvm.func`: a `func.func` that the conversions
    before left is an error, as a buffer of dynamic shape, or without elements, has
    no calling convention. **Post-condition:** the module has `llvm.target_triple`,
    and each function with a body `target_cpu` and `target_features`.

    <!-- example ascend-set-cpu-target -->
    ```mlir
    llvm.func @f() {
      llvm.return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --ascend-set-cpu-target="triple=x86_64-pc-linux-gnu cpu=znver4 features=+avx2"
    ```
    ```mlir
    module attributes {llvm.target_triple = "x86_64-pc-linux-gnu"} {
      llvm.func @f() attributes {target_cpu = "znver4",
          target_features = #llvm.target_features<["+avx2"]>} {
        llvm.return
      }
    }
    ```
    <!-- end of example -->
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

#endif // ASCEND_CONVERSION_LINALGTOCPUPASSES_TD
