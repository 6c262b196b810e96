//===- JSONReport.cpp - The report as JSON --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Precision/Judge.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "Ascend/Transforms/ValueNames.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::ascend;
namespace json = llvm::json;

/// llvm::json asserts on text that is not UTF-8; names come from users.
static std::string utf8(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

static StringRef word(Type type) { return stringify(toDType(type)); }

static Facts factsOf(const OpStore &store, StringRef type, Engine engine) {
  if (engine == Engine::AICpu) {
    ArrayRef<AICpuOp> ops = store.lookupAICpu(type);
    return ops.empty() ? Facts::Data : ops.front().facts;
  }
  const AICoreOp *op = store.lookupAICore(type);
  return op ? op->facts : Facts::Data;
}

static void writeTensors(json::OStream &out, StringRef key,
                         ArrayRef<Type> origins, ArrayRef<Type> decided) {
  out.attributeArray(key, [&] {
    for (auto [origin, now] : llvm::zip(origins, decided)) {
      if (isa<NoneType>(now)) {
        out.value(nullptr);
        continue;
      }
      out.object([&, origin = origin, now = now] {
        out.attribute("origin", word(origin));
        out.attribute("dtype", word(now));
      });
    }
  });
}

static void writeOp(json::OStream &out, AscendOpInterface op,
                    const ModuleConfig &loaded) {
  auto judged = cast<PrecisionOpInterface>(op.getOperation());
  PrecisionAttr precision = judged.getPrecisionAttr();
  const Config &config = loaded.config;
  auto entry = config.mixlist.find(op.getGEType().str());
  PrecisionList list =
      effectiveList(loaded.store->lookupAICore(op.getGEType()), config.mode,
                    entry == config.mixlist.end() ? nullptr : &entry->second);
  out.object([&] {
    out.attribute("name", utf8(op.getGEName()));
    out.attribute("type", utf8(op.getGEType()));
    if (auto onnx = op->getAttrOfType<StringAttr>("ascend.onnx_op"))
      out.attribute("onnx", utf8(onnx.getValue()));
    else
      out.attribute("onnx", nullptr);
    out.attributeArray("original_names", [&] {
      if (ArrayAttr originals = op.getGEOriginalNames())
        for (StringAttr original : originals.getAsRange<StringAttr>())
          out.value(utf8(original.getValue()));
    });
    out.attribute("engine", stringifyEngine(precision.getEngine()));
    out.attribute("unit", stringifyComputeUnit(precision.getUnit()));
    out.attribute("list", stringify(list));
    if (precision.getColumn())
      out.attribute("column", *precision.getColumn());
    else
      out.attribute("column", nullptr);
    out.attribute("facts", stringify(factsOf(*loaded.store, op.getGEType(),
                                             precision.getEngine())));
    writeTensors(out, "inputs", precision.getOriginInputs(),
                 precision.getInputs());
    writeTensors(out, "outputs", precision.getOriginOutputs(),
                 precision.getOutputs());
    if (precision.getAccumulate())
      out.attribute("accumulate", word(precision.getAccumulate()));
    else
      out.attribute("accumulate", nullptr);
    out.attributeObject("impl_mode", [&] {
      ImplModeAttr effective = judged.getImplModeAttr();
      auto requested =
          op->getAttrOfType<ImplModeAttr>("ascend.requested_impl_mode");
      StringRef none = "default";
      StringRef have =
          effective ? stringifyImplMode(effective.getValue()) : none;
      out.attribute("requested",
                    requested ? stringifyImplMode(requested.getValue()) : have);
      out.attribute("effective", have);
    });
    out.attribute("rule", stringifyPrecisionRule(precision.getRule()));
    out.attribute("source", precision.getSource()
                                ? utf8(precision.getSource().getValue())
                                : "builtin");
    out.attribute("reason", utf8(reasonOf(op, precision, loaded)));
  });
}

static int64_t bytesOf(Value value) {
  auto type = cast<ShapedType>(value.getType());
  if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return -1;
  return (type.getNumElements() * type.getElementTypeBitWidth() + 7) / 8;
}

static void writeCast(json::OStream &out, CastOp cast) {
  out.object([&] {
    out.attribute("value", utf8(nameOfValue(cast.getX())));
    out.attribute("from", word(cast.getX().getType()));
    out.attribute("to", word(cast.getY().getType()));
    int64_t bytes = bytesOf(cast.getY());
    if (bytes >= 0)
      out.attribute("bytes", bytes);
    else
      out.attribute("bytes", nullptr);
    out.attribute("origin", stringifyCastOrigin(*cast.getOrigin()));
    out.attribute("folded", false);
    out.attributeArray("users", [&] {
      for (OpOperand &use : cast.getY().getUses())
        out.object([&] {
          auto user = dyn_cast<AscendOpInterface>(use.getOwner());
          out.attribute("op",
                        user ? utf8(user.getGEName())
                             : use.getOwner()->getName().getStringRef().str());
          out.attribute("input", static_cast<int64_t>(use.getOperandNumber()));
        });
    });
    out.attribute("why",
                  *cast.getOrigin() == CastOrigin::Boundary
                      ? "the graph's boundary keeps the dtype of the model"
                      : "the users were decided in another dtype");
  });
}

/// The dictionaries of a module attribute that ascend-materialize-precision
/// wrote.
static SmallVector<DictionaryAttr> notesOf(ModuleOp module, StringRef name) {
  SmallVector<DictionaryAttr> result;
  if (auto array = module->getAttrOfType<ArrayAttr>(name))
    for (DictionaryAttr entry : array.getAsRange<DictionaryAttr>())
      result.push_back(entry);
  return result;
}

static std::string textOf(DictionaryAttr note, StringRef key) {
  auto text = note.getAs<StringAttr>(key);
  return text ? utf8(text.getValue()) : "";
}

static int64_t numberOf(DictionaryAttr note, StringRef key) {
  auto number = note.getAs<IntegerAttr>(key);
  return number ? number.getInt() : 0;
}

/// A constant that was re-encoded: a cast that does not run.
static void writeFoldedCast(json::OStream &out, DictionaryAttr note) {
  out.object([&] {
    out.attribute("value", textOf(note, "name") + ":0");
    out.attribute("from", textOf(note, "from"));
    out.attribute("to", textOf(note, "dtype"));
    out.attribute("bytes", numberOf(note, "bytes"));
    out.attribute("origin", "inserted");
    out.attribute("folded", true);
    out.attributeArray("users", [&] {
      out.object([&] { out.attribute("op", textOf(note, "user")); });
    });
    out.attribute("why",
                  "the constant was re-encoded when the model was compiled");
  });
}

static void writeFusion(json::OStream &out, DictionaryAttr note) {
  out.object([&] {
    out.attribute("pass", textOf(note, "pass"));
    std::string into = textOf(note, "into");
    if (into.empty())
      out.attribute("into", nullptr);
    else
      out.attribute("into", into);
    out.attributeArray("names", [&] {
      if (auto names = note.getAs<ArrayAttr>("names"))
        for (StringAttr name : names.getAsRange<StringAttr>())
          out.value(utf8(name.getValue()));
    });
  });
}

static StringRef statusWord(ConfigLineStatus::Status status) {
  switch (status) {
  case ConfigLineStatus::Status::Applied:
    return "applied";
  case ConfigLineStatus::Status::NoMatch:
    return "no_match";
  case ConfigLineStatus::Status::Overridden:
    return "overridden";
  }
  return "applied";
}

void mlir::ascend::writeJSONReport(ModuleOp module, const ModuleConfig &loaded,
                                   raw_ostream &os) {
  json::OStream out(os, /*IndentSize=*/1);
  out.object([&] {
    out.attribute("version", 1);
    out.attribute("soc", loaded.config.soc);
    out.attributeObject("options", [&] {
      auto options =
          module->getAttrOfType<DictionaryAttr>(AscendDialect::kOptionsAttr);
      for (const auto &[name, value] : getOptionValues(options))
        out.attribute(name, utf8(value));
    });
    out.attribute("precision_mode", loaded.config.modeWord);
    out.attribute("precision_mode_is_default", loaded.config.modeIsDefault);
    out.attribute("computed", "by the rules of CANN's published source; not "
                              "measured on an NPU");
    out.attributeArray("ops", [&] {
      DecidedOps(module).forEach([&](AscendOpInterface op) {
        auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
        if (judged && judged.getPrecisionAttr())
          writeOp(out, op, loaded);
      });
    });
    out.attributeArray("casts", [&] {
      module.walk([&](CastOp cast) {
        if (cast.getOrigin() && *cast.getOrigin() != CastOrigin::User)
          writeCast(out, cast);
      });
      for (DictionaryAttr note : notesOf(module, "ascend.constants"))
        writeFoldedCast(out, note);
    });
    out.attributeArray("merged_casts", [&] {
      for (DictionaryAttr note : notesOf(module, "ascend.merged_casts"))
        out.object([&] {
          out.attribute("value", textOf(note, "value"));
          auto lossy = note.getAs<BoolAttr>("lossy");
          out.attribute("lossy", lossy && lossy.getValue());
          out.attribute("why", textOf(note, "why"));
        });
    });
    out.attributeArray("fusions", [&] {
      for (DictionaryAttr note : notesOf(module, "ascend.fusions"))
        writeFusion(out, note);
    });
    out.attributeArray("constants", [&] {
      for (DictionaryAttr note : notesOf(module, "ascend.constants"))
        out.object([&] {
          out.attribute("name", textOf(note, "name"));
          out.attribute("dtype", textOf(note, "dtype"));
          for (StringRef count : {"overflow", "underflow", "subnormal"})
            out.attribute(count, numberOf(note, count));
        });
    });
    out.attributeArray("config", [&] {
      for (const ConfigLineStatus &line :
           configLineStatus(module, loaded.config))
        out.object([&] {
          out.attribute("file", utf8(line.where.file));
          out.attribute("line", static_cast<int64_t>(line.where.line));
          out.attribute("text", utf8(line.where.text));
          out.attribute("status", statusWord(line.status));
          if (!line.by.empty())
            out.attribute("by", utf8(line.by));
          if (!line.didYouMean.empty())
            out.attribute("did_you_mean", utf8(line.didYouMean));
          if (!line.fusion.empty())
            out.attribute("fusion", utf8(line.fusion));
        });
    });
  });
  os << '\n';
}

std::vector<ascend::Diagnostic>
mlir::ascend::strictViolations(ModuleOp module, const ModuleConfig &loaded) {
  std::vector<ascend::Diagnostic> result;
  for (const ConfigLineStatus &line : configLineStatus(module, loaded.config))
    if (line.status == ConfigLineStatus::Status::NoMatch)
      result.push_back(
          {"", "--strict: the line '" + line.where.text + "' matches nothing",
           line.where.str(),
           !line.fusion.empty() ? line.fusion
           : line.didYouMean.empty()
               ? ""
               : "did you mean '" + line.didYouMean + "'?"});
  forEachOp(module, [&](AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    if (precision && factsOf(*loaded.store, op.getGEType(),
                             precision.getEngine()) == Facts::Overlay)
      result.push_back(
          {"",
           "--strict: the op was decided from overlay data "
           "only, not from an op store of CANN",
           "node '" + op.getGEName().str() + "' (" + op.getGEType().str() + ")",
           "give the columns of your CANN with --ops_info"});
  });
  for (DictionaryAttr note : notesOf(module, "ascend.constants"))
    if (numberOf(note, "overflow"))
      result.push_back(
          {"",
           "--strict: elements of a constant overflow " + textOf(note, "dtype"),
           "constant '" + textOf(note, "name") + "' of node '" +
               textOf(note, "user") + "'",
           "keep the op in float with keep_dtype"});
  return result;
}
