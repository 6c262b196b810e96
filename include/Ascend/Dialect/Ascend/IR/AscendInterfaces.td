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
    InterfaceMethod<"The attributes that its type declares; none where it is not modelled.",
      "::llvm::ArrayRef<::mlir::ascend::GEAttributeSpec>", "getGEAttributeSpecs",
      (ins), "", "return {};">,
  ];
  let extraSharedClassDeclaration = [{
    /// The attribute of that name, or the default that the op's type declares for
    /// it; null where it declares none.
    ::mlir::Attribute getGEAttrOrDefault(::llvm::StringRef name) {
      if (::mlir::Attribute attr = $_op.getGEAttr(name))
        return attr;
      auto *spec = ::mlir::ascend::findGEAttribute($_op.getGEAttributeSpecs(), name);
      return spec ? ::mlir::ascend::defaultGEAttribute($_op->getContext(), *spec)
                  : ::mlir::Attribute();
    }

    // The value of that: for what ops of many types have. False, 0 or nothing
    // where a type does not declare it.
    bool getGEBool(::llvm::StringRef name) {
      return ::mlir::ascend::valueOrBool($_op.getGEAttrOrDefault(name), false);
    }
    int64_t getGEInt(::llvm::StringRef name) {
      return ::mlir::ascend::valueOrInt($_op.getGEAttrOrDefault(name), 0);
    }
    float getGEFloat(::llvm::StringRef name) {
      return ::mlir::ascend::valueOrFloat($_op.getGEAttrOrDefault(name), 0);
    }
    ::llvm::StringRef getGEString(::llvm::StringRef name) {
      return ::mlir::ascend::valueOrString($_op.getGEAttrOrDefault(name), {});
    }
    ::llvm::SmallVector<int64_t> getGEInts(::llvm::StringRef name) {
      return ::mlir::ascend::valueOrInts($_op.getGEAttrOrDefault(name), {});
    }
    ::llvm::ArrayRef<float> getGEFloats(::llvm::StringRef name) {
      return ::mlir::ascend::valueOrFloats($_op.getGEAttrOrDefault(name), {});
    }
    ::llvm::SmallVector<::llvm::StringRef> getGEStrings(::llvm::StringRef name) {
      return ::mlir::ascend::valueOrStrings($_op.getGEAttrOrDefault(name), {});
    }
    /// Whether a Flag is `true` or 1.
    bool getGEFlag(::llvm::StringRef name) {
      ::mlir::Attribute attr = $_op.getGEAttr(name);
      return ::mlir::ascend::valueOrBool(attr, false) ||
             ::mlir::ascend::valueOrInt(attr, 0) == 1;
    }

    // What the accessors of an op's `geAttributes` read.
    std::optional<int64_t> findGEInt(::llvm::StringRef name) {
      auto attr = ::llvm::dyn_cast_or_null<::mlir::IntegerAttr>($_op.getGEAttr(name));
      return attr ? std::optional<int64_t>(attr.getInt()) : std::nullopt;
    }
    bool getGEBool(::llvm::StringRef name, bool otherwise) {
      return ::mlir::ascend::valueOrBool($_op.getGEAttr(name), otherwise);
    }
    int64_t getGEInt(::llvm::StringRef name, int64_t otherwise) {
      return ::mlir::ascend::valueOrInt($_op.getGEAttr(name), otherwise);
    }
    float getGEFloat(::llvm::StringRef name, float otherwise) {
      return ::mlir::ascend::valueOrFloat($_op.getGEAttr(name), otherwise);
    }
    ::llvm::StringRef getGEString(::llvm::StringRef name, ::llvm::StringRef otherwise) {
      return ::mlir::ascend::valueOrString($_op.getGEAttr(name), otherwise);
    }
    ::llvm::SmallVector<int64_t> getGEInts(::llvm::StringRef name, ::llvm::ArrayRef<int64_t> otherwise) {
      return ::mlir::ascend::valueOrInts($_op.getGEAttr(name), otherwise);
    }
    ::llvm::ArrayRef<float> getGEFloats(::llvm::StringRef name, ::llvm::ArrayRef<float> otherwise) {
      return ::mlir::ascend::valueOrFloats($_op.getGEAttr(name), otherwise);
    }
    ::llvm::SmallVector<::llvm::StringRef> getGEStrings(::llvm::StringRef name, ::llvm::ArrayRef<::llvm::StringRef> otherwise) {
      return ::mlir::ascend::valueOrStrings($_op.getGEAttr(name), otherwise);
    }
  }];
}

def Ascend_PrecisionOpInterface : OpInterface<"PrecisionOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let verify = "return ::mlir::ascend::verifyPrecision($_op);";
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
        shapes by inferShapes alone, extents that those do not determine are
        unknown.
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

def Ascend_CubeWorkOpInterface : OpInterface<"CubeWorkOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    An op whose work is sums of products: what the cube unit takes most time for.
  }];
  let methods = [
    InterfaceMethod<[{
        How many products its definition sums in all, of any two numbers: no
        algorithm that needs fewer, and no zeros that pads or blocks add. Nothing
        where an extent is open, or where there are too many for an int64_t.
      }],
      "::std::optional<int64_t>", "getNumMultiplyAdds", (ins)>,
    InterfaceMethod<"Sets its plan, of the type that it has; null: none.",
      "void", "setCubeForm", (ins "::mlir::Attribute":$form), [{
        using Form = decltype($_op.getCubeFormAttr());
        $_op.setCubeFormAttr(::llvm::cast_if_present<Form>(form));
      }]>,
    InterfaceMethod<[{
        Whether elementwise ops behind it may join its kernel, as its plan says:
        not before ascend-plan-cube.
      }],
      "bool", "takesEpilogue", (ins), [{
        auto form = $_op.getCubeFormAttr();
        return form && form.getEpilogue();
      }]>,
    InterfaceMethod<[{
        Whether its result had open extents when it was decided: it rounds as the
        chip does with dynamic shapes.
      }],
      "bool", "getWasOpen", (ins), "return $_op.getWasOpen();">,
    InterfaceMethod<"Sets that.", "void", "setWasOpen", (ins "bool":$wasOpen),
      "$_op.setWasOpen(wasOpen);">,
  ];
}

#endif // ASCEND_INTERFACES_TD
