//===- Diagnostics.cpp - What is said to a refused request ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;

char DiagnosticError::ID = 0;

/// What an error quotes may have megabytes: `text` without its middle, which is
/// cut between UTF-8 characters.
static std::string shorten(llvm::StringRef text) {
  constexpr size_t maxBytes = 4096;
  if (text.size() <= maxBytes)
    return text.str();
  auto isInside = [&](size_t at) { return (text[at] & 0xc0) == 0x80; };
  size_t begin = maxBytes / 2, end = text.size() - maxBytes / 2;
  // A character has at most three bytes after its first.
  for (int i = 0; i < 3 && isInside(begin); ++i)
    --begin;
  for (int i = 0; i < 3 && isInside(end); ++i)
    ++end;
  return (text.take_front(begin) + " [" + llvm::Twine(end - begin) +
          " bytes] " + text.drop_front(end))
      .str();
}

/// File content that an error quotes may hold anything, such as terminal
/// escape sequences: only line ends (as blanks) and printable bytes get out.
static void printOneLine(llvm::raw_ostream &os, llvm::StringRef text) {
  for (unsigned char c : shorten(text)) {
    if (c == '\n')
      os << ' ';
    else if (c < 0x20 || c == 0x7f)
      os << "\\x" << llvm::hexdigit(c >> 4) << llvm::hexdigit(c & 15);
    else
      os << c;
  }
}

static void printHeadline(llvm::raw_ostream &os, const Diagnostic &diagnostic) {
  if (!diagnostic.code.empty())
    os << '[' << diagnostic.code << "] ";
  printOneLine(os, diagnostic.message);
  if (!diagnostic.where.empty()) {
    os << " (";
    printOneLine(os, diagnostic.where);
    os << ')';
  }
}

void DiagnosticError::log(llvm::raw_ostream &os) const {
  printHeadline(os, diagnostic);
}

std::error_code DiagnosticError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error mlir::ascend::makeError(Diagnostic diagnostic) {
  return llvm::make_error<DiagnosticError>(std::move(diagnostic));
}

Diagnostic mlir::ascend::toDiagnostic(llvm::Error error) {
  Diagnostic result;
  bool isFirst = true;
  auto addSentence = [&](llvm::StringRef sentence) {
    if (!isFirst)
      result.message += "; ";
    result.message += sentence;
    isFirst = false;
  };
  llvm::handleAllErrors(
      std::move(error),
      [&](const DiagnosticError &info) {
        if (isFirst) {
          result = info.getDiagnostic();
          isFirst = false;
        } else {
          addSentence(info.message());
        }
      },
      [&](const llvm::ErrorInfoBase &info) { addSentence(info.message()); });
  return result;
}

static void printAs(llvm::StringRef severity, llvm::raw_ostream &os,
                    const Diagnostic &diagnostic, bool json) {
  if (json) {
    auto text = [](llvm::StringRef s) {
      std::string shown = shorten(s);
      return llvm::json::isUTF8(shown) ? shown : llvm::json::fixUTF8(shown);
    };
    llvm::json::OStream stream(os);
    stream.object([&] {
      stream.attribute("severity", severity);
      stream.attribute("code", text(diagnostic.code));
      stream.attribute("message", text(diagnostic.message));
      stream.attribute("where", text(diagnostic.where));
      stream.attribute("note", text(diagnostic.note));
      if (severity == "error")
        stream.attribute("exit_code", static_cast<int>(diagnostic.exitCode));
    });
    stream.flush();
    os << '\n';
    return;
  }
  os << severity << ": ";
  printHeadline(os, diagnostic);
  os << '\n';
  if (!diagnostic.note.empty()) {
    os << "note: ";
    printOneLine(os, diagnostic.note);
    os << '\n';
  }
}

void mlir::ascend::print(llvm::raw_ostream &os, const Diagnostic &diagnostic,
                         bool json) {
  printAs("error", os, diagnostic, json);
}

void mlir::ascend::printWarning(llvm::raw_ostream &os,
                                const Diagnostic &diagnostic, bool json) {
  printAs("warning", os, diagnostic, json);
}
