//===- WireMutator.h - Damages messages, not their framing ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_FUZZ_WIREMUTATOR_H
#define ASCEND_FUZZ_WIREMUTATOR_H

#include "llvm/ADT/StringRef.h"

#include <random>
#include <string>

namespace mlir::ascend::fuzz {

/// Changes a message in protobuf's wire format in one place: a field is taken
/// out, doubled, moved, given another number or the value of another field,
/// here or in `other`. All lengths are right again, so that the change is not
/// lost in the parser. Bytes that are no message come back empty.
std::string mutateWire(llvm::StringRef bytes, llvm::StringRef other,
                       std::mt19937 &random);

} // namespace mlir::ascend::fuzz

#endif // ASCEND_FUZZ_WIREMUTATOR_H
