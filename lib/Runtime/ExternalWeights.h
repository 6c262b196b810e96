//===- ExternalWeights.h - Weights next to a compiled file ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_EXTERNALWEIGHTS_H
#define ASCEND_LIB_RUNTIME_EXTERNALWEIGHTS_H

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ascendrt {

/// The weights of a model of which some lie in files of their own, in one piece
/// of memory: those of the compiled file from its beginning, each of the others
/// at a page of its own. The functions return what is wrong, or "".
class ExternalWeights {
public:
  struct File {
    std::string name;
    uint64_t offset, bytes, checksum;
  };

  ExternalWeights() = default;
  ExternalWeights(const ExternalWeights &) = delete;
  ~ExternalWeights();

  /// Reads the table of a compiled file, which has `inside` bytes of weights.
  std::string read(const unsigned char *table, uint64_t bytes, uint64_t inside);

  /// Maps the weights of the compiled file `path`, which is open and has them
  /// at `offset`, and those of the files in the folder next to it, and checks
  /// these.
  std::string map(const char *path, int descriptor, uint64_t offset);

  const std::vector<File> &getFiles() const { return files; }
  /// Of all weights.
  uint64_t getBytes() const { return bytes; }
  const void *getMemory() const { return memory; }

private:
  std::string mapFile(const File &file, int folder, uid_t owner);

  std::vector<File> files;
  uint64_t bytes = 0, inside = 0;
  unsigned char *memory = nullptr;
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_EXTERNALWEIGHTS_H
