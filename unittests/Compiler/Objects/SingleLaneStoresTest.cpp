//===- SingleLaneStoresTest.cpp - Masked stores of one lane ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Objects/SingleLaneStores.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

/// The body of a function that stores <4 x i16> %v under `mask`, behind the
/// replacement.
static std::string replaced(llvm::StringRef mask) {
  std::string text =
      ("define void @f(<4 x i16> %v, ptr %p, <4 x i1> %open) {\n"
       "  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v, ptr align 8 %p, "
       "<4 x i1> " +
       mask +
       ")\n"
       "  ret void\n"
       "}\n"
       "declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)\n")
          .str();
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  if (!module)
    return error.getMessage().str();
  mlir::ascend::compiler::replaceSingleLaneStores(*module);
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  std::string body;
  llvm::raw_string_ostream os(body);
  for (llvm::Instruction &instruction :
       module->getFunction("f")->getEntryBlock())
    if (!instruction.isTerminator())
      os << instruction << '\n';
  return body;
}

TEST(SingleLaneStoresTest, OneLaneIsAnElement) {
  EXPECT_EQ(replaced("<i1 true, i1 false, i1 false, i1 false>"),
            "  %1 = getelementptr inbounds i16, ptr %p, i64 0\n"
            "  %2 = extractelement <4 x i16> %v, i64 0\n"
            "  store i16 %2, ptr %1, align 8\n");
  EXPECT_EQ(replaced("<i1 false, i1 false, i1 false, i1 true>"),
            "  %1 = getelementptr inbounds i16, ptr %p, i64 3\n"
            "  %2 = extractelement <4 x i16> %v, i64 3\n"
            "  store i16 %2, ptr %1, align 2\n");
  // Whether a poison lane is stored is anybody's choice.
  EXPECT_EQ(replaced("<i1 poison, i1 true, i1 false, i1 poison>"),
            "  %1 = getelementptr inbounds i16, ptr %p, i64 1\n"
            "  %2 = extractelement <4 x i16> %v, i64 1\n"
            "  store i16 %2, ptr %1, align 2\n");
}

TEST(SingleLaneStoresTest, OthersStay) {
  for (const char *mask : {"<i1 true, i1 true, i1 false, i1 false>",
                           "zeroinitializer", "splat (i1 true)", "%open"})
    EXPECT_NE(replaced(mask).find("@llvm.masked.store"), std::string::npos)
        << mask;
}
