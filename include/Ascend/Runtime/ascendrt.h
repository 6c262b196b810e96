/*===- ascendrt.h - Running compiled models: the C interface ------*- C -*-===*\
|*                                                                            *|
|* Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * libascendrt runs what the compiler made. It needs neither LLVM nor MLIR, and
 * it is the whole interface between compiled code and the program around it:
 *
 *   - a compiled model is one `ascendrt_model`: a description and an entry,
 *     that ascendrt_open finds in a file which ascend-atc wrote;
 *   - a program makes a context of it (threads, work memory) and runs it;
 *   - compiled code calls back for threads, for observers and to fail.
 *
 * Tensors are dense, in C order (the last dimension is contiguous) and in the
 * machine's byte order. The caller owns every input and output buffer; each
 * needs the alignment of its element type only, and outputs overlap nothing.
 *
 * A context is used by one thread at a time; different contexts, also of one
 * model, may run at once. Only ascendrt_parallel_for's bodies run on other
 * threads. No C++ exception leaves the library. In a child process made by
 * fork() a context goes on to work, on the calling thread alone.
 */

#ifndef ASCEND_RUNTIME_ASCENDRT_H
#define ASCEND_RUNTIME_ASCENDRT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASCENDRT_API __attribute__((visibility("default")))

/*
 * The version of every struct and signature here. It changes when one of them
 * changes in a way that compiled models can feel; new functions and new enum
 * values do not change it.
 */
#define ASCENDRT_ABI_VERSION 1

/* The most dimensions that a tensor may have. */
#define ASCENDRT_MAX_RANK 32

/* ---- Status ------------------------------------------------------------- */

/* What functions return; 0 is success. 1 to 4 mean what the same exit codes of
 * the tools mean. */
typedef enum ascendrt_status {
  ASCENDRT_OK = 0,
  ASCENDRT_MODEL_FAILED = 1,     /* the model refused its data */
  ASCENDRT_INVALID_ARGUMENT = 2, /* the caller's arguments are wrong */
  ASCENDRT_UNSUPPORTED = 3,      /* what this library or CPU cannot do */
  ASCENDRT_LIMIT = 4,            /* too large, or out of memory or threads */
  ASCENDRT_IO = 5,               /* a dump could not be written */
  ASCENDRT_STOPPED = 6,          /* ascendrt_set_poll's function said so */
  ASCENDRT_TIMEOUT = 7           /* it took longer than a limit of time */
} ascendrt_status;

/* ---- Element types ------------------------------------------------------ */

/* Element types. The numbers are those of CANN's aclDataType, and from 1000 on
 * of types that it does not have. Types of less than a byte lie in one each, in
 * its low bits; the high bits are 0 in results, and not looked at in inputs. */
typedef enum ascendrt_dtype {
  ASCENDRT_FLOAT = 0,
  ASCENDRT_FLOAT16 = 1,
  ASCENDRT_INT8 = 2,
  ASCENDRT_INT32 = 3,
  ASCENDRT_UINT8 = 4,
  ASCENDRT_INT16 = 6,
  ASCENDRT_UINT16 = 7,
  ASCENDRT_UINT32 = 8,
  ASCENDRT_INT64 = 9,
  ASCENDRT_UINT64 = 10,
  ASCENDRT_DOUBLE = 11,
  ASCENDRT_BOOL = 12, /* one byte an element, 0 or 1 */
  ASCENDRT_COMPLEX64 = 16,
  ASCENDRT_COMPLEX128 = 17,
  ASCENDRT_BFLOAT16 = 27,
  ASCENDRT_INT4 = 29,
  ASCENDRT_INT2 = 31,
  ASCENDRT_UINT2 = 32,
  ASCENDRT_HIFLOAT8 = 34,
  ASCENDRT_FLOAT8_E5M2 = 35,
  ASCENDRT_FLOAT8_E4M3FN = 36,
  ASCENDRT_FLOAT8_E8M0 = 37,
  ASCENDRT_FLOAT4_E2M1 = 40,
  ASCENDRT_UINT4 = 1000,
  ASCENDRT_FLOAT8_E4M3FNUZ = 1001,
  ASCENDRT_FLOAT8_E5M2FNUZ = 1002
} ascendrt_dtype;

/* Bytes of one element; 0 if `dtype` is none of the above. */
ASCENDRT_API size_t ascendrt_dtype_size(ascendrt_dtype dtype);

/* CANN's word, such as "float16" or "bool"; NULL if `dtype` is none. */
ASCENDRT_API const char *ascendrt_dtype_word(ascendrt_dtype dtype);

/* Sets *dtype to the type of CANN's word; returns ASCENDRT_INVALID_ARGUMENT,
 * and leaves *dtype, if there is none. */
ASCENDRT_API int32_t ascendrt_dtype_from_word(const char *word,
                                              ascendrt_dtype *dtype);

/* Counts the NaN and the infinite elements of `data`, `count` elements that
 * need no alignment. A complex element counts once, as NaN if either part is
 * one. Both counts are 0 for types without such values. */
ASCENDRT_API int32_t ascendrt_count_nonfinite(ascendrt_dtype dtype,
                                              const void *data, int64_t count,
                                              int64_t *nans,
                                              int64_t *infinities);

/* Sets *bytes to the size of a dense tensor. Returns ASCENDRT_INVALID_ARGUMENT
 * for an unknown type, a rank outside 0..ASCENDRT_MAX_RANK or a negative
 * dimension, and ASCENDRT_LIMIT for a size that passes INT64_MAX. */
ASCENDRT_API int32_t ascendrt_tensor_bytes(ascendrt_dtype dtype, int32_t rank,
                                           const int64_t *shape,
                                           int64_t *bytes);

/*
 * Writes the header of an .npy file (format 1.0) of a tensor in C order to
 * `buffer` and returns its length in bytes, a multiple of 64, after which the
 * data follow. With too small a `capacity` nothing is written, and the length
 * is returned all the same; 1024 are always enough. 0 if the type, rank or
 * shape is bad.
 *
 * numpy has no name for some types. As numpy.save does with ml_dtypes' types,
 * bfloat16 is written as '<V2' and the 8-bit floats as '<V1': raw bits, that
 * `numpy.load(f).view(ml_dtypes.bfloat16)` gives their type again.
 */
ASCENDRT_API size_t ascendrt_npy_header(ascendrt_dtype dtype, int32_t rank,
                                        const int64_t *shape, char *buffer,
                                        size_t capacity);

/* ---- Compiled models ---------------------------------------------------- */

/* A tensor that goes in or out. Names are UTF-8. */
typedef struct ascendrt_tensor_desc {
  const char *name;
  ascendrt_dtype dtype;
  int32_t rank;
  const int64_t *shape; /* rank dimensions, -1 = known at run time only */
} ascendrt_tensor_desc;

/* One input or output of an op that a model can show while it runs. */
typedef struct ascendrt_observed_tensor {
  const char *op;            /* the op's name, such as "conv1" */
  const char *op_type;       /* its GE type, such as "Conv2D" */
  int32_t is_output;         /* 1 = output, 0 = input */
  int32_t index;             /* which input or output of the op, from 0 */
  ascendrt_tensor_desc desc; /* the decided dtype; name: the value's */
} ascendrt_observed_tensor;

typedef struct ascendrt_context ascendrt_context;

/*
 * Whether memory is guarded, for tests and reports of errors. Then inputs (as
 * copies), outputs (which are copied when the run is done), weights and work
 * memory lie between pages that nobody may touch, each buffer as near to the
 * one at its end, or at its beginning, as its alignment allows. What else is in
 * a buffer's own pages holds a pattern. Code that writes over it makes the run
 * fail with ASCENDRT_MODEL_FAILED; code that touches a page next to it, or
 * writes to inputs or weights, ends the process by SIGSEGV, after a line on
 * stderr. Both name the buffer and the node. A run takes much longer so.
 */
typedef enum ascendrt_guard {
  ASCENDRT_GUARD_NONE = 0,
  ASCENDRT_GUARD_END = 1,
  ASCENDRT_GUARD_BEGIN = 2
} ascendrt_guard;

/*
 * A model's code. `inputs` and `outputs` hold one buffer per description, in
 * their order. `arena` is `arena_bytes` of work memory at `arena_alignment`
 * whose content is undefined at the start of each run. `weights` is the
 * model's. Returns ASCENDRT_OK, or what it told ascendrt_fail.
 */
typedef int32_t (*ascendrt_entry)(ascendrt_context *context,
                                  const void *const *inputs,
                                  void *const *outputs, void *arena,
                                  const void *weights);

/* The bits of a model's flags that are an ascendrt_guard, and other ones. */
#define ASCENDRT_MODEL_GUARD 3u

/* The model is the first field of an ascendrt_profiled_model. */
#define ASCENDRT_MODEL_HAS_PROFILES 4u
/* Inputs have the shapes of a profile, or a run fails. */
#define ASCENDRT_MODEL_NEEDS_PROFILE 8u

/* A compiled model. It and all that it points to outlive its contexts and are
 * never changed by them. */
typedef struct ascendrt_model {
  uint32_t abi_version; /* ASCENDRT_ABI_VERSION of the compiler */
  uint32_t flags;       /* an ascendrt_guard, and bits from above */
  uint32_t num_inputs;
  uint32_t num_outputs;
  uint32_t num_observed;
  uint32_t max_threads; /* no run has more; 0 for any number */
  const ascendrt_tensor_desc *inputs;
  const ascendrt_tensor_desc *outputs;
  const ascendrt_observed_tensor *observed;
  uint64_t arena_bytes;
  uint64_t arena_alignment; /* a power of two; at least 64 is always given */
  uint64_t weights_bytes;
  const void *weights; /* NULL if weights_bytes is 0 */
  ascendrt_entry entry;
} ascendrt_model;

/* A model with code for inputs of certain shapes, which computes the same bits
 * as its own code. */
typedef struct ascendrt_profiled_model {
  ascendrt_model model;
  /* Models of the same inputs and outputs, all of whose inputs have static
   * shapes. Their entry takes the weights of `model`: they have none. Where it
   * is NULL, the model's own code takes such inputs. */
  const ascendrt_model *profiles;
  uint32_t num_profiles; /* at least 1 */
  uint32_t reserved;     /* 0 */
} ascendrt_profiled_model;

/* The shapes of the inputs of profile number `index`, one description for each;
 * NULL behind the last one, and for a model without profiles. */
ASCENDRT_API const ascendrt_tensor_desc *
ascendrt_profile_inputs(const ascendrt_model *model, uint32_t index);

/* ---- Compiled files ----------------------------------------------------- */

/* A compiled file (.asc) in memory. It holds code: run no file of a stranger.
 */
typedef struct ascendrt_file ascendrt_file;

/*
 * Loads a compiled file. Its weights are mapped, not copied: programs that run
 * one file share them, and the file must not be changed in place meanwhile (a
 * new file that is renamed to its path is fine). Nothing of the file is
 * believed before its checksum is verified. A file that is truncated or damaged
 * in any way, of another version of the format, or for another CPU, is refused:
 * then the result is NULL and, if `error` is not NULL, *error is one sentence
 * for ascendrt_free_string, without the path.
 */
ASCENDRT_API ascendrt_file *ascendrt_open(const char *path, char **error);

/* The model in the file, for ascendrt_create. It lives as long as `file`. */
ASCENDRT_API const ascendrt_model *
ascendrt_file_model(const ascendrt_file *file);

/* The report of how each op was decided, JSON of *bytes bytes without a zero at
 * its end. It lives as long as `file`. */
ASCENDRT_API const char *ascendrt_file_report(const ascendrt_file *file,
                                              uint64_t *bytes);

/* Unloads the file, after all contexts of its model. NULL is fine. */
ASCENDRT_API void ascendrt_close(ascendrt_file *file);

/* ---- Contexts ----------------------------------------------------------- */

typedef struct ascendrt_options {
  size_t struct_size; /* sizeof(ascendrt_options) */
  /* Threads that compute, the caller's included: 1 to 1024, or 0 for as many
   * as the CPUs that the process may use, or one where the system has no more
   * threads; never more than the model's max_threads. Results do not depend on
   * it. */
  int32_t threads;
  /* An ascendrt_guard; 0: what the model's flags say. A model that was not
   * compiled for it has all its work memory in one buffer. */
  int32_t guard;
} ascendrt_options;

/*
 * Makes a context: checks the model, takes the arena and starts the threads.
 * `options` may be NULL: all zeros. On failure it returns NULL and, if `error`
 * is not NULL, sets *error to one sentence for ascendrt_free_string.
 */
ASCENDRT_API ascendrt_context *ascendrt_create(const ascendrt_model *model,
                                               const ascendrt_options *options,
                                               char **error);

/* Ends the threads and frees all. NULL is fine. Not during a run. */
ASCENDRT_API void ascendrt_destroy(ascendrt_context *context);

ASCENDRT_API void ascendrt_free_string(char *string);

/* The model that the context was made of. */
ASCENDRT_API const ascendrt_model *
ascendrt_get_model(const ascendrt_context *context);

/* How many threads compute. */
ASCENDRT_API int32_t ascendrt_get_threads(const ascendrt_context *context);

/*
 * Runs a model all of whose inputs and outputs have static shapes. Returns an
 * ascendrt_status or the code that the model failed with; ascendrt_last_error
 * then says why, and the outputs are undefined. It computes in the default
 * floating-point environment (nearest even, subnormals kept), whatever the
 * caller's is, and puts the caller's back.
 */
ASCENDRT_API int32_t ascendrt_run(ascendrt_context *context,
                                  const void *const *inputs,
                                  void *const *outputs);

/* A tensor whose shape is the caller's to give. */
typedef struct ascendrt_tensor {
  void *data;     /* never written to if it is an input */
  uint64_t bytes; /* how many bytes stand at data */
  int64_t *shape; /* the description's rank of dimensions */
} ascendrt_tensor;

/*
 * The same for any model. An input's shape must agree with its description,
 * with any size where that says -1. An output's shape is written, its data only
 * if `bytes` is enough for them: too few, also 0 with NULL data, makes the run
 * fail with ASCENDRT_LIMIT at the first such output, its shape being known.
 */
ASCENDRT_API int32_t ascendrt_run_tensors(ascendrt_context *context,
                                          const ascendrt_tensor *inputs,
                                          const ascendrt_tensor *outputs);

/* Gives memory for output number `index`, whose shape has just become known:
 * `bytes` (perhaps 0) at the alignment of its element type. NULL makes the run
 * fail with ASCENDRT_LIMIT. Called on the thread that runs, once per output;
 * the memory is the caller's also where the run fails later. */
typedef void *(*ascendrt_allocator)(void *user, uint32_t index,
                                    const int64_t *shape, uint64_t bytes);

/* The same for a caller who does not know the sizes of the outputs: each gets
 * the memory that `allocate` gives, and nothing is run twice. */
ASCENDRT_API int32_t ascendrt_run_allocating(ascendrt_context *context,
                                             const ascendrt_tensor *inputs,
                                             ascendrt_allocator allocate,
                                             void *user);

/*
 * Code that was made for inputs of certain shapes, which computes the same bits
 * as that of a model with dynamic shapes.
 */
typedef struct ascendrt_bodies {
  size_t struct_size; /* sizeof(ascendrt_bodies) */
  void *user;
  /* The code for inputs of these shapes, one after the other, or NULL for the
   * model's own: a model of the same inputs and outputs, whose shapes are
   * these. Called on the thread that runs, when the inputs have been checked;
   * several contexts may ask at once. While it waits it asks
   * ascendrt_is_stopped(context), and gives NULL where that says so. */
  const ascendrt_model *(*take)(void *user, ascendrt_context *context,
                                const int64_t *const *shapes);
  /* The run of what `take` gave is over. */
  void (*give_back)(void *user, const ascendrt_model *body);
  /* Hears that a run takes the code of profile number `index` of the model, for
   * which `take` is not asked. May be NULL. */
  void (*take_profile)(void *user, uint32_t index);
} ascendrt_bodies;

/* From now on runs of ascendrt_run_tensors and ascendrt_run_allocating ask
 * `bodies`, which is copied, for their code; NULL ends it. Runs that show or
 * guard their tensors do not. Returns ASCENDRT_INVALID_ARGUMENT for a bad
 * struct_size or where `take` or `give_back` is missing. */
ASCENDRT_API int32_t ascendrt_set_bodies(ascendrt_context *context,
                                         const ascendrt_bodies *bodies);

/* Says, while a model runs, whether the run is to end: not 0 for yes. Called on
 * the thread that runs, between kernels and, of long loops, between their
 * parts, at most every 30 ms. */
typedef int32_t (*ascendrt_poll)(void *user);

/* From now on runs ask `poll`; NULL ends it. A run that is to end skips what is
 * left of its loops and returns ASCENDRT_STOPPED; its outputs are undefined.
 * What a kernel does in a single turn of a loop is done before. */
ASCENDRT_API void ascendrt_set_poll(ascendrt_context *context,
                                    ascendrt_poll poll, void *user);

/* What has a limit of time. */
typedef enum ascendrt_time_limit {
  ASCENDRT_RUN_TIME = 0,  /* a run */
  ASCENDRT_NODE_TIME = 1, /* the code of one node */
  /* in a node, the wait of the thread that runs for those that help it */
  ASCENDRT_WAIT_TIME = 2
} ascendrt_time_limit;

/* From now on what takes longer than `milliseconds` makes a run fail with
 * ASCENDRT_TIMEOUT; 0 or less ends it. As with a poll, loops end in their
 * middle, and what a kernel does in a single turn of one is done before; then
 * the run fails behind it, also where nothing is left. A child made by fork()
 * has the limits of its parent. */
ASCENDRT_API int32_t ascendrt_set_time_limit(ascendrt_context *context,
                                             ascendrt_time_limit limit,
                                             int64_t milliseconds);

/* Why the last run or setting failed, one sentence; "" if it did not. The text
 * lives until the next call with this context. */
ASCENDRT_API const char *ascendrt_last_error(const ascendrt_context *context);

/* ---- Observers and dumps ------------------------------------------------ */

/* Sees a tensor while the model runs, on the thread that runs it. `shape` has
 * tensor->desc.rank static dimensions. `data` is valid during the call only. */
typedef void (*ascendrt_observer)(void *user,
                                  const ascendrt_observed_tensor *tensor,
                                  const int64_t *shape, const void *data);

/* From now on runs show their observed tensors to `observer`; NULL ends it. */
ASCENDRT_API void ascendrt_set_observer(ascendrt_context *context,
                                        ascendrt_observer observer, void *user);

/*
 * From now on each run writes its observed tensors to `directory`, which is
 * made if it is not there; NULL ends it. One .npy file per tensor, in its
 * decided dtype, named by a running number; at the end of the run index.json:
 *   [{"op": name, "kind": "input"|"output", "index": k, "dtype": CANN's word,
 *     "file": "000000.npy"}, …]
 * in the order in which the tensors were shown. A run replaces what the one
 * before wrote: index.json vanishes first and names the last run's files alone,
 * so there is none after a run that failed. Each file is whole or not there; a
 * link in its place is not followed. A run whose dump cannot be written returns
 * ASCENDRT_IO.
 */
ASCENDRT_API int32_t ascendrt_dump_to(ascendrt_context *context,
                                      const char *directory);

/* ---- Profiles ----------------------------------------------------------- */

/* When a kernel of a run began and ended, in nanoseconds since the run began.
 */
typedef struct ascendrt_kernel_time {
  int64_t kernel; /* its number in `kernels`, or -1: the runtime copies */
  int64_t begin_ns;
  int64_t end_ns;
  uint64_t bytes;      /* how many are copied, of a copy */
  uint64_t first_size; /* where those in `sizes` begin that `kernels` names */
} ascendrt_kernel_time;

/* How a run of a model went that was compiled with profiling. */
typedef struct ascendrt_profile {
  size_t struct_size;  /* sizeof(ascendrt_profile), the caller's */
  const char *kernels; /* what the kernels are, JSON (docs/Profiling.md) */
  int64_t start_ns;    /* when the run began, since 1970 */
  int64_t run_ns;      /* how long it took */
  uint64_t num_times;
  const ascendrt_kernel_time *times; /* in order */
  uint64_t num_sizes;
  const int64_t *sizes;
  /* Turns of loops for which there was no room, as no run was as long before:
   * the next one has it. */
  uint64_t num_lost;
} ascendrt_profile;

/*
 * Tells of the last run. Returns ASCENDRT_UNSUPPORTED where the model was not
 * compiled with profiling, or did not run yet, and ASCENDRT_INVALID_ARGUMENT
 * for a bad struct_size or during a run. The times live until the next run or
 * the context's end.
 */
ASCENDRT_API int32_t ascendrt_get_profile(ascendrt_context *context,
                                          ascendrt_profile *profile);

/* ---- Called by compiled code only --------------------------------------- */

/*
 * Calls body(env, begin, end) on ranges that together are [0, count), at most
 * as many as there are threads, and returns when all are done. The ranges
 * depend on `count` and the number of threads only, not which thread runs one;
 * bodies write disjoint elements, so that the result depends on neither. Inside
 * a body it runs serially.
 */
ASCENDRT_API void
ascendrt_parallel_for(ascendrt_context *context, int64_t count,
                      void (*body)(void *env, int64_t begin, int64_t end),
                      void *env);

/*
 * Runs kernels that do not depend on each other at the same time, and returns
 * when all are done: body(env, i, i + 1) runs kernel i of `count`. The threads
 * are shared among them; with one thread they run in their order. In a kernel
 * it may call what has to be called outside of bodies, but for this and
 * ascendrt_observe.
 */
ASCENDRT_API void
ascendrt_run_side_by_side(ascendrt_context *context, int64_t count,
                          void (*body)(void *env, int64_t begin, int64_t end),
                          void *env);

/* Copies `bytes` bytes from `from` to `to`, which do not overlap, with all
 * threads; a run that is stopped copies a part. Outside bodies only. */
ASCENDRT_API void ascendrt_copy(ascendrt_context *context, void *to,
                                const void *from, uint64_t bytes);

/* Shows the model's observed tensor number `tensor_index`. `shape` may be NULL
 * if its description is static. Outside bodies only. */
ASCENDRT_API void ascendrt_observe(ascendrt_context *context,
                                   int64_t tensor_index, const int64_t *shape,
                                   const void *data);

/* Makes the run fail with `code` (not 0) and `message`, which is copied; the
 * first call counts. The code then returns as soon as it can. May be called
 * from bodies. */
ASCENDRT_API void ascendrt_fail(ascendrt_context *context, int32_t code,
                                const char *message);

/* Names the node whose code runs next, for the messages of failures and limits
 * of time; the name must outlive the run. Outside bodies only. */
ASCENDRT_API void ascendrt_enter_node(ascendrt_context *context,
                                      const char *name);

/* Makes the run fail with ASCENDRT_MODEL_FAILED, saying that `index` of the
 * entered node, an operator of type `op_type`, lies outside of [least, bound).
 */
ASCENDRT_API void ascendrt_fail_index(ascendrt_context *context,
                                      const char *op_type, int64_t index,
                                      int64_t least, int64_t bound);
/* The same where each {} of `message` stands for one of `values`. */
ASCENDRT_API void ascendrt_fail_with(ascendrt_context *context, int32_t code,
                                     const char *message,
                                     const int64_t *values);

/* Begins the profile of a run, before its first kernel. `kernels` outlives the
 * context; there are `count` of them. */
ASCENDRT_API void ascendrt_begin_profile(ascendrt_context *context,
                                         const char *kernels, int64_t count);

/* Kernel number `kernel` begins, with `count` sizes, which are copied; the one
 * before ends, if it did not yet. Outside bodies only, as the next one. */
ASCENDRT_API void ascendrt_begin_kernel(ascendrt_context *context,
                                        int64_t kernel, const int64_t *sizes,
                                        int64_t count);

/* The kernel ends. */
ASCENDRT_API void ascendrt_end_kernel(ascendrt_context *context);

/* 1 where the run has failed, else 0: code that goes on for as long as its data
 * say asks for it. Outside bodies only. */
ASCENDRT_API int32_t ascendrt_has_failed(ascendrt_context *context);

/* 1 where the run is to end, which is asked for where it is time to: between
 * the turns of a long loop, whose rest is left out then. Outside bodies only.
 */
ASCENDRT_API int32_t ascendrt_is_stopped(ascendrt_context *context);

/* Checks, in a guarded context, that the node which was entered last, an
 * operator of type `op_type`, wrote to nothing outside of its buffers. Returns
 * what ascendrt_has_failed does. Outside bodies only. */
ASCENDRT_API int32_t ascendrt_check_buffers(ascendrt_context *context,
                                            const char *op_type);

/* The shape of this run's input number `index`. */
ASCENDRT_API const int64_t *ascendrt_input_shape(ascendrt_context *context,
                                                 int64_t index);

/* Says the shape of output number `index`, whose description is not static,
 * and returns its buffer; NULL, the run having failed, if the caller's is too
 * small or the shape does not agree with the description. */
ASCENDRT_API void *ascendrt_output(ascendrt_context *context, int64_t index,
                                   const int64_t *shape);

/* Work memory whose size the compiler could not know, at arena_alignment;
 * NULL, the run having failed, if there is not enough. It is freed by
 * ascendrt_release, or else at the end of the run. Outside bodies only. */
ASCENDRT_API void *ascendrt_allocate(ascendrt_context *context, uint64_t bytes);
ASCENDRT_API void ascendrt_release(ascendrt_context *context, void *memory);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ASCEND_RUNTIME_ASCENDRT_H */
