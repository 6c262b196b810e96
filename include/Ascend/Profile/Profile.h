//===- Profile.h - Where the time of a run went -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What the runtime records of a run's kernels (ascendrt_get_profile), and the
// forms in which people and tools read it (docs/Profiling.md).

#ifndef ASCEND_PROFILE_PROFILE_H
#define ASCEND_PROFILE_PROFILE_H

#include "Ascend/Runtime/ascendrt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::ascend {

struct ProfiledTensor {
  std::string dtype, format; ///< msprof's words
  std::vector<int64_t> shape;
};

/// One run of one kernel.
struct ProfiledKernel {
  int64_t number;          ///< which of the model's kernels; -1: a copy
  int64_t startNs, timeNs; ///< the start since the run's
  /// The first, from 0, on which none runs that began before: kernels that run
  /// side by side are on several.
  unsigned stream = 0;
  std::string symbol; ///< its function, which others may share
  /// Those of the op that takes longest in it.
  std::string name, type;
  std::string task; ///< msprof's Task Type
  /// It is a cast that no model asked for: CANN has a name of its own for it.
  bool isInserted = false;
  /// Its products round float32 to HF32.
  bool isHF32 = false;
  std::vector<ProfiledTensor> inputs, outputs;
  /// All ops in it, with their types.
  std::vector<std::pair<std::string, std::string>> nodes;
  /// What it reads and writes; nothing where that is not known.
  std::optional<double> bytes;
  /// Products and sums of the cube unit's ops, two operations each.
  std::optional<double> flops;
};

struct Profile {
  int64_t startNs = 0; ///< since 1970
  int64_t runNs = 0;
  unsigned threads = 1;
  std::vector<ProfiledKernel> kernels; ///< in their order
  /// Turns of loops that are not among them.
  uint64_t lost = 0;

  /// How long kernels run, one or several.
  int64_t kernelNs() const;
};

/// The times of one run, as the runtime has them.
class RunTimes {
public:
  /// Those of the last run; an error where the model was not compiled with
  /// profiling.
  static llvm::Expected<RunTimes> of(ascendrt_context *context);

  int64_t getStartNs() const { return startNs; }
  int64_t getRunNs() const { return runNs; }
  llvm::ArrayRef<ascendrt_kernel_time> getTimes() const { return times; }
  /// What the compiler says of each kernel, in JSON.
  llvm::StringRef getKernels() const { return kernels; }

  /// Looks up what the kernels are, as long as the model is there.
  llvm::Expected<Profile> read() const;

private:
  const char *kernels = nullptr;
  int64_t startNs = 0, runNs = 0;
  unsigned threads = 1;
  uint64_t lost = 0;
  std::vector<ascendrt_kernel_time> times;
  std::vector<int64_t> sizes;
};

/// How many float32 operations a second `threads` of this machine's CPUs do in
/// a loop of fused products and sums; nothing where it has no such instruction
/// that is known here. Measures for some hundredths of a second.
std::optional<double> measurePeak(unsigned threads);

/// A table for people, of at most 100 columns, the slowest kernels first, and
/// by op types. `peak` is measurePeak's.
void printProfile(const Profile &profile, std::optional<double> peak,
                  llvm::raw_ostream &os);

/// The kernels as JSON, an array of objects.
void writeProfileJSON(const Profile &profile, llvm::raw_ostream &os);

/// The trace that Perfetto and chrome://tracing read.
void writeTrace(const Profile &profile, llvm::raw_ostream &os);

/// One run, in nanoseconds since 1970.
struct StepTime {
  int64_t startNs = 0, endNs = 0;
  /// When the op that begins the forward pass began, and the one that ends the
  /// backward pass ended, where somebody says which ones they are.
  std::optional<int64_t> forwardStartNs, backwardEndNs;
};

/// The runs of a model, of which the times of two ops are looked at.
class StepTrace {
public:
  /// The names of the ops, of which each may be empty.
  StepTrace(std::string forwardStart, std::string backwardEnd)
      : names{std::move(forwardStart), std::move(backwardEnd)} {}

  /// Looks the ops up, of which `times` are a run; an error (exit code Usage)
  /// where the model has no such op.
  llvm::Error lookUp(const RunTimes &times);
  void add(const RunTimes &times);

  const std::vector<StepTime> &getSteps() const { return steps; }

private:
  std::string names[2];
  /// The kernels that the ops are in.
  std::vector<int64_t> kernels[2];
  std::vector<StepTime> steps;
};

/// Which files a folder PROF_… has.
struct ProfileFiles {
  bool ops = true;                  ///< op_summary and op_statistic
  bool tasks = true;                ///< task_time
  const StepTrace *steps = nullptr; ///< step_trace
};

/// Makes a folder PROF_… in `folder`, which is made where it is not there, as
/// msprof does, and gives its path. On an error (exit code Usage) it is gone
/// again.
llvm::Expected<std::string> writeProfileFolder(const Profile &profile,
                                               llvm::StringRef folder,
                                               const ProfileFiles &files = {});

/// What writeProfileFolder would say before it writes.
llvm::Error checkProfileFolder(llvm::StringRef folder);

} // namespace mlir::ascend

#endif // ASCEND_PROFILE_PROFILE_H
