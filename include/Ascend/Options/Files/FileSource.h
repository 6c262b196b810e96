//===- FileSource.h - Where the text of named files comes from --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Options name files. The first pass reads them from the disk and keeps their
// text in the module; later passes get the same configuration from that text
// alone. Both are a FileSource.

#ifndef ASCEND_OPTIONS_FILES_FILESOURCE_H
#define ASCEND_OPTIONS_FILES_FILESOURCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::ascend {

/// Texts by the path that an option gave.
using FileTexts = std::map<std::string, std::string>;

/// Gives the text of a file that an option names.
class FileSource {
public:
  virtual ~FileSource();

  /// The bytes of `path`, or why there are none: no_such_file_or_directory,
  /// permission_denied, is_a_directory, file_too_large, ….
  virtual llvm::ErrorOr<std::string> read(llvm::StringRef path) = 0;

  /// The files `path/*.json` in byte order when `path` is a folder; an error
  /// (not_a_directory, no_such_file_or_directory, …) when it is not.
  virtual llvm::ErrorOr<std::vector<std::string>>
  listJsonFiles(llvm::StringRef path) = 0;
};

/// The disk. Relative paths start at the working directory. Only regular files
/// are read.
class DiskFiles : public FileSource {
public:
  /// No configuration file or op store is near this size (bytes); more is
  /// refused before it fills the memory.
  static constexpr size_t maxFileSize = size_t(256) << 20;

  llvm::ErrorOr<std::string> read(llvm::StringRef path) override;
  llvm::ErrorOr<std::vector<std::string>>
  listJsonFiles(llvm::StringRef path) override;
};

/// Texts kept in memory, such as those in the module.
class MemoryFiles : public FileSource {
public:
  explicit MemoryFiles(FileTexts texts) : texts(std::move(texts)) {}

  llvm::ErrorOr<std::string> read(llvm::StringRef path) override;
  llvm::ErrorOr<std::vector<std::string>>
  listJsonFiles(llvm::StringRef path) override;

private:
  FileTexts texts;
};

/// Reads from another source and remembers every text that was read, so that
/// MemoryFiles(takeTexts()) answers the same requests alike.
class RecordingFiles : public FileSource {
public:
  explicit RecordingFiles(FileSource &inner) : inner(inner) {}

  llvm::ErrorOr<std::string> read(llvm::StringRef path) override;
  llvm::ErrorOr<std::vector<std::string>>
  listJsonFiles(llvm::StringRef path) override;

  FileTexts takeTexts() { return std::move(texts); }

private:
  FileSource &inner;
  FileTexts texts;
};

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_FILES_FILESOURCE_H
