//===- ConfigFiles.h - Readers of the configuration files -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Each reader takes the text of a file and adds to a Config what it says.

#ifndef ASCEND_LIB_OPTIONS_FILES_CONFIGFILES_H
#define ASCEND_LIB_OPTIONS_FILES_CONFIGFILES_H

#include "Ascend/Options/Config.h"

#include <vector>

namespace mlir::ascend {

/// One line of a text file, as std::getline gives it to CANN's parsers: without
/// '\n' but with '\r'; a last '\n' begins no line of its own.
struct TextLine {
  llvm::StringRef text;
  /// Counted from 1.
  unsigned number;
};

/// Of a line of a text file, and of a name in JSON: names of nodes have some
/// hundred bytes, and each is held, compared and quoted some dozen times.
inline constexpr size_t kMostEntryBytes = size_t(1) << 20;

/// The lines of `text`. A NUL byte is an error with its place: CANN's parsers
/// would cut the line there without a word. So is a line that is too long. A
/// byte order mark stays in the first line, as in CANN, and gives a warning, as
/// do bytes that are not UTF-8.
llvm::Expected<std::vector<TextLine>>
splitLines(llvm::StringRef text, llvm::StringRef path, Config &config);

/// Blanks at both ends of a line or word do not count in CANN's parsers.
inline llvm::StringRef trimBlanks(llvm::StringRef text) {
  return text.trim(" \t\n\v\f\r");
}

/// The place of `part`, which lies inside the text of `line`.
std::string placeOf(llvm::StringRef path, const TextLine &line,
                    llvm::StringRef part);

/// The text of the file at `path`. `missing` is the error where there is none,
/// `unreadable` (or else `missing`) where it is there and cannot be read; both
/// are completed by the system's reason.
llvm::Expected<std::string>
readFile(FileSource &files, llvm::StringRef path, Diagnostic missing,
         std::optional<Diagnostic> unreadable = std::nullopt);

/// keep_dtype.
llvm::Error readKeepDtypeFile(llvm::StringRef text, llvm::StringRef path,
                              Config &config);

/// customize_dtypes.
llvm::Error readCustomizeDtypesFile(llvm::StringRef text, llvm::StringRef path,
                                    Config &config);

/// modify_mixlist.
llvm::Error readMixlistFile(llvm::StringRef text, llvm::StringRef path,
                            Config &config);

/// op_precision_mode, and the lists of impl_mode_dir, which have its grammar.
/// `source` is the option that asked for the file.
llvm::Error readOpPrecisionIni(llvm::StringRef text, llvm::StringRef path,
                               llvm::StringRef source, Config &config);

/// experimental_accelerate_train_mode: appends how far the training is, from
/// the environment's STEP_NOW and TOTAL_STEP or LOSS_NOW and TARGET_LOSS.
void fillTrainingProgress(OptionValues &values);

/// The word of the mixed mode that experimental_accelerate_train_mode puts in
/// the place of the user's mode; nothing without the option, or once the low
/// precision is over. Errors: the fields, an unknown progress, a mode that it
/// does not go with.
llvm::Expected<std::optional<llvm::StringRef>>
acceleratedMode(const OptionValues &values);

/// What --mode asks for is there, and nothing that belongs to another mode;
/// `warnings` hear of options that the mode does not look at. The mode of who
/// knows no other is 0, which needs a model: `usage` says how to name it.
llvm::Error checkMode(const OptionValues &values, llvm::StringRef usage,
                      std::vector<Diagnostic> &warnings);

/// --framework names what is read here; the other frameworks are refused with
/// the way to ONNX.
llvm::Error checkFramework(const OptionValues &values);

/// opp_path: finds and reads the files of the CANN installation in the folder
/// `root` (opp, or the toolkit's with opp in it) for the chip `soc`. Sets
/// config.installation, chip and soc. Errors: no such folder, no AI Core store
/// for the chip, an unknown chip; whatever else is not there gives one warning.
llvm::Error readInstallation(llvm::StringRef root, llvm::StringRef soc,
                             FileSource &files, Config &config);

/// Fills config.implModes and config.allowHF32 from op_precision_mode,
/// op_select_implmode, optypelist_for_implmode, allow_hf32 and impl_mode_dir.
/// config.chip and config.installation are already known.
llvm::Error loadImplModes(const OptionValues &values, FileSource &files,
                          Config &config);

/// Fills config.inputFP16Nodes, outputType and outputTypes. config.soc is
/// already known.
llvm::Error loadNetworkTypes(const OptionValues &values, Config &config);

} // namespace mlir::ascend

#endif // ASCEND_LIB_OPTIONS_FILES_CONFIGFILES_H
