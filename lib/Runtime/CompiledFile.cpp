//===- CompiledFile.cpp - Loading a compiled model --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Runtime/WholeFile.h"
#include "Checksum.h"
#include "CpuFeatures.h"
#include "ExternalWeights.h"
#include "ModelCheck.h"
#include "PackedCode.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ascendrt;

namespace {

using Trailer = ascendrt_file_trailer;

/// A file descriptor that is closed at the end.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number(number) {}
  Descriptor(Descriptor &&other) noexcept : number(other.number) {
    other.number = -1;
  }
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() {
    if (number >= 0)
      ::close(number);
  }
  int get() const { return number; }
  explicit operator bool() const { return number >= 0; }

private:
  int number;
};

} // namespace

struct ascendrt_file {
  ~ascendrt_file();

  /// Maps and checks the file, and loads its code; returns what is wrong with
  /// it, or "".
  std::string load(const char *path);
  /// The same without the code, for any CPU and run-time interface.
  std::string inspect(const char *path);

  /// One without profiles is its first field alone.
  ascendrt_profiled_model profiled = {};
  ascendrt_model &model = profiled.model;
  const unsigned char *bytes = nullptr; ///< the whole file, mapped
  uint64_t size = 0;
  Trailer trailer = {};
  ExternalWeights external;
  std::vector<std::string> externalPaths;

private:
  std::string map(const char *path);
  std::string readTrailer();
  std::string checkParts() const;
  std::string mapExternal(const char *path);
  std::string checkInterface() const;
  std::string checkMachine() const;
  std::string unpack();
  std::string checkCode() const;
  std::string loadCode();

  Descriptor descriptor;              ///< until all is mapped
  const unsigned char *elf = nullptr; ///< until the code is loaded
  uint64_t elfBytes = 0;
  Descriptor codeFile;
  std::vector<unsigned char> unpacked; ///< while it is loaded
  void *code = nullptr;
};

ascendrt_file::~ascendrt_file() {
  if (code)
    dlclose(code);
  if (bytes)
    munmap(const_cast<unsigned char *>(bytes), size);
}

static std::string cannot(const char *what) {
  return std::string("cannot ") + what + ": " + std::strerror(errno);
}

std::string ascendrt_file::map(const char *path) {
  // A FIFO without a writer is refused below, not waited for.
  descriptor = Descriptor(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (!descriptor || ::fstat(descriptor.get(), &status) != 0)
    return cannot("open the file");
  if (!S_ISREG(status.st_mode))
    return "it is not a regular file";
  size = static_cast<uint64_t>(status.st_size);
  if (size < sizeof(Trailer))
    return "it is no compiled model: it has only " + std::to_string(size) +
           " bytes";
  // All of it is read at once, for the checksum.
  void *memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE,
                        descriptor.get(), 0);
  if (memory == MAP_FAILED)
    return cannot("map the file");
  bytes = static_cast<const unsigned char *>(memory);
  return "";
}

std::string ascendrt_file::readTrailer() {
  std::memcpy(&trailer, bytes + size - sizeof(Trailer), sizeof(Trailer));
  if (std::memcmp(trailer.magic, ASCENDRT_FILE_MAGIC, sizeof(trailer.magic))) {
    if (std::memcmp(bytes, ELFMAG, SELFMAG) == 0)
      return "it is damaged: the end that the compiler wrote is missing, so it "
             "was truncated, or changed by a tool such as strip";
    return "it is no compiled model";
  }
  if (trailer.version != ASCENDRT_FILE_VERSION)
    return "it has version " + std::to_string(trailer.version) +
           " of the format, and this libascendrt reads version " +
           std::to_string(ASCENDRT_FILE_VERSION);
  if (trailer.trailer_bytes != sizeof(Trailer) || trailer.file_bytes != size)
    return "it is damaged: it has " + std::to_string(size) +
           " bytes, and should have " + std::to_string(trailer.file_bytes);
  if (xxh64(bytes, size - sizeof(Trailer) + offsetof(Trailer, checksum)) !=
      trailer.checksum)
    return "it is damaged: its checksum is not that of its content";
  return "";
}

std::string ascendrt_file::checkParts() const {
  uint64_t end = size - sizeof(Trailer);
  // Whether a part lies in the file, not before `begin`, without overflow.
  auto lies = [&](uint64_t begin, uint64_t offset, uint64_t length) {
    return begin <= offset && offset <= end && length <= end - offset;
  };
  const uint64_t weightsEnd = trailer.weights_offset + trailer.weights_bytes;
  if (!lies(0, 0, trailer.code_bytes) ||
      trailer.code_bytes < sizeof(Elf64_Ehdr) ||
      !lies(trailer.code_bytes, trailer.weights_offset,
            trailer.weights_bytes) ||
      trailer.weights_offset % ASCENDRT_FILE_PAGE ||
      !lies(weightsEnd, trailer.report_offset, trailer.report_bytes))
    return "it is damaged: its parts do not lie within it";
  return "";
}

std::string ascendrt_file::checkInterface() const {
  if (trailer.abi_version != ASCENDRT_ABI_VERSION)
    return "it was compiled for version " +
           std::to_string(trailer.abi_version) +
           " of the run-time interface, and this libascendrt has version " +
           std::to_string(ASCENDRT_ABI_VERSION);
  if (trailer.flags &
      ~(ASCENDRT_FILE_EXTERNAL_WEIGHTS | ASCENDRT_FILE_PACKED_CODE))
    return "it needs what this libascendrt does not have";
  return "";
}

std::string ascendrt_file::mapExternal(const char *path) {
  if (!(trailer.flags & ASCENDRT_FILE_EXTERNAL_WEIGHTS))
    return "";
  uint64_t table = trailer.weights_offset + trailer.weights_bytes;
  std::string wrong = external.read(
      bytes + table, trailer.report_offset - table, trailer.weights_bytes);
  if (!wrong.empty())
    return wrong;
  for (const ExternalWeights::File &file : external.getFiles())
    externalPaths.push_back(ASCENDRT_WEIGHT_FOLDER "/" + file.name);
  return external.map(path, descriptor.get(), trailer.weights_offset);
}

/// Packed or not, code begins with its header.
std::string ascendrt_file::checkMachine() const {
  Elf64_Ehdr header;
  std::memcpy(&header, bytes, sizeof(header));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) ||
      header.e_ident[EI_CLASS] != ELFCLASS64)
    return "it is damaged: its code is not of the ELF format";
#if defined(__x86_64__)
  constexpr unsigned machine = EM_X86_64;
#else
  constexpr unsigned machine = EM_NONE;
#endif
  if (header.e_machine != machine)
    return "it is for another kind of CPU (ELF machine " +
           std::to_string(header.e_machine) + ")";
  return "";
}

std::string ascendrt_file::unpack() {
  // Code takes megabytes: more is a number that is no size.
  constexpr uint64_t most = uint64_t(1) << 30;
  elf = bytes;
  elfBytes = trailer.code_bytes;
  if (!(trailer.flags & ASCENDRT_FILE_PACKED_CODE))
    return "";
  auto made = unpackCode(bytes, trailer.code_bytes, most);
  if (!made)
    return "it is damaged: its code cannot be unpacked";
  unpacked = std::move(*made);
  elf = unpacked.data();
  elfBytes = unpacked.size();
  return "";
}

/// What the loader does not check: it writes into pages that a truncated file
/// does not have.
std::string ascendrt_file::checkCode() const {
  Elf64_Ehdr header;
  std::memcpy(&header, elf, sizeof(header));
  auto lies = [&](uint64_t offset, uint64_t length) {
    return offset <= elfBytes && length <= elfBytes - offset;
  };
  const char *cut = "it is damaged: its code has no end";
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      !lies(header.e_phoff, header.e_phnum * sizeof(Elf64_Phdr)))
    return cut;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, elf + header.e_phoff + i * sizeof(segment),
                sizeof(segment));
    if (segment.p_type == PT_LOAD &&
        (!lies(segment.p_offset, segment.p_filesz) ||
         segment.p_filesz > segment.p_memsz))
      return cut;
  }
  return lackOfFeatures(trailer.cpu_features, cpuFeatures());
}

/// A file in memory that holds `size` bytes at `data`.
static Descriptor copyToMemory(const unsigned char *data, uint64_t size) {
  Descriptor copy(::memfd_create("ascend-model", MFD_CLOEXEC));
  if (copy && ascendrt::writeAll(copy.get(), data, size))
    return Descriptor();
  return copy;
}

std::string ascendrt_file::loadCode() {
  // The loader gets a copy of the bytes that were checked. Of two files with
  // one name it would load the first only: no other file has this name as long
  // as the descriptor is open.
  codeFile = copyToMemory(elf, elfBytes);
  unpacked = {};
  if (!codeFile)
    return cannot("make a copy of the code in memory");
  std::string path = "/proc/self/fd/" + std::to_string(codeFile.get());
  code = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto *inFile = static_cast<const ascendrt_model *>(
      code ? dlsym(code, ASCENDRT_FILE_MODEL) : nullptr);
  if (!inFile) {
    const char *why = dlerror();
    return std::string("its code cannot be loaded: ") + (why ? why : "");
  }
  if (inFile->flags & ASCENDRT_MODEL_HAS_PROFILES)
    profiled = *reinterpret_cast<const ascendrt_profiled_model *>(inFile);
  else
    model = *inFile;
  bool isExternal = !external.getFiles().empty();
  if (model.weights_bytes !=
      (isExternal ? external.getBytes() : trailer.weights_bytes))
    return "it is damaged: its code and its weights do not belong together";
  if (model.weights_bytes)
    model.weights =
        isExternal ? external.getMemory() : bytes + trailer.weights_offset;
  return checkModel(model);
}

std::string ascendrt_file::inspect(const char *path) {
  std::string wrong = map(path);
  if (wrong.empty())
    wrong = readTrailer();
  if (wrong.empty())
    wrong = checkParts();
  if (wrong.empty())
    wrong = mapExternal(path);
  descriptor = Descriptor();
  return wrong;
}

std::string ascendrt_file::load(const char *path) {
  std::string wrong = inspect(path);
  if (wrong.empty())
    wrong = checkInterface();
  if (wrong.empty())
    wrong = checkMachine();
  if (wrong.empty())
    wrong = unpack();
  if (wrong.empty())
    wrong = checkCode();
  if (wrong.empty())
    wrong = loadCode();
  return wrong;
}

static ascendrt_file *open(const char *path, char **error,
                           std::string (ascendrt_file::*read)(const char *)) {
  std::string wrong = "there is no path";
  try {
    auto file = std::make_unique<ascendrt_file>();
    if (path)
      wrong = (*file.*read)(path);
    if (wrong.empty())
      return file.release();
  } catch (const std::exception &) {
    wrong = "out of memory"; // short: no allocation
  }
  if (error)
    *error = strdup(wrong.c_str());
  return nullptr;
}

ascendrt_file *ascendrt_open(const char *path, char **error) {
  return open(path, error, &ascendrt_file::load);
}

ascendrt_file *ascendrt_inspect(const char *path, char **error) {
  return open(path, error, &ascendrt_file::inspect);
}

const ascendrt_model *ascendrt_file_model(const ascendrt_file *file) {
  return file->model.entry ? &file->model : nullptr;
}

const ascendrt_file_trailer *ascendrt_file_end(const ascendrt_file *file) {
  return &file->trailer;
}

const char *ascendrt_file_graph(const ascendrt_file *file, uint64_t *bytes) {
  uint64_t begin = file->trailer.report_offset + file->trailer.report_bytes;
  *bytes = file->size - sizeof(Trailer) - begin;
  return reinterpret_cast<const char *>(file->bytes) + begin;
}

const char *ascendrt_file_report(const ascendrt_file *file, uint64_t *bytes) {
  *bytes = file->trailer.report_bytes;
  return reinterpret_cast<const char *>(file->bytes) +
         file->trailer.report_offset;
}

const char *ascendrt_file_weights(const ascendrt_file *file, uint32_t index,
                                  uint64_t *bytes) {
  if (index >= file->externalPaths.size())
    return nullptr;
  *bytes = file->external.getFiles()[index].bytes;
  return file->externalPaths[index].c_str();
}

void ascendrt_close(ascendrt_file *file) { delete file; }
