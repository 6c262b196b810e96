//===- ModelDescription.cpp - Names and shapes for the runtime ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ModelDescription.h"

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/EndianStream.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static std::optional<ascendrt_dtype> integerType(IntegerType type) {
  bool isUnsigned = type.isUnsigned();
  switch (type.getWidth()) {
  case 1:
    return ASCENDRT_BOOL;
  case 2:
    return isUnsigned ? ASCENDRT_UINT2 : ASCENDRT_INT2;
  case 4:
    return isUnsigned ? ASCENDRT_UINT4 : ASCENDRT_INT4;
  case 8:
    return isUnsigned ? ASCENDRT_UINT8 : ASCENDRT_INT8;
  case 16:
    return isUnsigned ? ASCENDRT_UINT16 : ASCENDRT_INT16;
  case 32:
    return isUnsigned ? ASCENDRT_UINT32 : ASCENDRT_INT32;
  case 64:
    return isUnsigned ? ASCENDRT_UINT64 : ASCENDRT_INT64;
  default:
    return std::nullopt;
  }
}

static std::optional<ascendrt_dtype> runtimeType(Type type) {
  using Result = std::optional<ascendrt_dtype>;
  return llvm::TypeSwitch<Type, Result>(type)
      .Case([](IntegerType type) { return integerType(type); })
      .Case([](Float16Type) { return ASCENDRT_FLOAT16; })
      .Case([](BFloat16Type) { return ASCENDRT_BFLOAT16; })
      .Case([](Float32Type) { return ASCENDRT_FLOAT; })
      .Case([](Float64Type) { return ASCENDRT_DOUBLE; })
      .Case([](HiF8Type) { return ASCENDRT_HIFLOAT8; })
      .Case([](Float8E5M2Type) { return ASCENDRT_FLOAT8_E5M2; })
      .Case([](Float8E4M3FNType) { return ASCENDRT_FLOAT8_E4M3FN; })
      .Case([](Float8E8M0FNUType) { return ASCENDRT_FLOAT8_E8M0; })
      .Case([](Float8E4M3FNUZType) { return ASCENDRT_FLOAT8_E4M3FNUZ; })
      .Case([](Float8E5M2FNUZType) { return ASCENDRT_FLOAT8_E5M2FNUZ; })
      .Case([](Float4E2M1FNType) { return ASCENDRT_FLOAT4_E2M1; })
      .Case([](ComplexType type) -> Result {
        if (type.getElementType().isF32())
          return ASCENDRT_COMPLEX64;
        if (type.getElementType().isF64())
          return ASCENDRT_COMPLEX128;
        return std::nullopt;
      })
      .Default(std::nullopt);
}

llvm::Expected<ascendrt_tensor_desc> ModelDescription::tensor(StringRef name,
                                                              Type type) {
  auto shaped = cast<RankedTensorType>(type);
  std::optional<ascendrt_dtype> dtype = runtimeType(shaped.getElementType());
  if (!dtype) {
    std::string text;
    llvm::raw_string_ostream(text) << shaped.getElementType();
    return makeError({"",
                      "tensor '" + name.str() + "' has elements of type " +
                          text + ", which the runtime does not know",
                      "", "", ExitCode::ModelFailed});
  }
  auto *shape = memory->Allocate<int64_t>(shaped.getRank());
  llvm::replace_copy(shaped.getShape(), shape, ShapedType::kDynamic,
                     int64_t(-1));
  return ascendrt_tensor_desc{llvm::StringSaver(*memory).save(name).data(),
                              *dtype, static_cast<int32_t>(shaped.getRank()),
                              shape};
}

llvm::Expected<ModelDescription> ModelDescription::of(func::FuncOp entry) {
  ModelDescription result;
  int64_t numInputs =
      entry->getAttrOfType<IntegerAttr>(kNumInputsAttrName).getInt();
  // The first argument is the context.
  for (unsigned i = 1; i < entry.getNumArguments(); ++i) {
    auto name = entry.getArgAttrOfType<StringAttr>(i, kNameAttrName);
    auto desc = result.tensor(name.getValue(), entry.getArgumentTypes()[i]);
    if (!desc)
      return desc.takeError();
    (i <= numInputs ? result.inputs : result.outputs).push_back(*desc);
  }
  auto table = entry->getAttrOfType<ArrayAttr>(kObservedAttrName);
  if (!table)
    return result;
  llvm::UniqueStringSaver names(*result.memory);
  for (auto row : table.getAsRange<DictionaryAttr>()) {
    auto text = [&](StringRef key) {
      return row.getAs<StringAttr>(key).getValue();
    };
    auto desc =
        result.tensor(text("value"), row.getAs<TypeAttr>("type").getValue());
    if (!desc)
      return desc.takeError();
    result.observed.push_back(
        {names.save(text("op")).data(), names.save(text("op_type")).data(),
         text("kind") == "output",
         static_cast<int32_t>(row.getAs<IntegerAttr>("index").getInt()),
         *desc});
  }
  return result;
}

llvm::Expected<ModelDescription>
ModelDescription::ofOpen(func::FuncOp main,
                         ArrayRef<std::vector<int64_t>> shapes) {
  ModelDescription result;
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    auto name = main.getArgAttrOfType<StringAttr>(index, kNameAttrName);
    Type shaped = shapes.empty()
                      ? type
                      : cast<RankedTensorType>(type).clone(shapes[index]);
    auto desc =
        result.tensor(name ? name.str() : ("arg" + Twine(index)).str(), shaped);
    if (!desc)
      return desc.takeError();
    result.inputs.push_back(*desc);
  }
  for (auto [index, type] : llvm::enumerate(main.getResultTypes())) {
    auto name = main.getResultAttrOfType<StringAttr>(index, kNameAttrName);
    auto desc = result.tensor(
        name ? name.str() : ("result" + Twine(index)).str(), type);
    if (!desc)
      return desc.takeError();
    result.outputs.push_back(*desc);
  }
  return result;
}

void ModelDescription::describe(ascendrt_model &model) const {
  model.num_inputs = inputs.size();
  model.num_outputs = outputs.size();
  model.num_observed = observed.size();
  model.inputs = inputs.data();
  model.outputs = outputs.data();
  model.observed = observed.data();
}

//===----------------------------------------------------------------------===//
// In bytes
//===----------------------------------------------------------------------===//

static void writeText(llvm::raw_ostream &os, const char *text) {
  os.write(text, std::strlen(text) + 1);
}

static void writeNumber(llvm::raw_ostream &os, int64_t number) {
  llvm::support::endian::write(os, number, llvm::endianness::little);
}

static void writeTensor(llvm::raw_ostream &os,
                        const ascendrt_tensor_desc &desc) {
  writeText(os, desc.name);
  writeNumber(os, desc.dtype);
  writeNumber(os, desc.rank);
  for (int64_t size : llvm::ArrayRef(desc.shape, desc.rank))
    writeNumber(os, size);
}

void ModelDescription::write(llvm::raw_ostream &os) const {
  for (const auto *table : {&inputs, &outputs}) {
    writeNumber(os, table->size());
    for (const ascendrt_tensor_desc &desc : *table)
      writeTensor(os, desc);
  }
  writeNumber(os, observed.size());
  for (const ascendrt_observed_tensor &tensor : observed) {
    writeText(os, tensor.op);
    writeText(os, tensor.op_type);
    writeNumber(os, tensor.is_output);
    writeNumber(os, tensor.index);
    writeTensor(os, tensor.desc);
  }
}

ModelDescription ModelDescription::read(const llvm::DataExtractor &data,
                                        llvm::DataExtractor::Cursor &cursor) {
  ModelDescription result;
  llvm::BumpPtrAllocator &memory = *result.memory;
  llvm::UniqueStringSaver names(memory);
  auto text = [&] { return names.save(data.getCStrRef(cursor)).data(); };
  auto number = [&] { return static_cast<int64_t>(data.getU64(cursor)); };
  auto tensor = [&] {
    ascendrt_tensor_desc desc = {};
    desc.name = text();
    desc.dtype = static_cast<ascendrt_dtype>(number());
    int64_t rank = number();
    // Nothing is reserved for numbers that are not there.
    SmallVector<int64_t> shape;
    for (int64_t i = 0; i < rank && cursor; ++i)
      shape.push_back(number());
    desc.rank = shape.size();
    desc.shape = ArrayRef<int64_t>(shape).copy(memory).data();
    return desc;
  };
  for (auto *table : {&result.inputs, &result.outputs})
    for (int64_t left = number(); left > 0 && cursor; --left)
      table->push_back(tensor());
  for (int64_t left = number(); left > 0 && cursor; --left) {
    ascendrt_observed_tensor row = {};
    row.op = text();
    row.op_type = text();
    row.is_output = number();
    row.index = number();
    row.desc = tensor();
    result.observed.push_back(row);
  }
  return result;
}
