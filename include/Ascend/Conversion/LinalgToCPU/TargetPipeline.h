//===- TargetPipeline.h - Pipelines that are given a CPU --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_LINALGTOCPU_TARGETPIPELINE_H
#define ASCEND_CONVERSION_LINALGTOCPU_TARGETPIPELINE_H

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::ascend {

/// `target`, `plan` and `caches` of a pipeline's options; `OptionTy` is their
/// Option<std::string>.
template <typename OptionTy>
struct TargetOptions {
  template <typename Parent>
  explicit TargetOptions(Parent &parent)
      : target(parent, "target",
               llvm::cl::desc(
                   "The CPU: native, avx512, avx2, portable or aarch64"),
               llvm::cl::init("native")),
        plan(parent, "plan",
             llvm::cl::desc("The plan of another form: avx512, avx2, portable "
                            "or aarch64")),
        caches(parent, "caches",
               llvm::cl::desc("Sizes of the first- and second-level cache, as "
                              "32K,1M")) {}

  /// An error for what is no CPU, or none that this machine knows itself for.
  llvm::Expected<CpuTarget> get() const {
    return CpuTarget::parse(target, plan, caches);
  }

  OptionTy target, plan, caches;
};

/// Registers a pipeline whose `build`, unlike that of PassPipelineRegistration,
/// may refuse its options: `llvm::Error build(OpPassManager &, const Options
/// &)`.
template <typename Options, typename Build>
void registerRefusingPipeline(llvm::StringRef name, llvm::StringRef summary,
                              Build build) {
  registerPassPipeline(
      name, summary,
      [build](OpPassManager &pm, llvm::StringRef text,
              llvm::function_ref<LogicalResult(const llvm::Twine &)> fail)
          -> LogicalResult {
        Options options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (llvm::Error error = build(pm, options))
          return fail(toDiagnostic(std::move(error)).message);
        return success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(Options());
      });
}

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_LINALGTOCPU_TARGETPIPELINE_H
