//===- StaticLibrary.cpp - A model for another machine --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "StaticLibrary.h"

#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "CodeGenerator.h"
#include "Compilation.h"
#include "ModelObject.h"
#include "llvm/Object/ArchiveWriter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
makeArchive(const LoadedCode::Objects &objects) {
  std::vector<std::string> names;
  names.reserve(objects.size());
  for (size_t i = 0; i < objects.size(); ++i)
    names.push_back(std::to_string(i) + ".o");
  std::vector<llvm::NewArchiveMember> members;
  for (auto [object, name] : llvm::zip_equal(objects, names))
    members.emplace_back(llvm::MemoryBufferRef(object->getBuffer(), name));
  return llvm::writeArchiveToBuffer(members,
                                    llvm::SymtabWritingMode::NormalSymtab,
                                    llvm::object::Archive::K_GNU,
                                    /*Deterministic=*/true, /*Thin=*/false);
}

llvm::Expected<CompiledFileInfo>
compiler::compileToLibrary(ModuleOp module, const CompileOptions &options,
                           StringRef path, CompileProgress progress) {
  llvm::Expected<CompiledParts> parts =
      compileToParts(module, options, progress);
  if (!parts)
    return parts.takeError();
  llvm::Expected<WeightsPool::Memory> memory =
      parts->weights.make(options.threads);
  if (!memory)
    return memory.takeError();
  ArrayRef<char> weights(memory->get(), parts->weights.bytes);
  auto description = generateObject(
      [&](llvm::LLVMContext &context) {
        return describeInModule(*parts, ASCENDRT_FILE_MODEL, weights, context);
      },
      options.target, options.stop);
  if (!description)
    return description.takeError();
  parts->objects.push_back(std::move(*description));
  auto archive = makeArchive(parts->objects);
  if (!archive)
    return makeError(
        {"",
         "the library cannot be made: " + llvm::toString(archive.takeError()),
         "", "", ExitCode::ModelFailed});
  if (llvm::Error error = writeWholeFile(path, (*archive)->getBuffer()))
    return error;
  return CompiledFileInfo{options.target.form, (*archive)->getBufferSize(),
                          parts->numKernels, parts->numKernelCalls,
                          std::move(parts->statistics)};
}
