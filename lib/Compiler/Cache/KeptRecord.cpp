//===- KeptRecord.cpp - What a cache remembers of a compiled file ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KeptRecord.h"

#include "BlockHash.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

std::optional<KeptRecord> KeptRecord::parse(StringRef bytes) {
  KeptRecord record;
  llvm::DataExtractor data(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  llvm::DataExtractor::Cursor cursor(0);
  for (uint64_t *number : {&record.checksum, &record.bytes, &record.hash.low64,
                           &record.hash.high64, &record.numKernels,
                           &record.numKernelCalls, &record.numSideBySide})
    *number = data.getU64(cursor);
  for (uint64_t left = data.getU64(cursor); left && cursor; --left)
    record.units.push_back(data.getBytes(cursor, data.getU64(cursor)).str());
  for (uint64_t left = data.getU64(cursor); left && cursor; --left) {
    uint64_t offset = data.getU64(cursor);
    record.large.emplace_back(offset, data.getU64(cursor));
  }
  if (llvm::Error error = cursor.takeError()) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return record;
}

std::string KeptRecord::toBytes() const {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  auto add = [&](uint64_t number) {
    llvm::support::endian::write(os, number, llvm::endianness::little);
  };
  for (uint64_t number :
       {checksum, this->bytes, hash.low64, hash.high64, numKernels,
        numKernelCalls, numSideBySide, uint64_t(units.size())})
    add(number);
  for (const std::string &unit : units) {
    add(unit.size());
    os << unit;
  }
  add(large.size());
  for (auto [offset, count] : large) {
    add(offset);
    add(count);
  }
  return bytes;
}

bool KeptRecord::isOf(StringRef file, unsigned threads) const {
  return file.size() == bytes && hashBlocks(file, threads) == hash;
}

CompiledFileInfo KeptRecord::info(const CompileOptions &options) const {
  CompiledFileInfo info = {options.target.form,
                           bytes,
                           unsigned(numKernels),
                           unsigned(numKernelCalls),
                           {}};
  info.statistics.numSideBySide = numSideBySide;
  for (const std::string &unit : units)
    info.statistics.units.push_back({unit, /*seconds=*/0, /*isCached=*/true});
  return info;
}
