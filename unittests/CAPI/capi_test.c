/*===- capi_test.c - A C program on the C interface ---------------*- C -*-===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * ascend-c-test MODEL FOLDER: decides, compiles, saves, loads and runs MODEL,
 * a Relu of four floats called "r", as a file and as bytes, and asks for all
 * kinds of errors. It prints what it learns; test/CAPI/c-program.test reads it.
 */

#include "Ascend-c/Lab.h"

#include <stdio.h>
#include <stdlib.h>

static void print(const char *what, AscendStringRef text) {
  printf("%s: %.*s\n", what, (int)text.length, text.data);
}

/* Prints an error and destroys it. */
static void tell(const char *what, AscendError error) {
  if (ascendErrorIsNull(error)) {
    printf("%s: no error\n", what);
    return;
  }
  for (size_t i = 0; i < ascendErrorGetNumDiagnostics(error); ++i) {
    AscendDiagnostic diagnostic = ascendErrorGetDiagnostic(error, i);
    printf("%s: exit code %d\n", what, (int)diagnostic.exitCode);
    print("  code", diagnostic.code);
    print("  message", diagnostic.message);
    print("  where", diagnostic.where);
    print("  note", diagnostic.note);
  }
  printf("  gravest %d\n", (int)ascendErrorGetExitCode(error));
  ascendErrorDestroy(error);
}

static void check(AscendError error) {
  if (ascendErrorIsNull(error))
    return;
  tell("unexpected", error);
  exit(1);
}

static AscendError set(AscendOptions options, const char *name,
                       const char *value) {
  return ascendOptionsSet(options, ascendStringRef(name),
                          ascendStringRef(value));
}

/* Runs a model of one input and one output of four floats. */
static void run(const char *what, AscendCompiledModel compiled) {
  const ascendrt_model *model = ascendCompiledModelGetModel(compiled);
  float x[4] = {-1.0f, 0.5f, 2049.0f, -3.0f}, y[4] = {0};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  char *why = NULL;
  ascendrt_context *context = ascendrt_create(model, NULL, &why);
  if (!context || ascendrt_run(context, inputs, outputs) != ASCENDRT_OK) {
    printf("%s does not run: %s\n", what, context ? "" : why);
    exit(1);
  }
  printf("%s: %g %g %g %g, shows %u tensors\n", what, y[0], y[1], y[2], y[3],
         (unsigned)model->num_observed);
  ascendrt_destroy(context);
}

static void runModule(const char *what, AscendModule module, bool observe) {
  AscendCompiledModel compiled;
  check(ascendModuleCompile(module, observe, &compiled));
  /* The model lives on without its module. */
  ascendModuleDestroy(module);
  run(what, compiled);
  ascendCompiledModelDestroy(compiled);
}

static AscendStringRef readFile(const char *path, char *buffer, size_t size) {
  FILE *file = fopen(path, "rb");
  AscendStringRef result = {buffer, file ? fread(buffer, 1, size, file) : 0};
  if (file)
    fclose(file);
  return result;
}

static void printOption(AscendStringRef name, AscendStringRef value,
                        void *userData) {
  (void)userData;
  printf("%.*s=%.*s\n", (int)name.length, name.data, (int)value.length,
         value.data);
}

static void testSpellings(void) {
  AscendStringRef name = ascendStringRef("allow_hf32");
  print("name", ascendOptionGetName(ascendStringRef("allow-hf32")));
  print("no name", ascendOptionGetName(ascendStringRef("allow-hf33")));
  print("session value",
        ascendOptionGetSessionValue(name, ascendStringRef("true")));
  print("the same", ascendOptionGetSessionValue(name, ascendStringRef("10")));
  print("word", ascendOptionGetCommandLineWord(name, ascendStringRef("0")));
  print("no word", ascendOptionGetCommandLineWord(name, ascendStringRef("01")));
  print("unknown", ascendOptionGetSessionValue(ascendStringRef("x"),
                                               ascendStringRef("true")));
}

/* What is set wins over the file. */
static void testOptionFile(const char *folder) {
  char path[4096];
  FILE *file;
  AscendOptions options = ascendOptionsCreate();
  snprintf(path, sizeof(path), "%s/o.json", folder);
  file = fopen(path, "w");
  if (!file)
    exit(2);
  fputs("{\"precision_mode\": \"force_fp32\", \"is_weight_clip\": false}",
        file);
  fclose(file);
  check(set(options, "precision_mode", "force_fp16"));
  check(set(options, "options", path));
  check(ascendOptionsVisit(options, printOption, NULL));
  ascendOptionsDestroy(options);
}

static void testErrors(const char *path, AscendStringRef bytes) {
  AscendModule module = {NULL};
  AscendCompiledModel compiled = {NULL};
  AscendOptions options = ascendOptionsCreate();
  tell("unknown option", set(options, "precision_mod", "fp16"));
  tell("option of the command line", set(options, "output", "x"));
  tell("bad value", set(options, "precision_mode", "fp8"));
  tell("empty value", set(options, "keep_dtype", ""));
  tell("no flag",
       ascendOptionsSetFlag(options, ascendStringRef("soc_version"), true));
  tell("flag for a word",
       ascendOptionsSetFlag(options, ascendStringRef("merge_casts"), true));
  check(set(options, "precision_mode", "force_fp32"));
  check(set(options, "precision_mode_v2", "fp16"));
  tell("together",
       ascendModuleReadFile(ascendStringRef(path), options, &module));
  check(set(options, "precision_mode_v2", ""));
  tell("no file",
       ascendModuleReadFile(ascendStringRef("/none.onnx"), options, &module));
  tell("no model",
       ascendModuleReadBytes(ascendStringRef("func.func @main("),
                             ascendStringRef("text.mlir"), options, &module));
  tell("no bytes",
       ascendModuleReadBytes(ascendStringRef(""), ascendStringRef("empty"),
                             options, &module));
  check(set(options, "keep_dtype", "/none.cfg"));
  tell("no configuration file",
       ascendModuleReadBytes(bytes, ascendStringRef("net"), options, &module));
  check(set(options, "options", "/none.json"));
  tell("no file of options",
       ascendModuleReadBytes(bytes, ascendStringRef("net"), options, &module));
  tell("no file of options to visit",
       ascendOptionsVisit(options, printOption, NULL));
  ascendOptionsDestroy(options);
  tell("no compiled file",
       ascendCompiledModelLoad(ascendStringRef(path), &compiled));
  printf("results stay: %d\n", !module.ptr && !compiled.ptr);
}

static void testStops(AscendStringRef bytes) {
  AscendModule module = {NULL};
  AscendCompiledModel compiled = {NULL};
  AscendOptions options = ascendOptionsCreate();
  AscendStop stop = ascendStopCreate(), other = ascendStopCreate();
  AscendStringRef name = ascendStringRef("net");
  check(set(options, "precision_mode", "force_fp16"));
  ascendOptionsSetStop(options, stop);
  check(ascendModuleReadBytes(bytes, name, options, &module));
  ascendStopRequest(stop);
  tell("stopped compilation", ascendModuleCompile(module, false, &compiled));
  tell("stopped file",
       ascendModuleCompileToFile(module, ascendStringRef("/none/x.asc")));
  ascendModuleSetStop(module, other);
  ascendStopDestroy(other);
  runModule("not stopped any more", module, false);
  module.ptr = NULL;
  tell("stopped reading", ascendModuleReadBytes(bytes, name, options, &module));
  ascendStopDestroy(stop);
  ascendOptionsDestroy(options);
  printf("results stay: %d\n", !module.ptr && !compiled.ptr);
}

static void countShown(void *user, const AscendShownTensors *shown) {
  int *counts = user;
  for (int i = 0; i < 3; ++i)
    counts[i] +=
        shown->tensors[i] && shown->data[i] && shown->shapes[i][0] == 4;
}

/* The model as decided beside itself. */
static void testComparison(AscendStringRef bytes) {
  AscendOptions options = ascendOptionsCreate();
  AscendModule module;
  AscendCompiledModel compiled;
  AscendErrorTable table;
  AscendStringRef name = ascendStringRef("bytes");
  float x[4] = {-1.0f, 0.5f, 2049.0f, -3.0f}, reference[4], decided[4];
  const void *inputs[] = {x};
  void *outputs[] = {reference, decided};
  int counts[3] = {0};
  check(set(options, "precision_mode", "force_fp16"));
  check(ascendModuleReadBytes(bytes, name, options, &module));
  tell("no reference", ascendModuleCompileComparison(module, &compiled));
  ascendModuleDestroy(module);
  ascendOptionsKeepReference(options);
  check(ascendModuleReadBytes(bytes, name, options, &module));
  check(ascendModuleCompileComparison(module, &compiled));
  /* The code lives on without its module. */
  ascendModuleDestroy(module);
  table = ascendErrorTableCreate(compiled);
  printf("watches r: %d, none: %d\n",
         ascendErrorTableWatch(table, ascendStringRef("r"), 2),
         ascendErrorTableWatch(table, ascendStringRef("none"), 2));
  ascendErrorTableSetVisitor(table, countShown, counts);
  ascendrt_context *context =
      ascendrt_create(ascendCompiledModelGetModel(compiled), NULL, NULL);
  ascendErrorTableAttach(table, context);
  if (ascendrt_run(context, inputs, outputs) != ASCENDRT_OK)
    exit(1);
  ascendErrorTableSetVisitor(table, NULL, NULL);
  if (ascendrt_run(context, inputs, outputs) != ASCENDRT_OK)
    exit(1);
  printf("compared: %g with %g, seen %d %d %d\n", decided[2], reference[2],
         counts[0], counts[1], counts[2]);
  AscendErrorTable all = ascendErrorTableCreate(compiled);
  printf("taken: %d\n", ascendErrorTableTake(all, table));
  print("errors", ascendErrorTableGetJSON(all));
  ascendErrorTableDestroy(all);
  ascendrt_destroy(context);
  ascendErrorTableDestroy(table);
  ascendErrorTableDestroy((AscendErrorTable){NULL});
  ascendCompiledModelDestroy(compiled);
  ascendOptionsDestroy(options);
}

/* Both forms of the op, and which of them a file asks for. */
static void testChoice(const char *model, const char *folder) {
  AscendOptions options = ascendOptionsCreate(), kept = ascendOptionsCreate();
  AscendModule module;
  AscendCompiledModel compiled;
  char keep[4096], none[4096];
  bool forms[1] = {false};
  float x[4] = {-1.0f, 0.5f, 2049.0f, -3.0f}, y[4];
  FILE *file;
  snprintf(keep, sizeof(keep), "%s/keep.cfg", folder);
  snprintf(none, sizeof(none), "%s/none.cfg", folder);
  file = fopen(keep, "w");
  fputs("r\n", file);
  fclose(file);
  file = fopen(none, "w");
  fputs("other\n", file);
  fclose(file);
  check(set(options, "precision_mode", "force_fp16"));
  ascendOptionsKeepReference(options);
  check(ascendModuleReadFile(ascendStringRef(model), options, &module));
  check(set(kept, "keep_dtype", keep));
  tell("no choice yet", ascendModuleFindForms(module, kept, forms));
  check(ascendModuleCompileChoice(module, kept, &compiled));
  printf("choices: %d\n", (int)ascendModuleGetNumChoices(module));
  print("choice", ascendModuleGetChoice(module, 0));
  for (int i = 0; i < 2; ++i) {
    const void *inputs[] = {x, forms};
    void *outputs[] = {y};
    check(set(kept, "keep_dtype", i ? keep : none));
    check(ascendModuleFindForms(module, kept, forms));
    ascendrt_context *context =
        ascendrt_create(ascendCompiledModelGetModel(compiled), NULL, NULL);
    if (ascendrt_run(context, inputs, outputs) != ASCENDRT_OK)
      exit(1);
    printf("kept %d: %g\n", forms[0], y[2]);
    ascendrt_destroy(context);
  }
  check(set(kept, "keep_dtype", "/none/keep.cfg"));
  tell("no file", ascendModuleFindForms(module, kept, forms));
  ascendOptionsDestroy(kept);
  ascendCompiledModelDestroy(compiled);
  ascendModuleDestroy(module);
  ascendOptionsDestroy(options);
}

static void printShapes(const AscendShapesInfo *info, void *user) {
  (void)user;
  printf("  [%d] %.*s, %d own, %d in its code, weights %d, %d%s\n",
         (int)info->shapes[0][0], (int)info->state.length, info->state.data,
         (int)info->own_runs, (int)info->runs, (int)info->weights,
         (int)info->added_weights, info->why.length ? ", why" : "");
}

/* Runs a vector of each size; then what is known of them. */
static void runSizes(const char *what, const ascendrt_model *model,
                     AscendShapeBodies bodies) {
  static const int64_t sizes[] = {3, 5, 3, 4};
  ascendrt_context *context = ascendrt_create(model, NULL, NULL);
  printf("%s:", what);
  ascendShapeBodiesAttach(bodies, context);
  for (int i = 0; i < 4; ++i) {
    float x[8] = {-1.0f, 0.5f, 2049.0f}, y[8] = {0};
    int64_t shape = sizes[i], got = 0;
    ascendrt_tensor input = {x, sizeof(x), &shape};
    ascendrt_tensor output = {y, sizeof(y), &got};
    if (ascendrt_run_tensors(context, &input, &output) != ASCENDRT_OK)
      printf(" %s", ascendrt_last_error(context));
    else
      printf(" %g %g of %d", y[1], y[2], (int)got);
  }
  printf("\n");
  ascendShapeBodiesVisit(bodies, printShapes, NULL);
  ascendrt_destroy(context);
  ascendShapeBodiesDestroy(bodies);
}

/* Code for the shapes that come, and for those of profiles. */
static void testShapes(const char *folder) {
  AscendStringRef text =
      ascendStringRef("func.func @main(%x: tensor<?xf32> {ascend.name = \"x\"})"
                      "    -> (tensor<?xf32> {ascend.name = \"y\"}) {"
                      "  %0 = ascend.relu %x {node_name = \"r\"}"
                      "    : (tensor<?xf32>) -> tensor<?xf32>"
                      "  return %0 : tensor<?xf32>"
                      "}");
  AscendStringRef name = ascendStringRef("open");
  AscendOptions options = ascendOptionsCreate();
  AscendModule module;
  AscendCompiledModel compiled;
  char file[4096];
  check(set(options, "jit_compile", "true"));
  check(ascendModuleReadBytes(text, name, options, &module));
  check(ascendModuleCompile(module, false, &compiled));
  runSizes("as they come", ascendCompiledModelGetModel(compiled),
           ascendModuleMakeShapeBodies(module, compiled));
  ascendCompiledModelDestroy(compiled);
  ascendModuleDestroy(module);

  check(set(options, "jit_compile", "false"));
  check(ascendModuleReadBytes(text, name, options, &module));
  check(ascendModuleCompile(module, false, &compiled));
  printf(
      "never: %d %d\n",
      ascendModuleMakeShapeBodies(module, compiled).ptr == NULL,
      ascendShapeBodiesOfProfiles(ascendCompiledModelGetModel(compiled)).ptr ==
          NULL);
  ascendShapeBodiesDestroy((AscendShapeBodies){NULL});
  ascendCompiledModelDestroy(compiled);
  ascendModuleDestroy(module);

  check(set(options, "input_hint_shape", "0:[3]"));
  check(ascendModuleReadBytes(text, name, options, &module));
  check(ascendModuleCompile(module, false, &compiled));
  runSizes("a profile", ascendCompiledModelGetModel(compiled),
           ascendModuleMakeShapeBodies(module, compiled));
  ascendCompiledModelDestroy(compiled);
  snprintf(file, sizeof(file), "%s/open.asc", folder);
  check(ascendModuleCompileToFile(module, ascendStringRef(file)));
  ascendModuleDestroy(module);
  check(ascendCompiledModelLoad(ascendStringRef(file), &compiled));
  runSizes("of a file", ascendCompiledModelGetModel(compiled),
           ascendShapeBodiesOfProfiles(ascendCompiledModelGetModel(compiled)));
  ascendCompiledModelDestroy(compiled);
  ascendOptionsDestroy(options);
}

int main(int argc, char **argv) {
  static char buffer[1 << 16], fileBuffer[1 << 20];
  char file[4096];
  AscendOptions options = ascendOptionsCreate();
  AscendModule module;
  AscendCompiledModel compiled;
  AscendStringRef bytes, loaded;
  if (argc != 3)
    return 2;
  print("version", ascendGetVersion());
  testSpellings();
  testOptionFile(argv[2]);
  bytes = readFile(argv[1], buffer, sizeof(buffer));

  check(set(options, "precision_mode", "force_fp16"));
  check(set(options, "op_select_implmode", "high_precision"));
  check(ascendOptionsSetFlag(options, ascendStringRef("is_weight_clip"), true));
  check(ascendOptionsSetFlag(options, ascendStringRef("strict"), false));
  check(ascendModuleReadFile(ascendStringRef(argv[1]), options, &module));
  for (size_t i = 0; i < ascendModuleGetNumWarnings(module); ++i)
    print("warning", ascendModuleGetWarning(module, i).message);
  print("report", ascendModuleGetReport(module));
  print("table", ascendModuleGetReportText(module));
  print("IR", ascendModuleGetText(module));
  snprintf(file, sizeof(file), "%s/relu.asc", argv[2]);
  check(ascendModuleCompileToFile(module, ascendStringRef(file)));
  tell("no folder",
       ascendModuleCompileToFile(module, ascendStringRef("/none/x.asc")));
  runModule("decided", module, false);
  check(ascendCompiledModelLoad(ascendStringRef(file), &compiled));
  print("report in the file", ascendCompiledModelGetReport(compiled));
  run("loaded", compiled);
  ascendCompiledModelDestroy(compiled);
  loaded = readFile(file, fileBuffer, sizeof(fileBuffer));
  check(ascendCompiledModelLoadBytes(loaded, &compiled));
  run("loaded bytes", compiled);
  ascendCompiledModelDestroy(compiled);
  loaded.length /= 2;
  tell("half a file", ascendCompiledModelLoadBytes(loaded, &compiled));

  check(ascendOptionsSetFlag(options, ascendStringRef("reference"), true));
  check(
      ascendModuleReadBytes(bytes, ascendStringRef("bytes"), options, &module));
  print("report of a reference", ascendModuleGetReport(module));
  runModule("reference", module, true);
  ascendOptionsDestroy(options);

  testErrors(argv[1], bytes);
  testStops(bytes);
  testComparison(bytes);
  testChoice(argv[1], argv[2]);
  testShapes(argv[2]);
  return 0;
}
