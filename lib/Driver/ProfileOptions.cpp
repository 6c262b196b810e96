//===- ProfileOptions.cpp - Shapes that options list ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// dynamic_dims, dynamic_batch_size and dynamic_image_size: what each number of
// a profile stands for, and CANN's errors.

#include "HintShape.h"

#include "Ascend/Driver/Driver.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/Table.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// An extent that profiles give.
struct OpenExtent {
  unsigned input;
  int64_t axis;
};

using Numbers = SmallVector<int64_t>;

/// Reads the one of the three options that is given.
class ProfileReader {
public:
  ProfileReader(func::FuncOp main, const OptionValues &values, StringRef option)
      : main(main), values(values), option(option),
        text(values.getOr(option, "")) {}

  llvm::Expected<ShapeProfiles> read();

private:
  llvm::Error fail(StringRef code, const Twine &why,
                   StringRef note = "") const {
    return makeError({code.str(),
                      ("Value " + text + " for parameter --" + option +
                       " is invalid. Reason: " + why)
                          .str(),
                      "", note.str()});
  }

  RankedTensorType typeOf(unsigned input) {
    return cast<RankedTensorType>(main.getArgumentTypes()[input]);
  }
  std::string nameOf(unsigned input) { return inputName(main, input); }
  SmallVector<unsigned> inputsInOrder();

  llvm::Expected<SmallVector<Numbers>> groups() const;
  llvm::Expected<SmallVector<OpenExtent>> batches();
  llvm::Expected<SmallVector<OpenExtent>> images();
  llvm::Expected<SmallVector<OpenExtent>> dims();

  func::FuncOp main;
  const OptionValues &values;
  StringRef option, text;
};

} // namespace

/// Those that input_shape names, as it does; then the others.
SmallVector<unsigned> ProfileReader::inputsInOrder() {
  SmallVector<unsigned> order;
  for (StringRef entry : llvm::split(values.getInputShape().value_or(""), ';'))
    for (unsigned input = 0; input < main.getNumArguments(); ++input)
      if (entry.take_front(entry.rfind(':')).trim() == nameOf(input) &&
          !llvm::is_contained(order, input))
        order.push_back(input);
  for (unsigned input = 0; input < main.getNumArguments(); ++input)
    if (!llvm::is_contained(order, input))
      order.push_back(input);
  return order;
}

/// The numbers of each profile.
llvm::Expected<SmallVector<Numbers>> ProfileReader::groups() const {
  constexpr size_t kLeast = 2, kMost = 100;
  // As all extents that attributes give.
  constexpr int64_t kMostExtent = int64_t(1) << 31;
  bool isBatch = option == "dynamic_batch_size";
  SmallVector<Numbers> groups;
  for (StringRef group : llvm::split(text, isBatch ? ',' : ';')) {
    // One at the end is common in scripts.
    if (group.trim().empty())
      continue;
    Numbers &numbers = groups.emplace_back();
    for (StringRef word : llvm::split(group, ','))
      if (word.trim().getAsInteger(10, numbers.emplace_back()))
        return fail(option == "dynamic_dims" ? "E10001" : "E10003",
                    "'" + word.trim() + "' is no number");
    for (int64_t number : numbers) {
      if (number <= 0)
        return fail("E10038",
                    Twine(number) + " is no extent: it must be above 0");
      if (number > kMostExtent)
        return fail("E10038", Twine(number) + " is no extent: it may be " +
                                  Twine(kMostExtent) + " at most");
    }
    if (numbers.size() != groups.front().size())
      return fail("E10037", "one profile has " +
                                counted(groups.front().size(), "number") +
                                ", another one " + Twine(numbers.size()));
  }
  std::string count = counted(groups.size(), "profile");
  if (groups.size() < kLeast)
    return fail("E10035", "it has " + count + ", and needs " + Twine(kLeast));
  if (groups.size() > kMost)
    return fail("E10036", "it has " + count + ", and may have " + Twine(kMost));
  for (size_t i = 0; i < groups.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (groups[i] == groups[j])
        return fail("E10039", "the profiles " + Twine(j + 1) + " and " +
                                  Twine(i + 1) + " are the same");
  return groups;
}

/// The first extent of each input that leaves it open.
llvm::Expected<SmallVector<OpenExtent>> ProfileReader::batches() {
  SmallVector<OpenExtent> open;
  for (unsigned input : inputsInOrder())
    for (int64_t axis = 0; axis < typeOf(input).getRank(); ++axis) {
      if (!typeOf(input).isDynamicDim(axis))
        continue;
      if (axis != 0)
        return fail("E10018",
                    "input '" + nameOf(input) + "' has -1 at axis " +
                        Twine(axis) + ", and only the first extent is a batch",
                    "give the other extents in --input_shape, or use "
                    "--dynamic_dims");
      open.push_back({input, axis});
    }
  if (open.empty())
    return fail("E10031", "no input has -1 as its first extent",
                "write it in --input_shape, such as \"x:-1,3,224,224\"");
  return open;
}

/// Height and width of each image.
llvm::Expected<SmallVector<OpenExtent>> ProfileReader::images() {
  int64_t height = values.getInputFormat() == "NHWC" ? 1 : 2;
  SmallVector<OpenExtent> open;
  for (unsigned input : inputsInOrder()) {
    RankedTensorType type = typeOf(input);
    if (type.hasStaticShape())
      continue;
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      bool isSize = axis == height || axis == height + 1;
      if (type.getRank() != 4 || type.isDynamicDim(axis) != isSize)
        return fail("E10019",
                    "input '" + nameOf(input) +
                        "' must have four extents, and -1 as its height and "
                        "width alone",
                    "write it in --input_shape, such as \"x:1,3,-1,-1\"");
    }
    open.push_back({input, height});
    open.push_back({input, height + 1});
  }
  if (open.empty())
    return fail("E10019", "no input has -1 as its height and width",
                "write it in --input_shape, such as \"x:1,3,-1,-1\"");
  return open;
}

llvm::Expected<SmallVector<OpenExtent>> ProfileReader::dims() {
  SmallVector<OpenExtent> open;
  for (unsigned input : inputsInOrder())
    for (int64_t axis = 0; axis < typeOf(input).getRank(); ++axis)
      if (typeOf(input).isDynamicDim(axis))
        open.push_back({input, axis});
  if (open.empty())
    return fail("E10001", "no input has an extent of -1",
                "write -1 in --input_shape, such as \"x:-1,3,224,224\"");
  return open;
}

llvm::Expected<ShapeProfiles> ProfileReader::read() {
  for (Type type : main.getArgumentTypes())
    if (!isa<RankedTensorType>(type))
      return fail("E10001", "an input of the model has no rank");
  if (values.getInputShape().value_or("").contains('~'))
    return makeError(
        {"E10040",
         ("--input_shape has a range, and --" + option + " lists what may come")
             .str(),
         "", "write -1 in the place of the range"});
  llvm::Expected<SmallVector<Numbers>> groups = this->groups();
  if (!groups)
    return groups.takeError();
  bool isImage = option == "dynamic_image_size";
  bool isBatch = option == "dynamic_batch_size";
  llvm::Expected<SmallVector<OpenExtent>> open = isBatch   ? batches()
                                                 : isImage ? images()
                                                           : dims();
  if (!open)
    return open.takeError();
  size_t wanted = isBatch ? 1 : isImage ? 2 : open->size();
  if (groups->front().size() != wanted)
    return fail(isImage ? "E10020" : "E10003",
                "a profile has " + counted(groups->front().size(), "number") +
                    ", and " +
                    (isImage ? "an image two extents"
                     : wanted == 1
                         ? "1 extent is -1"
                         : std::to_string(wanted) + " extents are -1"));
  ShapeProfiles profiles;
  profiles.takesOthers = values.getCompileHybridMode();
  for (const Numbers &numbers : *groups) {
    std::vector<InputShape> &shapes = profiles.all.emplace_back();
    for (Type type : main.getArgumentTypes())
      shapes.emplace_back(cast<RankedTensorType>(type).getShape().vec());
    // Each image has the size of the profile, each batch its one number.
    for (auto [index, extent] : llvm::enumerate(*open))
      shapes[extent.input][extent.axis] = numbers[index % wanted];
  }
  return profiles;
}

llvm::Expected<ShapeProfiles>
mlir::ascend::shapeProfilesOf(ModuleOp module, const OptionValues &values) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return ShapeProfiles();
  for (StringRef name : {option::dynamicDims, option::dynamicBatchSize,
                         option::dynamicImageSize})
    if (values.has(name))
      return ProfileReader(main, values, name).read();
  if (auto hint = values.getInputHintShape())
    return readHintShape(main, *hint);
  return ShapeProfiles();
}
