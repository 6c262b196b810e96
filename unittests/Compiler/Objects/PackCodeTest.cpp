//===- PackCodeTest.cpp - Tests of code that takes less room --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Objects/PackCode.h"
#include "../../../lib/Runtime/PackedCode.h"
#include "CompiledFileFixture.h"

#include <random>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static constexpr uint64_t kMost = 1 << 20;

static std::optional<std::string> unpack(StringRef packed,
                                         uint64_t most = kMost) {
  auto made = ascendrt::unpackCode(
      reinterpret_cast<const unsigned char *>(packed.data()), packed.size(),
      most);
  if (!made)
    return std::nullopt;
  return std::string(made->begin(), made->end());
}

/// Bytes that repeat themselves: after each piece of new ones, a copy of
/// anything before.
static std::string textOf(unsigned seed, size_t size) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) {
    for (unsigned i = random() % 40; i; --i)
      text.push_back(char(random()));
    size_t from = text.empty() ? 0 : random() % text.size();
    for (unsigned i = random() % 400; i && !text.empty(); --i, ++from)
      text.push_back(text[from]);
  }
  return text.substr(0, size);
}

TEST(PackCodeTest, EveryTextComesBack) {
  for (size_t size : {64, 65, 69, 70, 71, 100, 5000, 100000})
    for (unsigned seed = 0; seed < 20; ++seed) {
      std::string text = textOf(seed, size);
      EXPECT_EQ(unpack(packCode(text)->getBuffer()), text) << size << seed;
    }
  // One copy of 100,000 bytes, which goes on into what it makes.
  std::string same(100000, 'x');
  EXPECT_LT(packCode(same)->getBufferSize(), 100u);
  EXPECT_EQ(unpack(packCode(same)->getBuffer()), same);
}

TEST(PackCodeTest, WhatIsRepeatedTakesNoRoom) {
  std::string text = textOf(1, 20000);
  size_t once = packCode(text)->getBufferSize();
  // Also where the copies are far apart.
  std::string much;
  for (int i = 0; i < 10; ++i)
    much += text;
  EXPECT_LT(packCode(much)->getBufferSize(), once + 200);
}

TEST(PackCodeTest, DamageIsFound) {
  std::string text = textOf(2, 3000);
  std::string good = packCode(text)->getBuffer().str();
  ASSERT_EQ(unpack(good), text);
  for (size_t end = 0; end < good.size(); ++end)
    EXPECT_FALSE(unpack(good.substr(0, end))) << end;
  EXPECT_FALSE(unpack(good + 'x'));
  EXPECT_FALSE(unpack(good, /*most=*/2999));
  EXPECT_TRUE(unpack(good, /*most=*/3000));
  // What is none may not be seen, but makes as many bytes or nothing.
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] = char(random());
    if (auto made = unpack(bad))
      EXPECT_EQ(made->size(), text.size());
  }
}

TEST(PackCodeTest, SizesAreNotBelieved) {
  std::string text = textOf(4, 64), less = textOf(4, 63);
  EXPECT_EQ(unpack(packCode(text)->getBuffer()), text);
  // Less than a header, whatever follows.
  EXPECT_FALSE(unpack(""));
  EXPECT_FALSE(unpack(text));
  EXPECT_FALSE(unpack(text + packCode(less)->getBuffer().substr(63).str()));
  // Another header than that of the code.
  std::string other = packCode(text)->getBuffer().str();
  other[0] ^= 1;
  EXPECT_FALSE(unpack(other));
  // A frame that does not say its size, which streams make.
  const unsigned char unsized[] = {0x28, 0xb5, 0x2f, 0xfd, 0x00,
                                   0x58, 0x01, 0x00, 0x00};
  EXPECT_FALSE(
      unpack(text + std::string(std::begin(unsized), std::end(unsized))));
}

namespace {
using PackedFileTest = CompiledFileTest;
} // namespace

TEST_F(PackedFileTest, CodeThatCannotBeUnpackedIsRefused) {
  std::string good = write("m");
  ASSERT_EQ(errorOf(good), "");
  // This one's code is not packed.
  EXPECT_EQ(
      errorOf(withTrailer(
          good, [](Trailer &t) { t.flags |= ASCENDRT_FILE_PACKED_CODE; })),
      "it is damaged: its code cannot be unpacked");
  EXPECT_EQ(errorOf(withTrailer(good, [](Trailer &t) { t.flags |= 4; })),
            "it needs what this libascendrt does not have");
}
