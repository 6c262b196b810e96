//===- ProfileFolder.cpp - Profiles as msprof writes them -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The columns of the .csv files in PROF_*/mindstudio_profiler_output, of what a
// CPU has of them.

#include "Ascend/Profile/Profile.h"

#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/TimeInNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <cstdlib>

using namespace mlir::ascend;

/// Nanoseconds as msprof writes times: microseconds with three decimals.
static std::string microseconds(int64_t nanoseconds) {
  return llvm::formatv("{0}{1}.{2}", nanoseconds < 0 ? "-" : "",
                       std::abs(nanoseconds / 1000),
                       llvm::format("%03d", int(std::abs(nanoseconds % 1000))));
}

/// A cell of a CSV; one that spreadsheets would take for a formula is a text to
/// them all the same, as quotes stand around what is not plain.
static std::string cell(llvm::StringRef text) {
  if (text.find_first_of(",;\"\r\n") == llvm::StringRef::npos)
    return text.str();
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

/// What `get` says of each tensor, `;` between them.
template <typename Get>
static std::string each(const std::vector<ProfiledTensor> &tensors, Get get) {
  if (tensors.empty())
    return "N/A";
  return llvm::join(llvm::map_range(tensors, get), ";");
}

/// Three cells; shapes are in quotes always, as commas stand in them.
static std::string tensorCells(const std::vector<ProfiledTensor> &tensors) {
  auto shape = [](const ProfiledTensor &tensor) {
    return llvm::join(
        llvm::map_range(tensor.shape,
                        [](int64_t extent) { return std::to_string(extent); }),
        ",");
  };
  auto dtype = [](const ProfiledTensor &tensor) { return tensor.dtype; };
  auto format = [](const ProfiledTensor &tensor) { return tensor.format; };
  std::string shapes =
      tensors.empty() ? "N/A" : '"' + each(tensors, shape) + '"';
  return shapes + ',' + each(tensors, dtype) + ',' + each(tensors, format);
}

/// What CANN calls the op. Copies are tasks of no op.
static std::string opName(const ProfiledKernel &kernel) {
  if (kernel.number < 0)
    return "N/A";
  return kernel.isInserted ? "trans_Cast_" + std::to_string(kernel.number)
                           : cell(kernel.name);
}

static void writeSummary(const Profile &profile, llvm::raw_ostream &os) {
  os << "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task "
        "Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),Block "
        "Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input "
        "Formats,Output Shapes,Output Data Types,Output Formats,Context ID\n";
  std::vector<int64_t> ends; // of what ran last on each stream
  for (auto [number, kernel] : llvm::enumerate(profile.kernels)) {
    if (kernel.stream == ends.size())
      ends.push_back(kernel.startNs);
    int64_t &end = ends[kernel.stream];
    os << "0,1," << number << ',' << kernel.stream << ',' << opName(kernel)
       << ',' << cell(kernel.type) << ",N/A," << kernel.task << ','
       << microseconds(profile.startNs + kernel.startNs) << "\t,"
       << microseconds(kernel.timeNs) << ','
       << microseconds(kernel.startNs - end) << ',' << profile.threads
       << (kernel.isHF32 ? ",0,YES," : ",0,NO,") << tensorCells(kernel.inputs)
       << ',' << tensorCells(kernel.outputs) << ",N/A\n";
    end = kernel.startNs + kernel.timeNs;
  }
}

static void writeTaskTime(const Profile &profile, llvm::raw_ostream &os) {
  os << "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),"
        "task_start(us),task_stop(us)\n";
  for (auto [number, kernel] : llvm::enumerate(profile.kernels)) {
    int64_t start = profile.startNs + kernel.startNs;
    os << "0," << opName(kernel) << ',' << kernel.task << ',' << kernel.stream
       << ',' << number << ',' << microseconds(kernel.timeNs) << ','
       << microseconds(start) << "\t," << microseconds(start + kernel.timeNs)
       << "\t\n";
  }
}

/// Two times that are reported, and what lies between them.
static std::string span(std::optional<int64_t> from,
                        std::optional<int64_t> to) {
  return from && to ? microseconds(*to - *from) : "N/A";
}

static void writeStepTrace(const StepTrace &trace, llvm::raw_ostream &os) {
  os << "Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),"
        "Iteration Time(us),FP to BP Time(us),Iteration Refresh(us),Data Aug "
        "Bound(us),Model ID\n";
  auto instant = [](std::optional<int64_t> time) {
    return time ? microseconds(*time) + '\t' : "N/A";
  };
  std::optional<int64_t> last;
  for (auto [number, step] : llvm::enumerate(trace.getSteps())) {
    int64_t begin = last.value_or(step.forwardStartNs.value_or(step.startNs));
    os << "0," << number + 1 << ',' << instant(step.forwardStartNs) << ','
       << instant(step.backwardEndNs) << ',' << instant(step.endNs) << ','
       << microseconds(step.endNs - begin) << ','
       << span(step.forwardStartNs, step.backwardEndNs) << ','
       << span(step.backwardEndNs, step.endNs) << ','
       << span(last, step.forwardStartNs) << ",1\n";
    last = step.endNs;
  }
}

namespace {
struct Statistic {
  int64_t count = 0, total = 0, least = 0, most = 0;
};
} // namespace

static void writeStatistic(const Profile &profile, llvm::raw_ostream &os) {
  os << "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg "
        "Time(us),Max Time(us),Ratio(%)\n";
  llvm::MapVector<std::pair<llvm::StringRef, llvm::StringRef>, Statistic> rows;
  for (const ProfiledKernel &kernel : profile.kernels) {
    Statistic &row = rows[{kernel.type, kernel.task}];
    row.least = row.count ? std::min(row.least, kernel.timeNs) : kernel.timeNs;
    row.most = std::max(row.most, kernel.timeNs);
    row.total += kernel.timeNs;
    ++row.count;
  }
  auto sorted = rows.takeVector();
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return std::tie(b.second.total, a.first) <
           std::tie(a.second.total, b.first);
  });
  int64_t sum = 0;
  for (const auto &[what, row] : sorted)
    sum += row.total;
  for (const auto &[what, row] : sorted)
    os << "0," << cell(what.first) << ',' << what.second << ',' << row.count
       << ',' << microseconds(row.total) << ',' << microseconds(row.least)
       << ',' << microseconds(row.total / row.count) << ','
       << microseconds(row.most) << ','
       << llvm::formatv("{0:f3}", 100.0 * row.total / std::max<int64_t>(sum, 1))
       << '\n';
}

/// PROF_<number>_<time to the millisecond>_<sixteen letters>.
static std::string folderName(const Profile &profile) {
  std::string letters;
  for (int i = 0; i < 16; ++i)
    letters +=
        static_cast<char>('A' + llvm::sys::Process::GetRandomNumber() % 26);
  int64_t milliseconds = profile.startNs / 1000000 % 1000;
  return llvm::formatv("PROF_000001_{0}{1}_{2}",
                       timeInNames(profile.startNs / 1000000000),
                       llvm::format("%03d", int(milliseconds)), letters);
}

static llvm::Error cannotMake(llvm::StringRef folder, std::error_code error) {
  return makeError(
      {"", "the folder of the profile cannot be made: " + error.message(),
       folder.str(), "let output of profiling_options name another one"});
}

llvm::Error mlir::ascend::checkProfileFolder(llvm::StringRef folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return cannotMake(folder, error);
  if (!llvm::sys::fs::is_directory(folder))
    return cannotMake(folder, std::make_error_code(std::errc::not_a_directory));
  llvm::SmallString<128> place(folder);
  llvm::sys::path::append(place, "PROF");
  return checkCanWrite(place);
}

llvm::Expected<std::string>
mlir::ascend::writeProfileFolder(const Profile &profile, llvm::StringRef folder,
                                 const ProfileFiles &files) {
  llvm::SmallString<128> top(folder);
  llvm::sys::path::append(top, folderName(profile));
  llvm::SmallString<128> inside(top);
  llvm::sys::path::append(inside, "mindstudio_profiler_output");
  if (std::error_code error = llvm::sys::fs::create_directories(inside))
    return cannotMake(inside, error);
  std::string end = "_" + timeInNames(profile.startNs / 1000000000) + ".csv";
  llvm::Error error = llvm::Error::success();
  auto write = [&](bool isWanted, llvm::StringRef name, const auto &what,
                   auto content) {
    if (!isWanted || error)
      return;
    llvm::SmallString<128> path(inside);
    llvm::sys::path::append(path, name + end);
    error =
        writeWholeFile(path, [&](llvm::raw_ostream &os) { content(what, os); });
  };
  write(files.ops, "op_summary", profile, writeSummary);
  write(files.ops, "op_statistic", profile, writeStatistic);
  write(files.tasks, "task_time", profile, writeTaskTime);
  if (files.steps)
    write(true, "step_trace", *files.steps, writeStepTrace);
  if (!error)
    return top.str().str();
  // Of a profile there is all or nothing.
  (void)llvm::sys::fs::remove_directories(top);
  return std::move(error);
}
