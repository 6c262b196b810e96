//===- CompiledFile.cpp - From a typed module to a file -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "CodeGenerator.h"
#include "Compilation.h"
#include "KeptFile.h"
#include "KeptModel.h"
#include "LinkObjects.h"
#include "ModelObject.h"
#include "StaticLibrary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;

/// The features that code for `target` may use, as bits of a file. A CPU that
/// has more than files can ask for is an error.
static llvm::Expected<uint64_t> neededFeatures(const CpuTarget &target) {
  SmallVector<StringRef> features, everyCPU;
  llvm::X86::getFeaturesForCPU(target.cpu, features);
  llvm::X86::getFeaturesForCPU("x86-64", everyCPU);
  for (StringRef feature : llvm::split(target.features, ','))
    if (feature.consume_front("+"))
      features.push_back(feature);
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
    else if (!llvm::is_contained(everyCPU, feature) && feature != "crc32")
      return makeError({"",
                        "code for the CPU '" + target.cpu +
                            "' may need its feature '" + feature.str() +
                            "', which compiled files do not know",
                        "", "use the target avx512, avx2 or portable"});
  }
  return needed;
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
link(CompiledParts &parts, const CompileOptions &options) {
  StageTime time(parts.statistics, "link");
  auto description = generateObject(
      [&](llvm::LLVMContext &context) {
        return describeInModule(parts.describe(), ASCENDRT_FILE_MODEL,
                                kEntrySymbol, /*weights=*/{}, context);
      },
      options.target, options.stop);
  if (!description)
    return description.takeError();
  parts.objects.push_back(std::move(*description));
  return linkObjects(parts.objects, ASCENDRT_FILE_MODEL);
}

static llvm::Error writeFile(StringRef path, StringRef code,
                             const WeightsPool &weights, unsigned threads,
                             ModelTexts texts, ascendrt_file_trailer &trailer) {
  trailer.code_bytes = code.size();
  trailer.weights_offset = llvm::alignTo(code.size(), ASCENDRT_FILE_PAGE);
  trailer.weights_bytes = weights.bytes;
  trailer.report_offset = trailer.weights_offset + trailer.weights_bytes;
  trailer.report_bytes = texts.report.size();
  trailer.file_bytes = trailer.report_offset + trailer.report_bytes +
                       texts.graph.size() + sizeof(trailer);
  trailer.abi_version = ASCENDRT_ABI_VERSION;
  trailer.version = ASCENDRT_FILE_VERSION;
  trailer.trailer_bytes = sizeof(trailer);
  std::memcpy(trailer.magic, ASCENDRT_FILE_MAGIC, sizeof(trailer.magic));

  return writeWholeFile(
      path, trailer.file_bytes, [&](MutableArrayRef<char> file) -> llvm::Error {
        llvm::copy(code, file.begin());
        auto *graph =
            llvm::copy(texts.report, file.begin() + trailer.report_offset);
        llvm::copy(texts.graph, graph);
        if (llvm::Error error = weights.write(
                file.slice(trailer.weights_offset, weights.bytes), threads))
          return error;
        MutableArrayRef<char> end = file.take_back(sizeof(trailer));
        std::memcpy(end.data(), &trailer, sizeof(trailer));
        trailer.checksum = llvm::xxHash64(llvm::toStringRef(file.drop_back(
            sizeof(trailer) - offsetof(ascendrt_file_trailer, checksum))));
        std::memcpy(end.data(), &trailer, sizeof(trailer));
        return llvm::Error::success();
      });
}

llvm::Expected<CompiledFileInfo>
mlir::ascend::compileToFile(ModuleOp module, const CompileOptions &options,
                            ModelTexts texts, StringRef path,
                            CompileProgress progress) {
  if (!options.target.isOfHostArchitecture())
    return compileToLibrary(module, options, path, progress);
  llvm::Expected<uint64_t> features = neededFeatures(options.target);
  if (!features)
    return features.takeError();
  std::optional<KeptModel> model;
  std::optional<KeptFile> kept;
  if (options.cache && !options.files.isOn() &&
      model.emplace(module, options).getKey()) {
    kept.emplace(*model->getKey(), options, texts);
    CompileStatistics statistics = model->getStatistics();
    std::optional<CompiledFileInfo> info;
    {
      StageTime time(statistics, "compare");
      info = kept->find(path);
    }
    if (info) {
      info->statistics.stages = std::move(statistics.stages);
      return std::move(*info);
    }
  }
  llvm::Expected<CompiledParts> parts =
      compileToParts(module, options, progress, model ? &*model : nullptr);
  if (!parts)
    return parts.takeError();
  auto code = link(*parts, options);
  if (!code)
    return code.takeError();
  if (isDue(options.stop))
    return options.stop->error();
  ascendrt_file_trailer trailer = {};
  trailer.cpu_features = *features;
  {
    StageTime time(parts->statistics, "write");
    if (llvm::Error error =
            writeFile(path, (*code)->getBuffer(), parts->weights,
                      options.threads, texts, trailer))
      return error;
  }
  CompiledFileInfo info{options.target.form, trailer.file_bytes,
                        parts->numKernels, parts->numKernelCalls,
                        std::move(parts->statistics)};
  if (kept) {
    StageTime time(info.statistics, "keep");
    kept->store(info, trailer.checksum, path);
  }
  return info;
}
