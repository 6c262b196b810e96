//===- ProfileTable.cpp - Profiles for people -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Profile/Profile.h"

#include "Ascend/Support/Table.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::ascend;

/// Rows that are shown of each part; the slowest tell most.
static constexpr size_t kMostRows = 25;
static constexpr size_t kColumns = 100;

namespace {

/// What the runs of one kernel take together.
struct Total {
  const ProfiledKernel *kernel;
  int64_t timeNs = 0;
  unsigned count = 0;
  double flops = 0, bytes = 0;

  void add(const ProfiledKernel &other) {
    timeNs += other.timeNs;
    ++count;
    flops += other.flops.value_or(0);
    bytes += other.bytes.value_or(0);
  }
};

class Printer {
public:
  Printer(const Profile &profile, std::optional<double> peak,
          llvm::raw_ostream &os)
      : profile(profile), peak(peak), os(os) {}

  void printHead();
  void printKernels();
  void printTypes();
  void printFoot();

private:
  template <typename Key>
  std::vector<Total> totalsBy(Key key) const;
  std::string numbers(const Total &total) const;
  std::string share(int64_t timeNs) const {
    return llvm::formatv("{0:f1} %",
                         100.0 * timeNs / std::max<int64_t>(profile.runNs, 1));
  }
  void print(const std::string &row) {
    os << llvm::StringRef(row).rtrim() << '\n';
  }
  /// How much is not shown.
  void printRest(llvm::ArrayRef<Total> rest, llvm::StringRef what);

  const Profile &profile;
  std::optional<double> peak;
  llvm::raw_ostream &os;
};

} // namespace

static std::string right(const std::string &text, size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

/// In microseconds; what takes less than one has digits of it, too.
static std::string timeText(int64_t ns) {
  bool isShort = ns > 0 && ns < 1000;
  return isShort ? llvm::formatv("{0:f3}", ns / 1e3)
                 : llvm::formatv("{0:f1}", ns / 1e3);
}

static std::string bytesText(double bytes) {
  for (auto [unit, size] :
       {std::pair("GiB", 30), std::pair("MiB", 20), std::pair("KiB", 10)})
    if (double scaled = bytes / double(uint64_t(1) << size); scaled >= 1)
      return llvm::formatv("{0:f1} {1}", scaled, unit);
  return llvm::formatv("{0:f0} B", bytes);
}

static std::string shapeText(const std::vector<ProfiledTensor> &tensors) {
  if (tensors.empty())
    return "-";
  std::string text = llvm::join(
      llvm::map_range(tensors.front().shape,
                      [](int64_t extent) {
                        return extent < 0 ? "?" : std::to_string(extent);
                      }),
      "x");
  return text.empty() ? "scalar" : text;
}

static std::string dtypeText(const std::vector<ProfiledTensor> &tensors) {
  return tensors.empty() ? "-" : llvm::StringRef(tensors.front().dtype).lower();
}

template <typename Key>
std::vector<Total> Printer::totalsBy(Key key) const {
  llvm::MapVector<decltype(key(profile.kernels.front())), Total> totals;
  for (const ProfiledKernel &kernel : profile.kernels)
    totals.try_emplace(key(kernel), Total{&kernel}).first->second.add(kernel);
  std::vector<Total> sorted;
  for (const auto &entry : totals)
    sorted.push_back(entry.second);
  llvm::sort(sorted, [](const Total &a, const Total &b) {
    return std::tie(b.timeNs, a.kernel->startNs) <
           std::tie(a.timeNs, b.kernel->startNs);
  });
  return sorted;
}

/// The columns that both parts have: 47 columns, or 41 where no peak is known.
std::string Printer::numbers(const Total &total) const {
  std::string row = right(timeText(total.timeNs), 11) +
                    right(share(total.timeNs), 8) +
                    right(std::to_string(total.count), 6);
  bool isKnown = total.flops > 0 && total.timeNs > 0;
  double rate = isKnown ? total.flops / total.timeNs : 0; // of 10^9
  row += right(isKnown ? llvm::formatv("{0:f1}", rate).str() : "-", 9);
  if (peak)
    row += right(isKnown ? llvm::formatv("{0:f0} %", 1e11 * rate / *peak).str()
                         : "-",
                 6);
  return row + right(total.bytes > 0 ? bytesText(total.bytes) : "-", 11) + "  ";
}

static std::string headOfNumbers(bool hasPeak) {
  return std::string("    time us   share count  GFLOP/s") +
         (hasPeak ? "  peak" : "") + "      bytes  ";
}

void Printer::printHead() {
  print(llvm::formatv("profile: {0} in {1} us, {2} of them inside of kernels",
                      counted(profile.kernels.size(), "kernel"),
                      timeText(profile.runNs), share(profile.kernelNs())));
  if (profile.lost)
    print(llvm::formatv("{0} more turns of loops had no room: run it again",
                        profile.lost));
}

void Printer::printRest(llvm::ArrayRef<Total> rest, llvm::StringRef what) {
  if (rest.empty())
    return;
  int64_t time = 0;
  for (const Total &total : rest)
    time += total.timeNs;
  print(right(timeText(time), 11) + right(share(time), 8) +
        llvm::formatv("  {0} more {1}", rest.size(), what).str());
}

void Printer::printKernels() {
  // What a peak takes of the columns is taken of the name's.
  constexpr size_t kDtype = 9, kShape = 16;
  std::string head = headOfNumbers(peak.has_value());
  size_t nameWidth = kColumns - head.size() - kDtype - kShape - 2;
  print(head + padColumn("dtype", kDtype) + " " + padColumn("shape", kShape) +
        " op");
  std::vector<Total> totals =
      totalsBy([](const ProfiledKernel &kernel) { return kernel.number; });
  for (const Total &total : llvm::ArrayRef(totals).take_front(kMostRows)) {
    const ProfiledKernel &kernel = *total.kernel;
    std::string op = kernel.type + " " + kernel.name, joined;
    if (kernel.nodes.size() > 1)
      joined = " +" + std::to_string(kernel.nodes.size() - 1);
    print(numbers(total) + padColumn(dtypeText(kernel.outputs), kDtype) + " " +
          padColumn(shapeText(kernel.outputs), kShape) + " " +
          fitColumn(op, nameWidth - joined.size()) + joined);
  }
  printRest(
      llvm::ArrayRef(totals).drop_front(std::min(totals.size(), kMostRows)),
      "kernels");
}

void Printer::printTypes() {
  std::string head = headOfNumbers(peak.has_value());
  os << "by op type:\n";
  print(head + "op type");
  std::vector<Total> totals = totalsBy([](const ProfiledKernel &kernel) {
    return llvm::StringRef(kernel.type);
  });
  for (const Total &total : llvm::ArrayRef(totals).take_front(kMostRows))
    print(numbers(total) +
          fitColumn(total.kernel->type, kColumns - head.size()));
  printRest(
      llvm::ArrayRef(totals).drop_front(std::min(totals.size(), kMostRows)),
      "op types");
}

void Printer::printFoot() {
  if (peak)
    print(llvm::formatv("peak: {0:f1} GFLOP/s, float32 FMA in registers on {1} "
                        "threads, measured now",
                        *peak / 1e9, profile.threads));
}

void mlir::ascend::printProfile(const Profile &profile,
                                std::optional<double> peak,
                                llvm::raw_ostream &os) {
  Printer printer(profile, peak, os);
  printer.printHead();
  printer.printKernels();
  printer.printTypes();
  printer.printFoot();
}
