//===- UBFusions.h - What CANN fuses in the unit's buffer -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPSTORE_UBFUSIONS_H
#define ASCEND_OPSTORE_UBFUSIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <limits>
#include <string>
#include <vector>

namespace mlir::ascend {

/// One place of a chain, for `least` to `most` ops, each of which reads the one
/// before.
struct UBSlot {
  /// The names of patterns of which ops are one.
  std::vector<std::string> of;
  /// Types that are allowed; all of the patterns where it is empty.
  std::vector<std::string> types;
  /// Types that are not.
  std::vector<std::string> notTypes;
  unsigned least = 1, most = 1;
  /// How many operands an op has.
  unsigned leastInputs = 0;
  unsigned mostInputs = std::numeric_limits<unsigned>::max();
  /// The number of the op in the chain that it reads as well; -1 for none.
  int reads = -1;
};

/// A pass behind the decision that compiles a chain of ops as one kernel.
struct UBFusionPass {
  /// The name in CANN's logs and in a fusion switch file.
  std::string name;
  int priority = 0;
  bool closable = true;
  /// Whether it takes ops of known extents alone, or of open ones alone.
  bool isStatic = false, isDynamic = false;
  /// "source read", "document", "effect seen" or several of them.
  std::string sureness;
  /// SoCInfo::kin of the chips that have it.
  std::vector<std::string> chips;
  /// The first that matches is taken. Without one the pass takes any connected
  /// set of elementwise ops (AutomaticUbFusion).
  std::vector<std::vector<UBSlot>> chains;

  bool runsOn(llvm::StringRef kin) const;
  /// Whether its body was read by somebody outside: else what it takes is a
  /// document's word.
  bool isRead() const;
};

/// All that take ops of float models, in the order in which CANN runs them;
/// what is known of quantized ones, and of those of which only the name is
/// public, is not here.
llvm::ArrayRef<UBFusionPass> ubFusionPasses();

/// Whether ops of that type are of the pattern of the op's kernel; of ElemWise
/// and Broadcast by types alone.
bool isOfUBPattern(llvm::StringRef type, llvm::StringRef pattern);

/// Passes that a fusion switch file cannot close, also those of quantized
/// models.
llvm::ArrayRef<std::string> neverClosedUBFusions();

/// The names of all passes that a fusion switch file may name.
llvm::ArrayRef<std::string> ubFusionNames();

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_UBFUSIONS_H
