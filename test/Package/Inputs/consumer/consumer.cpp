//===- consumer.cpp - A program on the installed package ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Parses ascend IR and prints the GE type and name of each op.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

static constexpr const char kSource[] = R"(
  func.func @main(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>) -> tensor<4x5xf32> {
    %0 = ascend.mat_mul_v2 %x, %w {node_name = "fc"}
           : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
    %1 = ascend.ge_op "Gelu"(%0) {node_name = "g"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
    return %1 : tensor<4x5xf32>
  })";

int main() {
  mlir::DialectRegistry registry;
  mlir::ascend::registerAllDialects(registry);
  registry.insert<mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kSource, &context);
  if (!module)
    return 1;
  module->walk([](mlir::ascend::AscendOpInterface op) {
    llvm::outs() << op.getGEType() << ' ' << op.getGEName() << '\n';
  });
}
