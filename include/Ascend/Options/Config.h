//===- Config.h - The checked configuration of one compilation --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Everything that the precision passes know of the user's wishes. loadConfig
// makes it of option values and file texts and nothing else, so two calls with
// the same texts agree, in any process. What needs the graph (an entry that
// matches no op, E10003, EZ3003, E29999) is for the passes.

#ifndef ASCEND_OPTIONS_CONFIG_H
#define ASCEND_OPTIONS_CONFIG_H

#include "Ascend/OpStore/DType.h"
#include "Ascend/OpStore/Installation.h"
#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Options/ImplMode.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::ascend {

/// FE's precision modes with FE's numbers.
enum class PrecisionMode : uint8_t {
  ForceFP16 = 0,
  AllowFP32ToFP16 = 1,
  MixFP16 = 2,
  MustKeep = 3,
  /// force_fp32 and cube_fp16in_fp32out, in both options.
  ForceFP32 = 4,
  /// Known to FE, not to any option: loadConfig never gives it.
  ForceLowerPrecision = 5,
  AllowFP32ToBF16 = 6,
  /// Known to FE, not to any option: loadConfig never gives it.
  AllowFP32ToLowPrecision = 7,
  MixBF16 = 8,
  CubeHif8 = 9,
  MixedHif8 = 10
};

/// The v1 word of a mode (`force_fp16`, …), or FE's own where v1 has none.
llvm::StringRef stringifyPrecisionMode(PrecisionMode mode);

/// How gray ops choose (gray_strategy).
enum class GrayStrategy : uint8_t { Faithful, MinCasts, MinCastBytes };

/// True for the modes that read the white, black and gray lists.
inline bool isMixedMode(PrecisionMode mode) {
  return mode == PrecisionMode::MixFP16 || mode == PrecisionMode::MixBF16 ||
         mode == PrecisionMode::MixedHif8;
}

/// Where a wish was written.
struct ConfigLine {
  /// The file as the option named it; empty when the wish stands in an option
  /// or in a built-in list, whose name `text` then holds.
  std::string file;
  /// Counted from 1; 0 without a file.
  unsigned line = 0;
  /// The line, trimmed (for JSON: the op type).
  std::string text;

  /// "file:line", or `text` without a file.
  std::string str() const;
};

/// What stands before a type where a file has names, too.
inline constexpr llvm::StringLiteral kTypePrefix = "OpType::";

/// A line of the keep_dtype file.
struct KeepDtypeEntry {
  bool isType;
  /// An op type (exact), or a node's name or original name.
  std::string name;
  ConfigLine where;
  /// Where in the line the name begins, from 1.
  unsigned column;

  /// file:line:column of the name.
  std::string place() const;
};

/// A line of the customize_dtypes file. Only the first line of a name and the
/// first of a type are here; a name beats a type.
struct CustomDtypeEntry {
  bool isType;
  std::string name;
  /// By index; nullopt = any. Fewer entries than tensors: the rest is any.
  llvm::SmallVector<std::optional<DType>> inputs, outputs;
  ConfigLine where;

  /// No entry names a dtype: FE then selects no column and the compilation
  /// fails with E29999 if any op matches. (An entry that has dtypes only at
  /// indices that the op lacks does the same: that needs the op.)
  bool constrainsNothing() const;
};

/// What modify_mixlist says of one op type: FE's bits.
struct MixlistEntry {
  enum Bit : unsigned {
    GrayAdd = 0x01,
    GrayRemove = 0x02,
    WhiteAdd = 0x04,
    WhiteRemove = 0x08,
    BlackAdd = 0x10,
    BlackRemove = 0x20
  };
  /// One of FE's eleven legal sets.
  unsigned bits = 0;
  /// The place of each bit, in file order.
  llvm::SmallVector<std::pair<Bit, ConfigLine>, 2> lines;

  bool has(Bit bit) const { return bits & bit; }
};

/// One implementation mode in force.
struct ImplModeEntry {
  /// A node's name or an op type.
  std::string key;
  bool byName;
  ImplMode mode;
  ConfigLine where;
  /// "op_precision_mode", "op_select_implmode", "optypelist_for_implmode" or
  /// "allow_hf32": the option that gave it.
  std::string source;
};

/// The implementation modes after FE's precedence: the first insertion of a key
/// wins, and a name beats a type.
class ImplModeTable {
public:
  /// Adds `entry` unless its key is taken; returns the entry that stands.
  const ImplModeEntry &insert(ImplModeEntry entry);

  /// The entry for a node name / an op type alone, or null.
  const ImplModeEntry *byName(llvm::StringRef name) const;
  const ImplModeEntry *byType(llvm::StringRef type) const;

  /// All entries in the order of their insertion.
  llvm::ArrayRef<ImplModeEntry> entries() const { return list; }

private:
  std::vector<ImplModeEntry> list;
  llvm::StringMap<size_t> names, types;
};

/// An entry "node:index:TYPE" of output_type.
struct OutputTypeEntry {
  std::string node;
  unsigned index;
  DType dtype;
};

/// A line of a user's file that has no effect whatever the graph is.
struct UnusedLine {
  ConfigLine where;
  /// The line that wins over it; nullopt when it is unused by itself.
  std::optional<ConfigLine> by;
  /// One sentence.
  std::string why;
};

/// The checked configuration.
struct Config {
  /// The chip's name, and what is known of it: built in, or from the platform
  /// file of the user's CANN installation.
  std::string soc;
  SoCInfo chip;
  PrecisionMode mode = PrecisionMode::ForceFP16;
  /// As the user gave it; where the mode is a default, its v1 word.
  std::string modeWord;
  bool modeIsDefault = true;
  /// The mode came from precision_mode_v2.
  bool usesV2 = false;
  /// 0 inference, 1 training.
  int graphRunMode = 0;

  /// In file order.
  std::vector<KeepDtypeEntry> keepDtype;
  std::vector<CustomDtypeEntry> customDtypes;
  /// By op type.
  std::map<std::string, MixlistEntry> mixlist;
  ImplModeTable implModes;
  /// op_precision_mode is set: FE then also writes
  /// `_op_custom_impl_mode_enum` for hits by name.
  bool hasOpPrecisionMode = false;
  /// allow_hf32 as two digits "conv matmul" ("10" = conv yes, matmul no);
  /// nullopt when the user did not set it or the SoC has no HF32.
  std::optional<std::string> allowHF32;

  /// input_fp16_nodes: names of network inputs that become float16.
  std::vector<std::string> inputFP16Nodes;
  /// output_type: for all network outputs, or for these alone.
  std::optional<DType> outputType;
  std::vector<OutputTypeEntry> outputTypes;

  bool weightClip = true;
  /// FE's merging of inverse casts (merge_casts=fe).
  bool mergeCasts = true;
  /// What ends with an error: everything, or one kind of fault.
  enum class Strict { Off, On, Config, Facts, Overflow };
  Strict strict = Strict::Off;
  bool isStrictOf(Strict kind) const {
    return strict == kind || strict == Strict::On;
  }
  /// Faithful wherever gray_strategy has no effect.
  GrayStrategy grayStrategy = GrayStrategy::Faithful;
  /// Path and text of each ops_info file, as OpStore::get takes them.
  std::vector<std::pair<std::string, std::string>> opsInfo;

  /// What opp_path holds for the chip; null without opp_path.
  std::shared_ptr<const Installation> installation;

  std::vector<UnusedLine> unusedLines;
  /// Already complete sentences with their place, in the order found.
  std::vector<Diagnostic> warnings;
};

/// Checks all values (each one by itself, then together), reads the files and
/// gives the configuration. Options that do not concern the precision passes
/// are checked and otherwise left alone. An error carries CANN's code where
/// CANN has one.
llvm::Expected<Config> loadConfig(const OptionValues &values,
                                  FileSource &files);

/// config.implModes as an ini file for op_precision_mode: read alone, or beside
/// the same options, it gives every op the same mode. An error where a key
/// cannot stand in such a file.
llvm::Expected<std::string> formatImplModeIni(const Config &config);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_CONFIG_H
