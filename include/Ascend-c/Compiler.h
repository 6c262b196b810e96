/*===- Compiler.h - From a model and options to code: the C interface - C -===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * The way that ascend-atc and ascend-run take, in their order:
 *
 *   AscendOptions        ATC's options by their names (docs/Options.md)
 *   AscendModule         a model that was read, and decided as the options say
 *   AscendCompiledModel  its code in memory; ascendrt_create makes it run
 *
 * A handle is used by one thread at a time; different ones, at once by any.
 * Functions that can fail return an error, which is null on success; on failure
 * `*result` stays as it was. The caller destroys error and result.
 */

#ifndef ASCEND_C_COMPILER_H
#define ASCEND_C_COMPILER_H

#include "Ascend-c/Support.h"
#include "Ascend/Runtime/ascendrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the project, such as "0.1.0". It lives for ever. */
ASCEND_CAPI_EXPORTED AscendStringRef ascendGetVersion(void);

/* ---- Options ------------------------------------------------------------ */

typedef struct AscendOptions {
  void *ptr;
} AscendOptions;

/* No options: ATC's defaults, among them the mode force_fp16. */
ASCEND_CAPI_EXPORTED AscendOptions ascendOptionsCreate(void);
ASCEND_CAPI_EXPORTED void ascendOptionsDestroy(AscendOptions options);

/*
 * Sets the option `name`, such as "precision_mode", to `value`, as sessions and
 * passes write it; a later value replaces an earlier one. An empty value means
 * "not set" for the options where ATC takes it so. Errors (ASCEND_USAGE): an
 * option that is not there or not for this interface, with the nearest known
 * name; a value that is bad by itself, with CANN's code. What options and files
 * say together is checked when a model is read.
 */
ASCEND_CAPI_EXPORTED AscendError ascendOptionsSet(AscendOptions options,
                                                  AscendStringRef name,
                                                  AscendStringRef value);

/* The same for an option of two values: on and off, or 1 and 0. */
ASCEND_CAPI_EXPORTED AscendError ascendOptionsSetFlag(AscendOptions options,
                                                      AscendStringRef name,
                                                      bool value);

/* The name of the option that a command line spells so, with dashes or
 * underscores; empty where there is none. It lives for ever. */
ASCEND_CAPI_EXPORTED AscendStringRef
ascendOptionGetName(AscendStringRef spelling);

/* The value that a command line means by `word`, for ascendOptionsSet, and the
 * word that it has for `value`: "1" and "true" for allow_hf32. Where it has no
 * words of its own they are what is given. Nothing is checked. */
ASCEND_CAPI_EXPORTED AscendStringRef
ascendOptionGetSessionValue(AscendStringRef name, AscendStringRef word);
ASCEND_CAPI_EXPORTED AscendStringRef
ascendOptionGetCommandLineWord(AscendStringRef name, AscendStringRef value);

/*
 * Calls `visit` for each option that is set, and for those of the file that the
 * option `options` names, of which what is set wins; `options` itself is left
 * out. Errors (ASCEND_USAGE): the file's, with file:line:column.
 */
ASCEND_CAPI_EXPORTED AscendError ascendOptionsVisit(
    AscendOptions options,
    void (*visit)(AscendStringRef name, AscendStringRef value, void *userData),
    void *userData);

/* ---- Stops -------------------------------------------------------------- */

/* What ends the work on a module before it is done. */
typedef struct AscendStop {
  void *ptr;
} AscendStop;

ASCEND_CAPI_EXPORTED AscendStop ascendStopCreate(void);
/* Null is fine. What was given the stop keeps it. */
ASCEND_CAPI_EXPORTED void ascendStopDestroy(AscendStop stop);

/* Makes all that has the stop end with ASCEND_LIMIT as soon as it can, which
 * is when a pass or a kernel is done; what begins later, at once. Any thread
 * may call it at any time. */
ASCEND_CAPI_EXPORTED void ascendStopRequest(AscendStop stop);

/* Modules that are read with `options` have the stop while they are read, and
 * then. */
ASCEND_CAPI_EXPORTED void ascendOptionsSetStop(AscendOptions options,
                                               AscendStop stop);

/* ---- Modules ------------------------------------------------------------ */

/* A model as ascend IR in which every op has its dtypes. */
typedef struct AscendModule {
  void *ptr;
} AscendModule;

/*
 * Reads a model, .onnx, .mlir or .mlirbc, or a graph of GE, .txt or .json, and
 * decides it as `options` say, which are copied; with reference=on it keeps the
 * model's own dtypes. Errors:
 * ASCEND_MODEL_FAILED for what cannot be read or contradicts itself,
 * ASCEND_USAGE for options and their files, ASCEND_UNSUPPORTED_OP for ops that
 * are not built, ASCEND_LIMIT for what is too large.
 */
ASCEND_CAPI_EXPORTED AscendError ascendModuleReadFile(AscendStringRef path,
                                                      AscendOptions options,
                                                      AscendModule *result);

/* The same for the bytes of such a file: IR where they are MLIR's bytecode or
 * text, else ONNX. Errors call them `name`. They may go when it returns. */
ASCEND_CAPI_EXPORTED AscendError ascendModuleReadBytes(AscendStringRef bytes,
                                                       AscendStringRef name,
                                                       AscendOptions options,
                                                       AscendModule *result);

/* Null is fine. Models that were compiled of it live on. */
ASCEND_CAPI_EXPORTED void ascendModuleDestroy(AscendModule module);

/* From now on the module has this stop in the place of another one. */
ASCEND_CAPI_EXPORTED void ascendModuleSetStop(AscendModule module,
                                              AscendStop stop);

/* What the user should know of the options, their files and the model. */
ASCEND_CAPI_EXPORTED size_t ascendModuleGetNumWarnings(AscendModule module);
ASCEND_CAPI_EXPORTED AscendDiagnostic
ascendModuleGetWarning(AscendModule module, size_t index);

/* How each op was decided, as JSON (docs/Report.md) or as a table for people;
 * empty with reference=on. They live until the module is destroyed. */
ASCEND_CAPI_EXPORTED AscendStringRef ascendModuleGetReport(AscendModule module);
ASCEND_CAPI_EXPORTED AscendStringRef
ascendModuleGetReportText(AscendModule module);

/* The IR as text. It lives until the module is destroyed. */
ASCEND_CAPI_EXPORTED AscendStringRef ascendModuleGetText(AscendModule module);

/* ---- Compiled models ---------------------------------------------------- */

/* Code and weights in memory. */
typedef struct AscendCompiledModel {
  void *ptr;
} AscendCompiledModel;

/* Compiles for this CPU, or for the option cpu's. With `observe`, or an option
 * that asks for dumps, a run shows every op's inputs and outputs to
 * ascendrt_set_observer and ascendrt_dump_to; its results are the same. */
ASCEND_CAPI_EXPORTED AscendError ascendModuleCompile(
    AscendModule module, bool observe, AscendCompiledModel *result);

/* Compiles into the file `path` (docs/CompiledFile.md), written whole or not at
 * all, for all CPUs of this one's kind, or for the option cpu's. */
ASCEND_CAPI_EXPORTED AscendError
ascendModuleCompileToFile(AscendModule module, AscendStringRef path);

/* Loads a compiled file (.asc), as ascendrt_open does. It holds code: load no
 * file of a stranger. */
ASCEND_CAPI_EXPORTED AscendError
ascendCompiledModelLoad(AscendStringRef path, AscendCompiledModel *result);

/* The same for the bytes of such a file, which are copied. */
ASCEND_CAPI_EXPORTED AscendError ascendCompiledModelLoadBytes(
    AscendStringRef bytes, AscendCompiledModel *result);

/* What libascendrt runs. It lives until the compiled model is destroyed. */
ASCEND_CAPI_EXPORTED const ascendrt_model *
ascendCompiledModelGetModel(AscendCompiledModel model);

/* The JSON report in a compiled file; empty for a model that was not loaded:
 * its module has it. */
ASCEND_CAPI_EXPORTED AscendStringRef
ascendCompiledModelGetReport(AscendCompiledModel model);

/* After all contexts of the model. Null is fine. */
ASCEND_CAPI_EXPORTED void ascendCompiledModelDestroy(AscendCompiledModel model);

/* ---- What options say of runs ------------------------------------------- */

/* Gives a context of a compiled model the limits of time that the module's
 * options have (stream_sync_timeout, …). */
ASCEND_CAPI_EXPORTED void ascendModuleSetTimeLimits(AscendModule module,
                                                    ascendrt_context *context);

/* How many runs of the model may go on at once
 * (graph_max_parallel_model_num), or 0 where nothing bounds them. A program
 * that runs it in several threads keeps to it. */
ASCEND_CAPI_EXPORTED uint32_t ascendModuleGetMostRuns(AscendModule module);

/* Code for the shapes that come, beside that of a model with dynamic shapes
 * (docs/Shapes.md), and the profiles of a model. Any thread may use it. */
typedef struct AscendShapeBodies {
  void *ptr;
} AscendShapeBodies;

/* Of `model`, which ascendModuleCompile made of the module; null where its
 * shapes are static, or the module's options do not let code be made
 * (jit_compile) and it has no profiles. Both outlive it. While it makes code,
 * on a thread of its own, functions of the module wait. */
ASCEND_CAPI_EXPORTED AscendShapeBodies
ascendModuleMakeShapeBodies(AscendModule module, AscendCompiledModel model);

/* Of a model of a compiled file, which outlives it: it tells how often each
 * profile was taken. Null where the model has none. */
ASCEND_CAPI_EXPORTED AscendShapeBodies
ascendShapeBodiesOfProfiles(const ascendrt_model *model);

/* From now on runs of `context`, which is one of the model and ends before the
 * bodies do, are in code for their shapes where there is some. */
ASCEND_CAPI_EXPORTED void ascendShapeBodiesAttach(AscendShapeBodies bodies,
                                                  ascendrt_context *context);

/* What is known of some shapes. It lives as long as the call that tells it. */
typedef struct AscendShapesInfo {
  const int64_t *const *shapes; /* one for each input of the model */
  /* "seen", "waits" (for its code), "has code", "has none", or "profile": code
   * that was made with the model */
  AscendStringRef state;
  uint64_t own_runs;   /* in the model's own code */
  uint64_t runs;       /* in code for the shapes */
  double seconds;      /* that it took to make */
  AscendStringRef why; /* there is none, one sentence */
  /* what the weights of the code take, and what of them no other code of the
   * model had when it was made, in bytes */
  uint64_t weights, added_weights;
} AscendShapesInfo;

typedef void (*AscendShapesVisitor)(const AscendShapesInfo *info, void *user);

/* Tells of all shapes that came, those that came last first, of a thousand at
 * most; then of all profiles, in their order. */
ASCEND_CAPI_EXPORTED void ascendShapeBodiesVisit(AscendShapeBodies bodies,
                                                 AscendShapesVisitor visit,
                                                 void *user);

/* Ends what is being made, and waits for that. Null is fine. */
ASCEND_CAPI_EXPORTED void ascendShapeBodiesDestroy(AscendShapeBodies bodies);

/* The dumps that the module's options ask for (docs/DataDump.md). */
typedef struct AscendDataDump {
  void *ptr;
} AscendDataDump;

/* Of the runs of `model`, which ascendModuleCompile made of the module; null
 * where nothing is asked for. A layer that the model does not have is a warning
 * of the module. */
ASCEND_CAPI_EXPORTED AscendError ascendModuleOpenDataDump(
    AscendModule module, AscendCompiledModel model, AscendDataDump *result);

/* Between the two a context of the model runs once; `failed` says how that
 * ended, and an error is why it could not be dumped; `stopped` becomes whether
 * that is what ended it, else the context has the run's own. They take its
 * observer. A thread that begins waits for those that did, and is the one that
 * ends. */
ASCEND_CAPI_EXPORTED void ascendDataDumpBegin(AscendDataDump dump,
                                              ascendrt_context *context);
ASCEND_CAPI_EXPORTED AscendError ascendDataDumpEnd(AscendDataDump dump,
                                                   bool failed, bool *stopped);

/* Null is fine. */
ASCEND_CAPI_EXPORTED void ascendDataDumpDestroy(AscendDataDump dump);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ASCEND_C_COMPILER_H */
