//===- ObjectKey.cpp - What tells the code of kernels apart ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ObjectKey.h"

#include "Nodes.h"
#include "llvm/Support/BLAKE3.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class HashStream : public llvm::raw_ostream {
public:
  HashStream() { SetBufferSize(1 << 14); }
  ~HashStream() override { flush(); }

  /// A text whose end is part of what is hashed.
  void add(StringRef text) { *this << text.size() << ':' << text; }
  ObjectCache::Key finish() {
    flush();
    return hasher.final();
  }

private:
  void write_impl(const char *data, size_t size) override {
    hasher.update(StringRef(data, size));
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  llvm::BLAKE3 hasher;
  uint64_t position = 0;
};

} // namespace

ObjectCache::Key mlir::ascend::makeObjectKey(ModuleOp unit,
                                             const CpuTarget &target,
                                             StringRef build) {
  HashStream stream;
  // The rest of a target follows from its form.
  for (StringRef part :
       {build, StringRef(target.form), StringRef(target.triple),
        StringRef(target.cpu), StringRef(target.features)})
    stream.add(part);
  unit->print(stream, wholeText());
  return stream.finish();
}
