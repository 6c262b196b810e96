//===- AscendDialect.cpp - Registration of the dialect ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/FlushedWeights.h"
#include "Ascend/Dialect/Ascend/IR/KeptData.h"
#include "Ascend/Support/NearestWord.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

#include "Ascend/Dialect/Ascend/IR/AscendDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendTypes.cpp.inc"

namespace {

/// An op means the same in any function, and its decision goes with it.
struct AscendInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void AscendDialect::initialize() {
  registerAttributes();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Ascend/Dialect/Ascend/IR/AscendTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.cpp.inc"
      >();
  registerAscendDialectOperations(this);
  addInterfaces<AscendInlinerInterface, FlushedWeights, KeptData>();
}

FlushedWeights &FlushedWeights::of(MLIRContext &context) {
  return *context.getOrLoadDialect<AscendDialect>()
              ->getRegisteredInterface<FlushedWeights>();
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

namespace {

/// What the value of a note has to be.
struct NoteKind {
  bool (*holds)(Attribute);
  StringLiteral words;
};

/// An attribute that passes write besides those that ops declare: it is read,
/// or removed, by a later pass or by the report.
struct Note {
  StringLiteral name;
  const NoteKind &kind;
};

} // namespace

template <typename AttrTy>
static bool isKind(Attribute attr) {
  return isa<AttrTy>(attr);
}
/// Of 64 bits at most, and without a sign of its own: that is what getInt
/// reads.
static bool isNumber(Attribute attr) {
  auto number = dyn_cast<IntegerAttr>(attr);
  return number && (number.getType().isIndex() ||
                    (number.getType().isSignlessInteger() &&
                     number.getType().getIntOrFloatBitWidth() <= 64));
}
static bool isStrings(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array && llvm::all_of(array, llvm::IsaPred<StringAttr>);
}
static bool isTables(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array && llvm::all_of(array, llvm::IsaPred<DictionaryAttr>);
}
static bool isMarkOrStrings(Attribute attr) {
  return isa<UnitAttr>(attr) || isStrings(attr);
}

static constexpr NoteKind kMark = {isKind<UnitAttr>, "a mark without a value"};
static constexpr NoteKind kText = {isKind<StringAttr>, "a string"};
static constexpr NoteKind kNumber = {isNumber, "an integer"};
static constexpr NoteKind kNumbers = {isKind<DenseI64ArrayAttr>,
                                      "array<i64: …>"};
static constexpr NoteKind kList = {isKind<ArrayAttr>, "a list"};
static constexpr NoteKind kTexts = {isStrings, "a list of strings"};
static constexpr NoteKind kMarkOrTexts = {
    isMarkOrStrings, "a mark without a value, or a list of strings"};
static constexpr NoteKind kTable = {isKind<DictionaryAttr>, "a dictionary"};
static constexpr NoteKind kTables = {isTables, "a list of dictionaries"};
static constexpr NoteKind kType = {isKind<TypeAttr>, "a type"};
static constexpr NoteKind kDecision = {isKind<PrecisionAttr>,
                                       "#ascend.precision"};
static constexpr NoteKind kMode = {isKind<ImplModeAttr>, "#ascend.impl_mode"};
static constexpr NoteKind kSchedule = {isKind<ScheduleAttr>,
                                       "#ascend.schedule"};

static constexpr StringLiteral kPrefix = "ascend.";

static constexpr Note kNotes[] = {
    // On the module.
    {kOptionsAttrName, kTable},
    {kGivenOptionsAttrName, kTables},
    {kMaterializedAttrName, kMark},
    {kConstantsAttrName, kTables},
    {kConstraintsAttrName, kTable},
    {kFusionsAttrName, kTables},
    {kUnmodelledFusionsAttrName, kTables},
    {kFusionMatchesAttrName, kTable},
    {kClosedUbFusionsAttrName, kTexts},
    // The identity and the decision of an op of another dialect.
    {kNodeNameAttrName, kText},
    {kOriginalNamesAttrName, kTexts},
    {kPrecisionAttrName, kDecision},
    {kImplModeAttrName, kMode},
    // On nodes: what the files asked for, and where it came from.
    {kKeepDtypeAttrName, kText},
    {kCustomDtypesAttrName, kNumber},
    {kRequestedImplModeAttrName, kMode},
    {kImplModeSourceAttrName, kText},
    {kListAttrName, kText},
    {kListSourceAttrName, kText},
    {kOnnxOpAttrName, kText},
    {kFusedMembersAttrName, kList},
    {kPartOfAttrName, kText},
    {kNumInputsAttrName, kNumber},
    {kDecidedTypeAttrName, kType},
    {kFaithfulAttrName, kDecision},
    {kMinCastsAttrName, kTable},
    {kMergedCastsAttrName, kTables},
    {kReferenceAttrName, kMark},
    // On functions, their arguments and calls.
    {kNameAttrName, kText},
    {kDimsAttrName, kTexts},
    {kRangesAttrName, kNumbers},
    {kNotEmptyAttrName, kMark},
    {kEntryAttrName, kMark},
    {kKernelAttrName, kMark},
    {kSeparateAttrName, kMark},
    {kObservedAttrName, kTables},
    {kOpTypeAttrName, kText},
    {kHasEffectAttrName, kMark},
    {kPackingAttrName, kMark},
    {kProfileAttrName, kNumber},
    {kProfiledAttrName, kText},
    {kUnitAttrName, kText},
    {kGroupAttrName, kNumber},
    {kDestinationsAttrName, kNumbers},
    {kArenaBytesAttrName, kNumber},
    {kWeightsAttrName, kTables},
    {kWeightsBytesAttrName, kNumber},
    {kTabledWeightsAttrName, kNumber},
    {kThreadBufferAttrName, kMark},
    // In kernels. A kernel of several nodes is marked; its call names them.
    {kFusedAttrName, kMarkOrTexts},
    {kKBlockAttrName, kNumber},
    {kMirroredAttrName, kMark},
    {kSaturateAttrName, kMark},
    {kScheduleAttrName, kSchedule},
    {kSizesAttrName, kNumbers},
};

/// A name that nobody reads is a slip of the pen, and so is a value that its
/// readers do not take.
static LogicalResult verifyNote(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName();
  const Note *note = llvm::find_if(
      kNotes, [&](const Note &note) { return note.name == name; });
  if (note != std::end(kNotes)) {
    if (note->kind.holds(attr.getValue()))
      return success();
    return op->emitOpError() << "'" << name << "' must be " << note->kind.words;
  }
  InFlightDiagnostic error = op->emitOpError() << "has an unknown attribute "
                                               << "'" << name << "'";
  SmallVector<StringRef> known =
      llvm::map_to_vector(kNotes, [](const Note &note) {
        return note.name.drop_front(kPrefix.size());
      });
  if (StringRef nearest = nearestWord(name.drop_front(kPrefix.size()), known);
      !nearest.empty())
    error << "; did you mean '" << kPrefix << nearest << "'?";
  return error;
}

LogicalResult AscendDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned,
                                                      NamedAttribute attr) {
  return verifyNote(op, attr);
}

LogicalResult AscendDialect::verifyRegionResultAttribute(Operation *op,
                                                         unsigned, unsigned,
                                                         NamedAttribute attr) {
  return verifyNote(op, attr);
}

/// Checks `ascend.*` attributes on ops of other dialects.
LogicalResult AscendDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (failed(verifyNote(op, attr)))
    return failure();
  StringRef name = attr.getName();
  if ((name == kOptionsAttrName || name == kMaterializedAttrName) &&
      !isa<ModuleOp>(op))
    return op->emitOpError() << "'" << name << "' stands on a module only";
  if (name == kPrecisionAttrName)
    return verifyPrecision(op);
  return success();
}
