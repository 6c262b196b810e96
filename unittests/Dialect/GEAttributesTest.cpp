//===- GEAttributesTest.cpp - Every attribute that an op declares ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The pairs of op and attribute come from the ops themselves: what an op
// declares tomorrow is tested tomorrow.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class GEAttributesTest : public testing::Test {
protected:
  GEAttributesTest() { context.loadDialect<AscendDialect>(); }

  /// Calls `test` with an op of each modelled type, which has no operands.
  void forEachOp(llvm::function_ref<void(AscendOpInterface)> test) {
    for (RegisteredOperationName name : context.getRegisteredOperations()) {
      if (!name.hasInterface<AscendOpInterface>() ||
          name.getStringRef() == GEOp::getOperationName())
        continue;
      OwningOpRef<Operation *> op(
          Operation::create(OperationState(UnknownLoc::get(&context), name)));
      test(cast<AscendOpInterface>(*op));
      ++numOps;
    }
  }

  /// Calls `test` with each op and each attribute that it declares.
  void forEachPair(
      llvm::function_ref<void(AscendOpInterface, const GEAttributeSpec &)>
          test) {
    forEachOp([&](AscendOpInterface op) {
      for (const GEAttributeSpec &spec : op.getGEAttributeSpecs()) {
        SCOPED_TRACE(op->getName().getStringRef().str() + " " +
                     spec.name.str());
        test(op, spec);
        ++numPairs;
      }
    });
  }

  /// What the verifier says of the op with that one attribute beside those
  /// that it needs; empty if nothing.
  std::string said(AscendOpInterface op, StringRef name, Attribute value) {
    std::string text;
    ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diag) {
      text = diag.str();
      return success();
    });
    SmallVector<NamedAttribute> attributes{
        b.getNamedAttr(("ge." + name).str(), value)};
    for (const GEAttributeSpec &spec : op.getGEAttributeSpecs())
      if (spec.isRequired && spec.name != name)
        attributes.push_back(
            b.getNamedAttr(("ge." + spec.name).str(), legal(spec)));
    op->setDiscardableAttrs(attributes);
    LogicalResult result = verifyGEAttributes(op, op.getGEAttributeSpecs());
    EXPECT_EQ(succeeded(result), text.empty());
    return text;
  }

  /// A value that the attribute may have.
  Attribute legal(const GEAttributeSpec &spec) {
    if (!spec.words.empty())
      return b.getStringAttr(StringRef(spec.words).split('|').first);
    if (Attribute value = defaultGEAttribute(&context, spec))
      return value;
    if (spec.kind == GEAttributeKind::Float)
      return b.getF32FloatAttr(1);
    return b.getI64IntegerAttr(std::max<int64_t>(spec.minimum, 1));
  }

  MLIRContext context;
  Builder b{&context};
  unsigned numOps = 0, numPairs = 0;
};

TEST_F(GEAttributesTest, ValuesThatItMayHave) {
  forEachPair([&](AscendOpInterface op, const GEAttributeSpec &spec) {
    EXPECT_EQ(said(op, spec.name, legal(spec)), "");
    SmallVector<StringRef> words;
    StringRef(spec.words).split(words, '|', -1, /*KeepEmpty=*/false);
    for (StringRef word : words)
      EXPECT_EQ(said(op, spec.name, b.getStringAttr(word)), "");
  });
  EXPECT_GE(numOps, 150u);
  EXPECT_GE(numPairs, 250u);
}

TEST_F(GEAttributesTest, Misspelled) {
  forEachPair([&](AscendOpInterface op, const GEAttributeSpec &spec) {
    // A letter more, one less, another one, and two that changed places.
    std::string name = spec.name.str(), more = name + "x",
                less = name.substr(0, name.size() - 1), other = name,
                swapped = name;
    other.back() = other.back() == 'q' ? 'w' : 'q';
    if (name.size() > 1)
      std::swap(swapped[0], swapped[1]);
    for (const std::string &wrong : {more, less, other, swapped}) {
      if (wrong.empty() || findGEAttribute(op.getGEAttributeSpecs(), wrong))
        continue;
      std::string text = said(op, wrong, legal(spec));
      EXPECT_NE(text.find("op has no attribute 'ge." + wrong + "'"),
                std::string::npos)
          << text;
      // Short names are near to nothing; then all are said.
      EXPECT_NE(text.find("'ge."), text.rfind("'ge.")) << text;
    }
  });
}

TEST_F(GEAttributesTest, OfAnotherKind) {
  Attribute others[] = {
      b.getUnitAttr(),           b.getBoolAttr(true),
      b.getI64IntegerAttr(1),    b.getI32IntegerAttr(1),
      b.getF32FloatAttr(1),      b.getF64FloatAttr(1),
      b.getStringAttr("NHWC"),   b.getDenseI64ArrayAttr({1}),
      b.getDenseI32ArrayAttr(1), b.getDenseF32ArrayAttr({1.0f}),
      b.getI64ArrayAttr({1}),    b.getStrArrayAttr({"Tanh"})};
  forEachPair([&](AscendOpInterface op, const GEAttributeSpec &spec) {
    Attribute own = legal(spec);
    unsigned taken = 0;
    for (Attribute other : others) {
      std::string text = said(op, spec.name, other);
      if (text.find("' must be ") == std::string::npos)
        ++taken;
    }
    // Its own kind alone, where the value is legal, too.
    EXPECT_LE(taken, 1u);
    EXPECT_EQ(said(op, spec.name, own), "");
  });
}

TEST_F(GEAttributesTest, JustBelowTheLeast) {
  unsigned bounds = 0;
  forEachPair([&](AscendOpInterface op, const GEAttributeSpec &spec) {
    if (spec.minimum == INT64_MIN)
      return;
    ++bounds;
    bool isList = spec.kind == GEAttributeKind::Ints;
    auto with = [&](int64_t value) -> Attribute {
      return isList ? Attribute(b.getDenseI64ArrayAttr({value}))
                    : b.getI64IntegerAttr(value);
    };
    EXPECT_EQ(said(op, spec.name, with(spec.minimum)), "");
    EXPECT_NE(said(op, spec.name, with(spec.minimum - 1)).find("at least"),
              std::string::npos);
  });
  EXPECT_GE(bounds, 2u);
}

TEST_F(GEAttributesTest, RequiredOnes) {
  unsigned required = 0;
  forEachPair([&](AscendOpInterface op, const GEAttributeSpec &spec) {
    // A common attribute stands alone; what is left out is told where it must
    // not be.
    std::string text = said(op, "_dump_able", b.getBoolAttr(true));
    EXPECT_EQ(text, "");
    SmallVector<NamedAttribute> others;
    for (const GEAttributeSpec &other : op.getGEAttributeSpecs())
      if (other.isRequired && other.name != spec.name)
        others.push_back(
            b.getNamedAttr(("ge." + other.name).str(), legal(other)));
    op->setDiscardableAttrs(others);
    ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &diag) { text = diag.str(); });
    bool isComplete =
        succeeded(verifyGEAttributes(op, op.getGEAttributeSpecs()));
    EXPECT_EQ(isComplete, !spec.isRequired);
    if (!spec.isRequired)
      return;
    ++required;
    EXPECT_NE(text.find("op needs 'ge." + spec.name.str() + "'"),
              std::string::npos)
        << text;
  });
  EXPECT_GE(required, 4u);
}

TEST_F(GEAttributesTest, WordsOfNoMeaning) {
  forEachPair([&](AscendOpInterface op, const GEAttributeSpec &spec) {
    if (spec.words.empty())
      return;
    for (StringRef word : {"", "no such word"})
      EXPECT_NE(said(op, spec.name, b.getStringAttr(word)).find("must be \""),
                std::string::npos);
    std::string lower = StringRef(spec.words).split('|').first.lower();
    if (!is_contained(StringRef(spec.words).split('|').first, lower[0]))
      EXPECT_NE(said(op, spec.name, b.getStringAttr(lower)), "");
  });
}

/// The accessors and the readers by name say the same of an op without it.
TEST_F(GEAttributesTest, Defaults) {
  OwningOpRef<Operation *> op(Operation::create(
      OperationState(UnknownLoc::get(&context), LRNOp::getOperationName())));
  auto lrn = cast<LRNOp>(*op);
  EXPECT_EQ(lrn.getDepthRadius(), 5);
  EXPECT_EQ(lrn.getLocalSize(), std::nullopt);
  EXPECT_EQ(lrn.getBeta(), 0.5f);
  EXPECT_EQ(lrn.getNormRegion(), "ACROSS_CHANNELS");
  auto node = cast<AscendOpInterface>(*op);
  EXPECT_EQ(node.getGEInt("depth_radius"), 5);
  EXPECT_EQ(node.getGEFloat("beta"), 0.5f);
  EXPECT_EQ(node.getGEString("norm_region"), "ACROSS_CHANNELS");
  // What its type does not declare is nothing.
  EXPECT_EQ(node.getGEInt("epsilon"), 0);
  EXPECT_FALSE(node.getGEBool("keep_dims"));
  op->setAttr("ge.depth_radius", b.getI64IntegerAttr(2));
  EXPECT_EQ(lrn.getDepthRadius(), 2);
  EXPECT_EQ(node.getGEInt("depth_radius"), 2);
}

/// A `ge_op` has the defaults of the op that models its type.
TEST_F(GEAttributesTest, DefaultsOfAnyOp) {
  OperationState state(UnknownLoc::get(&context), GEOp::getOperationName());
  state.addAttribute("ge_type", b.getStringAttr("MVNV2"));
  OwningOpRef<Operation *> op(Operation::create(state));
  auto node = cast<AscendOpInterface>(*op);
  EXPECT_EQ(node.getGEInts("axes"), (SmallVector<int64_t>{0, 2, 3}));
  EXPECT_EQ(node.getGEFloat("eps"), 1e-9f);
  op->setAttr("ge_type", b.getStringAttr("NoSuchType"));
  EXPECT_TRUE(node.getGEInts("axes").empty());
}

TEST_F(GEAttributesTest, FlagsOfAnyNode) {
  OwningOpRef<Operation *> op(Operation::create(
      OperationState(UnknownLoc::get(&context), ReluOp::getOperationName())));
  auto node = cast<AscendOpInterface>(*op);
  EXPECT_FALSE(node.getGEFlag("keep_dtype"));
  std::pair<Attribute, bool> values[] = {{b.getBoolAttr(true), true},
                                         {b.getBoolAttr(false), false},
                                         {b.getI64IntegerAttr(1), true},
                                         {b.getI64IntegerAttr(0), false},
                                         {b.getI64IntegerAttr(2), false}};
  for (auto [value, isSet] : values) {
    EXPECT_EQ(said(node, "keep_dtype", value), "");
    EXPECT_EQ(node.getGEFlag("keep_dtype"), isSet);
  }
  EXPECT_EQ(said(node, "keep_dtype", b.getStringAttr("true")),
            "'ascend.relu' op 'ge.keep_dtype' must be 'true', 'false' or an "
            "integer such as '1 : i64', is \"true\"");
}

TEST_F(GEAttributesTest, ValuesThatNoKernelKnows) {
  OwningOpRef<Operation *> op(Operation::create(
      OperationState(UnknownLoc::get(&context), Conv2DOp::getOperationName())));
  ArrayRef<GEAttributeSpec> specs = Conv2DOp::getGEAttributeSpecs();
  EXPECT_EQ(findUnknownToKernels(*op, specs), "");
  op->setAttr("ge.offset_x", b.getI64IntegerAttr(0));
  EXPECT_EQ(findUnknownToKernels(*op, specs), "");
  op->setAttr("ge.offset_x", b.getI64IntegerAttr(-128));
  EXPECT_EQ(findUnknownToKernels(*op, specs), "offset_x");
}

} // namespace
