//===- ImportFixture.h - Imports bytes in a test ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_UNITTESTS_IMPORT_IMPORTFIXTURE_H
#define ASCEND_UNITTESTS_IMPORT_IMPORTFIXTURE_H

#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

class ImportTest : public ::testing::Test {
protected:
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  import(llvm::StringRef bytes) {
    return mlir::ascend::importONNX(llvm::MemoryBufferRef(bytes, "m.onnx"),
                                    context);
  }

  /// The fault of a model that has to be refused.
  mlir::ascend::Diagnostic refusal(llvm::StringRef bytes) {
    auto module = import(bytes);
    if (module) {
      ADD_FAILURE() << "the model is accepted";
      return {};
    }
    return mlir::ascend::toDiagnostic(module.takeError());
  }

  mlir::MLIRContext context;
};

#define EXPECT_CONTAINS(text, part)                                            \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

#endif // ASCEND_UNITTESTS_IMPORT_IMPORTFIXTURE_H
