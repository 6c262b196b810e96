//===- CodeGenerator.cpp - From the LLVM dialect to object files ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "CodeGenerator.h"

#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "SingleLaneStores.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Config/Targets.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static llvm::Error failedCode(const Twine &why) {
  return makeError({"", "no machine code can be made: " + why.str(), "", "",
                    ExitCode::ModelFailed});
}

void compiler::initializeTargets() {
  static const bool once = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
#if LLVM_HAS_AARCH64_TARGET
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
#endif
    return true;
  }();
  (void)once;
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CpuTarget &target) {
  initializeTargets();
  std::string why;
  llvm::Triple triple(target.triple);
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, why);
  if (!found)
    return failedCode(why);
  llvm::TargetOptions options;
  // A product and a sum stay two roundings: only fma ops are fused.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  // Of a cache line: a loop of FMA whose last instructions lie across two lines
  // takes up to half as long again on some CPUs (6 to 8.9 cycles on Zen 3).
  options.LoopAlignment = 64;
  std::unique_ptr<llvm::TargetMachine> machine(found->createTargetMachine(
      triple, target.cpu, target.features, options, llvm::Reloc::PIC_,
      /*CM=*/std::nullopt, llvm::CodeGenOptLevel::Default));
  if (!machine)
    return failedCode("the target '" + target.triple +
                      "' has no code generator");
  return machine;
}

/// The machine with which this thread optimizes code for `target`, as long as
/// that stays the target: to make one, and what it knows of the CPU, takes as
/// long as a tenth of the code of a small kernel. One that does not optimize is
/// another: it selects instructions in another way ever after.
static llvm::Expected<llvm::TargetMachine *>
optimizingMachine(const CpuTarget &target) {
  static thread_local std::unique_ptr<llvm::TargetMachine> kept;
  if (!kept || kept->getTargetTriple().str() != target.triple ||
      kept->getTargetCPU() != target.cpu ||
      kept->getTargetFeatureString() != target.features)
    if (llvm::Error error = createTargetMachine(target).moveInto(kept))
      return error;
  return kept.get();
}

/// Whether kernels gain by `pass` what it takes.
static bool isWorthItsTime(llvm::StringRef pass, const llvm::Any &ir) {
  // What a loop's next turn needs is carried in registers already. To look for
  // loads of it takes up to a third of the time.
  if (pass == "LoopLoadEliminationPass")
    return false;
  // A copy of the loops inside for each turn around them is as fast as one, and
  // the code generator takes its time for each.
  if (pass == "LoopFullUnrollPass")
    if (const auto *loop = llvm::any_cast<const llvm::Loop *>(&ir))
      return (*loop)->isInnermost();
  return true;
}

namespace {
/// Keeps the code generator from reducing the strength of loops: addresses of
/// kernels are a few bases and constants, which fit an instruction's address.
/// The pass makes pointers of them, up to eighteen in a tile of a convolution,
/// more than there are registers, and adds to each at every turn. Without it
/// such kernels take 3 to 5 % less to run and a third less to compile.
/// And of code that nobody wants any more it makes as little as it can.
class CodeGeneratorGate : public llvm::OptPassGate {
public:
  explicit CodeGeneratorGate(Stop *stop) : stop(stop) {}
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override {
    return pass != "Loop Strength Reduction" && !isDue(stop);
  }
  bool isEnabled() const override { return true; }

private:
  Stop *stop;
};
} // namespace

/// Kernels come out of MLIR vectorized and unrolled: LLVM cleans up.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     Stop *stop) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [stop](llvm::StringRef pass, const llvm::Any &ir) {
        return isWorthItsTime(pass, ir) && !isDue(stop);
      });
  llvm::OptNoneInstrumentation entries(/*DebugLogging=*/false);
  entries.registerCallbacks(callbacks);
  llvm::PassBuilder builder(&machine, tuning, /*PGOOpt=*/std::nullopt,
                            &callbacks);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

/// Writes what the code generator gets to the folder that ASCEND_MLIR_KEEP_IR
/// names, in a file named by its content: for scripts/check-codegen.
static llvm::Error keepCode(const llvm::Module &module) {
  const char *folder = std::getenv("ASCEND_MLIR_KEEP_IR");
  if (!folder || !*folder)
    return llvm::Error::success();
  std::string text;
  llvm::raw_string_ostream(text) << module;
  llvm::SmallString<128> path(folder);
  llvm::MD5::MD5Result name =
      llvm::MD5::hash(llvm::arrayRefFromStringRef(text));
  llvm::sys::path::append(path, name.digest() + ".ll");
  return writeWholeFile(path, text);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compiler::generateObject(
    llvm::function_ref<std::unique_ptr<llvm::Module>(llvm::LLVMContext &)>
        build,
    const CpuTarget &target, Stop *stop, CodeOptions options) {
  CodeGeneratorGate gate(stop);
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  std::string errors;
  // Without a handler LLVM ends the process at its first error.
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *info, void *errors) {
        if (info->getSeverity() != llvm::DS_Error)
          return;
        llvm::raw_string_ostream os(*static_cast<std::string *>(errors));
        llvm::DiagnosticPrinterRawOStream printer(os);
        info->print(printer);
      },
      &errors);
  std::unique_ptr<llvm::Module> code = build(context);
  if (!code)
    return failedCode("translation to LLVM IR failed");
  // Such a module is a list of calls, however long.
  bool isPlain = !options.optimizes ||
                 llvm::all_of(*code, [](const llvm::Function &function) {
                   return function.isDeclaration() || function.hasOptNone();
                 });
  std::unique_ptr<llvm::TargetMachine> own;
  llvm::TargetMachine *machine = nullptr;
  if (isPlain) {
    if (llvm::Error error = createTargetMachine(target).moveInto(own))
      return error;
    own->setOptLevel(llvm::CodeGenOptLevel::None);
    machine = own.get();
  } else if (llvm::Error error = optimizingMachine(target).moveInto(machine)) {
    return error;
  }
  code->setTargetTriple(machine->getTargetTriple());
  code->setDataLayout(machine->createDataLayout());
  for (llvm::Function &function : *code) {
    if (function.isDeclaration())
      continue;
    // Kernels say what they need themselves.
    if (!function.hasFnAttribute("target-features")) {
      function.addFnAttr("target-cpu", target.cpu);
      function.addFnAttr("target-features", target.features);
    }
    function.setDoesNotThrow();
  }
  if (options.optimizes)
    optimize(*code, *machine, stop);
  if (isDue(stop))
    return stop->error();
  replaceSingleLaneStores(*code);
  if (llvm::Error error = keepCode(*code))
    return error;
  if (options.text)
    llvm::raw_string_ostream(*options.text) << *code;

  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager emitter;
  if (machine->addPassesToEmitFile(emitter, os, nullptr,
                                   llvm::CodeGenFileType::ObjectFile))
    return failedCode("the target cannot write object files");
  emitter.run(*code);
  if (isDue(stop))
    return stop->error();
  if (!errors.empty())
    return failedCode(errors);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(bytes), code->getName(), /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compiler::generateObject(ModuleOp module, const CpuTarget &target, Stop *stop,
                         CodeOptions options) {
  return generateObject(
      [&](llvm::LLVMContext &context) {
        return translateModuleToLLVMIR(module, context,
                                       module.getSymName().value_or("kernel"));
      },
      target, stop, options);
}
