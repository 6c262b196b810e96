/*===- Lab.h - The accuracy laboratory: the C interface -----------*- C -*-===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * A decided model is run beside the same model in its own dtypes, op by op:
 *
 *   ascendOptionsKeepReference, ascendModuleReadFile   the model, twice
 *   ascendModuleCompileComparison                      code that runs both
 *   AscendErrorTable                                   the errors of its runs
 */

#ifndef ASCEND_C_LAB_H
#define ASCEND_C_LAB_H

#include "Ascend-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Modules that are read with `options` also keep the model in its own dtypes;
 * weights are shared. */
ASCEND_CAPI_EXPORTED void ascendOptionsKeepReference(AscendOptions options);

/*
 * Compiles a module that kept its reference into a model that runs both in step
 * (the pass ascend-pair-with-reference). Its inputs are those of the decided
 * model; its outputs are those of the model in its own dtypes, then as many of
 * the decided one. Errors: those of ascendModuleCompile; ASCEND_USAGE where
 * there is no reference.
 */
ASCEND_CAPI_EXPORTED AscendError
ascendModuleCompileComparison(AscendModule module, AscendCompiledModel *result);

/* The errors of all ops over the runs that the table was attached to. */
typedef struct AscendErrorTable {
  void *ptr;
} AscendErrorTable;

/* `model` was made by ascendModuleCompileComparison and outlives the table. */
ASCEND_CAPI_EXPORTED AscendErrorTable
ascendErrorTableCreate(AscendCompiledModel model);

/* After the runs of the contexts that it is attached to. Null is fine. */
ASCEND_CAPI_EXPORTED void ascendErrorTableDestroy(AscendErrorTable table);

/* The table measures the next runs of `context`, which is one of its model;
 * ascendrt_set_observer with NULL ends it. Runs of one context at a time. */
ASCEND_CAPI_EXPORTED void ascendErrorTableAttach(AscendErrorTable table,
                                                 ascendrt_context *context);

/* From now on the table keeps the `count` elements with the largest errors of
 * each output of the op `op`. False where there is no such op. */
ASCEND_CAPI_EXPORTED bool
ascendErrorTableWatch(AscendErrorTable table, AscendStringRef op, size_t count);

/* An output of an op in one run: `tensors` and `data` are those of reference,
 * decided model and decided op on the reference's operands; the last ones are
 * null where nothing was decided before the op. Valid during a call only. */
typedef struct AscendShownTensors {
  const ascendrt_observed_tensor *tensors[3];
  const void *data[3];
  /* Of each; they differ only where data says the sizes. */
  const int64_t *shapes[3];
} AscendShownTensors;

typedef void (*AscendTensorVisitor)(void *user,
                                    const AscendShownTensors *shown);

/* From now on `visit` sees each output after it was measured, on the thread
 * that runs the model; null ends it. */
ASCEND_CAPI_EXPORTED void ascendErrorTableSetVisitor(AscendErrorTable table,
                                                     AscendTensorVisitor visit,
                                                     void *user);

/* The table as JSON (docs/Lab.md). It lives until the next call or until the
 * table is destroyed. */
ASCEND_CAPI_EXPORTED AscendStringRef
ascendErrorTableGetJSON(AscendErrorTable table);

/* What was measured, as bytes for ascendErrorTableAddState of a table of the
 * same model, maybe on another machine, in the same version of the library.
 * They live as the JSON does, until the next call of this function. */
ASCEND_CAPI_EXPORTED AscendStringRef
ascendErrorTableGetState(AscendErrorTable table);

/* Adds what stands behind all that is in the table: the state of one run gives
 * the same bits as the run here. False, and nothing is added, where the bytes
 * are no state of a table of this model. */
ASCEND_CAPI_EXPORTED bool ascendErrorTableAddState(AscendErrorTable table,
                                                   AscendStringRef state);

/* Adds what `later`, a table of the same model, measured: as its state would be
 * added. It has measured nothing afterwards, so that tables of several
 * contexts, which run at the same time, take turns. False where it is of
 * another model. */
ASCEND_CAPI_EXPORTED bool ascendErrorTableTake(AscendErrorTable table,
                                               AscendErrorTable later);

/* ---- Sets of ops -------------------------------------------------------- */

/*
 * Compiles a module that kept its reference into one that holds two forms of
 * each op: as decided, and as decided where the options of `kept` (keep_dtype,
 * op_precision_mode, …) take the place of the module's own of the same names.
 * It has one more input, `keep`, with a bool for each op of which there are
 * two, in the order of ascendModuleGetChoice: true for the second form (the
 * pass ascend-choose-forms). Errors: those of ascendModuleReadFile and
 * ascendModuleCompile; ASCEND_UNSUPPORTED_OP where the two decisions have not
 * the same ops.
 */
ASCEND_CAPI_EXPORTED AscendError ascendModuleCompileChoice(
    AscendModule module, AscendOptions kept, AscendCompiledModel *result);

/* The names of the ops of which the compiled choice has two forms. They live
 * until the module is destroyed or compiles another choice. */
ASCEND_CAPI_EXPORTED size_t ascendModuleGetNumChoices(AscendModule module);
ASCEND_CAPI_EXPORTED AscendStringRef ascendModuleGetChoice(AscendModule module,
                                                           size_t index);

/*
 * After ascendModuleCompileChoice: decides with the options of `kept` in the
 * place of the module's own and writes to `forms`, of
 * ascendModuleGetNumChoices, what the input has to be for that.
 * ASCEND_UNSUPPORTED_OP where an op then has neither of its two forms.
 */
ASCEND_CAPI_EXPORTED AscendError ascendModuleFindForms(AscendModule module,
                                                       AscendOptions kept,
                                                       bool *forms);

/* Is called with a text that lives until it returns. */
typedef void (*AscendTextVisitor)(AscendStringRef text, void *user);

/*
 * Shows the path of each file that an ONNX model keeps data in besides its own
 * (include/Ascend/Import/ONNX/ONNX.h); none of other models. Errors:
 * ASCEND_MODEL_FAILED, ASCEND_LIMIT.
 */
ASCEND_CAPI_EXPORTED AscendError ascendVisitExternalData(
    AscendStringRef path, AscendTextVisitor visit, void *user);

/*
 * Shows what a graph that CANN's graph engine wrote says of each op, as JSON
 * (include/Ascend/Import/GE/GE.h): the text of its dump, ge_proto_*.txt, or the
 * JSON that atc --mode=1 makes of an .om. Errors: ASCEND_MODEL_FAILED for what
 * is neither, ASCEND_LIMIT for what is too large.
 */
ASCEND_CAPI_EXPORTED AscendError ascendDescribeGEGraph(AscendStringRef path,
                                                       AscendTextVisitor visit,
                                                       void *user);

/* Shows the name of each graph pass of CANN that is known, whether it is
 * modelled, so that ascend-ge-fusions runs or counts it, and whether it is one
 * of the Fusion Engine, which counts them in fusion_result.json. */
typedef void (*AscendFusionVisitor)(AscendStringRef name, bool isModelled,
                                    bool isCounted, void *user);
ASCEND_CAPI_EXPORTED void ascendVisitFusionPasses(AscendFusionVisitor visit,
                                                  void *user);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ASCEND_C_LAB_H */
