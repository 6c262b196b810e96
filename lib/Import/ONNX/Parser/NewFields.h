//===- NewFields.h - Fields that protobuf's classes lack --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The numbers of fields in newer ONNX releases than the installed classes know.

#ifndef ASCEND_LIB_IMPORT_ONNX_PARSER_NEWFIELDS_H
#define ASCEND_LIB_IMPORT_ONNX_PARSER_NEWFIELDS_H

namespace mlir::ascend::onnx {

constexpr int kNodeOverload = 8;
constexpr int kNodeMetadata = 9;      ///< StringStringEntryProto, repeated.
constexpr int kFunctionDefaults = 11; ///< AttributeProto, repeated.
constexpr int kFunctionOverload = 13;

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_PARSER_NEWFIELDS_H
