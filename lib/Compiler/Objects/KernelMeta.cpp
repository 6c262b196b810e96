//===- KernelMeta.cpp - Which kernel does which nodes ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelMeta.h"

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static llvm::Error makeFolder(StringRef folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return makeError({"", "the folder cannot be made: " + error.message(),
                      folder.str(), "let --debug_dir name another folder"});
  return llvm::Error::success();
}

llvm::Error KernelFiles::writeStage(StringRef name,
                                    llvm::ArrayRef<Operation *> modules) const {
  if (!isOn() || !ofAll.code)
    return llvm::Error::success();
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "stages");
  if (llvm::Error error = makeFolder(path))
    return error;
  llvm::sys::path::append(path, name + ".mlir");
  return writeWholeFile(path, [&](raw_ostream &os) {
    for (Operation *module : modules) {
      module->print(os, shortText());
      os << '\n';
    }
  });
}

void KernelMeta::noteNodes(ModuleOp module) {
  if (!files.isOn())
    return;
  module.walk([&](AscendOpInterface op) {
    nodes[nodeName(op)].push_back({nodeName(op).str(), op.getGEType().str(),
                                   llvm::to_vector(op->getOperandTypes()),
                                   llvm::to_vector(op->getResultTypes())});
  });
}

/// Of several nodes of one name (forms of an op) that of the call's type, else
/// the first.
SmallVector<const KernelMeta::Node *>
KernelMeta::nodesOf(func::CallOp call) const {
  SmallVector<StringRef> names;
  if (auto fused = call->getAttrOfType<ArrayAttr>(kFusedAttrName))
    llvm::append_range(names, fused.getAsValueRange<StringAttr>());
  else
    names.push_back(
        call->getAttrOfType<StringAttr>(kNodeNameAttrName).getValue());
  auto type = call->getAttrOfType<StringAttr>(kOpTypeAttrName);
  SmallVector<const Node *> result;
  for (StringRef name : names) {
    auto found = nodes.find(name);
    if (found == nodes.end())
      continue;
    const std::vector<Node> &all = found->second;
    auto fits = llvm::find_if(
        all, [&](const Node &node) { return node.type == type.getValue(); });
    bool isCalled = name == names.back() && fits != all.end();
    result.push_back(isCalled ? &*fits : &all.front());
  }
  return result;
}

llvm::Error KernelMeta::noteCalls(func::FuncOp entry) {
  if (!files.isOn())
    return llvm::Error::success();
  entry.walk([&](func::CallOp call) {
    if (call->hasAttr(kOpTypeAttrName) && call->hasAttr(kNodeNameAttrName))
      calls[call.getCallee()].push_back(nodesOf(call));
  });
  return makeFolder(files.folder);
}

ArrayRef<SmallVector<const KernelMeta::Node *>>
KernelMeta::callsOf(StringRef kernel) const {
  auto found = calls.find(kernel);
  if (found == calls.end())
    return {};
  return found->second;
}

KeptOfKernel KernelMeta::keptOf(StringRef kernel) const {
  auto found = calls.find(kernel);
  if (found == calls.end())
    return {};
  KeptOfKernel kept = files.ofAll;
  if (llvm::any_of(found->second, [&](ArrayRef<const Node *> nodes) {
        return llvm::any_of(nodes, [&](const Node *node) {
          return files.lists(node->name, node->type);
        });
      }))
    kept |= files.ofListed;
  return kept;
}
