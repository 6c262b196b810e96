//===- NpyFormat.h - The bytes of an .npy file ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_NUMPYIO_NPYFORMAT_H
#define ASCEND_LIB_NUMPYIO_NPYFORMAT_H

#include "Ascend/NumpyIO/NumpyIO.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::ascend::npy {

/// Fills `to` with the next `bytes` of a file.
using ReadBytes = llvm::function_ref<llvm::Error(char *to, uint64_t bytes)>;

/// Reads the .npy file of `fileBytes` that `read` gives as the array `name`,
/// which `check` (or none) judges before. `what` is its place in the sentence
/// of an error, such as "array 'x'", `where` its file.
llvm::Expected<Array> decode(uint64_t fileBytes, ReadBytes read, StringRef name,
                             const std::string &what, StringRef where,
                             uint64_t maxBytes, ArrayCheck check = {});

/// What comes before the data of `array` in a file; an error if its dtype is
/// none or its shape and its data do not fit.
llvm::Expected<std::string> encodeHeader(const Array &array, StringRef where);

/// An error about `what` in the file `where`.
llvm::Error refuse(const std::string &what, const std::string &why,
                   StringRef where, const char *note = "",
                   ExitCode exitCode = ExitCode::Usage);

/// A regular file, whole; mapped where that is cheaper.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openFile(StringRef path);

/// Whether a file may be written there: nothing or a regular file may be. What
/// else, such as a device, must not be replaced.
llvm::Error checkWritable(StringRef path);

} // namespace mlir::ascend::npy

#endif // ASCEND_LIB_NUMPYIO_NPYFORMAT_H
