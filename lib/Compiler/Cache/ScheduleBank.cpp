//===- ScheduleBank.cpp - What tuning found, kept on disk -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Cache/ScheduleBank.h"

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
#include "Ascend/JSON/JSON.h"
#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::ascend;
namespace json = mlir::ascend::json;

namespace {
/// A number of a schedule, as a bank and a ScheduleAttr have it.
struct ScheduleNumber {
  StringLiteral name;
  int64_t KernelSchedule::*value;
  int64_t most;
};
} // namespace

static constexpr ScheduleNumber kNumbers[] = {
    {"rows", &KernelSchedule::rows, ScheduleAttr::kMostRows},
    {"vectors", &KernelSchedule::vectors, ScheduleAttr::kMostVectors},
    {"panel_bytes", &KernelSchedule::panelBytes, ScheduleAttr::kMostBytes},
    {"piece_bytes", &KernelSchedule::pieceBytes, ScheduleAttr::kMostBytes},
};
static constexpr StringLiteral kSerial = "serial", kKernels = "kernels",
                               kVersion = "version";

bool KernelSchedule::operator==(const KernelSchedule &other) const {
  return serial == other.serial &&
         llvm::all_of(kNumbers, [&](const ScheduleNumber &number) {
           return this->*number.value == other.*number.value;
         });
}

void KernelSchedule::writeMembers(llvm::json::OStream &out) const {
  for (const ScheduleNumber &number : kNumbers)
    if (int64_t value = this->*number.value)
      out.attribute(number.name, value);
  if (serial)
    out.attribute(kSerial, true);
}

static llvm::Error refuse(const Twine &what, std::string where,
                          StringRef mend = "delete the file, and tune again") {
  return makeError({"", "the bank of schedules cannot be read: " + what.str(),
                    std::move(where), mend.str()});
}

static llvm::Expected<KernelSchedule> readSchedule(const json::Node &node,
                                                   StringRef path) {
  if (!node.is(json::Kind::Object))
    return refuse("a schedule must be an object, not " + describe(node.kind),
                  node.where(path));
  KernelSchedule schedule;
  for (const json::Member &member : node.members) {
    const json::Node &value = member.value;
    if (member.key == kSerial && value.is(json::Kind::Bool)) {
      schedule.serial = value.boolean;
      continue;
    }
    const auto *number =
        llvm::find_if(kNumbers, [&](const ScheduleNumber &known) {
          return known.name == member.key;
        });
    if (number == std::end(kNumbers) || !value.is(json::Kind::Integer) ||
        value.integer < 0 || value.integer > number->most)
      return refuse("'" + member.key +
                        "' is no number of a schedule, or has a "
                        "value that it does not take",
                    member.where(path));
    schedule.*number->value = value.integer;
  }
  return schedule;
}

llvm::Expected<ScheduleBank> ScheduleBank::read(StringRef path) {
  llvm::ErrorOr<std::string> text = DiskFiles().read(path);
  if (text.getError() == std::errc::no_such_file_or_directory)
    return ScheduleBank();
  // What stands in the place of the folder may be a file of the user's own.
  if (text.getError() == std::errc::not_a_directory)
    return refuse(
        text.getError().message(), path.str(),
        "let TUNE_BANK_PATH, op_bank_path or work_path name a folder");
  if (!text)
    return refuse(text.getError().message(), path.str());
  llvm::Expected<json::Node> root = parseJSON(*text, path);
  if (!root) {
    ascend::Diagnostic why = toDiagnostic(root.takeError());
    return refuse(why.message, why.where);
  }
  const json::Node *version = root->find(kVersion, json::Kind::Integer),
                   *kernels = root->find(kKernels, json::Kind::Object);
  if (!version || version->integer != 1 || !kernels)
    return refuse("it does not have the form of version 1", root->where(path));
  ScheduleBank bank;
  for (const json::Member &kernel : kernels->members) {
    llvm::Expected<KernelSchedule> schedule = readSchedule(kernel.value, path);
    if (!schedule)
      return schedule.takeError();
    bank.kernels[kernel.key] = *schedule;
  }
  return bank;
}

llvm::Error ScheduleBank::write(StringRef path) const {
  llvm::Expected<ScheduleBank> all = read(path);
  if (!all)
    return all.takeError();
  for (const auto &[name, schedule] : kernels)
    all->kernels[name] = schedule;
  return writeWholeFile(path, [&](llvm::raw_ostream &os) { all->print(os); });
}

void ScheduleBank::print(llvm::raw_ostream &os) const {
  llvm::json::OStream out(os, /*IndentSize=*/1);
  out.object([&] {
    out.attribute(kVersion, 1);
    out.attributeObject(kKernels, [&] {
      for (const auto &kernel : kernels)
        out.attributeObject(kernel.first,
                            [&] { kernel.second.writeMembers(out); });
    });
  });
  os << '\n';
}

const KernelSchedule *ScheduleBank::lookup(StringRef name) const {
  auto found = kernels.find(name.str());
  return found == kernels.end() ? nullptr : &found->second;
}

void ScheduleBank::apply(ModuleOp unit) const {
  for (auto kernel : unit.getOps<func::FuncOp>()) {
    const KernelSchedule *schedule = lookup(kernel.getName());
    if (schedule && !schedule->isDefault())
      kernel->setAttr(kScheduleAttrName,
                      ScheduleAttr::get(unit.getContext(), schedule->rows,
                                        schedule->vectors, schedule->panelBytes,
                                        schedule->pieceBytes,
                                        schedule->serial));
  }
}

std::string mlir::ascend::scheduleBankPath(StringRef folder,
                                           const CpuTarget &target) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, llvm::sys::getHostCPUName() + "-" +
                                    target.plan.name + ".json");
  return std::string(path);
}
