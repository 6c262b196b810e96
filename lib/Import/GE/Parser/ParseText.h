//===- ParseText.h - The text of GE's graphs as messages --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_GE_PARSER_PARSETEXT_H
#define ASCEND_LIB_IMPORT_GE_PARSER_PARSETEXT_H

#include "../GEModel.h"
#include "ge_ir.pb.h"

#include <string>
#include <string_view>

namespace mlir::ascend::ge {

/// Parses protobuf's text format; false, a reason and its place where the text
/// is none. Fields that are not known, of a newer CANN, are left out: `unknown`
/// then is what protobuf says of the first one, "line:column: …".
bool parseText(std::string_view text, ::ascend::ge::ModelDef &message,
               std::string &reason, Place &place, std::string &unknown);

} // namespace mlir::ascend::ge

#endif // ASCEND_LIB_IMPORT_GE_PARSER_PARSETEXT_H
