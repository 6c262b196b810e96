//===- NpyFormat.cpp - The bytes of an .npy file ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// magic "\x93NUMPY", version (2 bytes), length of the header (2 bytes in format
// 1, 4 later; little-endian), the header: a Python dict as text, the data.

#include "NpyFormat.h"

#include "Ascend/Runtime/ascendrt.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::npy;

namespace {

/// The header's dict.
struct Header {
  std::string descr;
  bool isFortran = false;
  SmallVector<int64_t> shape;
};

/// Reads the dict: the little of Python's syntax that numpy writes. Every
/// function returns false at text that is something else, `problem` saying
/// why where there is more to say.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text) {}

  bool parse(Header &header);
  std::string problem;

private:
  void skipBlanks() { text = text.ltrim(" \t\n\r"); }
  bool take(StringRef token) {
    skipBlanks();
    return text.consume_front(token);
  }
  bool parseString(std::string &value);
  bool parseShape(SmallVectorImpl<int64_t> &shape);
  bool parseValue(StringRef key, Header &header);

  StringRef text;
};

/// How the elements of a file are read.
struct ElementFormat {
  std::string word;       ///< CANN's, or "V1"
  unsigned bytes = 0;     ///< of an element
  unsigned swapBytes = 0; ///< units whose bytes are reversed; 0: none are
};

} // namespace

bool HeaderParser::parseString(std::string &value) {
  skipBlanks();
  if (text.empty() || (text[0] != '\'' && text[0] != '"'))
    return false;
  size_t end = text.find(text[0], 1);
  if (end == StringRef::npos)
    return false;
  value = text.slice(1, end).str();
  text = text.drop_front(end + 1);
  // With an escape the quote that was found may not be the end.
  return value.find('\\') == std::string::npos;
}

bool HeaderParser::parseShape(SmallVectorImpl<int64_t> &shape) {
  if (!take("("))
    return false;
  while (!take(")")) {
    if (!shape.empty() && !take(","))
      return false;
    if (!shape.empty() && take(")"))
      break;
    skipBlanks();
    StringRef digits = text.take_while(llvm::isDigit);
    text = text.drop_front(digits.size());
    text.consume_front("L"); // Python 2 wrote some numbers so
    int64_t size;
    if (digits.empty())
      return false;
    if (digits.getAsInteger(10, size)) {
      problem = "a dimension of " + digits.str() + " is too large";
      return false;
    }
    if (shape.size() == ASCENDRT_MAX_RANK) {
      problem = "it has more than " + std::to_string(ASCENDRT_MAX_RANK) +
                " dimensions";
      return false;
    }
    shape.push_back(size);
  }
  return true;
}

bool HeaderParser::parseValue(StringRef key, Header &header) {
  if (key == "shape")
    return parseShape(header.shape);
  if (key == "fortran_order") {
    header.isFortran = take("True");
    return header.isFortran || take("False");
  }
  skipBlanks();
  if (text.starts_with("[") || text.starts_with("(") || text.starts_with("{")) {
    problem = "its elements are structures, and a tensor's are single values";
    return false;
  }
  return parseString(header.descr);
}

bool HeaderParser::parse(Header &header) {
  if (!take("{"))
    return false;
  SmallVector<StringRef, 3> missing = {"descr", "fortran_order", "shape"};
  while (!take("}")) {
    std::string key;
    if (!parseString(key) || !take(":") || !llvm::is_contained(missing, key) ||
        !parseValue(key, header))
      return false;
    llvm::erase(missing, StringRef(key));
    take(",");
  }
  skipBlanks();
  return missing.empty() && text.empty();
}

/// Understands numpy's word of an element type: byte order, kind, size.
/// Nothing if it is no type that tensors have.
static std::optional<ElementFormat> parseDescr(StringRef descr) {
  bool isBigEndian = descr.consume_front(">");
  if (!isBigEndian && !descr.consume_front("<") && !descr.consume_front("=") &&
      !descr.consume_front("|"))
    return std::nullopt;
  static constexpr struct {
    const char *descr, *word;
    unsigned bytes, parts;
  } formats[] = {
      {"b1", "bool", 1, 1},        {"i1", "int8", 1, 1},
      {"i2", "int16", 2, 1},       {"i4", "int32", 4, 1},
      {"i8", "int64", 8, 1},       {"u1", "uint8", 1, 1},
      {"u2", "uint16", 2, 1},      {"u4", "uint32", 4, 1},
      {"u8", "uint64", 8, 1},      {"f2", "float16", 2, 1},
      {"f4", "float", 4, 1},       {"f8", "double", 8, 1},
      {"c8", "complex64", 8, 2},   {"c16", "complex128", 16, 2},
      {"V2", "bfloat16", 2, 1},    {"V1", "V1", 1, 1},
      {"f1", "float8_e5m2", 1, 1}, // what numpy.save makes of ml_dtypes' type
  };
  for (const auto &format : formats)
    if (descr == format.descr) {
      // Raw bytes stay as they are: what they mean is not numpy's to know.
      bool isSwapped = isBigEndian != llvm::sys::IsBigEndianHost &&
                       descr[0] != 'V' && format.bytes / format.parts > 1;
      return ElementFormat{format.word, format.bytes,
                           isSwapped ? format.bytes / format.parts : 0};
    }
  return std::nullopt;
}

static void swapBytes(char *data, uint64_t bytes, unsigned unit) {
  for (char *end = data + bytes; data != end; data += unit)
    std::reverse(data, data + unit);
}

/// Copies a tensor in Fortran order to one in C order.
static void transpose(const char *from, char *to, ArrayRef<int64_t> shape,
                      unsigned elementBytes, uint64_t bytes) {
  SmallVector<uint64_t> strides; // of `from`, in bytes
  uint64_t stride = elementBytes;
  for (int64_t size : shape) {
    strides.push_back(stride);
    stride *= size;
  }
  SmallVector<int64_t> index(shape.size(), 0);
  uint64_t offset = 0;
  for (char *end = to + bytes; to != end; to += elementBytes) {
    std::memcpy(to, from + offset, elementBytes);
    for (size_t i = shape.size(); i-- > 0;) {
      offset += strides[i];
      if (++index[i] < shape[i])
        break;
      offset -= strides[i] * shape[i];
      index[i] = 0;
    }
  }
}

llvm::Error npy::refuse(const std::string &what, const std::string &why,
                        StringRef where, const char *note, ExitCode exitCode) {
  return makeError(
      {"", what + " cannot be read: " + why, where.str(), note, exitCode});
}

/// Reads up to the data: `restBytes` are left in the file.
static llvm::Expected<Header> decodeHeader(uint64_t &restBytes, ReadBytes read,
                                           const std::string &what,
                                           StringRef where) {
  constexpr uint64_t maxHeaderBytes = 1 << 16;
  auto fail = [&](const std::string &why) {
    return refuse(what, why, where,
                  "save it again with numpy.save or numpy.savez");
  };
  auto isShort = [&](uint64_t bytes) {
    if (restBytes < bytes)
      return true;
    restBytes -= bytes;
    return false;
  };

  unsigned char prefix[12];
  auto *bytes = reinterpret_cast<char *>(prefix);
  if (isShort(8))
    return fail("it is truncated within its header");
  if (llvm::Error error = read(bytes, 8))
    return error;
  if (std::memcmp(prefix, "\x93NUMPY", 6) != 0)
    return fail("it is not in the .npy format");
  if (prefix[6] < 1 || prefix[6] > 3 || prefix[7] != 0)
    return fail("its format version " + std::to_string(prefix[6]) + "." +
                std::to_string(prefix[7]) + " is not known");
  unsigned lengthBytes = prefix[6] == 1 ? 2 : 4;
  if (isShort(lengthBytes))
    return fail("it is truncated within its header");
  if (llvm::Error error = read(bytes + 8, lengthBytes))
    return error;
  uint64_t length = lengthBytes == 2
                        ? llvm::support::endian::read16le(prefix + 8)
                        : llvm::support::endian::read32le(prefix + 8);
  if (isShort(length))
    return fail("it is truncated within its header");
  if (length > maxHeaderBytes)
    return fail("its header has " + std::to_string(length) + " bytes");
  std::string text(length, '\0');
  if (llvm::Error error = read(text.data(), length))
    return error;

  Header header;
  HeaderParser parser(text);
  if (!parser.parse(header))
    return fail(parser.problem.empty() ? "its header is damaged"
                                       : parser.problem);
  return header;
}

llvm::Expected<Array> npy::decode(uint64_t fileBytes, ReadBytes read,
                                  StringRef name, const std::string &what,
                                  StringRef where, uint64_t maxBytes,
                                  ArrayCheck check) {
  llvm::Expected<Header> header = decodeHeader(fileBytes, read, what, where);
  if (!header)
    return header.takeError();
  std::optional<ElementFormat> format = parseDescr(header->descr);
  if (!format)
    return refuse(what,
                  "its element type '" + header->descr +
                      "' is not one that tensors have",
                  where, "convert it with numpy.ndarray.astype");

  // The size of a byte type times that of an element: ascendrt knows no "V1".
  int64_t count, bytes;
  if (ascendrt_tensor_bytes(ASCENDRT_UINT8, header->shape.size(),
                            header->shape.data(), &count) != ASCENDRT_OK ||
      __builtin_mul_overflow(count, format->bytes, &bytes))
    return refuse(what, "its shape is too large", where);
  if (static_cast<uint64_t>(bytes) != fileBytes)
    return refuse(what,
                  "its shape needs " + std::to_string(bytes) +
                      " bytes, and the file has " + std::to_string(fileBytes),
                  where, "save it again with numpy.save or numpy.savez");
  Array array;
  array.name = name.str();
  array.dtype = format->word;
  array.shape = std::move(header->shape);
  if (check)
    if (llvm::Error error = check(array))
      return error;
  if (fileBytes > maxBytes)
    return refuse(what,
                  "it has " + std::to_string(bytes) + " bytes, and " +
                      std::to_string(maxBytes) + " are left of the limit",
                  where, "", ExitCode::Limit);

  // Where the two orders are the same, nothing needs to be moved.
  bool isFortran =
      header->isFortran && bytes > 0 &&
      llvm::count_if(array.shape, [](int64_t size) { return size > 1; }) > 1;
  std::optional<AlignedBuffer> data = AlignedBuffer::allocate(bytes), moved;
  if (data && isFortran)
    moved = AlignedBuffer::allocate(bytes);
  if (!data || (isFortran && !moved))
    return refuse(what,
                  "there is not enough memory for its " +
                      std::to_string(bytes) + " bytes",
                  where, "", ExitCode::Limit);
  if (llvm::Error error = read(data->data(), bytes))
    return error;
  if (isFortran) {
    transpose(data->data(), moved->data(), array.shape, format->bytes, bytes);
    data = std::move(moved);
  }
  if (format->swapBytes)
    swapBytes(data->data(), bytes, format->swapBytes);
  // To numpy any byte but 0 is true.
  if (format->word == "bool")
    for (char *c = data->data(), *end = c + bytes; c != end; ++c)
      *c = *c != 0;

  array.data = std::move(*data);
  return array;
}

llvm::Expected<std::string> npy::encodeHeader(const Array &array,
                                              StringRef where) {
  auto fail = [&](const std::string &why) {
    return makeError({"",
                      "array '" + array.name + "' cannot be written: " + why,
                      where.str(), "", ExitCode::Usage});
  };
  ascendrt_dtype dtype;
  if (ascendrt_dtype_from_word(array.dtype.c_str(), &dtype) != ASCENDRT_OK)
    return fail("its element type '" + array.dtype + "' is not known");
  int64_t bytes;
  if (array.shape.size() > ASCENDRT_MAX_RANK ||
      ascendrt_tensor_bytes(dtype, array.shape.size(), array.shape.data(),
                            &bytes) != ASCENDRT_OK)
    return fail("its shape is bad");
  if (static_cast<uint64_t>(bytes) != array.data.size())
    return fail("its shape needs " + std::to_string(bytes) +
                " bytes, and it has " + std::to_string(array.data.size()));
  std::string header(ascendrt_npy_header(dtype, array.shape.size(),
                                         array.shape.data(), nullptr, 0),
                     '\0');
  ascendrt_npy_header(dtype, array.shape.size(), array.shape.data(),
                      header.data(), header.size());
  return header;
}
