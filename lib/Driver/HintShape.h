//===- HintShape.h - The option --input_hint_shape --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DRIVER_HINTSHAPE_H
#define ASCEND_LIB_DRIVER_HINTSHAPE_H

#include "Ascend/Compiler/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {

/// The name of an input of `main`, or "arg1", ….
std::string inputName(func::FuncOp main, unsigned input);

/// Reads "0:[1,3,16,16];1:[2]": a shape for each input, by its number, that has
/// open extents; an input that has none may be left out. The result is one
/// profile besides the code for others, or nothing where no extent is open. An
/// error has CANN's code E10014.
llvm::Expected<ShapeProfiles> readHintShape(func::FuncOp main,
                                            llvm::StringRef text);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DRIVER_HINTSHAPE_H
