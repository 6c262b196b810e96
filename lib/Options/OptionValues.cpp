//===- OptionValues.cpp - What a user asked for -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/OptionValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::ascend;

void OptionValues::set(llvm::StringRef name, llvm::StringRef value) {
  for (auto &[key, old] : entries) {
    if (key == name) {
      old = value.str();
      return;
    }
  }
  entries.emplace_back(name, value);
}

void OptionValues::set(llvm::StringRef name, llvm::StringRef value,
                       llvm::StringRef from) {
  set(name, value);
  sources[name.str()].from = from.str();
}

void OptionValues::addOverride(llvm::StringRef name, std::string what) {
  sources[name.str()].overrides.push_back(std::move(what));
}

const OptionSource &OptionValues::sourceOf(llvm::StringRef name) const {
  static const OptionSource none;
  auto source = sources.find(name);
  return source == sources.end() ? none : source->second;
}

void OptionValues::erase(llvm::StringRef name) {
  sources.erase(name.str());
  llvm::erase_if(entries,
                 [&](const auto &entry) { return entry.first == name; });
}

std::optional<llvm::StringRef> OptionValues::get(llvm::StringRef name) const {
  for (const auto &[key, value] : entries)
    if (key == name && !value.empty())
      return llvm::StringRef(value);
  return std::nullopt;
}

llvm::StringRef OptionValues::getOr(llvm::StringRef name,
                                    llvm::StringRef otherwise) const {
  return get(name).value_or(otherwise);
}

bool OptionValues::isOn(llvm::StringRef name, bool otherwise) const {
  return llvm::StringSwitch<bool>(getOr(name, ""))
      .CasesLower({"1", "true", "on"}, true)
      .CasesLower({"0", "false", "off"}, false)
      .Default(otherwise);
}

std::optional<int64_t>
OptionValues::getInteger(llvm::StringRef name, int64_t min, int64_t max) const {
  int64_t number;
  if (getOr(name, "").getAsInteger(10, number) || number < min || number > max)
    return std::nullopt;
  return number;
}
