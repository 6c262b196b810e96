//===- InOutPair.h - The parts of a graph that an option names --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_INOUTPAIR_H
#define ASCEND_OPTIONS_INOUTPAIR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// The nodes on the ways from one of `first` to one of `last`.
struct NodeRange {
  std::vector<std::string> first, last;
};

/// Reads the value of in_out_pair, the text of a Python list as the TensorFlow
/// adapter takes it: [[['first', …], ['last', …]], …]. Quotes are optional. An
/// error for another form, for a range without first or last nodes, and where
/// there is none.
llvm::Expected<std::vector<NodeRange>> parseInOutPair(llvm::StringRef text);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_INOUTPAIR_H
