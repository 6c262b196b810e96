//===- ExternalWeights.cpp - Weights next to a compiled file ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ExternalWeights.h"

#include "Ascend/Runtime/CompiledFile.h"
#include "Checksum.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ascendrt;

static constexpr char kDamaged[] =
    "it is damaged: its table of files with weights is none";
/// No address space has more.
static constexpr uint64_t kMostBytes = uint64_t(1) << 46;

static uint64_t toPage(uint64_t bytes) {
  return (bytes + ASCENDRT_FILE_PAGE - 1) / ASCENDRT_FILE_PAGE *
         ASCENDRT_FILE_PAGE;
}

ExternalWeights::~ExternalWeights() {
  if (memory)
    munmap(memory, toPage(bytes));
}

/// A name that stays in its folder.
static bool isPlainName(const std::string &name) {
  return !name.empty() && name.size() <= NAME_MAX && name[0] != '.' &&
         name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

std::string ExternalWeights::read(const unsigned char *table, uint64_t size,
                                  uint64_t weights) {
  inside = weights;
  ascendrt_weight_table head;
  if (size < sizeof(head))
    return kDamaged;
  std::memcpy(&head, table, sizeof(head));
  const unsigned char *next = table + sizeof(head), *end = table + size;
  bytes = head.weights_bytes;
  uint64_t taken = toPage(inside);
  if (!head.num_files || head.reserved || bytes > kMostBytes || inside > bytes)
    return kDamaged;
  for (uint32_t i = 0; i < head.num_files; ++i) {
    ascendrt_weight_file row;
    if (uint64_t(end - next) < sizeof(row))
      return kDamaged;
    std::memcpy(&row, next, sizeof(row));
    next += sizeof(row);
    if (row.reserved || uint64_t(end - next) < row.name_bytes)
      return kDamaged;
    std::string name(reinterpret_cast<const char *>(next), row.name_bytes);
    next += row.name_bytes;
    if (!isPlainName(name) || !row.bytes || row.offset < taken ||
        row.offset % ASCENDRT_FILE_PAGE || row.offset > bytes ||
        row.bytes > bytes - row.offset)
      return kDamaged;
    taken = toPage(row.offset + row.bytes);
    files.push_back({std::move(name), row.offset, row.bytes, row.checksum});
  }
  if (next != end)
    return kDamaged;
  return "";
}

std::string ExternalWeights::map(const char *path, int descriptor,
                                 uint64_t offset) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return std::string("cannot look at the file: ") + std::strerror(errno);
  // Room for all of it, in which each file takes its place.
  void *room = ::mmap(nullptr, toPage(bytes), PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return std::string("cannot map its weights: ") + std::strerror(errno);
  memory = static_cast<unsigned char *>(room);
  if (inside && ::mmap(memory, inside, PROT_READ, MAP_PRIVATE | MAP_FIXED,
                       descriptor, static_cast<off_t>(offset)) == MAP_FAILED)
    return std::string("cannot map its weights: ") + std::strerror(errno);

  // Behind a link, the folder next to the file itself.
  char *real = ::realpath(path, nullptr);
  std::string folder = real ? real : path;
  std::free(real);
  size_t slash = folder.rfind('/');
  folder = (slash == std::string::npos ? "." : folder.substr(0, slash)) +
           ("/" ASCENDRT_WEIGHT_FOLDER);
  int number = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0)
    return "its weights lie in the folder " ASCENDRT_WEIGHT_FOLDER
           " beside it, which cannot be opened (" +
           std::string(std::strerror(errno)) +
           "); both can be moved together only";
  std::string wrong;
  for (const File &file : files)
    if (wrong.empty())
      wrong = mapFile(file, number, status.st_uid);
  ::close(number);
  return wrong;
}

std::string ExternalWeights::mapFile(const File &file, int folder,
                                     uid_t owner) {
  auto refuse = [&](const std::string &why) {
    return "its weights '" ASCENDRT_WEIGHT_FOLDER "/" + file.name +
           "' beside it " + why;
  };
  int number = ::openat(folder, file.name.c_str(),
                        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (number < 0)
    return refuse(errno == ENOENT  ? "are not there"
                  : errno == ELOOP ? "are behind a link, which is not followed"
                                   : std::string("cannot be opened: ") +
                                         std::strerror(errno));
  struct stat status;
  std::string wrong;
  if (::fstat(number, &status) != 0)
    wrong = std::strerror(errno);
  else if (!S_ISREG(status.st_mode))
    wrong = "are no regular file";
  // Who may write to either may do what he likes anyway.
  else if (status.st_uid != owner && status.st_uid != ::geteuid() &&
           status.st_uid != 0)
    wrong = "belong to another user, who may change them at any time";
  else if (static_cast<uint64_t>(status.st_size) != file.bytes)
    wrong = "have " + std::to_string(status.st_size) +
            " bytes, and should have " + std::to_string(file.bytes);
  else if (::mmap(memory + file.offset, file.bytes, PROT_READ,
                  MAP_PRIVATE | MAP_FIXED | MAP_POPULATE, number,
                  0) == MAP_FAILED)
    wrong = std::string("cannot be mapped: ") + std::strerror(errno);
  else if (xxh64(memory + file.offset, file.bytes) != file.checksum)
    wrong = "are not those that it was compiled with: their checksum is "
            "another one";
  ::close(number);
  return wrong.empty() ? "" : refuse(wrong);
}
