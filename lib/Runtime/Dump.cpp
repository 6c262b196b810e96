//===- Dump.cpp - Observed tensors as files ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Dump.h"
#include "Ascend/Runtime/WholeFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

using namespace ascendrt;

static std::string failedTo(const char *verb, const std::string &path,
                            int error) {
  return std::string("cannot ") + verb + " '" + path +
         "': " + std::strerror(error);
}

/// Writes a whole file of two parts.
static std::string writeFile(const std::string &path, const void *head,
                             size_t headBytes, const void *data,
                             size_t dataBytes) {
  WholeFile file(path);
  int error = file.open();
  if (!error)
    error = writeAll(file.descriptor(), head, headBytes);
  if (!error)
    error = writeAll(file.descriptor(), data, dataBytes);
  if (!error)
    error = file.keep();
  return error ? failedTo("write", path, error) : "";
}

/// The length of the UTF-8 sequence at `text`, 0 if there is none. The zero at
/// the end is no continuation byte, so nothing behind it is read.
static unsigned measureUTF8(const unsigned char *text) {
  auto continues = [&](unsigned i, unsigned char from = 0x80,
                       unsigned char to = 0xbf) {
    return text[i] >= from && text[i] <= to;
  };
  unsigned char c = text[0];
  if (c < 0x80)
    return 1;
  if (c >= 0xc2 && c <= 0xdf)
    return continues(1) ? 2 : 0;
  // No overlong forms, no surrogates, nothing above U+10FFFF.
  if (c >= 0xe0 && c <= 0xef)
    return continues(1, c == 0xe0 ? 0xa0 : 0x80, c == 0xed ? 0x9f : 0xbf) &&
                   continues(2)
               ? 3
               : 0;
  if (c >= 0xf0 && c <= 0xf4)
    return continues(1, c == 0xf0 ? 0x90 : 0x80, c == 0xf4 ? 0x8f : 0xbf) &&
                   continues(2) && continues(3)
               ? 4
               : 0;
  return 0;
}

void ascendrt::appendJSONString(std::string &out, const char *text) {
  out += '"';
  auto *at = reinterpret_cast<const unsigned char *>(text);
  while (*at) {
    unsigned length = measureUTF8(at);
    if (length == 0) {
      out += "\xef\xbf\xbd";
      ++at;
      continue;
    }
    if (*at == '"' || *at == '\\') {
      out += '\\';
      out += static_cast<char>(*at);
    } else if (*at < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", *at);
      out += escape;
    } else {
      out.append(reinterpret_cast<const char *>(at), length);
    }
    at += length;
  }
  out += '"';
}

std::string Dump::open(const std::string &path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    return "cannot make the directory '" + path + "': " + error.message();
  directory = path;
  return "";
}

std::string Dump::begin() {
  files = 0;
  index.clear();
  std::string path = directory + "/index.json";
  if (std::remove(path.c_str()) != 0 && errno != ENOENT)
    return failedTo("remove", path, errno);
  return "";
}

std::string Dump::write(const ascendrt_observed_tensor &tensor,
                        const int64_t *shape, const void *data) {
  const ascendrt_tensor_desc &desc = tensor.desc;
  int64_t bytes;
  if (ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &bytes) !=
      ASCENDRT_OK)
    return std::string("the model shows a bad shape of '") + desc.name + "'";
  char header[1024];
  size_t headerBytes =
      ascendrt_npy_header(desc.dtype, desc.rank, shape, header, sizeof(header));
  char file[24];
  std::snprintf(file, sizeof(file), "%06u.npy", files);
  std::string wrong =
      writeFile(directory + "/" + file, header, headerBytes, data, bytes);
  if (!wrong.empty())
    return wrong;

  index += files++ ? ",\n {\"op\": " : " {\"op\": ";
  appendJSONString(index, tensor.op);
  index +=
      tensor.is_output ? ", \"kind\": \"output\"" : ", \"kind\": \"input\"";
  index += ", \"index\": " + std::to_string(tensor.index);
  index += std::string(", \"dtype\": \"") + ascendrt_dtype_word(desc.dtype);
  index += std::string("\", \"file\": \"") + file + "\"}";
  return "";
}

std::string Dump::finish() {
  std::string text = "[\n" + index + "\n]\n";
  return writeFile(directory + "/index.json", text.data(), text.size(), nullptr,
                   0);
}
