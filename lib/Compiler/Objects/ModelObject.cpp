//===- ModelObject.cpp - A model's description as code --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The structs of ascendrt.h, field by field: LLVM lays out a struct of the same
// types as C does.

#include "ModelObject.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
using llvm::Constant;

namespace {

class Describer {
public:
  explicit Describer(llvm::Module &module)
      : module(module), context(module.getContext()),
        pointer(llvm::PointerType::get(context, 0)) {}

  /// Its entry is the external function `entry`; null where that is empty.
  Constant *describe(const ascendrt_model &model, llvm::StringRef entry,
                     Constant *weights);
  Constant *describe(const DescribedModel &described,
                     const CompiledParts &parts, Constant *weights);
  /// The address of `bytes`, aligned as `model` aligns buffers; null if there
  /// are none.
  Constant *weights(llvm::ArrayRef<char> bytes, uint64_t alignment);

private:
  Constant *number(uint32_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value);
  }
  Constant *wide(uint64_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value);
  }
  Constant *null() { return llvm::ConstantPointerNull::get(pointer); }
  Constant *record(llvm::ArrayRef<Constant *> fields) {
    return llvm::ConstantStruct::getAnon(fields);
  }

  /// The address of `value`.
  Constant *store(Constant *value) {
    return new llvm::GlobalVariable(module, value->getType(),
                                    /*isConstant=*/true,
                                    llvm::GlobalValue::PrivateLinkage, value);
  }
  Constant *text(const char *string) {
    return store(llvm::ConstantDataArray::getString(context, string));
  }
  /// The address of the first row of `rows`, null if there is none.
  template <typename Row, typename Convert>
  Constant *table(llvm::ArrayRef<Row> rows, Convert convert) {
    if (rows.empty())
      return null();
    auto values = llvm::map_to_vector(rows, convert);
    return store(llvm::ConstantArray::get(
        llvm::ArrayType::get(values.front()->getType(), values.size()),
        values));
  }
  Constant *tensor(const ascendrt_tensor_desc &desc) {
    llvm::ArrayRef<int64_t> shape(desc.shape, desc.rank);
    return record({text(desc.name), number(desc.dtype), number(desc.rank),
                   table(shape, [&](int64_t size) { return wide(size); })});
  }
  Constant *tensors(const ascendrt_tensor_desc *descs, uint32_t count) {
    return table(
        llvm::ArrayRef(descs, count),
        [&](const ascendrt_tensor_desc &desc) { return tensor(desc); });
  }
  Constant *observed(const ascendrt_observed_tensor &tensor) {
    return record({text(tensor.op), text(tensor.op_type),
                   number(tensor.is_output), number(tensor.index),
                   this->tensor(tensor.desc)});
  }

  llvm::Module &module;
  llvm::LLVMContext &context;
  llvm::PointerType *pointer;
};

} // namespace

Constant *Describer::weights(llvm::ArrayRef<char> bytes, uint64_t alignment) {
  if (bytes.empty())
    return null();
  Constant *pool = store(llvm::ConstantDataArray::getString(
      context, llvm::StringRef(bytes.data(), bytes.size()), /*AddNull=*/false));
  llvm::cast<llvm::GlobalVariable>(pool)->setAlignment(llvm::Align(alignment));
  return pool;
}

Constant *Describer::describe(const ascendrt_model &model,
                              llvm::StringRef entry, Constant *weights) {
  Constant *function = null();
  // Only its address is taken.
  if (!entry.empty())
    function = llvm::cast<Constant>(
        module
            .getOrInsertFunction(
                entry, llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                               /*isVarArg=*/false))
            .getCallee());
  Constant *result = record(
      {number(model.abi_version), number(model.flags), number(model.num_inputs),
       number(model.num_outputs), number(model.num_observed),
       number(model.max_threads), tensors(model.inputs, model.num_inputs),
       tensors(model.outputs, model.num_outputs),
       table(llvm::ArrayRef(model.observed, model.num_observed),
             [&](const ascendrt_observed_tensor &t) { return observed(t); }),
       wide(model.arena_bytes), wide(model.arena_alignment),
       wide(model.weights_bytes), weights, function});
  assert(module.getDataLayout().getTypeAllocSize(result->getType()) ==
         sizeof(ascendrt_model));
  return result;
}

/// A model without profiles is an ascendrt_model alone.
Constant *Describer::describe(const DescribedModel &described,
                              const CompiledParts &parts, Constant *weights) {
  Constant *model = describe(described.model.model, parts.entry, weights);
  if (described.profiles.empty())
    return model;
  SmallVector<Constant *> profiles;
  for (auto [profile, part] :
       llvm::zip_equal(described.profiles, parts.profiles))
    profiles.push_back(describe(profile, part.entry, null()));
  return record({model,
                 table(llvm::ArrayRef(profiles),
                       [](Constant *profile) { return profile; }),
                 number(profiles.size()), number(0)});
}

std::unique_ptr<llvm::Module>
compiler::describeInModule(const CompiledParts &parts, llvm::StringRef symbol,
                           llvm::ArrayRef<char> weights,
                           llvm::LLVMContext &context) {
  auto module = std::make_unique<llvm::Module>(symbol, context);
  DescribedModel described(parts);
  Describer describer(*module);
  Constant *value = describer.describe(
      described, parts,
      describer.weights(weights, described.model.model.arena_alignment));
  new llvm::GlobalVariable(*module, value->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, value, symbol);
  return module;
}
