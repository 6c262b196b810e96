//===- Context.h - One model, ready to run ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_CONTEXT_H
#define ASCEND_LIB_RUNTIME_CONTEXT_H

#include "Dump.h"
#include "GuardedMemory.h"
#include "LoopThreads.h"
#include "RunProfile.h"
#include "RunWatch.h"
#include "ShapeProfiles.h"
#include "WorkMemory.h"

/// What the C interface hides.
struct ascendrt_context {
  explicit ascendrt_context(const ascendrt_model &model);

  /// Takes memory and threads; returns what is missing, or "".
  /// With `mayBeFewer`, one thread will do where the system has no more.
  std::string prepare(unsigned threads, bool mayBeFewer, ascendrt_guard guard);

  int32_t run(const void *const *inputs, void *const *outputs);
  int32_t runTensors(const ascendrt_tensor *inputs,
                     const ascendrt_tensor *outputs);
  int32_t runAllocating(const ascendrt_tensor *inputs,
                        ascendrt_allocator allocate, void *user);
  void parallelFor(int64_t count, ascendrt::ThreadPool::Body body, void *env);
  void runSideBySide(int64_t count, ascendrt::ThreadPool::Body body, void *env);
  void beginKernel(int64_t kernel, const int64_t *sizes, int64_t count);
  void endKernel();
  bool isStopped();
  void copy(void *to, const void *from, uint64_t bytes);
  void observe(int64_t index, const int64_t *shape, const void *data);
  /// The buffer of an output that compiled code makes.
  void *giveOutput(int64_t index, const int64_t *shape);
  void *allocate(uint64_t bytes);
  void release(void *memory);
  /// Fails where code of the node, of type `opType` (or null), wrote beside a
  /// guarded buffer.
  void checkBuffers(const char *opType);

  /// Names the node whose code runs next.
  void enterNode(const char *name);
  /// Its name on this thread, or null.
  const char *nodeHere() const;

  /// The run is to end: says why.
  void failForStop();

  /// Keeps the first failure of a run; from any thread.
  void fail(int32_t code, std::string message);

  const ascendrt_model &model;
  ascendrt::ShapeProfiles profiles;
  unsigned threads = 1;
  bool isStatic; ///< all shapes of inputs and outputs are
  uint64_t alignment;
  ascendrt::Memory ownArena;
  void *arena = nullptr;
  const void *weights;
  ascendrt::ThreadPool::Pointer pool; ///< none for one thread

  ascendrt_bodies bodies = {}; ///< all null where there are none
  ascendrt_observer observer = nullptr;
  void *observerUser = nullptr;
  std::unique_ptr<ascendrt::Dump> dump;
  ascendrt::RunWatch watch;
  ascendrt::Profile profile;

  std::atomic<bool> isRunning{false};
  std::mutex failureMutex;
  int32_t failure = ASCENDRT_OK;
  std::string error;

  // Of the run in hand.
  ascendrt::NodeName node{nullptr};     ///< whose code runs
  const ascendrt_model *body = nullptr; ///< the code for its shapes, or null
  const ascendrt_model *lent = nullptr; ///< the same, if it is of `bodies`
  void *bodyArena = nullptr;
  std::vector<const int64_t *> inputShapes;
  std::vector<const void *> inputData;
  std::vector<void *> outputData;
  /// Where outputs go: to these, or else to what the allocator gives.
  const ascendrt_tensor *outputTensors = nullptr;
  ascendrt_allocator allocateOutput = nullptr;
  void *allocatorUser = nullptr;
  std::vector<bool> hasOutput; ///< outputs whose shape is known
  std::mutex memoryMutex;      ///< of kernels that run side by side
  ascendrt::WorkMemory memory;
  std::unique_ptr<ascendrt::GuardedMemory> guarded; ///< or null
  /// Outputs of the run that are in guarded memory as yet.
  struct GuardedOutput {
    void *to;
    const void *from;
    uint64_t bytes;
  };
  std::vector<GuardedOutput> guardedOutputs;

private:
  bool takeInputs(const ascendrt_tensor *inputs);
  void takeBody();
  void giveBodyBack();
  void *setOutput(int64_t index, const int64_t *shape);
  void runOnBody();
  void executeAndCheckOutputs();
  void *roomForOutput(int64_t index, const int64_t *shape, uint64_t bytes);
  void execute(const void *const *inputs, void *const *outputs);
  int32_t call(const void *const *inputs, void *const *outputs);
  int32_t callGuarded(const void *const *inputs, void *const *outputs);
  const void *guardInput(uint32_t index, const void *data);
  void *guardOutput(uint32_t index, const int64_t *shape, void *callers);
  void failForRoom(uint64_t bytes);
  bool checkBuffer(const ascendrt_tensor_desc &desc, const char *kind,
                   const int64_t *shape, const void *data);
  /// Whether a tensor of bool has no other bytes than 0 and 1, as kernels that
  /// only move them take for granted.
  bool checkBools(const ascendrt_tensor_desc &desc, const int64_t *shape,
                  const void *data);
};

#endif // ASCEND_LIB_RUNTIME_CONTEXT_H
