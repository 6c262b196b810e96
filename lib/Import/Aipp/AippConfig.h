//===- AippConfig.h - What a configuration of AIPP says ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_AIPP_AIPPCONFIG_H
#define ASCEND_LIB_IMPORT_AIPP_AIPPCONFIG_H

#include "AippFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir::ascend::aipp {

/// A block with its file, for who reads fields and reports what is wrong with
/// them.
class BlockReader {
public:
  BlockReader(llvm::StringRef file, const Block &block)
      : file(file), block(block) {}

  /// The field as the file has it, or null.
  const Field *find(llvm::StringRef name) const;
  bool has(llvm::StringRef name) const { return find(name); }
  double number(llvm::StringRef name, double otherwise = 0) const;
  int64_t integer(llvm::StringRef name) const { return int64_t(number(name)); }
  bool isOn(llvm::StringRef name) const { return number(name) != 0; }
  llvm::StringRef word(llvm::StringRef name) const;

  /// E10052, at the field, or at the block where it has no such field.
  llvm::Error invalid(llvm::StringRef name, const llvm::Twine &reason,
                      llvm::StringRef mend = "") const;
  /// E81012: what a kernel does not do.
  llvm::Error unsupported(llvm::StringRef name, const llvm::Twine &reason,
                          llvm::StringRef mend = "") const;

private:
  llvm::Error fault(llvm::StringRef code, llvm::StringRef name,
                    const llvm::Twine &reason, llvm::StringRef mend) const;

  llvm::StringRef file;
  const Block &block;
};

/// Reads the file and checks each block by itself.
llvm::Expected<std::vector<Block>> readAippFile(llvm::StringRef file);

} // namespace mlir::ascend::aipp

#endif // ASCEND_LIB_IMPORT_AIPP_AIPPCONFIG_H
