//===- ConvConcat.cpp - Convolutions that write into what joins them ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The channels of a block, by which all parts but the last must divide.
static constexpr int64_t kBlock = 16;

/// GE's attribute of nodes that take the dtype of what feeds them.
static constexpr StringLiteral kInherits = "ge.inherit_dtype_from_predecessor";

namespace {

/// What feeds a joined part.
enum class Part { Other, Conv, Relu, LeakyRelu, Mish, MaxPool };

/// ConcatD and ConcatV2D along the channels of convolutions, each perhaps with
/// Relu, LeakyRelu or Mish, and of maxima: each part goes through StridedWrite,
/// which writes it at its place; where the cube's cores are not the vector's,
/// one Mish comes behind in the place of several before.
class WriteInPlace : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (!joinsChannels(op))
      return failure();
    SmallVector<Part> parts = llvm::map_to_vector(op->getOperands(), partOf);
    if (!fit(parts))
      return failure();
    // The kernel, of which the store of another version knows nothing here.
    const AICoreOp *write = run.store.lookupAICore("StridedWrite");
    bool isFloat = getElementTypeOrSelf(op->getResult(0).getType()).isF32();
    if (write && write->facts != Facts::Overlay &&
        run.mode != PrecisionMode::ForceFP32 &&
        !(run.mode == PrecisionMode::MustKeep && isFloat))
      insertWrites(op, parts, rewriter);
    const SoCInfo &soc = run.store.soc();
    if (parts.front() == Part::Mish && soc.vectorCores > soc.cubeCores)
      return moveMish(op, rewriter);
    // CANN sets attributes of memory: the node is the same.
    note(rewriter, op.getGEName(), op);
    return success();
  }

private:
  static bool joinsChannels(AscendOpInterface op) {
    auto axis = dyn_cast_or_null<IntegerAttr>(op.getGEAttr("concat_dim"));
    if (!axis || op->getNumOperands() < 2 || op->getNumResults() != 1 ||
        (axis.getInt() != 1 && axis.getInt() != -3))
      return false;
    for (Value part : op->getOperands()) {
      std::optional<ArrayRef<int64_t>> shape = staticShape(part);
      if (!shape || shape->size() != 4 ||
          ((*shape)[1] % kBlock != 0 && part != op->getOperands().back()))
        return false;
    }
    Operation *first = op->getOperand(0).getDefiningOp();
    return !llvm::all_of(op->getOperands(), [&](Value part) {
      return part.getDefiningOp() == first;
    });
  }

  /// The op that makes `value` for one reader alone.
  static AscendOpInterface onlyFeeder(Value value) {
    auto op = dyn_cast_or_null<AscendOpInterface>(value.getDefiningOp());
    bool isOnly = op && op->getNumResults() == 1 && value.hasOneUse() &&
                  (*value.user_begin())->getBlock() == op->getBlock();
    return isOnly ? op : AscendOpInterface();
  }

  static Part partOf(Value value) {
    AscendOpInterface op = onlyFeeder(value);
    if (!op)
      return Part::Other;
    StringRef type = op.getGEType();
    if (type == "MaxPool" || type == "MaxPoolV3")
      return Part::MaxPool;
    if (type == "Conv2D")
      return Part::Conv;
    Part part = llvm::StringSwitch<Part>(type)
                    .Case("Relu", Part::Relu)
                    .Case("LeakyRelu", Part::LeakyRelu)
                    .Case("Mish", Part::Mish)
                    .Default(Part::Other);
    if (part == Part::Other)
      return part;
    AscendOpInterface conv = onlyFeeder(op->getOperand(0));
    return conv && conv.getGEType() == "Conv2D" ? part : Part::Other;
  }

  /// The first part says what the others may be.
  static bool fit(ArrayRef<Part> parts) {
    return llvm::all_of(parts, [&](Part part) {
      switch (parts.front()) {
      case Part::Other:
        return false;
      case Part::MaxPool:
        return part != Part::Other;
      case Part::Mish:
        return part == Part::Mish;
      default:
        return part == parts.front() || part == Part::MaxPool;
      }
    });
  }

  void insertWrites(AscendOpInterface op, ArrayRef<Part> parts,
                    PatternRewriter &rewriter) const {
    rewriter.setInsertionPoint(op);
    int64_t channels =
        cast<ShapedType>(op->getResult(0).getType()).getDimSize(1);
    for (auto [i, part] : llvm::enumerate(parts)) {
      Value value = op->getOperand(i);
      auto feeder = cast<AscendOpInterface>(value.getDefiningOp());
      SmallVector<NamedAttribute> attributes{
          geAttribute(rewriter, "axis", rewriter.getI64IntegerAttr(1)),
          geAttribute(
              rewriter, "stride",
              rewriter.getI64IntegerAttr(llvm::divideCeil(channels, kBlock)))};
      if (part != Part::MaxPool) {
        attributes.push_back(
            rewriter.getNamedAttr(kInherits, rewriter.getBoolAttr(true)));
        // And whatever stands between it and the convolution.
        if (part != Part::Conv)
          rewriter.modifyOpInPlace(feeder, [&] {
            feeder->setAttr(kInherits, rewriter.getBoolAttr(true));
          });
      }
      AscendOpInterface write =
          createGEOp(rewriter, feeder.getLoc(), "StridedWrite", value,
                     value.getType(), attributes);
      write->setAttr("node_name", rewriter.getStringAttr(feeder.getGEName() +
                                                         "_StridedWrite"));
      rewriter.modifyOpInPlace(
          op, [&, i = i] { op->setOperand(i, write->getResult(0)); });
    }
  }

  /// Joins what the Mishes had.
  LogicalResult moveMish(AscendOpInterface op,
                         PatternRewriter &rewriter) const {
    SmallVector<AscendOpInterface> members;
    for (Value part : op->getOperands()) {
      Value value = part;
      if (AscendOpInterface write = producer(value, "StridedWrite"))
        value = write->getOperand(0);
      members.push_back(cast<AscendOpInterface>(value.getDefiningOp()));
    }
    std::string name = (members.front().getGEName() + "_new").str();
    SmallVector<NamedAttribute> attributes;
    for (NamedAttribute attribute : members.front()->getDiscardableAttrs())
      if (attribute.getName().strref().starts_with("ge."))
        attributes.push_back(attribute);
    AscendOpInterface mish = make(rewriter, members,
                                  {"Mish",
                                   name,
                                   {op->getResult(0)},
                                   attributes,
                                   {op->getResult(0).getType()}});
    rewriter.moveOpAfter(mish, op);
    rewriter.replaceAllUsesExcept(op->getResult(0), mish->getResult(0), mish);
    for (AscendOpInterface member : members)
      rewriter.replaceOp(member, member->getOperand(0));
    return success();
  }
};

} // namespace

void transforms::populateConvConcat(RewritePatternSet &patterns, FusionRun &run,
                                    const FusionPassInfo &pass) {
  patterns.add<WriteInPlace>(patterns.getContext(), run, pass,
                             ArrayRef<StringRef>{"ConcatD", "ConcatV2D"});
}
