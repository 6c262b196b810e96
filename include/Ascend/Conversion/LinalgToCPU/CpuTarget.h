//===- CpuTarget.h - What the CPU has, and its plan -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The one place that knows CPUs: kernels are packed, tiled and vectorized by
// what stands here, and LLVM is given the same name and features. What is the
// same for all of them, and chosen because it is faster, is in Ascend/Costs.

#ifndef ASCEND_CONVERSION_LINALGTOCPU_CPUTARGET_H
#define ASCEND_CONVERSION_LINALGTOCPU_CPUTARGET_H

#include "Ascend/Conversion/LinalgToCPU/DataCaches.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace mlir::ascend {

/// The tile that ops of the cube unit pack for: panels of `columns` of a right
/// factor, [N/columns][K][columns], which stays 16 bits wide for up to `rows`
/// rows of the left one. How many rows stay in registers is the contraction's
/// to say (ContractionPlan.h).
struct GemmTile {
  int64_t rows;
  int64_t columns;
};

/// How kernels are packed, tiled and vectorized. The order of sums is that of
/// SumOrder.h on every plan. Any CPU runs any plan, with the same bits: LLVM
/// splits vectors that are wider than registers and writes out masks,
/// `ascend-expand-dots` writes out dots.
struct KernelPlan {
  /// The form of CPU that it is for: "avx512", "avx2", "portable", "aarch64".
  std::string name;
  /// Bytes of one vector: 64, 32 or 16.
  unsigned vectorBytes;
  /// Register tile of f32 (and widened f16, bf16) products.
  GemmTile gemmTile;
  /// How many k of a product of bytes one dot adds to int32 sums, exactly: 4
  /// (vpdpbusd), 2 (pmaddwd, of bytes widened to int16), or 1 for no dots.
  int64_t byteDepth;
  /// Whether bfloat16 has vdpbf16ps with emulation=fast, which takes two k of a
  /// product at once and counts subnormal numbers as 0.
  bool bfloatDots;
};

/// Which dots of vectors are instructions of a CPU.
struct DotInstructions {
  /// Bytes of the widest vector of pmaddwd: 64, 32, 16, or 0 for none.
  unsigned wordBytes;
  /// vpdpbusd (AVX512-VNNI).
  bool bytes;
  /// vdpbf16ps (AVX512-BF16).
  bool bfloats;
};

/// A CPU as the kernel generator and LLVM's code generator see it: what it has,
/// and the plan of the kernels that it runs.
struct CpuTarget {
  /// The form that it is of: "avx512", "avx2", "portable" or "aarch64".
  std::string form;
  /// LLVM's target triple, such as "x86_64-pc-linux-gnu".
  std::string triple;
  /// LLVM's CPU name, such as "znver4" or "x86-64-v3".
  std::string cpu;
  /// LLVM's feature string, "+avx2,-avx512bf16,…". avx512bf16 is off: its
  /// conversions flush subnormals, which no rounding of CANN does. Functions
  /// with a dot of it turn it on for themselves (`ascend-set-cpu-target`).
  std::string features;
  /// Whether f16 <-> f32 conversions are instructions (F16C).
  bool halfConversions;
  DotInstructions dots;
  /// Those of the machine where it is the host and tells them; else, and with
  /// the plan of another form, those of the smallest CPUs that are usual of the
  /// form.
  DataCaches caches;
  KernelPlan plan;

  /// The machine that this process runs on.
  static CpuTarget host();

  /// The target of `name`: "native" (this machine), or the least CPU of a form:
  /// "avx512" (x86-64-v4), "avx2" (x86-64-v3: AVX2, FMA, F16C), "portable"
  /// (x86-64-v2: SSE4.2), "aarch64" (Armv8-A: NEON). Its plan is its form's,
  /// with the dots that it has instructions for, or, where `plan` is not empty,
  /// all of the plan of the form `plan`, with that one's caches. `caches`,
  /// where it is not empty, says how large these are (`DataCaches::parse`). Any
  /// other name is an error.
  static llvm::Expected<CpuTarget> parse(llvm::StringRef name,
                                         llvm::StringRef plan = "",
                                         llvm::StringRef caches = "");

  /// Whether code of this target runs on this machine.
  bool runsOnHost() const;

  /// Whether machines of this one's architecture run it: objects for them can
  /// be linked here.
  bool isOfHostArchitecture() const;
};

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_LINALGTOCPU_CPUTARGET_H
