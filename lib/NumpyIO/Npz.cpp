//===- Npz.cpp - Named arrays in an archive ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "NpyFormat.h"

#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>
#include <zip.h>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::npy;

namespace {

struct CloseArchive {
  void operator()(zip_t *archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;

struct CloseMember {
  void operator()(zip_file_t *member) const { zip_fclose(member); }
};
using Member = std::unique_ptr<zip_file_t, CloseMember>;

/// What can go wrong in libzip, as text.
class ZipError {
public:
  ZipError() { zip_error_init(&error); }
  explicit ZipError(int code) { zip_error_init_with_code(&error, code); }
  ~ZipError() { zip_error_fini(&error); }
  zip_error_t *get() { return &error; }
  std::string text() { return zip_error_strerror(&error); }

private:
  zip_error_t error;
};

/// A new file that libzip writes to: one of its own would not be written as all
/// others are.
class OutputSource {
public:
  explicit OutputSource(int descriptor) : descriptor(descriptor) {}

  static zip_int64_t answer(void *self, void *data, zip_uint64_t bytes,
                            zip_source_cmd_t command) {
    return static_cast<OutputSource *>(self)->answer(data, bytes, command);
  }

private:
  zip_int64_t answer(void *data, zip_uint64_t bytes, zip_source_cmd_t command);
  zip_int64_t write(const char *data, zip_uint64_t bytes);

  int descriptor;
  zip_uint64_t at = 0, size = 0;
  ZipError error;
};

} // namespace

zip_int64_t OutputSource::write(const char *data, zip_uint64_t bytes) {
  for (zip_uint64_t done = 0; done < bytes;) {
    ssize_t count = pwrite(descriptor, data + done, bytes - done, at);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) {
      zip_error_set(error.get(), ZIP_ER_WRITE, errno);
      return -1;
    }
    done += count;
    at += count;
  }
  size = std::max(size, at);
  return static_cast<zip_int64_t>(bytes);
}

zip_int64_t OutputSource::answer(void *data, zip_uint64_t bytes,
                                 zip_source_cmd_t command) {
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_WRITABLE;
  case ZIP_SOURCE_STAT: // of the archive that there was before: none
    zip_error_set(error.get(), ZIP_ER_READ, ENOENT);
    return -1;
  case ZIP_SOURCE_WRITE:
    return write(static_cast<const char *>(data), bytes);
  case ZIP_SOURCE_SEEK_WRITE: {
    zip_int64_t to =
        zip_source_seek_compute_offset(at, size, data, bytes, error.get());
    if (to < 0)
      return -1;
    at = to;
    return 0;
  }
  case ZIP_SOURCE_TELL_WRITE:
    return static_cast<zip_int64_t>(at);
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(error.get(), data, bytes);
  case ZIP_SOURCE_BEGIN_WRITE:
  case ZIP_SOURCE_COMMIT_WRITE:
  case ZIP_SOURCE_ROLLBACK_WRITE:
  case ZIP_SOURCE_REMOVE:
  case ZIP_SOURCE_FREE:
    return 0;
  default: // nothing is read
    zip_error_set(error.get(), ZIP_ER_OPNOTSUPP, 0);
    return -1;
  }
}

/// Deflate makes at most 1032 bytes of one (two bits for 258 bytes): a member
/// that promises more is not read, and its memory not taken.
static constexpr uint64_t maxDeflateRatio = 1032;

/// What is wrong with a member before it is read, or "".
static std::string checkMember(const zip_stat_t &stat) {
  constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE |
                                  ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD |
                                  ZIP_STAT_ENCRYPTION_METHOD;
  if ((stat.valid & needed) != needed)
    return "its entry in the archive is damaged";
  if (stat.encryption_method != ZIP_EM_NONE)
    return "it is encrypted";
  if (stat.comp_method == ZIP_CM_STORE)
    return stat.size == stat.comp_size ? "" : "its sizes contradict each other";
  if (stat.comp_method != ZIP_CM_DEFLATE)
    return "it is compressed in another way than numpy's (method " +
           std::to_string(stat.comp_method) + ")";
  if (stat.size / maxDeflateRatio > stat.comp_size)
    return "it promises more bytes than its compressed ones can hold";
  return "";
}

static llvm::Expected<Array> readMember(zip_t *archive, uint64_t index,
                                        const zip_stat_t &stat, StringRef name,
                                        const std::string &what, StringRef path,
                                        uint64_t maxBytes, ArrayCheck check) {
  Member member(zip_fopen_index(archive, index, 0));
  if (!member)
    return npy::refuse(what, zip_strerror(archive), path);
  auto read = [&](char *to, uint64_t bytes) -> llvm::Error {
    while (bytes > 0) {
      zip_int64_t count = zip_fread(member.get(), to, bytes);
      if (count < 0)
        return npy::refuse(what, zip_file_strerror(member.get()), path);
      if (count == 0)
        return npy::refuse(what, "it is shorter than the archive says", path);
      to += count;
      bytes -= count;
    }
    return llvm::Error::success();
  };
  llvm::Expected<Array> array =
      npy::decode(stat.size, read, name, what, path, maxBytes, check);
  if (!array)
    return array;
  // libzip compares the check sum at the end.
  char more;
  zip_int64_t count = zip_fread(member.get(), &more, 1);
  if (count != 0)
    return npy::refuse(what,
                       count < 0 ? zip_file_strerror(member.get())
                                 : "it is longer than the archive says",
                       path);
  return array;
}

/// Opens the archive that `file` holds, and goes on to use its bytes. libzip
/// refuses two members of one name and, as inconsistent, members that share
/// bytes, which would make much out of little.
static llvm::Expected<Archive> openArchive(const llvm::MemoryBuffer &file,
                                           StringRef path) {
  auto fail = [&](const std::string &why) {
    return makeError({"", "the file cannot be read as an .npz archive: " + why,
                      path.str(), "make it with numpy.savez", ExitCode::Usage});
  };
  if (file.getBufferSize() == 0) // to libzip an archive without members
    return fail("it is empty");
  ZipError error;
  zip_source_t *source =
      zip_source_buffer_create(file.getBufferStart(), file.getBufferSize(),
                               /*freep=*/0, error.get());
  if (!source)
    return fail(error.text());
  Archive archive(
      zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, error.get()));
  if (!archive) {
    zip_source_free(source);
    return fail(error.text());
  }
  return archive;
}

llvm::Error mlir::ascend::checkNpz(StringRef path) {
  auto file = npy::openFile(path);
  if (!file)
    return file.takeError();
  return openArchive(**file, path).takeError();
}

llvm::Expected<std::vector<Array>>
mlir::ascend::readNpz(StringRef path, const ReadLimits &limits,
                      ArrayCheck check) {
  auto file = npy::openFile(path);
  if (!file)
    return file.takeError();
  llvm::Expected<Archive> archive = openArchive(**file, path);
  if (!archive)
    return archive.takeError();

  uint64_t count = zip_get_num_entries(archive->get(), 0);
  if (count > limits.maxArrays)
    return npy::refuse("the archive",
                       "it has " + std::to_string(count) +
                           " members, and the limit is " +
                           std::to_string(limits.maxArrays),
                       path, "", ExitCode::Limit);
  std::vector<Array> arrays;
  uint64_t bytesLeft = limits.maxBytes;
  for (uint64_t i = 0; i < count; ++i) {
    zip_stat_t stat;
    if (zip_stat_index(archive->get(), i, 0, &stat) != 0)
      return npy::refuse("member " + std::to_string(i),
                         zip_strerror(archive->get()), path);
    std::string wrong = checkMember(stat);
    StringRef name = stat.valid & ZIP_STAT_NAME ? stat.name : "";
    bool isArray = name.consume_back(".npy");
    std::string what = (isArray ? "array '" : "member '") + name.str() + "'";
    if (wrong.empty() && !isArray)
      wrong = "it is not an .npy file";
    if (!wrong.empty())
      return npy::refuse(what, wrong, path, "make it with numpy.savez");
    llvm::Expected<Array> array =
        readMember(archive->get(), i, stat, name, what, path, bytesLeft, check);
    if (!array)
      return array.takeError();
    bytesLeft -= array->data.size();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

/// Adds one array, whose bytes and header's stay where they are until the
/// archive is closed; returns what went wrong, or "".
static std::string addMember(zip_t *archive, const Array &array,
                             const std::string &header) {
  // A name in the archive ends at its first NUL and has 16 bits for its length.
  if (array.name.empty() || array.name.size() + 4 > UINT16_MAX ||
      array.name.find('\0') != std::string::npos ||
      !llvm::json::isUTF8(array.name))
    return "an archive cannot hold such a name";
  zip_buffer_fragment_t parts[] = {
      {reinterpret_cast<zip_uint8_t *>(const_cast<char *>(header.data())),
       header.size()},
      {reinterpret_cast<zip_uint8_t *>(const_cast<char *>(array.data.data())),
       array.data.size()}};
  zip_source_t *source =
      zip_source_buffer_fragment(archive, parts, std::size(parts), 0);
  if (!source)
    return zip_strerror(archive);
  zip_int64_t index = zip_file_add(archive, (array.name + ".npy").c_str(),
                                   source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return zip_strerror(archive);
  }
  // The time that numpy writes, too: the beginning of DOS's calendar.
  constexpr zip_uint16_t firstDay = 1 << 5 | 1;
  if (zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(archive, index, 0, firstDay, 0) != 0)
    return zip_strerror(archive);
  return "";
}

llvm::Error mlir::ascend::writeNpz(StringRef path, ArrayRef<Array> arrays) {
  auto fail = [&](const std::string &what, const std::string &why) {
    return makeError({"", what + " cannot be written: " + why, path.str(), "",
                      ExitCode::Usage});
  };
  if (arrays.empty()) // libzip would write no file and be content
    return fail("the file", "there are no arrays");
  if (llvm::Error error = npy::checkWritable(path))
    return error;
  std::vector<std::string> headers;
  for (const Array &array : arrays) {
    llvm::Expected<std::string> header = npy::encodeHeader(array, path);
    if (!header)
      return header.takeError();
    headers.push_back(std::move(*header));
  }

  return writeWholeFileThrough(path, [&](int descriptor) -> llvm::Error {
    OutputSource output(descriptor);
    ZipError error;
    zip_source_t *source =
        zip_source_function_create(OutputSource::answer, &output, error.get());
    if (!source)
      return fail("the file", error.text());
    Archive archive(
        zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, error.get()));
    if (!archive) {
      zip_source_free(source);
      return fail("the file", error.text());
    }
    for (size_t i = 0; i < arrays.size(); ++i) {
      std::string wrong = addMember(archive.get(), arrays[i], headers[i]);
      if (!wrong.empty())
        return fail("array '" + arrays[i].name + "'", wrong);
    }
    if (zip_close(archive.get()) != 0)
      return fail("the file", zip_strerror(archive.get()));
    archive.release();
    return llvm::Error::success();
  });
}
