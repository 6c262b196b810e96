/*===- c_abi_test.c - A C program on libascendrt alone ------------*- C -*-===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * ascendrt-c-test DIR: holds the layout of the interface from changing, and
 * dumps one tensor of each element type into DIR, whose bytes are 0, 1, 2, …
 * (bool: 0, 1, 0, …).
 */

#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Runtime/ascendrt.h"

#include <stdio.h>

/* Compiled models have these offsets in them. */
_Static_assert(sizeof(ascendrt_dtype) == 4, "");
_Static_assert(sizeof(ascendrt_tensor_desc) == 24, "");
_Static_assert(offsetof(ascendrt_tensor_desc, dtype) == 8, "");
_Static_assert(offsetof(ascendrt_tensor_desc, rank) == 12, "");
_Static_assert(offsetof(ascendrt_tensor_desc, shape) == 16, "");
_Static_assert(sizeof(ascendrt_observed_tensor) == 48, "");
_Static_assert(offsetof(ascendrt_observed_tensor, is_output) == 16, "");
_Static_assert(offsetof(ascendrt_observed_tensor, index) == 20, "");
_Static_assert(offsetof(ascendrt_observed_tensor, desc) == 24, "");
_Static_assert(sizeof(ascendrt_model) == 88, "");
_Static_assert(offsetof(ascendrt_model, inputs) == 24, "");
_Static_assert(offsetof(ascendrt_model, observed) == 40, "");
_Static_assert(offsetof(ascendrt_model, arena_bytes) == 48, "");
_Static_assert(offsetof(ascendrt_model, arena_alignment) == 56, "");
_Static_assert(offsetof(ascendrt_model, weights_bytes) == 64, "");
_Static_assert(offsetof(ascendrt_model, weights) == 72, "");
_Static_assert(offsetof(ascendrt_model, entry) == 80, "");
_Static_assert(sizeof(ascendrt_options) == 16, "");
_Static_assert(sizeof(ascendrt_tensor) == 24, "");
/* Files have these; the last three stand alike in every version. */
_Static_assert(sizeof(ascendrt_file_trailer) == 88, "");
_Static_assert(offsetof(ascendrt_file_trailer, cpu_features) == 48, "");
_Static_assert(offsetof(ascendrt_file_trailer, checksum) == 64, "");
_Static_assert(offsetof(ascendrt_file_trailer, version) == 72, "");
_Static_assert(offsetof(ascendrt_file_trailer, magic) == 80, "");

static const ascendrt_dtype dtypes[] = {
    ASCENDRT_FLOAT,
    ASCENDRT_FLOAT16,
    ASCENDRT_INT8,
    ASCENDRT_INT32,
    ASCENDRT_UINT8,
    ASCENDRT_INT16,
    ASCENDRT_UINT16,
    ASCENDRT_UINT32,
    ASCENDRT_INT64,
    ASCENDRT_UINT64,
    ASCENDRT_DOUBLE,
    ASCENDRT_BOOL,
    ASCENDRT_COMPLEX64,
    ASCENDRT_COMPLEX128,
    ASCENDRT_BFLOAT16,
    ASCENDRT_HIFLOAT8,
    ASCENDRT_FLOAT8_E5M2,
    ASCENDRT_FLOAT8_E4M3FN,
    ASCENDRT_FLOAT8_E8M0,
    ASCENDRT_FLOAT4_E2M1,
    ASCENDRT_INT4,
    ASCENDRT_UINT4,
    ASCENDRT_INT2,
    ASCENDRT_UINT2,
    ASCENDRT_FLOAT8_E4M3FNUZ,
    ASCENDRT_FLOAT8_E5M2FNUZ,
};
enum { num_dtypes = sizeof dtypes / sizeof dtypes[0] };

static const int64_t shape[] = {5, 1, 3};
static ascendrt_observed_tensor observed[num_dtypes];
static unsigned char bytes[15 * 16], bools[15];

/* y = x, and every type is shown; the last tensor is a scalar. */
static int32_t entry(ascendrt_context *context, const void *const *inputs,
                     void *const *outputs, void *arena, const void *weights) {
  (void)arena;
  (void)weights;
  *(float *)outputs[0] = *(const float *)inputs[0];
  for (int64_t i = 0; i < num_dtypes; ++i)
    ascendrt_observe(context, i, NULL,
                     observed[i].desc.dtype == ASCENDRT_BOOL ? bools : bytes);
  return ASCENDRT_OK;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s DIR\n", argv[0]);
    return 2;
  }
  for (int i = 0; i < 15 * 16; ++i)
    bytes[i] = (unsigned char)i;
  for (int i = 0; i < 15; ++i)
    bools[i] = (unsigned char)(i % 2);
  for (int i = 0; i < num_dtypes; ++i) {
    ascendrt_tensor_desc desc = {"value", dtypes[i], 3, shape};
    if (i == num_dtypes - 1)
      desc.rank = 0;
    observed[i] = (ascendrt_observed_tensor){"op \"\xc3\xa4\" \\ \t\x7f",
                                             "Type", i % 2, i, desc};
  }

  ascendrt_tensor_desc in = {"x", ASCENDRT_FLOAT, 0, NULL};
  ascendrt_tensor_desc out = {"y", ASCENDRT_FLOAT, 0, NULL};
  ascendrt_model model = {ASCENDRT_ABI_VERSION,
                          0,
                          1,
                          1,
                          num_dtypes,
                          0,
                          &in,
                          &out,
                          observed,
                          0,
                          64,
                          0,
                          NULL,
                          entry};
  ascendrt_options options = {sizeof options, 2, 0};
  char *error = NULL;
  ascendrt_context *context = ascendrt_create(&model, &options, &error);
  if (!context) {
    fprintf(stderr, "error: %s\n", error);
    ascendrt_free_string(error);
    return 1;
  }
  float x = 3, y = 0;
  const void *inputs[] = {&x};
  void *outputs[] = {&y};
  int32_t status = ascendrt_dump_to(context, argv[1]);
  if (status == ASCENDRT_OK)
    status = ascendrt_run(context, inputs, outputs);
  if (status != ASCENDRT_OK)
    fprintf(stderr, "error: %s\n", ascendrt_last_error(context));
  ascendrt_destroy(context);
  return status != ASCENDRT_OK || y != 3;
}
