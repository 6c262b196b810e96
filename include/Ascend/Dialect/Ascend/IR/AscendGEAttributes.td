//===- AscendGEAttributes.td - Attributes of GE operators --*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// An op of GE's type names its attributes in `geAttributes`. From that list come
// an accessor for each, what the verifier checks, and the table of docs/Ops.md.
// The names, kinds and defaults are those of GE's operator prototypes (REG_OP),
// or of ONNX where GE's operator has no such attribute.

#ifndef ASCEND_GE_ATTRIBUTES_TD
#define ASCEND_GE_ATTRIBUTES_TD

/// "axis_of_k" as "AxisOfK".
class GECamelCase<string word> {
  string ret = !foldl("_", !range(0, !size(word)), done, i,
    !if(!eq(!substr(done, !sub(!size(done), 1)), "_"),
        !substr(done, 0, !sub(!size(done), 1)) # !toupper(!substr(word, i, 1)),
        done # !substr(word, i, 1)));
}

/// The attribute `ge.NAME`. `kind` is one of GEAttributeKind; `otherwise` is what
/// an op without it has, as C++ and MLIR both write it, or "" for nothing.
class GEAttribute<string attributeName, string attributeKind,
                  string cppType, string cppDefault, string defaultText> {
  string name = attributeName;
  string kind = attributeKind;
  string otherwise = defaultText;
  /// What an integer, or each of a list, has to be at least.
  string minimum = "INT64_MIN";
  /// The words that a string may be, with a bar between; "" for any.
  string words = "";
  /// Whether the kernels know no other value than `otherwise`.
  bit isFixed = 0;
  /// Whether an op must have it.
  bit isRequired = 0;

  string accessor = cppType # " get" # GECamelCase<name>.ret # "() { return getGE"
    # kind # "(\"" # name # "\", " # cppDefault # "); }";
  string row = "{\"" # name # "\", ::mlir::ascend::GEAttributeKind::" # kind
    # ", \"" # otherwise # "\", " # minimum # ", \"" # words # "\", "
    # !if(isFixed, "true", "false") # ", " # !if(isRequired, "true", "false") # "}";
}

class GEBool<string name, string otherwise = "false">
    : GEAttribute<name, "Bool", "bool", otherwise, otherwise>;

class GEInt<string name, string otherwise = "0", string least = "INT64_MIN">
    : GEAttribute<name, "Int", "int64_t", otherwise, otherwise> {
  let minimum = least;
}

/// A number that an op may be without, or whose default depends on others.
class GEOptionalInt<string name, string least = "INT64_MIN">
    : GEAttribute<name, "Int", "std::optional<int64_t>", "", ""> {
  let minimum = least;
  let accessor = "std::optional<int64_t> get" # GECamelCase<name>.ret
    # "() { return findGEInt(\"" # name # "\"); }";
}

/// A float32.
class GEFloat<string name, string otherwise>
    : GEAttribute<name, "Float", "float", otherwise # "f", otherwise>;

/// A word, of `choices` where it has some.
class GEString<string name, string otherwise = "", list<string> choices = []>
    : GEAttribute<name, "String", "::llvm::StringRef", "\"" # otherwise # "\"",
                  otherwise> {
  let words = !interleave(choices, "|");
}

/// A list of integers; `otherwise` as in "1, 1".
class GEInts<string name, string otherwise = "", string least = "INT64_MIN">
    : GEAttribute<name, "Ints", "::llvm::SmallVector<int64_t>",
                  "{" # otherwise # "}", otherwise> {
  let minimum = least;
}

/// A list of float32; empty by default.
class GEFloats<string name>
    : GEAttribute<name, "Floats", "::llvm::ArrayRef<float>", "{}", "">;

/// A list of words; empty by default.
class GEStrings<string name>
    : GEAttribute<name, "Strings", "::llvm::SmallVector<::llvm::StringRef>", "{}", "">;

/// One of GE's attributes that the kernels know by its default alone: another
/// value is decided on, and refused where the op is lowered.
class GEFixed<GEAttribute attribute>
    : GEAttribute<attribute.name, attribute.kind, "", "", attribute.otherwise> {
  let isFixed = 1;
  let words = attribute.words;
  let accessor = "";
}

/// One that an op must have: GE has no default for it.
class GERequired<GEAttribute attribute>
    : GEAttribute<attribute.name, attribute.kind, "", "", ""> {
  let isRequired = 1;
  let minimum = attribute.minimum;
  let words = attribute.words;
  let accessor = attribute.accessor;
}

/// Instead of pads: as many windows as steps begin in x; what they need outside
/// it is half at either side, the odd one after (UPPER) or before (LOWER).
def Ascend_AutoPad
    : GEString<"auto_pad", "NOTSET", ["NOTSET", "SAME_UPPER", "SAME_LOWER"]>;

#endif // ASCEND_GE_ATTRIBUTES_TD
