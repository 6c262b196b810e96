//===- ContractionPlan.h - How a product is cut into tiles ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A contraction c += a * b as loops: b and c are contiguous along one, the
// columns, along which a stays where it is; a and c move along another, the
// rows, along which b stays. What is decided of such loops, from their sizes
// and strides and from what the CPU has, is a plan; what is emitted follows it
// and decides nothing. How loops are cut changes no bit of a sum.

#ifndef ASCEND_CONVERSION_LINALGTOCPU_CONTRACTIONPLAN_H
#define ASCEND_CONVERSION_LINALGTOCPU_CONTRACTIONPLAN_H

#include "Ascend/Conversion/LinalgToCPU/CpuVectors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <optional>

namespace mlir::ascend::to_cpu {

/// The loops of a contraction, the parallel ones first, from outermost to
/// innermost.
struct ContractionShape {
  /// Neither a size nor a stride: one that is dynamic.
  static constexpr int64_t kOpen = ShapedType::kDynamic;

  struct Loop {
    /// Iterations.
    int64_t size;
    bool isReduction = false;
    /// Elements that one iteration moves on in the first factor, in the second
    /// and in the sums.
    std::array<int64_t, 3> strides;

    bool isOpen() const { return size == kOpen; }
    bool isStill(unsigned operand) const { return strides[operand] == 0; }
  };

  llvm::SmallVector<Loop> loops;
  /// Of an element of each factor and of a sum.
  std::array<int64_t, 3> bytes;
  /// The k of a dot, which stand side by side in both factors.
  int64_t packedK = 1;

  /// Product of the sizes of [begin, end), none of which is open.
  int64_t iterations(unsigned begin, unsigned end) const;
};

/// Which loop of a contraction is which, and which factor.
struct ContractionRoles {
  /// The factor that stays along the columns, and the other one.
  unsigned a, b;
  /// The innermost parallel loop, and the outermost reduction.
  unsigned columns, reductions;
  /// The innermost loop in which a moves and b does not, or one of a single
  /// iteration, where there is one.
  std::optional<unsigned> row;
  /// Along which the vectors of a tile lie next to each other: b moves in it,
  /// and a does not.
  std::optional<unsigned> panels;

  /// None for loops that have not the form of a contraction.
  static std::optional<ContractionRoles> find(const ContractionShape &shape);

  /// Columns, as far as they are known.
  int64_t plannedColumns(const ContractionShape &shape) const;
};

/// Sums of a vector, and how many panels it takes its columns from.
struct ContractionLanes {
  int64_t lanes, panels;

  static ContractionLanes of(const ContractionShape &shape,
                             const ContractionRoles &roles,
                             const VectorUnit &unit);
};

/// A loop in so many steps: `large` ones of `step` iterations, then ones of one
/// less. No step is so short that its tile would wait for its own sums.
struct Steps {
  int64_t step = 1, count = 0, large = 0;

  /// The fewest steps that are not longer than `most`.
  static Steps of(int64_t size, int64_t most);
};

/// How a contraction is cut. The numbers of loops are those after `lines` was
/// joined.
struct ContractionPlan {
  /// With a row.
  ContractionRoles roles;
  unsigned row() const { return *roles.row; }
  /// The loop that is joined with that of rows, inside of which it lies: rows
  /// are the pixels of lines then, and a tile may begin anywhere in one.
  std::optional<unsigned> lines;
  ContractionLanes vector;
  /// Vectors of a tile's row: each element of a is used as often.
  int64_t vectorsOfTile = CpuCosts::vectorsOfTile;
  /// The loop that a tile's vectors lie along, so many every so many
  /// iterations: of columns or, where those are one vector, or all are in a
  /// tile, of panels.
  unsigned vectorLoop = 0;
  int64_t vectorsOfStep = 1, vectorStep = 1;
  /// Iterations of that loop that a tile takes.
  int64_t tileStep() const {
    return vectorsOfTile / vectorsOfStep * vectorStep;
  }
  /// The loop of which a piece takes some steps: that of rows, or one outside.
  /// Where it is open, `pieceSteps` are those of `openRowsOfPiece`.
  unsigned pieces = 0;
  Steps pieceSteps;
  int64_t stepsOfPiece = 0;
  /// Of the rows in each step of the loop of pieces, if that is another one.
  Steps rowSteps;
  /// Iterations of the outermost reduction in a chunk.
  int64_t chunkLength = 0;
  /// Blocks of columns that share what a chunk of a piece reads of a.
  int64_t blocksOfPiece = 1;
  /// Whether all panels pass by a piece of rows before the next one, and not
  /// all pieces by a panel: what is read again and again is the smaller factor.
  bool panelsPassAgain = false;
  /// Whether what a tile's vectors read of b is copied once for all tiles of
  /// rows.
  bool packsPanels = false;
  /// Whether pieces run on the threads.
  bool threads = false;

  /// Tiles that one step of the loop of pieces has.
  int64_t tilesOfStep() const { return pieces == row() ? 1 : rowSteps.count; }
  /// Their rows, filled up.
  int64_t rowsOfStep() const {
    return pieceSteps.step *
           (pieces == row() ? 1 : tilesOfStep() * rowSteps.step);
  }
  /// Sums of a piece, of tiles of so many vectors.
  int64_t bufferElements(int64_t vectors) const {
    return stepsOfPiece * rowsOfStep() * vectors * vector.lanes;
  }

  void print(llvm::raw_ostream &os) const;
};

/// The plan of `shape`, which has roles with a row.
ContractionPlan planContraction(const ContractionShape &shape,
                                const VectorUnit &unit);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_CONVERSION_LINALGTOCPU_CONTRACTIONPLAN_H
