//===- GEJSON.h - What nodes are in GE's JSON -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_REPORT_GEJSON_H
#define ASCEND_LIB_REPORT_GEJSON_H

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::ascend {

/// `text` without what is no UTF-8, on which llvm::json asserts.
std::string utf8(StringRef text);

/// The elements of a constant as GE has them, a character from U+0000 to U+00FF
/// for each byte; empty where nobody has them.
std::string textOfElements(ElementsAttr elements);

/// The bytes of such a text.
std::string bytesOfText(StringRef text);

/// An attribute of GE: a key, and a value of which `value` writes the one
/// field.
void writeAttribute(llvm::json::OStream &out, StringRef key,
                    llvm::function_ref<void()> value);
void writeText(llvm::json::OStream &out, StringRef key, StringRef text);
void writeTexts(llvm::json::OStream &out, StringRef key,
                ArrayRef<std::string> texts);

/// The field of GE's AttrDef for `value`.
void writeValue(llvm::json::OStream &out, Attribute value);

/// Whether the op is a node: not a mark of what is absent, a check or the end
/// of a graph.
bool isNode(Operation &op);

/// The GE type; control flow has GE's words, and other dialects have their own.
StringRef nodeTypeOf(Operation &op);

/// The name that the op has from the model; may be empty.
StringRef ownNameOf(Operation &op);

} // namespace mlir::ascend

#endif // ASCEND_LIB_REPORT_GEJSON_H
