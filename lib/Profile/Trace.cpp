//===- Trace.cpp - Profiles as JSON ---------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// "Trace Event Format" is what chrome://tracing and Perfetto read: an array of
// events, of which X is a span and M names a process or a thread.

#include "Ascend/Profile/Profile.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir::ascend;
namespace json = llvm::json;

/// Microseconds with three decimals, which no double has exactly.
static void writeTime(json::OStream &out, llvm::StringRef key,
                      int64_t nanoseconds) {
  out.attributeBegin(key);
  out.rawValue(llvm::formatv("{0:f3}", nanoseconds / 1e3).str());
  out.attributeEnd();
}

static void writeTensors(json::OStream &out, llvm::StringRef key,
                         const std::vector<ProfiledTensor> &tensors) {
  out.attributeArray(key, [&] {
    for (const ProfiledTensor &tensor : tensors)
      out.object([&] {
        out.attribute("dtype", tensor.dtype);
        out.attribute("format", tensor.format);
        out.attributeArray("shape", [&] {
          for (int64_t extent : tensor.shape)
            out.value(extent);
        });
      });
  });
}

static void writeNumber(json::OStream &out, llvm::StringRef key,
                        std::optional<double> number) {
  if (number)
    out.attribute(key, *number);
  else
    out.attribute(key, nullptr);
}

static void writeWhat(json::OStream &out, const ProfiledKernel &kernel) {
  out.attribute("type", kernel.type);
  out.attribute("task", kernel.task);
  out.attributeArray("nodes", [&] {
    for (const auto &[name, type] : kernel.nodes)
      out.object([&, name = name, type = type] {
        out.attribute("name", name);
        out.attribute("type", type);
      });
  });
  writeTensors(out, "inputs", kernel.inputs);
  writeTensors(out, "outputs", kernel.outputs);
  writeNumber(out, "bytes", kernel.bytes);
  writeNumber(out, "flops", kernel.flops);
}

void mlir::ascend::writeProfileJSON(const Profile &profile,
                                    llvm::raw_ostream &os) {
  json::OStream out(os);
  out.array([&] {
    for (const ProfiledKernel &kernel : profile.kernels)
      out.object([&] {
        out.attribute("name", kernel.name);
        writeWhat(out, kernel);
        writeTime(out, "start_us", kernel.startNs);
        writeTime(out, "time_us", kernel.timeNs);
      });
  });
}

namespace {

/// Writes an array of events, a line each.
class TraceWriter {
public:
  explicit TraceWriter(llvm::raw_ostream &os) : os(os) { os << '['; }
  ~TraceWriter() { os << "\n]\n"; }

  /// Names the process or the thread of a stream.
  void meta(llvm::StringRef what, llvm::StringRef name, unsigned stream = 0) {
    event("M", what, stream, [&](json::OStream &out) {
      out.attributeObject("args", [&] { out.attribute("name", name); });
    });
  }
  void span(llvm::StringRef name, unsigned stream, int64_t startNs,
            int64_t timeNs, llvm::function_ref<void(json::OStream &)> args) {
    event("X", name, stream, [&](json::OStream &out) {
      writeTime(out, "ts", startNs);
      writeTime(out, "dur", timeNs);
      out.attributeObject("args", [&] { args(out); });
    });
  }

private:
  void event(llvm::StringRef kind, llvm::StringRef name, unsigned stream,
             llvm::function_ref<void(json::OStream &)> more) {
    os << (isFirst ? "\n" : ",\n");
    isFirst = false;
    json::OStream out(os);
    out.object([&] {
      out.attribute("ph", kind);
      out.attribute("name", name);
      out.attribute("pid", 1);
      out.attribute("tid", 1 + int64_t(stream));
      more(out);
    });
  }

  llvm::raw_ostream &os;
  bool isFirst = true;
};

} // namespace

void mlir::ascend::writeTrace(const Profile &profile, llvm::raw_ostream &os) {
  TraceWriter writer(os);
  writer.meta("process_name", "Ascend-MLIR");
  writer.meta("thread_name",
              "kernels, on " + std::to_string(profile.threads) + " threads");
  writer.span("run", 0, 0, profile.runNs, [&](json::OStream &out) {
    out.attribute("lost", int64_t(profile.lost));
  });
  unsigned streams = 1;
  for (const ProfiledKernel &kernel : profile.kernels) {
    for (; streams <= kernel.stream; ++streams)
      writer.meta("thread_name", "kernels beside them", streams);
    writer.span(kernel.name, kernel.stream, kernel.startNs, kernel.timeNs,
                [&](json::OStream &out) { writeWhat(out, kernel); });
  }
}
