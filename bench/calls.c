/* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
 *
 * How long a call of a compiled file takes in C; bench/calls builds it.
 *
 *   calls FILE ROUNDS SECONDS SHAPE...
 *
 * Inputs are zeros of the shapes, such as 1,4. Prints the seconds of a call, the
 * least of so many rounds, each of about so many seconds.
 */
#include <Ascend/Runtime/ascendrt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* The memory of each output, kept from call to call, as a program would. */
static void *allocate(void *user, uint32_t index, const int64_t *shape,
                      uint64_t bytes) {
  void **outputs = user;
  (void)shape;
  if (!outputs[index])
    outputs[index] = aligned_alloc(64, (bytes + 64) / 64 * 64);
  return outputs[index];
}

static int fail(const char *why) {
  fprintf(stderr, "error: %s\n", why);
  return 1;
}

int main(int argc, char **argv) {
  char *error = NULL;
  ascendrt_file *file = argc > 3 ? ascendrt_open(argv[1], &error) : NULL;
  if (!file)
    return fail(error ? error : "calls FILE ROUNDS SECONDS SHAPE...");
  const ascendrt_model *model = ascendrt_file_model(file);
  ascendrt_options options = {sizeof(options), 1, 0};
  ascendrt_context *context = ascendrt_create(model, &options, &error);
  if (!context)
    return fail(error);
  if (model->num_inputs != (uint32_t)argc - 4)
    return fail("there is not a shape for each input");
  ascendrt_tensor *inputs = calloc(model->num_inputs + 1, sizeof *inputs);
  void **outputs = calloc(model->num_outputs + 1, sizeof *outputs);
  for (uint32_t i = 0; i < model->num_inputs; ++i) {
    const ascendrt_tensor_desc *desc = &model->inputs[i];
    int64_t bytes = 0;
    char *text = argv[4 + i];
    inputs[i].shape = calloc(desc->rank + 1, sizeof(int64_t));
    for (uint32_t axis = 0; axis < (uint32_t)desc->rank; ++axis, ++text)
      inputs[i].shape[axis] = strtoll(text, &text, 10);
    if (ascendrt_tensor_bytes(desc->dtype, desc->rank, inputs[i].shape, &bytes))
      return fail("a shape is none");
    inputs[i].bytes = bytes;
    inputs[i].data = calloc(bytes + 1, 1);
  }

  long rounds = atol(argv[2]), calls = 1;
  double seconds = atof(argv[3]), least = 1e9;
  for (long round = -20; round < rounds; ++round) {
    double start = now();
    for (long i = 0; i < calls; ++i)
      if (ascendrt_run_allocating(context, inputs, allocate, outputs))
        return fail(ascendrt_last_error(context));
    double took = (now() - start) / calls;
    if (round >= 0 && took < least)
      least = took;
    if (round < 0)
      calls = took < seconds ? (long)(seconds / took) : 1;
  }
  printf("%.9f\n", least);
  return 0;
}
