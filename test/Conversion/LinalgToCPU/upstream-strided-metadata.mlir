// Why views are followed (StridedView.h) and not expanded by MLIR's own pass: of two
// dynamic extents in a group it makes no strides. Once this fails, that is mended.

// RUN: not --crash %mlir-opt %s --expand-strided-metadata 2> /dev/null

func.func @two_dynamic(%x: memref<?xf32>, %rows: index, %columns: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %x [[0, 1]] output_shape [%rows, %columns] : memref<?xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}
