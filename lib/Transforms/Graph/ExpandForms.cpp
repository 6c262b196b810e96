//===- ExpandForms.cpp - ascend-expand-forms ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_EXPANDFORMSPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Makes the ops that one node of CANN's becomes; the last of them stands for
/// the node.
class Form {
public:
  explicit Form(GEOp op) : op(op), rewriter(op) {}

  /// False where the node is none that CANN's fusions make.
  bool expand() {
    StringRef type = op.getGeType();
    if (type == "SplitD" || type == "SplitVD")
      return expandSplit(type == "SplitVD");
    if (type == "ConcatV2D")
      return expandConcat();
    if (type == "AvgPoolV2")
      return expandAverage();
    if (type == "StridedWrite")
      return expandWrite();
    if (type == "ResizeBilinearV2D")
      return expandBilinear();
    return type == "BNInferenceD" && expandNorm();
  }

private:
  std::string name() { return AscendOpInterface(op).getGEName().str(); }

  Attribute attribute(StringRef name) {
    return AscendOpInterface(op).getGEAttr(name);
  }

  Value integers(ArrayRef<int64_t> list) {
    auto type = RankedTensorType::get({static_cast<int64_t>(list.size())},
                                      rewriter.getI64Type());
    return ConstantOp::create(rewriter, op.getLoc(), type,
                              DenseElementsAttr::get(type, list), StringAttr(),
                              ArrayAttr());
  }

  void replaceBy(StringRef type, ValueRange operands,
                 ArrayRef<NamedAttribute> attributes) {
    AscendOpInterface made = createGEOp(rewriter, op.getLoc(), type, operands,
                                        op->getResultTypes(), attributes);
    keepNames(made);
    rewriter.replaceOp(op, made->getResults());
  }

  /// The names, which dumps and comparisons read. The decision stays behind: it
  /// is of other operands, and has been carried out.
  void keepNames(Operation *made) {
    for (StringRef name : {"node_name", "original_names"})
      if (Attribute own = op->getAttr(name))
        made->setAttr(name, own);
  }

  bool expandSplit(bool bySizes) {
    auto axis = dyn_cast_or_null<IntegerAttr>(attribute("split_dim"));
    auto sizes = dyn_cast_or_null<DenseI64ArrayAttr>(attribute("size_splits"));
    if (op->getNumOperands() != 1 || !axis || (bySizes && !sizes))
      return false;
    Value x = op->getOperand(0), dim = integers(axis.getInt());
    if (bySizes)
      replaceBy("SplitV", {x, integers(sizes.asArrayRef()), dim}, {});
    else
      replaceBy("Split", {dim, x}, {});
    return true;
  }

  bool expandConcat() {
    auto axis = dyn_cast_or_null<IntegerAttr>(attribute("concat_dim"));
    if (!axis || op->getNumOperands() == 0 || op->getNumResults() != 1)
      return false;
    replaceBy("ConcatD", op->getOperands(),
              rewriter.getNamedAttr("ge.concat_dim", axis));
    return true;
  }

  /// (x + alpha) * beta, each rounded, as the kernel of the vector unit does.
  bool expandNorm() {
    if (op->getNumOperands() != 3 || op->getNumResults() != 1)
      return false;
    auto x = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (!x || x.getRank() < 2)
      return false;
    Value sum =
        binary("Add", op->getOperand(0), perChannel(x, 1), name() + "/Add");
    replaceBy("Mul", {sum, perChannel(x, 2)}, {});
    return true;
  }

  /// The kernel computes in float, which its result is, whatever x is.
  bool expandBilinear() {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1)
      return false;
    auto x = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto y = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!x || !y || !y.hasStaticShape() || x.getRank() != 4)
      return false;
    auto is = [&](StringRef name) {
      auto flag = dyn_cast_or_null<BoolAttr>(attribute(name));
      return flag && flag.getValue();
    };
    StringRef grid = is("half_pixel_centers") ? "half_pixel"
                     : is("align_corners")    ? "align_corners"
                                              : "asymmetric";
    Value image = op->getOperand(0);
    if (x.getElementType() != y.getElementType()) {
      AscendOpInterface cast = createGEOp(rewriter, op.getLoc(), "Cast", image,
                                          x.clone(y.getElementType()), {});
      cast->setAttr("node_name", rewriter.getStringAttr(name() + "/Cast"));
      image = cast->getResult(0);
    }
    Value none = NoneOp::create(rewriter, op.getLoc(), rewriter.getNoneType());
    auto word = [&](StringRef name, StringRef value) {
      return rewriter.getNamedAttr(("ge." + name).str(),
                                   rewriter.getStringAttr(value));
    };
    replaceBy(
        "Resize", {image, none, none, integers(y.getShape())},
        {word("mode", "linear"), word("coordinate_transformation_mode", grid)});
    return true;
  }

  /// Where a kernel writes is no matter of values.
  bool expandWrite() {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return false;
    replaceBy("Identity", op->getOperand(0), {});
    return true;
  }

  /// An AvgPoolV2 with a filter of [C, 1, height, width]: sums where that is
  /// ones, else a convolution of each channel with its own part.
  bool expandAverage() {
    if (op->getNumOperands() != 2 || op->getNumResults() != 1)
      return false;
    Value x = op->getOperand(0), filter = op->getOperand(1);
    auto type = dyn_cast<RankedTensorType>(filter.getType());
    if (!type || type.getRank() != 4)
      return false;
    SmallVector<NamedAttribute> attributes;
    auto keep = [&](ArrayRef<StringRef> names) {
      for (StringRef name : names)
        if (Attribute value = attribute(name))
          attributes.push_back(
              rewriter.getNamedAttr(("ge." + name).str(), value));
    };
    std::optional<APFloat> number = splatOf(filter);
    if (number && number->isExactlyValue(1.0)) {
      keep({"ksize", "strides", "pads", "dilations", "auto_pad", "ceil_mode"});
      attributes.push_back(rewriter.getNamedAttr(
          "ge.divisor_override", rewriter.getI64IntegerAttr(1)));
      replaceBy("AvgPoolV2", x, attributes);
      return true;
    }
    // The AI CPU's has x in float and the filter in float16.
    Type element = getElementTypeOrSelf(x.getType());
    if (element != type.getElementType()) {
      if (!number || !isa<FloatType>(element))
        return false;
      bool losesInfo;
      number->convert(cast<FloatType>(element).getFloatSemantics(),
                      APFloat::rmNearestTiesToEven, &losesInfo);
      type = type.clone(element);
      filter = ConstantOp::create(rewriter, op.getLoc(), type,
                                  DenseElementsAttr::get(type, *number),
                                  StringAttr(), ArrayAttr());
    }
    keep({"strides", "pads", "dilations", "auto_pad"});
    attributes.push_back(rewriter.getNamedAttr(
        "ge.groups", rewriter.getI64IntegerAttr(type.getDimSize(0))));
    replaceBy("Conv2D", {x, filter}, attributes);
    return true;
  }

  /// The number that all elements of a constant are, or nothing.
  static std::optional<APFloat> splatOf(Value value) {
    auto constant = value.getDefiningOp<ConstantOp>();
    auto numbers = constant ? dyn_cast<DenseFPElementsAttr>(constant.getValue())
                            : DenseFPElementsAttr();
    return numbers && numbers.isSplat()
               ? std::optional(numbers.getSplatValue<APFloat>())
               : std::nullopt;
  }

  /// The vector `operand` as [C, 1, …], for as many axes as follow the
  /// channels.
  Value perChannel(RankedTensorType x, unsigned operand) {
    Value vector = op->getOperand(operand);
    auto type = dyn_cast<RankedTensorType>(vector.getType());
    if (!type || type.getRank() != 1)
      return vector;
    SmallVector<int64_t> shape(x.getRank() - 1, 1), wanted(shape);
    shape[0] = type.getDimSize(0);
    wanted[0] = -1;
    AscendOpInterface view =
        createGEOp(rewriter, op.getLoc(), "Reshape", {vector, integers(wanted)},
                   type.clone(shape), {});
    view->setAttr("node_name", rewriter.getStringAttr(name() + "/Reshape"));
    return view->getResult(0);
  }

  Value binary(StringRef type, Value a, Value b, const Twine &name) {
    AscendOpInterface made = createGEOp(rewriter, op.getLoc(), type, {a, b},
                                        op->getResultTypes(), {});
    made->setAttr("node_name", rewriter.getStringAttr(name));
    return made->getResult(0);
  }

  GEOp op;
  IRRewriter rewriter;
};

struct ExpandFormsPass
    : mlir::ascend::impl::ExpandFormsPassBase<ExpandFormsPass> {
  void runOnOperation() override {
    SmallVector<GEOp> ops;
    getOperation().walk([&](GEOp op) { ops.push_back(op); });
    // What has no form here is for ascend-outline-kernels to refuse.
    for (GEOp op : ops)
      (void)Form(op).expand();
  }
};

} // namespace
