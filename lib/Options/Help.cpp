//===- Help.cpp - The texts of --help and --version -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;

static constexpr unsigned lineWidth = 100;

/// Columns of UTF-8 text that has neither wide nor combining characters.
static unsigned widthOf(llvm::StringRef text) {
  return llvm::count_if(text,
                        [](unsigned char c) { return (c & 0xc0) != 0x80; });
}

/// Prints `text` broken at blanks, each line behind `indent` blanks.
static void printWrapped(llvm::raw_ostream &os, llvm::StringRef text,
                         unsigned indent) {
  unsigned column = 0;
  for (llvm::StringRef word : llvm::split(text, ' ')) {
    unsigned width = widthOf(word);
    if (column != 0 && column + 1 + width > lineWidth) {
      os << '\n';
      column = 0;
    }
    if (column == 0)
      os.indent(column = indent);
    else
      os << ' ', ++column;
    os << word;
    column += width;
  }
  os << '\n';
}

static void printOption(llvm::raw_ostream &os, const OptionInfo &option) {
  os << "  --" << option.name;
  bool isSwitch = option.kind == OptionKind::Switch;
  if (isSwitch) {
    os << "[=on|off";
    for (llvm::StringRef word : option.values)
      os << '|' << word;
    os << ']';
  } else if (option.kind != OptionKind::Word)
    os << '=' << option.metavar;
  os << '\n';
  llvm::ArrayRef<llvm::StringRef> words =
      option.commandLineWords.empty() ? option.values : option.commandLineWords;
  if (!words.empty() && !isSwitch)
    printWrapped(os, llvm::join(words, " | "), 6);
  std::string text = option.doc.str();
  if (!option.defaultDoc.empty())
    text += (" Default: " + option.defaultDoc + ".").str();
  else if (!option.defaultValue.empty())
    text += (" Default: " + option.defaultValue + ".").str();
  for (llvm::StringRef other : option.conflicts)
    text += (" Not together with --" + other + ".").str();
  if (!option.deprecated.empty())
    text += (" Deprecated: use --" + option.deprecated + ".").str();
  if (option.optionClass == OptionClass::NoMeaning)
    text += (" No effect here: " + option.reason + ".").str();
  if (option.optionClass == OptionClass::NotBuiltYet)
    text += option.notBuilt.empty()
                ? " Not built yet."
                : " Not built yet: " + llvm::join(option.notBuilt, ", ") + ".";
  printWrapped(os, text, 6);
}

std::string mlir::ascend::helpText(Tool tool) {
  const ToolInfo &info = toolInfo(tool);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "usage: " << info.usage << "\n\n";
  printWrapped(os, info.summary, 0);
  os << "\nExamples\n";
  for (size_t i = 0; i + 1 < info.examples.size(); i += 2) {
    os << "  " << info.examples[i] << ":\n";
    for (llvm::StringRef line : llvm::split(info.examples[i + 1], '\n'))
      os << "    " << line << '\n';
  }
  for (auto [index, group] : llvm::enumerate(optionGroups())) {
    auto isShown = [&, index = index](const OptionInfo &option) {
      return option.group == index && option.isTakenBy(info.taker);
    };
    if (llvm::none_of(allOptions(), isShown))
      continue;
    os << '\n' << group.title << '\n';
    for (const OptionInfo &option :
         llvm::make_filter_range(allOptions(), isShown))
      printOption(os, option);
  }
  os << "\nOther\n  --help\n      This text.\n  --version\n      The version "
        "of "
        "this program.\n";
  os << "\nExit codes: 0 done, 1 the model or its data failed, 2 usage or "
        "configuration, 3 unsupported op,\n4 a limit or time-out.\n";
  return text;
}

llvm::StringRef mlir::ascend::projectVersion() { return ASCEND_VERSION; }

std::string mlir::ascend::versionText(Tool tool) {
  return (toolInfo(tool).name + " (Ascend-MLIR) " + projectVersion() +
          ", LLVM " LLVM_VERSION_STRING "\n")
      .str();
}
