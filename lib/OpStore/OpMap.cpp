//===- OpMap.cpp - The embedded table of ONNX and GE operators ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/OpMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace mlir::ascend;

#pragma clang diagnostic ignored "-Wc23-extensions"
static constexpr char kTable[] = {
#embed ASCEND_ONNX_OP_MAP
};

/// Splits a line of CSV, in which a cell may stand in double quotes.
static SmallVector<std::string> splitCells(StringRef line) {
  SmallVector<std::string> cells(1);
  bool quoted = false;
  for (char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

ArrayRef<ONNXOpMapRow> mlir::ascend::onnxOpMap() {
  static const std::vector<ONNXOpMapRow> rows = [] {
    std::vector<ONNXOpMapRow> rows;
    SmallVector<StringRef> lines;
    StringRef(kTable, sizeof(kTable))
        .split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef line : drop_begin(lines)) {
      // onnx_op, opset, ge_types, renames, condition, status, source
      SmallVector<std::string> cells = splitCells(line);
      ONNXOpMapRow &row = rows.emplace_back();
      row.onnxOp = cells[0];
      row.opsets = cells[1];
      SmallVector<StringRef> types;
      StringRef(cells[2]).split(types, ';');
      for (StringRef type : types)
        row.geTypes.push_back(type.str());
      row.condition = cells[4];
      row.status = cells[5];
    }
    return rows;
  }();
  return rows;
}

/// CANN's plugins end here.
static constexpr int64_t kLastRegisteredOpset = 18;

bool ONNXOpMapRow::covers(int64_t opset) const {
  if (opsets == "any" || opsets == "none")
    return opsets == "any";
  SmallVector<StringRef> ranges;
  StringRef(opsets).split(ranges, ',');
  return any_of(ranges, [opset](StringRef range) {
    auto [first, last] = range.split('-');
    int64_t low = 0, high = 0;
    if (first.getAsInteger(10, low))
      return false;
    if (last.empty())
      high = low;
    else if (last.getAsInteger(10, high))
      return false;
    return low <= opset && opset <= high;
  });
}

SmallVector<const ONNXOpMapRow *> mlir::ascend::lookupONNXOp(StringRef onnxOp,
                                                             int64_t opset) {
  SmallVector<const ONNXOpMapRow *> result;
  for (const ONNXOpMapRow &row : onnxOpMap())
    if (row.onnxOp == onnxOp && row.covers(opset))
      result.push_back(&row);
  return result;
}

SmallVector<const ONNXOpMapRow *>
mlir::ascend::lookupNearestONNXOp(StringRef onnxOp, int64_t opset) {
  auto rowsAt = [&](int64_t at) { return lookupONNXOp(onnxOp, at); };
  // A model may give its domain any number; no range of the map ends later.
  constexpr int64_t kLastOpset = 64;
  opset = std::clamp<int64_t>(opset, 0, kLastOpset);
  for (int64_t at = opset; at > 0; --at)
    if (auto rows = rowsAt(at); !rows.empty())
      return rows;
  for (int64_t at = opset; at < kLastRegisteredOpset; ++at)
    if (auto rows = rowsAt(at); !rows.empty())
      return rows;
  SmallVector<const ONNXOpMapRow *> rows;
  for (const ONNXOpMapRow &row : onnxOpMap())
    if (row.onnxOp == onnxOp)
      rows.push_back(&row);
  return rows;
}

StringRef mlir::ascend::mainGEType(StringRef onnxOp) {
  static const StringMap<StringRef> mains = [] {
    StringMap<StringSet<>> makers;
    for (const ONNXOpMapRow &row : onnxOpMap())
      for (StringRef type : row.geTypes)
        makers[type].insert(row.onnxOp);
    StringMap<StringRef> mains;
    for (const ONNXOpMapRow &row : onnxOpMap()) {
      auto rank = [&](StringRef type) {
        return std::pair(makers[type].size(), type.edit_distance(row.onnxOp));
      };
      const std::string &main =
          *llvm::min_element(row.geTypes, [&](StringRef a, StringRef b) {
            return rank(a) < rank(b);
          });
      if (main != "-")
        mains.try_emplace(row.onnxOp, main);
    }
    return mains;
  }();
  return mains.lookup(onnxOp);
}
