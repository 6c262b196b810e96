//===- GraphIndex.cpp - The ops that config lines can name ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/GraphIndex.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/OpStore/OpMap.h"

using namespace mlir;
using namespace mlir::ascend;

GraphIndex::GraphIndex(ModuleOp module, const OpStore &store) : ops(module) {
  ops.forEach([&](AscendOpInterface op) {
    if (!isJudged(op, store))
      return;
    auto add = [&](Table &table, StringRef key) {
      SmallVector<AscendOpInterface, 1> &list = table[key];
      // An op has a key twice at once, if at all.
      if (list.empty() || list.back() != op)
        list.push_back(op);
    };
    SmallVector<FusedMember> members = fusedMembers(op);
    if (members.empty())
      members.push_back({op.getGEName(), op.getGEType()});
    if (auto onnx = op->getAttrOfType<StringAttr>(kOnnxOpAttrName))
      add(byONNXType, onnx.getValue());
    add(byType, op.getGEType());
    add(byName, op.getGEName());
    add(byOwnName, op.getGEName());
    for (const FusedMember &member : members) {
      add(byModelType, member.type);
      add(byModelName, member.name);
    }
    if (ArrayAttr originals = op.getGEOriginalNames())
      for (StringAttr original : originals.getAsRange<StringAttr>()) {
        add(byName, original.getValue());
        add(byModelName, original.getValue());
      }
  });
  if (auto fusions = module->getAttrOfType<ArrayAttr>(kFusionsAttrName))
    for (Attribute fusion : fusions)
      if (auto dictionary = dyn_cast<DictionaryAttr>(fusion))
        addFusion(dictionary);
}

void GraphIndex::addFusion(DictionaryAttr fusion) {
  auto pass = fusion.getAs<StringAttr>("pass");
  if (!pass)
    return;
  auto into = fusion.getAs<StringAttr>("into");
  Taker taker = {pass.getValue(), into ? into.getValue() : ""};
  auto add = [&](StringRef list, llvm::StringMap<Taker> &takers) {
    if (auto keys = fusion.getAs<ArrayAttr>(list))
      for (Attribute key : keys)
        if (auto text = dyn_cast<StringAttr>(key)) {
          auto [known, isNew] = takers.try_emplace(text.getValue(), taker);
          // One of whose op something is left says more.
          if (!isNew && !byOwnName.contains(known->second.into) &&
              byOwnName.contains(taker.into))
            known->second = taker;
        }
  };
  add("names", takerOfName);
  add("types", takerOfType);
}

const GraphIndex::Table &GraphIndex::tableOf(bool isType, NodesOf nodes) const {
  if (nodes == NodesOf::Model)
    return isType ? byModelType : byModelName;
  if (isType)
    return byType;
  return nodes == NodesOf::OwnNames ? byOwnName : byName;
}

ArrayRef<AscendOpInterface> GraphIndex::find(bool isType, StringRef key,
                                             NodesOf nodes) const {
  const Table &table = tableOf(isType, nodes);
  auto found = table.find(key);
  return found == table.end() ? ArrayRef<AscendOpInterface>()
                              : ArrayRef(found->second);
}

std::string GraphIndex::fusionOf(bool isType, StringRef key) const {
  const auto &takers = isType ? takerOfType : takerOfName;
  auto taker = takers.find(key);
  if (taker == takers.end()) {
    auto made = byType.find(key);
    if (!isType || made == byType.end() || byModelType.contains(key))
      return "";
    AscendOpInterface op = made->second.front();
    return ("no node of the model has this type: '" + op.getGEName() +
            "' has it from a fusion")
        .str();
  }
  auto inOther = byModelType.find(key);
  if (isType && inOther != byModelType.end()) {
    AscendOpInterface op = inOther->second.front();
    return ("every node of type '" + key + "' was fused into others: '" +
            op.getGEName() + "' is " + op.getGEType())
        .str();
  }
  return ((isType ? "every node of type '" : "the node '") + key +
          "' was fused away by " + taker->second.pass)
      .str();
}

/// Whether words may be compared yet; counts.
bool GraphIndex::mayCompare() const {
  return comparisonsLeft && comparisonsLeft--;
}

std::string GraphIndex::nearestKey(const Table &table, StringRef key) const {
  unsigned best = key.size() / 3 + 1;
  StringRef result;
  for (const auto &entry : table) {
    StringRef word = entry.getKey();
    size_t longer = std::max(word.size(), key.size()),
           shorter = std::min(word.size(), key.size());
    if (longer - shorter > best)
      continue;
    if (!mayCompare())
      return "";
    unsigned distance = key.edit_distance(word, true, best);
    // Of equally near words the first by the alphabet, not by the table.
    if (distance < best ||
        (distance == best && (result.empty() || word < result))) {
      best = distance;
      result = word;
    }
  }
  return result.str();
}

StringRef GraphIndex::nameAmong(AscendOpInterface op, NodesOf nodes) const {
  SmallVector<FusedMember> members = fusedMembers(op);
  // The last one is what the others were fused into.
  return nodes == NodesOf::Model && !members.empty() ? members.back().name
                                                     : op.getGEName();
}

StringRef GraphIndex::typeAmong(AscendOpInterface op, NodesOf nodes) const {
  SmallVector<FusedMember> members = fusedMembers(op);
  if (nodes != NodesOf::Model || members.empty())
    return op.getGEType();
  return llvm::min_element(
             llvm::reverse(members),
             [&](const FusedMember &a, const FusedMember &b) {
               return find(/*isType=*/true, a.type, nodes).size() <
                      find(/*isType=*/true, b.type, nodes).size();
             })
      ->type;
}

StringRef GraphIndex::typeOf(StringRef word, NodesOf nodes) const {
  if (auto found = byONNXType.find(word); found != byONNXType.end())
    return typeAmong(found->second.front(), nodes);
  // What the model had as this ONNX op, or has not, is GE's by another name.
  StringRef inGE = mainGEType(word);
  if (!inGE.empty() && tableOf(/*isType=*/true, nodes).contains(inGE))
    return inGE;
  for (StringRef type : {word, inGE})
    if (AscendOpInterface made = madeOf(type))
      return typeAmong(made, nodes);
  return "";
}

AscendOpInterface GraphIndex::madeOf(StringRef type) const {
  if (auto member = byModelType.find(type); member != byModelType.end())
    return member->second.front();
  if (auto own = byType.find(type); own != byType.end())
    return own->second.front();
  auto taker = takerOfType.find(type);
  if (taker == takerOfType.end())
    return nullptr;
  auto made = byOwnName.find(taker->second.into);
  return made == byOwnName.end() ? nullptr : made->second.front();
}

std::string GraphIndex::nearestType(StringRef key, NodesOf nodes) const {
  if (!fusionOf(/*isType=*/true, key).empty()) {
    AscendOpInterface made = madeOf(key);
    return made ? typeAmong(made, nodes).str() : "";
  }
  if (StringRef type = typeOf(key, nodes); !type.empty())
    return type.str();
  // ONNX's words are those that people know.
  std::string type = nearestKey(tableOf(/*isType=*/true, nodes), key),
              onnx = nearestKey(byONNXType, key);
  bool isONNX = !onnx.empty() && (type.empty() || key.edit_distance(onnx) <
                                                      key.edit_distance(type));
  return isONNX ? typeOf(onnx, nodes).str() : type;
}

std::string GraphIndex::nearestName(StringRef key, NodesOf nodes) const {
  for (AscendOpInterface op : find(/*isType=*/false, key))
    if (StringRef name = nameAmong(op, nodes); name != key)
      return name.str();
  if (!fusionOf(/*isType=*/false, key).empty())
    return "";
  StringRef type = typeOf(key, nodes);
  if (type.empty() && tableOf(/*isType=*/true, nodes).contains(key))
    type = key;
  return type.empty() ? nearestKey(tableOf(/*isType=*/false, nodes), key)
                      : (kTypePrefix + type).str();
}

std::string GraphIndex::nearest(bool isType, StringRef key,
                                const ConfigLine &line, NodesOf nodes) const {
  if (!wildcardNote(key).empty())
    return "";
  std::string near = isType ? nearestType(key, nodes) : nearestName(key, nodes);
  bool hasPrefix = isType && StringRef(line.text).starts_with(kTypePrefix);
  return hasPrefix && !near.empty() ? (kTypePrefix + near).str() : near;
}

StringRef mlir::ascend::wildcardNote(StringRef key) {
  return key.find_first_of("*?") == StringRef::npos
             ? ""
             : "there are no wildcards: name each op, or its type";
}

std::string mlir::ascend::furtherLines(ArrayRef<const ConfigLine *> lines,
                                       StringRef fault) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << lines.size() << " more lines " << fault << " (";
  llvm::interleaveComma(lines.take_front(kNamedLines), os,
                        [&](const ConfigLine *line) { os << line->str(); });
  os << (lines.size() > kNamedLines ? ", …)" : ")");
  return text;
}

void mlir::ascend::warnOfUnmatchedLines(ModuleOp module,
                                        const GraphIndex &graph,
                                        StringRef option,
                                        ArrayRef<UnmatchedLine> lines) {
  for (const UnmatchedLine &line : lines.take_front(kNamedLines)) {
    InFlightDiagnostic diag = emitWarning(module.getLoc());
    diag << option << ": no op has the " << (line.isType ? "type '" : "name '")
         << line.key << "' (" << line.where->str() << ")";
    std::string fusion = graph.fusionOf(line.isType, line.key);
    if (!fusion.empty())
      diag.attachNote() << fusion;
    std::string near = graph.nearest(line.isType, line.key, *line.where);
    if (!near.empty())
      diag.attachNote() << "did you mean '" << near << "'?";
    if (StringRef note = wildcardNote(line.key); !note.empty())
      diag.attachNote() << note;
  }
  if (lines.size() <= kNamedLines)
    return;
  SmallVector<const ConfigLine *> rest;
  for (const UnmatchedLine &line : lines.drop_front(kNamedLines))
    rest.push_back(line.where);
  emitWarning(module.getLoc()) << option << ": " << furtherLines(rest);
}
