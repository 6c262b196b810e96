//===- LocalPanels.cpp - Panels that are packed where they are read -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LocalPanels.h"
#include "Nest/BufferWriters.h"
#include "Nest/GenericLowering.h"
#include "Nest/KernelMemory.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

std::optional<LocalPanels> LocalPanels::find(linalg::LinalgOp product) {
  Value right = product->getOperand(1);
  auto type = cast<MemRefType>(right.getType());
  Value buffer = bufferOf(right);
  if (!type.hasStaticShape() || isArgument(right) || !isOwnMemory(right) ||
      operandsIn(product, buffer).size() != 1)
    return std::nullopt;
  LocalPanels result(product);
  auto writers = findWriters(product, buffer);
  if (!writers || !canRunLater(*writers, product))
    return std::nullopt;
  result.writers = std::move(*writers);
  ArrayRef<int64_t> shape = type.getShape();
  if (isa<linalg::BatchMmt4DOp>(product)) {
    result.batches = shape.front();
    shape = shape.drop_front();
  }
  result.panels = shape.front();
  result.elements = ShapedType::getNumElements(shape.drop_front());
  return result;
}

int64_t LocalPanels::getBytes() {
  auto type = cast<MemRefType>(product->getOperand(1).getType());
  return elements * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// How many of `count` are done at once: up to `most`, as many each time if
/// that is at least half as many, else nearly so.
static int64_t equalParts(int64_t count, int64_t most) {
  int64_t part = divisorUpTo(count, most);
  return 2 * part >= most
             ? part
             : llvm::divideCeil(count, llvm::divideCeil(count, most));
}

int64_t LocalPanels::panelsAtOnce(const VectorUnit &unit) {
  // Besides the rows of a piece.
  int64_t fit = std::min(CpuCosts::localPanelShare.of(unit.caches.secondBytes),
                         CpuCosts::mostStackBytes) /
                getBytes(),
          most = std::min(
              {fit, batches * panels / CpuCosts::enoughPieces, panels});
  return most < 1 ? 0 : equalParts(panels, most);
}

/// The loops of `nest` as those of panels and what is in one.
std::optional<LocalPanels::Packer>
LocalPanels::readLoops(RewriterBase &rewriter, linalg::GenericOp op,
                       StridedNest nest) const {
  unsigned packed = op.getNumDpsInputs();
  nest.dropUnitLoops();
  std::optional<int64_t> offset =
      getConstantIntValue(nest.operands[packed].offset);
  if (!offset)
    return std::nullopt;
  // The loop that goes from one part of so many elements to the next.
  auto take = [&](int64_t stride) -> std::optional<unsigned> {
    for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
      if (nest.hasStride(packed, loop, stride))
        return loop;
    return std::nullopt;
  };
  Packer packer{op, {}, *offset / elements, 1, {}};
  packer.batchStrides.assign(nest.operands.size(), rewriter.getIndexAttr(0));
  // The order of the loops without `loop`.
  auto without = [&](unsigned loop) {
    auto order = llvm::to_vector(llvm::seq<unsigned>(nest.loops.size()));
    order.erase(order.begin() + loop);
    return order;
  };
  if (batches != 1) {
    std::optional<unsigned> loop = take(panels * elements);
    if (!loop || getConstantIntValue(nest.loops[*loop].size) != batches)
      return std::nullopt;
    for (auto [stride, operand] :
         llvm::zip_equal(packer.batchStrides, nest.operands))
      stride = operand.strides[*loop];
    nest.takeLoops(without(*loop));
  }
  if (std::optional<unsigned> loop = take(elements)) {
    std::optional<int64_t> size = getConstantIntValue(nest.loops[*loop].size);
    if (!size)
      return std::nullopt;
    packer.count = *size;
    SmallVector<unsigned> order = without(*loop);
    order.insert(order.begin(), *loop);
    nest.takeLoops(order);
  } else {
    nest.loops.insert(nest.loops.begin(), {rewriter.getIndexAttr(1), false});
    for (NestOperand &operand : nest.operands)
      operand.strides.insert(operand.strides.begin(), rewriter.getIndexAttr(0));
    nest.operands[packed].strides.front() = rewriter.getIndexAttr(elements);
  }
  // Within the panel.
  nest.operands[packed].offset = rewriter.getIndexAttr(*offset % elements);
  std::optional<int64_t> reach = reachOf(nest, packed, 1);
  if (!reach || *reach > elements || packer.first + packer.count > panels)
    return std::nullopt;
  packer.nest = std::move(nest);
  return packer;
}

FailureOr<bool> LocalPanels::prepare(RewriterBase &rewriter) {
  for (linalg::LinalgOp &writer : writers) {
    auto generic = dyn_cast<linalg::GenericOp>(writer.getOperation());
    if (!generic) {
      rewriter.setInsertionPoint(writer);
      FailureOr<linalg::GenericOp> made =
          linalg::generalizeNamedOp(rewriter, writer);
      if (failed(made))
        return false;
      writer = generic = *made;
    }
    if (failed(verifyVectorizable(generic)))
      return failure();
    rewriter.setInsertionPoint(product);
    FailureOr<StridedNest> nest = buildNest(rewriter, generic);
    if (failed(nest))
      return failure();
    std::optional<Packer> packer =
        readLoops(rewriter, generic, std::move(*nest));
    if (!packer)
      return false;
    packers.push_back(std::move(*packer));
  }
  return true;
}

/// Whether each input goes on in the next panel where a row of this one ends.
static bool goesOnInNextPanel(const StridedNest &nest, unsigned inputs) {
  unsigned last = nest.loops.size() - 1;
  std::optional<int64_t> size = getConstantIntValue(nest.loops[last].size);
  return last > 1 && size && llvm::all_of(llvm::seq(inputs), [&](unsigned i) {
           return !nest.operands[i].memref ||
                  (nest.hasStride(i, last, 1) && nest.hasStride(i, 0, *size));
         });
}

/// Row by row: what lies together is read together.
static void makePanelsInner(StridedNest &nest) {
  SmallVector<unsigned> order;
  for (unsigned loop = 1; loop + 1 != nest.loops.size(); ++loop)
    order.push_back(loop);
  order.push_back(0);
  order.push_back(nest.loops.size() - 1);
  nest.takeLoops(order);
}

Value LocalPanels::emit(RewriterBase &rewriter, OpBuilder &builder,
                        OpFoldResult batch, OpFoldResult first,
                        OpFoldResult count, int64_t most,
                        const VectorUnit &unit) {
  Location loc = product.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(builder.getInsertionBlock(),
                             builder.getInsertionPoint());
  IndexMath math(rewriter, loc);
  Value memory;
  for (Packer &packer : packers) {
    StridedNest nest = packer.nest;
    unsigned packed = packer.op.getNumDpsInputs();
    NestOperand &output = nest.operands[packed];
    if (!memory)
      memory = makeThreadBuffer(
          rewriter, loc, most * elements,
          cast<MemRefType>(output.memref.getType()).getElementType());
    output.memref = memory;
    // Those of its panels that are asked for.
    OpFoldResult begin = math.constant(packer.first), from = first;
    nest.loops.front().size = count;
    if (packer.count != panels) {
      OpFoldResult end = math.constant(packer.first + packer.count);
      from = math.max(first, begin);
      nest.loops.front().size =
          math.sub(math.max(math.min(math.add(first, count), end), from), from);
    }
    for (auto [number, operand] : llvm::enumerate(nest.operands)) {
      OpFoldResult panel = math.sub(from, number == packed ? first : begin);
      operand.offset = math.add(
          math.add(operand.offset, math.mul(panel, operand.strides.front())),
          number == packed ? math.constant(0)
                           : math.mul(batch, packer.batchStrides[number]));
    }
    if (goesOnInNextPanel(nest, packed))
      makePanelsInner(nest);
    GenericLowering(rewriter, packer.op, unit, std::move(nest),
                    /*mayThread=*/false)
        .emit();
  }
  return memory;
}

void LocalPanels::erase(RewriterBase &rewriter) {
  for (linalg::LinalgOp writer : llvm::reverse(writers))
    rewriter.eraseOp(writer);
}
