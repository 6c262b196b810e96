//===- AscendOpBase.td - Base classes of the ops -----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OP_BASE_TD
#define ASCEND_OP_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "Ascend/Dialect/Ascend/IR/AscendAttributes.td"
include "Ascend/Dialect/Ascend/IR/AscendGEAttributes.td"
include "Ascend/Dialect/Ascend/IR/AscendInterfaces.td"
include "Ascend/Dialect/Ascend/IR/AscendTypes.td"

/// A tensor, or `none` for an optional operand that is absent in the middle.
def Ascend_TensorOrNone : AnyTypeOf<[AnyTensor, NoneType], "tensor or none">;

/// Each element of its results is one of its operands': it rounds nothing.
def Ascend_MovesData : NativeOpTrait<"MovesData"> {
  let cppNamespace = "::mlir::ascend";
}

/// An op with the three inherent attributes that every GE operator has.
class Ascend_OpWithIdentity<string mnemonic, list<Trait> traits>
    : Op<Ascend_Dialect, mnemonic, traits> {
  dag identityArgs = (ins OptionalAttr<StrAttr>:$node_name,
                          OptionalAttr<StrArrayAttr>:$original_names,
                          OptionalAttr<Ascend_ImplModeAttr>:$impl_mode,
                          OptionalAttr<Ascend_PrecisionAttr>:$precision);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

/// Each `ge.` attribute is one that the op declares, and as it declares it.
def Ascend_GEAttributes : NativeOpTrait<"GEAttributes"> {
  let cppNamespace = "::mlir::ascend";
}

/// A modelled GE operator: `geType` is the exact type string of GE.
class Ascend_ModelledOp<string mnemonic, string geType, list<Trait> traits,
                        code declarations>
    : Ascend_OpWithIdentity<mnemonic,
        [Pure, Ascend_OpInterface, Ascend_GEAttributes,
         Ascend_PrecisionOpInterface] # traits> {
  /// GE's attributes, with an accessor for each.
  list<GEAttribute> geAttributes = [];
  let results = (outs AnyTensor:$y);
  let extraClassDeclaration = [{
    /// GE's operator type.
    static constexpr ::llvm::StringLiteral getGETypeName() {
      return "}] # geType # [{";
    }
    /// What `geAttributes` declares.
    static ::llvm::ArrayRef<::mlir::ascend::GEAttributeSpec> getGEAttributeSpecs() {
      }] # !if(!empty(geAttributes), "return {};",
        "static constexpr ::mlir::ascend::GEAttributeSpec specs[] = {"
        # !interleave(!foreach(a, geAttributes, a.row), ", ")
        # "}; return specs;") # [{
    }
    }] # !interleave(!foreach(a, geAttributes, a.accessor), "\n") # declarations;
}

/// One with an inferExtents of its own: its results may have extents that are
/// known at run time only.
class Ascend_ShapedOp<string mnemonic, string geType, list<Trait> traits = [],
                      code declarations = "">
    : Ascend_ModelledOp<mnemonic, geType,
        [Ascend_ShapeInferenceOpInterface] # traits, [{
    ::llvm::LogicalResult inferShapes(
        ::llvm::SmallVectorImpl<::llvm::SmallVector<int64_t>> &shapes) {
      return ::mlir::ascend::inferKnownShapes(getOperation(), shapes);
    }
    ::llvm::LogicalResult inferExtents(
        ::mlir::ascend::ShapeMath &math,
        ::llvm::SmallVectorImpl<::mlir::ascend::Extents> &extents);
  }] # declarations>;

/// One with an inferShapes of its own, which is enough where all shapes are
/// known.
class Ascend_Op<string mnemonic, string geType, list<Trait> traits = [],
                code declarations = "">
    : Ascend_ModelledOp<mnemonic, geType,
        [DeclareOpInterfaceMethods<Ascend_ShapeInferenceOpInterface>] # traits,
        declarations>;

/// Each element of the result comes from the elements of the operands at the
/// same place; shapes broadcast as in numpy.
def Ascend_Elementwise : NativeOpTrait<"Elementwise"> {
  let cppNamespace = "::mlir::ascend";
}

class Ascend_ElementwiseOp<string mnemonic, string geType>
    : Ascend_ModelledOp<mnemonic, geType,
        [Ascend_Elementwise, Ascend_ShapeInferenceOpInterface], "">;

#endif // ASCEND_OP_BASE_TD
