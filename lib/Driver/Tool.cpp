//===- Tool.cpp - The main function and the terminal of the tools ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Tool.h"
#include "Ascend/Driver/TuneModel.h"
#include "Ascend/Options/Explain.h"
#include "Ascend/Runtime/ShortMemory.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/InputFile.h"
#include "Ascend/Support/OutputFile.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir::ascend;

static bool wantsJson(const OptionValues &values) {
  return values.getDiagnostics() == "json";
}

/// ATC's --log: only error and null are quieter than a warning.
static bool isQuiet(const OptionValues &values) {
  return values.getLog() == "error";
}

static bool wantsAll(const OptionValues &values) {
  llvm::StringRef log = values.getLog();
  return wantsJson(values) || log == "info" || log == "debug";
}

/// A file of thousands of lines that say nothing has a warning for each: nobody
/// reads that many, and what else is said is lost among them.
static constexpr unsigned kMostWarnings = 100;
static unsigned numWarnings = 0;

void mlir::ascend::warn(const OptionValues &values,
                        const Diagnostic &diagnostic) {
  if (isQuiet(values))
    return;
  if (numWarnings++ < kMostWarnings || wantsAll(values))
    printWarning(llvm::errs(), diagnostic, wantsJson(values));
}

/// Says how many warnings were not shown.
static void countWarnings(const OptionValues &values) {
  if (numWarnings > kMostWarnings && !wantsAll(values))
    llvm::errs() << "note: " << numWarnings - kMostWarnings
                 << " more warnings are not shown; --log=info shows all\n";
}

void mlir::ascend::noteDefaultMode(const OptionValues &values) {
  if (!values.has(option::precisionMode) &&
      !values.has(option::precisionModeV2) && !values.getGraphRunMode() &&
      !isQuiet(values))
    llvm::errs() << "note: no precision mode given: ATC's default, force_fp16, "
                    "is taken\n";
}

void mlir::ascend::logCompilation(const OptionValues &values,
                                  const CompileStatistics &statistics,
                                  const CompileCaches &caches) {
  for (const Diagnostic &failure :
       cacheFailures(values, caches, /*isNamed=*/true))
    warn(values, failure);
  llvm::StringRef log = values.getLog();
  if (log != "info" && log != "debug")
    return;
  const ObjectCache *cache = caches.kernels.get();
  llvm::errs() << llvm::formatv(
      "info: {0} kernels and entries, {1} of them from the cache, in {2:f3} s",
      statistics.units.size(), statistics.numCached(), statistics.seconds());
  llvm::errs() << (cache ? " (" + cache->getFolder() + ")\n" : "\n");
  if (statistics.numSideBySide)
    llvm::errs() << "info: " << statistics.numSideBySide
                 << " calls of kernels run beside others\n";
  if (!statistics.file.empty())
    llvm::errs() << "info: the model is from the cache of models ("
                 << statistics.file << ")\n";
  for (const Diagnostic &failure :
       cacheFailures(values, caches, /*isNamed=*/false))
    llvm::errs() << "info: " << failure.message << '\n';
  if (log != "debug")
    return;
  for (const CompileStatistics::Stage &stage : statistics.stages)
    llvm::errs() << llvm::formatv("debug: stage {0} {1:f4} s\n", stage.name,
                                  stage.seconds);
  std::vector<CompileStatistics::Unit> units = statistics.units;
  llvm::sort(units, [](const auto &a, const auto &b) {
    return std::tie(b.seconds, a.name) < std::tie(a.seconds, b.name);
  });
  for (const CompileStatistics::Unit &unit : units)
    llvm::errs() << llvm::formatv("debug: kernel {0} {1:f4} s{2}\n", unit.name,
                                  unit.seconds, unit.isCached ? " cached" : "");
}

/// Prints every error in `error`; gives the exit code of the gravest.
static int tell(llvm::Error error, bool json) {
  int code = 0;
  llvm::handleAllErrors(std::move(error), [&](llvm::ErrorInfoBase &info) {
    Diagnostic diagnostic;
    if (info.isA<DiagnosticError>())
      diagnostic = static_cast<DiagnosticError &>(info).getDiagnostic();
    else
      diagnostic = {"", info.message(), "", "", ExitCode::ModelFailed};
    print(llvm::errs(), diagnostic, json);
    code = std::max(code, static_cast<int>(diagnostic.exitCode));
  });
  return code;
}

/// Whether errors are JSON, for who cannot ask any more.
static std::atomic<bool> tellsJson{false};

/// Memory has run out inside of LLVM: nothing that takes any can be done.
static void endForMemory(void *, const char *, bool) {
  static constexpr llvm::StringLiteral text =
      "error: there is not enough memory\n"
      "note: raise the limit of the process (ulimit -v), or give it a smaller "
      "model\n";
  static constexpr llvm::StringLiteral json =
      "{\"severity\":\"error\",\"code\":\"\",\"message\":\"there is not "
      "enough memory\",\"where\":\"\",\"note\":\"raise the limit of the "
      "process (ulimit -v), or give it a smaller model\",\"exit_code\":4}\n";
  llvm::StringRef said = tellsJson ? json : text;
  (void)!write(STDERR_FILENO, said.data(), said.size());
  // Files that are half written go.
  llvm::sys::RunInterruptHandlers();
  _exit(static_cast<int>(ExitCode::Limit));
}

void mlir::ascend::endToolWhereMemoryEnds() {
  llvm::install_bad_alloc_error_handler(endForMemory);
  ascendrt::prepareToThrow();
  ascendrt::saveAddresses();
}

/// The streams of LLVM would end the process with a crash report.
static void finishAtExit() {
  if (llvm::Error error = finishStandardStreams()) {
    (void)tell(std::move(error), /*json=*/false);
    std::_Exit(1);
  }
}

void mlir::ascend::prepareStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // Opened for the other direction, it is of no use to anyone.
    if (fcntl(stream, F_GETFD) < 0)
      (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  // Held back, not ignored: LLVM sets handlers of its own.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  (void)pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // They end after what is called at exit, and so are made before.
  (void)llvm::outs();
  (void)llvm::errs();
  (void)std::atexit(finishAtExit);
}

std::unique_ptr<llvm::MemoryBuffer>
mlir::ascend::readToolInput(llvm::StringRef path) {
  auto buffer = path == "-" ? llvm::MemoryBuffer::getSTDIN()
                            : readRegularFile(path, /*endsInZero=*/true);
  if (buffer)
    return std::move(*buffer);
  llvm::errs() << "cannot open input file '" << path
               << "': " << buffer.getError().message() << '\n';
  return nullptr;
}

llvm::LogicalResult mlir::ascend::writeToolOutput(
    llvm::StringRef input, llvm::StringRef output,
    llvm::function_ref<llvm::LogicalResult(llvm::raw_ostream &)> write) {
  FileInUse read({"the input", input.str(), /*isWritten=*/false});
  bool isSaid = false;
  llvm::Error error = writeWholeFileOrFail(output, [&](llvm::raw_ostream &os) {
    FileInUse written({"the output", output.str(), /*isWritten=*/true});
    isSaid = failed(write(os));
    return isSaid ? llvm::createStringError("said already")
                  : llvm::Error::success();
  });
  if (isSaid) {
    llvm::consumeError(std::move(error));
    return llvm::failure();
  }
  return llvm::success(tell(std::move(error), /*json=*/false) == 0);
}

int mlir::ascend::runTool(
    int argc, char **argv, Tool tool,
    llvm::function_ref<llvm::Error(const OptionValues &)> run) {
  prepareStreams();
  llvm::InitLLVM init(argc, argv);
  endToolWhereMemoryEnds();
  llvm::Expected<ParsedCommandLine> parsed = parseCommandLine(argc, argv, tool);
  bool json =
      parsed ? wantsJson(parsed->values) : wantsJsonDiagnostics(argc, argv);
  auto act = [&]() -> llvm::Error {
    if (!parsed)
      return parsed.takeError();
    if (parsed->help || parsed->version) {
      llvm::outs() << (parsed->help ? helpText(tool) : versionText(tool));
      return llvm::Error::success();
    }
    tellsJson = json;
    for (Diagnostic &warning : parsed->warnings)
      warn(parsed->values, warning);
    if (parsed->values.getExplainOptions()) {
      DiskFiles disk;
      llvm::Expected<std::string> text =
          explainOptions(parsed->values, toolInfo(tool), disk);
      if (!text)
        return text.takeError();
      llvm::outs() << *text;
      if (!parsed->values.has(option::model))
        return llvm::Error::success();
      llvm::outs() << '\n';
    }
    llvm::Error error = run(parsed->values);
    countWarnings(parsed->values);
    return error;
  };
  int code = tell(act(), json);
  return std::max(code, tell(finishStandardStreams(), json));
}

Progress::Progress(std::string what)
    : what(std::move(what)), start(Clock::now()), last(start),
      terminal(llvm::sys::Process::StandardErrIsDisplayed()) {}

void Progress::step(llvm::StringRef stage, uint64_t done, uint64_t total) {
  Clock::time_point now = Clock::now();
  if (now - start < std::chrono::seconds(2) ||
      now - last < std::chrono::seconds(1))
    return;
  last = now;
  shown = true;
  llvm::errs() << (terminal ? "\r\033[K" : "") << what << ": " << stage << " "
               << done << " of " << total << (terminal ? "" : "\n");
}

Progress::~Progress() {
  if (shown && terminal)
    llvm::errs() << "\r\033[K";
}

llvm::Error mlir::ascend::tuneAndTell(ModuleOp module,
                                      const OptionValues &values, StringRef cpu,
                                      const CompileCaches &caches, Stop &stop) {
  Progress progress("tuning");
  auto hear = [&](const ascend::Diagnostic &warning) { warn(values, warning); };
  auto tuned = tuneModel(module, values, cpu, caches, stop, hear,
                         [&](StringRef stage, unsigned done, unsigned total) {
                           progress.step(stage, done, total);
                         });
  if (tuned && *tuned)
    llvm::outs() << describe(**tuned) << '\n';
  return tuned.takeError();
}
