//===- TuningResult.cpp - What tuning reports -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TuningResult.h"

#include "Ascend/Support/OutputFile.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <cerrno>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;

static std::string improvement(double before, double after) {
  return llvm::formatv("{0:f2}%",
                       before > 0 ? 100 * (before - after) / before : 0);
}

static void writeKernel(llvm::json::OStream &out, const TunedKernel &kernel,
                        const KernelSchedule &schedule) {
  out.object([&] {
    out.attribute("op_name", llvm::json::fixUTF8(kernel.name));
    out.attribute("op_type", kernel.type);
    out.attributeObject("tune_performance", [&] {
      out.attributeObject("Schedule", [&] {
        out.attribute("performance_after_tune(us)", kernel.nsAfter / 1e3);
        out.attribute("performance_before_tune(us)", kernel.nsBefore / 1e3);
        out.attribute("performance_improvement",
                      improvement(kernel.nsBefore, kernel.nsAfter));
        out.attribute("update_mode", "add");
      });
    });
    out.attribute("kernel", kernel.symbol);
    out.attributeObject("schedule", [&] { schedule.writeMembers(out); });
  });
}

static void write(llvm::raw_ostream &os, const TunedModel &told,
                  ArrayRef<TunedKernel> kernels, const ScheduleBank &bank) {
  llvm::json::OStream out(os, /*IndentSize=*/1);
  out.object([&] {
    out.attributeObject("OPAT", [&] {
      out.attribute("model_baseline_performance(ms)", told.nsBefore / 1e6);
      out.attribute("model_performance_improvement",
                    improvement(told.nsBefore, told.nsAfter));
      out.attribute("model_result_performance(ms)", told.nsAfter / 1e6);
      out.attribute("opat_tuning_result", "tuning successful");
      out.attributeObject("repo_modified_operators", [&] {
        out.attributeArray("add_repo_operators", [&] {
          for (const TunedKernel &kernel : kernels)
            if (const KernelSchedule *found = bank.lookup(kernel.symbol);
                found && !found->isDefault())
              writeKernel(out, kernel, *found);
        });
      });
      out.attributeObject("repo_summary", [&] {
        out.attribute("repo_add_num", told.faster);
        out.attribute("repo_hit_num", told.known);
        out.attribute("repo_reserved_num", told.known);
        out.attribute("repo_unsatisfied_num", told.tuned - told.faster);
        out.attribute("repo_update_num", 0);
        out.attribute("total_num", told.tuned + told.known);
      });
    });
  });
  os << '\n';
}

void mlir::ascend::warnOfUnknownOps(const TuningRequest &request,
                                    const Profile &profile,
                                    const OptionValues &values,
                                    WarningHandler warn) {
  llvm::StringSet<> names, types;
  for (const ProfiledKernel &kernel : profile.kernels)
    for (const auto &[name, type] : kernel.nodes) {
      names.insert(name);
      types.insert(type);
    }
  auto look = [&](ArrayRef<std::string> asked, const llvm::StringSet<> &known,
                  StringRef what) {
    for (const std::string &each : asked)
      if (!known.contains(each))
        warn({"",
              ("aoe_config_file: no kernel has an op of the " + what + " '" +
               each + "'")
                  .str(),
              values.getAoeConfigFile().value_or("").str(),
              "the report lists names and types"});
  };
  look(request.names, names, "name");
  look(request.types, types, "type");
}

static StringRef workFolder(const OptionValues &values) {
  return values.getWorkPath().value_or(".");
}

static llvm::Error makeFolder(StringRef folder, StringRef what) {
  auto cannot = [&](StringRef done, std::error_code error) {
    return makeError(
        {"", (what + " cannot be " + done + ": " + error.message()).str(),
         folder.str(), "name a folder that may be written to"});
  };
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return cannot("made", error);
  if (!llvm::sys::fs::is_directory(folder))
    return cannot("made", std::make_error_code(std::errc::not_a_directory));
  if (access(folder.str().c_str(), W_OK | X_OK))
    return cannot("written to", {errno, std::generic_category()});
  return llvm::Error::success();
}

llvm::Error mlir::ascend::makeTuningFolders(StringRef bank,
                                            const OptionValues &values) {
  if (llvm::Error error = makeFolder(bank, "the folder of the bank"))
    return error;
  return makeFolder(workFolder(values), "work_path");
}

llvm::Error mlir::ascend::writeTuningResult(TunedModel &told,
                                            ArrayRef<TunedKernel> kernels,
                                            const ScheduleBank &bank,
                                            const OptionValues &values) {
  llvm::SmallString<128> path(workFolder(values));
  llvm::sys::path::append(
      path, llvm::formatv("aoe_result_opat_{0:%Y%m%d%H%M%S%L}_pid{1}.json",
                          std::chrono::system_clock::now(),
                          llvm::sys::Process::getProcessId())
                .str());
  told.result = std::string(path);
  return writeWholeFile(
      path, [&](llvm::raw_ostream &os) { write(os, told, kernels, bank); });
}

std::string mlir::ascend::describe(const TunedModel &tuned) {
  std::string text = llvm::formatv(
      "tuned: {0} of {1} kernels ({2} known), {3} are faster, {4:f3} ms -> "
      "{5:f3} ms, kept in {6}",
      tuned.tuned, tuned.kernels, tuned.known, tuned.faster,
      tuned.nsBefore / 1e6, tuned.nsAfter / 1e6, tuned.bank);
  return text;
}
