//===- LowerDynamicBuffers.cpp - Kernels with run-time sizes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/Base/NamedSizes.h"
#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "LowerDynamicEntry.h"
#include "RuntimeCalls.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// Takes memory for `alloc` from the runtime; what follows in its block happens
/// only if there is some.
static void lowerAllocation(memref::AllocOp alloc, Value context,
                            RuntimeCalls &runtime) {
  ImplicitLocOpBuilder b(alloc.getLoc(), alloc);
  Value address =
      runtime.allocate(b, context, alloc.getType(), alloc.getDynamicSizes());
  auto branch = scf::IfOp::create(b, runtime.isThere(b, address),
                                  /*withElseRegion=*/false);
  Block *from = alloc->getBlock(), *to = branch.thenBlock();
  to->getOperations().splice(
      to->getTerminator()->getIterator(), from->getOperations(),
      std::next(branch->getIterator()), std::prev(from->end()));
  b.setInsertionPointToStart(to);
  Value buffer =
      runtime.bufferAt(b, address, alloc.getType(), alloc.getDynamicSizes());
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
      b.setInsertionPoint(dealloc);
      runtime.call(b, "ascendrt_release", Type(), {context, address});
      dealloc.erase();
    }
  alloc.replaceAllUsesWith(buffer);
  alloc.erase();
}

LogicalResult compiler::lowerDynamicBuffers(func::FuncOp kernel) {
  RuntimeCalls runtime(kernel->getParentOfType<ModuleOp>());
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointToStart(&kernel.getBody().front());
  for (BlockArgument argument : kernel.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || type.hasStaticShape())
      continue;
    SmallVector<Value> sizes;
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      if (!type.isDynamicDim(axis))
        continue;
      sizes.push_back(namedSize(argument, axis));
      if (!sizes.back())
        return kernel.emitError("'")
               << kSizesAttrName << "' does not say the extent of argument "
               << argument.getArgNumber() << " at axis " << axis;
    }
    argument.setType(RuntimeCalls::pointerType(type));
    Value buffer = runtime.fromPointer(b, argument, type, sizes);
    argument.replaceAllUsesExcept(buffer, buffer.getDefiningOp());
  }
  kernel.setType(b.getFunctionType(kernel.getBody().getArgumentTypes(), {}));
  SmallVector<memref::AllocOp> allocs;
  kernel.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
  for (memref::AllocOp alloc : allocs)
    lowerAllocation(alloc, kernel.getArgument(0), runtime);
  return success();
}
