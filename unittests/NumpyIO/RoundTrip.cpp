//===- RoundTrip.cpp - Reads a file of arrays and writes it -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// npz-round-trip IN [OUT]: both .npz, or both .npy. Prints a line per array:
// dtype, shape, name. With an error it exits as the tools do.

#include "Ascend/NumpyIO/NumpyIO.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::ascend;

static int fail(llvm::Error error) {
  ascend::Diagnostic diagnostic = toDiagnostic(std::move(error));
  print(llvm::errs(), diagnostic, /*json=*/false);
  return static_cast<int>(diagnostic.exitCode);
}

int main(int argc, char **argv) {
  StringRef input = argc > 1 ? argv[1] : "", output = argc > 2 ? argv[2] : "";
  std::vector<Array> arrays;
  if (input.ends_with(".npy")) {
    llvm::Expected<Array> array = readNpy(input);
    if (!array)
      return fail(array.takeError());
    arrays.push_back(std::move(*array));
  } else {
    llvm::Expected<std::vector<Array>> read = readNpz(input);
    if (!read)
      return fail(read.takeError());
    arrays = std::move(*read);
  }
  for (Array &array : arrays) {
    llvm::outs() << array.dtype << " ["
                 << llvm::join(llvm::map_range(array.shape,
                                               [](int64_t size) {
                                                 return std::to_string(size);
                                               }),
                               ",")
                 << "] " << array.name << "\n";
    // What the file could not say; any type of one byte comes out alike.
    if (array.dtype == "V1")
      array.dtype = "hifloat8";
  }
  if (output.empty())
    return 0;
  llvm::Error error = output.ends_with(".npy") ? writeNpy(output, arrays[0])
                                               : writeNpz(output, arrays);
  return error ? fail(std::move(error)) : 0;
}
