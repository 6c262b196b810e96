//===- Driver.cpp - What the command-line tools share ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/InitAll.h"
#include "Ascend/Support/MLIRText.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::ascend;

static bool wantsJson(const OptionValues &values) {
  return values.getOr("diagnostics", "text") == "json";
}

void mlir::ascend::warn(const OptionValues &values,
                        const ascend::Diagnostic &diagnostic) {
  // ATC's --log: only error and null are quieter than a warning.
  if (values.getOr("log", "") == "error")
    return;
  printWarning(llvm::errs(), diagnostic, wantsJson(values));
}

/// Prints every error in `error`; gives the exit code of the gravest.
static int tell(llvm::Error error, bool json) {
  int code = 0;
  llvm::handleAllErrors(std::move(error), [&](llvm::ErrorInfoBase &info) {
    ascend::Diagnostic diagnostic;
    if (info.isA<DiagnosticError>())
      diagnostic = static_cast<DiagnosticError &>(info).getDiagnostic();
    else
      diagnostic = {"", info.message(), "", "", ExitCode::ModelFailed};
    print(llvm::errs(), diagnostic, json);
    code = std::max(code, static_cast<int>(diagnostic.exitCode));
  });
  return code;
}

int mlir::ascend::runTool(
    int argc, char **argv, Tool tool,
    llvm::function_ref<llvm::Error(const OptionValues &)> run) {
  llvm::InitLLVM init(argc, argv);
  llvm::Expected<ParsedCommandLine> parsed = parseCommandLine(argc, argv, tool);
  if (!parsed)
    return tell(parsed.takeError(), wantsJsonDiagnostics(argc, argv));
  if (parsed->help || parsed->version) {
    llvm::outs() << (parsed->help ? helpText(tool) : versionText(tool));
    return 0;
  }
  for (ascend::Diagnostic &warning : parsed->warnings)
    warn(parsed->values, warning);
  llvm::Error error = run(parsed->values);
  llvm::outs().flush();
  return error ? tell(std::move(error), wantsJson(parsed->values)) : 0;
}

std::unique_ptr<MLIRContext> mlir::ascend::makeContext() {
  DialectRegistry registry;
  registerAllDialects(registry);
  // Control flow and the ops around it are decided like anything else, though
  // the compiler refuses them.
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  auto context = std::make_unique<MLIRContext>(registry);
  context->printOpOnDiagnostic(false);
  context->loadAllAvailableDialects();
  return context;
}

/// "file:line:column", or "node 'name'" where the location has only a name.
static std::string placeOf(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc)) {
    // Line 0 is a whole file: the message says what it concerns.
    if (file.getLine() == 0)
      return "";
    return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
            Twine(file.getColumn()))
        .str();
  }
  if (auto name = dyn_cast<NameLoc>(loc))
    return ("node '" + name.getName().getValue() + "'").str();
  return "";
}

static ascend::Diagnostic convert(mlir::Diagnostic &diag) {
  ascend::Diagnostic result;
  std::string text = diag.str();
  StringRef message = text;
  // emitDiagnostic writes "[CODE] message".
  if (message.consume_front("[E")) {
    auto [code, rest] = message.split("] ");
    result.code = "E" + code.str();
    message = rest;
  }
  result.message = message.str();
  std::string place = placeOf(diag.getLocation());
  if (!message.contains(place))
    result.where = place;
  for (mlir::Diagnostic &note : diag.getNotes())
    result.note += (result.note.empty() ? "" : "; ") + note.str();
  if (result.code == "EZ3003")
    result.exitCode = ExitCode::UnsupportedOp;
  return result;
}

llvm::Error
mlir::ascend::collectDiagnostics(MLIRContext &context,
                                 const OptionValues &values,
                                 llvm::function_ref<LogicalResult()> body) {
  llvm::Error errors = llvm::Error::success();
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      errors = llvm::joinErrors(std::move(errors), makeError(convert(diag)));
    else if (diag.getSeverity() == DiagnosticSeverity::Warning)
      warn(values, convert(diag));
    return success();
  });
  if (succeeded(body())) {
    llvm::consumeError(std::move(errors));
    return llvm::Error::success();
  }
  if (errors)
    return errors;
  return makeError({"", "the compilation failed without a message", "",
                    "please report this", ExitCode::ModelFailed});
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::loadModel(const OptionValues &values, MLIRContext &context) {
  std::string path = values.getOr("model", "").str();
  auto refuse = [&](const Twine &what, StringRef mend) {
    return makeError({"", what.str(), path, mend.str(), ExitCode::ModelFailed});
  };
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return refuse("cannot read the model: " + error.message(),
                  "check the path that --model gives");
  if (llvm::sys::fs::is_directory(status))
    return refuse("the model is a folder", "name the file in it");
  if (namesCompiledFile(path))
    return refuse("the model is compiled already", "run it with ascend-run");

  StringRef name = path;
  bool isIR = name.ends_with(".mlir") || name.ends_with(".mlirbc");
  if (!isIR) {
    ONNXImportOptions options;
    if (auto shapes = values.get("input_shape")) {
      llvm::Expected<InputShapes> parsed = parseInputShape(*shapes);
      if (!parsed)
        return parsed.takeError();
      options.inputShapes = std::move(*parsed);
    }
    return importONNX(path, context, options);
  }
  if (values.has("input_shape"))
    return makeError({"",
                      "--input_shape is for ONNX models; the shapes of an "
                      "IR file stand in its types",
                      path, "leave --input_shape out"});
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return refuse("cannot read the model: " + text.getError().message(),
                  "check the path that --model gives");
  if (llvm::Error error = checkMLIRText((*text)->getBuffer(), path))
    return error;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  OwningOpRef<ModuleOp> module;
  if (llvm::Error error = collectDiagnostics(context, values, [&] {
        module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
        return success(bool(module));
      }))
    return llvm::handleErrors(
        std::move(error), [](const DiagnosticError &info) {
          ascend::Diagnostic diagnostic = info.getDiagnostic();
          diagnostic.exitCode = ExitCode::ModelFailed;
          return makeError(std::move(diagnostic));
        });
  return module;
}

llvm::Expected<CompileOptions>
mlir::ascend::compileOptions(const OptionValues &values, llvm::StringRef cpu) {
  llvm::Expected<CpuTarget> target = CpuTarget::parse(values.getOr("cpu", cpu));
  if (!target)
    return target.takeError();
  CompileOptions options;
  options.target = std::move(*target);
  return options;
}

/// --write_impl_ini.
static llvm::Error writeImplIni(ModuleOp module, const OptionValues &values) {
  std::optional<StringRef> path = values.get("write_impl_ini");
  if (!path)
    return llvm::Error::success();
  FailureOr<ModuleConfig> loaded = failure();
  if (llvm::Error error = collectDiagnostics(*module.getContext(), values, [&] {
        loaded = getModuleConfig(module);
        return success(succeeded(loaded));
      }))
    return error;
  llvm::Expected<std::string> text = formatImplModeIni(loaded->config);
  if (!text)
    return text.takeError();
  return writeWholeFile(*path, *text);
}

llvm::Error mlir::ascend::decidePrecision(ModuleOp module,
                                          const OptionValues &values) {
  if (!values.has("precision_mode") && !values.has("precision_mode_v2") &&
      values.getOr("graph_run_mode", "0") == "0" &&
      values.getOr("log", "") != "error")
    llvm::errs() << "note: no precision mode given: ATC's default, force_fp16, "
                    "is taken\n";
  // The passes see the decision's options only; the tool's own are not theirs.
  OptionValues decision;
  for (const auto &[name, value] : values)
    if (const OptionInfo *info = lookupOption(name);
        info && info->isTakenBy(OptionTaker::Pass))
      decision.set(name, value);
  MLIRContext &context = *module.getContext();
  if (llvm::Error error = collectDiagnostics(context, values, [&] {
        PassManager pm(&context);
        pm.addPass(createGEFusionsPass(decision));
        buildPrecisionPipeline(pm, decision);
        return pm.run(module);
      }))
    return error;
  return writeImplIni(module, values);
}

Progress::Progress(std::string what)
    : what(std::move(what)), start(Clock::now()), last(start),
      terminal(llvm::sys::Process::StandardErrIsDisplayed()) {}

void Progress::step(StringRef stage, uint64_t done, uint64_t total) {
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
