//===- Profile.cpp - Where the time of a run went -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Profile/Profile.h"

#include "Ascend/JSON/JSON.h"
#include "Ascend/Support/Diagnostics.h"

#include <limits>

using namespace mlir::ascend;

int64_t Profile::kernelNs() const {
  int64_t sum = 0, end = 0;
  for (const ProfiledKernel &kernel : kernels) {
    int64_t ends = kernel.startNs + kernel.timeNs;
    sum += std::max<int64_t>(ends - std::max(kernel.startNs, end), 0);
    end = std::max(end, ends);
  }
  return sum;
}

llvm::Expected<RunTimes> RunTimes::of(ascendrt_context *context) {
  ascendrt_profile profile = {};
  profile.struct_size = sizeof(profile);
  if (ascendrt_get_profile(context, &profile) != ASCENDRT_OK)
    return makeError({"",
                      "the model does not record the times of its kernels: it "
                      "was compiled without profiling",
                      "", "compile it again with --profiling_mode=1"});
  RunTimes result;
  result.kernels = profile.kernels;
  result.startNs = profile.start_ns;
  result.runNs = profile.run_ns;
  result.threads = ascendrt_get_threads(context);
  result.lost = profile.num_lost;
  result.times.assign(profile.times, profile.times + profile.num_times);
  result.sizes.assign(profile.sizes, profile.sizes + profile.num_sizes);
  return result;
}

namespace {

/// Reads the JSON that the compiler wrote (KernelRows.cpp), and fills in the
/// sizes of one run of a kernel.
class KernelReader {
public:
  KernelReader(const json::Node &row, llvm::ArrayRef<int64_t> sizes)
      : row(row), sizes(sizes) {}

  void read(ProfiledKernel &kernel) const;

private:
  static std::string text(const json::Node &node, llvm::StringRef key) {
    const json::Node *value = node.find(key, json::Kind::String);
    return value ? value->string : "";
  }
  static llvm::ArrayRef<json::Node> list(const json::Node &node,
                                         llvm::StringRef key) {
    const json::Node *value = node.find(key, json::Kind::Array);
    return value ? llvm::ArrayRef(value->elements)
                 : llvm::ArrayRef<json::Node>();
  }
  /// Nothing for a size that the call does not have.
  std::optional<int64_t> extent(const json::Node &node) const;
  std::optional<double> product(llvm::ArrayRef<json::Node> extents) const;
  std::vector<ProfiledTensor> tensors(llvm::StringRef key) const;

  const json::Node &row;
  llvm::ArrayRef<int64_t> sizes;
};

} // namespace

std::optional<int64_t> KernelReader::extent(const json::Node &node) const {
  if (!node.is(json::Kind::Integer))
    return std::nullopt;
  if (node.integer >= 0)
    return node.integer;
  uint64_t number = -(node.integer + 1);
  return number < sizes.size() ? std::optional(sizes[number]) : std::nullopt;
}

std::optional<double>
KernelReader::product(llvm::ArrayRef<json::Node> extents) const {
  double result = 1;
  for (const json::Node &node : extents) {
    std::optional<int64_t> factor = extent(node);
    if (!factor)
      return std::nullopt;
    result *= *factor;
  }
  return result;
}

std::vector<ProfiledTensor> KernelReader::tensors(llvm::StringRef key) const {
  std::vector<ProfiledTensor> result;
  for (const json::Node &node : list(row, key)) {
    ProfiledTensor tensor{text(node, "dtype"), text(node, "format"), {}};
    for (const json::Node &each : list(node, "shape"))
      tensor.shape.push_back(extent(each).value_or(-1));
    result.push_back(std::move(tensor));
  }
  return result;
}

void KernelReader::read(ProfiledKernel &kernel) const {
  kernel.name = text(row, "name");
  kernel.type = text(row, "type");
  kernel.symbol = text(row, "kernel");
  kernel.task = text(row, "task");
  kernel.isInserted = row.find("inserted") != nullptr;
  kernel.isHF32 = row.find("hf32") != nullptr;
  kernel.inputs = tensors("inputs");
  kernel.outputs = tensors("outputs");
  for (const json::Node &node : list(row, "nodes"))
    kernel.nodes.emplace_back(text(node, "name"), text(node, "type"));
  kernel.bytes = 0;
  for (const json::Node &buffer : list(row, "bytes"))
    if (std::optional<double> bytes = product(buffer.elements); !bytes)
      kernel.bytes = std::nullopt;
    else if (kernel.bytes)
      *kernel.bytes += *bytes;
  if (llvm::ArrayRef<json::Node> work = list(row, "multiply_adds");
      !work.empty())
    if (std::optional<double> products = product(work))
      kernel.flops = 2 * *products;
}

llvm::Expected<Profile> RunTimes::read() const {
  json::Options lenient;
  lenient.maxValues = std::numeric_limits<size_t>::max();
  llvm::Expected<json::Node> table =
      parseJSON(kernels, "the table of kernels", lenient);
  if (!table)
    return table.takeError();
  Profile profile;
  profile.startNs = startNs;
  profile.runNs = runNs;
  profile.threads = threads;
  profile.lost = lost;
  profile.kernels.reserve(times.size());
  std::vector<int64_t> ends; // of what runs on each stream
  for (const ascendrt_kernel_time &time : times) {
    ProfiledKernel &kernel = profile.kernels.emplace_back();
    kernel.number = time.kernel;
    kernel.startNs = time.begin_ns;
    kernel.timeNs = time.end_ns - time.begin_ns;
    auto idle =
        llvm::find_if(ends, [&](int64_t end) { return end <= time.begin_ns; });
    kernel.stream = idle - ends.begin();
    if (idle == ends.end())
      ends.push_back(time.end_ns);
    else
      *idle = time.end_ns;
    if (time.kernel < 0 || size_t(time.kernel) >= table->elements.size()) {
      // Read and written.
      kernel.bytes = 2.0 * time.bytes;
      kernel.name = kernel.type = "Copy";
      kernel.task = "MEMCPY_ASYNC";
      continue;
    }
    KernelReader(table->elements[time.kernel],
                 llvm::ArrayRef(sizes).drop_front(time.first_size))
        .read(kernel);
  }
  return profile;
}
