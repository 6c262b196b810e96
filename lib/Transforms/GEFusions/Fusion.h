//===- Fusion.h - Base of the patterns of graph fusions ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A family of fusions is one file of patterns here. What is known of the passes
// (order, chips, switches) is data: Ascend/OpStore/Fusions.h.

#ifndef ASCEND_LIB_TRANSFORMS_GEFUSIONS_FUSION_H
#define ASCEND_LIB_TRANSFORMS_GEFUSIONS_FUSION_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/OpStore/Fusions.h"
#include "Ascend/OpStore/OpStore.h"
#include "Ascend/Options/Config.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace mlir::ascend::transforms {

/// The nodes of the model that keep_dtype names.
class PinnedNodes {
public:
  explicit PinnedNodes(ArrayRef<KeepDtypeEntry> entries) {
    for (const KeepDtypeEntry &entry : entries)
      (entry.isType ? types : names).insert(entry.name);
  }

  bool contains(AscendOpInterface op) const {
    if (op.getGEFlag("keep_dtype") || types.contains(op.getGEType()) ||
        names.contains(op.getGEName()))
      return true;
    ArrayAttr originals = op.getGEOriginalNames();
    return originals &&
           llvm::any_of(originals.getAsRange<StringAttr>(),
                        [&](StringAttr name) { return names.contains(name); });
  }

private:
  llvm::StringSet<> types, names;
};

/// What the fusions of one module share.
struct FusionRun {
  const OpStore &store;
  PrecisionMode mode;
  const PinnedNodes &pinned;
  /// Dictionaries {pass, into, names, types} of the nodes that went into the
  /// node `into` ("" where none is left), one for each fusion that was done.
  SmallVector<Attribute> notes;
  /// How many nodes CANN's fusion rules made: they number them.
  unsigned ruleNodes = 0;
  /// How often the patterns of each pass matched, also where the conditions
  /// behind a match did not hold: fusion_result.json's match_times.
  std::map<StringRef, int64_t> matches = {};
};

/// The node that a fusion puts in place of others.
struct NewNode {
  StringRef type;
  std::string name;
  SmallVector<Value> operands;
  SmallVector<NamedAttribute> attributes;
  /// Empty: those of the op whose results it takes over.
  SmallVector<Type> results = {};
};

/// A pattern of the pass `pass`: it looks at ops of the GE types in `roots`,
/// each the last op of what it fuses.
class Fusion : public OpInterfaceRewritePattern<AscendOpInterface> {
public:
  Fusion(MLIRContext *context, FusionRun &run, const FusionPassInfo &pass,
         ArrayRef<StringRef> roots, PatternBenefit benefit = 1)
      : OpInterfaceRewritePattern(context, benefit), run(run), pass(pass),
        roots(roots) {}

  /// Fuses what ends in `root`, or fails without a change.
  virtual LogicalResult fuse(AscendOpInterface root,
                             PatternRewriter &rewriter) const = 0;

  /// Whether the types that CANN's pattern names end in `root`, which is all
  /// that its matcher looks at. A pattern of one type matches each root.
  virtual bool matches(AscendOpInterface root) const { return true; }

  LogicalResult matchAndRewrite(AscendOpInterface op,
                                PatternRewriter &rewriter) const final {
    if (!llvm::is_contained(roots, op.getGEType()))
      return failure();
    // What is fused is no more.
    bool isMatch = matches(op);
    LogicalResult fused = fuse(op, rewriter);
    run.matches[pass.name] += isMatch || succeeded(fused);
    return fused;
  }

  ArrayRef<StringRef> getRootTypes() const { return roots; }

protected:
  /// Makes `node` in front of the last of `members`, which are in topological
  /// order: names, modes and keep_dtype of all of them stay with it.
  /// `constants` are operands that went into it.
  AscendOpInterface make(PatternRewriter &rewriter,
                         ArrayRef<AscendOpInterface> members,
                         const NewNode &node,
                         ArrayRef<Value> constants = {}) const;

  /// Makes `node` and puts it in place of `members`, which end in the op whose
  /// results it takes over (nobody uses those that it lacks).
  AscendOpInterface replace(PatternRewriter &rewriter,
                            ArrayRef<AscendOpInterface> members,
                            const NewNode &node,
                            ArrayRef<Value> constants = {}) const;

  /// Takes `op` out: `values` stand for its results.
  void remove(PatternRewriter &rewriter, AscendOpInterface op,
              ValueRange values) const;

  /// FE's CheckSupported: the AI Core has a kernel of `type` for tensors of
  /// these types; of a node of keep_dtype, for no others.
  bool isSupported(StringRef type, TypeRange operands, TypeRange results,
                   bool keepsDType = false) const;

  /// Notes that `members` went into the node `into`, "" where none is left.
  void note(PatternRewriter &rewriter, StringRef into,
            ArrayRef<AscendOpInterface> members) const;

  FusionRun &run;
  const FusionPassInfo &pass;

private:
  SmallVector<StringRef> roots;
};

//===----------------------------------------------------------------------===//
// What patterns ask of a graph
//===----------------------------------------------------------------------===//

/// The op of GE type `type` that makes `value`, or null; null too where a
/// region uses it that the op does not stand in.
AscendOpInterface producer(Value value, StringRef type);

/// Whether an op of the last of `types` feeds `op`, one of the type before that
/// feeds this one, and so on.
bool endsChain(AscendOpInterface op, ArrayRef<StringRef> types);

/// Whether an op of one of `types` feeds `op`.
bool readsOneOf(AscendOpInterface op, ArrayRef<StringRef> types);

/// GE's Const and Constant, which is not Variable.
bool isConst(Value value);

/// Whether the node says that GE shall not compute it (oo_constant_folding's
/// exemption).
bool isExemptFromFolding(AscendOpInterface op);

/// The shape, or nothing where a rank or extent is unknown.
std::optional<ArrayRef<int64_t>> staticShape(Value value);

/// The floats of a constant of f32, f16 or bf16, or nothing.
std::optional<SmallVector<float>> constantWeights(Value value);

/// The same of what slices, transpositions, joins and views of shape make of
/// constants.
std::optional<SmallVector<float>> foldedWeights(Value value);

/// A constant at the point of insertion, or in front of the op of the function
/// that this lies in: constants belong to the function, not to a loop or a
/// branch in it.
Value makeConstant(PatternRewriter &rewriter, Location loc,
                   DenseElementsAttr value, StringAttr name);

/// The same of floats, rounded to the element type of `type`.
Value makeConstant(PatternRewriter &rewriter, Location loc,
                   RankedTensorType type, ArrayRef<float> numbers,
                   StringAttr name);

/// The number in a float constant of shape [] or [1], or nothing.
std::optional<float> constantScalar(Value value);

/// The integers of an attribute that is a list of i64, or of a constant
/// operand: the two forms in which types such as Transpose and TransposeD have
/// them.
std::optional<SmallVector<int64_t>>
listOf(AscendOpInterface op, StringRef attribute, unsigned operand);

/// The two operands of a commutative op, the one that `isFirst` accepts first;
/// nothing where it accepts none.
std::optional<std::pair<Value, Value>>
operandsInOrder(AscendOpInterface op, llvm::function_ref<bool(Value)> isFirst);

/// GE's attribute `name` = `value`.
NamedAttribute geAttribute(Builder &builder, StringRef name, Attribute value);

/// The attributes of GE that `op` has.
SmallVector<NamedAttribute> geAttributes(AscendOpInterface op);

//===----------------------------------------------------------------------===//
// The families
//===----------------------------------------------------------------------===//

using PopulateFusions = void (*)(RewritePatternSet &, FusionRun &,
                                 const FusionPassInfo &);

/// The patterns of a pass, or null where it is not modelled.
PopulateFusions fusionFamily(const FusionPassInfo &pass);

void populateAveragePool(RewritePatternSet &, FusionRun &,
                         const FusionPassInfo &);
void populateBatchMatMulForms(RewritePatternSet &, FusionRun &,
                              const FusionPassInfo &);
void populateBatchNormForms(RewritePatternSet &, FusionRun &,
                            const FusionPassInfo &);
void populateCascades(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateConstToAttr(RewritePatternSet &, FusionRun &,
                         const FusionPassInfo &);
void populateConstantFolding(RewritePatternSet &, FusionRun &,
                             const FusionPassInfo &);
void populateConvBatchNorm(RewritePatternSet &, FusionRun &,
                           const FusionPassInfo &);
void populateConvAdd(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateConvConcat(RewritePatternSet &, FusionRun &,
                        const FusionPassInfo &);
void populateConvMul(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateConvPads(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateConvBias(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateDimensionCompute(RewritePatternSet &, FusionRun &,
                              const FusionPassInfo &);
void populateFullyConnection(RewritePatternSet &, FusionRun &,
                             const FusionPassInfo &);
void populateGelu(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateGlobalAveragePool(RewritePatternSet &, FusionRun &,
                               const FusionPassInfo &);
void populateIndexForms(RewritePatternSet &, FusionRun &,
                        const FusionPassInfo &);
void populateHostBN(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateLayerNorm(RewritePatternSet &, FusionRun &,
                       const FusionPassInfo &);
void populateMatMulBias(RewritePatternSet &, FusionRun &,
                        const FusionPassInfo &);
void populateOuterProducts(RewritePatternSet &, FusionRun &,
                           const FusionPassInfo &);
void populateQuantProcess(RewritePatternSet &, FusionRun &,
                          const FusionPassInfo &);
void populateQuantizedScales(RewritePatternSet &, FusionRun &,
                             const FusionPassInfo &);
void populateRecurrent(RewritePatternSet &, FusionRun &,
                       const FusionPassInfo &);
void populateRemovals(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateResizeForms(RewritePatternSet &, FusionRun &,
                         const FusionPassInfo &);
void populateScalarForms(RewritePatternSet &, FusionRun &,
                         const FusionPassInfo &);
void populateSelection(RewritePatternSet &, FusionRun &,
                       const FusionPassInfo &);
void populateSoftmax(RewritePatternSet &, FusionRun &, const FusionPassInfo &);
void populateStridedSlice(RewritePatternSet &, FusionRun &,
                          const FusionPassInfo &);

void populateVectorForms(RewritePatternSet &, FusionRun &,
                         const FusionPassInfo &);

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_GEFUSIONS_FUSION_H
