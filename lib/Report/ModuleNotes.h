//===- ModuleNotes.h - What materialization left for the report -*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// ascend-materialize-precision writes arrays of dictionaries on the module:
// `ascend.constants` and `ascend.merged_casts`.

#ifndef ASCEND_LIB_REPORT_MODULENOTES_H
#define ASCEND_LIB_REPORT_MODULENOTES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::ascend {

/// The dictionaries of a module attribute.
inline SmallVector<DictionaryAttr> notesOf(ModuleOp module, StringRef name) {
  SmallVector<DictionaryAttr> result;
  if (auto array = module->getAttrOfType<ArrayAttr>(name))
    llvm::append_range(result, array.getAsRange<DictionaryAttr>());
  return result;
}

/// Their entries; "" and 0 where there is none.
inline std::string textOf(DictionaryAttr note, StringRef key) {
  auto text = note.getAs<StringAttr>(key);
  return text ? text.str() : "";
}
inline int64_t numberOf(DictionaryAttr note, StringRef key) {
  auto number = note.getAs<IntegerAttr>(key);
  // A file may have one of any width.
  return number ? number.getValue().trySExtValue().value_or(0) : 0;
}

} // namespace mlir::ascend

#endif // ASCEND_LIB_REPORT_MODULENOTES_H
