//===- ProfileInterface.cpp - Where the time of a run went ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend-c/Profile.h"

#include "Ascend/Profile/Profile.h"
#include "Ascend/Runtime/ShortMemory.h"
#include "Handles.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
struct ProfileHandle {
  RunTimes times;
  std::optional<Profile> profile;
  std::string json, written;
};
} // namespace

DEFINE_C_API_PTR_METHODS(AscendProfile, ProfileHandle)

AscendError ascendProfileCreate(ascendrt_context *context,
                                AscendProfile *result) {
  ascendrt::prepareToThrow();
  llvm::Expected<RunTimes> times = RunTimes::of(context);
  if (!times)
    return capi::toC(times.takeError());
  *result = wrap(new ProfileHandle{std::move(*times), std::nullopt, {}, {}});
  return {nullptr};
}

void ascendProfileDestroy(AscendProfile profile) { delete unwrap(profile); }

static llvm::Error read(ProfileHandle &handle) {
  if (handle.profile)
    return llvm::Error::success();
  llvm::Expected<Profile> profile = handle.times.read();
  if (!profile)
    return profile.takeError();
  handle.profile = std::move(*profile);
  return llvm::Error::success();
}

AscendError ascendProfileGetJSON(AscendProfile profile,
                                 AscendStringRef *result) {
  ascendrt::prepareToThrow();
  ProfileHandle &handle = *unwrap(profile);
  if (llvm::Error error = read(handle))
    return capi::toC(std::move(error));
  if (handle.json.empty()) {
    llvm::raw_string_ostream os(handle.json);
    writeProfileJSON(*handle.profile, os);
  }
  *result = capi::toC(llvm::StringRef(handle.json));
  return {nullptr};
}

static llvm::Expected<std::string> write(const Profile &profile,
                                         llvm::StringRef path) {
  if (!path.ends_with(".json"))
    return writeProfileFolder(profile, path);
  if (llvm::Error error = writeWholeFile(
          path, [&](llvm::raw_ostream &os) { writeTrace(profile, os); }))
    return error;
  return path.str();
}

AscendError ascendProfileWrite(AscendProfile profile, AscendStringRef path,
                               AscendStringRef *written) {
  ascendrt::prepareToThrow();
  ProfileHandle &handle = *unwrap(profile);
  if (llvm::Error error = read(handle))
    return capi::toC(std::move(error));
  llvm::Expected<std::string> place =
      write(*handle.profile, capi::toString(path));
  if (!place)
    return capi::toC(place.takeError());
  handle.written = std::move(*place);
  *written = capi::toC(llvm::StringRef(handle.written));
  return {nullptr};
}
