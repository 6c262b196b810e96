//===- Fusions.h - The graph fusions that CANN knows ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What is known of the graph passes that CANN runs before it judges dtypes,
// from share/ascend/fusions.json, which is part of the library.

#ifndef ASCEND_OPSTORE_FUSIONS_H
#define ASCEND_OPSTORE_FUSIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// One graph pass, or one mode of it where the modes differ in their default.
struct FusionPassInfo {
  /// The name in CANN's logs and in a fusion switch file.
  std::string name;
  /// Counted from 1; 0 where the pass has one mode only.
  unsigned mode = 0;
  /// What CANN's own configuration says of the pass.
  struct Setting {
    /// Lower runs earlier; passes of one priority run by name.
    int priority = 0;
    /// On without a fusion switch file.
    bool isOn = true;
  };
  /// One for each of cannVersions().
  std::vector<Setting> settings;
  /// A fusion switch file can turn it off.
  bool closable = true;
  /// The options whose value false turns it off.
  std::vector<std::string> offBy;
  /// CANN records the names of the fused nodes in the new one.
  bool recordsNames = true;
  /// SoCInfo::kin of the chips that have it.
  std::vector<std::string> chips;
  /// For a pass that is not modelled, or in part: the op types of which all of
  /// one group are in every graph that the pass can change, or could still.
  std::vector<std::vector<std::string>> looksAt;
  /// A type of which each node counts as an effect in fusion_result.json, also
  /// one that stays as it is, and the chips where that is so.
  std::string countedType;
  std::vector<std::string> countingChips;
  /// "source read", "effect seen" (in a run of ATC) or both, else "inferred";
  /// and where.
  std::string sureness, source;

  bool runsOn(llvm::StringRef kin) const;
  /// Whether each match counts as an effect.
  bool countsMatches(llvm::StringRef kin) const;
  /// CANN counts it in fusion_result.json: not what GE's preparation does,
  /// which comes first, under the priorities 0 and 1, and has no switch.
  bool isCounted() const { return closable || settings.back().priority > 1; }
};

/// The versions of CANN whose configuration is known, the newest last.
llvm::ArrayRef<std::string> cannVersions();

/// All of them: those of one priority in the order in which CANN runs them.
llvm::ArrayRef<FusionPassInfo> fusionPasses();

/// A type that a pass replaces by another one whose constant operands have
/// become attributes.
struct ConstToAttrRule {
  struct Constant {
    /// Counted from 0; -1 is the last one.
    int operand;
    std::string attribute;
    /// A list of integers, else one.
    bool isList;
  };
  std::string pass, from, to;
  std::vector<Constant> constants;
  /// The new type must be supported by the op store.
  bool checkSupported = true;
  /// The shapes must be static; the constant must not be empty; the operand
  /// must be a float of 32 or 16 bits; x has more than five axes.
  bool needsStatic = false, needsElements = false, needsFloat = false,
       needsLongRank = false;
};

llvm::ArrayRef<ConstToAttrRule> constToAttrRules();

/// The op types that GE computes where all inputs are constants: those that a
/// host kernel of its own, or an open one of the host CPU engine, has.
llvm::ArrayRef<std::string> foldedTypes();

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_FUSIONS_H
