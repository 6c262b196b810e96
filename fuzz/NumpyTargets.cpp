//===- NumpyTargets.cpp - .npy and .npz files -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "Ascend/NumpyIO/NumpyIO.h"
#include "Ascend/Runtime/ascendrt.h"

#include "llvm/ADT/STLExtras.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;
using llvm::StringRef;

/// A file in memory that holds `bytes`; its path goes with it.
class MemoryFile {
public:
  explicit MemoryFile(StringRef bytes)
      : descriptor(memfd_create("fuzz", MFD_CLOEXEC)),
        path("/proc/self/fd/" + std::to_string(descriptor)) {
    require(descriptor >= 0 && write(descriptor, bytes.data(), bytes.size()) ==
                                   static_cast<ssize_t>(bytes.size()),
            "no file in memory");
  }
  ~MemoryFile() { close(descriptor); }
  MemoryFile(const MemoryFile &) = delete;

private:
  int descriptor;

public:
  const std::string path;
};

/// No file of a fuzzer is honestly larger.
static ReadLimits smallLimits() { return {uint64_t(64) << 20, 1 << 10}; }

static void checkArray(const Array &array) {
  int64_t bytes = 0;
  ascendrt_dtype dtype = ASCENDRT_UINT8; // for the raw bytes "V1"
  require(array.dtype == "V1" ||
              ascendrt_dtype_from_word(array.dtype.c_str(), &dtype) ==
                  ASCENDRT_OK,
          "an unknown element type " + array.dtype);
  require(ascendrt_tensor_bytes(dtype, array.shape.size(), array.shape.data(),
                                &bytes) == ASCENDRT_OK &&
              static_cast<uint64_t>(bytes) == array.data.size(),
          "the data are not those of the shape");
  if (array.dtype == "bool")
    require(llvm::all_of(StringRef(array.data.data(), array.data.size()),
                         [](char c) { return c == 0 || c == 1; }),
            "a bool that is neither 0 nor 1");
}

void fuzz::runNpy(StringRef bytes) {
  MemoryFile file(bytes);
  llvm::Expected<Array> array = readNpy(file.path, smallLimits());
  if (!array)
    return checkDiagnostic(toDiagnostic(array.takeError()));
  checkArray(*array);
}

void fuzz::runNpz(StringRef bytes) {
  MemoryFile file(bytes);
  llvm::Expected<std::vector<Array>> arrays = readNpz(file.path, smallLimits());
  if (!arrays)
    return checkDiagnostic(toDiagnostic(arrays.takeError()));
  for (const Array &array : *arrays)
    checkArray(array);
}
