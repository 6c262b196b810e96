/*===- Profile.h - Where the time of a run went -------------------*- C -*-===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef ASCEND_C_PROFILE_H
#define ASCEND_C_PROFILE_H

#include "Ascend-c/Support.h"
#include "Ascend/Runtime/ascendrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The times of one run's kernels (docs/Profiling.md). */
typedef struct AscendProfile {
  void *ptr;
} AscendProfile;

/* Copies those of the context's last run. ASCEND_USAGE where the model was not
 * compiled with profiling_mode=1. */
ASCEND_CAPI_EXPORTED AscendError ascendProfileCreate(ascendrt_context *context,
                                                     AscendProfile *result);

/* Null is fine. */
ASCEND_CAPI_EXPORTED void ascendProfileDestroy(AscendProfile profile);

/* The kernels in their order, a JSON array of objects. It lives until the
 * profile is destroyed; the model that was run is needed for the first call of
 * this and of what is next. */
ASCEND_CAPI_EXPORTED AscendError ascendProfileGetJSON(AscendProfile profile,
                                                      AscendStringRef *result);

/* Writes it to `path`: as a trace for Perfetto where that ends in .json, else
 * as msprof does into a new folder PROF_… in the folder `path`. `written` is
 * the file or that folder and lives until the profile is destroyed. */
ASCEND_CAPI_EXPORTED AscendError ascendProfileWrite(AscendProfile profile,
                                                    AscendStringRef path,
                                                    AscendStringRef *written);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ASCEND_C_PROFILE_H */
