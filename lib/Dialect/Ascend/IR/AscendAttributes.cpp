//===- AscendAttributes.cpp - Attributes of the dialect -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

#include "Ascend/Dialect/Ascend/IR/AscendEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendAttributes.cpp.inc"

void AscendDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Ascend/Dialect/Ascend/IR/AscendAttributes.cpp.inc"
      >();
}

static void printSignature(AsmPrinter &printer, ArrayRef<Type> inputs,
                           ArrayRef<Type> outputs) {
  printer << '(';
  llvm::interleaveComma(inputs, printer);
  printer << ") -> (";
  llvm::interleaveComma(outputs, printer);
  printer << ')';
}

static ParseResult parseTypeList(AsmParser &parser,
                                 SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    return parser.parseType(types.emplace_back());
  });
}

static ParseResult parseSignature(AsmParser &parser,
                                  SmallVectorImpl<Type> &inputs,
                                  SmallVectorImpl<Type> &outputs) {
  return failure(parseTypeList(parser, inputs) || parser.parseArrow() ||
                 parseTypeList(parser, outputs));
}

/// Parses one word of an enumeration.
template <typename Enum>
static ParseResult parseWord(AsmParser &parser, Enum &value,
                             std::optional<Enum> (*symbolize)(StringRef)) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Enum> known = symbolize(word);
  if (!known)
    return parser.emitError(loc) << "unknown word '" << word << "'";
  value = *known;
  return success();
}

void ImplModeAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyImplMode(getValue()) << '>';
}

Attribute ImplModeAttr::parse(AsmParser &parser, Type) {
  ImplMode mode = ImplMode::Default;
  if (parser.parseLess() || parseWord(parser, mode, parseImplMode) ||
      parser.parseGreater())
    return {};
  return ImplModeAttr::get(parser.getContext(), mode);
}

void PrecisionAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printSignature(printer, getInputs(), getOutputs());
  printer << ", origin = ";
  printSignature(printer, getOriginInputs(), getOriginOutputs());
  if (getColumn())
    printer << ", column = " << *getColumn();
  printer << ", engine = " << stringifyEngine(getEngine());
  printer << ", unit = " << stringifyComputeUnit(getUnit());
  if (getAccumulate())
    printer << ", accumulate = " << getAccumulate();
  printer << ", rule = " << stringifyPrecisionRule(getRule());
  if (getSource())
    printer << ", source = " << getSource();
  printer << '>';
}

Attribute PrecisionAttr::parse(AsmParser &parser, Type) {
  SmallVector<Type> inputs, outputs, originInputs, originOutputs;
  std::optional<int64_t> column;
  Engine engine = Engine::None;
  ComputeUnit unit = ComputeUnit::None;
  PrecisionRule rule = PrecisionRule::NoColumnFits;
  Type accumulate;
  StringAttr source;
  bool hasOrigin = false, hasRule = false;
  if (parser.parseLess() || parseSignature(parser, inputs, outputs))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return {};
    ParseResult parsed = success();
    if (key == "origin") {
      hasOrigin = true;
      parsed = parseSignature(parser, originInputs, originOutputs);
    } else if (key == "column") {
      parsed = parser.parseInteger(column.emplace());
    } else if (key == "engine") {
      parsed = parseWord(parser, engine, symbolizeEngine);
    } else if (key == "unit") {
      parsed = parseWord(parser, unit, symbolizeComputeUnit);
    } else if (key == "accumulate") {
      parsed = parser.parseType(accumulate);
    } else if (key == "rule") {
      hasRule = true;
      parsed = parseWord(parser, rule, symbolizePrecisionRule);
    } else if (key == "source") {
      parsed = parser.parseAttribute(source);
    } else {
      parsed = parser.emitError(loc)
               << "unknown key '" << key
               << "'; known are origin, column, engine, unit, accumulate, "
                  "rule, source";
    }
    if (failed(parsed))
      return {};
  }
  if (parser.parseGreater())
    return {};
  if (!hasOrigin || !hasRule || originInputs.size() != inputs.size() ||
      originOutputs.size() != outputs.size()) {
    parser.emitError(parser.getNameLoc())
        << "a precision needs 'rule' and an 'origin' with as many types as the "
           "decided signature";
    return {};
  }
  return PrecisionAttr::get(parser.getContext(), inputs, outputs, originInputs,
                            originOutputs, column, engine, unit, accumulate,
                            rule, source);
}

//===----------------------------------------------------------------------===//
// ScheduleAttr
//===----------------------------------------------------------------------===//

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t rows, int64_t vectors,
                                   int64_t panelBytes, int64_t pieceBytes,
                                   bool serial) {
  struct Bounded {
    StringRef name;
    int64_t value, most;
  };
  for (const Bounded &number : {Bounded{"rows", rows, kMostRows},
                                {"vectors", vectors, kMostVectors},
                                {"panel_bytes", panelBytes, kMostBytes},
                                {"piece_bytes", pieceBytes, kMostBytes}})
    if (number.value < 0 || number.value > number.most)
      return emitError() << number.name << " must be from 0 to " << number.most
                         << ", not " << number.value;
  return success();
}
