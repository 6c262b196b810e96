//===- TestConfig.h - Configurations out of strings -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_UNITTESTS_OPTIONS_TESTCONFIG_H
#define ASCEND_UNITTESTS_OPTIONS_TESTCONFIG_H

#include "Ascend/Options/Config.h"

#include "gtest/gtest.h"

#include <ctime>

namespace mlir::ascend {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

inline llvm::Expected<Config> load(const NamedValues &named,
                                   FileTexts texts = {}) {
  OptionValues values;
  for (const auto &[name, value] : named)
    values.set(name, value);
  MemoryFiles files(std::move(texts));
  return loadConfig(values, files);
}

/// The configuration, which must be legal.
inline Config loaded(const NamedValues &named, FileTexts texts = {}) {
  llvm::Expected<Config> config = load(named, std::move(texts));
  if (config)
    return std::move(*config);
  ADD_FAILURE() << llvm::toString(config.takeError());
  return {};
}

/// The refusal, which must happen.
inline Diagnostic refused(const NamedValues &named, FileTexts texts = {}) {
  llvm::Expected<Config> config = load(named, std::move(texts));
  if (!config)
    return toDiagnostic(config.takeError());
  ADD_FAILURE() << "accepted";
  return {};
}

/// The messages of all warnings and their places, a line each.
inline std::string warningsOf(const Config &config) {
  std::string text;
  for (const Diagnostic &warning : config.warnings)
    text += warning.where + ": " + warning.message + "\n";
  return text;
}

/// Checks that a scope takes less than half a minute of the processor: what is
/// linear takes one or two seconds, and what grows with the square of a hostile
/// file takes hours.
class InTime {
public:
  ~InTime() {
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
#if __has_feature(address_sanitizer)
    seconds /= 10;
#endif
    EXPECT_LT(seconds, 30);
  }

private:
  std::clock_t start = std::clock();
};

} // namespace mlir::ascend

#endif // ASCEND_UNITTESTS_OPTIONS_TESTCONFIG_H
