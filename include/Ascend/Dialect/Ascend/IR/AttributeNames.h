//===- AttributeNames.h - The attributes that passes write ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// `ascend.*`: notes of one pass for a later one or for the report, besides the
// attributes that ops declare. The dialect refuses others, and values of
// another kind (AscendDialect.cpp).

#ifndef ASCEND_DIALECT_ASCEND_IR_ATTRIBUTENAMES_H
#define ASCEND_DIALECT_ASCEND_IR_ATTRIBUTENAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ascend {

//===----------------------------------------------------------------------===//
// On the module
//===----------------------------------------------------------------------===//

/// The options, as ascend-load-config parsed them: a dictionary.
inline constexpr llvm::StringLiteral kOptionsAttrName = "ascend.options";
/// The options as somebody wrote them, in their order: a list of strings.
inline constexpr llvm::StringLiteral kGivenOptionsAttrName =
    "ascend.given_options";
/// The types of the module are its decisions.
inline constexpr llvm::StringLiteral kMaterializedAttrName =
    "ascend.materialized";
/// What conversions did to the values of constants: a list of dictionaries.
inline constexpr llvm::StringLiteral kConstantsAttrName = "ascend.constants";
/// What was read of files and of the environment, so that they are read once:
/// a dictionary.
inline constexpr llvm::StringLiteral kConstraintsAttrName =
    "ascend.constraints";
/// The fusions that took place: a list of dictionaries.
inline constexpr llvm::StringLiteral kFusionsAttrName = "ascend.fusions";
/// Fusions of CANN of which only the name is known, and that would look at
/// this model: a list.
inline constexpr llvm::StringLiteral kUnmodelledFusionsAttrName =
    "ascend.unmodelled_fusions";
/// How often each fusion matched and took place: a dictionary.
inline constexpr llvm::StringLiteral kFusionMatchesAttrName =
    "ascend.fusion_matches";
/// The fusions of the unified buffer that are switched off, by name.
inline constexpr llvm::StringLiteral kClosedUbFusionsAttrName =
    "ascend.closed_ub_fusions";
/// Casts, before and after min_casts: a dictionary.
inline constexpr llvm::StringLiteral kMinCastsAttrName = "ascend.min_casts";
/// The casts that were merged: a list of dictionaries.
inline constexpr llvm::StringLiteral kMergedCastsAttrName =
    "ascend.merged_casts";

//===----------------------------------------------------------------------===//
// On nodes of other dialects: what ops of this one declare
//===----------------------------------------------------------------------===//

/// The name in the model.
inline constexpr llvm::StringLiteral kNodeNameAttrName = "ascend.node_name";
/// The names in the model that GE keeps.
inline constexpr llvm::StringLiteral kOriginalNamesAttrName =
    "ascend.original_names";
/// The decision, `#ascend.precision`.
inline constexpr llvm::StringLiteral kPrecisionAttrName = "ascend.precision";
/// The implementation mode, `#ascend.impl_mode`.
inline constexpr llvm::StringLiteral kImplModeAttrName = "ascend.impl_mode";

//===----------------------------------------------------------------------===//
// On nodes: what was asked for, and where it came from
//===----------------------------------------------------------------------===//

/// The line of keep_dtype that names the node.
inline constexpr llvm::StringLiteral kKeepDtypeAttrName = "ascend.keep_dtype";
/// The number of the entry of customize_dtypes.
inline constexpr llvm::StringLiteral kCustomDtypesAttrName =
    "ascend.custom_dtypes";
/// The mode that was asked for and is not that of the node.
inline constexpr llvm::StringLiteral kRequestedImplModeAttrName =
    "ascend.requested_impl_mode";
/// What gave the mode.
inline constexpr llvm::StringLiteral kImplModeSourceAttrName =
    "ascend.impl_mode_source";
/// black, white or gray.
inline constexpr llvm::StringLiteral kListAttrName = "ascend.list";
/// What put the node into the list.
inline constexpr llvm::StringLiteral kListSourceAttrName = "ascend.list_source";
/// The operator of the model that the node is of.
inline constexpr llvm::StringLiteral kOnnxOpAttrName = "ascend.onnx_op";
/// The nodes that a fusion made one of: a list.
inline constexpr llvm::StringLiteral kFusedMembersAttrName =
    "ascend.fused_members";
/// The name of the node of the model that this one, which a fusion made beside
/// the one that has the names, is a part of.
inline constexpr llvm::StringLiteral kPartOfAttrName = "ascend.part_of";
/// The type that a result has by the decision, where the model's output has
/// another.
inline constexpr llvm::StringLiteral kDecidedTypeAttrName =
    "ascend.decided_type";
/// What the decision is without min_casts, `#ascend.precision`.
inline constexpr llvm::StringLiteral kFaithfulAttrName = "ascend.faithful";
/// On a node or its kernel: it computes as if the module had no options.
inline constexpr llvm::StringLiteral kReferenceAttrName = "ascend.reference";

//===----------------------------------------------------------------------===//
// On functions, their arguments and results, and calls
//===----------------------------------------------------------------------===//

/// The name of an input or output.
inline constexpr llvm::StringLiteral kNameAttrName = "ascend.name";
/// Of an input: a name for each axis; extents of one name are equal. An empty
/// name says nothing.
inline constexpr llvm::StringLiteral kDimsAttrName = "ascend.dims";
/// Of an input: for each axis the least and the greatest extent, -1 for none.
inline constexpr llvm::StringLiteral kRangesAttrName = "ascend.ranges";
/// On an entry of whose tensors none has an extent of 0: an input that has
/// one is refused, and the code asks no more whether there are elements.
inline constexpr llvm::StringLiteral kNotEmptyAttrName = "ascend.not_empty";
/// The function is a model, cut into kernels.
inline constexpr llvm::StringLiteral kEntryAttrName = "ascend.entry";
/// The function is a kernel.
inline constexpr llvm::StringLiteral kKernelAttrName = "ascend.kernel";
/// On an entry: each buffer is memory of its own.
inline constexpr llvm::StringLiteral kSeparateAttrName = "ascend.separate";
/// On an entry: the tensors that an observer sees: a list.
inline constexpr llvm::StringLiteral kObservedAttrName = "ascend.observed";
/// On the call of a kernel: the GE type of its node.
inline constexpr llvm::StringLiteral kOpTypeAttrName = "ascend.op_type";
/// On the call of a kernel that stays although nobody uses its results.
inline constexpr llvm::StringLiteral kHasEffectAttrName = "ascend.has_effect";
/// On the call of a kernel that packs a weight: the compiler runs it.
inline constexpr llvm::StringLiteral kPackingAttrName = "ascend.packing";
/// On an entry for the shapes of a profile: its number.
inline constexpr llvm::StringLiteral kProfileAttrName = "ascend.profile";
/// On the call of a kernel: what a profile says of it, an object of JSON
/// (docs/Profiling.md). A dynamic size is the number -1 - N there, of the
/// call's operand N of type index.
inline constexpr llvm::StringLiteral kProfiledAttrName = "ascend.profiled";
/// On the call of a kernel: its unit, "ai_cpu", "cube" or "vector".
inline constexpr llvm::StringLiteral kUnitAttrName = "ascend.unit";
/// On calls of kernels: the number of their group. Those of one group that
/// follow each other, with no other effect between them, run side by side.
inline constexpr llvm::StringLiteral kGroupAttrName = "ascend.group";
/// On the call that a launch becomes: the number of the operand that the
/// first result is written into, and how many there are.
inline constexpr llvm::StringLiteral kDestinationsAttrName =
    "ascend.destinations";
/// On an entry: the size of its arena.
inline constexpr llvm::StringLiteral kArenaBytesAttrName = "ascend.arena_bytes";
/// On an entry: where weights are in the pool.
inline constexpr llvm::StringLiteral kWeightsAttrName = "ascend.weights";
/// On an entry: the size of the pool of weights.
inline constexpr llvm::StringLiteral kWeightsBytesAttrName =
    "ascend.weights_bytes";
/// On an entry: how many weights, its last arguments before the pool, are
/// reached by addresses that stand at the beginning of the pool. They have
/// kWeightPage bytes and more.
inline constexpr llvm::StringLiteral kTabledWeightsAttrName =
    "ascend.tabled_weights";
/// On a memref.alloca of static size whose contents nobody needs in the next
/// turn of a loop: ascend-parallel-to-runtime makes it where the function
/// begins, once for each thread.
inline constexpr llvm::StringLiteral kThreadBufferAttrName =
    "ascend.thread_buffer";
/// On an entry: how many of its arguments are the model's inputs; weights
/// follow.
inline constexpr llvm::StringLiteral kNumInputsAttrName = "ascend.num_inputs";

//===----------------------------------------------------------------------===//
// In kernels
//===----------------------------------------------------------------------===//

/// On a kernel of several nodes a mark; on its call their names.
inline constexpr llvm::StringLiteral kFusedAttrName = "ascend.fused";
/// On a linalg.generic that is a contraction of floats, an index: so many
/// products, in the order of k, are summed exactly and rounded once before
/// they join the sum.
inline constexpr llvm::StringLiteral kKBlockAttrName = "ascend.k_block";
/// On an arith.select in an scf.parallel, between the number of a turn
/// counted from the end and the number itself: from the end of what its
/// thread does, where that is known.
inline constexpr llvm::StringLiteral kMirroredAttrName = "ascend.mirrored";
/// On an arith.addf of f16 that saturates.
inline constexpr llvm::StringLiteral kSaturateAttrName = "ascend.saturate";
/// On a kernel: its ScheduleAttr.
inline constexpr llvm::StringLiteral kScheduleAttrName = "ascend.schedule";
/// Of an argument of a kernel that is a tensor of dynamic shape: for each
/// axis the number of the argument, an index, that is its extent, or -1 where
/// the type tells it. Arguments whose extents at some axes are always equal
/// name one argument there.
inline constexpr llvm::StringLiteral kSizesAttrName = "ascend.sizes";

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_ATTRIBUTENAMES_H
