//===- ModelInfo.cpp - What a model or a compiled file holds --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ModelInfo.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Driver/RunModel.h"
#include "Ascend/Import/GE/GE.h"
#include "Ascend/JSON/JSON.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Report/ModelJSON.h"
#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Table.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Models as JSON
//===----------------------------------------------------------------------===//

static std::string inputFormatOf(const OptionValues &values) {
  return values.getInputFormat().str();
}

/// `name` with the chip, if there is one, and the compiler.
static ModelHead headOf(ModuleOp module, std::string name,
                        const OptionValues &values) {
  ModelHead head = {std::move(name), inputFormatOf(values), {}};
  if (auto options = module->getAttrOfType<DictionaryAttr>(kOptionsAttrName))
    head.attributes.emplace_back(
        "soc_version", getOptionValues(options).getSocVersion().str());
  head.attributes.emplace_back("atc_version",
                               "Ascend-MLIR " + projectVersion().str());
  return head;
}

static std::string jsonOf(ModuleOp module, const ModelHead &head) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeModelJSON(module, head, os);
  return text;
}

std::string mlir::ascend::jsonGraph(ModuleOp module,
                                    const OptionValues &values) {
  return jsonOf(module, headOf(module, "main", values));
}

llvm::Error mlir::ascend::writeTextGraph(ModuleOp module,
                                         const OptionValues &values,
                                         bool hasWeights, raw_ostream &os) {
  StringRef stem = llvm::sys::path::stem(values.getModel().value_or(""));
  ModelHead head = headOf(module, stem.empty() ? "main" : stem.str(), values);
  head.hasWeights = hasWeights;
  return writeModelText(jsonOf(module, head), os);
}

static StringRef graphOf(const CompiledFile &file) {
  uint64_t bytes = 0;
  const char *text = ascendrt_file_graph(file.get(), &bytes);
  return {text, size_t(bytes)};
}

/// "weight/net_weight_combined, 4096 bytes", …
static std::vector<std::string> weightFilesOf(const CompiledFile &file) {
  std::vector<std::string> files;
  uint64_t bytes = 0;
  for (uint32_t i = 0;
       const char *path = ascendrt_file_weights(file.get(), i, &bytes); ++i)
    files.push_back((path + Twine(", ") + Twine(bytes) + " bytes").str());
  return files;
}

llvm::Error mlir::ascend::writeModelAsJSON(const OptionValues &values,
                                           MLIRContext &context,
                                           WarningHandler warn) {
  std::string path =
      values.getOm().value_or(values.getModel().value_or("")).str();
  StringRef json = values.getJson().value_or("");
  if (namesCompiledFile(path)) {
    llvm::Expected<CompiledFile> file = inspectCompiledFile(path);
    if (!file)
      return file.takeError();
    if (graphOf(*file).empty())
      return makeError({"", "the compiled file holds no graph", path,
                        "compile the model again with this ascend-atc",
                        ExitCode::ModelFailed});
    std::vector<std::pair<std::string, std::string>> weights;
    for (std::string &text : weightFilesOf(*file))
      weights.emplace_back("external_weight", std::move(text));
    return writeWholeFile(json, addToModelJSON(graphOf(*file), weights));
  }
  if (StringRef(path).ends_with(".om"))
    return makeError({"",
                      "a compiled file of CANN's is not read here: its form is "
                      "not published",
                      path,
                      "call CANN's own atc with --mode=1; the compiled files "
                      "of this ascend-atc end in .asc",
                      ExitCode::ModelFailed});
  OptionValues reading = values;
  reading.set(option::model, path);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      loadModel(reading, context, warn, ModelFile::Stays);
  if (!module)
    return module.takeError();
  ModelHead head = {
      llvm::sys::path::stem(path).str(), inputFormatOf(values), {}};
  return writeWholeFile(
      json, [&](raw_ostream &os) { writeModelJSON(**module, head, os); });
}

llvm::Error mlir::ascend::writeDumpAsJSON(const OptionValues &values,
                                          WarningHandler warn) {
  StringRef path = values.getOm().value_or("");
  std::string unknown;
  llvm::Expected<std::string> text = convertGEText(path, unknown);
  if (!text)
    return text.takeError();
  if (!unknown.empty())
    warn({"", "the dump has fields that are not known here and are left out",
          (path + ":" + unknown).str(), ""});
  return writeWholeFile(values.getJson().value_or(""), *text);
}

//===----------------------------------------------------------------------===//
// Compiled files in words
//===----------------------------------------------------------------------===//

static StringRef textAt(const json::Node &node, StringRef key) {
  const json::Node *found = node.find(key, json::Kind::String);
  return found ? StringRef(found->string) : StringRef();
}

static ArrayRef<json::Node> listAt(const json::Node &node, StringRef key) {
  const json::Node *found = node.find(key, json::Kind::Array);
  return found ? ArrayRef(found->elements) : ArrayRef<json::Node>();
}

/// JSON in a compiled file; an empty text is null.
static llvm::Expected<json::Node> parsePart(StringRef text, StringRef what,
                                            StringRef path) {
  if (text.empty())
    return json::Node();
  llvm::Expected<json::Node> root = parseJSON(text, path);
  if (root)
    return root;
  ascend::Diagnostic diagnostic = toDiagnostic(root.takeError());
  return makeError({"",
                    ("the " + what +
                     " in the compiled file is damaged: " + diagnostic.message)
                        .str(),
                    path.str(), "compile the model again with ascend-atc",
                    ExitCode::ModelFailed});
}

/// Names come from models: no control character reaches the terminal, and no
/// name fills it.
static void writeRow(raw_ostream &os, StringRef head, const Twine &text) {
  constexpr size_t kMostColumns = 1000;
  os << llvm::left_justify((head + ":").str(), 10)
     << fitColumn(text.str(), kMostColumns) << '\n';
}

/// "3: MatMulV2 1, Relu 2"; of equally many the first in order of letters.
static std::string counted(const std::map<std::string, unsigned> &counts) {
  unsigned total = 0;
  SmallVector<std::pair<unsigned, StringRef>> rows;
  for (const auto &[word, count] : counts) {
    total += count;
    rows.emplace_back(count, word);
  }
  llvm::sort(rows, [](auto a, auto b) {
    return std::tie(b.first, a.second) < std::tie(a.first, b.second);
  });
  std::string text = std::to_string(total);
  StringRef separator = ": ";
  for (auto [count, word] : rows) {
    text += (separator + word + " " + Twine(count)).str();
    separator = ", ";
  }
  return text;
}

static std::string describeFeatures(uint64_t features) {
  SmallVector<StringRef> names;
#define ADD_NAME(bit, name)                                                    \
  if (features >> (bit) & 1)                                                   \
    names.push_back(name);
  ASCENDRT_CPU_FEATURES(ADD_NAME)
#undef ADD_NAME
  StringRef form = llvm::is_contained(names, "avx512bw") ? "avx512"
                   : llvm::is_contained(names, "avx2")   ? "avx2"
                                                         : "portable";
  return (form + ", needs " + llvm::join(names, " ")).str();
}

/// "x float [1,-1]"
static std::string describeTensor(StringRef name, const json::Node &tensor) {
  StringRef dtype = textAt(tensor, "dtype");
  dtype.consume_front("DT_");
  std::string text = (name + " " + dtype.lower() + " [").str();
  StringRef separator;
  if (const json::Node *shape = tensor.find("shape"))
    for (const json::Node &extent : listAt(*shape, "dim")) {
      text += (separator + Twine(extent.integer)).str();
      separator = ",";
    }
  return text + "]";
}

static std::string attributeOf(const json::Node &node, StringRef key) {
  for (const json::Node &attribute : listAt(node, "attr"))
    if (textAt(attribute, "key") == key)
      if (const json::Node *value = attribute.find("value"))
        return textAt(*value, "s").str();
  return "";
}

static void describeGraph(const json::Node &model, raw_ostream &os) {
  ArrayRef<json::Node> graphs = listAt(model, "graph");
  if (graphs.empty())
    return;
  for (const json::Node &op : listAt(graphs.front(), "op"))
    if (textAt(op, "type") == "Data" && !listAt(op, "output_desc").empty())
      writeRow(os, "input",
               describeTensor(textAt(op, "name"),
                              listAt(op, "output_desc").front()));
  for (const json::Node &op : listAt(graphs.front(), "op"))
    if (textAt(op, "type") == "NetOutput")
      for (const json::Node &tensor : listAt(op, "input_desc"))
        writeRow(
            os, "output",
            describeTensor(attributeOf(tensor, "_origin_output_tensor_name"),
                           tensor));
  std::map<std::string, unsigned> types;
  for (const json::Node &graph : graphs)
    for (const json::Node &op : listAt(graph, "op"))
      if (StringRef type = textAt(op, "type");
          type != "Data" && type != "NetOutput" && type != "Const")
        ++types[type.str()];
  writeRow(os, "ops", counted(types));
}

static void describeReport(const json::Node &report, raw_ostream &os) {
  if (!report.is(json::Kind::Object))
    return writeRow(os, "chip", "none: the model is in its own dtypes");
  const json::Node *isDefault =
      report.find("precision_mode_is_default", json::Kind::Bool);
  writeRow(os, "chip",
           textAt(report, "soc") + ", precision mode " +
               textAt(report, "precision_mode") +
               (isDefault && isDefault->boolean ? " (the default)" : ""));
  std::string options;
  if (const json::Node *given = report.find("options", json::Kind::Object))
    for (const json::Member &option : given->members)
      options +=
          (options.empty() ? "" : " ") + option.key + "=" + option.value.string;
  writeRow(os, "options", options.empty() ? "none" : options);
  std::map<std::string, unsigned> dtypes;
  for (const json::Node &op : listAt(report, "ops"))
    if (!listAt(op, "outputs").empty())
      ++dtypes[textAt(listAt(op, "outputs").front(), "dtype").str()];
  size_t casts =
      llvm::count_if(listAt(report, "casts"), [](const json::Node &cast) {
        const json::Node *folded = cast.find("folded", json::Kind::Bool);
        return !folded || !folded->boolean;
      });
  writeRow(os, "decided", counted(dtypes) + "; casts " + Twine(casts));
}

llvm::Error mlir::ascend::describeCompiledFile(StringRef path,
                                               raw_ostream &os) {
  llvm::Expected<CompiledFile> file = inspectCompiledFile(path);
  if (!file)
    return file.takeError();
  uint64_t reportBytes = 0;
  const char *reportText = ascendrt_file_report(file->get(), &reportBytes);
  llvm::Expected<json::Node> report =
      parsePart(StringRef(reportText, reportBytes), "report", path);
  if (!report)
    return report.takeError();
  llvm::Expected<json::Node> model = parsePart(graphOf(*file), "graph", path);
  if (!model)
    return model.takeError();
  const ascendrt_file_trailer &end = *ascendrt_file_end(file->get());
  writeRow(os, "file",
           path + ", " + Twine(end.file_bytes) + " bytes, version " +
               Twine(end.version) + " of the format, " +
               Twine(end.abi_version) + " of the run-time interface");
  std::string compiler = attributeOf(*model, "atc_version");
  // What graph_compiler_cache_dir keeps is to be run alone.
  writeRow(os, "compiler",
           !compiler.empty()        ? compiler
           : graphOf(*file).empty() ? "not said: the file keeps no graph"
                                    : "older than this");
  describeReport(*report, os);
  writeRow(os, "cpu", describeFeatures(end.cpu_features));
  writeRow(os, "bytes",
           "code " + Twine(end.code_bytes) +
               (end.flags & ASCENDRT_FILE_PACKED_CODE ? " packed" : "") +
               ", weights " + Twine(end.weights_bytes) + ", report " +
               Twine(end.report_bytes) + ", graph " +
               Twine(graphOf(*file).size()));
  for (const std::string &weights : weightFilesOf(*file))
    writeRow(os, "weights", weights);
  describeGraph(*model, os);
  return llvm::Error::success();
}
