//===- CastRows.cpp - The casts of a decision -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "CastRows.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Transforms/ValueNames.h"
#include "ModuleNotes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::ascend;

static std::string word(Type type) { return stringify(toDType(type)).str(); }

static std::optional<int64_t> bytesOf(Type valueType) {
  auto type = dyn_cast<ShapedType>(valueType);
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth()
                  : toDType(element) == DType::HiFloat8 ? 8
                                                        : 0;
  if (bits == 0)
    return std::nullopt;
  return (type.getNumElements() * bits + 7) / 8;
}

static std::vector<CastRow::User> usersOf(Value value) {
  std::vector<CastRow::User> users;
  for (OpOperand &use : value.getUses()) {
    auto op = dyn_cast<AscendOpInterface>(use.getOwner());
    users.push_back({op ? op.getGEName().str()
                        : use.getOwner()->getName().getStringRef().str(),
                     use.getOperandNumber()});
  }
  // Uses stand in reverse order of their making.
  std::reverse(users.begin(), users.end());
  return users;
}

static std::string whyOf(const CastRow &row) {
  std::string have = "'" + row.value + "' is " + row.from;
  if (row.folded)
    return have + " in the model and its users run in " + row.to +
           "; it was re-encoded when the model was compiled";
  if (row.origin == CastOrigin::Boundary)
    return have + " and leaves the decided graph in " + row.to;
  return have + (row.users.size() == 1
                     ? " and '" + row.users.front().op + "' runs in " + row.to
                     : " and its users here run in " + row.to);
}

/// The constants that were re-encoded, by name and dtype. Names may repeat:
/// then each note takes the next constant.
static void addConstants(ModuleOp module, std::vector<CastRow> &rows) {
  std::map<std::pair<std::string, std::string>, std::vector<ConstantOp>> made;
  module.walk([&](ConstantOp constant) {
    made[{constant.getNodeName().value_or("").str(), word(constant.getType())}]
        .push_back(constant);
  });
  for (DictionaryAttr note : notesOf(module, kConstantsAttrName)) {
    CastRow row;
    std::string name = textOf(note, "name");
    row.value = name + ":0";
    row.from = textOf(note, "from");
    row.to = textOf(note, "dtype");
    row.bytes = numberOf(note, "bytes");
    row.origin = CastOrigin::Inserted;
    row.folded = true;
    std::vector<ConstantOp> &constants = made[{name, row.to}];
    if (!constants.empty()) {
      row.users = usersOf(constants.front().getResult());
      constants.erase(constants.begin());
    }
    row.why = whyOf(row);
    rows.push_back(std::move(row));
  }
}

std::vector<CastRow> mlir::ascend::castRows(ModuleOp module) {
  llvm::MapVector<std::pair<Value, Type>, CastRow> byValue;
  module.walk<WalkOrder::PreOrder>([&](CastOp cast) {
    if (!cast.getOrigin() || *cast.getOrigin() == CastOrigin::User ||
        cast->use_empty())
      return;
    Type to = getElementTypeOrSelf(cast.getY().getType());
    auto [place, isNew] = byValue.try_emplace({cast.getX(), to}, CastRow());
    CastRow &row = place->second;
    if (isNew) {
      row.value = nameOfValue(cast.getX());
      row.from = word(cast.getX().getType());
      row.to = word(to);
      row.bytes = bytesOf(cast.getY().getType());
      row.origin = *cast.getOrigin();
      row.folded = false;
    }
    llvm::append_range(row.users, usersOf(cast.getY()));
  });
  std::vector<CastRow> rows;
  for (auto &[key, row] : byValue) {
    row.why = whyOf(row);
    rows.push_back(std::move(row));
  }
  addConstants(module, rows);
  return rows;
}
