//===- NumpyIO.h - Arrays in .npy and .npz files ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Reads and writes numpy's file formats, as numpy.lib.format documents them:
// .npy holds one array, .npz is a zip archive of .npy members, one per name.
// Files are untrusted: every defect is an error, nothing is executed, names of
// members are never used as paths, and no more memory is taken than the file
// can really hold.

#ifndef ASCEND_NUMPYIO_NUMPYIO_H
#define ASCEND_NUMPYIO_NUMPYIO_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::ascend {

/// Owned bytes that start at a multiple of 64.
class AlignedBuffer {
public:
  AlignedBuffer() = default;

  /// `bytes` of undefined content; nothing if there is not so much memory.
  static std::optional<AlignedBuffer> allocate(uint64_t bytes);

  char *data() { return memory.get(); }
  const char *data() const { return memory.get(); }
  uint64_t size() const { return bytes; }

private:
  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };
  std::unique_ptr<char, Free> memory;
  uint64_t bytes = 0;
};

/// A dense tensor with a name, in C order and the machine's byte order.
struct Array {
  std::string name;
  /// CANN's word of the element type, such as "float". .npy has no word for
  /// the 8-bit floats: an array of raw bytes, '|V1', reads as "V1", and who
  /// knows better may put the right word in its place. '|V2' is bfloat16.
  std::string dtype;
  /// At most ASCENDRT_MAX_RANK dimensions, none negative.
  SmallVector<int64_t> shape;
  /// Exactly the tensor's bytes. A bool is one byte, 0 or 1.
  AlignedBuffer data;
};

/// How much of a file is taken in; what passes it is refused with
/// ExitCode::Limit.
struct ReadLimits {
  /// Bytes of all arrays of a file together.
  uint64_t maxBytes = uint64_t(64) << 30;
  /// Members of an archive.
  uint64_t maxArrays = 1 << 16;
};

/// Reads an .npy file (format 1.0, 2.0, 3.0; C or Fortran order; either byte
/// order) of numbers, bools, bfloat16 or single raw bytes. The array has no
/// name.
llvm::Expected<Array> readNpy(StringRef path, const ReadLimits &limits = {});

/// Judges an array by its name, dtype and shape, before its data is read or
/// memory for it taken.
using ArrayCheck = llvm::function_ref<llvm::Error(const Array &)>;

/// Reads all arrays of an .npz file (members stored or deflated, not
/// encrypted) in the archive's order. Names are the members' without ".npy".
/// The first error of `check` ends it.
llvm::Expected<std::vector<Array>>
readNpz(StringRef path, const ReadLimits &limits = {}, ArrayCheck check = {});

/// What readNpz would say before it reads arrays: whether there is an archive.
llvm::Error checkNpz(StringRef path);

/// Writes an .npy file as numpy.save does: `path` is replaced when the whole
/// file is written, and untouched if it cannot be. The name is not written.
llvm::Error writeNpy(StringRef path, const Array &array);

/// Writes an .npz file as numpy.savez does, members stored; `path` is replaced
/// when all is written. Equal arrays make equal files. Names are not empty,
/// differ from each other and are UTF-8; there is at least one array.
llvm::Error writeNpz(StringRef path, ArrayRef<Array> arrays);

} // namespace mlir::ascend

#endif // ASCEND_NUMPYIO_NUMPYIO_H
