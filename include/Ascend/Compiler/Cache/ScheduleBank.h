//===- ScheduleBank.h - What tuning found, kept on disk ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A bank (docs/Tuning.md) says of kernels, by their names, how they are cut. A
// name has a hash of what the kernel computes, so that it means the same in
// every model.

#ifndef ASCEND_COMPILER_CACHE_SCHEDULEBANK_H
#define ASCEND_COMPILER_CACHE_SCHEDULEBANK_H

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <string>

namespace mlir::ascend {

/// The numbers of a ScheduleAttr, 0 where the lowering has its own.
struct KernelSchedule {
  int64_t rows = 0, vectors = 0, panelBytes = 0, pieceBytes = 0;
  bool serial = false;

  bool operator==(const KernelSchedule &other) const;
  bool isDefault() const { return *this == KernelSchedule(); }
  /// Its numbers that are not the lowering's own, as members of the object that
  /// is open.
  void writeMembers(llvm::json::OStream &out) const;
};

class ScheduleBank {
public:
  /// The bank of the file `path`; an empty one where there is no such file. An
  /// error says where in the file it is.
  static llvm::Expected<ScheduleBank> read(llvm::StringRef path);

  /// Writes it, and keeps what others have written there of other kernels since
  /// it was read.
  llvm::Error write(llvm::StringRef path) const;

  /// The schedule of the kernel `name`, or null where it was not tuned.
  const KernelSchedule *lookup(llvm::StringRef name) const;
  void set(llvm::StringRef name, const KernelSchedule &schedule) {
    kernels[name.str()] = schedule;
  }
  bool empty() const { return kernels.empty(); }

  /// Gives the kernels of `unit` their schedules.
  void apply(ModuleOp unit) const;

  /// Prints all of it, JSON, in the order of names.
  void print(llvm::raw_ostream &os) const;

private:
  std::map<std::string, KernelSchedule> kernels;
};

/// The file of the folder `folder` for kernels of `target` on this machine: its
/// name says which CPU it was measured on, and the plan.
std::string scheduleBankPath(llvm::StringRef folder, const CpuTarget &target);

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_CACHE_SCHEDULEBANK_H
