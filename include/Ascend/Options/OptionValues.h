//===- OptionValues.h - What a user asked for -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_OPTIONVALUES_H
#define ASCEND_OPTIONS_OPTIONVALUES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::ascend {

/// The names of all options of the table: option::precisionMode is
/// "precision_mode".
namespace option {
#define GET_OPTION_NAMES
#include "Ascend/Options/OptionAccessors.inc"
} // namespace option

/// Where a value is from.
struct OptionSource {
  /// "command line", "opts.json:3", "environment variable NAME", …; empty where
  /// nobody said.
  std::string from;
  /// What would be in force without it, in the order in which it was said:
  /// "precision_mode=force_fp16 (opts.json:3)".
  std::vector<std::string> overrides;
};

/// The options of one request as text, in the order in which they were first
/// set. The key is the option's name in the table (`precision_mode`). Nothing
/// is checked here.
class OptionValues {
public:
  /// Gives `name` a value; a later value replaces an earlier one.
  void set(llvm::StringRef name, llvm::StringRef value);

  /// The same, and where the value is from; what the option overrides stays.
  void set(llvm::StringRef name, llvm::StringRef value, llvm::StringRef from);

  /// Adds to what `name` overrides.
  void addOverride(llvm::StringRef name, std::string what);

  /// Where the value of `name` is from; nothing where nobody said.
  const OptionSource &sourceOf(llvm::StringRef name) const;

  /// Forgets `name`.
  void erase(llvm::StringRef name);

  /// The value of `name`, or nothing when it was not set. CANN reads an empty
  /// value as "not set", so an empty value is nothing too.
  std::optional<llvm::StringRef> get(llvm::StringRef name) const;

  /// The value of `name`, or `otherwise` where get gives nothing.
  llvm::StringRef getOr(llvm::StringRef name, llvm::StringRef otherwise) const;

  /// True when get gives a value.
  bool has(llvm::StringRef name) const { return get(name).has_value(); }

  // An accessor for each option, such as getPrecisionMode: a bool, a number or
  // the text; the table's default where it was not set, and nothing where it
  // has no default. has and get know by an option's name whether it was set.
#define GET_OPTION_ACCESSORS
#include "Ascend/Options/OptionAccessors.inc"

  bool empty() const { return entries.empty(); }
  auto begin() const { return entries.begin(); }
  auto end() const { return entries.end(); }

  bool operator==(const OptionValues &other) const {
    return entries == other.entries;
  }

private:
  /// What 1, true and on say, and 0, false and off; else `otherwise`.
  bool isOn(llvm::StringRef name, bool otherwise) const;

  /// The value as a number; nothing where it is none from `min` to `max`.
  std::optional<int64_t> getInteger(llvm::StringRef name, int64_t min,
                                    int64_t max) const;

  std::vector<std::pair<std::string, std::string>> entries;
  /// No part of what is asked for: equal values are equal from anywhere.
  std::map<std::string, OptionSource, std::less<>> sources;
};

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_OPTIONVALUES_H
