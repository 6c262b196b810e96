//===- KernelRecord.cpp - The files that are kept of a kernel -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/OpStore/DType.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "KernelMeta.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
namespace json = llvm::json;

/// The nodes that `loc` names: kernels are made with the locations that
/// nodeLocation gives.
static void addNodes(Location loc, llvm::SmallSetVector<StringAttr, 2> &nodes) {
  if (auto name = dyn_cast<NameLoc>(loc)) {
    nodes.insert(name.getName());
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      addNodes(part, nodes);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    addNodes(call.getCallee(), nodes);
  }
}

KernelRecord::KernelRecord(const KernelMeta &meta, ModuleOp unit)
    : meta(meta), name(unit.getSymName().value_or("").str()),
      kept(meta.keptOf(name)) {
  if (!kept.code && !kept.lines && !kept.symbols)
    return;
  AsmState::LocationMap places;
  llvm::raw_string_ostream os(text);
  AsmState state(unit, shortText(), &places);
  unit->print(os, state);
  if (!StringRef(text).ends_with("\n"))
    os << '\n';
  llvm::MapVector<StringAttr, std::vector<unsigned>> byNode;
  unit->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto place = places.find(op);
    if (place == places.end())
      return;
    auto [line, column] = place->second;
    llvm::SmallSetVector<StringAttr, 2> nodes;
    addNodes(op->getLoc(), nodes);
    for (StringAttr node : nodes)
      byNode[node].push_back(line);
    if (kept.symbols)
      op->setLoc(
          FileLineColLoc::get(op->getContext(), pathOf(".mlir"), line, column));
  });
  for (auto &[node, numbers] : byNode) {
    llvm::sort(numbers);
    numbers.erase(llvm::unique(numbers), numbers.end());
    lines.emplace_back(node.str(), std::move(numbers));
  }
}

LogicalResult KernelRecord::addScopes(ModuleOp unit) const {
  if (!kept.symbols)
    return success();
  PassManager passes(unit.getContext());
  passes.enableVerifier(false);
  passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  return passes.run(unit);
}

std::string KernelRecord::pathOf(StringRef ending) const {
  llvm::SmallString<128> path(meta.getFiles().folder);
  llvm::sys::path::append(path, name + ending);
  return path.str().str();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static void writeTensors(json::OStream &out, StringRef key,
                         ArrayRef<Type> types) {
  out.attributeArray(key, [&] {
    for (Type type : types) {
      auto shaped = dyn_cast<ShapedType>(type);
      if (!shaped) {
        out.value(nullptr);
        continue;
      }
      out.object([&] {
        out.attribute("dtype", stringify(toDType(shaped.getElementType())));
        if (!shaped.hasRank())
          return out.attribute("shape", nullptr);
        out.attributeArray("shape", [&] {
          for (int64_t extent : shaped.getShape())
            out.value(ShapedType::isDynamic(extent) ? -1 : extent);
        });
      });
    }
  });
}

static std::string utf8(StringRef text) { return json::fixUTF8(text); }

/// What `write` writes into an object that has the kernel's name.
static std::string table(StringRef kernel,
                         llvm::function_ref<void(json::OStream &)> write) {
  std::string text;
  llvm::raw_string_ostream os(text);
  json::OStream out(os, /*IndentSize=*/1);
  out.object([&] {
    out.attribute("kernelName", kernel);
    write(out);
  });
  os << '\n';
  return text;
}

std::string KernelRecord::description(StringRef object) const {
  return table(name, [&](json::OStream &out) {
    out.attribute("binFileName", name);
    out.attribute("binFileSuffix", ".o");
    out.attribute(
        "sha256",
        llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(object)),
                    /*LowerCase=*/true));
    out.attributeArray("calls", [&] {
      for (ArrayRef<const KernelMeta::Node *> nodes : meta.callsOf(name))
        out.array([&] {
          for (const KernelMeta::Node *node : nodes)
            out.object([&] {
              out.attribute("name", utf8(node->name));
              out.attribute("type", utf8(node->type));
              writeTensors(out, "inputs", node->inputs);
              writeTensors(out, "outputs", node->outputs);
            });
        });
    });
  });
}

std::string KernelRecord::lineTable() const {
  return table(name, [&](json::OStream &out) {
    out.attribute("file", name + ".mlir");
    out.attributeArray("nodes", [&] {
      for (const auto &[node, numbers] : lines)
        out.object([&, node = node, &numbers = numbers] {
          out.attribute("name", utf8(node));
          out.attributeArray("lines", [&] {
            for (unsigned number : numbers)
              out.value(number);
          });
        });
    });
  });
}

std::string KernelRecord::opTable() const {
  ArrayRef<SmallVector<const KernelMeta::Node *>> calls = meta.callsOf(name);
  return table(name, [&](json::OStream &out) {
    out.attributeArray("op_list", [&] {
      for (auto [index, node] : llvm::enumerate(calls.front()))
        out.object([&, index = index, node = node] {
          out.attribute("type", utf8(node->type));
          writeTensors(out, "inputs", node->inputs);
          writeTensors(out, "outputs", node->outputs);
          // One of each call.
          out.attributeArray("nodes", [&] {
            for (ArrayRef<const KernelMeta::Node *> nodes : calls)
              if (index < nodes.size())
                out.value(utf8(nodes[index]->name));
          });
        });
    });
  });
}

llvm::Error KernelRecord::write(StringRef object, StringRef code) const {
  auto writeFile = [&](bool isWanted, StringRef ending,
                       llvm::function_ref<std::string()> content) {
    return isWanted ? writeWholeFile(pathOf(ending), content())
                    : llvm::Error::success();
  };
  if (llvm::Error error =
          writeFile(kept.object, ".o", [&] { return object.str(); }))
    return error;
  if (llvm::Error error =
          writeFile(kept.object, ".json", [&] { return description(object); }))
    return error;
  if (llvm::Error error = writeFile(kept.code || kept.lines || kept.symbols,
                                    ".mlir", [&] { return text; }))
    return error;
  if (llvm::Error error =
          writeFile(kept.code, ".ll", [&] { return code.str(); }))
    return error;
  if (llvm::Error error =
          writeFile(kept.lines, "_loc.json", [&] { return lineTable(); }))
    return error;
  return writeFile(kept.ops, "_compute.json", [&] { return opTable(); });
}
