//===- Driver.cpp - From a file and options to what is compiled -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/ModelInfo.h"
#include "Ascend/Import/Aipp/Aipp.h"
#include "Ascend/Import/GE/GE.h"
#include "Ascend/InitAll.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/InputFile.h"
#include "Ascend/Support/MLIRBytecode.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Transforms/Passes.h"
#include "Ascend/Transforms/Precision/HostOps.h"
#include "ConvertTensorFlow.h"
#include "GraphDump.h"
#include "ImportWith.h"
#include "KernelFiles.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::ascend;

std::unique_ptr<MLIRContext> mlir::ascend::makeContext() {
  DialectRegistry registry;
  registerAllDialects(registry);
  // Control flow and the ops around it are decided like anything else, though
  // the compiler refuses them.
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->printOpOnDiagnostic(false);
  // What an importer makes; passes load what theirs need.
  context->loadDialect<AscendDialect, func::FuncDialect, arith::ArithDialect,
                       cf::ControlFlowDialect, scf::SCFDialect,
                       tensor::TensorDialect>();
  return context;
}

ContextWork::ContextWork(MLIRContext &context, Stop &stop) : context(context) {
  context.setThreadPool(pool);
  context.registerActionHandler(
      [&stop](llvm::function_ref<void()> run, const tracing::Action &action) {
        bool isDue =
            isa<PassExecutionAction>(action) ? stop.isDue() : stop.isKnownDue();
        if (!isDue)
          run();
      });
}

ContextWork::~ContextWork() {
  context.registerActionHandler(nullptr);
  context.disableMultithreading();
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
mlir::ascend::collectDiagnostics(MLIRContext &context, WarningHandler warn,
                                 llvm::function_ref<LogicalResult()> body) {
  llvm::Error errors = llvm::Error::success();
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      errors = llvm::joinErrors(std::move(errors), makeError(convert(diag)));
    else if (diag.getSeverity() == DiagnosticSeverity::Warning)
      warn(convert(diag));
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

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// A model that cannot be read.
static llvm::Error refuse(const Twine &what, StringRef where, StringRef mend) {
  return makeError(
      {"", what.str(), where.str(), mend.str(), ExitCode::ModelFailed});
}

/// IR is a fault of the model, not of the command line.
static llvm::Expected<OwningOpRef<ModuleOp>>
parseIR(std::unique_ptr<llvm::MemoryBuffer> text, const OptionValues &values,
        MLIRContext &context, WarningHandler warn) {
  std::string name = text->getBufferIdentifier().str();
  if (values.has(option::inputShape))
    return makeError({"",
                      "--input_shape is for ONNX models; the shapes of an "
                      "IR file stand in its types",
                      name, "leave --input_shape out"});
  auto checked = checkMLIR(std::move(text), name, context.getDialectRegistry(),
                           context.allowsUnregisteredDialects());
  if (!checked)
    return checked.takeError();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*checked), llvm::SMLoc());
  OwningOpRef<ModuleOp> module;
  if (llvm::Error error = collectDiagnostics(context, warn, [&] {
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

/// `module` with what --insert_op_conf puts in front of it.
static llvm::Expected<OwningOpRef<ModuleOp>>
withAipp(llvm::Expected<OwningOpRef<ModuleOp>> module,
         const OptionValues &values) {
  std::optional<StringRef> file = values.getInsertOpConf();
  if (!module || !file)
    return module;
  // The mode may be a training's, the chip that of an installation.
  DiskFiles disk;
  llvm::Expected<Config> config = loadConfig(values, disk);
  if (!config)
    return config.takeError();
  AippOptions options;
  options.file = file->str();
  options.layout = values.getInputFormat().str();
  options.truncatesColours = values.getAippRounding() == "down";
  options.keepsTypes = config->mode == PrecisionMode::MustKeep;
  options.halfInputs = config->inputFP16Nodes;
  if (llvm::Error error = insertAipp(**module, options, config->chip))
    return error;
  return module;
}

static llvm::Expected<OwningOpRef<ModuleOp>>
loadTensorFlow(const OptionValues &values, MLIRContext &context,
               WarningHandler warn) {
  auto model = convertTensorFlow(values);
  if (!model)
    return model.takeError();
  // Its outputs are those that out_nodes names.
  OptionValues left = values;
  left.erase(option::outNodes);
  return importWith(
      left, warn, /*dataFiles=*/nullptr, [&](const ONNXImportOptions &options) {
        return importONNX((*model)->getMemBufferRef(), context, options);
      });
}

static llvm::Expected<OwningOpRef<ModuleOp>>
loadFile(const OptionValues &values, MLIRContext &context, WarningHandler warn,
         ModelFile file, std::vector<UsedFile> *dataFiles) {
  std::string path = values.getModel().value_or("").str();
  if (StringRef(path).contains('\0'))
    return refuse("the path of the model has a NUL in it", path,
                  "check the path of the model");
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return refuse("cannot read the model: " + error.message(), path,
                  "check the path of the model");
  if (llvm::sys::fs::is_directory(status))
    return refuse("the model is a folder", path, "name the file in it");
  if (namesCompiledFile(path))
    return refuse("the model is compiled already", path,
                  "run it with ascend-run, or load it (ascend_mlir.load)");
  if (values.getFramework() == "3")
    return loadTensorFlow(values, context, warn);
  StringRef name = path;
  bool isGraph = namesGEGraph(name);
  if (!isGraph && !name.ends_with(".mlir") && !name.ends_with(".mlirbc")) {
    return importWith(values, warn, dataFiles, [&](ONNXImportOptions options) {
      options.fileStays = file == ModelFile::Stays;
      return importONNX(path, context, options);
    });
  }
  for (StringRef name : {option::outNodes, option::opNameMap})
    if (values.has(name))
      return makeError({"", ("--" + name + " is for ONNX models").str(), path,
                        name == option::outNodes && !isGraph
                            ? "let main return what you want"
                            : "leave it out",
                        ExitCode::Usage});
  if (isGraph) {
    if (values.has(option::inputShape))
      return makeError({"", "--input_shape is for ONNX models", path,
                        "the shapes of GE's graph stand in it",
                        ExitCode::Usage});
    return importGE(path, context);
  }
  auto text = readRegularFile(path, /*endsInZero=*/true);
  if (!text)
    return refuse("cannot read the model: " + text.getError().message(), path,
                  "check the path of the model");
  return parseIR(std::move(*text), values, context, warn);
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::loadModel(const OptionValues &values, MLIRContext &context,
                        WarningHandler warn, ModelFile file,
                        std::vector<UsedFile> *dataFiles) {
  return withAipp(loadFile(values, context, warn, file, dataFiles), values);
}

/// Whether `bytes` can be text: a protobuf message begins with the tag of a
/// field and its length or number, of which one is a control character.
static bool looksLikeText(StringRef bytes) {
  return llvm::all_of(bytes.take_front(512), [](unsigned char c) {
    return c >= 0x20 || llvm::isSpace(c);
  });
}

static llvm::Expected<OwningOpRef<ModuleOp>>
loadBytes(StringRef bytes, StringRef name, const OptionValues &values,
          MLIRContext &context, WarningHandler warn) {
  llvm::MemoryBufferRef buffer(bytes, name);
  if (!bytes.empty() && (isBytecode(buffer) || looksLikeText(bytes)))
    return parseIR(llvm::MemoryBuffer::getMemBufferCopy(bytes, name), values,
                   context, warn);
  return importWith(values, warn, /*dataFiles=*/nullptr,
                    [&](const ONNXImportOptions &options) {
                      return importONNX(buffer, context, options);
                    });
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::loadModel(StringRef bytes, StringRef name,
                        const OptionValues &values, MLIRContext &context,
                        WarningHandler warn) {
  return withAipp(loadBytes(bytes, name, values, context, warn), values);
}

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

llvm::Expected<std::shared_ptr<const ModuleConfig>>
mlir::ascend::configOf(ModuleOp module) {
  std::shared_ptr<const ModuleConfig> config;
  if (llvm::Error error = collectDiagnostics(
          *module.getContext(), [](const ascend::Diagnostic &) {},
          [&] {
            config = getModuleConfig(module);
            return success(config != nullptr);
          }))
    return error;
  return config;
}

/// --write_impl_ini.
static llvm::Error writeImplIni(ModuleOp module, const OptionValues &values) {
  std::optional<StringRef> path = values.getWriteImplIni();
  if (!path)
    return llvm::Error::success();
  auto loaded = configOf(module);
  if (!loaded)
    return loaded.takeError();
  llvm::Expected<std::string> text = formatImplModeIni((*loaded)->config);
  if (!text)
    return text.takeError();
  return writeWholeFile(*path, *text);
}

llvm::Error mlir::ascend::decidePrecision(ModuleOp module,
                                          const OptionValues &values,
                                          WarningHandler warn, Stop &stop) {
  // The passes see the decision's options only; the tool's own are not theirs.
  OptionValues decision;
  for (const auto &[name, value] : values)
    if (const OptionInfo *info = lookupOption(name);
        info && info->isTakenBy(OptionTaker::Pass))
      decision.set(name, value);
  noteGivenOptions(module, values);
  if (auto profiles = shapeProfilesOf(module, values); !profiles)
    return profiles.takeError();
  if (auto main = module.lookupSymbol<func::FuncOp>("main");
      main && values.getAllTensorNotEmpty())
    main->setAttr(kNotEmptyAttrName, UnitAttr::get(module.getContext()));
  llvm::Expected<OpDebug> debug = loadOpDebug(values);
  if (!debug)
    return debug.takeError();
  llvm::for_each(debug->warnings, warn);
  llvm::for_each(unknownEngines(values), warn);
  if (llvm::Error error = debug->files.writeStage("00-import", {module}))
    return error;
  if (llvm::Error error =
          dumpGraph(module, values, GraphStage::PreRunBegin, warn))
    return error;
  MLIRContext &context = *module.getContext();
  HostOps host(module);
  auto run = [&](llvm::function_ref<void(OpPassManager &)> build) {
    llvm::Error error = collectDiagnostics(context, warn, [&] {
      PassManager pm(&context);
      build(pm);
      return pm.run(module);
    });
    if (!stop.isDue())
      return error;
    llvm::consumeError(std::move(error));
    return stop.error();
  };
  if (llvm::Error error = host.takeOutRange(values, warn))
    return error;
  if (llvm::Error error = run([&](OpPassManager &pm) {
        pm.addPass(createGEFusionsPass(decision));
      }))
    return error;
  if (llvm::Error error = host.takeOutUnsupported(values))
    return error;
  if (llvm::Error error =
          run([&](OpPassManager &pm) { buildDecisionPipeline(pm, decision); }))
    return error;
  host.putBack();
  if (llvm::Error error =
          run([&](OpPassManager &pm) { buildReportPipeline(pm, decision); }))
    return error;
  llvm::for_each(unmatchedOps(*debug, module), warn);
  if (llvm::Error error = debug->files.writeStage("01-decision", {module}))
    return error;
  if (llvm::Error error = dumpGraph(module, values, GraphStage::Build, warn))
    return error;
  return writeImplIni(module, values);
}

std::string mlir::ascend::jsonReport(ModuleOp module,
                                     const ModuleConfig &config) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeJSONReport(module, config, os);
  return text;
}

std::string mlir::ascend::textReport(ModuleOp module,
                                     const ModuleConfig &config) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeTextReport(module, config, os);
  return text;
}
