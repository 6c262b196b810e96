//===- InsertAipp.cpp - Pictures as the inputs of a model -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "AippConfig.h"
#include "Ascend/Dialect/Ascend/IR/AippGeometry.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Import/Aipp/Aipp.h"
#include "Ascend/OpStore/SoC.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ascend;
using aipp::BlockReader;

/// What GE calls the input of parameters.
static constexpr llvm::StringLiteral kParametersName =
    "ascend_dynamic_aipp_data";

namespace {

/// The pictures that a model takes as one of its inputs.
struct Features {
  int64_t number, channels, height, width;
};

/// One block, and the input that it is about.
class Insertion {
public:
  Insertion(func::FuncOp main, const AippOptions &options, const SoCInfo &chip,
            const BlockReader &reader)
      : main(main), options(options), chip(chip), reader(reader),
        builder(main.getContext()) {}

  /// The number of the input.
  llvm::Expected<unsigned> findInput();
  llvm::Error insert(unsigned input);

private:
  StringRef nameOf(unsigned input) {
    auto name = main.getArgAttrOfType<StringAttr>(input, kNameAttrName);
    return name ? name.getValue() : "";
  }
  llvm::Expected<Features> featuresOf(unsigned input);
  llvm::Error readStatic(const Features &features, Type element);
  llvm::Error readCrop(const Features &features, int64_t height, int64_t width);
  llvm::Error readPadding(Type element);
  void readColours();
  void readMeans();
  void addInts(StringRef name, ArrayRef<int64_t> numbers) {
    attributes.set(("ge." + name).str(), builder.getDenseI64ArrayAttr(numbers));
  }
  void setInput(unsigned input, ArrayRef<int64_t> shape);
  RankedTensorType bytes(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getIntegerType(8, false));
  }

  func::FuncOp main;
  const AippOptions &options;
  const SoCInfo &chip;
  const BlockReader &reader;
  Builder builder;
  NamedAttrList attributes;
  /// Those of the attributes, if there are any, and one picture as bytes.
  SmallVector<int64_t> crop, padding, shape;
};

} // namespace

llvm::Expected<unsigned> Insertion::findInput() {
  unsigned count = main.getNumArguments();
  StringRef name = reader.word("related_input_name");
  if (!name.empty()) {
    for (unsigned input = 0; input != count; ++input)
      if (nameOf(input) == name)
        return input;
    return reader.invalid("related_input_name",
                          "the model has no input '" + name + "'");
  }
  int64_t rank = reader.integer("related_input_rank");
  if (rank >= count)
    return reader.invalid("related_input_rank",
                          "related_input_rank is " + Twine(rank) +
                              ", and the model has " + Twine(count) +
                              " inputs, counted from 0");
  return unsigned(rank);
}

llvm::Expected<Features> Insertion::featuresOf(unsigned input) {
  auto type = dyn_cast<RankedTensorType>(main.getArgument(input).getType());
  StringRef name = nameOf(input);
  if (!type || type.getRank() != 4)
    return reader.invalid(
        "related_input_rank",
        "input '" + name +
            "' does not have four axes, so it takes no pictures");
  Type element = type.getElementType();
  if (!isa<FloatType>(element) && !element.isInteger(8))
    return reader.invalid("related_input_rank",
                          "input '" + name + "' has neither floats nor bytes");
  ArrayRef<int64_t> shape = type.getShape();
  if (ShapedType::isDynamicShape(shape.drop_front()))
    return reader.invalid("related_input_rank",
                          "input '" + name + "' has open extents",
                          "give its shape with --input_shape");
  Features features = {shape[0], shape[1], shape[2], shape[3]};
  // A unit of the format NC1HWC0 has as many channels of float16.
  constexpr int64_t most = 16;
  auto isPossible = [](int64_t extent) {
    return extent >= 1 && extent <= kAippExtents;
  };
  if (features.channels < 1 || features.channels > most ||
      !isPossible(features.height) || !isPossible(features.width))
    return reader.unsupported(
        "related_input_rank",
        "input '" + name + "' has " + Twine(features.channels) +
            " channels of " + Twine(features.height) + " x " +
            Twine(features.width) + ", and AIPP makes 1 to " + Twine(most) +
            " of at most " + Twine(kAippExtents) + " x " + Twine(kAippExtents),
        "channels are axis 1");
  return features;
}

/// The part of a picture of `height` and `width` that is taken.
llvm::Error Insertion::readCrop(const Features &features, int64_t height,
                                int64_t width) {
  if (!reader.isOn("crop"))
    return llvm::Error::success();
  int64_t y = reader.integer("load_start_pos_h"),
          x = reader.integer("load_start_pos_w"),
          croppedHeight = reader.integer("crop_size_h"),
          croppedWidth = reader.integer("crop_size_w");
  for (auto [name, size, otherwise] :
       {std::make_tuple("crop_size_h", &croppedHeight, features.height),
        std::make_tuple("crop_size_w", &croppedWidth, features.width)}) {
    if (*size != 0)
      continue;
    if (reader.isOn("padding"))
      return reader.invalid(name, Twine(name) + " is needed where there is "
                                                "padding");
    *size = otherwise;
  }
  if (y + croppedHeight > height || x + croppedWidth > width)
    return reader.invalid(
        "crop", "rows " + Twine(y) + " to " + Twine(y + croppedHeight) +
                    " and columns " + Twine(x) + " to " +
                    Twine(x + croppedWidth) + " lie outside of pictures of " +
                    Twine(height) + " x " + Twine(width));
  if (reader.word("input_format") == "YUV420SP_U8" && !chip.aippOddCrop &&
      (y % 2 != 0 || x % 2 != 0))
    return reader.unsupported(y % 2 != 0 ? "load_start_pos_h"
                                         : "load_start_pos_w",
                              "a part of YUV420SP_U8 begins at an even row and "
                              "column on " +
                                  Twine(chip.name));
  crop = {y, x, croppedHeight, croppedWidth};
  addInts("crop", crop);
  return llvm::Error::success();
}

llvm::Error Insertion::readPadding(Type element) {
  if (!reader.isOn("padding"))
    return llvm::Error::success();
  padding = {reader.integer("top_padding_size"),
             reader.integer("bottom_padding_size"),
             reader.integer("left_padding_size"),
             reader.integer("right_padding_size")};
  addInts("padding", padding);
  double value = reader.number("padding_value");
  if (element.isInteger(8)) {
    double least = element.isUnsignedInteger() ? 0 : -128,
           most = element.isUnsignedInteger() ? 255 : 127;
    if (value < least || value > most)
      return reader.unsupported(
          "padding_value", "padding_value is none of the model's bytes, "
                           "which are " +
                               Twine(int(least)) + " to " + Twine(int(most)));
  }
  attributes.set("ge.padding_value", builder.getF32FloatAttr(float(value)));
  return llvm::Error::success();
}

/// What the kernel fills in where the file says nothing, whatever the format:
/// YUV of BT.601, narrow, to BGR.
void Insertion::readColours() {
  for (StringRef name : {"rbuv_swap_switch", "ax_swap_switch"})
    if (reader.isOn(name))
      attributes.set(("ge." + name).str(), builder.getBoolAttr(true));
  if (!reader.isOn("csc_switch"))
    return;
  constexpr int64_t matrix[] = {298, 516, 0, 298, -100, -208, 298, 0, 409},
                    bias[] = {16, 128, 128};
  SmallVector<int64_t> factors, inputBias, outputBias;
  for (int64_t at = 0; at != 9; ++at)
    factors.push_back(int64_t(
        reader.number(("matrix_r" + Twine(at / 3) + "c" + Twine(at % 3)).str(),
                      double(matrix[at]))));
  for (int64_t at = 0; at != 3; ++at) {
    inputBias.push_back(int64_t(
        reader.number(("input_bias_" + Twine(at)).str(), double(bias[at]))));
    outputBias.push_back(int64_t(
        reader.number(("output_bias_" + Twine(at)).str(), double(bias[at]))));
  }
  addInts("matrix", factors);
  bool isYUV = reader.word("input_format").starts_with("YUV");
  addInts(isYUV ? "input_bias" : "output_bias", isYUV ? inputBias : outputBias);
}

void Insertion::readMeans() {
  SmallVector<int64_t> mean;
  SmallVector<float> least, factor;
  for (int channel = 0; channel != 4; ++channel) {
    auto name = [&](StringRef word) {
      return (word + "_chn_" + Twine(channel)).str();
    };
    mean.push_back(reader.integer(name("mean")));
    least.push_back(float(reader.number(name("min"))));
    factor.push_back(float(reader.number(name("var_reci"), 1.0)));
  }
  addInts("mean_chn", mean);
  attributes.set("ge.min_chn", builder.getDenseF32ArrayAttr(least));
  attributes.set("ge.var_reci_chn", builder.getDenseF32ArrayAttr(factor));
}

llvm::Error Insertion::readStatic(const Features &features, Type element) {
  StringRef word = reader.word("input_format");
  const AippFormat *format = lookupAippFormat(word);
  if (!format)
    return reader.unsupported(
        "input_format", word + " is not built here",
        "YUV420SP_U8, XRGB8888_U8, RGB888_U8 and YUV400_U8 are");
  if (reader.isOn("resize"))
    return reader.unsupported("resize",
                              Twine(chip.name) + " has no resize in AIPP",
                              "resize pictures before they are given");
  if (reader.isOn("csc_switch") && format->channels != 3)
    return reader.unsupported("csc_switch",
                              word + " has no colours to convert");
  bool isPart = reader.isOn("crop") || reader.isOn("padding");
  int64_t height = reader.integer("src_image_size_h"),
          width = reader.integer("src_image_size_w");
  for (auto [name, size, otherwise] :
       {std::make_tuple("src_image_size_h", &height, features.height),
        std::make_tuple("src_image_size_w", &width, features.width)}) {
    if (*size == 0 && isPart)
      return reader.invalid(name, Twine(name) + " is needed where there is "
                                                "crop or padding");
    if (*size == 0)
      *size = otherwise;
  }
  if (width < 2)
    return reader.unsupported("src_image_size_w",
                              "pictures are at least 2 wide");
  if (format->isYUV420SP() && (height % 2 != 0 || width % 2 != 0))
    return reader.unsupported(
        "input_format", "pictures of YUV420SP_U8 are " + Twine(height) + " x " +
                            Twine(width) + ", which must be even");
  if (llvm::Error error = readCrop(features, height, width))
    return error;
  if (llvm::Error error = readPadding(element))
    return error;
  attributes.set("ge.input_format", builder.getStringAttr(word));
  readColours();
  readMeans();
  shape = format->shape(height, width);

  int64_t made[] = {crop.empty() ? height : crop[2],
                    crop.empty() ? width : crop[3]};
  if (!padding.empty()) {
    made[0] += padding[0] + padding[1];
    made[1] += padding[2] + padding[3];
  }
  if (made[0] != features.height || made[1] != features.width)
    return reader.invalid("src_image_size_h",
                          "it makes " + Twine(made[0]) + " x " +
                              Twine(made[1]) + " pixels, and the model takes " +
                              Twine(features.height) + " x " +
                              Twine(features.width));
  return llvm::Error::success();
}

void Insertion::setInput(unsigned input, ArrayRef<int64_t> shape) {
  main.getArgument(input).setType(bytes(shape));
  // The names of dynamic extents: the number of pictures stays.
  auto names = main.getArgAttrOfType<ArrayAttr>(input, kDimsAttrName);
  if (!names)
    return;
  SmallVector<Attribute> kept(shape.size(), builder.getStringAttr(""));
  if (ShapedType::isDynamic(shape.front()) && !names.empty())
    kept.front() = names[0];
  main.setArgAttr(input, kDimsAttrName, builder.getArrayAttr(kept));
}

llvm::Error Insertion::insert(unsigned input) {
  BlockArgument argument = main.getArgument(input);
  auto type = cast<ShapedType>(argument.getType());
  std::string name = nameOf(input).str();
  if (llvm::is_contained(options.halfInputs, name))
    return makeError(
        {"E10034",
         "Nodes (for example, " + name +
             ") connected to AIPP must not be of type FP16.",
         options.file,
         "leave it out of --input_fp16_nodes, or of the configuration"});
  llvm::Expected<Features> size = featuresOf(input);
  if (!size)
    return size.takeError();
  addInts("features", {size->channels, size->height, size->width});
  attributes.set("node_name", builder.getStringAttr(name + "_0_aipp"));
  if (options.truncatesColours)
    attributes.set("truncates_colours", builder.getUnitAttr());
  if (chip.aippSingleSteps)
    attributes.set("single_steps", builder.getUnitAttr());
  bool isDynamic = reader.word("aipp_mode") == "dynamic";
  SmallVector<Value> operands{argument};
  if (isDynamic) {
    if (ShapedType::isDynamic(size->number) || size->number > kAippPictures)
      return reader.invalid(
          "aipp_mode", "dynamic AIPP takes 1 to 127 pictures at a time",
          "give the shape of '" + name + "' with --input_shape");
    setInput(input, {1, reader.integer("max_src_image_size")});
    auto params = bytes(kAippHeaderBytes + kAippPictureBytes * size->number);
    std::string parameters = kParametersName.str();
    // GE's name for those of a second input.
    for (unsigned other = 0; other != main.getNumArguments(); ++other)
      if (nameOf(other) == kParametersName)
        parameters = (kParametersName + "_" + name + "_0_aipp").str();
    (void)main.insertArgument(
        main.getNumArguments(), params,
        builder.getDictionaryAttr(builder.getNamedAttr(
            kNameAttrName, builder.getStringAttr(parameters))),
        main.getLoc());
    operands.push_back(main.getArguments().back());
  } else {
    if (llvm::Error error = readStatic(*size, type.getElementType()))
      return error;
    shape.insert(shape.begin(), size->number);
    setInput(input, shape);
  }
  OpBuilder body = OpBuilder::atBlockBegin(&main.getBody().front());
  auto place =
      NameLoc::get(builder.getStringAttr(name + "_0_aipp"), main.getLoc());
  // No kernel of AIPP gives float32. Where the model's types must stay, it is
  // AIPP that has float16, and not what reads it.
  bool isHalf = options.keepsTypes && isa<FloatType>(type.getElementType());
  auto op =
      AippOp::create(body, place, isHalf ? type.clone(body.getF16Type()) : type,
                     operands, attributes);
  Value features = op.getY();
  if (features.getType() != type) {
    NamedAttribute cast = builder.getNamedAttr(
        "node_name", builder.getStringAttr(name + "_0_aipp_cast"));
    features = CastOp::create(body, place, type, features, cast);
  }
  argument.replaceAllUsesExcept(features, op);
  main.setFunctionType(builder.getFunctionType(
      main.getBody().front().getArgumentTypes(), main.getResultTypes()));
  return llvm::Error::success();
}

llvm::Error mlir::ascend::insertAipp(ModuleOp module,
                                     const AippOptions &options,
                                     const SoCInfo &chip) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal())
    return makeError({"", "the model has no function main for AIPP",
                      options.file, "", ExitCode::ModelFailed});
  llvm::Expected<std::vector<aipp::Block>> blocks =
      aipp::readAippFile(options.file);
  if (!blocks)
    return blocks.takeError();
  // Inputs are counted before any is added.
  SmallVector<unsigned> inputs;
  bool hasNames = llvm::any_of(*blocks, [&](const aipp::Block &block) {
    return BlockReader(options.file, block).has("related_input_name");
  });
  for (const aipp::Block &block : *blocks) {
    BlockReader reader(options.file, block);
    if (hasNames && reader.has("related_input_rank"))
      return reader.invalid("related_input_rank",
                            "some blocks name inputs and some number them");
    if (options.layout != "NCHW") {
      std::string reason = "--input_format is " + options.layout;
      if (reader.word("aipp_mode") == "static")
        return reader.invalid("aipp_mode", reason, "AIPP needs NCHW");
      return makeError({"E13014", "dynamic AIPP: " + reason, options.file,
                        "AIPP needs NCHW"});
    }
    llvm::Expected<unsigned> input =
        Insertion(main, options, chip, reader).findInput();
    if (!input)
      return input.takeError();
    if (llvm::is_contained(inputs, *input))
      return reader.invalid(hasNames ? "related_input_name"
                                     : "related_input_rank",
                            "two blocks are about input " + Twine(*input));
    inputs.push_back(*input);
  }
  for (auto [block, input] : llvm::zip_equal(*blocks, inputs)) {
    BlockReader reader(options.file, block);
    if (llvm::Error error =
            Insertion(main, options, chip, reader).insert(input))
      return error;
  }
  return llvm::Error::success();
}
