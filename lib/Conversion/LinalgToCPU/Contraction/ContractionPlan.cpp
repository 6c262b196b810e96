//===- ContractionPlan.cpp - How a product is cut into tiles --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/ContractionPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

using Loop = ContractionShape::Loop;
static constexpr int64_t kOpen = ContractionShape::kOpen;

int64_t ContractionShape::iterations(unsigned begin, unsigned end) const {
  int64_t product = 1;
  for (const Loop &loop : llvm::ArrayRef(loops).slice(begin, end - begin))
    product *= loop.size;
  return product;
}

Steps Steps::of(int64_t size, int64_t most) {
  int64_t count = llvm::divideCeil(size, most),
          step = llvm::divideCeil(size, count);
  return {step, count, count - (step * count - size)};
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

namespace {

/// A plan while it is made.
class Planner : ContractionPlan {
public:
  Planner(const ContractionShape &shape, const VectorUnit &unit)
      : shape(shape), unit(unit) {}

  ContractionPlan make();

private:
  /// A dynamic stride is taken to be long.
  static constexpr int64_t farStride = int64_t(1) << 32;
  int64_t strideOf(const Loop &loop, unsigned operand) const {
    int64_t stride = loop.strides[operand];
    return stride == kOpen ? farStride : std::abs(stride);
  }

  const Loop &loop(unsigned number) const { return shape.loops[number]; }
  int64_t depth() const {
    return outerDepth() *
           shape.iterations(roles.reductions + 1, shape.loops.size());
  }
  /// Iterations of the outermost reduction, as far as is known.
  int64_t outerDepth() const {
    const Loop &outermost = loop(roles.reductions);
    return outermost.isOpen() ? CpuCosts::openDepth : outermost.size;
  }
  int64_t columns() const { return roles.plannedColumns(shape); }
  /// Iterations of the loop of vectors.
  int64_t vectors() const {
    return vectorLoop == roles.columns ? columns() : loop(vectorLoop).size;
  }
  /// Iterations of the loop of pieces, as far as is known.
  int64_t mostPieces() const {
    return loop(pieces).isOpen() ? CpuCosts::openRowsOfPiece
                                 : loop(pieces).size;
  }
  /// Panels of which each has blocks of columns of its own.
  int64_t panelsBeside() const {
    return roles.panels && vectorLoop == roles.columns
               ? loop(*roles.panels).size
               : 1;
  }
  /// What the kernel's schedule says, or 0.
  int64_t tunedVectors() const {
    return unit.schedule ? unit.schedule.getVectors() : 0;
  }

  int64_t footprint(int64_t length, int64_t chunk) const;
  int64_t rightBytes() const;
  int64_t mostRows() const;
  void joinPixels();
  bool readsFarRows() const;
  int64_t panelsTogether(int64_t rows, int64_t most) const;
  void widenTile();
  void chooseTile();
  int64_t scatteredBytes() const;
  bool isWorthThreads() const;
  int64_t fittingSteps(int64_t chunk) const;
  void choosePieces();
  bool collidesInCaches() const;

  ContractionShape shape;
  const VectorUnit &unit;
  /// Where the loop of rows goes through pixels: how many a line has, and how
  /// far the lines of a lie apart.
  std::optional<int64_t> lineLength;
  int64_t lineStride = 0;
};

} // namespace

/// Bytes of a that `length` iterations of the loop of pieces, all of the rows',
/// a chunk of `chunk` turns of the outermost reduction and all of the others
/// read, which meet where windows overlap.
int64_t Planner::footprint(int64_t length, int64_t chunk) const {
  llvm::SmallVector<std::pair<int64_t, int64_t>> moves;
  int64_t ofLine = length;
  if (lineLength) {
    if (*lineLength != kOpen)
      ofLine = std::min(length, *lineLength);
    moves.push_back({lineStride, llvm::divideCeil(length, ofLine)});
  }
  for (auto [number, each] : llvm::enumerate(shape.loops))
    if (number == pieces || number == row() || each.isReduction)
      moves.push_back(
          {strideOf(each, roles.a), lineLength && number == row() ? ofLine
                                    : number == pieces            ? length
                                    : number == roles.reductions  ? chunk
                                                                  : each.size});
  llvm::sort(moves);
  double elements = shape.packedK, span = shape.packedK;
  for (auto [stride, count] : moves) {
    double reach = double(count - 1) * stride;
    // What begins behind the last element lies by itself.
    elements *= stride > span ? count : (span + reach) / span;
    span += reach;
  }
  return elements * shape.bytes[roles.a];
}

/// Bytes of b that all columns read.
int64_t Planner::rightBytes() const {
  double elements = shape.packedK * double(columns()) *
                    (roles.panels ? loop(*roles.panels).size : 1) * depth();
  return elements * shape.bytes[roles.b];
}

/// How many rows there are registers for, which also hold a row of b and an
/// element of a. Tiles of one vector would have more of them than the CPU
/// foresees streams, of which b is one.
int64_t Planner::mostRows() const {
  bool isOneVector = columns() <= vector.lanes && !roles.panels;
  int64_t most = isOneVector
                     ? CpuCosts::foreseenStreams - 1
                     : (unit.registers() - vectorsOfTile - 2) / vectorsOfTile,
          tuned = unit.schedule ? unit.schedule.getRows() : 0;
  // Of rows a dynamic distance apart each has an address.
  if (shape.loops[row()].strides[roles.a] == kOpen)
    most = std::min(most, CpuCosts::addressedRows);
  return std::max<int64_t>(tuned ? std::min(tuned, most) : most, 1);
}

/// Joins the loop of rows with the one around it that b does not move in,
/// either, where tiles of whole lines, or within one, have so few rows that
/// they would wait for their own sums, or may have: 7x7 pixels are 49 rows.
void Planner::joinPixels() {
  std::optional<unsigned> around;
  for (unsigned number = 0; number != row(); ++number)
    if (loop(number).isStill(roles.b) && !loop(number).isStill(roles.a))
      around = number;
  if (!around)
    return;
  Loop &rows = shape.loops[row()];
  const Loop line = loop(*around);
  if (!rows.isOpen()) {
    int64_t most = mostRows(), length = rows.size,
            count = line.isOpen() ? CpuCosts::openRowsOfPiece : line.size;
    Steps steps = Steps::of(length, most);
    // On average.
    double ofTile = double(length) / steps.count;
    if (steps.count == 1)
      ofTile *= std::min(count, most / length);
    if (ofTile >= CpuCosts::fullTileShare * most || length * count <= ofTile)
      return;
  }
  lines = around;
  lineLength = rows.size;
  lineStride = strideOf(line, roles.a);
  rows.size = rows.isOpen() || line.isOpen() ? kOpen : rows.size * line.size;
  shape.loops.erase(shape.loops.begin() + *around);
  roles = *ContractionRoles::find(shape);
}

/// Whether b comes from memory once, for the only tile of rows, and has rows
/// that are longer than a block: a chunk of few of them goes through all
/// blocks, so that each is a stream.
bool Planner::readsFarRows() const {
  return rowSteps.count == 1 && pieces == row() && !loop(row()).isOpen() &&
         roles.reductions + 1 == shape.loops.size() && !roles.panels &&
         !loop(roles.columns).isOpen() &&
         columns() > vectorsOfTile * vector.lanes &&
         rightBytes() > unit.caches.secondBytes;
}

/// Panels that a tile of so many rows takes at once, of which there may be
/// `most` vectors; one where the vectors lie along something else.
int64_t Planner::panelsTogether(int64_t rows, int64_t most) const {
  if (vectorLoop != roles.columns || !roles.panels)
    return 1;
  int64_t ofPanel = llvm::divideCeil(columns(), vector.lanes);
  // One row has no other use of what it reads: it needs no register of its own.
  if (rows == 1)
    most = unit.registers() - CpuCosts::otherRegisters;
  return llvm::bit_floor<uint64_t>(std::min(
      {most / ofPanel, CpuCosts::panelsAtOnce, loop(*roles.panels).size}));
}

/// Gives a tile of few rows more vectors, so that it does not wait for its own
/// sums: an FMA takes four cycles, in each of which two begin.
void Planner::widenTile() {
  int64_t rows = rowsOfStep() / tilesOfStep(),
          most = std::min<int64_t>(llvm::divideCeil(CpuCosts::enoughSums, rows),
                                   (unit.registers() - 1) / (rows + 1));
  // Whole panels side by side are as many streams, which keep memory busy.
  if (int64_t together = panelsTogether(rows, most); together > 1) {
    vectorLoop = *roles.panels;
    vectorStep = 1;
    vectorsOfStep = llvm::divideCeil(columns(), vector.lanes);
    vectorsOfTile = vectorsOfStep * together;
    return;
  }
  if (most > vectorsOfTile)
    vectorsOfTile =
        std::max(vectorsOfTile,
                 Steps::of(llvm::divideCeil(vectors(), vectorStep), most).step);
}

/// Bytes of the cache lines that a tile's vectors read of b in an iteration of
/// the outermost reduction, where these are not one after the other and more
/// than one tile of rows reads them; else 0. Chunks of a dynamic reduction,
/// planned as short, gain nothing from being cut for it.
int64_t Planner::scatteredBytes() const {
  if (vectorLoop != roles.columns || tilesOfStep() * pieceSteps.count == 1 ||
      loop(roles.reductions).isOpen())
    return 0;
  llvm::SmallVector<std::pair<int64_t, int64_t>> moves;
  for (const Loop &each : llvm::drop_begin(shape.loops, roles.reductions))
    moves.push_back({strideOf(each, roles.b), each.size});
  llvm::sort(moves);
  // Of elements that lie side by side, and how often there are such.
  int64_t span = vectorsOfTile * vector.lanes * shape.packedK, count = 1;
  for (auto [stride, size] : moves)
    if (stride <= span)
      span += (size - 1) * stride;
    else
      count *= size;
  // Each begins within a line.
  int64_t bytes = count * (span * shape.bytes[roles.b] + CpuCosts::lineBytes);
  return count == 1 ? 0 : llvm::divideCeil(bytes, outerDepth());
}

/// As many rows as there are registers for, and equally many in each tile.
void Planner::chooseTile() {
  int64_t most = mostRows();
  // The innermost loop around the rows that b does not move in, either.
  pieces = row();
  for (unsigned number = 0; !lines && number != roles.columns; ++number)
    if (const Loop &each = loop(number); number != row() && !each.isOpen() &&
                                         each.isStill(roles.b) &&
                                         !each.isStill(roles.a))
      pieces = number;
  if (loop(row()).isOpen()) {
    int64_t count = llvm::divideCeil(CpuCosts::openRowsOfPiece, most);
    rowSteps = {most, count, count};
  } else {
    rowSteps = Steps::of(loop(row()).size, most);
  }
  if (pieces == row())
    pieceSteps = rowSteps;
  else
    pieceSteps = Steps::of(loop(pieces).size,
                           rowSteps.count == 1 ? most / rowSteps.step : 1);
  bool alongColumns = columns() > vector.lanes || !roles.panels;
  vectorLoop = alongColumns ? roles.columns : *roles.panels;
  vectorStep = alongColumns ? vector.lanes : vector.panels;
  if (!readsFarRows() && !tunedVectors())
    widenTile();
  // Of the panels that a tile's vectors come from.
  int64_t bytes = depth() * shape.packedK * vectorsOfTile * vector.lanes *
                  shape.bytes[roles.b];
  chunkLength = llvm::divideCeil(outerDepth(),
                                 llvm::divideCeil(bytes, unit.panelBytes()));
  // What the CPU does not foresee comes from the nearest cache.
  if (int64_t scattered = scatteredBytes())
    chunkLength = std::min(
        chunkLength,
        Steps::of(outerDepth(),
                  std::max<int64_t>(unit.scatteredBytes() / scattered, 1))
            .step);
  if (readsFarRows())
    chunkLength = std::min(chunkLength, CpuCosts::foreseenStreams);
  // What passes by once needs no cache.
  if (vectorsOfStep > 1 && tilesOfStep() * pieceSteps.count == 1)
    chunkLength = outerDepth();
}

bool Planner::isWorthThreads() const {
  if (!unit.mayThread())
    return false;
  double products = 1;
  for (const Loop &each : shape.loops) {
    if (each.isOpen())
      return true;
    products *= each.size;
  }
  if (readsFarRows())
    products /= CpuCosts::slowdownOfFarParts;
  return unit.areWorthThreads(products, vector.lanes);
}

/// The most steps of a piece of which a chunk of so many iterations of the
/// outermost reduction reads no more of a than fits.
int64_t Planner::fittingSteps(int64_t chunk) const {
  auto fits = [&](int64_t steps) {
    return footprint(std::min(mostPieces(), steps * pieceSteps.step), chunk) <=
           unit.pieceBytes();
  };
  return *llvm::partition_point(llvm::seq<int64_t>(2, pieceSteps.count + 1),
                                fits) -
         1;
}

void Planner::choosePieces() {
  // Where fewer rows of the whole reduction fit, b would pass by too often: a
  // chunk of it runs at a time, of many rows.
  int64_t others = 1,
          blocks = llvm::divideCeil(vectors(), tileStep()) * panelsBeside();
  for (unsigned number = 0; number != roles.columns; ++number)
    if (number != row() && number != pieces && number != roles.panels &&
        !loop(number).isOpen())
      others *= loop(number).size;
  auto stepsOf = [&](int64_t rows) {
    return std::min<int64_t>(pieceSteps.count,
                             llvm::divideCeil(rows, rowsOfStep()));
  };
  if (blocks > 1 &&
      fittingSteps(outerDepth()) < stepsOf(CpuCosts::fewRowsOfWhole))
    for (int64_t chunks = llvm::divideCeil(outerDepth(), chunkLength);
         chunks < outerDepth() &&
         fittingSteps(chunkLength) < stepsOf(CpuCosts::manyRowsOfChunk);)
      chunkLength = llvm::divideCeil(outerDepth(), ++chunks);
  stepsOfPiece = fittingSteps(chunkLength);
  bool isOpen = loop(roles.reductions).isOpen();
  auto bufferBytes = [&] {
    return bufferElements(vectorsOfTile) * shape.bytes[2];
  };
  // Of how many there are, nobody knows whether they are one chunk.
  while (isOpen && stepsOfPiece > 1 && bufferBytes() > CpuCosts::mostStackBytes)
    stepsOfPiece = llvm::divideCeil(stepsOfPiece, 2);
  if (!isOpen && bufferBytes() > CpuCosts::mostStackBytes)
    chunkLength = outerDepth();
  else if (isOpen || chunkLength != outerDepth())
    blocksOfPiece = std::clamp<int64_t>(
        CpuCosts::mostStackBytes / bufferBytes(), 1, blocks);
  int64_t enough =
      readsFarRows() ? CpuCosts::piecesOfFarRows : CpuCosts::enoughPieces;
  auto isTooFew = [&] {
    int64_t count = others * llvm::divideCeil(pieceSteps.count, stepsOfPiece) *
                    llvm::divideCeil(blocks, blocksOfPiece);
    return threads && count < enough;
  };
  while (blocksOfPiece > 1 && isTooFew())
    blocksOfPiece = llvm::divideCeil(blocksOfPiece, 2);
  while (stepsOfPiece > 1 && isTooFew())
    stepsOfPiece = llvm::divideCeil(stepsOfPiece, 2);
  // Pieces of equal length.
  stepsOfPiece = Steps::of(pieceSteps.count, stepsOfPiece).step;
  blocksOfPiece = Steps::of(blocks, blocksOfPiece).step;
  panelsPassAgain = rightBytes() <= footprint(mostPieces(), outerDepth());
}

/// Whether the rows of b lie so far apart that they would push each other out
/// of the few sets of a cache that they share.
bool Planner::collidesInCaches() const {
  int64_t stride = shape.loops.back().strides[roles.b],
          bytes = depth() * vectorsOfTile * vector.lanes * shape.bytes[roles.b];
  if (shape.packedK != 1 || vectorLoop != roles.columns || stride == kOpen ||
      stepsOfPiece * tilesOfStep() == 1 || bytes > CpuCosts::mostStackBytes)
    return false;
  int64_t way = unit.collidingBytes() / CpuCosts::collidingWays;
  return CpuCosts::collidingWays *
             (way / std::gcd(way, stride * shape.bytes[roles.b])) <
         depth();
}

ContractionPlan Planner::make() {
  roles = *ContractionRoles::find(shape);
  vector = ContractionLanes::of(shape, roles, unit);
  if (int64_t tuned = tunedVectors())
    vectorsOfTile = tuned;
  joinPixels();
  chooseTile();
  threads = isWorthThreads();
  choosePieces();
  packsPanels = chunkLength == outerDepth() &&
                !loop(roles.reductions).isOpen() && collidesInCaches();
  return *this;
}

ContractionPlan
mlir::ascend::to_cpu::planContraction(const ContractionShape &shape,
                                      const VectorUnit &unit) {
  return Planner(shape, unit).make();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void print(llvm::raw_ostream &os, const char *what, const Steps &steps) {
  os << what << steps.large << "x" << steps.step;
  if (steps.count != steps.large)
    os << "+" << steps.count - steps.large << "x" << steps.step - 1;
}

void ContractionPlan::print(llvm::raw_ostream &os) const {
  os << "a=" << roles.a << " rows=" << row() << " columns=" << roles.columns;
  if (roles.panels)
    os << " panels=" << *roles.panels;
  if (lines)
    os << " lines=" << *lines;
  os << ", " << vectorsOfTile << " vectors of " << vector.lanes;
  if (vector.panels != 1)
    os << " from " << vector.panels << " panels";
  if (vectorLoop != roles.columns)
    os << " along panels";
  ::print(os, ", rows ", rowSteps);
  if (pieces != row()) {
    os << " in loop " << pieces;
    ::print(os, " ", pieceSteps);
  }
  os << ", pieces of " << stepsOfPiece;
  if (blocksOfPiece != 1)
    os << " by " << blocksOfPiece << " blocks";
  os << ", chunks of " << chunkLength;
  if (panelsPassAgain)
    os << ", panels pass again";
  if (packsPanels)
    os << ", packs panels";
  if (threads)
    os << ", threads";
}
