//===- EntryPasses.td - Memory, and what runs kernels ------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Buffers, their places in one arena, and the function that a caller calls.

#ifndef ASCEND_COMPILER_ENTRYPASSES_TD
#define ASCEND_COMPILER_ENTRYPASSES_TD

include "mlir/Pass/PassBase.td"

def GroupKernelsPass : Pass<"ascend-group-kernels", "::mlir::func::FuncOp"> {
  let summary = "Let kernels run side by side that do not depend on each other";
  let description = [{
    Calls of kernels of the entry that are to run at the same time get the same
    number as `ascend.group`, and follow each other: a call moves up, not beyond
    64 others, to the first one that it can run side by side with.
    ascend-plan-arena gives the buffers of a group places of their own, and
    ascend-lower-entry makes one call of the runtime of it, which shares its
    threads among the kernels.

    By default no two kernels run at once, as on a chip with one stream an
    engine. `cube-beside-vector` allows one of either unit, `ai-core` and `ai-cpu`
    so many of one engine, and `ai-cpu-beside` those of both engines together.
    A kernel without a tensor of 16 KiB or more is in no group. Entries with
    control flow, or with dynamic shapes, stay as they are. Results do not
    depend on it.

    **Pre-condition:** `ascend-outline-kernels` with `units`. **Post-condition:**
    between kernels of one `ascend.group` no other call stands, and none of them
    depends on another.

    <!-- example ascend-group-kernels -->
    ```mlir
    !t = tensor<64x64xf32>
    func.func private @conv(!llvm.ptr, !t, !t) -> !t
    func.func private @relu(!llvm.ptr, !t, !t) -> !t
    func.func @main(%ctx: !llvm.ptr, %x: !t, %out: !t, %also: !t) -> (!t, !t)
        attributes {ascend.entry} {
      %a = call @conv(%ctx, %x, %out) {ascend.unit = "cube"}
             : (!llvm.ptr, !t, !t) -> !t
      %b = call @relu(%ctx, %x, %also) {ascend.unit = "vector"}
             : (!llvm.ptr, !t, !t) -> !t
      return %a, %b : !t, !t
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-group-kernels=cube-beside-vector
    ```
    ```mlir
    func.func @main(…
      %0 = call @conv(…) {ascend.group = 0 : i64, ascend.unit = "cube"} : …
      %1 = call @relu(…) {ascend.group = 0 : i64, ascend.unit = "vector"} : …
      return %0, %1 : …
    }
    ```
    <!-- end of example -->
  }];
  let options = [
    Option<"cubeBesideVector", "cube-beside-vector", "bool", "false",
           "One kernel of the cube and one of the vector unit run side by side">,
    Option<"aiCpuBeside", "ai-cpu-beside", "bool", "false",
           "Kernels of the AI CPU run beside those of the AI Core">,
    Option<"aiCore", "ai-core", "int64_t", "1",
           "How many kernels of the AI Core run at once">,
    Option<"aiCpu", "ai-cpu", "int64_t", "1",
           "How many kernels of the AI CPU run at once">,
  ];
}

def BufferizePass : Pass<"ascend-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize the entry and the kernels in place";
  let description = [{
    One-shot bufferization over function boundaries with dense row-major buffers.
    Results are written into the destinations that a function got. Copies are
    `linalg.copy` in kernels, for their schedules, and `memref.copy` in the entry.

    **Pre-condition:** each result of a function is in its destination:
    `bufferization.materialize_in_destination` wrote it to an argument.
    **Post-condition:** there are no tensors, and a function with a body returns
    nothing.

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
    "::mlir::LLVM::LLVMDialect", // fences between many copies
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
  ];
}

def PlanArenaPass : Pass<"ascend-plan-arena", "::mlir::ModuleOp"> {
  let summary = "Give every buffer a place in one block of work memory";
  let description = [{
    A kernel's allocations become views of a scratch buffer, its new last
    argument, which the caller provides; those of static shape in an `scf.forall`,
    whose turns may run at once, become `memref.alloca` of a thread. The
    allocations of the entry, scratch among them, become views of the arena, the
    entry's new last argument. Buffers that are never alive together share memory:
    larger ones are placed first, each into the smallest gap that holds it, at
    multiples of 64 bytes. Afterwards nothing allocates but what has a dynamic
    shape and what control flow of the entry hands over from one block to another:
    those allocations stay. A dynamic shape whose sizes have a bound by the
    `ascend.ranges` of the inputs is planned as its largest, where the arena is at
    most 64 MiB with all of these. Each allocation that stays has one owner (a
    block owns its arguments, and what its ops allocate and give, until it yields
    them or begins a loop with them), and is freed after its owner's last use.

    With `separate` all allocations stay, those of kernels too, so that each buffer
    can have pages of its own, and the entry has the attribute `ascend.separate`: it
    asks the runtime after each kernel whether that wrote to nothing else.

    **Pre-condition:** `ascend-bufferize`; allocations of static shape stand outside
    parallel loops. **Post-condition:** the entry's last argument is the arena, of
    `ascend.arena_bytes` bytes.

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
  let options = [
    Option<"separate", "separate", "bool", "false",
           "Every buffer stays an allocation, checked after each kernel">,
  ];
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

    An entry with dynamic shapes, control flow or the attribute `ascend.separate`
    becomes a `func.func` of that
    signature instead, which the kernels' pipeline lowers: control flow becomes
    branches, sizes of inputs are read from the runtime, allocations and outputs
    are asked from it, and a failure or an `ascend.require` that does not hold
    leaves the function. Kernels make a memref again of the pointer and the
    sizes, and take their own dynamic buffers from the runtime.

    **Pre-condition:** `ascend-pack-weights` and `ascend-plan-arena`.
    **Post-condition:** no function stands in the module itself: each is in a module
    of its own, the entry as `ascend_entry`, a kernel with the name that it had.

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
      llvm.func @ascendrt_enter_node(!llvm.ptr, !llvm.ptr)
      llvm.mlir.global internal constant @ascend.name.1("k\00") …
      llvm.func @ascend_entry(%arg0: !llvm.ptr, %arg1: !llvm.ptr,
          %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32
          attributes {no_inline, optimize_none} {
        %0 = llvm.getelementptr %arg1[0] : …
        %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
        %2 = llvm.getelementptr %arg2[0] : …
        %3 = llvm.load %2 : !llvm.ptr -> !llvm.ptr
        %4 = llvm.mlir.addressof @ascend.name.1 : !llvm.ptr
        llvm.call @ascendrt_enter_node(%arg0, %4) : …
        llvm.call @k(%arg0, %1, %3) : …
        %5 = llvm.mlir.constant(0 : i32) : i32
        llvm.return %5 : i32
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

def PollLoopsPass : Pass<"ascend-poll-loops", "::mlir::ModuleOp"> {
  let summary = "Let the long loops of a kernel end where a run is stopped";
  let description = [{
    A kernel's parallel loops ask the runtime between their parts whether the run
    has been stopped. So does, behind this pass, a loop one turn of which is long
    by itself: an `scf.for` of the kernel, outside of parallel loops, in which a
    linalg op has open extents or 64 Ki elements and more, in all turns of an
    `scf.forall` together. It may be in an `scf.forall` where it is around all of
    another one, as the steps of a recurrent op are. A turn happens only
    where ascendrt_is_stopped says no; what a stopped run computes nobody sees.
    A loop with results is left alone, and so is what has no context.

    **Pre-condition:** `ascend-lower-entry`: the module is one kernel's.
    **Post-condition:** each such loop asks in each of its turns; a run that is not
    stopped has the bits of before.

    <!-- example ascend-poll-loops -->
    ```mlir
    func.func @k(%ctx: !llvm.ptr, %x: memref<65536xf32>, %out: memref<65536xf32>)
        attributes {ascend.kernel} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 9 : index
      scf.for %i = %c0 to %c9 step %c1 {
        linalg.exp ins(%x : memref<65536xf32>) outs(%out : memref<65536xf32>)
      }
      return
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-poll-loops
    ```
    ```mlir
    func.func private @ascendrt_is_stopped(!llvm.ptr) -> i32
    func.func @k(…) attributes {ascend.kernel} {
      …
      scf.for %arg3 = %c0 to %c9 step %c1 {
        %0 = func.call @ascendrt_is_stopped(%arg0) : (!llvm.ptr) -> i32
        %c0_i32 = arith.constant 0 : i32
        %1 = arith.cmpi eq, %0, %c0_i32 : i32
        scf.if %1 {
          linalg.exp ins(%arg1 : memref<65536xf32>) outs(%arg2 : memref<65536xf32>)
        }
      }
      return
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", // the type of a context
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // ASCEND_COMPILER_ENTRYPASSES_TD
