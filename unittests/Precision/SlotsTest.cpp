//===- SlotsTest.cpp - Slots of tensors and lists of types ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Precision/Judge.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

/// "0 1 1" or "none"; a letter a slot: r(equired), o(ptional), d(ynamic).
std::string slotsOf(llvm::StringRef kinds, unsigned count,
                    llvm::ArrayRef<int32_t> groups = {}) {
  std::vector<TensorSlot> slots(kinds.size());
  for (auto [slot, kind] : llvm::zip(slots, kinds))
    slot.param = kind == 'r'   ? ParamType::Required
                 : kind == 'o' ? ParamType::Optional
                               : ParamType::Dynamic;
  auto result = slotsOfTensors(slots, count, groups);
  if (!result)
    return "none";
  std::string text;
  for (unsigned slot : *result)
    text += (text.empty() ? "" : " ") + std::to_string(slot);
  return text;
}

TEST(Slots, ADynamicSlotTakesWhatTheOthersLeave) {
  EXPECT_EQ(slotsOf("rr", 2), "0 1");
  EXPECT_EQ(slotsOf("rr", 3), "none");
  EXPECT_EQ(slotsOf("ro", 1), "0");
  EXPECT_EQ(slotsOf("rdr", 4), "0 1 1 2");
  EXPECT_EQ(slotsOf("rdr", 2), "0 2");
  // As many tensors as single slots: none is left for the dynamic one. One
  // less, and the optional one is absent.
  EXPECT_EQ(slotsOf("rdo", 1), "0");
  EXPECT_EQ(slotsOf("rdo", 2), "0 2");
  EXPECT_EQ(slotsOf("rdo", 3), "0 1 2");
  // Two dynamic slots have one tensor each, unless there are groups.
  EXPECT_EQ(slotsOf("dd", 2), "0 1");
  EXPECT_EQ(slotsOf("dd", 3), "none");
  EXPECT_EQ(slotsOf("dd", 3, {1, 2}), "0 1 1");
  EXPECT_EQ(slotsOf("dd", 3, {3}), "0 0 0");
  EXPECT_EQ(slotsOf("dd", 3, {1, 1}), "none");
  EXPECT_EQ(slotsOf("dd", 3, {1, 1, 1}), "none");
}

TEST(Lists, ATypeIsRemovedFromItsOwnListOnly) {
  using Bit = MixlistEntry::Bit;
  AICoreOp op;
  auto listWith = [&](PrecisionList list, unsigned bits) {
    op.list = list;
    MixlistEntry entry;
    entry.bits = bits;
    return effectiveList(&op, PrecisionMode::MixFP16, &entry);
  };
  EXPECT_EQ(listWith(PrecisionList::Black, Bit::BlackRemove),
            PrecisionList::Gray);
  EXPECT_EQ(listWith(PrecisionList::White, Bit::BlackRemove),
            PrecisionList::White);
  EXPECT_EQ(listWith(PrecisionList::White, Bit::WhiteRemove),
            PrecisionList::Gray);
  EXPECT_EQ(listWith(PrecisionList::Black, Bit::WhiteRemove),
            PrecisionList::Black);
  EXPECT_EQ(listWith(PrecisionList::White, Bit::GrayAdd), PrecisionList::White);
}

} // namespace
