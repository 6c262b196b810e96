//===- AscendInterfaces.td - Interfaces of GE operators ----*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The precision passes see ops through these interfaces only, so that ops of
// foreign dialects take part through external models.

#ifndef ASCEND_INTERFACES_TD
#define ASCEND_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Ascend_OpInterface : OpInterface<"AscendOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    The identity of a GE operator: its type, its name and the names that it
    took over from ops that were fused into it. The names and kinds of its
    slots come from the op store.
  }];
  let methods = [
    InterfaceMethod<"The exact GE operator type, such as \"MatMulV2\".",
      "::llvm::StringRef", "getGEType", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return ConcreteOp::getGETypeName();">,
    InterfaceMethod<"The node's name; empty where it has none.",
      "::llvm::StringRef", "getGEName", (ins), "", [{
        auto name = $_op->template getAttrOfType<::mlir::StringAttr>(
            ::mlir::ascend::identityAttrName($_op, "node_name"));
        return name ? name.getValue() : ::llvm::StringRef();
      }]>,
    InterfaceMethod<"The names of the ops that were fused into this one.",
      "::mlir::ArrayAttr", "getGEOriginalNames", (ins), "", [{
        return $_op->template getAttrOfType<::mlir::ArrayAttr>(
            ::mlir::ascend::identityAttrName($_op, "original_names"));
      }]>,
    InterfaceMethod<"GE's attribute of that name (stored as `ge.NAME`), or null.",
      "::mlir::Attribute", "getGEAttr", (ins "::llvm::StringRef":$name), "", [{
        return $_op->getDiscardableAttr(("ge." + name).str());
      }]>,
  ];
  let extraSharedClassDeclaration = [{
    /// GE's boolean attribute of that name, or `otherwise`.
    bool getGEBool(::llvm::StringRef name, bool otherwise) {
      auto attr = ::llvm::dyn_cast_or_null<::mlir::BoolAttr>($_op.getGEAttr(name));
      return attr ? attr.getValue() : otherwise;
    }
    /// GE's integer attribute of that name, or `otherwise`.
    int64_t getGEInt(::llvm::StringRef name, int64_t otherwise) {
      auto attr = ::llvm::dyn_cast_or_null<::mlir::IntegerAttr>($_op.getGEAttr(name));
      return attr ? attr.getInt() : otherwise;
    }
    /// GE's list of integers of that name (`array<i64: …>`), or `otherwise`.
    ::llvm::SmallVector<int64_t> getGEInts(::llvm::StringRef name,
                                           ::llvm::ArrayRef<int64_t> otherwise) {
      auto attr = ::llvm::dyn_cast_or_null<::mlir::DenseI64ArrayAttr>($_op.getGEAttr(name));
      return ::llvm::SmallVector<int64_t>(attr ? attr.asArrayRef() : otherwise);
    }
  }];
}

def Ascend_PrecisionOpInterface : OpInterface<"PrecisionOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    What the precision passes read and write on an op: the decision and the
    implementation mode. On ops of foreign dialects both are discardable
    attributes, `ascend.precision` and `ascend.impl_mode`.
  }];
  let methods = [
    InterfaceMethod<"The decision, or null before ascend-assign-precision.",
      "::mlir::ascend::PrecisionAttr", "getPrecisionAttr", (ins), "", [{
        return $_op->template getAttrOfType<::mlir::ascend::PrecisionAttr>(
            ::mlir::ascend::identityAttrName($_op, "precision"));
      }]>,
    InterfaceMethod<"Sets the decision.", "void", "setPrecisionAttr",
      (ins "::mlir::ascend::PrecisionAttr":$precision), "", [{
        $_op->setAttr(::mlir::ascend::identityAttrName($_op, "precision"), precision);
      }]>,
    InterfaceMethod<"The implementation mode, or null.",
      "::mlir::ascend::ImplModeAttr", "getImplModeAttr", (ins), "", [{
        return $_op->template getAttrOfType<::mlir::ascend::ImplModeAttr>(
            ::mlir::ascend::identityAttrName($_op, "impl_mode"));
      }]>,
    InterfaceMethod<"Sets the implementation mode.", "void", "setImplModeAttr",
      (ins "::mlir::ascend::ImplModeAttr":$mode), "", [{
        $_op->setAttr(::mlir::ascend::identityAttrName($_op, "impl_mode"), mode);
      }]>,
    InterfaceMethod<"Gives a result another element type; the op computes in it.",
      "void", "retypeResult", (ins "unsigned":$index, "::mlir::Type":$elementType), "", [{
        ::mlir::Value result = $_op->getResult(index);
        if (auto shaped = ::llvm::dyn_cast<::mlir::ShapedType>(result.getType()))
          result.setType(shaped.clone(elementType));
      }]>,
  ];
}

def Ascend_ShapeInferenceOpInterface : OpInterface<"ShapeInferenceOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    Shapes of the results from operands and attributes. Element types play no
    part: they are the precision passes' business.
  }];
  let methods = [
    InterfaceMethod<[{
        Appends one shape per result. Unknown extents are
        ShapedType::kDynamic. Fails with an error on the op where operands or
        attributes contradict each other.
      }],
      "::llvm::LogicalResult", "inferShapes",
      (ins "::llvm::SmallVectorImpl<::llvm::SmallVector<int64_t>> &":$shapes)>,
    InterfaceMethod<[{
        Appends the extents of each result, computed from those of the operands
        by `math`: the same rules, for what is known only while the model runs,
        too. Nothing is appended where a rank is unknown. Of an op that says its
        shapes by inferShapes alone, extents that those do not tell are unknown.
      }],
      "::llvm::LogicalResult", "inferExtents",
      (ins "::mlir::ascend::ShapeMath &":$math,
           "::llvm::SmallVectorImpl<::mlir::ascend::Extents> &":$extents), [{
        if constexpr (::mlir::ascend::hasInferExtents<ConcreteOp>)
          return ConcreteOp($_op).inferExtents(math, extents);
        else
          return ::mlir::ascend::inferExtentsFromShapes($_op, extents);
      }]>,
  ];
  let verify = "return ::mlir::ascend::verifyInferredShapes($_op);";
}

def Ascend_CountOpInterface : OpInterface<"CountOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    An op whose results are as long as its data says (see AscendCountOps.td).
  }];
  let methods = [
    InterfaceMethod<"The axis of a result whose extent is the count, if any.",
      "::std::optional<int64_t>", "getCountedAxis", (ins "unsigned":$index)>,
    InterfaceMethod<"The result that has the count, or null in GE's form.",
      "::mlir::Value", "getSize", (ins)>,
  ];
}

#endif // ASCEND_INTERFACES_TD
