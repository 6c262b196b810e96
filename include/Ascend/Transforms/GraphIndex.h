//===- GraphIndex.h - The ops that config lines can name --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_GRAPHINDEX_H
#define ASCEND_TRANSFORMS_GRAPHINDEX_H

#include "Ascend/Transforms/DecidedOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ascend {

/// Which nodes a line is about: those that are judged; as customize_dtypes is
/// read, the same without their original names; as keep_dtype is read, those of
/// the model before ascend-ge-fusions.
enum class NodesOf { Judgement, OwnNames, Model };

/// The judged ops of a module by type, and by name and original names; Casts of
/// the model that were merged away are among them.
class GraphIndex {
public:
  GraphIndex(ModuleOp module, const OpStore &store);

  /// The ops that are, or stand for, nodes of a type, or of a name.
  ArrayRef<AscendOpInterface> find(bool isType, StringRef key,
                                   NodesOf nodes = NodesOf::Judgement) const;

  /// What the user may have meant by a key that finds no op. For a type: GE's
  /// word for an ONNX op, or of the types of the nodes that became such an op
  /// the one that fewest others have, else, where a fusion took them, that of
  /// what it made, else the nearest type of the graph. For a name: "OpType::X"
  /// where the key is a type, of ONNX or GE, that the graph has, the op that
  /// has the key as an original name, or the node of the model that became the
  /// op of that name, else the nearest name. As `line`, where the key stands,
  /// would say it. Empty where nothing is near, where a fusion took the nodes
  /// and nothing is left of them, where the key has wildcards, and after many
  /// questions.
  std::string nearest(bool isType, StringRef key, const ConfigLine &line,
                      NodesOf nodes = NodesOf::Judgement) const;

  /// One sentence on why a key finds no op though the model had such nodes, or
  /// has such ops now: which fusion took them, or made them. Empty where none
  /// did.
  std::string fusionOf(bool isType, StringRef key) const;

private:
  using Table = llvm::StringMap<SmallVector<AscendOpInterface, 1>>;
  /// The name that `op` has among the nodes.
  StringRef nameAmong(AscendOpInterface op, NodesOf nodes) const;
  /// The type that `op` has among the nodes: where it was made of several, the
  /// one that fewest others have, as a line that names it is for these, too.
  StringRef typeAmong(AscendOpInterface op, NodesOf nodes) const;
  /// What the graph calls nodes of the type `word`, an ONNX op, what a fusion
  /// made of nodes of the model, or what another fusion took; or empty.
  StringRef typeOf(StringRef word, NodesOf nodes) const;
  /// An op of a type, or what a fusion made of nodes of it; or null.
  AscendOpInterface madeOf(StringRef type) const;
  const Table &tableOf(bool isType, NodesOf nodes) const;
  void addFusion(DictionaryAttr fusion);
  std::string nearestKey(const Table &table, StringRef key) const;
  std::string nearestType(StringRef key, NodesOf nodes) const;
  std::string nearestName(StringRef key, NodesOf nodes) const;
  bool mayCompare() const;

  DecidedOps ops;
  Table byType, byName, byOwnName, byModelType, byModelName;
  /// By ONNX op.
  Table byONNXType;
  /// A pass, and the op that it put in the place of nodes, or an empty name.
  struct Taker {
    StringRef pass, into;
  };
  /// Who took a node of this name, or of this type, out.
  llvm::StringMap<Taker> takerOfName, takerOfType;
  /// Comparisons of words that nearest() may still make.
  mutable size_t comparisonsLeft = 1000000;
};

/// A line that names no op of the graph.
struct UnmatchedLine {
  bool isType;
  StringRef key;
  const ConfigLine *where;
};

/// A note for a key that looks like a pattern; else empty.
StringRef wildcardNote(StringRef key);

/// How many lines of a kind a message names before it counts the others: a file
/// may have a million.
inline constexpr size_t kNamedLines = 10;

/// "3 more lines name no op of the graph (…)", with the places of the first
/// kNamedLines of them; `fault` is what is wrong with them.
std::string furtherLines(ArrayRef<const ConfigLine *> lines,
                         StringRef fault = "name no op of the graph");

/// Warns of lines of `option`, with the place of each and what it may have
/// meant; of those after the first kNamedLines in one warning.
void warnOfUnmatchedLines(ModuleOp module, const GraphIndex &graph,
                          StringRef option, ArrayRef<UnmatchedLine> lines);

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_GRAPHINDEX_H
