//===- FileSource.cpp - Where the text of named files comes from ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Support/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir::ascend;

FileSource::~FileSource() = default;

llvm::ErrorOr<std::string> DiskFiles::read(llvm::StringRef path) {
  llvm::ErrorOr<llvm::sys::fs::file_t> file = openRegularFile(path);
  if (!file)
    return file.getError();
  llvm::scope_exit close([&] { (void)llvm::sys::fs::closeFile(*file); });
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(*file, status) && status.getSize() > maxFileSize)
    return std::make_error_code(std::errc::file_too_large);

  // In pieces, because files of /proc do not say how long they are.
  std::string text;
  llvm::SmallVector<char, 0> piece(size_t(64) << 10);
  while (true) {
    llvm::Expected<size_t> count =
        llvm::sys::fs::readNativeFile(*file, llvm::MutableArrayRef(piece));
    if (!count)
      return llvm::errorToErrorCode(count.takeError());
    if (*count == 0)
      return text;
    if (text.size() + *count > maxFileSize)
      return std::make_error_code(std::errc::file_too_large);
    text.append(piece.data(), *count);
  }
}

llvm::ErrorOr<std::vector<std::string>>
DiskFiles::listJsonFiles(llvm::StringRef path) {
  if (path.contains('\0'))
    return std::make_error_code(std::errc::no_such_file_or_directory);
  if (!llvm::sys::fs::exists(path))
    return std::make_error_code(std::errc::no_such_file_or_directory);
  if (!llvm::sys::fs::is_directory(path))
    return std::make_error_code(std::errc::not_a_directory);
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(path, error), end;
       !error && entry != end; entry.increment(error)) {
    if (llvm::sys::path::extension(entry->path()) == ".json" &&
        !llvm::sys::fs::is_directory(entry->path()))
      files.push_back(entry->path());
  }
  if (error)
    return error;
  llvm::sort(files);
  return files;
}

llvm::ErrorOr<std::string> MemoryFiles::read(llvm::StringRef path) {
  auto text = texts.find(path.str());
  if (text == texts.end())
    return std::make_error_code(std::errc::no_such_file_or_directory);
  return text->second;
}

llvm::ErrorOr<std::vector<std::string>>
MemoryFiles::listJsonFiles(llvm::StringRef path) {
  if (texts.count(path.str()))
    return std::make_error_code(std::errc::not_a_directory);
  std::vector<std::string> files;
  for (const auto &[file, text] : texts)
    if (llvm::sys::path::parent_path(file) == path.rtrim('/') &&
        llvm::sys::path::extension(file) == ".json")
      files.push_back(file);
  if (files.empty())
    return std::make_error_code(std::errc::no_such_file_or_directory);
  return files;
}

llvm::ErrorOr<std::string> RecordingFiles::read(llvm::StringRef path) {
  llvm::ErrorOr<std::string> text = inner.read(path);
  if (text)
    texts[path.str()] = *text;
  return text;
}

llvm::ErrorOr<std::vector<std::string>>
RecordingFiles::listJsonFiles(llvm::StringRef path) {
  return inner.listJsonFiles(path);
}
