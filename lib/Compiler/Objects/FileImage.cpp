//===- FileImage.cpp - What stands in a compiled file ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "FileImage.h"

#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "Cache/BlockHash.h"
#include "CodeGenerator.h"
#include "LinkObjects.h"
#include "ModelObject.h"
#include "PackCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

//===----------------------------------------------------------------------===//
// CPUs
//===----------------------------------------------------------------------===//

/// The bits of features that files know; `unknown` hears of the first other
/// one that not every CPU has.
static uint64_t featureBits(const CpuTarget &target, StringRef &unknown) {
  SmallVector<StringRef> features, everyCPU;
  llvm::X86::getFeaturesForCPU(target.cpu, features);
  llvm::X86::getFeaturesForCPU("x86-64", everyCPU);
  for (StringRef feature : llvm::split(target.features, ',')) {
    if (feature.consume_front("+"))
      features.push_back(feature);
    else if (feature.consume_front("-"))
      llvm::erase(features, feature);
  }
  // Off in the list, and on in functions that need it.
  if (target.plan.bfloatDots && target.dots.bfloats)
    features.push_back("avx512bf16");
  llvm::StringMap<unsigned> bits;
#define ADD_FEATURE(bit, name) bits[name] = bit;
  ASCENDRT_CPU_FEATURES(ADD_FEATURE)
#undef ADD_FEATURE

  uint64_t needed = 0;
  for (StringRef feature : features) {
    auto found = bits.find(feature);
    if (found != bits.end())
      needed |= uint64_t(1) << found->second;
    // CRC32 is a part of SSE4.2.
    else if (!llvm::is_contained(everyCPU, feature) && feature != "crc32" &&
             unknown.empty())
      unknown = feature;
  }
  return needed;
}

llvm::Expected<uint64_t> compiler::neededFeatures(const CpuTarget &target) {
  StringRef unknown;
  uint64_t needed = featureBits(target, unknown);
  if (unknown.empty())
    return needed;
  return makeError({"",
                    "code for the CPU '" + target.cpu +
                        "' may need its feature '" + unknown.str() +
                        "', which compiled files do not know",
                    "", "use the target avx512, avx2 or portable"});
}

uint64_t compiler::knownFeatures(const CpuTarget &target) {
  StringRef unknown;
  return featureBits(target, unknown);
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// Whether the code repeats much of itself, as that of profiles does.
static bool isPacked(const CompiledParts &parts) {
  return !parts.profiles.empty() && canPackCode();
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
link(CompiledParts &parts, const CompileOptions &options) {
  StageTime time(parts.statistics, "link");
  auto description = generateObject(
      [&](llvm::LLVMContext &context) {
        return describeInModule(parts, ASCENDRT_FILE_MODEL, /*weights=*/{},
                                context);
      },
      options.target, options.stop);
  if (!description)
    return description.takeError();
  parts.objects.push_back(std::move(*description));
  auto code = linkObjects(parts.objects, ASCENDRT_FILE_MODEL);
  parts.objects.pop_back();
  if (code && isPacked(parts))
    return packCode((*code)->getBuffer());
  return code;
}

llvm::Expected<FileImage> FileImage::make(CompiledParts &parts,
                                          const CompileOptions &options,
                                          uint64_t features, ModelTexts texts) {
  auto code = link(parts, options);
  if (!code)
    return code.takeError();
  if (isDue(options.stop))
    return options.stop->error();
  return FileImage(parts, options, std::move(*code), features, texts);
}

FileImage::FileImage(const CompiledParts &parts, const CompileOptions &options,
                     std::unique_ptr<llvm::MemoryBuffer> linked,
                     uint64_t features, ModelTexts texts)
    : weights(parts.weights), options(options), code(std::move(linked)),
      texts(texts) {
  trailer.code_bytes = code->getBufferSize();
  trailer.weights_offset =
      llvm::alignTo(trailer.code_bytes, ASCENDRT_FILE_PAGE);
  trailer.weights_bytes = weights.bytes;
  trailer.report_offset = trailer.weights_offset + trailer.weights_bytes;
  trailer.report_bytes = texts.report.size();
  trailer.file_bytes = trailer.report_offset + trailer.report_bytes +
                       texts.graph.size() + sizeof(trailer);
  trailer.cpu_features = features;
  trailer.abi_version = ASCENDRT_ABI_VERSION;
  trailer.flags = isPacked(parts) ? ASCENDRT_FILE_PACKED_CODE : 0;
  trailer.version = ASCENDRT_FILE_VERSION;
  trailer.trailer_bytes = sizeof(trailer);
  std::memcpy(trailer.magic, ASCENDRT_FILE_MAGIC, sizeof(trailer.magic));
  record.bytes = bytes();
  record.numKernels = parts.numKernels;
  record.numKernelCalls = parts.numKernelCalls;
  record.numSideBySide = parts.statistics.numSideBySide;
  for (const CompileStatistics::Unit &unit : parts.statistics.units)
    record.units.push_back(unit.name);
  if (options.weightFiles == WeightFiles::OneEach)
    for (const WeightsPool::Part &part : weights.parts)
      if (part.bytes >= kWeightPage)
        record.large.emplace_back(part.offset, part.bytes);
}

llvm::Error FileImage::fill(MutableArrayRef<char> file) {
  auto *end = llvm::copy(code->getBuffer(), file.begin());
  std::fill(end, file.begin() + trailer.weights_offset, 0);
  auto *graph = llvm::copy(texts.report, file.begin() + trailer.report_offset);
  llvm::copy(texts.graph, graph);
  if (llvm::Error error = weights.write(
          file.slice(trailer.weights_offset, weights.bytes), options.threads))
    return error;
  char *last = file.end() - sizeof(trailer);
  std::memcpy(last, &trailer, sizeof(trailer));
  trailer.checksum = llvm::xxHash64(llvm::toStringRef(file.drop_back(
      sizeof(trailer) - offsetof(ascendrt_file_trailer, checksum))));
  std::memcpy(last, &trailer, sizeof(trailer));
  record.checksum = trailer.checksum;
  if (options.cache || options.models)
    record.hash = hashBlocks(llvm::toStringRef(file), options.threads);
  return llvm::Error::success();
}

llvm::Expected<WeightMemory> FileImage::make() {
  WeightMemory memory = allocateWeightMemory(bytes(), kBufferAlignment);
  if (!memory)
    return makeError({"",
                      "there is no memory for the " + std::to_string(bytes()) +
                          " bytes of the compiled file",
                      "", "", ExitCode::Limit});
  if (llvm::Error error = fill({memory.get(), bytes()}))
    return error;
  return memory;
}
