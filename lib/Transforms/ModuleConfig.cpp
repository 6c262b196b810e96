//===- ModuleConfig.cpp - The configuration that a module carries ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/KeptData.h"
#include "Ascend/Options/CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace mlir::ascend;

/// Tells whether a file is what it was.
static std::string hashOf(StringRef text) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)),
                     /*LowerCase=*/true);
}

/// The op stores of a CANN installation are too large to be carried in the
/// module: the files are read again, and refused when they have changed.
static LogicalResult readInstalledFiles(ModuleOp module, DictionaryAttr options,
                                        FileTexts &texts) {
  auto hashes = options.getAs<DictionaryAttr>("installed");
  if (!hashes)
    return success();
  DiskFiles disk;
  for (NamedAttribute file : hashes) {
    auto hash = dyn_cast<StringAttr>(file.getValue());
    llvm::ErrorOr<std::string> text = disk.read(file.getName().getValue());
    if (!hash || !text || hashOf(*text) != hash.getValue())
      return module.emitError("the file '")
             << file.getName().getValue()
             << "' of the CANN installation is not the one that the module was "
                "configured with: run ascend-load-config again";
    texts[file.getName().str()] = std::move(*text);
  }
  return success();
}

llvm::Expected<DictionaryAttr>
mlir::ascend::makeOptionsAttr(MLIRContext *context, OptionValues values,
                              FileSource &files,
                              std::vector<ascend::Diagnostic> &warnings) {
  if (llvm::Error error = checkTogether(values))
    return std::move(error);
  fillToolDefaults(values);
  if (llvm::Error error = checkOutputFiles(values))
    return std::move(error);
  // Where the report goes is no part of what is decided.
  values.erase(option::report);
  RecordingFiles recorder(files);
  llvm::Expected<Config> config = loadConfig(values, recorder);
  if (!config)
    return config.takeError();
  llvm::Expected<std::shared_ptr<const OpStore>> store =
      OpStore::get(config->soc, config->opsInfo, config->installation.get());
  if (!store)
    return store.takeError();
  // Nothing below asks for the chip's default again.
  if (!values.has(option::floatOverflowMode))
    values.set(option::floatOverflowMode,
               config->chip.overflow == OverflowMode::Saturation ? "saturation"
                                                                 : "inf_nan");
  warnings = std::move(config->warnings);
  if (SmallVector<StringRef> words = (*store)->unknownDTypes(); !words.empty())
    warnings.push_back({"",
                        "the op stores of the CANN installation have columns "
                        "with data types that are not known here (" +
                            llvm::join(words, ", ") +
                            "); these columns are left out",
                        values.getOppPath().value_or("").str(), ""});

  Builder builder(context);
  SmallVector<Attribute> valueAttrs;
  for (const auto &[name, value] : values)
    valueAttrs.push_back(builder.getStrArrayAttr({name, value}));
  SmallVector<NamedAttribute> texts, hashes;
  for (const auto &[path, text] : recorder.takeTexts()) {
    bool isInstalled = config->installation &&
                       StringRef(path).starts_with(*values.getOppPath());
    (isInstalled ? hashes : texts)
        .push_back(builder.getNamedAttr(
            path, builder.getStringAttr(isInstalled ? hashOf(text) : text)));
  }
  SmallVector<NamedAttribute> entries = {
      builder.getNamedAttr("files", builder.getDictionaryAttr(texts)),
      builder.getNamedAttr("store", builder.getStringAttr((*store)->hash())),
      builder.getNamedAttr("values", builder.getArrayAttr(valueAttrs))};
  if (!hashes.empty())
    entries.push_back(
        builder.getNamedAttr("installed", builder.getDictionaryAttr(hashes)));
  return builder.getDictionaryAttr(entries);
}

OptionValues mlir::ascend::getOptionValues(DictionaryAttr options) {
  OptionValues values;
  auto list = options.getAs<ArrayAttr>("values");
  for (Attribute entry : list ? list.getValue() : ArrayRef<Attribute>()) {
    auto pair = dyn_cast<ArrayAttr>(entry);
    if (!pair || pair.size() != 2)
      continue;
    auto name = dyn_cast<StringAttr>(pair[0]);
    auto value = dyn_cast<StringAttr>(pair[1]);
    if (name && value)
      values.set(name.getValue(), value.getValue());
  }
  return values;
}

/// What the context keeps; null where no op of the dialect is around.
static KeptData *keptBy(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<AscendDialect>();
  return dialect ? dialect->getRegisteredInterface<KeptData>() : nullptr;
}

std::shared_ptr<const OptionValues>
mlir::ascend::optionValuesOf(Operation *op) {
  static const auto none = std::make_shared<const OptionValues>();
  ModuleOp module;
  for (Operation *at = op; at; at = at->getParentOp()) {
    if (at->hasAttr(kReferenceAttrName))
      return none;
    if (!module)
      module = dyn_cast<ModuleOp>(at);
  }
  auto options = module
                     ? module->getAttrOfType<DictionaryAttr>(kOptionsAttrName)
                     : DictionaryAttr();
  if (!options)
    return none;
  KeptData *kept = keptBy(op->getContext());
  if (auto values = kept ? kept->find<OptionValues>(options) : nullptr)
    return values;
  auto values = std::make_shared<const OptionValues>(getOptionValues(options));
  if (kept)
    kept->keep(options, values);
  return values;
}

/// What the attribute says, read once more.
static std::shared_ptr<const ModuleConfig> readConfig(ModuleOp module,
                                                      DictionaryAttr options) {
  FileTexts texts;
  if (auto files = options.getAs<DictionaryAttr>("files"))
    for (NamedAttribute file : files)
      if (auto text = dyn_cast<StringAttr>(file.getValue()))
        texts[file.getName().str()] = text.str();
  if (failed(readInstalledFiles(module, options, texts)))
    return nullptr;
  MemoryFiles files(std::move(texts));
  llvm::Expected<Config> config = loadConfig(getOptionValues(options), files);
  if (!config)
    return (void)emitDiagnostic(module, config.takeError()), nullptr;

  llvm::Expected<std::shared_ptr<const OpStore>> store =
      OpStore::get(config->soc, config->opsInfo, config->installation.get());
  if (!store)
    return (void)emitDiagnostic(module, store.takeError()), nullptr;
  auto hash = options.getAs<StringAttr>("store");
  if (!hash || hash.getValue() != (*store)->hash()) {
    emitError(module.getLoc(), "the module was configured with another "
                               "built-in op store (")
        << (hash ? hash.getValue() : "none") << ", this is " << (*store)->hash()
        << "): run ascend-load-config again";
    return nullptr;
  }
  return std::make_shared<const ModuleConfig>(
      ModuleConfig{std::move(*config), std::move(*store)});
}

std::shared_ptr<const ModuleConfig>
mlir::ascend::getModuleConfig(ModuleOp module) {
  auto options = module->getAttrOfType<DictionaryAttr>(kOptionsAttrName);
  if (!options) {
    emitError(module.getLoc(), "the module has no '")
        << kOptionsAttrName << "': run ascend-load-config before this pass";
    return nullptr;
  }
  KeptData *kept = keptBy(module.getContext());
  if (auto config = kept ? kept->find<ModuleConfig>(options) : nullptr)
    return config;
  std::shared_ptr<const ModuleConfig> config = readConfig(module, options);
  if (config && kept)
    kept->keep(options, config);
  return config;
}

void mlir::ascend::markRun(ModuleOp module, StringRef pass) {
  NamedAttrList run(
      module->getAttrOfType<DictionaryAttr>(kConstraintsAttrName));
  run.set(pass, UnitAttr::get(module.getContext()));
  module->setAttr(kConstraintsAttrName, run.getDictionary(module.getContext()));
}

bool mlir::ascend::hasRun(ModuleOp module, StringRef pass) {
  auto run = module->getAttrOfType<DictionaryAttr>(kConstraintsAttrName);
  return run && run.contains(pass);
}

static void fill(InFlightDiagnostic &diag, const ascend::Diagnostic &content) {
  if (!content.code.empty())
    diag << "[" << content.code << "] ";
  diag << content.message;
  if (!content.where.empty())
    diag << " (" << content.where << ")";
  if (!content.note.empty())
    diag.attachNote() << content.note;
}

LogicalResult mlir::ascend::emitDiagnostic(Operation *op, llvm::Error error) {
  InFlightDiagnostic diag =
      isa<ModuleOp>(op) ? mlir::emitError(op->getLoc()) : op->emitError();
  fill(diag, toDiagnostic(std::move(error)));
  return diag;
}

void mlir::ascend::emitWarning(ModuleOp module,
                               const ascend::Diagnostic &warning) {
  InFlightDiagnostic diag = mlir::emitWarning(module.getLoc());
  fill(diag, warning);
}

SmallVector<FusedMember> mlir::ascend::fusedMembers(AscendOpInterface op) {
  SmallVector<FusedMember> result;
  auto members = op->getAttrOfType<ArrayAttr>(kFusedMembersAttrName);
  for (Attribute member :
       members ? members.getValue() : ArrayRef<Attribute>()) {
    auto pair = dyn_cast<ArrayAttr>(member);
    if (!pair || pair.size() != 2)
      continue;
    auto name = dyn_cast<StringAttr>(pair[0]),
         type = dyn_cast<StringAttr>(pair[1]);
    if (name && type)
      result.push_back({name.getValue(), type.getValue()});
  }
  return result;
}

bool mlir::ascend::isConstantSource(Operation *op) {
  if (isa_and_nonnull<ConstantOp>(op))
    return true;
  auto geOp = dyn_cast_or_null<GEOp>(op);
  return geOp && llvm::is_contained({"Const", "Constant", "Variable"},
                                    geOp.getGeType());
}

bool mlir::ascend::isJudged(AscendOpInterface op, const OpStore &store) {
  if (isConstantSource(op))
    return false;
  // Casts that the decision itself made.
  if (auto cast = dyn_cast<CastOp>(op.getOperation()))
    if (cast.getOrigin() && *cast.getOrigin() != CastOrigin::User)
      return false;
  StringRef type = op.getGEType();
  return store.lookupAICore(type) || !store.isGELocal(type);
}
