//===- FusionSwitches.h - Which graph fusions are on ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_FILES_FUSIONSWITCHES_H
#define ASCEND_OPTIONS_FILES_FUSIONSWITCHES_H

#include "Ascend/OpStore/Fusions.h"
#include "Ascend/OpStore/UBFusions.h"
#include "Ascend/Options/Config.h"

#include <map>
#include <set>

namespace mlir::ascend {

/// What cann_version, oo_level, optimization_switch and a fusion_switch_file
/// say of graph fusions. FE asks in this order: an option of the pass,
/// ExceptionalPassOfO1Level, passes that cannot be closed, optimization_switch,
/// oo_level, the pass by name, CANN's own file (the pass's default), ALL, and
/// then on.
struct FusionSwitches {
  /// A pass that the file names.
  struct Switch {
    bool on;
    ConfigLine where;
  };
  /// Index into cannVersions().
  unsigned version = 0;
  std::map<std::string, Switch> byName;
  std::optional<bool> all;
  /// Of the passes behind the decision, whose names are others.
  std::map<std::string, bool> ubByName;
  std::optional<bool> ubAll;
  /// ExceptionalPassOfO1Level: on whatever else is said.
  std::set<std::string> alwaysOn;
  /// oo_level=O1: off is what nothing else says to be on.
  bool isO1 = false;
  /// Passes that optimization_switch names: what it says counts at O1, too.
  std::set<std::string> byOption;
  /// Options that are false, of those that turn passes off.
  std::set<std::string> falseOptions;
  /// Priorities that replace those of CANN's version.
  std::map<std::string, int> priorities;
  /// Complete sentences with their place: a pass that cannot be closed, an
  /// unknown name.
  std::vector<Diagnostic> warnings;

  bool isOn(const FusionPassInfo &pass) const;
  bool isOn(const UBFusionPass &pass) const;
  int priorityOf(const FusionPassInfo &pass) const;
};

/// Reads the file that fusion_switch_file names; everything is on the default
/// of cann_version without one. JSON as CANN documents it,
///   {"Switch": {"GraphFusion": {"ALL": "off", "SoftmaxFusionPass": "on"},
///               "UBFusion": {…}},
///    "Priority": {"GraphFusion": {"Top": {"PASS": "100"}, "Main": …}}},
/// or the older lines `PASS:off`, which CANN tries where the JSON does not
/// parse. Errors: E21001 (no such file, or empty), E21002 (JSON of another
/// form), E20003 (a line without colon, a value that is not on or off, a pass
/// that stands twice).
llvm::Expected<FusionSwitches> loadFusionSwitches(const OptionValues &values,
                                                  FileSource &files);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_FILES_FUSIONSWITCHES_H
