//===- WeightsPool.cpp - A model's constants in one block -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "WeightsPool.h"

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/Threads.h"
#include "Kernels/FoldPacking.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <mutex>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

using Part = WeightsPool::Part;

/// What one thread copies at a time.
static constexpr uint64_t kCopiedBytes = 4 << 20;

llvm::SmallVector<Part> WeightsPool::partsOf(func::FuncOp entry) {
  return llvm::map_to_vector(
      entry->getAttrOfType<ArrayAttr>(kWeightsAttrName)
          .getAsRange<DictionaryAttr>(),
      [](DictionaryAttr row) {
        auto value = cast<ElementsAttr>(row.get("value"));
        return Part{uint64_t(row.getAs<IntegerAttr>("offset").getInt()),
                    uint64_t(*tensorBytes(value.getShapedType())), value};
      });
}

/// Writes the parts that are not packed, many at once.
static llvm::Error writeConstants(ArrayRef<Part> parts,
                                  MutableArrayRef<char> out, unsigned threads) {
  struct Piece {
    const Part *part;
    /// Of the part, in place, if memory has it as it is.
    ArrayRef<char> from;
    uint64_t offset;
  };
  SmallVector<Piece> pieces;
  for (const Part &part : parts) {
    if (std::holds_alternative<WeightsPool::Packed>(part.content))
      continue;
    const auto *raw = std::get_if<ArrayRef<char>>(&part.content);
    std::optional<ArrayRef<char>> from =
        raw ? *raw : elementsInMemory(std::get<ElementsAttr>(part.content));
    if (!from || from->size() != part.bytes) {
      pieces.push_back({&part, {}, 0});
      continue;
    }
    for (uint64_t at = 0; at < part.bytes; at += kCopiedBytes)
      pieces.push_back(
          {&part, from->slice(at, std::min(kCopiedBytes, part.bytes - at)),
           at});
  }

  std::mutex mutex;
  std::string why;
  size_t wrong = pieces.size();
  forEach(threads, pieces.size(), [&](size_t i) {
    const Piece &piece = pieces[i];
    char *to = out.data() + piece.part->offset + piece.offset;
    if (!piece.from.empty()) {
      std::memcpy(to, piece.from.data(), piece.from.size());
      return;
    }
    (void)writeElements(std::get<ElementsAttr>(piece.part->content),
                        {to, piece.part->bytes}, [&](const Twine &text) {
                          std::lock_guard<std::mutex> lock(mutex);
                          if (i < wrong) {
                            wrong = i;
                            why = text.str();
                          }
                        });
  });
  if (wrong == pieces.size())
    return llvm::Error::success();
  return makeError({"", "a constant cannot be stored: " + why, "", "",
                    ExitCode::ModelFailed});
}

llvm::Error WeightsPool::write(MutableArrayRef<char> out,
                               unsigned threads) const {
  size_t end = 0;
  for (const Part &part : parts) {
    std::memset(out.data() + end, 0, part.offset - end);
    end = part.offset + part.bytes;
  }
  if (llvm::Error error = writeConstants(parts, out, threads))
    return error;
  if (!packing)
    return llvm::Error::success();
  SmallVector<void *> results(packing->numResults());
  for (const Part &part : parts)
    if (const auto *packed = std::get_if<Packed>(&part.content))
      results[packed->result] = out.data() + part.offset;
  return packing->run(results, threads);
}

llvm::Expected<WeightsPool::Memory> WeightsPool::make(unsigned threads) const {
  Memory memory;
  if (bytes == 0)
    return memory;
  memory = allocateWeightMemory(bytes, kBufferAlignment);
  if (!memory)
    return makeError({"",
                      "there is no memory for " + std::to_string(bytes) +
                          " bytes of weights",
                      "", "", ExitCode::Limit});
  if (llvm::Error error = write({memory.get(), bytes}, threads))
    return error;
  return memory;
}

/// What of `block` is not `found` elsewhere, in a smaller one, and where each
/// of the tabled parts lies; the block itself where all of it is new or there
/// is no memory.
static WeightsPool::Memory compact(WeightsPool::Memory block, uint64_t &bytes,
                                   ArrayRef<Part> tabled,
                                   MutableArrayRef<const char *> places) {
  uint64_t kept = tabled.front().offset;
  SmallVector<uint64_t> offsets;
  for (auto [part, place] : llvm::zip_equal(tabled, places)) {
    offsets.push_back(kept);
    if (!place)
      kept = llvm::alignTo(kept + part.bytes, kBufferAlignment);
  }
  WeightsPool::Memory less;
  if (llvm::any_of(places, [](const char *place) { return place; }))
    less = allocateWeightMemory(kept, kBufferAlignment);
  for (auto [part, place, offset] : llvm::zip_equal(tabled, places, offsets)) {
    if (place)
      continue;
    const char *from = block.get() + part.offset;
    place = less ? static_cast<const char *>(
                       std::memcpy(less.get() + offset, from, part.bytes))
                 : from;
  }
  if (!less)
    return block;
  std::memcpy(less.get(), block.get(), tabled.front().offset);
  bytes = kept;
  return less;
}

llvm::Expected<WeightsPool::Made> WeightsPool::makeIn(WeightStore &store,
                                                      unsigned threads) const {
  Made made;
  made.weights.bytes = made.weights.added = bytes;
  llvm::Expected<Memory> memory = make(threads);
  if (!memory)
    return memory.takeError();
  ArrayRef<Part> tabled = ArrayRef(parts).take_back(numTabled);
  auto contents = [](const char *data, const Part &part) {
    return ArrayRef(data, part.bytes);
  };
  SmallVector<uint64_t> hashes(tabled.size());
  forEach(threads, tabled.size(), [&](size_t i) {
    hashes[i] = WeightStore::hash(
        contents(memory->get() + tabled[i].offset, tabled[i]));
  });
  decltype(made.weights.blocks) others;
  SmallVector<const char *> places(tabled.size());
  store.prune();
  for (auto [part, hash, place] : llvm::zip_equal(tabled, hashes, places)) {
    WeightStore::Place found =
        store.find(hash, contents(memory->get() + part.offset, part));
    place = found.data;
    if (found.block && !llvm::is_contained(others, found.block))
      others.push_back(std::move(found.block));
  }
  SmallVector<bool> isNew =
      llvm::map_to_vector(places, [](const char *place) { return !place; });
  if (!tabled.empty())
    *memory = compact(std::move(*memory), made.weights.added, tabled, places);
  if (*memory)
    std::memcpy(memory->get(), places.data(), places.size() * sizeof(char *));
  auto block = std::make_shared<const WeightBlock>(
      WeightBlock{std::move(*memory), made.weights.added});
  for (size_t i = 0; i < tabled.size(); ++i)
    if (isNew[i])
      store.add(hashes[i], contents(places[i], tabled[i]), block);
  made.data = block->memory.get();
  made.weights.blocks.push_back(std::move(block));
  llvm::append_range(made.weights.blocks, others);
  return made;
}
