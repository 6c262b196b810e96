//===- CpuTarget.cpp - What the CPU has, and its plan ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::ascend;
using llvm::StringRef;

namespace {

/// The least CPU of a form, what its kernels need of a machine and have there,
/// how large the caches of the smallest usual CPUs with such registers are, and
/// the plan of the best CPU of the form.
struct Form {
  StringRef name;
  StringRef cpu;
  StringRef needs;
  bool halfConversions;
  unsigned wordDotBytes;
  DataCaches caches;
  unsigned vectorBytes;
  GemmTile gemmTile;
  int64_t byteDepth;
  bool bfloatDots;

  KernelPlan plan() const {
    return {name.str(), vectorBytes, gemmTile, byteDepth, bfloatDots};
  }
};

} // namespace

/// Best form first. Tiles: accumulators fill half to three quarters of the
/// registers, and each loaded A scalar serves two vectors of B. Caches: of
/// AVX-512 those of Skylake-SP and Zen 4, of AVX2 those of Zen 2 and 3.
static const Form forms[] = {
    {"avx512",
     "x86-64-v4",
     "avx512f avx512bw avx512cd avx512dq avx512vl avx2 fma f16c bmi2",
     /*halfConversions=*/true,
     /*wordDotBytes=*/64,
     {32 << 10, 1 << 20},
     /*vectorBytes=*/64,
     {8, 32},
     /*byteDepth=*/4,
     /*bfloatDots=*/true},
    {"avx2",
     "x86-64-v3",
     "avx2 fma f16c bmi2",
     /*halfConversions=*/true,
     /*wordDotBytes=*/32,
     {32 << 10, 512 << 10},
     /*vectorBytes=*/32,
     {6, 16},
     /*byteDepth=*/2,
     /*bfloatDots=*/false},
    {"aarch64",
     "generic",
     "neon",
     /*halfConversions=*/true,
     /*wordDotBytes=*/0,
     {32 << 10, 512 << 10},
     /*vectorBytes=*/16,
     {8, 8},
     /*byteDepth=*/1,
     /*bfloatDots=*/false},
    {"portable",
     "x86-64-v2",
     "sse4.2 popcnt",
     /*halfConversions=*/false,
     /*wordDotBytes=*/16,
     {32 << 10, 512 << 10},
     /*vectorBytes=*/16,
     {4, 8},
     /*byteDepth=*/2,
     /*bfloatDots=*/false},
};

static const Form *findForm(StringRef name) {
  const Form *form = llvm::find_if(
      forms, [&](const Form &candidate) { return candidate.name == name; });
  return form == std::end(forms) ? nullptr : form;
}

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

/// A CPU of `form`, with the plan of the dots that it has.
static CpuTarget makeTarget(const Form &form, StringRef cpu,
                            std::string features, bool byteDots = false,
                            bool bfloatDots = false) {
  CpuTarget target;
  target.form = form.name.str();
  target.triple = tripleOf(form);
  target.cpu = cpu.str();
  target.features = std::move(features);
  target.halfConversions = form.halfConversions;
  bool isX86 = llvm::Triple(target.triple).isX86();
  target.dots = {isX86 ? form.wordDotBytes : 0, byteDots, bfloatDots};
  target.caches = form.caches;
  target.plan = form.plan();
  int64_t depth = byteDots ? 4 : target.dots.wordBytes != 0 ? 2 : 1;
  target.plan.byteDepth = std::min(target.plan.byteDepth, depth);
  target.plan.bfloatDots &= bfloatDots;
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

  // The CPU's name stands for features that a virtual machine may hide.
  llvm::SmallVector<std::pair<StringRef, bool>> stated;
  for (const auto &feature : features)
    if (feature.first() != "avx512bf16" && feature.first() != "prefer-256-bit")
      stated.emplace_back(feature.first(), feature.second);
  llvm::sort(stated);
  std::string list;
  for (auto [name, isThere] : stated)
    list += ((isThere ? "+" : "-") + name + ",").str();
  bool hasDots = form->vectorBytes == 64;
  CpuTarget target = makeTarget(*form, llvm::sys::getHostCPUName(),
                                list + fixedFeatures(*form),
                                hasDots && features.lookup("avx512vnni"),
                                hasDots && features.lookup("avx512bf16"));
  target.caches = DataCaches::host(form->caches);
  return target;
}

static llvm::Error unknownName(const char *what, StringRef name,
                               const char *known) {
  return makeError(
      {"", llvm::formatv("unknown {0} '{1}'", what, name).str(), "", known});
}

llvm::Expected<CpuTarget> CpuTarget::parse(StringRef name, StringRef plan,
                                           StringRef caches) {
  const Form *form = findForm(name);
  if (!form && name != "native")
    return unknownName("CPU", name,
                       "use native, avx512, avx2, portable or aarch64");
  CpuTarget target =
      form ? makeTarget(*form, form->cpu, fixedFeatures(*form)) : host();
  if (!plan.empty()) {
    const Form *planned = findForm(plan);
    if (!planned)
      return unknownName("plan", plan, "use avx512, avx2, portable or aarch64");
    target.plan = planned->plan();
    target.caches = planned->caches;
  }
  if (!caches.empty()) {
    llvm::Expected<DataCaches> forced = DataCaches::parse(caches);
    if (!forced)
      return forced.takeError();
    target.caches = *forced;
  }
  return target;
}

bool CpuTarget::runsOnHost() const {
  const Form *own = findForm(form);
  return own && hasFeatures(llvm::sys::getHostCPUFeatures(), own->needs);
}

bool CpuTarget::isOfHostArchitecture() const {
  return llvm::Triple(triple).getArch() ==
         llvm::Triple(llvm::sys::getProcessTriple()).getArch();
}
