//===- MLIRBytecode.cpp - MLIR bytecode that can be read at all -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/MLIRBytecode.h"

#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/MLIRText.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;

#if defined(__SANITIZE_ADDRESS__)
#define ASCEND_LIMITS_MEMORY false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASCEND_LIMITS_MEMORY false
#endif
#endif
#ifndef ASCEND_LIMITS_MEMORY
#define ASCEND_LIMITS_MEMORY true
#endif

static constexpr uint64_t kFreeBytes = 1 << 30, kBytesPerByte = 64;
static constexpr uint64_t kFreeSeconds = 2, kBytesPerSecond = 1 << 20;

/// Lets this process have `more` of `resource` than `used`.
static void limit(int resource, uint64_t used, uint64_t more) {
  rlimit old;
  if (getrlimit(resource, &old) != 0)
    return;
  rlimit wanted = old;
  wanted.rlim_cur = std::min<uint64_t>(old.rlim_cur, used + more);
  setrlimit(resource, &wanted);
}

/// Bytes of address space that this process has.
static uint64_t addressSpace() {
  unsigned long long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%llu", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return pages * sysconf(_SC_PAGESIZE);
}

static uint64_t cpuSeconds() {
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1;
}

/// What the child does: it writes the module, or what MLIR says, to `file`, and
/// exits with 0 or 1. It has no other thread, so its context has none either.
[[noreturn]] static void readAndExit(int file, StringRef bytes,
                                     StringRef fileName,
                                     const DialectRegistry &registry,
                                     bool allowUnregistered) {
  // A crash is the answer that is asked for: nobody need see it.
  for (int signal : {SIGABRT, SIGBUS, SIGILL, SIGSEGV, SIGXCPU})
    std::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, cpuSeconds(),
        kFreeSeconds + bytes.size() / kBytesPerSecond);
  if (ASCEND_LIMITS_MEMORY)
    limit(RLIMIT_AS, addressSpace(), kFreeBytes + kBytesPerByte * bytes.size());
  if (int null = open("/dev/null", O_RDWR | O_CLOEXEC); null >= 0) {
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
  }
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(allowUnregistered);
  std::string said;
  context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && said.empty())
      said = diagnostic.str();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(bytes, fileName,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  llvm::raw_fd_ostream os(file, /*shouldClose=*/false);
  bool isRead = module && succeeded(writeBytecodeToFile(*module, os));
  if (!isRead)
    os << (said.empty() ? "the bytecode cannot be read" : said);
  os.flush();
  bool isWritten = !os.has_error();
  os.clear_error();
  _exit(!isWritten ? 2 : isRead ? 0 : 1);
}

/// The child's exit code, or nothing where it does not end by itself within
/// `seconds`.
static std::optional<int> waitFor(pid_t child, uint64_t seconds) {
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::seconds(seconds);
  auto pause = std::chrono::microseconds(200);
  while (true) {
    int status = 0;
    pid_t done = waitpid(child, &status, WNOHANG);
    if (done == child && WIFEXITED(status))
      return WEXITSTATUS(status);
    // Or somebody else waited for all children.
    if (done == child || (done < 0 && errno != EINTR))
      return std::nullopt;
    if (Clock::now() > end) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(20000));
  }
}

/// Bytecode that a child process has made of `bytes`.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
rewriteBytecode(StringRef bytes, StringRef fileName,
                const DialectRegistry &registry, bool allowUnregistered) {
  auto refuse = [&](const llvm::Twine &why, StringRef mend, ExitCode code) {
    return makeError({"", why.str(), fileName.str(), mend.str(), code});
  };
  auto lack = [&] {
    return refuse("there is no process to read the bytecode in: " +
                      std::generic_category().message(errno),
                  "", ExitCode::Limit);
  };
  int file = memfd_create("bytecode", MFD_CLOEXEC);
  if (file < 0)
    return lack();
  llvm::scope_exit close([&] { ::close(file); });
  pid_t child = fork();
  if (child < 0)
    return lack();
  if (child == 0)
    readAndExit(file, bytes, fileName, registry, allowUnregistered);
  // Longer than its CPU time, for a machine that does other things as well.
  std::optional<int> exit =
      waitFor(child, 4 * (kFreeSeconds + bytes.size() / kBytesPerSecond));
  if (!exit || *exit > 1)
    return refuse("the bytecode is not whole, or asks for more memory or time "
                  "than any file of its size needs",
                  "write it anew, or as text (.mlir)", ExitCode::ModelFailed);
  auto written = llvm::MemoryBuffer::getOpenFile(
      llvm::sys::fs::convertFDToNativeFile(file), fileName, /*FileSize=*/-1,
      /*RequiresNullTerminator=*/false);
  if (!written)
    return refuse("the bytecode cannot be read: " +
                      written.getError().message(),
                  "", ExitCode::Limit);
  if (*exit == 1)
    return refuse((*written)->getBuffer(), "", ExitCode::ModelFailed);
  return std::move(*written);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::ascend::checkMLIR(std::unique_ptr<llvm::MemoryBuffer> ir,
                        StringRef fileName, const DialectRegistry &registry,
                        bool allowUnregistered) {
  if (isBytecode(*ir))
    return rewriteBytecode(ir->getBuffer(), fileName, registry,
                           allowUnregistered);
  if (llvm::Error error = checkMLIRText(ir->getBuffer(), fileName))
    return error;
  return ir;
}
