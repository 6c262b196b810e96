//===- BoundResults.cpp - ascend-bound-results ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_BOUNDRESULTSPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// The op in the form that has a size, with the shapes that it says itself;
/// null where it says none.
static CountOpInterface createBounded(OpBuilder &builder, CountOpInterface op) {
  NamedAttrList attributes(op->getAttrs());
  // The decision is of the op that the user has, without the count.
  attributes.erase("precision");
  OperationState state(op.getLoc(), op->getName(), op->getOperands(),
                       op->getResultTypes(), attributes);
  state.addTypes(RankedTensorType::get({1}, builder.getI64Type()));
  auto bounded = cast<CountOpInterface>(builder.create(state));
  SmallVector<SmallVector<int64_t>> shapes;
  if (failed(cast<ShapeInferenceOpInterface>(bounded.getOperation())
                 .inferShapes(shapes)) ||
      shapes.size() != bounded->getNumResults()) {
    bounded->erase();
    return {};
  }
  for (auto [result, shape] : llvm::zip_equal(bounded->getResults(), shapes))
    result.setType(
        RankedTensorType::get(shape, getElementTypeOrSelf(result.getType())));
  return bounded;
}

/// The first `size` slices of `value` along `axis`, as a tensor of `type`.
static Value slice(OpBuilder &builder, CountOpInterface op, Value value,
                   Value size, int64_t axis, Type type) {
  auto constant = [&](int64_t integer) -> Value {
    return createIntegers(builder, op.getLoc(), integer);
  };
  SmallVector<Value> operands{value, constant(0), size, constant(axis)};
  OperationState state(op.getLoc(), StridedSliceV2Op::getOperationName(),
                       operands, type);
  state.addAttribute("node_name",
                     builder.getStringAttr(nodeName(op) + "/slice"));
  return builder.create(state)->getResult(0);
}

namespace {

struct BoundResultsPass
    : mlir::ascend::impl::BoundResultsPassBase<BoundResultsPass> {
  void runOnOperation() override {
    SmallVector<CountOpInterface> ops;
    getOperation().walk([&](CountOpInterface op) {
      if (!op.getSize())
        ops.push_back(op);
    });
    for (CountOpInterface op : ops) {
      OpBuilder builder(op);
      CountOpInterface bounded = createBounded(builder, op);
      if (!bounded) {
        op->emitError("the shape of its largest result is not known");
        return signalPassFailure();
      }
      for (OpResult result : op->getResults()) {
        unsigned index = result.getResultNumber();
        Value value = bounded->getResult(index);
        std::optional<int64_t> axis = op.getCountedAxis(index);
        auto type = cast<ShapedType>(result.getType());
        bool isFixed = axis && type.hasRank() && !type.isDynamicDim(*axis);
        if (isFixed && type == value.getType())
          axis.reset(); // There is nothing to count.
        else if (isFixed) {
          op->emitError("result ") << index << " has a fixed extent at axis "
                                   << *axis << ", which its op counts";
          return signalPassFailure();
        }
        if (axis && !result.use_empty())
          value = slice(builder, op, value, bounded.getSize(), *axis, type);
        result.replaceAllUsesWith(value);
      }
      op->erase();
    }
  }
};

} // namespace
