//===- KernelRows.cpp - What a profile says of each kernel ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelRows.h"

#include "Ascend/Conversion/AscendToLinalg/CubeModes.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/CubeWork.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Dialect/Ascend/IR/GEFormats.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/OpStore/SoC.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "KernelUnit.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
namespace json = llvm::json;

namespace {

class RowWriter {
public:
  using SizesOf = llvm::function_ref<SmallVector<OpFoldResult>(Value)>;
  RowWriter(llvm::raw_ostream &os, ArrayRef<Value> sizes, SizesOf sizesOf)
      : out(os), sizes(sizes), sizesOf(sizesOf) {}

  void write(StringRef kernel, ArrayRef<Operation *> ops,
             ArrayRef<Value> buffers);

private:
  void text(StringRef key, StringRef value) {
    out.attribute(key, json::fixUTF8(value));
  }
  void tensors(StringRef key, Operation *op, ValueRange values);
  /// A number, the number of a size, or null for one that the call has not.
  void extent(OpFoldResult size);
  void bytes(ArrayRef<Value> buffers);
  void work(Operation *op);

  json::OStream out;
  ArrayRef<Value> sizes;
  SizesOf sizesOf;
};

} // namespace

/// msprof's word for the unit that the op runs on.
static StringRef taskType(Operation *op) {
  KernelUnit unit = unitOf(op);
  if (unit == KernelUnit::AICpu)
    return "AI_CPU";
  llvm::Expected<const SoCInfo *> chip =
      lookupSoC(optionValuesOf(op)->getSocVersion());
  if (!chip) {
    llvm::consumeError(chip.takeError());
    return "AI_CORE";
  }
  return unit == KernelUnit::Cube || !(*chip)->vectorCores ? "AI_CORE"
                                                           : "AI_VECTOR_CORE";
}

/// msprof's word: GE's, of which bfloat16's alone keeps its beginning.
static StringRef dtypeWord(Type type) {
  StringRef word = stringifyGE(toDType(type));
  if (word != "DT_BF16")
    word.consume_front("DT_");
  return word;
}

void RowWriter::extent(OpFoldResult size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return out.value(*known);
  const auto *found = llvm::find(sizes, dyn_cast<Value>(size));
  if (found == sizes.end())
    return out.value(nullptr);
  out.value(-1 - (found - sizes.begin()));
}

void RowWriter::tensors(StringRef key, Operation *op, ValueRange values) {
  out.attributeArray(key, [&] {
    for (Value value : values) {
      if (isa<NoneType>(value.getType()))
        continue;
      out.object([&] {
        out.attribute("dtype", dtypeWord(value.getType()));
        out.attribute("format", geFormatOf(*op, value.getType()));
        out.attributeArray("shape", [&] {
          for (OpFoldResult size : sizesOf(value))
            extent(size);
        });
      });
    }
  });
}

void RowWriter::bytes(ArrayRef<Value> buffers) {
  out.attributeArray("bytes", [&] {
    for (Value buffer : buffers)
      out.array([&] {
        out.value(
            elementBytes(getElementTypeOrSelf(buffer.getType())).value_or(1));
        for (OpFoldResult size : sizesOf(buffer))
          extent(size);
      });
  });
}

void RowWriter::work(Operation *op) {
  if (!isa<CubeWorkOpInterface>(op))
    return;
  out.attributeArray("multiply_adds", [&] {
    for (auto [tensor, axis] : workExtentsOf(op)) {
      SmallVector<OpFoldResult> extents = sizesOf(tensor);
      if (axis >= 0 && size_t(axis) < extents.size())
        extent(extents[axis]);
    }
  });
}

void RowWriter::write(StringRef kernel, ArrayRef<Operation *> ops,
                      ArrayRef<Value> buffers) {
  Operation *heavy = heaviestOf(ops);
  out.object([&] {
    text("kernel", kernel);
    text("name", nodeName(heavy));
    text("type", cast<AscendOpInterface>(heavy).getGEType());
    text("task", taskType(heavy));
    if (auto cast = dyn_cast<CastOp>(heavy);
        cast && cast.getOrigin() && *cast.getOrigin() != CastOrigin::User)
      out.attribute("inserted", true);
    if (multipliesAsHF32(heavy))
      out.attribute("hf32", true);
    tensors("inputs", heavy, heavy->getOperands());
    tensors("outputs", heavy, heavy->getResults());
    out.attributeArray("nodes", [&] {
      for (Operation *op : ops)
        out.object([&] {
          text("name", nodeName(op));
          text("type", cast<AscendOpInterface>(op).getGEType());
        });
    });
    bytes(buffers);
    work(heavy);
  });
}

void compiler::describeKernel(func::CallOp call, ArrayRef<Operation *> ops,
                              ArrayRef<Value> arguments,
                              ArrayRef<OpResult> results,
                              RowWriter::SizesOf sizesOf) {
  SmallVector<Value> buffers(arguments), sizes = sizesOfCall(call);
  llvm::append_range(buffers, results);
  std::string row;
  llvm::raw_string_ostream os(row);
  RowWriter(os, sizes, sizesOf).write(call.getCallee(), ops, buffers);
  call->setAttr(kProfiledAttrName, StringAttr::get(call.getContext(), row));
}

SmallVector<Value> compiler::sizesOfCall(func::CallOp call) {
  return llvm::filter_to_vector(call.getOperands(), [](Value operand) {
    return operand.getType().isIndex();
  });
}

std::optional<int64_t> KernelRows::add(func::CallOp call) {
  auto row = call->getAttrOfType<StringAttr>(kProfiledAttrName);
  if (!row)
    return std::nullopt;
  if (count)
    rows += ',';
  rows += row.getValue();
  return count++;
}

void compiler::markProfiled(func::FuncOp entry) {
  entry->setAttr(kProfiledAttrName, StringAttr::get(entry.getContext()));
}

bool compiler::isProfiled(func::FuncOp entry) {
  return entry->hasAttr(kProfiledAttrName);
}
