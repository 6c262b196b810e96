/*===- Support.h - Strings and errors of the C interface ----------*- C -*-===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * The C interface of libAscendMLIR: what compiles. What runs is ascendrt.h, of
 * libascendrt, which does without this. Handles are structs with one pointer;
 * who makes one destroys it. Nothing of LLVM, MLIR or C++ passes the border,
 * and nothing is printed. A compilation ends with ASCEND_LIMIT when little is
 * left of the memory that a limit of the process (RLIMIT_AS, RLIMIT_DATA)
 * allows; where it runs out between two passes, or the system's does, the
 * process ends, as in all of LLVM.
 */

#ifndef ASCEND_C_SUPPORT_H
#define ASCEND_C_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASCEND_CAPI_EXPORTED __attribute__((visibility("default")))

/* ---- Strings ------------------------------------------------------------ */

/* Bytes that somebody else owns, mostly UTF-8; no zero stands at their end. */
typedef struct AscendStringRef {
  const char *data;
  size_t length;
} AscendStringRef;

/* `text` up to its zero, which lives as long as `text`. */
static inline AscendStringRef ascendStringRef(const char *text) {
  AscendStringRef result = {text, strlen(text)};
  return result;
}

/* ---- Diagnostics -------------------------------------------------------- */

/* What the exit codes of the tools mean, and ascendErrorGetExitCode gives. */
typedef enum AscendExitCode {
  ASCEND_SUCCESS = 0,
  ASCEND_MODEL_FAILED = 1,   /* the model or its data */
  ASCEND_USAGE = 2,          /* an option, a configuration file, a call */
  ASCEND_UNSUPPORTED_OP = 3, /* what this version cannot compile */
  ASCEND_LIMIT = 4           /* memory, threads or another limit */
} AscendExitCode;

/* One refusal or warning. The strings live as long as what they were asked of;
 * those about which nothing is known are empty. */
typedef struct AscendDiagnostic {
  AscendStringRef code;    /* CANN's, such as "E10001", or empty */
  AscendStringRef message; /* one sentence: what and why */
  AscendStringRef where;   /* "file:line:column" or "node 'x' (Type)" */
  AscendStringRef note;    /* how to mend it */
  AscendExitCode exitCode; /* ASCEND_USAGE for a warning */
} AscendDiagnostic;

/* Why a function failed; a null pointer where it did not. Destroy it. */
typedef struct AscendError {
  void *ptr;
} AscendError;

static inline bool ascendErrorIsNull(AscendError error) { return !error.ptr; }

/* At least 1: an error about several nodes has one diagnostic for each. */
ASCEND_CAPI_EXPORTED size_t ascendErrorGetNumDiagnostics(AscendError error);
ASCEND_CAPI_EXPORTED AscendDiagnostic
ascendErrorGetDiagnostic(AscendError error, size_t index);

/* The gravest of the diagnostics' codes. */
ASCEND_CAPI_EXPORTED AscendExitCode ascendErrorGetExitCode(AscendError error);

/* Null is fine. */
ASCEND_CAPI_EXPORTED void ascendErrorDestroy(AscendError error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ASCEND_C_SUPPORT_H */
