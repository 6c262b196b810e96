//===- ReplayTest.cpp - The corpora in every build --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"
#include "Target.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <unistd.h>

using namespace mlir::ascend::fuzz;
namespace fs = std::filesystem;

namespace {

std::string readFile(const fs::path &path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

/// The files of a corpus in the order of their names.
std::vector<std::string> readCorpus(const Target &target) {
  std::vector<fs::path> paths;
  for (const auto &entry : fs::directory_iterator(fs::path(ASCEND_FUZZ_DIR) /
                                                  "corpus" / target.name.str()))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path &path : paths)
    texts.push_back(readFile(path));
  return texts;
}

/// As sampling.py's seed(): none where everything is to be tried.
std::optional<unsigned> seedOfDay() {
  llvm::StringRef text = getenv("ASCEND_TEST_SEED");
  unsigned seed = 0;
  if (text.empty() || text.getAsInteger(10, seed))
    return std::nullopt;
  return seed;
}

/// What is being read, for the handler of fatal signals.
const Target *runningTarget;
llvm::StringRef runningInput;

/// Keeps the input that killed the process, and says how to see it again.
void keepInput(int signal) {
  std::string path = "fuzz-" + runningTarget->name.str() + ".crash";
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file >= 0 && write(file, runningInput.data(), runningInput.size()) >= 0) {
    llvm::errs() << "the input is in " << fs::current_path().string() << '/'
                 << path << "; see it again with: scripts/fuzz --replay "
                 << runningTarget->name << " FILE\n";
    close(file);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

class Replay : public testing::TestWithParam<Target> {
protected:
  void SetUp() override {
    runningTarget = &GetParam();
    for (int signal : {SIGABRT, SIGSEGV, SIGILL, SIGFPE, SIGBUS})
      std::signal(signal, keepInput);
  }
  static void run(llvm::StringRef input) {
    runningInput = input.take_front(runningTarget->maxBytes);
    runningTarget->run(runningInput);
  }
};

TEST_P(Replay, Corpus) {
  std::vector<std::string> corpus = readCorpus(GetParam());
  EXPECT_GE(corpus.size(), 10u);
  EXPECT_LE(corpus.size(), 60u) << "take the least useful ones out";
  for (const std::string &input : corpus) {
    EXPECT_LE(input.size(), GetParam().maxBytes) << "its end is never read";
    run(input);
  }
}

TEST_P(Replay, DamagedCorpus) {
  std::vector<std::string> words =
      readDictionary(readFile(fs::path(ASCEND_FUZZ_DIR) / "dictionaries" /
                              (GetParam().name + ".dict").str()));
  EXPECT_FALSE(words.empty());
  // A day takes a quarter, of its own; all is the same on each day.
  unsigned seed = seedOfDay().value_or(1);
  unsigned rounds = GetParam().rounds / (seedOfDay() ? 4 : 1);
  Mutator mutator(readCorpus(GetParam()), words, GetParam().mutate, seed);
  for (unsigned round = 0; round < rounds; ++round)
    run(mutator.next());
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Replay, testing::ValuesIn(allTargets()),
                         [](const auto &info) {
                           return info.param.name.str();
                         });

TEST(Fuzz, DictionaryWords) {
  EXPECT_EQ(readDictionary("# c\n\"a\\\"b\\\\\"\n\n\"\\x00\\xff\"\n"),
            (std::vector<std::string>{"a\"b\\", std::string("\0\xff", 2)}));
}

} // namespace
