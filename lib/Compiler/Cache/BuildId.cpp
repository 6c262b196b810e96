//===- BuildId.cpp - Which build of the compiler this is ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "BuildId.h"

#include "Ascend/Support/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <link.h>

using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// What the three libraries of whose objects a program is linked statically
/// have (lib/CMakeLists.txt), so that it finds in a cache what they left there;
/// null in the libraries themselves.
extern "C" __attribute__((weak)) const char ascendBuildIds[];

namespace {

/// Looks for the module that has `address`, and for its build id.
struct Search {
  uintptr_t address;
  llvm::StringRef module;
  llvm::StringRef id;
};

} // namespace

/// The build id among the notes of one segment; "" if it is not there.
static llvm::StringRef findNote(llvm::StringRef notes) {
  while (notes.size() > sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof(header));
    notes = notes.drop_front(sizeof(header));
    llvm::StringRef name = notes.take_front(header.n_namesz);
    notes = notes.drop_front(
        std::min<size_t>(llvm::alignTo(header.n_namesz, 4), notes.size()));
    llvm::StringRef value = notes.take_front(header.n_descsz);
    if (header.n_type == NT_GNU_BUILD_ID && name == llvm::StringRef("GNU\0", 4))
      return value;
    notes = notes.drop_front(
        std::min<size_t>(llvm::alignTo(header.n_descsz, 4), notes.size()));
  }
  return "";
}

static int visit(dl_phdr_info *info, size_t, void *data) {
  Search &search = *static_cast<Search *>(data);
  llvm::ArrayRef segments(info->dlpi_phdr, info->dlpi_phnum);
  auto holds = [&](const ElfW(Phdr) & segment) {
    return segment.p_type == PT_LOAD &&
           search.address - info->dlpi_addr - segment.p_vaddr < segment.p_memsz;
  };
  if (llvm::none_of(segments, holds))
    return 0;
  search.module = info->dlpi_name;
  for (const ElfW(Phdr) &segment : segments)
    if (segment.p_type == PT_NOTE && search.id.empty())
      // The loader says where the segment lies as a number.
      search.id = findNote(llvm::StringRef(
          reinterpret_cast<const char *>( // NOLINT(performance-no-int-to-ptr)
              info->dlpi_addr + segment.p_vaddr),
          segment.p_memsz));
  return 1;
}

llvm::Expected<std::string> compiler::compilerBuildId() {
  if (ascendBuildIds)
    return ascendBuildIds;
  // A function of each library.
  const void *functions[] = {
      reinterpret_cast<const void *>(&compilerBuildId),
      reinterpret_cast<const void *>(&registerMLIRContextCLOptions),
      reinterpret_cast<const void *>(
          &llvm::TargetRegistry::printRegisteredTargetsForVersion)};
  std::string result;
  for (const void *function : functions) {
    Search search = {reinterpret_cast<uintptr_t>(function), "", ""};
    dl_iterate_phdr(visit, &search);
    if (search.id.empty())
      return makeError(
          {"", ("the library " + search.module + " has no build id").str(), "",
           "link it with --build-id"});
    result += llvm::toHex(search.id, /*LowerCase=*/true);
  }
  return result;
}
