//===- OpsInfo.cpp - Reads CANN's ops-info JSON -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "OpsInfo.h"
#include "Ascend/JSON/JSON.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>

using namespace mlir::ascend;
using json::Kind;
using json::Node;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// How the two schemas write a slot's dtypes.
struct DTypeSyntax {
  StringRef key;
  std::optional<DType> (*parse)(StringRef);
  StringRef example;
  /// dynamic_input0 stands for input0 of paramType dynamic.
  bool allowDynamicKey;
};
constexpr DTypeSyntax aicoreSyntax = {"dtype", parseDType, "\"float16,float\"",
                                      false};
constexpr DTypeSyntax aicpuSyntax = {"type", parseGEDType,
                                     "\"DT_FLOAT16,DT_FLOAT\"", true};

/// Reads one op type's entry.
class EntryReader {
public:
  EntryReader(StringRef fileName, const json::Member &member, Facts facts,
              std::set<std::string> *unknownWords)
      : fileName(fileName), type(member.key), entry(member.value),
        place(member.where(fileName)), defaultFacts(facts),
        unknownWords(unknownWords) {}

  Expected<AICoreOp> readAICore() {
    AICoreOp op;
    op.type = type.str();
    if (Error error = readSlots(aicoreSyntax, op.inputs, op.outputs))
      return error;
    if (Error error = checkColumns(op))
      return error;
    dropUnknownColumns(op);
    if (Error error = readList("precision_reduce", op.list))
      return error;
    op.listBF16 = op.list;
    if (Error error = readList("precision_reduce_bf16", op.listBF16))
      return error;
    std::string opFile, dynamic, promote;
    for (auto [group, key, into] :
         {std::tuple("opFile", "value", &opFile),
          std::tuple("dynamicFormat", "flag", &dynamic),
          std::tuple("op", "pattern", &op.pattern),
          std::tuple("promoteType", "value", &promote)})
      if (Error error = readString(group, key, *into))
        return error;
    // FE compares the exact spelling.
    op.hasKernel = opFile != "Null" && opFile != "AICore_Null";
    op.dynamicFormat = dynamic == "true";
    if (Error error = readPromote(promote, op))
      return error;
    if (Error error = readOrigin(op.facts, op.source))
      return error;
    return op;
  }

  Expected<AICpuOp> readAICpu(const Node &opInfo) {
    AICpuOp op;
    op.type = type.str();
    const Node *engine = opInfo.find("engine", Kind::String);
    if (!engine)
      return fail(opInfo, "opInfo has no engine",
                  "an AI CPU entry has \"engine\": \"DNN_VM_AICPU\"");
    op.engine = engine->string;
    if (op.engine != "DNN_VM_AICPU" && op.engine != "DNN_VM_AICPU_ASCEND" &&
        op.engine != "DNN_VM_HOST_CPU")
      return fail(*engine, "'" + op.engine + "' is no engine of the AI CPU",
                  "the engines are DNN_VM_AICPU, DNN_VM_AICPU_ASCEND and "
                  "DNN_VM_HOST_CPU; an AI Core entry has no opInfo");
    if (const Node *lib = opInfo.find("opKernelLib", Kind::String))
      op.kernelLib = lib->string;
    if (Error error = readSlots(aicpuSyntax, op.inputs, op.outputs))
      return error;
    for (TensorSlot &slot : llvm::concat<TensorSlot>(op.inputs, op.outputs))
      llvm::erase(slot.dtypes, DType::Undefined);
    if (Error error = readOrigin(op.facts, op.source))
      return error;
    return op;
  }

private:
  Error fail(const Node &at, const Twine &what, const Twine &mend = "") {
    return makeError({"", ("op type '" + type + "': " + what).str(),
                      at.where(fileName), mend.str()});
  }

  /// Reads the string `entry.group.key` if it is there.
  Error readString(StringRef group, StringRef key, std::string &into) {
    const Node *object = entry.find(group);
    if (!object)
      return Error::success();
    const Node *value = object->find(key);
    if (!value || !value->is(Kind::String))
      return fail(value ? *value : *object,
                  group + "." + key + " must be a string",
                  "CANN writes \"" + group + "\": {\"" + key + "\": \"…\"}");
    into = value->string;
    return Error::success();
  }

  Error readList(StringRef group, PrecisionList &list) {
    std::string flag;
    if (Error error = readString(group, "flag", flag))
      return error;
    if (flag.empty())
      return Error::success();
    if (flag != "true" && flag != "false")
      return fail(*entry.find(group)->find("flag"),
                  group +
                      ".flag must be \"true\" (white list) or \"false\" "
                      "(black list), not \"" +
                      flag + "\"",
                  "without the key an op type is on the gray list");
    list = flag == "true" ? PrecisionList::White : PrecisionList::Black;
    return Error::success();
  }

  Error readOrigin(Facts &facts, std::string &source) {
    facts = defaultFacts;
    source = place;
    if (defaultFacts == Facts::User)
      return Error::success();
    std::string word;
    if (Error error = readString("facts", "value", word))
      return error;
    if (word == "overlay")
      facts = Facts::Overlay;
    return readString("source", "value", source);
  }

  Error readPromote(StringRef text, AICoreOp &op) {
    llvm::SmallVector<StringRef> groups;
    text.split(groups, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    llvm::StringSet<> inputs;
    for (const TensorSlot &slot : op.inputs)
      inputs.insert(slot.name);
    for (StringRef group : groups) {
      std::vector<std::string> &names = op.promote.emplace_back();
      for (StringRef name : llvm::split(group, ',')) {
        name = name.trim();
        if (!inputs.contains(name))
          return fail(*entry.find("promoteType"),
                      "promoteType names '" + name + "', which is no input",
                      "promoteType.value is \"x1,x2;…\": names of inputs");
        names.push_back(name.str());
      }
    }
    return Error::success();
  }

  /// Collects the slots input0, input1, … and output0, ….
  Error readSlots(const DTypeSyntax &syntax, std::vector<TensorSlot> &inputs,
                  std::vector<TensorSlot> &outputs) {
    std::map<unsigned, const json::Member *> found[2];
    for (const json::Member &member : entry.members) {
      StringRef key = member.key;
      if (syntax.allowDynamicKey)
        key.consume_front("dynamic_");
      bool isOutput = key.consume_front("output");
      unsigned index;
      if ((!isOutput && !key.consume_front("input")) ||
          key.getAsInteger(10, index))
        continue;
      if (!found[isOutput].try_emplace(index, &member).second)
        return fail(member.value, "'" + member.key + "' stands twice");
    }
    for (auto [kind, slots] : {std::pair(0, &inputs), std::pair(1, &outputs)}) {
      for (auto [index, member] : found[kind]) {
        if (index != slots->size())
          return fail(member->value, "'" + member->key +
                                         "' stands there, but " +
                                         Twine(kind ? "output" : "input") +
                                         Twine(slots->size()) + " does not");
        Expected<TensorSlot> slot = readSlot(*member, syntax);
        if (!slot)
          return slot.takeError();
        slots->push_back(std::move(*slot));
      }
    }
    return Error::success();
  }

  Expected<TensorSlot> readSlot(const json::Member &member,
                                const DTypeSyntax &syntax) {
    const Node &node = member.value;
    TensorSlot slot;
    for (const json::Member &field : node.members)
      if ((field.key == "name" || field.key == "paramType" ||
           field.key == syntax.key) &&
          !field.value.is(Kind::String))
        return fail(field.value, member.key + "." + field.key +
                                     " must be a string, not " +
                                     describe(field.value.kind));
    if (const Node *name = node.find("name"))
      slot.name = name->string;
    else
      slot.name = member.key;
    slot.param = StringRef(member.key).starts_with("dynamic_")
                     ? ParamType::Dynamic
                     : ParamType::Required;
    if (const Node *param = node.find("paramType")) {
      auto parsed = llvm::StringSwitch<std::optional<ParamType>>(param->string)
                        .Case("required", ParamType::Required)
                        .Case("optional", ParamType::Optional)
                        .Case("dynamic", ParamType::Dynamic)
                        .Case("reserved", ParamType::Reserved)
                        .Default(std::nullopt);
      if (!parsed)
        return fail(*param, "'" + param->string + "' is no paramType",
                    "they are required, optional, dynamic and reserved");
      slot.param = *parsed;
    }
    const Node *dtypes = node.find(syntax.key);
    if (!dtypes && computesColumns()) {
      slotNodes.emplace_back(member.key, &node);
      return slot;
    }
    if (!dtypes)
      return fail(node, member.key + " has no " + syntax.key,
                  "write \"" + syntax.key + "\": " + syntax.example);
    if (Error error = readDTypes(*dtypes, member.key, syntax, slot.dtypes))
      return error;
    slotNodes.emplace_back(member.key, dtypes);
    return slot;
  }

  /// CANN's own files say nothing about the dtypes of most such types.
  bool computesColumns() {
    const Node *group = entry.find("dynamicFormat");
    const Node *flag = group ? group->find("flag", Kind::String) : nullptr;
    return flag && flag->string == "true";
  }

  Error readDTypes(const Node &node, StringRef slotKey,
                   const DTypeSyntax &syntax,
                   llvm::SmallVectorImpl<DType> &dtypes) {
    if (StringRef(node.string).trim().empty())
      return Error::success();
    for (StringRef word : llvm::split(node.string, ',')) {
      std::optional<DType> dtype = syntax.parse(word);
      if (!dtype && unknownWords && !word.trim().empty()) {
        unknownWords->insert(word.trim().str());
        dtype = DType::Undefined;
      }
      if (!dtype)
        return fail(node,
                    slotKey + "." + syntax.key + ": '" + word.trim() +
                        "' is no data type",
                    "data types are written like " + syntax.example);
      dtypes.push_back(*dtype);
    }
    return Error::success();
  }

  Error checkColumns(const AICoreOp &op) {
    unsigned columns = op.numColumns();
    auto slots = llvm::concat<const TensorSlot>(op.inputs, op.outputs);
    for (auto [slot, written] : llvm::zip_equal(slots, slotNodes))
      if (slot.dtypes.size() != columns)
        return fail(*written.second,
                    written.first + " has " + Twine(slot.dtypes.size()) +
                        " data types, but " + slotNodes.front().first +
                        " has " + Twine(columns),
                    "the k-th data types of all inputs and outputs are one "
                    "combination: every list has the same length");
    return Error::success();
  }

  /// Drops the columns that hold an unknown data type.
  static void dropUnknownColumns(AICoreOp &op) {
    auto slots = llvm::concat<TensorSlot>(op.inputs, op.outputs);
    unsigned kept = 0;
    for (unsigned k = 0, columns = op.numColumns(); k < columns; ++k) {
      if (llvm::any_of(slots, [k](const TensorSlot &slot) {
            return slot.dtypes[k] == DType::Undefined;
          }))
        continue;
      for (TensorSlot &slot : slots)
        slot.dtypes[kept] = slot.dtypes[k];
      ++kept;
    }
    for (TensorSlot &slot : slots)
      slot.dtypes.truncate(kept);
  }

  StringRef fileName, type;
  const Node &entry;
  std::string place;
  Facts defaultFacts;
  /// Where unknown words for data types go; nullptr: they are errors.
  std::set<std::string> *unknownWords;
  /// The key and the list of dtypes of each slot, inputs first.
  llvm::SmallVector<std::pair<StringRef, const Node *>> slotNodes;
};

} // namespace

Expected<OpsInfo>
mlir::ascend::readOpsInfo(StringRef text, StringRef fileName, Facts facts,
                          std::set<std::string> *unknownWords) {
  Expected<Node> root = parseJSON(text, fileName);
  if (!root)
    return root.takeError();
  auto expectObject = [&](const Node &node, const Twine &what) -> Error {
    if (node.is(Kind::Object))
      return Error::success();
    return makeError(
        {"", (what + " must be an object, not " + describe(node.kind)).str(),
         node.where(fileName),
         "an ops-info file is {\"OpType\": {\"input0\": {…}, …}, …}"});
  };
  if (Error error = expectObject(*root, "an ops-info file"))
    return error;
  if (std::vector<const json::Member *> doubles = root->duplicates();
      !doubles.empty())
    return makeError({"", "op type '" + doubles[0]->key + "' is defined twice",
                      doubles[0]->where(fileName),
                      "keep one of the two entries"});

  OpsInfo result;
  for (const json::Member &member : root->members) {
    if (Error error =
            expectObject(member.value, "op type '" + member.key + "'"))
      return error;
    EntryReader reader(fileName, member, facts, unknownWords);
    if (const Node *opInfo = member.value.find("opInfo")) {
      Expected<AICpuOp> op = reader.readAICpu(*opInfo);
      if (!op)
        return op.takeError();
      result.aicpu.push_back(std::move(*op));
    } else {
      Expected<AICoreOp> op = reader.readAICore();
      if (!op)
        return op.takeError();
      result.aicore.push_back(std::move(*op));
    }
  }
  return result;
}
