//===- OpStore.h - Which dtypes each op has kernels for ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// An op store says, for one chip, which combinations of data types ("columns")
// the AI Core has a kernel for, which precision list an op type stands on, and
// what the AI CPU takes instead. Every precision decision is made over it. The
// built-in stores come from share/ascend/opstore, which is part of the library;
// a user's ops-info files replace or add op types. No MLIR here.

#ifndef ASCEND_OPSTORE_OPSTORE_H
#define ASCEND_OPSTORE_OPSTORE_H

#include "Ascend/OpStore/DType.h"
#include "Ascend/OpStore/ImplModes.h"
#include "Ascend/OpStore/Installation.h"
#include "Ascend/OpStore/SoC.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace mlir::ascend {

enum class ParamType { Required, Optional, Dynamic, Reserved };

/// The precision lists of the mixed modes: precision_reduce.flag "true" is
/// white, "false" black, no flag gray.
enum class PrecisionList { Gray, White, Black };

/// How sure a row is: an op store says it; it is the best public knowledge for
/// what a store leaves open; the user's own file says it.
enum class Facts { Data, Overlay, User };

/// "gray", "white", "black".
llvm::StringRef stringify(PrecisionList list);
/// "data", "overlay", "user".
llvm::StringRef stringify(Facts facts);

/// One input or output of an op type.
struct TensorSlot {
  std::string name;
  ParamType param = ParamType::Required;
  /// AI Core: dtypes[k] belongs to column k. AI CPU: a set, each slot for
  /// itself; empty: the engine takes no dtype here.
  llvm::SmallVector<DType, 16> dtypes;
};

/// What the AI Core store says of an op type.
struct AICoreOp {
  std::string type;
  std::vector<TensorSlot> inputs, outputs;
  PrecisionList list = PrecisionList::Gray;
  /// precision_reduce_bf16, the list of allow_mix_precision_bf16 where a store
  /// has that key; else the same as `list`.
  PrecisionList listBF16 = PrecisionList::Gray;
  /// False for opFile "Null" and "AICore_Null": judged by its columns, but not
  /// run by the AI Core.
  bool hasKernel = true;
  /// dynamicFormat: CANN's op computes its columns at compile time.
  bool dynamicFormat = false;
  /// op.pattern: "broadcast", "reduce", "formatAgnostic", … or empty.
  std::string pattern;
  /// promoteType: groups of input names whose dtypes are promoted together.
  std::vector<std::vector<std::string>> promote;
  Facts facts = Facts::Data;
  /// Where the row was read: a public source, or "file:line:column".
  std::string source;

  /// Columns, the same in all slots. 0: the columns are not known, or the op
  /// has no tensors.
  unsigned numColumns() const;
};

/// What one AI CPU kernel library says of an op type.
struct AICpuOp {
  std::string type;
  /// "DNN_VM_AICPU" or "DNN_VM_HOST_CPU".
  std::string engine;
  /// "AICPUKernel", "TFKernel", "HOSTCPUKernel", … or empty.
  std::string kernelLib;
  /// CANN matches an op's tensors with slots by name. A tensor without slot is
  /// not checked.
  std::vector<TensorSlot> inputs, outputs;
  Facts facts = Facts::Data;
  std::string source;
};

class FileTable;
class OpTable;

/// The op store of one chip. Immutable and safe to share between threads.
class OpStore {
public:
  /// A file of the user's: its name (for errors and `source`) and its text.
  using File = std::pair<std::string, std::string>;
  /// The words of implementation modes by op type.
  using ModeMap = llvm::StringMap<std::vector<std::string>>;

  /// The store of the chip `soc` under the entries of `userFiles` (option
  /// ops_info): JSON in CANN's ops-info schema. An entry with
  /// opInfo.engine DNN_VM_AICPU, DNN_VM_AICPU_ASCEND or DNN_VM_HOST_CPU
  /// belongs to the AI CPU store (`inputN.type` = "DT_FLOAT,DT_FLOAT16"),
  /// every other one to the AI Core store (`inputN.dtype` = "float,float16").
  /// A type that stands in the user's files is defined by them alone, for both
  /// engines; only where an entry has dynamicFormat and no dtypes at all, as in
  /// CANN's own files, its columns are the built-in ones.
  ///
  /// With an `installation` its op stores, lists and chip take the place of the
  /// built-in ones, part by part; their rows are Facts::User. Of its stores, a
  /// type's AI Core row and its AI CPU rows are each for themselves.
  ///
  /// Errors: unknown chip (E10001); a file that is not valid JSON or not in the
  /// schema, unknown dtype words, columns of unequal length, an op type that
  /// one file defines twice (all with file:line:column).
  ///
  /// Made once per process for the same arguments.
  static llvm::Expected<std::shared_ptr<const OpStore>>
  get(llvm::StringRef soc, llvm::ArrayRef<File> userFiles = {},
      const Installation *installation = nullptr);

  ~OpStore();

  const SoCInfo &soc() const { return chip; }

  /// The AI Core row of an op type, or nullptr.
  const AICoreOp *lookupAICore(llvm::StringRef type) const;

  /// The AI CPU rows of an op type, in the order in which CANN offers an op to
  /// the kernel libraries: the first that takes all its dtypes runs it.
  llvm::ArrayRef<AICpuOp> lookupAICpu(llvm::StringRef type) const;

  /// GE's own engine runs the type, without a kernel, on every chip.
  bool isGELocal(llvm::StringRef type) const;
  /// The run-time service runs the type (Enter, Send, MemcpyAsync, …).
  bool isRuntimeService(llvm::StringRef type) const;
  /// A type without kernel that is judged by its columns and then run by GE or
  /// the run-time service: Reshape, Squeeze, Identity, …. The other types of
  /// these engines keep their dtypes and are not judged.
  bool isJudgedLocal(llvm::StringRef type) const;

  /// The type stands on fe.ini's list of cube ops.
  bool isCubeOp(llvm::StringRef type) const;

  /// The implementation modes that the type offers (all_ops_impl_mode), in the
  /// file's order; empty if none can be chosen.
  llvm::ArrayRef<std::string> implModes(llvm::StringRef type) const;
  /// Those of CANN's own list, which an installation may replace.
  static llvm::ArrayRef<std::string> builtinImplModes(llvm::StringRef type);

  /// Words for data types in the installation's stores that are not known here:
  /// columns that hold one are left out.
  llvm::SmallVector<llvm::StringRef> unknownDTypes() const;

  /// Every op type that any engine knows, sorted. Listed when first asked for.
  llvm::ArrayRef<llvm::StringRef> types() const;

  /// The known op type nearest to a misspelt one, or "" if none is near.
  std::string nearestType(llvm::StringRef type) const;

  /// Hex digits that change when any built-in data changes.
  static llvm::StringRef hash();

private:
  OpStore() = default;

  llvm::Error install(const Installation &installation);
  const OpTable &aicpu() const;
  void listTypes() const;

  SoCInfo chip;
  /// The built-in rows, which live as long as the process, or `installed`.
  const OpTable *aicore = nullptr;
  /// What an installation says; nullptr where it says nothing.
  std::unique_ptr<const FileTable> installed;
  std::unique_ptr<const llvm::StringSet<>> cubeTypes;
  std::unique_ptr<const ModeMap> modes;
  /// The rows of the user's files; nullptr without such files.
  std::unique_ptr<const FileTable> user;
  /// What types() gives; the tables above and the built-in ones have the texts.
  mutable std::vector<llvm::StringRef> names;
  mutable std::once_flag listed;
};

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_OPSTORE_H
