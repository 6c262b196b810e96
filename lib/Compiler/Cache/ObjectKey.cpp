//===- ObjectKey.cpp - What tells the code of kernels apart ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ObjectKey.h"

#include "Ascend/Transforms/Graph/Nodes.h"
#include "BlockHash.h"
#include "Kernels/FoldPacking.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

/// What is at least as large as this is hashed by many threads, in blocks.
constexpr size_t kLargeBytes = 4 << 20;

class HashStream : public llvm::raw_ostream {
public:
  explicit HashStream(unsigned threads = 1) : threads(threads) {
    SetBufferSize(1 << 14);
  }
  ~HashStream() override { flush(); }

  /// A text whose end is part of what is hashed.
  void add(StringRef text) { *this << text.size() << ':' << text; }
  void add(const CpuTarget &target) {
    const KernelPlan &plan = target.plan;
    for (StringRef part : {StringRef(target.form), StringRef(target.triple),
                           StringRef(target.cpu), StringRef(target.features),
                           StringRef(plan.name)})
      add(part);
    for (int64_t number :
         {int64_t(target.halfConversions), int64_t(target.dots.wordBytes),
          int64_t(target.dots.bytes), int64_t(target.dots.bfloats),
          int64_t(plan.vectorBytes), plan.gemmTile.rows, plan.gemmTile.columns,
          plan.byteDepth, int64_t(plan.bfloatDots), target.caches.firstBytes,
          target.caches.secondBytes})
      *this << number << ' ';
  }
  ObjectCache::Key finish() {
    flush();
    hasher.update(largeHasher.final());
    return hasher.final();
  }

private:
  void write_impl(const char *data, size_t size) override {
    if (size < kLargeBytes)
      hasher.update(StringRef(data, size));
    else
      addLarge(StringRef(data, size));
    position += size;
  }
  /// Adds what stands at `position`.
  void addLarge(StringRef bytes) {
    llvm::XXH128_hash_t hash = hashBlocks(bytes, threads);
    for (uint64_t number :
         {position, uint64_t(bytes.size()), hash.low64, hash.high64}) {
      uint8_t text[sizeof(number)];
      llvm::support::endian::write64le(text, number);
      largeHasher.update(text);
    }
  }
  uint64_t current_pos() const override { return position; }

  unsigned threads;
  llvm::BLAKE3 hasher;
  /// Of the places, sizes and hashes of what is large, which is no part of
  /// what the other one hashes.
  llvm::BLAKE3 largeHasher;
  uint64_t position = 0;
};

} // namespace

ObjectCache::Key compiler::makeObjectKey(ModuleOp unit, const CpuTarget &target,
                                         StringRef build) {
  HashStream stream;
  stream.add(build);
  stream.add(target);
  unit->print(stream, wholeText());
  return stream.finish();
}

std::optional<ObjectCache::Key>
compiler::makeModelKey(ModuleOp module, const CompileOptions &options,
                       StringRef build) {
  HashStream stream(options.threads);
  stream.add("model");
  stream.add(build);
  stream.add(options.target);
  stream.add(packingTarget(options.target));
  bool hasGuards = options.guard != ASCENDRT_GUARD_NONE;
  stream << options.observe << options.fuse << hasGuards << options.profile;
  stream << options.packWeights;
  const StreamOptions &streams = options.streams;
  if (options.schedules)
    options.schedules->print(stream);
  stream << ' ' << streams.cubeBesideVector << streams.aiCpuBeside << ' '
         << streams.aiCore << ' ' << streams.aiCpu << ' ';
  // Pages of their own, and a table, give weights other places.
  bool hasPages = options.weightFiles == WeightFiles::OneEach;
  stream << hasPages << (options.weights != nullptr);
  // Bytecode has the weights as they are in memory, text would have their
  // digits.
  OwningOpRef<ModuleOp> copy = module.clone();
  Location nowhere = UnknownLoc::get(module.getContext());
  copy->walk([&](Operation *op) {
    op->setLoc(nowhere);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        argument.setLoc(nowhere);
  });
  if (failed(writeBytecodeToFile(*copy, stream)))
    return std::nullopt;
  return stream.finish();
}

ObjectCache::Key compiler::makeFileKey(const ObjectCache::Key &model,
                                       const CompileOptions &options,
                                       ModelTexts texts,
                                       StringRef weightFiles) {
  HashStream stream;
  stream.add("file");
  stream.add(llvm::toStringRef(model));
  stream << options.maxThreads << ' ' << int(options.guard) << ' ';
  stream.add(texts.report);
  stream.add(texts.graph);
  stream.add(weightFiles);
  return stream.finish();
}
