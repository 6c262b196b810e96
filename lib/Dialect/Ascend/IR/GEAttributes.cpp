//===- GEAttributes.cpp - What a GE operator's attributes are -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/GEAttributes.h"
#include "Ascend/Support/NearestWord.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// What attributes of GE's operators begin with in IR.
static constexpr StringLiteral kPrefix = "ge.";

ArrayRef<GEAttributeSpec> mlir::ascend::commonGEAttributes() {
  static constexpr GEAttributeSpec specs[] = {
      // The user's --keep_dtype, as GE notes it on the node.
      {"keep_dtype", GEAttributeKind::Flag, "false"},
      {"inherit_dtype_from_predecessor", GEAttributeKind::Bool, "false"},
      {"format_continuous", GEAttributeKind::Ints, "", 0},
      {"_dump_able", GEAttributeKind::Bool, "false"},
      {"_do_not_constant_folding", GEAttributeKind::Bool, "false"},
  };
  return specs;
}

const GEAttributeSpec *
mlir::ascend::findGEAttribute(ArrayRef<GEAttributeSpec> specs, StringRef name) {
  for (ArrayRef<GEAttributeSpec> list : {specs, commonGEAttributes()})
    for (const GEAttributeSpec &spec : list)
      if (spec.name == name)
        return &spec;
  return nullptr;
}

/// The numbers of "1, 2".
static SmallVector<int64_t> integersOf(StringRef text) {
  SmallVector<int64_t> numbers;
  for (StringRef word : llvm::split(text, ',')) {
    int64_t number;
    if (!word.trim().getAsInteger(10, number))
      numbers.push_back(number);
  }
  return numbers;
}

Attribute mlir::ascend::defaultGEAttribute(MLIRContext *context,
                                           const GEAttributeSpec &spec) {
  Builder b(context);
  StringRef text = spec.otherwise;
  switch (spec.kind) {
  case GEAttributeKind::Bool:
  case GEAttributeKind::Flag:
    return b.getBoolAttr(text == "true");
  case GEAttributeKind::Int:
    return text.empty() ? Attribute()
                        : b.getI64IntegerAttr(integersOf(text).front());
  case GEAttributeKind::Float: {
    if (text.empty())
      return {};
    return b.getFloatAttr(b.getF32Type(), APFloat(APFloat::IEEEsingle(), text));
  }
  case GEAttributeKind::String:
    return b.getStringAttr(text);
  case GEAttributeKind::Ints:
    return b.getDenseI64ArrayAttr(integersOf(text));
  case GEAttributeKind::Floats:
    return b.getDenseF32ArrayAttr({});
  case GEAttributeKind::Strings:
    return b.getArrayAttr({});
  }
  llvm_unreachable("all kinds are above");
}

bool mlir::ascend::valueOrBool(Attribute attribute, bool otherwise) {
  auto boolean = dyn_cast_or_null<BoolAttr>(attribute);
  return boolean ? boolean.getValue() : otherwise;
}

int64_t mlir::ascend::valueOrInt(Attribute attribute, int64_t otherwise) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attribute);
  return integer ? integer.getInt() : otherwise;
}

float mlir::ascend::valueOrFloat(Attribute attribute, float otherwise) {
  auto number = dyn_cast_or_null<FloatAttr>(attribute);
  return number ? float(number.getValueAsDouble()) : otherwise;
}

StringRef mlir::ascend::valueOrString(Attribute attribute,
                                      StringRef otherwise) {
  auto word = dyn_cast_or_null<StringAttr>(attribute);
  return word ? word.getValue() : otherwise;
}

SmallVector<int64_t> mlir::ascend::valueOrInts(Attribute attribute,
                                               ArrayRef<int64_t> otherwise) {
  auto list = dyn_cast_or_null<DenseI64ArrayAttr>(attribute);
  return SmallVector<int64_t>(list ? list.asArrayRef() : otherwise);
}

ArrayRef<float> mlir::ascend::valueOrFloats(Attribute attribute,
                                            ArrayRef<float> otherwise) {
  auto list = dyn_cast_or_null<DenseF32ArrayAttr>(attribute);
  return list ? list.asArrayRef() : otherwise;
}

SmallVector<StringRef>
mlir::ascend::valueOrStrings(Attribute attribute,
                             ArrayRef<StringRef> otherwise) {
  auto list = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!list)
    return SmallVector<StringRef>(otherwise);
  return llvm::map_to_vector(list.getAsValueRange<StringAttr>(),
                             [](StringRef word) { return word; });
}

/// What an attribute of that kind is, with how it is written.
static StringRef describe(GEAttributeKind kind) {
  switch (kind) {
  case GEAttributeKind::Bool:
    return "'true' or 'false'";
  case GEAttributeKind::Flag:
    return "'true', 'false' or an integer such as '1 : i64'";
  case GEAttributeKind::Int:
    return "an integer such as '1 : i64'";
  case GEAttributeKind::Float:
    return "a number such as '1.0 : f32'";
  case GEAttributeKind::String:
    return "a string";
  case GEAttributeKind::Ints:
    return "a list such as 'array<i64: 1, 2>'";
  case GEAttributeKind::Floats:
    return "a list such as 'array<f32: 1.0, 2.0>'";
  case GEAttributeKind::Strings:
    return "a list of strings";
  }
  llvm_unreachable("all kinds are above");
}

static bool isInteger(Attribute attribute) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  return integer && integer.getType().isSignlessInteger(64);
}

static bool isOfKind(Attribute attribute, GEAttributeKind kind) {
  switch (kind) {
  case GEAttributeKind::Bool:
    return isa<BoolAttr>(attribute);
  case GEAttributeKind::Flag:
    return isa<BoolAttr>(attribute) || isInteger(attribute);
  case GEAttributeKind::Int:
    return isInteger(attribute);
  case GEAttributeKind::Float: {
    auto number = dyn_cast<FloatAttr>(attribute);
    return number && number.getType().isF32();
  }
  case GEAttributeKind::String:
    return isa<StringAttr>(attribute);
  case GEAttributeKind::Ints:
    return isa<DenseI64ArrayAttr>(attribute);
  case GEAttributeKind::Floats:
    return isa<DenseF32ArrayAttr>(attribute);
  case GEAttributeKind::Strings: {
    auto list = dyn_cast<ArrayAttr>(attribute);
    return list && llvm::all_of(list, llvm::IsaPred<StringAttr>);
  }
  }
  llvm_unreachable("all kinds are above");
}

static LogicalResult refuseName(Operation *op, ArrayRef<GEAttributeSpec> specs,
                                StringRef name) {
  InFlightDiagnostic error = op->emitOpError()
                             << "has no attribute '" << kPrefix << name << "'";
  SmallVector<StringRef> names;
  for (ArrayRef<GEAttributeSpec> list : {specs, commonGEAttributes()})
    for (const GEAttributeSpec &spec : list)
      names.push_back(spec.name);
  if (StringRef nearest = nearestWord(name, names); !nearest.empty())
    return error << "; did you mean '" << kPrefix << nearest << "'?";
  if (specs.empty())
    return error << "; it has none of its own";
  error << "; it has ";
  llvm::interleaveComma(specs, error, [&](const GEAttributeSpec &spec) {
    error << "'" << kPrefix << spec.name << "'";
  });
  return error;
}

/// Whether the value of an attribute of the right kind is one that its spec
/// allows.
static LogicalResult verifyValue(Operation *op, const GEAttributeSpec &spec,
                                 Attribute attribute) {
  SmallVector<int64_t> integers;
  if (spec.kind == GEAttributeKind::Int)
    integers.push_back(cast<IntegerAttr>(attribute).getInt());
  else if (spec.kind == GEAttributeKind::Ints)
    llvm::append_range(integers,
                       cast<DenseI64ArrayAttr>(attribute).asArrayRef());
  for (int64_t integer : integers)
    if (integer < spec.minimum)
      return op->emitOpError()
             << "'" << kPrefix << spec.name << "' must be at least "
             << spec.minimum << ", is " << integer;
  if (spec.words.empty())
    return success();
  StringRef word = cast<StringAttr>(attribute).getValue();
  SmallVector<StringRef> words;
  StringRef(spec.words).split(words, '|');
  if (llvm::is_contained(words, word))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "'" << kPrefix << spec.name << "' must be ";
  for (auto [i, allowed] : llvm::enumerate(words))
    error << (i == 0                  ? ""
              : i + 1 == words.size() ? " or "
                                      : ", ")
          << "\"" << allowed << "\"";
  return error << ", is " << attribute;
}

/// Whether somebody may read an attribute of that name that no op of the
/// dialect declares: it is of another dialect.
static bool isForeign(MLIRContext *context, StringRef name) {
  auto [dialect, rest] = name.split('.');
  return !rest.empty() && (context->allowsUnregisteredDialects() ||
                           context->getLoadedDialect(dialect));
}

/// Refuses a name that nobody reads.
static LogicalResult
refuseForeign(Operation *op, ArrayRef<GEAttributeSpec> specs, StringRef name) {
  InFlightDiagnostic error = op->emitOpError()
                             << "has an unknown attribute '" << name << "'";
  StringRef word = name.substr(name.rfind('.') + 1);
  if (findGEAttribute(specs, word))
    error << "; did you mean '" << kPrefix << word << "'?";
  return error;
}

LogicalResult
mlir::ascend::verifyGEAttributes(Operation *op,
                                 ArrayRef<GEAttributeSpec> specs) {
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef name = attribute.getName().strref();
    if (!name.consume_front(kPrefix)) {
      if (!isForeign(op->getContext(), name))
        return refuseForeign(op, specs, name);
      continue;
    }
    const GEAttributeSpec *spec = findGEAttribute(specs, name);
    if (!spec)
      return refuseName(op, specs, name);
    if (!isOfKind(attribute.getValue(), spec->kind))
      return op->emitOpError()
             << "'" << kPrefix << name << "' must be " << describe(spec->kind)
             << ", is " << attribute.getValue();
    if (failed(verifyValue(op, *spec, attribute.getValue())))
      return failure();
  }
  for (const GEAttributeSpec &spec : specs)
    if (spec.isRequired && !op->hasAttr((kPrefix + spec.name).str()))
      return op->emitOpError() << "needs '" << kPrefix << spec.name << "'";
  return success();
}

StringRef mlir::ascend::findUnknownToKernels(Operation *op,
                                             ArrayRef<GEAttributeSpec> specs) {
  for (const GEAttributeSpec &spec : specs) {
    if (!spec.isFixed)
      continue;
    Attribute value = op->getDiscardableAttr((kPrefix + spec.name).str());
    if (value && value != defaultGEAttribute(op->getContext(), spec))
      return spec.name;
  }
  return {};
}
