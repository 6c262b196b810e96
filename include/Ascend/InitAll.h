//===- InitAll.h - The one registration door --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_INITALL_H
#define ASCEND_INITALL_H

namespace mlir {
class DialectRegistry;
namespace ascend {

/// Registers the ascend dialect, every dialect that its lowerings make, and the
/// external models (interfaces on foreign ops) that the passes need.
void registerAllDialects(DialectRegistry &registry);

/// Registers every pass and pipeline of the project.
void registerAllPasses();

} // namespace ascend
} // namespace mlir

#endif // ASCEND_INITALL_H
