//===- FileImage.h - What stands in a compiled file -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_FILEIMAGE_H
#define ASCEND_LIB_COMPILER_OBJECTS_FILEIMAGE_H

#include "Ascend/Runtime/CompiledFile.h"
#include "Cache/KeptRecord.h"
#include "Compilation.h"

namespace mlir::ascend::compiler {

/// The features that code for `target` may use, as bits of a file. A CPU that
/// has more than files can ask for is an error.
llvm::Expected<uint64_t> neededFeatures(const CpuTarget &target);
/// The same without those that files cannot ask for.
uint64_t knownFeatures(const CpuTarget &target);

/// A compiled file that is not written yet. Parts and texts live longer.
class FileImage {
public:
  /// Links the code of `parts`, which tell of the time it takes.
  static llvm::Expected<FileImage> make(CompiledParts &parts,
                                        const CompileOptions &options,
                                        uint64_t features, ModelTexts texts);

  uint64_t bytes() const { return trailer.file_bytes; }
  /// Writes all of it. An error: weights that cannot be computed.
  llvm::Error fill(MutableArrayRef<char> file);
  /// The same in memory of its own.
  llvm::Expected<WeightMemory> make();
  /// What is in it, for a cache; complete when it was filled.
  const KeptRecord &getRecord() const { return record; }

private:
  FileImage(const CompiledParts &parts, const CompileOptions &options,
            std::unique_ptr<llvm::MemoryBuffer> code, uint64_t features,
            ModelTexts texts);

  const WeightsPool &weights;
  const CompileOptions &options;
  std::unique_ptr<llvm::MemoryBuffer> code;
  ModelTexts texts;
  ascendrt_file_trailer trailer = {};
  KeptRecord record;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_FILEIMAGE_H
