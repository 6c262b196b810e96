//===- ShapeEntries.h - A model's code for certain shapes -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Besides the function `main` a module may have one for inputs of certain
// shapes, marked `ascend.profile`: its number. All of them are entries, which
// share kernels and weights.

#ifndef ASCEND_LIB_COMPILER_ENTRY_SHAPEENTRIES_H
#define ASCEND_LIB_COMPILER_ENTRY_SHAPEENTRIES_H

#include "Ascend/Compiler/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// The symbol in the objects of the function that runs `main`.
inline constexpr llvm::StringLiteral kEntrySymbol = "ascend_entry";

/// `main`, if there is one, and then the profiles by their numbers.
SmallVector<func::FuncOp> entriesOf(ModuleOp module);

/// The symbol in the objects of the function that runs `entry`.
std::string entrySymbolOf(func::FuncOp entry);

/// Gives `main` of the decided `module` inputs of these shapes. An error where
/// it refuses them, or a tensor has no elements: then `isEmpty`, if asked for,
/// is set.
LogicalResult specializeModule(ModuleOp module, ArrayRef<InputShape> shapes,
                               bool *isEmpty = nullptr);

/// Adds a function for each of `profiles` to the decided `module`, whose `main`
/// goes where it takes no other shapes. An error as above, which names the
/// profile.
llvm::Error addProfiles(ModuleOp module, const ShapeProfiles &profiles);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_SHAPEENTRIES_H
