//===- CompilerTest.cpp - Tests of compiled models ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Compiler.h"

#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::ascend;

namespace {

using Floats = std::vector<float>;

class CompilerTest : public ::testing::Test {
protected:
  CompilerTest() : context(registry()) {}

  static DialectRegistry registry() {
    DialectRegistry registry;
    mlir::ascend::registerAllDialects(registry);
    registry.insert<arith::ArithDialect, func::FuncDialect>();
    return registry;
  }

  llvm::Expected<std::unique_ptr<CompiledModel>>
  tryCompile(StringRef text, bool observe, bool fuse) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    CompileOptions options;
    options.observe = observe;
    options.fuse = fuse;
    return compile(*module, options);
  }

  std::unique_ptr<CompiledModel> compiled(StringRef text, bool observe = false,
                                          bool fuse = false) {
    auto model = tryCompile(text, observe, fuse);
    if (!model) {
      ADD_FAILURE() << llvm::toString(model.takeError());
      return nullptr;
    }
    return std::move(*model);
  }

  mlir::ascend::Diagnostic errorOf(StringRef text) {
    auto model = tryCompile(text, /*observe=*/false, /*fuse=*/true);
    if (!model)
      return toDiagnostic(model.takeError());
    ADD_FAILURE() << "it compiled";
    return {};
  }

  MLIRContext context;
};

/// Runs a model once; `inputs` and `outputs` are its buffers.
void run(const CompiledModel &model, std::vector<const void *> inputs,
         std::vector<void *> outputs, ascendrt_observer observer = nullptr,
         void *user = nullptr) {
  char *error = nullptr;
  ascendrt_context *context =
      ascendrt_create(&model.getModel(), nullptr, &error);
  ASSERT_NE(context, nullptr) << error;
  ascendrt_set_observer(context, observer, user);
  EXPECT_EQ(ascendrt_run(context, inputs.data(), outputs.data()), ASCENDRT_OK)
      << ascendrt_last_error(context);
  ascendrt_destroy(context);
}

constexpr StringLiteral kChain = R"mlir(
func.func @main(%x: tensor<2x3xf32> {ascend.name = "x"}, %k: tensor<3xf32>)
    -> (tensor<2x3xf32> {ascend.name = "y"}, tensor<6xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %shape = ascend.constant {node_name = "s"} dense<[-1]> : tensor<1xi64>
  %a = ascend.add %x, %w {node_name = "a"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %b = ascend.add %a, %k {node_name = "b"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %c = ascend.mul %b, %b {node_name = "c"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %f = ascend.reshape %b, %shape {node_name = "f"} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  return %c, %f : tensor<2x3xf32>, tensor<6xf32>
})mlir";

TEST_F(CompilerTest, ComputesAndDescribes) {
  std::unique_ptr<CompiledModel> model = compiled(kChain);
  ASSERT_TRUE(model);
  const ascendrt_model &desc = model->getModel();
  ASSERT_EQ(desc.num_inputs, 2u);
  ASSERT_EQ(desc.num_outputs, 2u);
  EXPECT_STREQ(desc.inputs[0].name, "x");
  EXPECT_STREQ(desc.inputs[1].name, "arg1");
  EXPECT_STREQ(desc.outputs[0].name, "y");
  EXPECT_STREQ(desc.outputs[1].name, "result1");
  EXPECT_EQ(desc.outputs[1].dtype, ASCENDRT_FLOAT);
  ASSERT_EQ(desc.outputs[1].rank, 1);
  EXPECT_EQ(desc.outputs[1].shape[0], 6);
  EXPECT_EQ(desc.num_observed, 0u);
  EXPECT_EQ(desc.weights_bytes, 12u);

  Floats x{1, 2, 3, 4, 5, 6}, k{10, 20, 30}, y(6), f(6);
  run(*model, {x.data(), k.data()}, {y.data(), f.data()});
  EXPECT_EQ(f, (Floats{12, 24, 36, 15, 27, 39}));
  EXPECT_EQ(y, (Floats{144, 576, 1296, 225, 729, 1521}));
  EXPECT_EQ(x, (Floats{1, 2, 3, 4, 5, 6}));
}

TEST_F(CompilerTest, EqualBodiesAreOneKernel) {
  std::unique_ptr<CompiledModel> model = compiled(kChain);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->getNumKernelCalls(), 3u);
  EXPECT_EQ(model->getNumKernels(), 2u);
}

TEST_F(CompilerTest, TwoModelsAtOnce) {
  std::unique_ptr<CompiledModel> one = compiled(kChain);
  std::unique_ptr<CompiledModel> two = compiled(R"mlir(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %w = ascend.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %y = ascend.add %x, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
})mlir");
  ASSERT_TRUE(one && two);
  Floats x{1, 2, 3, 4, 5, 6}, k{0, 0, 0}, y(6), f(6), z(3);
  run(*one, {x.data(), k.data()}, {y.data(), f.data()});
  run(*two, {x.data()}, {z.data()});
  EXPECT_EQ(f, (Floats{2, 4, 6, 5, 7, 9}));
  EXPECT_EQ(z, (Floats{11, 22, 33}));
  one.reset();
  run(*two, {x.data()}, {z.data()});
  EXPECT_EQ(z, (Floats{11, 22, 33}));
}

/// Weights are packed while compiling: of two nodes with one weight once,
/// whatever the CPU of the code is.
TEST_F(CompilerTest, WeightsArePackedOnce) {
  constexpr StringLiteral text = R"mlir(
func.func @main(%x: tensor<1x3xf16>) -> (tensor<1x2xf16>, tensor<1x2xf16>) {
  %w = ascend.constant {node_name = "w"} dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf16>
  %v = ascend.constant {node_name = "v"} dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf16>
  %y = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<1x3xf16>, tensor<3x2xf16>) -> tensor<1x2xf16>
  %z = ascend.mat_mul_v2 %x, %v {node_name = "z"} : (tensor<1x3xf16>, tensor<3x2xf16>) -> tensor<1x2xf16>
  return %y, %z : tensor<1x2xf16>, tensor<1x2xf16>
})mlir";
  auto module = parseSourceString<ModuleOp>(text, &context);
  for (StringRef cpu : {"native", "portable"}) {
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(cpu));
    auto model = compile(*module, options);
    ASSERT_TRUE(bool(model)) << llvm::toString(model.takeError());
    // Three rows of two columns, which stay narrow for one row.
    EXPECT_EQ((*model)->getModel().weights_bytes, 3u * 2 * 2);
    // 1, 0, -1 and 4, 4 less, in float16.
    uint16_t x[] = {0x3c00, 0, 0xbc00}, y[2], z[2];
    run(**model, {x}, {y, z});
    EXPECT_EQ(y[0], 0xc400);
    EXPECT_EQ(y[1], 0xc400);
    EXPECT_EQ(std::memcmp(y, z, sizeof(y)), 0);
  }
}

struct Seen {
  std::vector<std::string> tensors;
  static void see(void *user, const ascendrt_observed_tensor *tensor,
                  const int64_t *shape, const void *data) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << tensor->op << ' ' << tensor->op_type << ' '
       << (tensor->is_output ? "out" : "in") << tensor->index << ' '
       << tensor->desc.name;
    for (int32_t i = 0; i < tensor->desc.rank; ++i)
      os << (i ? 'x' : ' ') << shape[i];
    if (tensor->desc.dtype == ASCENDRT_FLOAT)
      os << ' ' << static_cast<const float *>(data)[0];
    if (tensor->desc.dtype == ASCENDRT_INT64)
      os << ' ' << static_cast<const int64_t *>(data)[0];
    static_cast<Seen *>(user)->tensors.push_back(text);
  }
};

TEST_F(CompilerTest, ObserversSeeEveryTensorWithItsValue) {
  std::unique_ptr<CompiledModel> model = compiled(kChain, /*observe=*/true);
  ASSERT_TRUE(model);
  Floats x{1, 2, 3, 4, 5, 6}, k{10, 20, 30}, y(6), f(6);
  Seen seen;
  run(*model, {x.data(), k.data()}, {y.data(), f.data()}, Seen::see, &seen);
  EXPECT_EQ(
      seen.tensors,
      (std::vector<std::string>{
          "a Add in0 x 2x3 1.000000e+00", "a Add in1 w 3 1.000000e+00",
          "a Add out0 a:0 2x3 2.000000e+00", "b Add in0 a:0 2x3 2.000000e+00",
          "b Add in1 arg1 3 1.000000e+01", "b Add out0 b:0 2x3 1.200000e+01",
          "c Mul in0 b:0 2x3 1.200000e+01", "c Mul in1 b:0 2x3 1.200000e+01",
          "c Mul out0 c:0 2x3 1.440000e+02",
          "f Reshape in0 b:0 2x3 1.200000e+01", "f Reshape in1 s 1 -1",
          "f Reshape out0 f:0 6 1.200000e+01"}));
  EXPECT_EQ(y, (Floats{144, 576, 1296, 225, 729, 1521}));
}

TEST_F(CompilerTest, BooleansAndUnsignedIntegers) {
  std::unique_ptr<CompiledModel> model = compiled(R"mlir(
func.func @main(%x: tensor<4xui8>) -> (tensor<4xi1>, tensor<4xf32>, tensor<2xi1>) {
  %w = ascend.constant dense<[200, 2, 200, 4]> : tensor<4xui8>
  %b = ascend.constant dense<[true, false]> : tensor<2xi1>
  %e = ascend.equal %x, %w : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %f = ascend.cast %x : (tensor<4xui8>) -> tensor<4xf32>
  return %e, %f, %b : tensor<4xi1>, tensor<4xf32>, tensor<2xi1>
})mlir");
  ASSERT_TRUE(model);
  EXPECT_EQ(model->getModel().inputs[0].dtype, ASCENDRT_UINT8);
  EXPECT_EQ(model->getModel().outputs[0].dtype, ASCENDRT_BOOL);
  std::vector<uint8_t> x{200, 1, 2, 4}, e(4), b(2);
  Floats f(4);
  run(*model, {x.data()}, {e.data(), f.data(), b.data()});
  EXPECT_EQ(e, (std::vector<uint8_t>{1, 0, 0, 1}));
  EXPECT_EQ(f, (Floats{200, 1, 2, 4}));
  EXPECT_EQ(b, (std::vector<uint8_t>{1, 0}));
}

TEST_F(CompilerTest, InputsConstantsAndDoublesAsResults) {
  std::unique_ptr<CompiledModel> model = compiled(R"mlir(
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %w = ascend.constant dense<7.0> : tensor<3xf32>
  %y = ascend.add %x, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y, %x, %w, %y : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
})mlir");
  ASSERT_TRUE(model);
  Floats x{1, 2, 3}, a(3), b(3), c(3), d(3);
  run(*model, {x.data()}, {a.data(), b.data(), c.data(), d.data()});
  EXPECT_EQ(a, (Floats{8, 9, 10}));
  EXPECT_EQ(b, x);
  EXPECT_EQ(c, (Floats{7, 7, 7}));
  EXPECT_EQ(d, a);
}

TEST_F(CompilerTest, EqualWeightsAreStoredOnce) {
  std::unique_ptr<CompiledModel> model = compiled(R"mlir(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %v = ascend.constant {node_name = "v"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %u = ascend.constant {node_name = "u"} dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %unused = ascend.constant {node_name = "unused"} dense<[5.0, 2.0, 4.0]> : tensor<3xf32>
  %y = ascend.add %x, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %z = ascend.add %y, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %r = ascend.add %z, %u : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
})mlir");
  ASSERT_TRUE(model);
  EXPECT_EQ(model->getModel().weights_bytes, 64u + 12u);
  Floats x{0, 0, 0}, y(3);
  run(*model, {x.data()}, {y.data()});
  EXPECT_EQ(y, (Floats{3, 6, 10}));
}

TEST_F(CompilerTest, TheArenaIsReused) {
  std::string text =
      "func.func @main(%v0: tensor<1024xf32>) -> tensor<1024xf32> {\n";
  for (int i = 0; i < 20; ++i)
    text +=
        llvm::formatv("%v{1} = ascend.add %v{0}, %v{0} : (tensor<1024xf32>, "
                      "tensor<1024xf32>) -> tensor<1024xf32>\n",
                      i, i + 1)
            .str();
  text += "return %v20 : tensor<1024xf32>\n}";
  std::unique_ptr<CompiledModel> model = compiled(text);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->getModel().arena_bytes, 2 * 4096u);
  Floats x(1024, 1.0f), y(1024);
  run(*model, {x.data()}, {y.data()});
  EXPECT_EQ(y, Floats(1024, 1048576.0f));
}

/// A chain of roundings to `type` whose result shows each of them, with values
/// that are used more than once, a broadcast, a constant and a comparison.
std::string chainOf(StringRef type) {
  std::string text = R"mlir(
func.func @main(%x: tensor<7x33xf32>, %i: tensor<7x33xi32>, %b: tensor<33xTYPE>)
    -> (tensor<7x33xf32>, tensor<7x33xTYPE>) {
  %k = ascend.constant dense<0.1> : tensor<TYPE>
  %h = ascend.cast %x : (tensor<7x33xf32>) -> tensor<7x33xTYPE>
  %j = ascend.cast %i : (tensor<7x33xi32>) -> tensor<7x33xTYPE>
  %s = ascend.add %h, %b : (tensor<7x33xTYPE>, tensor<33xTYPE>) -> tensor<7x33xTYPE>
  %m = ascend.mul %s, %k : (tensor<7x33xTYPE>, tensor<TYPE>) -> tensor<7x33xTYPE>
  %n = ascend.mul %m, %s : (tensor<7x33xTYPE>, tensor<7x33xTYPE>) -> tensor<7x33xTYPE>
  %t = ascend.tanh %n : (tensor<7x33xTYPE>) -> tensor<7x33xTYPE>
  %u = ascend.add %t, %s : (tensor<7x33xTYPE>, tensor<7x33xTYPE>) -> tensor<7x33xTYPE>
  %e = ascend.equal %u, %m : (tensor<7x33xTYPE>, tensor<7x33xTYPE>) -> tensor<7x33xi1>
  %v = ascend.select %e, %j, %u : (tensor<7x33xi1>, tensor<7x33xTYPE>, tensor<7x33xTYPE>) -> tensor<7x33xTYPE>
  %w = ascend.add %v, %j : (tensor<7x33xTYPE>, tensor<7x33xTYPE>) -> tensor<7x33xTYPE>
  %q = ascend.cast %e : (tensor<7x33xi1>) -> tensor<7x33xTYPE>
  %r = ascend.sub %w, %q : (tensor<7x33xTYPE>, tensor<7x33xTYPE>) -> tensor<7x33xTYPE>
  %f = ascend.cast %r : (tensor<7x33xTYPE>) -> tensor<7x33xf32>
  return %f, %s : tensor<7x33xf32>, tensor<7x33xTYPE>
})mlir";
  for (size_t at; (at = text.find("TYPE")) != std::string::npos;)
    text.replace(at, 4, type.str());
  return text;
}

TEST_F(CompilerTest, FusedChainsHaveTheBitsOfTheirOps) {
  constexpr size_t size = 7 * 33;
  Floats x(size);
  std::vector<int32_t> i(size);
  for (size_t k = 0; k < size; ++k) {
    x[k] = std::ldexp(1.0f + k * 0.00390723f, static_cast<int>(k % 40) - 26);
    i[k] = static_cast<int32_t>(k * 2654435761u) >> (k % 24);
  }
  for (StringRef type : {"f32", "f16", "bf16"}) {
    std::unique_ptr<CompiledModel> apart = compiled(chainOf(type));
    std::unique_ptr<CompiledModel> fused =
        compiled(chainOf(type), /*observe=*/false, /*fuse=*/true);
    ASSERT_TRUE(apart && fused);
    EXPECT_EQ(fused->getNumKernelCalls(), 2u) << type.str();
    EXPECT_GT(apart->getNumKernelCalls(), 8u);
    // Bytes that are numbers in each type.
    std::vector<uint16_t> b(66, 0x3c12);
    Floats f(size), g(size), s(size), t(size);
    run(*apart, {x.data(), i.data(), b.data()}, {f.data(), s.data()});
    run(*fused, {x.data(), i.data(), b.data()}, {g.data(), t.data()});
    EXPECT_EQ(std::memcmp(f.data(), g.data(), size * 4), 0) << type.str();
    EXPECT_EQ(std::memcmp(s.data(), t.data(), size * 2), 0) << type.str();
  }
}

TEST_F(CompilerTest, IntegersRoundToF32First) {
  std::unique_ptr<CompiledModel> model = compiled(R"mlir(
func.func @main(%x: tensor<3xi32>) -> tensor<3xbf16> {
  %y = ascend.cast %x : (tensor<3xi32>) -> tensor<3xbf16>
  return %y : tensor<3xbf16>
})mlir");
  ASSERT_TRUE(model);
  // 2^30 + 2^22 + 1 is a tie once it is an f32, and goes to the even neighbour;
  // rounded at once it would go up.
  std::vector<int32_t> x{(1 << 30) + (1 << 22) + 1, 3, -257};
  std::vector<uint16_t> y(3);
  run(*model, {x.data()}, {y.data()});
  EXPECT_EQ(y, (std::vector<uint16_t>{0x4e80, 0x4040, 0xc380}));
}

TEST_F(CompilerTest, ScalarsAndEmptyTensors) {
  std::unique_ptr<CompiledModel> model = compiled(R"mlir(
func.func @main(%x: tensor<f32>, %n: tensor<0x3xf32>) -> (tensor<f32>, tensor<1x1xf32>, tensor<0x3xf32>) {
  %y = ascend.add %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %z = ascend.unsqueeze %y {ge.axes = array<i64: 0, 1>} : (tensor<f32>) -> tensor<1x1xf32>
  %m = ascend.add %n, %n : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  return %y, %z, %m : tensor<f32>, tensor<1x1xf32>, tensor<0x3xf32>
})mlir");
  ASSERT_TRUE(model);
  Floats x{1.5f}, n(1), y(1), z(1), m(1);
  run(*model, {x.data(), n.data()}, {y.data(), z.data(), m.data()});
  EXPECT_EQ(y, (Floats{3}));
  EXPECT_EQ(z, (Floats{3}));
}

TEST_F(CompilerTest, OneThreadMakesTheSame) {
  auto module = parseSourceString<ModuleOp>(kChain, &context);
  std::vector<std::string> stages;
  CompileOptions options;
  options.threads = 1;
  auto model = compile(*module, options,
                       [&](StringRef stage, unsigned done, unsigned total) {
                         EXPECT_LE(done, total);
                         stages.push_back(stage.str());
                       });
  ASSERT_TRUE(bool(model)) << llvm::toString(model.takeError());
  Floats x{1, 2, 3, 4, 5, 6}, k{10, 20, 30}, y(6), f(6);
  run(**model, {x.data(), k.data()}, {y.data(), f.data()});
  EXPECT_EQ(f, (Floats{12, 24, 36, 15, 27, 39}));
  EXPECT_EQ(stages, (std::vector<std::string>{"kernels", "memory", "code",
                                              "code", "code", "code"}));
}

TEST_F(CompilerTest, PortableCodeMakesTheSame) {
  auto module = parseSourceString<ModuleOp>(kChain, &context);
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse("portable"));
  auto model = compile(*module, options);
  ASSERT_TRUE(bool(model)) << llvm::toString(model.takeError());
  Floats x{1, 2, 3, 4, 5, 6}, k{10, 20, 30}, y(6), f(6);
  run(**model, {x.data(), k.data()}, {y.data(), f.data()});
  EXPECT_EQ(y, (Floats{144, 576, 1296, 225, 729, 1521}));
}

TEST_F(CompilerTest, OpsWithoutLoweringAreNamed) {
  mlir::ascend::Diagnostic error = errorOf(R"mlir(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = ascend.ge_op "MyOp"(%x) {node_name = "mine"} : (tensor<3xf32>) -> tensor<3xf32>
  %z = ascend.ge_op "Other"(%y) {node_name = "his"} : (tensor<3xf32>) -> tensor<3xf32>
  return %z : tensor<3xf32>
})mlir");
  EXPECT_EQ(error.exitCode, ExitCode::UnsupportedOp);
  EXPECT_NE(error.message.find("op type 'MyOp' has no CPU lowering"),
            std::string::npos)
      << error.message;
  EXPECT_EQ(error.where, "node 'mine'");
  EXPECT_NE(
      error.message.find("op type 'Other' has no CPU lowering (node 'his')"),
      std::string::npos)
      << error.message;
}

TEST_F(CompilerTest, ShapesThatNothingSaysAreRefused) {
  mlir::ascend::Diagnostic error = errorOf(R"mlir(
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = ascend.ge_op "Other"(%x) {node_name = "o"}
         : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
})mlir");
  EXPECT_EQ(error.exitCode, ExitCode::UnsupportedOp);
  EXPECT_NE(error.message.find("nothing says the shape of its result"),
            std::string::npos)
      << error.message;
}

TEST_F(CompilerTest, ModulesWithoutMainAreRefused) {
  EXPECT_EQ(errorOf("func.func @f() { return }").message,
            "there is no function 'main' with a body");
}

TEST_F(CompilerTest, ForeignOpsAreRefused) {
  mlir::ascend::Diagnostic error = errorOf(R"mlir(
func.func @main() -> tensor<3xf32> {
  %y = arith.constant dense<1.0> : tensor<3xf32>
  return %y : tensor<3xf32>
})mlir");
  EXPECT_NE(
      error.message.find("'arith.constant' is not an op of the ascend dialect"),
      std::string::npos)
      << error.message;
}

TEST_F(CompilerTest, HugeTensorsAreRefused) {
  EXPECT_NE(errorOf(R"mlir(
func.func @main(%x: tensor<1xf32>) -> tensor<4294967296x4294967296xf32> {
  %s = ascend.constant dense<[4294967296, 4294967296]> : tensor<2xi64>
  %y = ascend.expand %x, %s : (tensor<1xf32>, tensor<2xi64>) -> tensor<4294967296x4294967296xf32>
  return %y : tensor<4294967296x4294967296xf32>
})mlir")
                .message.find("is too large"),
            std::string::npos);
}

TEST_F(CompilerTest, WeightsBeyondTheMachineAreRefused) {
  mlir::ascend::Diagnostic error = errorOf(R"mlir(
func.func @main() -> tensor<8796093022208xf32> {
  %w = ascend.constant dense<1.0> : tensor<8796093022208xf32>
  return %w : tensor<8796093022208xf32>
})mlir");
  EXPECT_EQ(error.exitCode, ExitCode::Limit);
  EXPECT_EQ(error.message,
            "there is no memory for 35184372088832 bytes of weights");
}

} // namespace
