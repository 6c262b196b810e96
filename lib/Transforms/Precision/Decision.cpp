//===- Decision.cpp - Whether a decision belongs to its op ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Decision.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Precision/Judge.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

std::string transforms::nodeText(AscendOpInterface op) {
  return ("node '" + op.getGEName() + "' (" + op.getGEType() + ")").str();
}

static LogicalResult verifyTensors(AscendOpInterface op, TypeRange types,
                                   ArrayRef<Type> decided, StringRef what) {
  for (auto [index, type, now] : llvm::enumerate(types, decided)) {
    if (isa<NoneType>(type) && isa<NoneType>(now))
      continue;
    if (isa<NoneType>(type) || isa<NoneType>(now))
      return op->emitError()
             << nodeText(op) << ": " << what << " " << index
             << (isa<NoneType>(type) ? " is absent, decided was "
                                     : " is there, but decided was ")
             << now;
    // Only a tensor can be given another element type.
    Type element = getElementTypeOrSelf(type);
    bool isDType = isa<ShapedType>(type) && !isa<ShapedType>(now) &&
                   toDType(now) != DType::Undefined;
    if (now != element && !isDType)
      return op->emitError() << nodeText(op) << ": " << what << " " << index
                             << " cannot be " << now << ", as was decided";
  }
  return success();
}

LogicalResult transforms::verifyDecisionFits(AscendOpInterface op,
                                             PrecisionAttr precision) {
  return success(succeeded(verifyTensors(op, op->getOperandTypes(),
                                         precision.getInputs(), "input")) &&
                 succeeded(verifyTensors(op, op->getResultTypes(),
                                         precision.getOutputs(), "output")));
}

LogicalResult transforms::verifyDecisionIsColumn(AscendOpInterface op,
                                                 PrecisionAttr precision,
                                                 const OpStore &store) {
  std::optional<int64_t> column = precision.getColumn();
  bool hasColumns = precision.getEngine() == Engine::AICore ||
                    (precision.getEngine() == Engine::Local &&
                     precision.getRule() != PrecisionRule::LocalKeeps);
  if (column.has_value() != hasColumns)
    return op->emitError() << nodeText(op) << " runs on "
                           << stringifyEngine(precision.getEngine())
                           << (hasColumns ? ", but its decision names no column"
                                          : ", which has no columns, but its "
                                            "decision names one");
  if (!column)
    return success();
  const AICoreOp *entry = store.lookupAICore(op.getGEType());
  if (!entry || *column < 0 ||
      *column >= static_cast<int64_t>(entry->numColumns()))
    return op->emitError() << nodeText(op) << ": the op store has no column "
                           << *column << " for it";
  ArrayRef<int32_t> groups;
  if (auto attr = op->getAttrOfType<DenseI32ArrayAttr>("operand_groups"))
    groups = attr.asArrayRef();
  auto check = [&](ArrayRef<TensorSlot> slots, ArrayRef<Type> types,
                   ArrayRef<int32_t> sizes, StringRef what) -> LogicalResult {
    auto slotOf = slotsOfTensors(slots, types.size(), sizes);
    if (!slotOf)
      return op->emitError() << nodeText(op) << ": its " << what
                             << "s do not fit the slots of the op store";
    for (auto [index, type] : llvm::enumerate(types)) {
      DType wanted = slots[(*slotOf)[index]].dtypes[*column];
      // A dtype without a type, such as string, leaves the model's, and a type
      // without a dtype stays; so does the `none` of an absent operand.
      Type element = toElementType(op->getContext(), wanted);
      if (toDType(type) != DType::Undefined && element && element != type)
        return op->emitError()
               << nodeText(op) << ": " << what << " " << index
               << " was decided as " << type << ", column " << *column
               << " of the op store has " << stringify(wanted);
    }
    return success();
  };
  return success(
      succeeded(check(entry->inputs, precision.getInputs(), groups, "input")) &&
      succeeded(check(entry->outputs, precision.getOutputs(), {}, "output")));
}
