//===- ParserModule.cpp - Loads the module that parses --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ParserModule.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {
struct LoadedParser {
  ParseFunction parse = nullptr;
  std::string reason;
};
} // namespace

static LoadedParser load() {
  LoadedParser loaded;
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&load), &info) || !info.dli_fname) {
    loaded.reason = "the directory of libAscendMLIR.so is not known";
    return loaded;
  }
  llvm::SmallString<256> path(info.dli_fname);
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "libAscendImportONNX.so");
  // Local: see OnnxParser.cpp. Never closed: models live in its memory.
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle)
    loaded.parse = reinterpret_cast<ParseFunction>(dlsym(handle, kParseSymbol));
  if (!loaded.parse)
    if (const char *reason = dlerror())
      loaded.reason = reason;
  return loaded;
}

llvm::Expected<ParseFunction> onnx::loadParser() {
  static const LoadedParser loaded = load();
  if (loaded.parse)
    return loaded.parse;
  return makeError({"", "cannot load the ONNX parser: " + loaded.reason, "",
                    "libAscendImportONNX.so belongs beside libAscendMLIR.so, "
                    "and needs Debian's packages libonnx1 and libprotobuf32"});
}
