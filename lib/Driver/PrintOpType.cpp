//===- PrintOpType.cpp - An op type's rows as text --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ListOps.h"
#include "Ascend/OpStore/OpMap.h"
#include "Ascend/Support/Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;
using llvm::raw_ostream;
using llvm::StringRef;

static constexpr unsigned width = 100;
/// Where the text of a line of facts begins.
static constexpr unsigned indent = 14;

static std::string padded(StringRef text, size_t size) {
  return text.str() + std::string(size - std::min(size, text.size()), ' ');
}

/// "  key         text", the text wrapped.
static void printFact(raw_ostream &os, StringRef key, StringRef text) {
  std::string head = ("  " + key).str();
  for (const std::string &line : wrapText(text, width - indent)) {
    os << padded(head, indent) << line << '\n';
    head.clear();
  }
}

/// The facts and their source, in which a commit keeps nine digits.
static std::string factsAndSource(Facts facts, StringRef source) {
  constexpr size_t full = 40, kept = 9;
  std::string text = (stringify(facts) + ": " + source).str();
  for (size_t at = 0; (at = text.find('@', at)) != std::string::npos; ++at) {
    StringRef commit =
        StringRef(text).substr(at + 1).take_while(llvm::isHexDigit);
    if (commit.size() == full)
      text.erase(at + 1 + kept, full - kept);
  }
  return text;
}

/// A slot's name, "?" after an optional one, "*" after a dynamic one.
static std::string slotTitle(const TensorSlot &slot) {
  switch (slot.param) {
  case ParamType::Optional:
    return slot.name + "?";
  case ParamType::Dynamic:
    return slot.name + "*";
  case ParamType::Required:
  case ParamType::Reserved:
    break;
  }
  return slot.name;
}

/// The table of columns, an op's tensors from left to right; the ones that do
/// not fit begin a table below.
static void printColumns(raw_ostream &os, const AICoreOp &op) {
  struct Tensor {
    std::string title;
    const TensorSlot *slot;
    size_t width;
  };
  std::vector<Tensor> tensors;
  for (auto [slots, role] : {std::pair(&op.inputs, ""), {&op.outputs, "-> "}})
    for (const TensorSlot &slot : *slots) {
      Tensor tensor = {role + slotTitle(slot), &slot, 0};
      tensor.width = tensor.title.size();
      for (DType dtype : slot.dtypes)
        tensor.width = std::max(tensor.width, stringify(dtype).size());
      tensors.push_back(std::move(tensor));
    }
  llvm::ArrayRef<Tensor> rest = tensors;
  while (!rest.empty()) {
    size_t used = 6, count = 0;
    while (count < rest.size() &&
           (count == 0 || used + 2 + rest[count].width <= width))
      used += 2 + rest[count++].width;
    auto printRow = [&](const std::string &index, auto cell) {
      std::string row = llvm::formatv("  {0,4}", index);
      for (const Tensor &tensor : rest.take_front(count))
        row += "  " + padded(cell(tensor), tensor.width);
      os << StringRef(row).rtrim() << '\n';
    };
    printRow("#", [](const Tensor &tensor) { return StringRef(tensor.title); });
    for (unsigned k = 0; k < op.numColumns(); ++k)
      printRow(std::to_string(k), [k](const Tensor &tensor) {
        return stringify(tensor.slot->dtypes[k]);
      });
    rest = rest.drop_front(count);
  }
}

static void printAICore(raw_ostream &os, const OpStore &store,
                        const AICoreOp &op) {
  std::string list = stringify(op.list).str();
  if (op.listBF16 != op.list)
    list += (", with bf16 " + stringify(op.listBF16)).str();
  printFact(os, "list", list);
  printFact(os, "kernel",
            op.hasKernel ? "yes"
            : store.isJudgedLocal(op.type)
                ? "no: judged by its columns, run by GE"
                : "no");
  if (!op.pattern.empty())
    printFact(os, "pattern", op.pattern);
  if (op.dynamicFormat)
    printFact(os, "columns",
              "computed by the op at compile time "
              "(dynamicFormat)");
  for (const std::vector<std::string> &group : op.promote)
    printFact(os, "promoted", llvm::join(group, ", "));
  printFact(os, "facts", factsAndSource(op.facts, op.source));
  if (op.numColumns() == 0) {
    printFact(os, "AI Core", "no columns are known");
    return;
  }
  os << "  AI Core columns (? optional, * dynamic)\n";
  printColumns(os, op);
}

static void printAICpu(raw_ostream &os, const AICpuOp &op) {
  os << "  AI CPU, " << (op.kernelLib.empty() ? "no library" : op.kernelLib)
     << " (" << op.engine << ")\n";
  for (auto [slots, role] : {std::pair(&op.inputs, ""), {&op.outputs, "-> "}})
    for (const TensorSlot &slot : *slots) {
      std::string text = slot.dtypes.empty() ? "none" : "";
      for (DType dtype : slot.dtypes)
        text += (text.empty() ? "" : " ") + stringify(dtype).str();
      printFact(os, role + slotTitle(slot) + ":", text);
    }
  printFact(os, "facts", factsAndSource(op.facts, op.source));
}

/// The ONNX operators that become the type, a line for each row of the map.
static void printONNX(raw_ostream &os, StringRef type) {
  std::string head = "ONNX";
  for (const ONNXOpMapRow &row : onnxOpMap()) {
    if (!llvm::is_contained(row.geTypes, type))
      continue;
    std::string text = row.onnxOp + " (opset " + row.opsets + ")";
    if (row.geTypes.size() > 1)
      text += " as " + llvm::join(row.geTypes, " + ");
    if (row.condition != "always")
      text += ", " + row.condition;
    if (row.status != "registered")
      text += " [" + row.status + "]";
    printFact(os, head, text);
    head.clear();
  }
}

void mlir::ascend::printOpType(raw_ostream &os, const OpStore &store,
                               StringRef type) {
  os << type << " on " << store.soc().name << '\n';
  const AICoreOp *aicore = store.lookupAICore(type);
  llvm::ArrayRef<AICpuOp> aicpu = store.lookupAICpu(type);
  printFact(os, "unit",
            store.isCubeOp(type) ? "cube"
            : !aicore            ? "none: the AI Core does not know it"
            : aicore->hasKernel  ? "vector"
                                 : "none");
  llvm::ArrayRef<std::string> modes = store.implModes(type);
  printFact(os, "modes", modes.empty() ? "none" : llvm::join(modes, ", "));
  if (store.isGELocal(type))
    printFact(os, "local", "GE runs it without a kernel");
  if (store.isRuntimeService(type))
    printFact(os, "runtime", "the run-time service runs it");
  if (aicore)
    printAICore(os, store, *aicore);
  for (const AICpuOp &op : aicpu)
    printAICpu(os, op);
  printONNX(os, type);
  os << '\n';
}

/// The chip's facts on which decisions and numerics depend.
static void printChip(raw_ostream &os, const SoCInfo &soc) {
  os << soc.name << '\n';
  printFact(os, "short name", soc.shortName);
  printFact(os, "cores",
            std::to_string(soc.cubeCores) + " cube, " +
                std::to_string(soc.vectorCores) + " vector");
  std::vector<StringRef> abilities;
  for (auto [has, word] :
       {std::pair(soc.hasBF16, "bf16"),
        std::pair(soc.hasFP32Mmad, "fp32 in the cube"),
        std::pair(soc.hasHF32, "HF32"), std::pair(soc.hasHiF8, "hif8")})
    if (has)
      abilities.push_back(word);
  printFact(os, "abilities",
            abilities.empty() ? "none of bf16, fp32 in the cube, HF32, hif8"
                              : llvm::join(abilities, ", "));
  printFact(os, "overflow",
            soc.overflow == OverflowMode::InfNan ? "inf_nan" : "saturation");
  if (soc.assumed)
    printFact(os, "facts", "assumed: no public platform file");
}

void mlir::ascend::printOpTypes(raw_ostream &os, const OpStore &store) {
  llvm::ArrayRef<StringRef> types = store.types();
  printChip(os, store.soc());
  os << types.size() << " op types\n";
  for (StringRef type : types) {
    std::string line = padded(type, 44);
    if (const AICoreOp *op = store.lookupAICore(type))
      line += " " + padded(stringify(op->list), 5) +
              llvm::formatv("{0,4} columns  ", op->numColumns()).str() +
              padded(stringify(op->facts), 7);
    else
      line += std::string(29, ' ');
    for (auto [has, word] :
         {std::pair(store.isCubeOp(type), "cube"),
          std::pair(!store.lookupAICpu(type).empty(), "aicpu"),
          std::pair(store.isGELocal(type), "local"),
          std::pair(store.isRuntimeService(type), "runtime")})
      if (has)
        line += std::string(" ") + word;
    os << StringRef(line).rtrim() << '\n';
  }
}
