//===- OnnxModelTest.cpp - Models that lie --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "ImportFixture.h"
#include "Wire.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace wire;

namespace {

class OnnxModel : public ImportTest {
protected:
  /// A model around one initializer, which is its output.
  static std::string around(const std::string &tensor) {
    return model(graphInitializer(tensor) +
                 graphOutput(field(1, std::string("w"))));
  }
};

TEST_F(OnnxModel, Header) {
  std::string good = reluModel();
  std::string graph = field(7, graphOutput(value("y", kFloat, {2})));
  std::string opset = field(8, field(2, int64_t(15)));
  std::string version = field(1, int64_t(8));
  EXPECT_EQ(refusal(graph + opset).message, "the model has no ir_version");
  EXPECT_EQ(refusal(version + opset).message, "the model has no graph");
  EXPECT_EQ(refusal(version + graph).message,
            "the model imports no version of the default operator set");
  EXPECT_EQ(
      refusal(version + graph +
              field(8, field(1, std::string("other")) + field(2, int64_t(1))))
          .message,
      "no node makes the output 'y'");
  EXPECT_CONTAINS(refusal(good + field(8, field(2, int64_t(16)))).message,
                  "in two versions");
  EXPECT_CONTAINS(refusal(model("", 15)).message, "no outputs");
  for (int64_t bad : {INT64_MIN, int64_t(-1), int64_t(0), INT64_MAX})
    EXPECT_CONTAINS(refusal(model("", bad)).message, "the range is 7 to 28");
}

TEST_F(OnnxModel, TensorsThatLie) {
  std::string eight(8, '\0');
  auto reason = [&](const std::string &tensor) {
    return refusal(around(tensor)).message;
  };
  EXPECT_CONTAINS(
      reason(tensor("w", kFloat, {3}, eight)),
      "initializer 'w' has 8 bytes of data, but its shape needs 12");
  EXPECT_CONTAINS(reason(tensor("w", kFloat, {-2}, eight)),
                  "impossible shape [-2]");
  EXPECT_CONTAINS(reason(tensor("w", kFloat, {INT64_MAX, INT64_MAX, 2}, eight)),
                  "impossible shape");
  // The product wraps to 2.
  EXPECT_CONTAINS(
      reason(
          tensor("w", kFloat, {int64_t(1) << 32, int64_t(1) << 31, 2, 0}, "")),
      "impossible shape");
  EXPECT_CONTAINS(reason(tensor("w", 0, {2}, eight)), "type undefined");
  EXPECT_CONTAINS(reason(tensor("w", 8, {2}, eight)), "type string");
  EXPECT_CONTAINS(reason(tensor("w", 22, {17}, eight)),
                  "tensor 'w' has 8 bytes of data, but its shape needs 9");
  EXPECT_CONTAINS(reason(tensor("w", 1000, {2}, eight)), "number 1000");
  EXPECT_CONTAINS(reason(tensor("w", -5, {2}, eight)), "number -5");
  EXPECT_CONTAINS(reason(tensor("", kFloat, {2}, eight)), "has no name");
  std::string dims;
  for (int i = 0; i < 65; ++i)
    dims += field(1, int64_t(1));
  EXPECT_CONTAINS(reason(dims + tensor("w", kFloat, {}, std::string(4, '\0'))),
                  "impossible shape");
}

TEST_F(OnnxModel, ExternalData) {
  std::string location =
      field(13, field(1, std::string("location")) +
                    field(2, std::string("../../etc/passwd")));
  ascend::Diagnostic diagnostic = refusal(
      around(field(1, int64_t(2)) + field(2, kFloat) +
             field(8, std::string("w")) + location + field(14, int64_t(1))));
  EXPECT_EQ(diagnostic.message,
            "tensor 'w' keeps its data in the file '../../etc/passwd', but the "
            "model itself comes from no file");
}

TEST_F(OnnxModel, InputsThatLie) {
  auto withInput = [](const std::string &input) {
    return model(graphNode(node("Relu", {"x"}, {"y"})) + graphInput(input) +
                 graphOutput(value("y", kFloat, {2})));
  };
  EXPECT_CONTAINS(refusal(withInput(value("x", kFloat, {-3}))).message,
                  "input 'x' has the extent -3 at axis 0");
  EXPECT_EQ(refusal(withInput(value("x", kFloat, {-3}))).exitCode,
            ExitCode::ModelFailed);
  // The command line has to say more.
  EXPECT_EQ(refusal(withInput(field(1, std::string("x")) +
                              field(2, field(1, field(1, kFloat)))))
                .exitCode,
            ExitCode::Usage);
  ascend::Diagnostic large = refusal(
      withInput(value("x", kFloat, {int64_t(1) << 40, int64_t(1) << 40})));
  EXPECT_CONTAINS(large.message, "input 'x' is too large");
  EXPECT_EQ(large.exitCode, ExitCode::Limit);
  EXPECT_CONTAINS(refusal(withInput(value("x", 8, {2}))).message,
                  "elements of type string");
  EXPECT_CONTAINS(refusal(withInput(value("", kFloat, {2}))).message,
                  "an input has no name");
  // A sequence of tensors.
  EXPECT_CONTAINS(
      refusal(withInput(field(1, std::string("x")) +
                        field(2, field(4, field(1, field(1, kFloat))))))
          .message,
      "no dense tensor");
}

TEST_F(OnnxModel, NamesThatAreNoText) {
  for (const std::string &name : {std::string("a\xff"), std::string("a\0b", 3),
                                  std::string("\xc0\x80")}) {
    ascend::Diagnostic diagnostic =
        refusal(model(graphNode(node("Relu", {"x"}, {"y"}, name)) +
                      graphInput(value("x", kFloat, {2})) +
                      graphOutput(value("y", kFloat, {2}))));
    EXPECT_CONTAINS(diagnostic.message, "is not UTF-8 text");
  }
}

TEST_F(OnnxModel, NodesWithoutNames) {
  EXPECT_CONTAINS(refusal(model(graphNode(node("Relu", {"x"}, {})) +
                                graphInput(value("x", kFloat, {2})) +
                                graphOutput(value("x", kFloat, {2}))))
                      .message,
                  "node 0 (Relu) has neither a name nor an output");
}

TEST_F(OnnxModel, UnsupportedNodesAreListedOneByOne) {
  auto module =
      import(model(graphNode(node("Multinomial", {"x"}, {"a"}, "first")) +
                   graphNode(node("Relu", {"a"}, {"b"}, "between")) +
                   graphNode(node("NoSuchOp", {"b"}, {"y"}, "second")) +
                   graphInput(value("x", kFloat, {2})) +
                   graphOutput(value("y", kFloat, {2}))));
  ASSERT_FALSE(bool(module));
  std::vector<ascend::Diagnostic> diagnostics;
  llvm::handleAllErrors(module.takeError(), [&](const DiagnosticError &info) {
    diagnostics.push_back(info.getDiagnostic());
  });
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(
      diagnostics[0].message,
      "node 'first' (Multinomial, opset 15): not built yet (CANN maps it to "
      "Multinomial)");
  EXPECT_EQ(diagnostics[1].code, "E16002");
  for (const ascend::Diagnostic &diagnostic : diagnostics)
    EXPECT_EQ(diagnostic.exitCode, ExitCode::UnsupportedOp);
}

/// A chain of concatenations that doubles: refused where it passes the limits,
/// long before memory or time run out.
TEST_F(OnnxModel, DoublingChain) {
  auto chain = [](const std::string &start) {
    std::string graph;
    for (int i = 0; i < 80; ++i) {
      std::string from = i ? "v" + std::to_string(i) : start;
      graph += graphNode(
          node("Concat", {from, from}, {"v" + std::to_string(i + 1)}, "",
               field(5, field(1, std::string("axis")) + field(3, int64_t(0)) +
                            field(20, int64_t(2)))));
    }
    return graph;
  };
  EXPECT_EQ(refusal(model(chain("x") + graphInput(value("x", kFloat, {2})) +
                          graphOutput(field(1, std::string("v80")))))
                .exitCode,
            ExitCode::Limit);
  EXPECT_EQ(refusal(model(chain("w") +
                          graphInitializer(
                              tensor("w", kInt64, {1}, std::string(8, '\0'))) +
                          graphOutput(field(1, std::string("v80")))))
                .exitCode,
            ExitCode::Limit);
}

/// The importer's own copy of nothing: weights outlive the file's bytes and
/// everything else of the import, and are not copied into attributes.
TEST_F(OnnxModel, WeightsOutliveTheBytes) {
  std::string data;
  for (int i = 0; i < 4096; ++i)
    data += static_cast<char>(i * 7);
  OwningOpRef<ModuleOp> module;
  {
    std::string bytes =
        model(graphInitializer(tensor("w", kFloat, {1024}, data)) +
              graphInitializer(tensor("v", kFloat, {2048}, data + data)) +
              graphOutput(field(1, std::string("w"))) +
              graphOutput(field(1, std::string("v"))));
    auto imported = import(bytes);
    ASSERT_TRUE(bool(imported)) << llvm::toString(imported.takeError());
    module = std::move(*imported);
    std::fill(bytes.begin(), bytes.end(), 'x');
  }
  SmallVector<ConstantOp> constants;
  module->walk([&](ConstantOp op) { constants.push_back(op); });
  ASSERT_EQ(constants.size(), 2u);
  auto dense = dyn_cast<DenseElementsAttr>(constants[0].getValue());
  ASSERT_TRUE(dense);
  EXPECT_EQ(StringRef(dense.getRawData().data(), dense.getRawData().size()),
            StringRef(data));
  auto resource = dyn_cast<DenseResourceElementsAttr>(constants[1].getValue());
  ASSERT_TRUE(resource);
  EXPECT_EQ(StringRef(resource.getData().data(), resource.getData().size()),
            StringRef(data + data));
}

/// Weights of a narrow type may stand in the fields of a wide one.
TEST_F(OnnxModel, TypedFields) {
  auto imported = import(around(
      field(1, int64_t(3)) + field(2, int64_t(3)) + field(8, std::string("w")) +
      field(5, number(1) + number(2) + number(uint64_t(-1)))));
  ASSERT_TRUE(bool(imported)) << llvm::toString(imported.takeError());
  (*imported)->walk([&](ConstantOp op) {
    auto dense = cast<DenseElementsAttr>(op.getValue());
    EXPECT_TRUE(dense.getElementType().isInteger(8));
    SmallVector<int8_t> values(dense.getValues<int8_t>());
    EXPECT_EQ(values, (SmallVector<int8_t>{1, 2, -1}));
  });
}

TEST_F(OnnxModel, EmptyTensorsAndScalars) {
  auto imported = import(
      model(graphInitializer(tensor("w", kFloat, {0, 3}, "")) +
            graphInitializer(tensor("s", kInt64, {}, std::string(8, '\0'))) +
            graphOutput(field(1, std::string("w"))) +
            graphOutput(field(1, std::string("s")))));
  ASSERT_TRUE(bool(imported)) << llvm::toString(imported.takeError());
}

} // namespace
