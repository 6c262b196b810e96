//===- DataDump.h - What runs leave behind ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The dumps of CANN's sessions (docs/DataDump.md): its folders and its names of
// files, with .npy in them.

#ifndef ASCEND_LAB_DATADUMP_H
#define ASCEND_LAB_DATADUMP_H

#include "Ascend/Driver/RunModel.h"
#include "Ascend/Lab/TensorStatistics.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/StringSet.h"

#include <mutex>
#include <optional>

namespace mlir::ascend {

/// What the options ask for.
struct DumpRequest {
  enum class Kind { None, Tensors, Statistics, Overflow };
  Kind kind = Kind::None;
  /// Those of an op that ends the run are kept, too.
  bool keepsInputsOfFailure = false;
  bool inputs = false, outputs = true;
  /// The folder of dump_path, or "".
  std::string folder;
  /// What the folder of the model is called.
  std::string model;
  /// Ranges, both ends included; none: all.
  llvm::SmallVector<std::pair<int64_t, int64_t>> steps;
  llvm::StringSet<> layers; ///< none: all
  /// An overflow of float16 gives its largest number.
  bool saturates = false;

  /// Whether a run has to show its tensors.
  bool isAsked() const { return kind != Kind::None || keepsInputsOfFailure; }
};

/// `name` as it stands in CANN's files: blanks, dots and slashes are `_`.
std::string nameInFiles(llvm::StringRef name);

/// Reads them; `model` is a path or a name. E10001 for a folder that is not
/// there and for bad steps, E10058 where dumps have no folder.
llvm::Expected<DumpRequest> readDumpRequest(const OptionValues &values,
                                            llvm::StringRef model);

/// Keeps what the runs of a model show, as a request says. Runs that several
/// threads begin come one after the other.
class DataDump : public RunListener {
public:
  /// `model` was compiled to show its tensors. A layer that it does not have is
  /// reported to `warn`.
  static std::unique_ptr<DataDump>
  make(DumpRequest request, const ascendrt_model &model,
       llvm::function_ref<void(const ascend::Diagnostic &)> warn);

  /// Watches the run of `context` that comes, until end().
  void begin(ascendrt_context *context) override;
  /// Why the run failed, if it did by itself, and why it could not be dumped.
  llvm::Error end(llvm::Error run) override;
  /// Why it could not be dumped; whether it was that what ended the run is said
  /// in `stopped`.
  llvm::Error end(bool failed, bool &stopped);

private:
  /// A tensor, kept in case that it is asked for.
  struct Kept {
    const ascendrt_observed_tensor *tensor;
    llvm::SmallVector<int64_t> shape;
    std::vector<char> data;
  };
  /// The op whose tensors come.
  struct Op {
    const char *name = nullptr, *type = nullptr;
    unsigned task = 0;
    uint64_t time = 0;       ///< microseconds since 1970
    size_t place = 0;        ///< of the last tensor that came
    bool isWanted = false;   ///< it is one of the layers
    bool overflowed = false; ///< by it, before anything else
    bool tookOverflow = false;
    std::vector<Kept> inputs;
    std::string rows; ///< of its statistics
  };

  DataDump(DumpRequest request, llvm::ArrayRef<ascendrt_observed_tensor> shown);

  static void see(void *user, const ascendrt_observed_tensor *tensor,
                  const int64_t *shape, const void *data);
  void see(const ascendrt_observed_tensor &tensor,
           llvm::ArrayRef<int64_t> shape, const void *data);
  void look(const ascendrt_observed_tensor &tensor,
            llvm::ArrayRef<int64_t> shape, const void *data);
  void beginOp(const ascendrt_observed_tensor &tensor);
  void endOp();
  void keepFailed(llvm::StringRef place);
  void keepInputsOf(const Op &op, llvm::StringRef folder);

  bool isWantedStep() const;
  std::string nameOf(const Op &op) const;
  llvm::Error makeFolder();
  llvm::Error makeFailureFolder(std::string &folder) const;
  void write(llvm::StringRef folder, std::string name,
             llvm::function_ref<void(llvm::raw_ostream &)> content);
  void writeTensor(llvm::StringRef folder, const Op &op,
                   const ascendrt_observed_tensor &tensor,
                   llvm::ArrayRef<int64_t> shape, const void *data);
  void writeOverflow(const Op &op, const TensorStatistics &found);
  void writeMapping(llvm::StringRef folder);
  void fail(llvm::Error error);

  const DumpRequest request;
  /// The tensors that the model shows, and the number of the op of each.
  const ascendrt_observed_tensor *shown;
  std::vector<unsigned> tasks;
  std::mutex mutex;                  ///< held from begin() to end()
  std::unique_lock<std::mutex> lock; ///< of it
  ascendrt_context *context = nullptr;
  std::string modelFolder, folder; ///< of all steps, and of the one in hand
  int64_t step = -1;
  uint64_t lastTime = 0;      ///< of an op
  bool foundOverflow = false; ///< in this run
  bool isRunning = false;
  Op op;
  std::vector<std::pair<std::string, std::string>> longNames;
  std::optional<llvm::Error> failure;
};

} // namespace mlir::ascend

#endif // ASCEND_LAB_DATADUMP_H
