//===- ContractionLowering.cpp - Contractions in place --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionLowering.h"
#include "ContractionEmitter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

LogicalResult to_cpu::lowerContraction(RewriterBase &rewriter,
                                       linalg::GenericOp op,
                                       const VectorUnit &unit) {
  FailureOr<std::optional<Contraction>> found =
      Contraction::match(rewriter, op, unit);
  if (failed(found))
    return failure();
  if (!*found)
    return lowerGeneric(rewriter, op, unit);
  Contraction &contraction = **found;
  if (failed(contraction.prepare(rewriter)))
    return failure();
  ContractionPlan plan = planContraction(contraction.shape(), unit);
  if (plan.lines)
    contraction.joinLines(rewriter, *plan.lines, plan.row() + 1);
  std::unique_ptr<InnerProduct> product =
      contraction.productFor(plan.roles, plan.vector, unit);
  assert(product && "it is what match found");
  rewriter.setInsertionPoint(op);
  ContractionEmitter(rewriter, unit, contraction, plan, *product).emit();
  if (contraction.readers)
    contraction.readers->erase(rewriter);
  else if (contraction.start)
    rewriter.eraseOp(contraction.fill);
  rewriter.eraseOp(op);
  return success();
}
