//===- CpuTarget.cpp - What the CPU has, and the cost table ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::ascend;
using llvm::StringRef;

namespace {

/// One row of the cost table: the least CPU of a form, what its kernels need of
/// a machine, and how they are tiled.
struct Form {
  StringRef name;
  StringRef cpu;
  StringRef needs;
  unsigned vectorBytes;
  bool halfConversions;
  GemmTile gemmTile;
};

} // namespace

/// Best form first. Tiles: accumulators fill half to three quarters of the
/// registers, and each loaded A scalar serves two vectors of B.
static const Form forms[] = {
    {"avx512",
     "x86-64-v4",
     "avx512f avx512bw avx512cd avx512dq avx512vl avx2 fma f16c bmi2",
     64,
     true,
     {8, 32}},
    {"avx2", "x86-64-v3", "avx2 fma f16c bmi2", 32, true, {6, 16}},
    {"aarch64", "generic", "neon", 16, true, {8, 8}},
    {"portable", "x86-64-v2", "sse4.2 popcnt", 16, false, {4, 8}},
};

static bool hasFeatures(const llvm::StringMap<bool> &host, StringRef needs) {
  llvm::SmallVector<StringRef> words;
  llvm::SplitString(needs, words);
  return llvm::all_of(words, [&](StringRef word) { return host.lookup(word); });
}

/// The triple of `form`: this process's where it is of that kind.
static std::string tripleOf(const Form &form) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  bool isArm = form.name == "aarch64";
  if (isArm ? !triple.isAArch64() : triple.isAArch64())
    triple = llvm::Triple(isArm ? "aarch64-unknown-linux-gnu"
                                : "x86_64-unknown-linux-gnu");
  return triple.str();
}

static CpuTarget makeTarget(const Form &form, StringRef cpu,
                            std::string features) {
  CpuTarget target;
  target.form = form.name.str();
  target.triple = tripleOf(form);
  target.cpu = cpu.str();
  target.features = std::move(features);
  target.vectorBytes = form.vectorBytes;
  target.halfConversions = form.halfConversions;
  target.gemmTile = form.gemmTile;
  target.byteDepth = llvm::Triple(target.triple).isX86() ? 2 : 1;
  target.bfloatDots = false;
  return target;
}

/// Features that every target of `form` states, whatever its CPU has.
static std::string fixedFeatures(const Form &form) {
  if (form.name == "aarch64")
    return "+neon";
  return form.vectorBytes == 64 ? "-prefer-256-bit,-avx512bf16" : "-avx512bf16";
}

CpuTarget CpuTarget::host() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  const Form *form = llvm::find_if(forms, [&](const Form &candidate) {
    return hasFeatures(features, candidate.needs);
  });
  // A CPU below the portable form, or no x86 at all: plain 16-byte vectors.
  if (form == std::end(forms))
    form = std::prev(std::end(forms));

  llvm::SmallVector<StringRef> names;
  for (const auto &feature : features)
    if (feature.second && feature.first() != "avx512bf16" &&
        feature.first() != "prefer-256-bit")
      names.push_back(feature.first());
  llvm::sort(names);
  std::string list;
  for (StringRef name : names)
    list += ("+" + name + ",").str();
  CpuTarget target = makeTarget(*form, llvm::sys::getHostCPUName(),
                                list + fixedFeatures(*form));
  if (form->vectorBytes == 64) {
    if (features.lookup("avx512vnni"))
      target.byteDepth = 4;
    target.bfloatDots = features.lookup("avx512bf16");
  }
  return target;
}

llvm::Expected<CpuTarget> CpuTarget::parse(StringRef name) {
  if (name == "native")
    return host();
  for (const Form &form : forms)
    if (name == form.name)
      return makeTarget(form, form.cpu, fixedFeatures(form));
  return makeError({"", ("unknown CPU '" + name + "'").str(), "",
                    "use native, avx512, avx2, portable or aarch64"});
}

bool CpuTarget::runsOnHost() const {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (const Form &candidate : forms)
    if (form == candidate.name)
      return hasFeatures(features, candidate.needs);
  return false;
}

bool CpuTarget::isOfHostArchitecture() const {
  return llvm::Triple(triple).getArch() ==
         llvm::Triple(llvm::sys::getProcessTriple()).getArch();
}
