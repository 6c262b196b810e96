//===- ModelInputs.cpp - Input arrays of a run ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ModelInputs.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/FloatBits.h"
#include "llvm/ADT/StringMap.h"
#include <cstring>
#include <numeric>
#include <random>

using namespace mlir;
using namespace mlir::ascend;

/// An extent below 0 is dynamic.
static std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t extent : shape)
    text += (text.empty() ? "" : ", ") +
            (extent < 0 ? "?" : std::to_string(extent));
  return "[" + text + "]";
}

bool mlir::ascend::isOpen(const ascendrt_tensor_desc &desc) {
  return std::any_of(desc.shape, desc.shape + desc.rank,
                     [](int64_t extent) { return extent < 0; });
}

bool mlir::ascend::hasOpenInputs(const ascendrt_model &model) {
  return std::any_of(model.inputs, model.inputs + model.num_inputs, isOpen);
}

static llvm::ArrayRef<int64_t> shapeOf(const ascendrt_tensor_desc &desc) {
  return {desc.shape, static_cast<size_t>(desc.rank)};
}

/// Data errors: the model is fine, what it is given is not.
static llvm::Error refuse(const Twine &what, StringRef where, StringRef mend) {
  return makeError(
      {"", what.str(), where.str(), mend.str(), ExitCode::ModelFailed});
}

static llvm::Expected<AlignedBuffer> allocate(uint64_t bytes) {
  std::optional<AlignedBuffer> buffer = AlignedBuffer::allocate(bytes);
  if (!buffer)
    return makeError({"",
                      "there is not enough memory for a tensor of " +
                          std::to_string(bytes) + " bytes",
                      "", "run fewer samples at once", ExitCode::Limit});
  return std::move(*buffer);
}

/// The bytes of a tensor with `extra` times the first dimension.
static llvm::Expected<int64_t> bytesOf(const ascendrt_tensor_desc &desc,
                                       int64_t slices) {
  int64_t bytes = 0;
  if (ascendrt_tensor_bytes(desc.dtype, desc.rank, desc.shape, &bytes) !=
          ASCENDRT_OK ||
      bytes > INT64_MAX / slices)
    return makeError(
        {"", "the tensor '" + std::string(desc.name) + "' is too large", "", "",
         ExitCode::Limit});
  return bytes * slices;
}

//===----------------------------------------------------------------------===//
// Made up
//===----------------------------------------------------------------------===//

/// std::mt19937_64 is the same everywhere; the standard's distributions are
/// not, so numbers are made of its bits here.
static void fillRandom(Array &array, ascendrt_dtype dtype,
                       std::mt19937_64 &bits) {
  size_t width = ascendrt_dtype_size(dtype);
  size_t count = width ? array.data.size() / width : 0;
  char *out = array.data.data();
  auto put = [&](size_t index, auto value) {
    std::memcpy(out + index * width, &value, width);
  };
  for (size_t i = 0; i < count; ++i) {
    uint64_t word = bits();
    double unit = double(word >> 11) * 0x1p-52 - 1.0;
    switch (dtype) {
    case ASCENDRT_FLOAT:
      put(i, static_cast<float>(unit));
      break;
    case ASCENDRT_DOUBLE:
      put(i, unit);
      break;
    case ASCENDRT_FLOAT16:
      put(i, toFloat16Bits(static_cast<float>(unit)));
      break;
    case ASCENDRT_BFLOAT16:
      put(i, toBFloat16Bits(static_cast<float>(unit)));
      break;
    case ASCENDRT_BOOL:
      put(i, static_cast<uint8_t>(word >> 63));
      break;
    case ASCENDRT_INT2:
    case ASCENDRT_UINT2:
      put(i, static_cast<uint8_t>(word % 4));
      break;
    case ASCENDRT_INT4:
    case ASCENDRT_UINT4:
    case ASCENDRT_FLOAT4_E2M1:
      put(i, static_cast<uint8_t>(word % 16));
      break;
    default:
      // Little-endian: the low bytes of a small number are the number.
      put(i, word % 100);
    }
  }
}

/// Those of the model, or, where they are open, of its largest profile: CANN
/// takes that where nobody says which one.
static llvm::ArrayRef<ascendrt_tensor_desc>
sizedInputs(const ascendrt_model &model) {
  llvm::ArrayRef own(model.inputs, model.num_inputs), largest = own;
  if (llvm::none_of(own, isOpen))
    return own;
  double most = -1;
  for (uint32_t i = 0; const auto *inputs = ascendrt_profile_inputs(&model, i);
       ++i) {
    llvm::ArrayRef profile(inputs, model.num_inputs);
    double elements = 0;
    for (const ascendrt_tensor_desc &desc : profile)
      elements += std::accumulate(desc.shape, desc.shape + desc.rank, 1.0,
                                  std::multiplies<>());
    if (elements > most) {
      most = elements;
      largest = profile;
    }
  }
  return largest;
}

static llvm::Expected<ModelInputs> randomInputs(const ascendrt_model &model,
                                                uint64_t seed) {
  ModelInputs result;
  std::mt19937_64 bits(seed);
  for (const ascendrt_tensor_desc &desc : sizedInputs(model)) {
    if (isOpen(desc))
      return makeError({"",
                        "--random does not know the size of the input '" +
                            std::string(desc.name) + "' of shape " +
                            shapeText(shapeOf(desc)),
                        "",
                        "give --input_shape with all its extents, or "
                        "--inputs=FILE.npz"});
    llvm::Expected<int64_t> bytes = bytesOf(desc, 1);
    if (!bytes)
      return bytes.takeError();
    llvm::Expected<AlignedBuffer> data = allocate(*bytes);
    if (!data)
      return data.takeError();
    Array &array = result.arrays.emplace_back();
    array.name = desc.name;
    array.dtype = ascendrt_dtype_word(desc.dtype);
    array.shape.assign(shapeOf(desc).begin(), shapeOf(desc).end());
    array.data = std::move(*data);
    fillRandom(array, desc.dtype, bits);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// From a file
//===----------------------------------------------------------------------===//

/// How many runs `array` holds for the input, or an error that names both.
static llvm::Expected<int64_t> slicesOf(const Array &array,
                                        const ascendrt_tensor_desc &desc,
                                        bool split, StringRef path) {
  StringRef word = ascendrt_dtype_word(desc.dtype);
  // numpy.save has no word for the types of ml_dtypes of a byte but one.
  bool isBytes = array.dtype == "V1" && ascendrt_dtype_size(desc.dtype) == 1 &&
                 word != "bool" && word != "int8" && word != "uint8";
  if (array.dtype != word && !isBytes)
    return refuse("the array '" + array.name + "' has the dtype " +
                      array.dtype + ", the input takes " + word,
                  path, "convert it with numpy's astype");
  llvm::ArrayRef<int64_t> wanted = shapeOf(desc), have = array.shape;
  auto fits = [](llvm::ArrayRef<int64_t> have, llvm::ArrayRef<int64_t> wanted) {
    return have.size() == wanted.size() &&
           llvm::all_of_zip(have, wanted, [](int64_t extent, int64_t other) {
             return other < 0 || extent == other;
           });
  };
  if (fits(have, wanted))
    return 1;
  bool restFits = have.size() == wanted.size() && !have.empty() &&
                  fits(have.drop_front(), wanted.drop_front());
  bool multiple =
      restFits && wanted[0] > 0 && have[0] > 0 && have[0] % wanted[0] == 0;
  if (split && multiple)
    return have[0] / wanted[0];
  return refuse("the array '" + array.name + "' has the shape " +
                    shapeText(have) + ", the model was compiled for " +
                    shapeText(wanted),
                path,
                multiple ? "give --split_batch to run it slice by slice"
                         : "give arrays of that shape, or another "
                           "--input_shape");
}

/// Data, and no option, is at fault.
static llvm::Error asModelFailed(llvm::Error error) {
  ascend::Diagnostic diagnostic = toDiagnostic(std::move(error));
  if (diagnostic.exitCode == ExitCode::Usage)
    diagnostic.exitCode = ExitCode::ModelFailed;
  return makeError(std::move(diagnostic));
}

static llvm::Expected<ModelInputs> inputsFromFile(StringRef path, bool split,
                                                  const ascendrt_model &model) {
  llvm::StringMap<const ascendrt_tensor_desc *> known;
  std::string names;
  for (uint32_t i = 0; i < model.num_inputs; ++i) {
    known[model.inputs[i].name] = &model.inputs[i];
    names += (i ? ", " : "") + std::string(model.inputs[i].name);
  }
  // A compressed array may be a thousand times as large as the file.
  auto check = [&](const Array &array) -> llvm::Error {
    const ascendrt_tensor_desc *desc = known.lookup(array.name);
    if (!desc)
      return refuse("the model has no input '" + array.name + "'", path,
                    "its inputs are: " + names);
    return slicesOf(array, *desc, split, path).takeError();
  };
  llvm::Expected<std::vector<Array>> read = readNpz(path, {}, check);
  if (!read)
    return asModelFailed(read.takeError());
  llvm::StringMap<Array *> byName;
  for (Array &array : *read)
    byName[array.name] = &array;

  ModelInputs result;
  for (uint32_t i = 0; i < model.num_inputs; ++i) {
    const ascendrt_tensor_desc &desc = model.inputs[i];
    auto found = byName.find(desc.name);
    if (found == byName.end())
      return refuse("the file has no array for the input '" +
                        std::string(desc.name) + "'",
                    path, "its inputs are: " + names);
    llvm::Expected<int64_t> slices =
        slicesOf(*found->second, desc, split, path);
    if (!slices)
      return slices.takeError();
    if (i && *slices != result.slices)
      return refuse("the input '" + std::string(desc.name) + "' holds " +
                        Twine(*slices) + " slices, the ones before " +
                        Twine(result.slices),
                    path, "give all inputs the same multiple of the batch");
    result.slices = *slices;
    result.arrays.push_back(std::move(*found->second));
  }
  return result;
}

llvm::Error mlir::ascend::checkInputs(const OptionValues &values,
                                      size_t numInputs) {
  if (std::optional<StringRef> path = values.getInputs()) {
    llvm::Error error = checkNpz(*path);
    return error ? asModelFailed(std::move(error)) : llvm::Error::success();
  }
  if (!values.getRandom() && numInputs)
    return makeError({"", "there are no inputs to run on", "",
                      "give --inputs=FILE.npz, or --random"});
  return llvm::Error::success();
}

llvm::Expected<ModelInputs>
mlir::ascend::makeInputs(const OptionValues &values,
                         const ascendrt_model &model) {
  if (std::optional<StringRef> path = values.getInputs())
    return inputsFromFile(*path, values.getSplitBatch(), model);
  return makeRandomInputs(values, model);
}

llvm::Expected<ModelInputs>
mlir::ascend::makeRandomInputs(const OptionValues &values,
                               const ascendrt_model &model) {
  return randomInputs(model, values.getSeed());
}

std::vector<const void *> ModelInputs::pointers(int64_t slice) const {
  std::vector<const void *> result;
  result.reserve(arrays.size());
  for (const Array &array : arrays)
    result.push_back(partOf(array, slice));
  return result;
}

llvm::Expected<std::vector<Array>>
mlir::ascend::makeOutputs(const ascendrt_model &model, int64_t slices) {
  std::vector<Array> result;
  for (uint32_t i = 0; i < model.num_outputs; ++i) {
    const ascendrt_tensor_desc &desc = model.outputs[i];
    if (slices > 1 && desc.rank == 0)
      return makeError({"",
                        "the output '" + std::string(desc.name) +
                            "' has no batch, so slices cannot be joined",
                        "", "run without --split_batch"});
    bool open = isOpen(desc);
    if (slices > 1 && open)
      return makeError({"",
                        "the output '" + std::string(desc.name) +
                            "' has a dynamic shape, so slices "
                            "cannot be joined",
                        "", "run without --split_batch"});
    llvm::Expected<int64_t> bytes = open ? 0 : bytesOf(desc, slices);
    if (!bytes)
      return bytes.takeError();
    llvm::Expected<AlignedBuffer> data = allocate(*bytes);
    if (!data)
      return data.takeError();
    Array &array = result.emplace_back();
    array.name = desc.name;
    array.dtype = ascendrt_dtype_word(desc.dtype);
    array.shape.assign(shapeOf(desc).begin(), shapeOf(desc).end());
    if (slices > 1)
      array.shape[0] *= slices;
    array.data = std::move(*data);
  }
  return result;
}
