//===- FirstError.h - What protobuf's text parser complains of --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_PARSER_FIRSTERROR_H
#define ASCEND_LIB_IMPORT_ONNX_PARSER_FIRSTERROR_H

#include <google/protobuf/io/tokenizer.h>

#include <algorithm>
#include <string>

/// Keeps the first error: what follows is mostly its consequence. A Place has
/// `line` and `column`, from 1.
template <typename Place>
class FirstError : public google::protobuf::io::ErrorCollector {
public:
  FirstError(std::string &reason, Place &place)
      : reason(reason), place(place) {}
  void AddError(int line, int column, const std::string &message) override {
    if (!reason.empty())
      return;
    reason = message;
    place = {std::max(line, 0) + 1, std::max(column, 0) + 1};
  }

private:
  std::string &reason;
  Place &place;
};

#endif // ASCEND_LIB_IMPORT_ONNX_PARSER_FIRSTERROR_H
