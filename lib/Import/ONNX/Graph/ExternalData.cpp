//===- ExternalData.cpp - Weights outside of the model file ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"
#include "Ascend/Support/Diagnostics.h"
#include "PackedElements.h"
#include "Tensors.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {

/// A file in memory.
struct MappedFile {
  sys::fs::mapped_file_region region;
  uint64_t size = 0;
};

class Loader {
public:
  Loader(StringRef folder, StringRef file,
         const std::function<Error(StringRef)> &whenRead)
      : folder(folder), file(file), whenRead(whenRead) {}

  Error load(Model &model) {
    if (Error error = load(model.graph))
      return error;
    for (Function &function : model.functions) {
      for (onnx::Attribute &attribute : function.defaults)
        if (Error error = load(attribute))
          return error;
      if (Error error = load(function.nodes))
        return error;
    }
    return Error::success();
  }

private:
  Error fail(const Tensor &tensor, const Twine &what, StringRef note) const {
    std::string location =
        json::fixUTF8(StringRef(tensor.external->location).take_front(200));
    return makeError(
        {"E10041",
         ("tensor '" + json::fixUTF8(StringRef(tensor.name)) +
          "' keeps its data in the file '" + location + "', " + what)
             .str(),
         file.str(), note.str(), ExitCode::ModelFailed});
  }

  /// Graphs nest no deeper than the parser allows.
  Error load(Graph &graph) {
    for (Tensor &tensor : graph.initializers)
      if (Error error = load(tensor))
        return error;
    for (SparseTensor &tensor : graph.sparseInitializers)
      if (Error error = load(tensor))
        return error;
    return load(graph.nodes);
  }

  Error load(std::vector<Node> &nodes) {
    for (Node &node : nodes)
      for (onnx::Attribute &attribute : node.attributes)
        if (Error error = load(attribute))
          return error;
    return Error::success();
  }

  Error load(onnx::Attribute &attribute) {
    if (attribute.tensor)
      if (Error error = load(*attribute.tensor))
        return error;
    if (attribute.sparseTensor)
      if (Error error = load(*attribute.sparseTensor))
        return error;
    return attribute.graph ? load(*attribute.graph) : Error::success();
  }

  Error load(SparseTensor &tensor) {
    if (Error error = load(tensor.values))
      return error;
    return load(tensor.indices);
  }

  Error load(Tensor &tensor);
  Expected<std::shared_ptr<MappedFile>> open(const Tensor &tensor);
  Expected<std::shared_ptr<MappedFile>> map(const Tensor &tensor);

  StringRef folder, file;
  const std::function<Error(StringRef)> &whenRead;
  StringMap<std::shared_ptr<MappedFile>> files;
};

} // namespace

Expected<std::shared_ptr<MappedFile>> Loader::map(const Tensor &tensor) {
  StringRef location = tensor.external->location;
  if (folder.empty())
    return fail(tensor, "but the model itself comes from no file",
                "save the model and its data in one folder");
  StringRef inside = "external data has to lie in the model's folder";
  if (location.empty() || location.contains('\0'))
    return fail(tensor, "which is no name of a file", "");
  if (sys::path::is_absolute(location))
    return fail(tensor, "which is an absolute path", inside);
  for (StringRef part :
       make_range(sys::path::begin(location), sys::path::end(location)))
    if (part == "..")
      return fail(tensor, "which has a '..'", inside);

  SmallString<128> path(folder), top, real;
  sys::path::append(path, location);
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(path, status))
    return fail(tensor, "which cannot be read: " + error.message(),
                "bring that file along with the model");
  // Opening a pipe would wait for its writer.
  if (status.type() != sys::fs::file_type::regular_file)
    return fail(tensor, "which is no regular file", "");
  // Checked on the open file: a link may change under a path.
  Expected<sys::fs::file_t> handle =
      sys::fs::openNativeFileForRead(path, sys::fs::OF_None, &real);
  if (!handle)
    return fail(tensor, "which cannot be read: " + toString(handle.takeError()),
                "");
  auto mapped = std::make_shared<MappedFile>();
  std::error_code error = sys::fs::real_path(folder, top);
  bool isInside = !error && real.str().starts_with(top) &&
                  (sys::path::is_separator(top.back()) ||
                   sys::path::is_separator(real[top.size()]));
  if (!error && isInside)
    error = sys::fs::status(*handle, status);
  if (!error && isInside && status.getSize() > 0)
    mapped->region = sys::fs::mapped_file_region(
        *handle, sys::fs::mapped_file_region::readonly, status.getSize(),
        /*offset=*/0, error);
  mapped->size = status.getSize();
  sys::fs::closeFile(*handle);
  if (error)
    return fail(tensor, "which cannot be read: " + error.message(), "");
  if (!isInside)
    return fail(tensor, "which is a link out of the model's folder", inside);
  if (whenRead)
    if (Error refused = whenRead(path))
      return refused;
  return mapped;
}

Expected<std::shared_ptr<MappedFile>> Loader::open(const Tensor &tensor) {
  auto known = files.find(tensor.external->location);
  if (known != files.end())
    return known->second;
  Expected<std::shared_ptr<MappedFile>> mapped = map(tensor);
  if (mapped)
    files[tensor.external->location] = *mapped;
  return mapped;
}

Error Loader::load(Tensor &tensor) {
  if (!tensor.external)
    return unpackElements(tensor, file);
  // What is wrong with type or shape is said where the tensor is used.
  std::optional<int64_t> elements = numElements(tensor.dims);
  size_t bytes = elementBytes(tensor.elementType);
  if (!elements || bytes == 0)
    return Error::success();
  Expected<std::shared_ptr<MappedFile>> mapped = open(tensor);
  if (!mapped)
    return mapped.takeError();
  uint64_t offset = 0, length = storedBytes(tensor.elementType, *elements);
  StringRef given = tensor.external->offset;
  if (!given.empty() && given.getAsInteger(10, offset))
    return fail(tensor,
                "but its offset '" + json::fixUTF8(given.take_front(30)) +
                    "' is no number",
                "");
  given = tensor.external->length;
  if (!given.empty() && given.getAsInteger(10, length))
    return fail(tensor,
                "but its length '" + json::fixUTF8(given.take_front(30)) +
                    "' is no number",
                "");
  uint64_t size = (*mapped)->size;
  if (offset > size || length > size - offset)
    return fail(tensor,
                "which has " + Twine(size) + " bytes, but the tensor needs " +
                    Twine(length) + " from " + Twine(offset) + " on",
                "is the file complete?");
  tensor.data = (*mapped)->region.const_data() + offset;
  if (size == 0)
    tensor.data = nullptr;
  tensor.size = length;
  tensor.owner = std::move(*mapped);
  tensor.external.reset();
  return unpackElements(tensor, file);
}

Error onnx::loadExternalData(Model &model, StringRef folder, StringRef file,
                             const std::function<Error(StringRef)> &whenRead) {
  return Loader(folder, file, whenRead).load(model);
}
