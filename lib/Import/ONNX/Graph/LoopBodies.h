//===- LoopBodies.h - Loop and Scan -----------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPH_LOOPBODIES_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPH_LOOPBODIES_H

#include "NodeImporter.h"
#include "Subgraphs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::ascend::onnx {

/// Where an output collects what the turns make.
struct Collector {
  int64_t axis = 0;
  bool fromTheEnd = false;
};

/// What one turn makes; null values come from nodes that are not supported.
struct Turn {
  SmallVector<Value> states, pieces;
  /// Whether there is another turn; null: always.
  Value goesOn;
};

/// What a loop is, before it is known what its body makes.
struct LoopPlan {
  /// At most that many turns: an index, and the number where it is known.
  Value limit;
  std::optional<int64_t> turns;
  /// Whether there is a first turn; null: always.
  Value enters;
  SmallVector<Value> states;
  SmallVector<Collector> collectors;
  /// Makes a turn at the insertion point.
  std::function<llvm::Error(Value index, ArrayRef<Value> states, Turn &turn)>
      makeTurn;
};

/// The imported body: `block` has the number of the turn and the states, which
/// are of `types`, as arguments. `scaffold` holds it until there is a loop.
struct LoopBody {
  scf::ExecuteRegionOp scaffold;
  Block *block = nullptr;
  Turn turn;
  SmallVector<Type> types;
};

/// Imports one Loop or Scan. Where it gives no values, the node has failed or
/// what it needs is not supported.
class LoopImporter {
public:
  LoopImporter(GraphImporter &graph, NodeImporter &node)
      : graph(graph), node(node), b(graph.builder),
        loc(graph.locationOf(node.name)) {}

  llvm::Error importLoop();
  llvm::Error importScan();
  void give(MutableArrayRef<ImportedValue *> results);

private:
  const Graph *bodyOf();
  bool checkBody(const Graph &body, size_t inputs, size_t least,
                 ArrayRef<Type> types);
  llvm::Error importTurn(const Graph &body, ArrayRef<ImportedValue *> inputs,
                         size_t numStates, Turn &turn,
                         ImportedValue **goesOn = nullptr);
  llvm::Error importTurns(LoopPlan &plan, LoopBody &loop);
  bool replaceUnread(LoopPlan &plan, LoopBody &loop);
  bool addCollected(LoopPlan &plan, LoopBody &loop,
                    SmallVectorImpl<Value> &inits,
                    SmallVectorImpl<Value> &yields);
  ValueRange makeFor(const LoopPlan &plan, LoopBody &loop,
                     ArrayRef<Value> inits, ArrayRef<Value> yields);
  ValueRange makeWhile(const LoopPlan &plan, LoopBody &loop,
                       ArrayRef<Value> inits, ArrayRef<Value> yields);
  llvm::Error build(LoopPlan &plan, SmallVectorImpl<Value> &results);
  bool widen(ArrayRef<Value> made, SmallVectorImpl<Type> &types);
  Value firstOf(Value piece, const Collector &collector);
  Value collect(Value index, Value before, Value piece,
                const Collector &collector, Type type);
  llvm::Error scanOneSequence(const Graph &body, ArrayRef<Value> states,
                              ArrayRef<Value> inputs,
                              ArrayRef<int64_t> inputAxes,
                              ArrayRef<int64_t> backwards,
                              ArrayRef<Collector> collectors,
                              SmallVectorImpl<Value> &results);
  Value take(Value x, int64_t axis, Value index, const Twine &suffix);
  Value indexTensor(Value index, ArrayRef<int64_t> shape);
  Value constantIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  ImportedValue *valueOf(Value value) {
    ImportedValue imported;
    imported.value = value;
    return graph.keep(std::move(imported));
  }
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }
  Value scalar(unsigned input) {
    return scalarOf(b, loc, node.getInput(input));
  }

  GraphImporter &graph;
  NodeImporter &node;
  OpBuilder &b;
  Location loc;
  /// What the node makes, once it is done: not where a value is not supported.
  SmallVector<Value> made;
  bool isDone = false;
};

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPH_LOOPBODIES_H
