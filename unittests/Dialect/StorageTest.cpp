//===- StorageTest.cpp - Tests of tensors in memory -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/Storage.h"

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class Storage : public ::testing::Test {
protected:
  Storage() { context.loadDialect<AscendDialect>(); }

  ShapedType type(StringRef text) {
    return cast<ShapedType>(parseType(text, &context));
  }

  /// The bytes of an attribute, or why there are none.
  std::string bytesOf(ElementsAttr value) {
    std::string out(*tensorBytes(value.getShapedType()), '\xEE'), why;
    if (failed(writeElements(value,
                             MutableArrayRef<char>(out.data(), out.size()),
                             [&](const Twine &text) { why = text.str(); })))
      return why;
    return out;
  }
  std::string bytesOf(StringRef text) {
    return bytesOf(cast<ElementsAttr>(parseAttribute(text, &context)));
  }
  std::string bytesOf(StringRef resourceType, ArrayRef<char> data) {
    return bytesOf(DenseResourceElementsAttr::get(
        type(resourceType), "blob",
        HeapAsmResourceBlob::allocateAndCopyWithAlign(data, 8)));
  }

  MLIRContext context;
};

TEST_F(Storage, Sizes) {
  EXPECT_EQ(tensorBytes(type("tensor<3x5xf16>")), 30);
  EXPECT_EQ(tensorBytes(type("tensor<3x5xi1>")), 15);
  EXPECT_EQ(tensorBytes(type("tensor<7x!ascend.hif8>")), 7);
  EXPECT_EQ(tensorBytes(type("tensor<2xcomplex<f32>>")), 16);
  EXPECT_EQ(tensorBytes(type("tensor<f64>")), 8);
  EXPECT_EQ(tensorBytes(type("tensor<0x9223372036854775807x2xf64>")), 0);
}

TEST_F(Storage, NoSizes) {
  EXPECT_EQ(tensorBytes(type("tensor<?xf32>")), std::nullopt);
  EXPECT_EQ(tensorBytes(type("tensor<*xf32>")), std::nullopt);
  EXPECT_EQ(tensorBytes(type("tensor<2xi7>")), std::nullopt);
  EXPECT_EQ(tensorBytes(type("tensor<2xindex>")), std::nullopt);
  EXPECT_EQ(tensorBytes(type("tensor<2xf80>")), std::nullopt);
  EXPECT_EQ(tensorBytes(type("tensor<4294967296x4294967296xf32>")),
            std::nullopt);
  EXPECT_EQ(tensorBytes(type("tensor<4611686018427387904xf32>")), std::nullopt);
}

TEST_F(Storage, DenseValues) {
  EXPECT_EQ(bytesOf("dense<[1, -2]> : tensor<2xi16>"),
            StringRef("\1\0\xFE\xFF", 4));
  EXPECT_EQ(bytesOf("dense<258> : tensor<3xui16>"), "\2\1\2\1\2\1");
  EXPECT_EQ(bytesOf("dense<[true, false, true]> : tensor<3xi1>"),
            StringRef("\1\0\1", 3));
  EXPECT_EQ(bytesOf("dense<true> : tensor<10xi1>"), std::string(10, '\1'));
  EXPECT_EQ(bytesOf("dense<1.0> : tensor<2xbf16>"),
            StringRef("\x80\x3F\x80\x3F", 4));
  EXPECT_EQ(bytesOf("dense<> : tensor<0xf32>"), "");
}

TEST_F(Storage, Resources) {
  EXPECT_EQ(bytesOf("tensor<3x!ascend.hif8>", {'a', 'b', 'c'}), "abc");
  EXPECT_NE(bytesOf("tensor<4xf16>", {'a', 'b', 'c'})
                .find("has 3 bytes where its type needs 8"),
            std::string::npos);
}

TEST_F(Storage, OtherAttributes) {
  EXPECT_EQ(bytesOf("sparse<[[0]], [1]> : tensor<4xi8>"),
            "only dense values and dense resources can be weights");
}

} // namespace
