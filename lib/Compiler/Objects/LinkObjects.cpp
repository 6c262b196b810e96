//===- LinkObjects.cpp - From object files to a shared object -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LinkObjects.h"

#include "Ascend/Runtime/WholeFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/LoadModule.h"
#include "Ascend/Support/OutputFile.h"
#include "Linker/Linker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>
#include <link.h>
#include <mutex>

using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
namespace fs = llvm::sys::fs;

static llvm::Error fail(const llvm::Twine &why, llvm::StringRef mend = "") {
  return makeError({"", "the code cannot be linked: " + why.str(), "",
                    mend.str(), ExitCode::ModelFailed});
}

static llvm::Error writeFile(llvm::StringRef path, llvm::StringRef content) {
  std::error_code error =
      writeInPlace(path, [&](llvm::raw_ostream &os) { os << content; });
  return error ? fail("'" + path + "': " + error.message(),
                      "make room where TMPDIR points to")
               : llvm::Error::success();
}

/// The file of a library that this process has loaded.
static llvm::Expected<std::string> pathOfLibrary(const char *soname) {
  link_map *map = nullptr;
  void *handle = dlopen(soname, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
    return fail(llvm::Twine(soname) + " is not loaded");
  std::string path = map->l_name;
  dlclose(handle);
  return path;
}

static llvm::Error callLinker(llvm::ArrayRef<std::string> arguments) {
  llvm::Expected<void *> address =
      loadFromModule("libAscendLinker.so", kLinkSymbol, "the linker");
  if (!address)
    return address.takeError();
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  ascendrt::HeldWriteSignals signals;
  std::string messages;
  if (reinterpret_cast<LinkFunction>(*address)(
          llvm::map_to_vector(arguments,
                              [](const std::string &s) { return s.c_str(); }),
          messages))
    return llvm::Error::success();
  return fail(llvm::StringRef(messages).trim());
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compiler::linkObjects(
    llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
    llvm::StringRef symbol) {
  llvm::SmallString<128> folder;
  if (std::error_code error = fs::createUniqueDirectory("ascend-link", folder))
    return fail(error.message(), "make room where TMPDIR points to");
  llvm::scope_exit remove([&] { fs::remove_directories(folder); });
  auto inFolder = [&](const llvm::Twine &name) {
    return (folder + llvm::sys::path::get_separator() + name).str();
  };

  std::string exports = inFolder("exports"), output = inFolder("model.so");
  // Nothing is left to the time of the run: what the code calls is bound, and
  // what it does not find is an error here.
  std::vector<std::string> arguments = {"-shared",
                                        "-z",
                                        "defs",
                                        "-z",
                                        "now",
                                        "-z",
                                        "noexecstack",
                                        "--as-needed",
                                        "--build-id=none",
                                        "--hash-style=gnu",
                                        "--threads=1",
                                        "--version-script=" + exports,
                                        "-o",
                                        output};
  if (llvm::Error error = writeFile(
          exports, ("{ global: " + symbol + "; local: *; };\n").str()))
    return error;
  // Hundreds of objects are one file, of which the linker takes them all.
  std::vector<llvm::NewArchiveMember> members;
  for (const std::unique_ptr<llvm::MemoryBuffer> &object : objects)
    members.emplace_back(
        llvm::MemoryBufferRef(object->getBuffer(), "object.o"));
  auto archive = llvm::writeArchiveToBuffer(
      members, llvm::SymtabWritingMode::NoSymtab, llvm::object::Archive::K_GNU,
      /*Deterministic=*/true, /*Thin=*/false);
  if (!archive)
    return archive.takeError();
  std::string library = inFolder("objects.a");
  if (llvm::Error error = writeFile(library, (*archive)->getBuffer()))
    return error;
  arguments.insert(arguments.end(),
                   {"--whole-archive", library, "--no-whole-archive"});
  for (const char *soname : {"libascendrt.so.1", "libm.so.6", "libc.so.6"}) {
    llvm::Expected<std::string> path = pathOfLibrary(soname);
    if (!path)
      return path.takeError();
    arguments.push_back(std::move(*path));
  }
  if (llvm::Error error = callLinker(arguments))
    return error;
  auto result = llvm::MemoryBuffer::getFile(output, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!result)
    return fail(result.getError().message());
  return std::move(*result);
}
