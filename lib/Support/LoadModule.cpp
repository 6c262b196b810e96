//===- LoadModule.cpp - Modules that are loaded on first use --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/LoadModule.h"
#include "Ascend/Runtime/ascendrt.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/Stop.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir::ascend;

static llvm::Error fail(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

llvm::Expected<std::string> mlir::ascend::folderOfLibraries() {
  // Of libascendrt, which is never linked into anything.
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&ascendrt_last_error), &info) ||
      !info.dli_fname)
    return fail("the directory of libascendrt.so is not known");
  return llvm::sys::path::parent_path(info.dli_fname).str();
}

/// What the largest module takes, with the libraries that it needs: libLLVM.so
/// is not there yet in a program that is linked statically.
static constexpr size_t kRoomForModule = size_t(256) << 20;

llvm::Expected<void *> mlir::ascend::loadFromModule(llvm::StringRef file,
                                                    llvm::StringRef symbol,
                                                    llvm::StringRef what,
                                                    llvm::StringRef packages) {
  llvm::Expected<std::string> folder = folderOfLibraries();
  if (!folder)
    return folder.takeError();
  llvm::SmallString<256> path(*folder);
  llvm::sys::path::append(path, file);
  void *address = nullptr;
  if (void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
    address = dlsym(handle, symbol.str().c_str());
  if (address)
    return address;
  const char *why = dlerror();
  std::string message =
      ("cannot load " + what + ": " + (why ? why : "it is empty")).str();
  // The words of the loader do not always say it.
  if (Stop().isDue(kRoomForModule))
    return makeError({"", message, "",
                      "there is not enough memory for it: raise the limit of "
                      "the process (ulimit -v, ulimit -d)",
                      ExitCode::Limit});
  std::string note = (file + " belongs beside libascendrt.so").str();
  if (!packages.empty())
    note += (", and needs Debian's " + packages).str();
  return makeError({"", message, "", note});
}
