//===- ParseText.cpp - The text of GE's graphs as messages ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ParseText.h"
#include "../../ONNX/Parser/FirstError.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <climits>

using namespace mlir::ascend;
using google::protobuf::TextFormat;

/// GE's own graphs nest a tensor in an attribute of a tensor of an op.
static constexpr int kDeepest = 64;

namespace {

/// Keeps the first warning, too.
class FirstOfBoth : public FirstError<ge::Place> {
public:
  FirstOfBoth(std::string &reason, ge::Place &place, std::string &unknown)
      : FirstError(reason, place), unknown(unknown) {}
  void AddWarning(int line, int column, const std::string &message) override {
    if (unknown.empty())
      unknown = std::to_string(line + 1) + ":" + std::to_string(column + 1) +
                ": " + message;
  }

private:
  std::string &unknown;
};

} // namespace

bool ge::parseText(std::string_view text, ::ascend::ge::ModelDef &message,
                   std::string &reason, Place &place, std::string &unknown) {
  if (text.size() > size_t(INT_MAX)) {
    reason = "it is larger than 2 GiB";
    return false;
  }
  FirstOfBoth errors(reason, place, unknown);
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.SetRecursionLimit(kDeepest);
  parser.AllowUnknownField(true);
  google::protobuf::io::ArrayInputStream stream(text.data(), int(text.size()));
  if (parser.Parse(&stream, &message))
    return true;
  if (reason.empty())
    reason = "it is no text of protobuf";
  return false;
}
