/*===- CompiledFile.h - How a compiled model lies in a file -------*- C -*-===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * The one description of the format of .asc files, for who writes them (the
 * compiler), who reads them (libascendrt) and who looks into them. Programs
 * that run models need ascendrt.h only. docs/CompiledFile.md says why.
 *
 *   code     an ELF shared object, from byte 0
 *   weights  from a multiple of ASCENDRT_FILE_PAGE
 *   table    of files with more weights, behind them at once; if flags say so
 *   report   JSON, version 1
 *   graph    JSON, to the trailer; empty where an older compiler wrote it
 *   trailer  the last bytes of the file
 *
 * Between the parts stand zeros. Numbers are little-endian.
 */

#ifndef ASCEND_RUNTIME_COMPILEDFILE_H
#define ASCEND_RUNTIME_COMPILEDFILE_H

#include "Ascend/Runtime/ascendrt.h"
#include <stdint.h>

#define ASCENDRT_FILE_MAGIC "\177ASCEND\n"
#define ASCENDRT_FILE_VERSION 1

/* What weights in a file are aligned to, so that they can be mapped. */
#define ASCENDRT_FILE_PAGE 4096

/* The symbol in the code that is the ascendrt_model. Its `weights` are NULL:
 * who loads the file fills them in. */
#define ASCENDRT_FILE_MODEL "ascend_model"

/*
 * The end of the file. The last three fields stand at the same distance from
 * the end in every version of the format.
 */
typedef struct ascendrt_file_trailer {
  uint64_t file_bytes; /* all of the file, this trailer included */
  uint64_t code_bytes;
  uint64_t weights_offset;
  uint64_t weights_bytes;
  uint64_t report_offset;
  uint64_t report_bytes;
  uint64_t cpu_features;  /* ASCENDRT_CPU_FEATURES that the code needs */
  uint32_t abi_version;   /* ASCENDRT_ABI_VERSION of the compiler */
  uint32_t flags;         /* bits from below */
  uint64_t checksum;      /* XXH64, seed 0, of all bytes before this one */
  uint32_t version;       /* ASCENDRT_FILE_VERSION */
  uint32_t trailer_bytes; /* sizeof(ascendrt_file_trailer) */
  char magic[8];          /* ASCENDRT_FILE_MAGIC, without its zero */
} ascendrt_file_trailer;

/*
 * Weights lie in files of the folder ASCENDRT_WEIGHT_FOLDER beside the compiled
 * file, too. Its own weights are the first ones of the model; behind them
 * stands an ascendrt_weight_table, and of each file an ascendrt_weight_file and
 * its name, without a zero, in the order of their offsets.
 */
#define ASCENDRT_FILE_EXTERNAL_WEIGHTS 1u
#define ASCENDRT_WEIGHT_FOLDER "weight"

/*
 * The code stands in the file as what it repeats of itself, as
 * docs/CompiledFile.md describes it.
 */
#define ASCENDRT_FILE_PACKED_CODE 2u

typedef struct ascendrt_weight_table {
  uint64_t weights_bytes; /* of all weights of the model */
  uint32_t num_files;     /* at least 1 */
  uint32_t reserved;      /* 0 */
} ascendrt_weight_table;

typedef struct ascendrt_weight_file {
  uint64_t offset;     /* among the weights: a multiple of ASCENDRT_FILE_PAGE */
  uint64_t bytes;      /* all that the file has; at least 1 */
  uint64_t checksum;   /* XXH64, seed 0, of these */
  uint32_t name_bytes; /* of a name in that folder */
  uint32_t reserved;   /* 0 */
} ascendrt_weight_file;

/*
 * X(bit, name) for each feature beyond plain x86-64 that code may need. The
 * names are those of LLVM and of __builtin_cpu_supports; a name stands for what
 * it implies as well, such as sse4.2 for sse3. The kind of CPU itself is in the
 * code's ELF header.
 */
#define ASCENDRT_CPU_FEATURES(X)                                               \
  X(0, "cx16")                                                                 \
  X(1, "sahf")                                                                 \
  X(2, "popcnt")                                                               \
  X(3, "sse4.2")                                                               \
  X(4, "xsave")                                                                \
  X(5, "avx2")                                                                 \
  X(6, "fma")                                                                  \
  X(7, "f16c")                                                                 \
  X(8, "bmi")                                                                  \
  X(9, "bmi2")                                                                 \
  X(10, "lzcnt")                                                               \
  X(11, "movbe")                                                               \
  X(12, "avx512cd")                                                            \
  X(13, "avx512bw")                                                            \
  X(14, "avx512dq")                                                            \
  X(15, "avx512vl")

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Opens a compiled file to look into it. It is checked as ascendrt_open checks
 * it, except for the CPU and the run-time interface that it is for, and its
 * code is not loaded: ascendrt_file_model gives NULL.
 */
ASCENDRT_API ascendrt_file *ascendrt_inspect(const char *path, char **error);

/* The end of the file. */
ASCENDRT_API const ascendrt_file_trailer *
ascendrt_file_end(const ascendrt_file *file);

/* The graph of the ops that were compiled, JSON of *bytes bytes
 * (docs/ModelJSON.md) without a zero at its end. */
ASCENDRT_API const char *ascendrt_file_graph(const ascendrt_file *file,
                                             uint64_t *bytes);

/* The path of its file number `index` with weights, from the folder that the
 * compiled file lies in, and how many bytes that has; NULL behind the last one.
 */
ASCENDRT_API const char *ascendrt_file_weights(const ascendrt_file *file,
                                               uint32_t index, uint64_t *bytes);

#ifdef __cplusplus
}
#endif

#endif /* ASCEND_RUNTIME_COMPILEDFILE_H */
