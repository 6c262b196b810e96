//===- JSONReport.cpp - The report as JSON --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "CastRows.h"
#include "FusionCounts.h"
#include "GEJSON.h"
#include "ModuleNotes.h"

using namespace mlir;
using namespace mlir::ascend;
namespace json = llvm::json;

static StringRef word(Type type) { return stringify(toDType(type)); }

/// How sure the row is that an op was decided from, and where it stands.
static std::pair<Facts, StringRef> rowOf(const OpStore &store, StringRef type,
                                         Engine engine) {
  if (engine == Engine::AICpu) {
    ArrayRef<AICpuOp> ops = store.lookupAICpu(type);
    if (!ops.empty())
      return {ops.front().facts, ops.front().source};
  } else if (const AICoreOp *op = store.lookupAICore(type)) {
    return {op->facts, op->source};
  }
  return {Facts::Data, ""};
}

/// The extents, null for those that are open; null where even the rank is, or
/// nothing is left of the tensor.
static void writeShape(json::OStream &out, Type type) {
  auto shaped = dyn_cast_if_present<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return out.attribute("shape", nullptr);
  out.attributeArray("shape", [&] {
    for (int64_t extent : shaped.getShape())
      if (ShapedType::isDynamic(extent))
        out.value(nullptr);
      else
        out.value(extent);
  });
}

static void writeTensors(json::OStream &out, StringRef key,
                         ArrayRef<Type> origins, ArrayRef<Type> decided,
                         TypeRange types) {
  out.attributeArray(key, [&] {
    for (auto [index, now] : llvm::enumerate(decided)) {
      if (isa<NoneType>(now)) {
        out.value(nullptr);
        continue;
      }
      out.object([&, index = index, now = now] {
        out.attribute("origin", word(origins[index]));
        out.attribute("dtype", word(now));
        // A cast that was merged away has no operands any more.
        writeShape(out, index < types.size() ? types[index] : Type());
      });
    }
  });
}

static void writeCount(json::OStream &out, StringRef key,
                       std::optional<int64_t> count) {
  if (count)
    out.attribute(key, *count);
  else
    out.attribute(key, nullptr);
}

/// What an estimate of the chip's time needs (docs/Lab.md).
static void writeChip(json::OStream &out, const SoCInfo &chip) {
  out.attributeObject("chip", [&] {
    out.attribute("cube_cores", chip.cubeCores);
    out.attribute("vector_cores", chip.vectorCores);
    out.attribute("megahertz", chip.megahertz);
    auto products = [](CubeShape shape) {
      return int64_t(shape.m) * shape.k * shape.n;
    };
    out.attributeObject("multiply_adds", [&] {
      out.attribute("float16", products(chip.cubeShapeFor(DType::Float16)));
      out.attribute("int8", products(chip.cubeShapeFor(DType::Int8)));
    });
    out.attribute("vector_lanes", chip.vectorLanes);
    writeCount(out, "memory_gb_per_s",
               chip.memoryGBps ? std::optional<int64_t>(chip.memoryGBps)
                               : std::nullopt);
  });
}

static void writeTextOrNull(json::OStream &out, StringRef key, StringRef text) {
  if (text.empty())
    out.attribute(key, nullptr);
  else
    out.attribute(key, utf8(text));
}

static void writeOp(json::OStream &out, AscendOpInterface op,
                    const ModuleConfig &loaded) {
  auto judged = cast<PrecisionOpInterface>(op.getOperation());
  PrecisionAttr precision = judged.getPrecisionAttr();
  out.object([&] {
    out.attribute("name", utf8(op.getGEName()));
    out.attribute("type", utf8(op.getGEType()));
    if (auto onnx = op->getAttrOfType<StringAttr>(kOnnxOpAttrName))
      out.attribute("onnx", utf8(onnx.getValue()));
    else
      out.attribute("onnx", nullptr);
    out.attributeArray("original_names", [&] {
      if (ArrayAttr originals = op.getGEOriginalNames())
        for (StringAttr original : originals.getAsRange<StringAttr>())
          out.value(utf8(original.getValue()));
    });
    out.attributeArray("original_types", [&] {
      llvm::SmallSetVector<StringRef, 4> types;
      for (const FusedMember &member : fusedMembers(op))
        types.insert(member.type);
      for (StringRef type : types)
        out.value(utf8(type));
    });
    out.attribute("engine", stringifyEngine(precision.getEngine()));
    out.attribute("unit", stringifyComputeUnit(precision.getUnit()));
    out.attribute("list", stringify(listOf(op, loaded)));
    out.attribute("merged", isMergedAway(op));
    writeCount(out, "column", precision.getColumn());
    auto [facts, row] =
        rowOf(*loaded.store, op.getGEType(), precision.getEngine());
    out.attribute("facts", stringify(facts));
    if (facts == Facts::User)
      out.attribute("facts_source", utf8(row));
    writeTensors(out, "inputs", precision.getOriginInputs(),
                 precision.getInputs(), op->getOperandTypes());
    writeTensors(out, "outputs", precision.getOriginOutputs(),
                 precision.getOutputs(), op->getResultTypes());
    auto cube = dyn_cast<CubeWorkOpInterface>(op.getOperation());
    writeCount(out, "multiply_adds",
               cube ? cube.getNumMultiplyAdds() : std::nullopt);
    if (precision.getAccumulate())
      out.attribute("accumulate", word(precision.getAccumulate()));
    else
      out.attribute("accumulate", nullptr);
    out.attributeObject("impl_mode", [&] {
      ImplModeAttr effective = judged.getImplModeAttr();
      auto requested =
          op->getAttrOfType<ImplModeAttr>(kRequestedImplModeAttrName);
      StringRef none = "default";
      StringRef have =
          effective ? stringifyImplMode(effective.getValue()) : none;
      // An op that offers one mode has it without anybody's wish.
      auto source = op->getAttrOfType<StringAttr>(kImplModeSourceAttrName);
      out.attribute("requested", requested
                                     ? stringifyImplMode(requested.getValue())
                                 : source ? have
                                          : none);
      out.attribute("effective", have);
      writeTextOrNull(out, "source", source ? source.getValue() : "");
    });
    out.attribute("rule", stringifyPrecisionRule(precision.getRule()));
    out.attribute("source", precision.getSource()
                                ? utf8(precision.getSource().getValue())
                                : "builtin");
    out.attribute("reason", utf8(reasonOf(op, precision, loaded)));
  });
}

static void writeCast(json::OStream &out, const CastRow &row) {
  out.object([&] {
    out.attribute("value", utf8(row.value));
    out.attribute("from", utf8(row.from));
    out.attribute("to", utf8(row.to));
    out.attribute("bytes", row.bytes);
    out.attribute("origin", stringifyCastOrigin(row.origin));
    out.attribute("folded", row.folded);
    out.attributeArray("users", [&] {
      for (const CastRow::User &user : row.users)
        out.object([&] {
          out.attribute("op", utf8(user.op));
          out.attribute("input", user.input);
        });
    });
    out.attribute("why", utf8(row.why));
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

static void writeFusion(json::OStream &out, DictionaryAttr note) {
  out.object([&] {
    out.attribute("pass", utf8(textOf(note, "pass")));
    writeTextOrNull(out, "into", textOf(note, "into"));
    for (StringRef list : {"names", "types"})
      out.attributeArray(list, [&] {
        if (auto words = note.getAs<ArrayAttr>(list))
          for (Attribute word : words)
            if (auto text = dyn_cast<StringAttr>(word))
              out.value(utf8(text.getValue()));
      });
  });
}

static void writeConfigLine(json::OStream &out, const ConfigLineStatus &line) {
  out.object([&] {
    writeTextOrNull(out, "file", line.where.file);
    if (line.where.file.empty())
      out.attribute("line", nullptr);
    else
      out.attribute("line", line.where.line);
    out.attribute("text", utf8(line.where.text));
    out.attribute("status", statusWord(line.status));
    writeTextOrNull(out, "by", line.by);
    writeTextOrNull(out, "did_you_mean", line.didYouMean);
    writeTextOrNull(out, "fusion", line.fusion);
    writeTextOrNull(out, "ignored", line.ignored);
  });
}

static void writeOption(json::OStream &out, const OptionInForce &row) {
  out.object([&] {
    out.attribute("option", row.option->name);
    out.attribute("value", utf8(row.value));
    out.attribute("from", utf8(row.from));
    out.attributeArray("overrides", [&] {
      for (const std::string &other : row.overrides)
        out.value(utf8(other));
    });
    writeTextOrNull(out, "without_effect", row.withoutEffect);
  });
}

void mlir::ascend::writeJSONReport(ModuleOp module, const ModuleConfig &loaded,
                                   raw_ostream &os) {
  json::OStream out(os, /*IndentSize=*/1);
  out.object([&] {
    out.attribute("version", 1);
    out.attribute("soc", loaded.config.soc);
    writeChip(out, loaded.config.chip);
    out.attributeObject("options", [&] {
      auto options = module->getAttrOfType<DictionaryAttr>(kOptionsAttrName);
      for (const auto &[name, value] : getOptionValues(options))
        out.attribute(name, utf8(value));
    });
    out.attributeArray("options_in_force", [&] {
      for (const OptionInForce &row : optionsInForce(module, loaded))
        writeOption(out, row);
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
      for (const CastRow &row : castRows(module))
        writeCast(out, row);
    });
    out.attributeArray("merged_casts", [&] {
      for (DictionaryAttr note : notesOf(module, kMergedCastsAttrName))
        out.object([&] {
          out.attribute("value", utf8(textOf(note, "value")));
          auto lossy = note.getAs<BoolAttr>("lossy");
          out.attribute("lossy", lossy && lossy.getValue());
          out.attribute("why", utf8(textOf(note, "why")));
        });
    });
    out.attributeArray("fusions", [&] {
      for (DictionaryAttr note : notesOf(module, kFusionsAttrName))
        writeFusion(out, note);
    });
    out.attributeArray("fusion_counts", [&] {
      for (const auto &[pass, count] : graphFusionCounts(module, loaded))
        out.object([&, pass = pass, count = count] {
          out.attribute("pass", pass);
          out.attribute("effects", count.effects);
          out.attribute("matches", count.matches);
        });
    });
    out.attributeArray("unmodelled_fusions", [&] {
      for (DictionaryAttr note : notesOf(module, kUnmodelledFusionsAttrName))
        out.object([&] {
          out.attribute("pass", utf8(textOf(note, "pass")));
          out.attributeArray("types", [&] {
            if (auto types = note.getAs<ArrayAttr>("types"))
              for (Attribute type : types)
                if (auto text = dyn_cast<StringAttr>(type))
                  out.value(utf8(text.getValue()));
          });
        });
    });
    out.attributeArray("ub_fusions", [&] {
      for (const UBGroup &group : findUBGroups(module, loaded))
        out.object([&] {
          out.attribute("pass", group.pass->name);
          out.attribute("certain", group.pass->isRead());
          out.attributeArray("ops", [&] {
            for (AscendOpInterface op : group.ops)
              out.value(utf8(op.getGEName()));
          });
        });
    });
    out.attributeArray("constants", [&] {
      for (DictionaryAttr note : notesOf(module, kConstantsAttrName))
        out.object([&] {
          out.attribute("name", utf8(textOf(note, "name")));
          out.attribute("dtype", utf8(textOf(note, "dtype")));
          for (StringRef count : {"overflow", "underflow", "subnormal"})
            out.attribute(count, numberOf(note, count));
          if (auto largest = note.getAs<FloatAttr>("largest"))
            out.attribute("largest", largest.getValueAsDouble());
          out.attribute("user", utf8(textOf(note, "user")));
        });
    });
    out.attributeArray("config", [&] {
      for (const ConfigLineStatus &line : configLineStatus(module, loaded))
        writeConfigLine(out, line);
    });
  });
  os << '\n';
}
