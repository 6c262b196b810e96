//===- OnnxNestingTest.cpp - Graphs and functions in each other -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "ImportFixture.h"
#include "Wire.h"

#include <ctime>

using namespace mlir;
using namespace mlir::ascend;
using namespace wire;

namespace {

/// ModelProto with functions of the domain "own".
std::string withFunctions(const std::string &graph,
                          const std::string &functions) {
  return model(graph) + field(8, field(1, std::string("own")) + field(2, 1)) +
         functions;
}

std::string function(const std::string &name, const std::string &nodes,
                     const std::string &more = "") {
  return field(25, field(1, name) + field(4, std::string("x")) +
                       field(5, std::string("y")) + nodes +
                       field(9, field(2, 15)) + field(10, std::string("own")) +
                       more);
}

std::string call(const std::string &name, const std::string &from,
                 const std::string &to, const std::string &more = "") {
  return node(name, {from}, {to}, "", field(7, std::string("own")) + more);
}

/// y = F0(x), in which each function Fi calls the next one `calls` times.
std::string chainOfFunctions(int length, int calls) {
  std::string functions;
  for (int i = 0; i < length; ++i) {
    std::string nodes, from = "x";
    for (int c = 0; c < calls; ++c) {
      std::string to = c + 1 == calls ? "y" : "t" + std::to_string(c);
      nodes += field(7, call("F" + std::to_string(i + 1), from, to));
      from = to;
    }
    functions += function("F" + std::to_string(i), nodes);
  }
  functions += function("F" + std::to_string(length),
                        field(7, node("Relu", {"x"}, {"y"})));
  return withFunctions(graphNode(call("F0", "x", "y")) +
                           graphInput(value("x", kFloat, {2})) +
                           graphOutput(value("y", kFloat, {2})),
                       functions);
}

class OnnxNesting : public ImportTest {
protected:
  /// The refusal, which has to take less than ten seconds of the processor: it
  /// takes a tenth, or one with sanitizers, and nobody waits for what doubles.
  ascend::Diagnostic quickRefusal(const std::string &bytes) {
    std::clock_t start = std::clock();
    ascend::Diagnostic diagnostic = refusal(bytes);
    EXPECT_LT(std::clock() - start, 10 * CLOCKS_PER_SEC);
    return diagnostic;
  }
};

TEST_F(OnnxNesting, FunctionsInFunctions) {
  auto module = import(chainOfFunctions(60, 1));
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  ascend::Diagnostic deep = quickRefusal(chainOfFunctions(10000, 1));
  EXPECT_EQ(deep.message,
            "graphs and functions stand in each other more than 64 deep");
  EXPECT_EQ(deep.exitCode, ExitCode::Limit);
}

/// 2^40 nodes from a small file.
TEST_F(OnnxNesting, FunctionsThatDouble) {
  auto module = import(chainOfFunctions(8, 2));
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  unsigned count = 0;
  (*module)->walk([&](ReluOp) { ++count; });
  EXPECT_EQ(count, 256u);
  ascend::Diagnostic large = quickRefusal(chainOfFunctions(40, 2));
  EXPECT_EQ(large.message,
            "the calls, branches and loops of the model make more than "
            "65536 nodes");
  EXPECT_EQ(large.exitCode, ExitCode::Limit);
}

TEST_F(OnnxNesting, GraphsInGraphs) {
  auto nested = [](int depth) {
    std::string nodes = field(1, node("Relu", {"x"}, {"y"}));
    for (int i = 0; i < depth; ++i) {
      std::string graph =
          field(6, nodes + graphOutput(value("y", kFloat, {2})));
      std::string attributes;
      for (const char *name : {"then_branch", "else_branch"})
        attributes += field(5, field(1, std::string(name)) + graph +
                                   field(20, int64_t(5)));
      nodes = field(1, node("If", {"c"}, {"y"}, "", attributes));
      // Both branches would double the file at every level.
      if (i > 3)
        nodes = field(1, node("If", {"c"}, {"y"}, "",
                              field(5, field(1, std::string("then_branch")) +
                                           graph + field(20, int64_t(5)))));
    }
    return model(nodes + graphInput(value("x", kFloat, {2})) +
                 graphInitializer(tensor("c", 9, {}, std::string(1, '\1'))) +
                 graphOutput(value("y", kFloat, {2})));
  };
  auto module = import(nested(3));
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  EXPECT_EQ(quickRefusal(nested(1000)).message,
            "cannot load the model: it is truncated, nested too deep or no "
            "ONNX model");
}

/// An overload is another function; one that does not exist is none.
TEST_F(OnnxNesting, Overloads) {
  auto overload = [](unsigned id, const char *name) {
    return field(id, std::string(name));
  };
  std::string functions =
      function("F", field(7, node("Relu", {"x"}, {"y"}))) +
      function("F", field(7, node("Tanh", {"x"}, {"y"})), overload(13, "t"));
  std::string signature = graphInput(value("x", kFloat, {2})) +
                          graphOutput(value("y", kFloat, {2}));
  auto module = import(withFunctions(
      graphNode(call("F", "x", "r")) +
          graphNode(call("F", "r", "y", overload(8, "t"))) + signature,
      functions));
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  unsigned relus = 0, tanhs = 0;
  (*module)->walk([&](ReluOp) { ++relus; });
  (*module)->walk([&](TanhOp) { ++tanhs; });
  EXPECT_EQ(relus, 1u);
  EXPECT_EQ(tanhs, 1u);
  EXPECT_CONTAINS(
      refusal(withFunctions(graphNode(call("F", "x", "y", overload(8, "u"))) +
                                signature,
                            functions))
          .message,
      "operators of this domain are not supported");
  EXPECT_EQ(refusal(withFunctions(graphNode(call("F", "x", "y")) + signature,
                                  functions + functions))
                .message,
            "the model has two functions own.F");
}

} // namespace
