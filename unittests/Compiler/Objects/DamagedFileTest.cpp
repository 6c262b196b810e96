//===- DamagedFileTest.cpp - Tests of files that are no good --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "CompiledFileFixture.h"
#include "llvm/BinaryFormat/ELF.h"

#include <random>

using namespace mlir;
using namespace mlir::ascend;

namespace {
using DamagedFileTest = CompiledFileTest;
} // namespace

TEST_F(DamagedFileTest, EveryTruncationIsRefused) {
  std::string good = write("m");
  ASSERT_EQ(errorOf(good), "");
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i)
    EXPECT_NE(errorOf(good.substr(0, random() % good.size())), "");
  for (size_t cut = 1; cut <= sizeof(Trailer); ++cut)
    EXPECT_NE(errorOf(StringRef(good).drop_back(cut)), "");
  EXPECT_NE(errorOf(good + "x"), "");
  EXPECT_EQ(errorOf(""), "it is no compiled model: it has only 0 bytes");
  EXPECT_EQ(errorOf(std::string(1000, 'x')), "it is no compiled model");
  EXPECT_EQ(errorOf(good.substr(0, good.size() - 1)),
            "it is damaged: the end that the compiler wrote is missing, so it "
            "was truncated, or changed by a tool such as strip");
}

TEST_F(DamagedFileTest, EveryFlippedBitIsFound) {
  std::string good = write("m");
  auto flip = [&](size_t byte, unsigned bit) {
    std::string bad = good;
    bad[byte] ^= 1 << bit;
    return errorOf(bad);
  };
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(flip(random() % (good.size() - sizeof(Trailer)), random() % 8),
              "it is damaged: its checksum is not that of its content");
  for (size_t byte = good.size() - sizeof(Trailer); byte < good.size(); ++byte)
    EXPECT_NE(flip(byte, random() % 8), "") << byte;
}

TEST_F(DamagedFileTest, NumbersOfTheTrailerAreNotBelieved) {
  std::string good = write("m");
  auto errorWith = [&](llvm::function_ref<void(Trailer &)> change) {
    return errorOf(withTrailer(good, change));
  };
  ASSERT_EQ(errorWith([](Trailer &) {}), "");
  uint64_t Trailer::*const fields[] = {
      &Trailer::code_bytes, &Trailer::weights_offset, &Trailer::weights_bytes,
      &Trailer::report_offset, &Trailer::report_bytes};
  for (uint64_t Trailer::*field : fields)
    for (uint64_t value :
         {good.size(), good.size() - sizeof(Trailer) + 1, size_t(1) << 62,
          ~size_t(0), ~size_t(0) - 4095, size_t(0) - good.size()})
      EXPECT_EQ(errorWith([&](Trailer &t) { t.*field = value; }),
                "it is damaged: its parts do not lie within it");
  // Parts that overlap.
  for (uint64_t Trailer::*field :
       {&Trailer::weights_offset, &Trailer::report_offset})
    EXPECT_EQ(errorWith([&](Trailer &t) { t.*field = 0; }),
              "it is damaged: its parts do not lie within it");
  EXPECT_EQ(errorWith([](Trailer &t) { t.code_bytes = 3; }),
            "it is damaged: its parts do not lie within it");
  // Weights within a page.
  EXPECT_EQ(errorWith([](Trailer &t) {
              t.weights_offset += 4;
              t.weights_bytes -= 4;
            }),
            "it is damaged: its parts do not lie within it");
  EXPECT_EQ(errorWith([](Trailer &t) { t.weights_bytes -= 4; }),
            "it is damaged: its code and its weights do not belong together");
  EXPECT_EQ(errorWith([](Trailer &t) { t.file_bytes += 1; }),
            "it is damaged: it has " + std::to_string(good.size()) +
                " bytes, and should have " + std::to_string(good.size() + 1));
}

TEST_F(DamagedFileTest, NoTrailerIsACrash) {
  std::string good = write("m");
  std::mt19937_64 random(3);
  unsigned refused = 0;
  for (int i = 0; i < 200; ++i)
    refused += !errorOf(withTrailer(good, [&](Trailer &t) {
                  uint64_t *fields[] = {&t.code_bytes,    &t.weights_offset,
                                        &t.weights_bytes, &t.report_offset,
                                        &t.report_bytes,  &t.cpu_features};
                  uint64_t &field = *fields[random() % std::size(fields)];
                  uint64_t near = field + random() % 9 - 4;
                  uint64_t values[] = {random(), random() % good.size(), near,
                                       random() % 4 * ASCENDRT_FILE_PAGE};
                  field = values[random() % std::size(values)];
                })).empty();
  EXPECT_GT(refused, 100u);
}

/// The system's loader writes into pages behind the end of a short ELF file.
TEST_F(DamagedFileTest, CodeIsNotLoadedInPart) {
  std::string good = write("m");
  auto withCode = [&](uint64_t bytes) {
    return errorOf(
        withTrailer(good, [&](Trailer &t) { t.code_bytes = bytes; }));
  };
  EXPECT_EQ(withCode(64), "it is damaged: its code has no end");
  EXPECT_EQ(withCode(trailerOf(good).code_bytes / 2),
            "it is damaged: its code has no end");
  // Where the program headers are, and the bytes of the second one's segment,
  // the first that is loaded.
  for (size_t field : {32, 64 + 56 + 32}) {
    std::string bad = good;
    bad[field + 5] = 1;
    EXPECT_EQ(errorOf(withTrailer(bad, [](Trailer &) {})),
              "it is damaged: its code has no end");
  }
}

TEST_F(DamagedFileTest, OtherVersionsAreNamed) {
  std::string good = write("m");
  EXPECT_EQ(errorOf(withTrailer(good, [](Trailer &t) { t.version = 7; })),
            "it has version 7 of the format, and this libascendrt reads "
            "version 1");
  EXPECT_EQ(errorOf(withTrailer(good, [](Trailer &t) { t.abi_version = 9; })),
            "it was compiled for version 9 of the run-time interface, and "
            "this libascendrt has version 1");
  EXPECT_EQ(errorOf(withTrailer(good, [](Trailer &t) { t.flags = 4; })),
            "it needs what this libascendrt does not have");
}

TEST_F(DamagedFileTest, OtherCPUsAreNamed) {
  std::string good = write("m");
  EXPECT_EQ(errorOf(withTrailer(
                good, [](Trailer &t) { t.cpu_features |= 1ull << 63; })),
            "it needs CPU features that this libascendrt does not know");
  // e_machine.
  std::string arm = good;
  arm[18] = char(llvm::ELF::EM_AARCH64);
  EXPECT_EQ(errorOf(withTrailer(arm, [](Trailer &) {})),
            "it is for another kind of CPU (ELF machine 183)");
  std::string text = good;
  text[1] = 'F';
  EXPECT_EQ(errorOf(withTrailer(text, [](Trailer &) {})),
            "it is damaged: its code is not of the ELF format");
}

/// To look into a file its code need not run here.
TEST_F(DamagedFileTest, WhatIsForOthersCanBeLookedInto) {
  std::string good = write("m");
  auto inspect = [&](const std::string &bytes) -> std::string {
    std::error_code code;
    llvm::raw_fd_ostream(path("looked"), code) << bytes;
    EXPECT_FALSE(code);
    char *error = nullptr;
    FilePtr file(ascendrt_inspect(path("looked").c_str(), &error));
    if (!file) {
      std::string text = error;
      ascendrt_free_string(error);
      return text;
    }
    EXPECT_EQ(ascendrt_file_model(file.get()), nullptr);
    uint64_t reportBytes = 0;
    const char *report = ascendrt_file_report(file.get(), &reportBytes);
    return std::string(report, reportBytes);
  };
  for (auto change : {+[](Trailer &) {}, +[](Trailer &t) { t.abi_version = 9; },
                      +[](Trailer &t) { t.cpu_features = ~0ull; }})
    EXPECT_EQ(inspect(withTrailer(good, change)), "{\"version\": 1}");
  EXPECT_EQ(inspect(withTrailer(good, [](Trailer &t) { t.report_bytes = -1; })),
            "it is damaged: its parts do not lie within it");
  std::string flipped = good;
  flipped[100] ^= 1;
  EXPECT_EQ(inspect(flipped),
            "it is damaged: its checksum is not that of its content");
}

TEST_F(DamagedFileTest, ChecksumsOfEveryLength) {
  std::string good = write("m");
  // The report grows: what is hashed has every length modulo 32.
  for (size_t more = 1; more <= 40; ++more) {
    std::string grown = good;
    grown.insert(good.size() - sizeof(Trailer), more, ' ');
    EXPECT_EQ(errorOf(withTrailer(grown,
                                  [&](Trailer &t) {
                                    t.file_bytes += more;
                                    t.report_bytes += more;
                                  })),
              "")
        << more;
  }
}

TEST_F(DamagedFileTest, WhatIsNoFileIsRefused) {
  EXPECT_FALSE(open("none"));
  EXPECT_EQ(message, "cannot open the file: No such file or directory");
  EXPECT_FALSE(open(""));
  EXPECT_EQ(message, "it is not a regular file");
  EXPECT_EQ(ascendrt_open(nullptr, nullptr), nullptr);
  ascendrt_close(nullptr);
}
