//===- Pipelines.h - The road from a decided module to LLVM -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The compiler's passes, stage by stage. Between stages the compiler looks at
// the module and keeps what was asked for; it adds no pass of its own. What
// ascend-opt runs is therefore what models are made of.

#ifndef ASCEND_COMPILER_PIPELINES_H
#define ASCEND_COMPILER_PIPELINES_H

namespace mlir {
class OpPassManager;

namespace ascend {

struct CompileOptions;

/// Computes the types of decided ops that have no kernel of their own by ops
/// that have.
void buildExpandPipeline(OpPassManager &pm);

/// Of a module of decided ops: after that, what is decided on the whole graph,
/// such as formats, before it is cut into kernels.
void buildGraphPipeline(OpPassManager &pm, const CompileOptions &options);

/// Cuts the graph into kernels, functions of their own.
void buildOutlinePipeline(OpPassManager &pm, const CompileOptions &options);

/// Takes kernels to linalg on tensors, without what need not be computed; with
/// `options.packWeights` packing of weights becomes functions of its own.
void buildKernelsPipeline(OpPassManager &pm, const CompileOptions &options);

/// Gives all tensors memory: weights, buffers, places in the arena.
void buildMemoryPipeline(OpPassManager &pm, const CompileOptions &options);

/// Makes each function that calls kernels an ascendrt_entry, and each kernel a
/// module of its own.
void buildEntryPipeline(OpPassManager &pm, const CompileOptions &options);

/// Takes such a module to the LLVM dialect.
void buildCodePipeline(OpPassManager &pm, const CompileOptions &options);

/// All of them.
void buildCompilePipeline(OpPassManager &pm, const CompileOptions &options);

/// Registers each stage and the whole road: `ascend-graph-pipeline`,
/// `ascend-outline-pipeline`, `ascend-kernels-pipeline`,
/// `ascend-memory-pipeline`, `ascend-entry-pipeline`, `ascend-code-pipeline`,
/// on a module, and `ascend-compile-pipeline`. Each takes `target`, `plan`,
/// `observe`, `fuse`, `profile`, `pack-weights` and `separate`, as
/// CompileOptions has them.
void registerCompilePipelines();

} // namespace ascend
} // namespace mlir

#endif // ASCEND_COMPILER_PIPELINES_H
