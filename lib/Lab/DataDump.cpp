//===- DataDump.cpp - What runs leave behind ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/DataDump.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/TimeInNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <charconv>
#include <chrono>
#include <ctime>

using namespace mlir::ascend;

/// The longest name that a file may have.
static constexpr size_t kLongestName = 255;
/// The device and the stream of all that runs here.
static constexpr int kDevice = 0, kStream = 0;

/// What CANN calls an overflow of floats.
static constexpr int kFloatOverflow = 32;

static uint64_t microsecondsNow() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

static llvm::Error cannotMake(llvm::StringRef folder, std::error_code error) {
  return makeError({"", "cannot make the folder: " + error.message(),
                    folder.str(), "look after --dump_path"});
}

/// Whether the tensor has what comes of an overflow.
static bool hasOverflow(const TensorStatistics &found, ascendrt_dtype dtype,
                        bool saturates) {
  return found.nans || found.negativeInfinities || found.positiveInfinities ||
         (saturates && dtype == ASCENDRT_FLOAT16 && found.largest);
}

/// The shortest text that reads back as the same double: a fixed number of
/// digits would be too few for integers, and too many for what is exact.
static std::string shortestText(double value) {
  char text[32];
  char *end = std::to_chars(text, text + sizeof(text), value).ptr;
  return std::string(text, end);
}

/// There are such bytes, so they can be counted.
static int64_t bytesOf(const ascendrt_observed_tensor &tensor,
                       llvm::ArrayRef<int64_t> shape) {
  int64_t bytes = 0;
  ascendrt_tensor_bytes(tensor.desc.dtype, shape.size(), shape.data(), &bytes);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

std::unique_ptr<DataDump>
DataDump::make(DumpRequest request, const ascendrt_model &model,
               llvm::function_ref<void(const ascend::Diagnostic &)> warn) {
  llvm::ArrayRef shown(model.observed, model.num_observed);
  llvm::StringSet<> names;
  for (const ascendrt_observed_tensor &tensor : shown)
    names.insert(tensor.op);
  for (llvm::StringRef layer : request.layers.keys())
    if (!names.contains(layer))
      warn({"", ("dump_layer: the model shows no op '" + layer + "'").str(), "",
            "ops are called as in the report; those that became others are not "
            "shown"});
  return std::unique_ptr<DataDump>(new DataDump(std::move(request), shown));
}

DataDump::DataDump(DumpRequest request,
                   llvm::ArrayRef<ascendrt_observed_tensor> shown)
    : request(std::move(request)), shown(shown.data()) {
  const ascendrt_observed_tensor *last = nullptr;
  for (const ascendrt_observed_tensor &tensor : shown) {
    bool isSame = last && llvm::StringRef(tensor.op) == last->op &&
                  llvm::StringRef(tensor.op_type) == last->op_type &&
                  (tensor.is_output || !last->is_output);
    tasks.push_back(last ? tasks.back() + !isSame : 0);
    last = &tensor;
  }
}

void DataDump::begin(ascendrt_context *context) {
  lock = std::unique_lock(mutex);
  this->context = context;
  ++step;
  op = Op();
  foundOverflow = false;
  folder.clear();
  isRunning = true;
  ascendrt_set_observer(context, see, this);
}

llvm::Error DataDump::end(llvm::Error run) {
  bool stopped;
  llvm::Error own = end(static_cast<bool>(run), stopped);
  if (!stopped)
    return llvm::joinErrors(std::move(run), std::move(own));
  llvm::consumeError(std::move(run));
  return own;
}

llvm::Error DataDump::end(bool failed, bool &stopped) {
  std::unique_lock ended = std::move(lock);
  isRunning = false;
  stopped = failure.has_value();
  if (failed && request.keepsInputsOfFailure && op.name && !failure) {
    std::string place;
    if (llvm::Error error = makeFailureFolder(place))
      fail(std::move(error));
    else
      keepFailed(place);
  } else if (!failed) {
    endOp();
  }
  writeMapping(folder);
  ascendrt_set_observer(context, nullptr, nullptr);
  op = Op();
  if (!failure)
    return llvm::Error::success();
  llvm::Error error = std::move(*failure);
  failure.reset();
  if (!failed || stopped)
    return error;
  // How the run ended is what the exit code says.
  ascend::Diagnostic diagnostic = toDiagnostic(std::move(error));
  diagnostic.message =
      "the inputs of what failed are not kept: " + diagnostic.message;
  diagnostic.exitCode = ExitCode::ModelFailed;
  return makeError(std::move(diagnostic));
}

void DataDump::see(void *user, const ascendrt_observed_tensor *tensor,
                   const int64_t *shape, const void *data) {
  static_cast<DataDump *>(user)->see(
      *tensor, llvm::ArrayRef(shape, tensor->desc.rank), data);
}

void DataDump::see(const ascendrt_observed_tensor &tensor,
                   llvm::ArrayRef<int64_t> shape, const void *data) {
  size_t place = &tensor - shown;
  // An op shows its tensors in their order, in each turn of a loop.
  if (!op.name || tasks[place] != op.task || place <= op.place) {
    endOp();
    beginOp(tensor);
  }
  op.place = place;
  if (failure)
    return;
  bool isWatched = request.kind == DumpRequest::Kind::Overflow &&
                   isWantedStep() && !foundOverflow;
  if (!tensor.is_output && (request.keepsInputsOfFailure || isWatched)) {
    const char *bytes = static_cast<const char *>(data);
    op.inputs.push_back(
        {&tensor, llvm::SmallVector<int64_t>(shape),
         std::vector<char>(bytes, bytes + bytesOf(tensor, shape))});
  }
  if (isWantedStep() && op.isWanted)
    look(tensor, shape, data);
}

void DataDump::look(const ascendrt_observed_tensor &tensor,
                    llvm::ArrayRef<int64_t> shape, const void *data) {
  ascendrt_dtype dtype = tensor.desc.dtype;
  bool isAsked = tensor.is_output ? request.outputs : request.inputs;
  switch (request.kind) {
  case DumpRequest::Kind::None:
    return;
  case DumpRequest::Kind::Tensors:
    if (isAsked) {
      if (llvm::Error error = makeFolder())
        return fail(std::move(error));
      writeTensor(folder, op, tensor, shape, data);
    }
    return;
  case DumpRequest::Kind::Statistics: {
    if (!isAsked)
      return;
    TensorStatistics found = statisticsOf(dtype, data, llvm::product_of(shape));
    llvm::raw_string_ostream os(op.rows);
    os << (tensor.is_output ? "Output" : "Input") << ',' << tensor.index << ','
       << bytesOf(tensor, shape) << ',' << ascendrt_dtype_word(dtype) << ",ND,"
       << llvm::join(
              llvm::map_range(
                  shape, [](int64_t extent) { return std::to_string(extent); }),
              "x");
    for (double value : {found.max, found.min, found.mean})
      os << ',' << shortestText(value);
    os << ',' << found.nans << ',' << found.negativeInfinities << ','
       << found.positiveInfinities << ',' << shortestText(found.norm) << '\n';
    return;
  }
  case DumpRequest::Kind::Overflow: {
    if (foundOverflow && !op.overflowed)
      return;
    TensorStatistics found = statisticsOf(dtype, data, llvm::product_of(shape));
    bool has = hasOverflow(found, dtype, request.saturates);
    if (!tensor.is_output) {
      op.tookOverflow |= has;
      return;
    }
    if (has && !op.tookOverflow && !op.overflowed) {
      foundOverflow = op.overflowed = true;
      if (llvm::Error error = makeFolder())
        return fail(std::move(error));
      writeOverflow(op, found);
      keepInputsOf(op, folder);
    }
    if (op.overflowed)
      writeTensor(folder, op, tensor, shape, data);
    return;
  }
  }
}

void DataDump::beginOp(const ascendrt_observed_tensor &tensor) {
  op = Op();
  op.name = tensor.op;
  op.type = tensor.op_type;
  op.task = tasks[&tensor - shown];
  // Two turns of a loop have names of their own.
  op.time = lastTime = std::max(microsecondsNow(), lastTime + 1);
  op.isWanted = request.layers.empty() || request.layers.contains(op.name);
}

void DataDump::endOp() {
  if (op.rows.empty() || failure)
    return;
  if (llvm::Error error = makeFolder())
    return fail(std::move(error));
  write(folder, nameOf(op) + ".csv", [&](llvm::raw_ostream &os) {
    os << "Input/Output,Index,Data Size,Data Type,Format,Shape,Max,Min,Avg,"
          "Nan,Negative Inf,Positive Inf,L2norm\n"
       << op.rows;
  });
  op.rows.clear();
}

/// The inputs of the op that failed, and which long names these files have.
void DataDump::keepFailed(llvm::StringRef place) {
  writeMapping(folder); // of what the run wrote before
  keepInputsOf(op, place);
  writeMapping(place);
}

void DataDump::keepInputsOf(const Op &op, llvm::StringRef folder) {
  for (const Kept &input : op.inputs)
    writeTensor(folder, op, *input.tensor, input.shape, input.data.data());
}

bool DataDump::isWantedStep() const {
  return request.kind != DumpRequest::Kind::None &&
         (request.steps.empty() ||
          llvm::any_of(request.steps, [&](std::pair<int64_t, int64_t> range) {
            return step >= range.first && step <= range.second;
          }));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// TYPE.NAME.TASK.STREAM.TIME, as CANN calls the files of an op.
std::string DataDump::nameOf(const Op &op) const {
  return llvm::formatv("{0}.{1}.{2}.{3}.{4}", nameInFiles(op.type),
                       nameInFiles(op.name), op.task, kStream, op.time);
}

/// DUMP_PATH/TIME/DEVICE/MODEL/ID/STEP: one of its own for each DataDump, by
/// the first ID that is free.
llvm::Error DataDump::makeFolder() {
  if (!folder.empty())
    return llvm::Error::success();
  if (modelFolder.empty()) {
    llvm::SmallString<256> models(request.folder);
    llvm::sys::path::append(models, timeInNames(std::time(nullptr)),
                            std::to_string(kDevice), request.model);
    if (std::error_code error = llvm::sys::fs::create_directories(models))
      return cannotMake(models, error);
    for (unsigned id = 1;; ++id) {
      llvm::SmallString<256> own(models);
      llvm::sys::path::append(own, std::to_string(id));
      std::error_code error =
          llvm::sys::fs::create_directory(own, /*IgnoreExisting=*/false);
      if (error == std::errc::file_exists)
        continue;
      if (error)
        return cannotMake(own, error);
      modelFolder = own.str();
      break;
    }
  }
  llvm::SmallString<256> ofStep(modelFolder);
  llvm::sys::path::append(ofStep, std::to_string(step));
  if (std::error_code error = llvm::sys::fs::create_directory(ofStep))
    return cannotMake(ofStep, error);
  folder = ofStep.str();
  return llvm::Error::success();
}

llvm::Error DataDump::makeFailureFolder(std::string &folder) const {
  llvm::SmallString<256> path(request.folder);
  if (path.empty())
    if (std::optional<std::string> work =
            llvm::sys::Process::GetEnv("ASCEND_WORK_PATH"))
      path = *work;
  llvm::sys::path::append(path, "extra-info", "data-dump",
                          std::to_string(kDevice));
  if (std::error_code error = llvm::sys::fs::create_directories(path))
    return cannotMake(path, error);
  folder = path.str();
  return llvm::Error::success();
}

void DataDump::write(llvm::StringRef folder, std::string name,
                     llvm::function_ref<void(llvm::raw_ostream &)> content) {
  if (name.size() > kLongestName) {
    std::string digits = std::to_string(llvm::xxh3_64bits(name)) +
                         llvm::sys::path::extension(name).str();
    longNames.push_back({digits, name});
    name = digits;
  }
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  if (llvm::Error error = writeWholeFile(path, content))
    fail(std::move(error));
}

void DataDump::writeTensor(llvm::StringRef folder, const Op &op,
                           const ascendrt_observed_tensor &tensor,
                           llvm::ArrayRef<int64_t> shape, const void *data) {
  std::string name =
      llvm::formatv("{0}.{1}.{2}.npy", nameOf(op),
                    tensor.is_output ? "output" : "input", tensor.index);
  write(folder, name, [&](llvm::raw_ostream &os) {
    char header[1024];
    size_t length = ascendrt_npy_header(tensor.desc.dtype, shape.size(),
                                        shape.data(), header, sizeof(header));
    os.write(header, length);
    os.write(static_cast<const char *>(data), bytesOf(tensor, shape));
  });
}

/// The keys of CANN's parsed files, of what there is here, and the op.
void DataDump::writeOverflow(const Op &op, const TensorStatistics &found) {
  const char *kind = found.nans ? "NaN"
                     : found.positiveInfinities || found.negativeInfinities
                         ? "Inf"
                         : "saturation";
  std::string name =
      llvm::formatv("Opdebug.Node_OpDebug.{0}.{1}.{2}.output.0.json", op.task,
                    kStream, op.time);
  auto text = [](const char *bytes) { return llvm::json::fixUTF8(bytes); };
  llvm::json::Object core{{"model_id", 1},
                          {"stream_id", kStream},
                          {"task_id", static_cast<int64_t>(op.task)},
                          {"task_type", 0},
                          {"status", kFloatOverflow},
                          {"op_name", text(op.name)},
                          {"op_type", text(op.type)},
                          {"kind", kind}};
  llvm::json::Value all = llvm::json::Object{{"AI Core", std::move(core)}};
  write(folder, name,
        [&](llvm::raw_ostream &os) { os << llvm::formatv("{0:2}\n", all); });
}

/// Which digits stand for which name that is too long, behind what other runs
/// said of the folder.
void DataDump::writeMapping(llvm::StringRef folder) {
  if (longNames.empty() || folder.empty())
    return;
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, "mapping.csv");
  std::string before;
  if (llvm::sys::fs::is_regular_file(path))
    if (auto file = llvm::MemoryBuffer::getFile(path))
      before = (*file)->getBuffer().str();
  write(folder, "mapping.csv", [&](llvm::raw_ostream &os) {
    os << before;
    for (const auto &[digits, name] : longNames)
      os << digits << ',' << name << '\n';
  });
  longNames.clear();
}

/// Keeps the first error, and ends the run; one that has ended keeps its own.
void DataDump::fail(llvm::Error error) {
  if (failure) {
    llvm::consumeError(std::move(error));
    return;
  }
  failure = std::move(error);
  if (isRunning)
    ascendrt_fail(context, ASCENDRT_IO, "the dump failed");
}
