//===- Option.h - The one table of options ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The table of Options.td as C++ data. Command line, passes, sessions and
// --help all read it.

#ifndef ASCEND_OPTIONS_OPTION_H
#define ASCEND_OPTIONS_OPTION_H

#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::ascend {

/// How a value is written.
enum class OptionKind : uint8_t {
  /// One word of OptionInfo::values.
  Word,
  /// on or off; on a command line the name alone is on.
  Switch,
  /// A number from OptionInfo::min to OptionInfo::max.
  Integer,
  Text,
  File,
  Folder,
  FileOrFolder
};

/// What becomes of an option.
enum class OptionClass : uint8_t {
  Acts,
  /// Accepted and checked, without effect in one CPU process.
  NoMeaning,
  /// Refused, with a clear error, unless it asks for what is done anyway.
  NotBuiltYet
};

/// Who takes an option; a set of bits. Asc is ascend-run with a compiled file,
/// Api the C interface and Python, Convert, Dump and Show are ascend-atc with
/// --mode=1, 5 and 6.
enum class OptionTaker : uint8_t {
  Atc = 1,
  Run = 2,
  Pass = 4,
  Asc = 8,
  Api = 16,
  Convert = 32,
  Show = 64,
  Dump = 128
};

/// What of CANN takes an option; a set of bits.
enum class OptionKnower : uint8_t { Atc = 1, Session = 2 };

/// A heading of --help and of docs/Options.md.
struct OptionGroup {
  llvm::StringRef title, doc;
};

/// One option.
struct OptionInfo {
  /// The name on a command line and in a session: "precision_mode".
  llvm::StringRef name;
  /// The name as a pass option: "precision-mode"; "soc" for soc_version.
  llvm::StringRef passName;
  /// An index into optionGroups().
  unsigned group;
  OptionKind kind;
  /// Of a file or folder: it is an output.
  bool isWritten;
  /// Of a folder: patterns (llvm::GlobPattern) of the files in it, by their
  /// paths from it, that are read, or written.
  llvm::ArrayRef<llvm::StringRef> folderFiles;
  /// Of a file: its name ends in one of these; none: in anything.
  llvm::ArrayRef<llvm::StringRef> endings;
  llvm::StringRef metavar;
  llvm::ArrayRef<llvm::StringRef> values;
  /// Of a text: a regular expression for the whole of it; may be empty.
  llvm::StringRef pattern;
  /// What a command line means that gives no value; empty: it must.
  llvm::StringRef alone;
  int min, max;
  /// Empty when it has none.
  llvm::StringRef defaultValue;
  /// The default in words, where it is no single value.
  llvm::StringRef defaultDoc;
  bool allowsEmpty;
  llvm::ArrayRef<llvm::StringRef> conflicts;
  llvm::StringRef conflictCode;
  /// Options without which it says nothing, and CANN's code for that.
  llvm::ArrayRef<llvm::StringRef> needs;
  llvm::StringRef needsCode;
  /// Options of which one at least must be asked for, or it does nothing.
  llvm::ArrayRef<llvm::StringRef> actsWith;
  /// What to use instead; empty when not deprecated.
  llvm::StringRef deprecated;
  OptionClass optionClass;
  /// For NoMeaning: why.
  llvm::StringRef reason;
  /// For NotBuiltYet: the values that are refused; none: all but the default.
  llvm::ArrayRef<llvm::StringRef> notBuilt;
  /// CANN's code for a bad value.
  llvm::StringRef code;
  /// CANN's name of the option in errors.
  llvm::StringRef parameterName;
  /// CANN's reason for a bad value; empty: a list of the valid values.
  llvm::StringRef invalidReason;
  /// What to do about a bad value, beyond taking a valid one; may be empty.
  llvm::StringRef mend;
  /// Values that CANN's fusion engine refuses with E20101.
  llvm::ArrayRef<llvm::StringRef> refusedByEngine;
  /// What a command line writes in place of `values`, what each word means, and
  /// CANN's code for any other word.
  llvm::ArrayRef<llvm::StringRef> commandLineWords, commandLineMeans;
  llvm::StringRef commandLineCode;
  uint8_t takers;
  uint8_t knowers;
  /// SoCInfo::shortName of the chips that CANN's documents name for it; empty:
  /// all.
  llvm::ArrayRef<llvm::StringRef> products;
  /// The environment variable that gives a value where the option does not; may
  /// be empty.
  llvm::StringRef environment;
  /// It says where and how the work is done, not what comes of it.
  bool isOutside;
  /// This project's own: CANN does not know it.
  bool own;
  /// One paragraph.
  llvm::StringRef doc;

  bool isTakenBy(OptionTaker taker) const {
    return takers & static_cast<uint8_t>(taker);
  }
  bool isKnownTo(OptionKnower knower) const {
    return knowers & static_cast<uint8_t>(knower);
  }
};

/// GE's own name for an option that has another one on a command line.
struct GEOptionName {
  llvm::StringRef geName, name;
};

/// What --help says of a tool.
struct ToolInfo {
  OptionTaker taker;
  llvm::StringRef name, usage, summary;
  /// The option that an argument without a name is for; empty: none.
  llvm::StringRef positional;
  /// Pairs: what it does, the command.
  llvm::ArrayRef<llvm::StringRef> examples;
};

/// All options, by group, then in the order of the table.
llvm::ArrayRef<OptionInfo> allOptions();
llvm::ArrayRef<OptionGroup> optionGroups();
llvm::ArrayRef<ToolInfo> allTools();

/// The option called `name` ("precision_mode"), or null.
const OptionInfo *lookupOption(llvm::StringRef name);

/// The same for a name as a command line writes it, where dashes stand for
/// underscores, too.
const OptionInfo *lookupSpelling(llvm::StringRef spelling);

/// The option that GE's API calls `geName` ("ge.exec.precision_mode"; some have
/// the name of the command line), or null.
const OptionInfo *lookupGEOption(llvm::StringRef geName);

/// The option that passes call `passName` ("precision-mode", "soc"), or null.
const OptionInfo *lookupPassOption(llvm::StringRef passName);

/// The known name that is nearest to `name` among the options of `taker`, or
/// empty if none is near. With Pass the answer is a pass name.
llvm::StringRef nearestOption(llvm::StringRef name, OptionTaker taker);

/// CANN's sentence for a bad value of an option. The fusion engine, whose code
/// is E20101, writes value and parameter in brackets; ATC does not.
std::string invalidValue(llvm::StringRef code, llvm::StringRef value,
                         llvm::StringRef parameter, llvm::StringRef reason);

/// Checks `value` by itself, as a pass or a session writes it: kind, range,
/// and whether what it asks for is built. Errors carry CANN's code.
llvm::Error checkOptionValue(const OptionInfo &option, llvm::StringRef value);

/// The same for a value that somebody gives: an empty one is E10004, unless it
/// is legal.
llvm::Error checkGivenValue(const OptionInfo &option, llvm::StringRef value);

/// The same for a value on a command line, which takes the characters of CANN's
/// paths alone. Gives the value that sessions use (for allow_hf32 "1" for
/// "true"), else `value` itself.
llvm::Expected<std::string> checkCommandLineValue(const OptionInfo &option,
                                                  llvm::StringRef value);

/// The value of a session that a command line means by `word`, "1" by "true"
/// for allow_hf32; `word` itself where it has no word of its own for it.
llvm::StringRef sessionValue(const OptionInfo &option, llvm::StringRef word);

/// The reverse: the word of a command line for a session's `value`, or `value`.
llvm::StringRef commandLineWord(const OptionInfo &option,
                                llvm::StringRef value);

/// What is to be said of an option that has `value` and changes nothing here;
/// nothing where it acts, or asks for what is done anyway.
std::optional<Diagnostic> withoutEffect(const OptionInfo &option,
                                        llvm::StringRef value);

/// What is to be said once of an option that is given, with this value: that it
/// is deprecated, and what to use; what withoutEffect says.
std::vector<Diagnostic> remarksOn(const OptionInfo &option,
                                  llvm::StringRef value);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_OPTION_H
