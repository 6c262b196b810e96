//===- ProfiledRun.cpp - Profiles that options ask for --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ProfiledRun.h"

#include "Ascend/Support/OutputFile.h"

using namespace mlir;
using namespace mlir::ascend;

ProfiledRun::ProfiledRun(const OptionValues &values)
    : values(values), asked(asksForTimes(values)),
      request(readProfilingOptions(values)),
      steps(request.fpPoint, request.bpPoint) {}

llvm::Error ProfiledRun::checkPlaces() const {
  return asksForProfile(values) ? checkProfileFolder(request.folder)
                                : llvm::Error::success();
}

llvm::Error ProfiledRun::warmUp(ascendrt_context *context) {
  if (!asked)
    return llvm::Error::success();
  llvm::Expected<RunTimes> times = RunTimes::of(context);
  if (!times)
    return times.takeError();
  return request.hasSteps ? steps.lookUp(*times) : llvm::Error::success();
}

llvm::Error ProfiledRun::see(ascendrt_context *context) {
  if (!asked)
    return llvm::Error::success();
  llvm::Expected<RunTimes> times = RunTimes::of(context);
  if (!times)
    return times.takeError();
  if (request.hasSteps)
    steps.add(*times);
  if (!fastest || times->getRunNs() < fastest->getRunNs())
    fastest = std::move(*times);
  return llvm::Error::success();
}

llvm::Error ProfiledRun::tell() const {
  if (!fastest)
    return llvm::Error::success();
  llvm::Expected<Profile> profile = fastest->read();
  if (!profile)
    return profile.takeError();
  printProfile(*profile, measurePeak(profile->threads), llvm::outs());
  if (std::optional<llvm::StringRef> path = values.getProfile()) {
    if (llvm::Error error = writeWholeFile(
            *path, [&](llvm::raw_ostream &os) { writeTrace(*profile, os); }))
      return error;
    llvm::outs() << "written: " << *path << '\n';
  }
  if (!asksForProfile(values))
    return llvm::Error::success();
  ProfileFiles files{request.hasOps, request.hasTasks,
                     request.hasSteps ? &steps : nullptr};
  llvm::Expected<std::string> folder =
      writeProfileFolder(*profile, request.folder, files);
  if (!folder)
    return folder.takeError();
  llvm::outs() << "written: " << *folder << '\n';
  return llvm::Error::success();
}
