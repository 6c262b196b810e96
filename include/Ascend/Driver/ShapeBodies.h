//===- ShapeBodies.h - Code for the shapes that come ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A model with dynamic shapes has code for any; besides it there is code for
// some shapes, which computes the same bits in less time.

#ifndef ASCEND_DRIVER_SHAPEBODIES_H
#define ASCEND_DRIVER_SHAPEBODIES_H

#include "Ascend/Driver/Driver.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FunctionExtras.h"

#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <pthread.h>

namespace mlir::ascend {

/// When code is made for shapes that come.
enum class JitCompile {
  /// Never: the model's own code takes all.
  False,
  /// When they come for the first time, before the answer.
  True,
  /// When they come for the second time, while runs go on.
  Auto
};

/// How far a body reaches where extents change from run to run.
enum class Generalization {
  /// It is for the shapes that came alone.
  Strict,
  /// Where one changes, the model's own code, which takes all, has all runs.
  Full,
  /// Extents that changed are open in it.
  Adaptive
};

/// The bodies of one model. Any thread may use it; the contexts that it is
/// attached to end before it does. A child made by fork() has what is ready,
/// and goes on to make more: a compilation ends for a fork, and begins anew.
class ShapeBodies {
public:
  /// One shape for each input.
  using Shapes = std::vector<std::vector<int64_t>>;
  /// Makes the code for such inputs, on a thread of its own, one call at a
  /// time; `stop` ends it before it is done.
  using Make =
      llvm::unique_function<llvm::Expected<std::unique_ptr<CompiledModel>>(
          const Shapes &, Stop &)>;
  /// Hears, once, why there is no code for some shapes that the model takes.
  using Note = std::function<void(const Diagnostic &)>;

  /// What there is at most; the ones that were used least recently go.
  struct Limits {
    unsigned bodies = 16;
    /// Work memory of them all, and weights that the model's own code has not.
    uint64_t bytes = uint64_t(1) << 30;
    /// Shapes that are remembered, with or without code.
    unsigned shapes = 1024;
  };

  /// Those of `model`, which outlives this.
  ShapeBodies(const ascendrt_model &model, JitCompile when,
              Generalization reach, Make make, Note note, Limits limits);
  ShapeBodies(const ascendrt_model &model, JitCompile when,
              Generalization reach, Make make, Note note)
      : ShapeBodies(model, when, reach, std::move(make), std::move(note),
                    Limits()) {}
  /// The profiles of `model` alone: no code is made.
  explicit ShapeBodies(const ascendrt_model &model)
      : ShapeBodies(model, JitCompile::False, Generalization::Strict,
                    /*make=*/nullptr, /*note=*/nullptr) {}
  /// Ends what is being compiled, and waits for that.
  ~ShapeBodies();

  /// The least and the most of each extent of the inputs, in a row; -1 is no
  /// end.
  using Bounds = std::vector<std::pair<int64_t, int64_t>>;
  /// Before the first run: what lies outside of `bounds` is for the model's own
  /// code to refuse, and nothing is learnt of it.
  void setBounds(Bounds bounds) { this->bounds = std::move(bounds); }

  /// Whether there is anything to tell of a model: its shapes are dynamic, and
  /// code for some is made, or it has profiles.
  static bool arePossible(const ascendrt_model &model, JitCompile when);

  /// From now on runs of `context` choose among them.
  void attach(ascendrt_context *context);

  enum class State { Seen, Waiting, Ready, Failed, Profile };
  /// What is known of some shapes.
  struct Info {
    Shapes shapes; ///< an extent that code for them leaves open is -1
    State state = State::Seen;
    /// Runs, in the model's own code and in that for the shapes.
    uint64_t ownRuns = 0, runs = 0;
    /// Of the compilation.
    double seconds = 0;
    /// What the weights of the code take, and what of them no other code of the
    /// model had when it was made, in bytes.
    uint64_t weights = 0, addedWeights = 0;
    /// Why there is no code, where there will be none.
    std::string why;
  };
  /// Those of which something is known, the one used last first; then the
  /// model's profiles, in their order.
  std::vector<Info> list() const;

private:
  /// All extents of the inputs in a row.
  using Key = std::vector<int64_t>;
  struct Body {
    Key key;
    Info info;
    std::shared_ptr<CompiledModel> code;
    /// Where weights lie that others may have, too.
    llvm::SmallVector<std::shared_ptr<const WeightBlock>, 0> blocks;
    uint64_t bytes = 0;   ///< beside those
    uint64_t counted = 0; ///< with those that nobody has who was used later
  };
  using Bodies = std::list<Body>;
  using Lock = std::unique_lock<std::mutex>;

  static const ascendrt_model *take(void *user, ascendrt_context *context,
                                    const int64_t *const *shapes);
  static void giveBack(void *user, const ascendrt_model *body);
  static void takeProfile(void *user, uint32_t index);

  Key keyOf(const int64_t *const *shapes) const;
  Key openKey() const;
  bool isInBounds(const Key &key) const;
  Key generalize(Key key);
  Shapes shapesOf(const Key &key) const;
  Body &find(const Key &key);
  bool waitFor(Lock &lock, const Key &key, ascendrt_context *context);
  void ask(Body &body);
  void work();
  void makeBody(Lock &lock, const Key &key);
  void forget();
  /// Bytes of `body` besides those of blocks that are `counted`, or the
  /// model's.
  uint64_t bytesBeside(const Body &body,
                       llvm::DenseSet<const WeightBlock *> &counted) const;

  friend struct BodiesAtFork;
  void beginFork();
  void endForkInParent();
  void endForkInChild();

  const ascendrt_model &model;
  const JitCompile when;
  const Generalization reach;
  Make make;
  Note note;
  const Limits limits;
  Bounds bounds; ///< or none

  mutable std::mutex mutex;
  std::condition_variable arrived; ///< shapes to compile for, or the end
  std::condition_variable made;    ///< a body, or none
  // Under the mutex.
  Key known;     ///< extents that no run has changed yet, and -1
  Bodies bodies; ///< the one used last first
  std::map<Key, Bodies::iterator> places;
  std::vector<Info> profiles;
  std::list<Key> wanted;
  /// Bodies in use, as often as they are: they may have been forgotten.
  std::map<const ascendrt_model *,
           std::pair<std::shared_ptr<CompiledModel>, unsigned>>
      taken;
  /// Of the compilation that is under way, or null.
  Stop *stop = nullptr;
  bool isForking = false;
  bool isEnding = false;
  bool hasNoted = false;
  std::optional<pthread_t> worker;
};

/// The word for `state`: "seen", "waits", "has code", "has none", "profile".
llvm::StringRef toWord(ShapeBodies::State state);

/// What --jit_compile says.
JitCompile jitCompileOf(const OptionValues &values);

/// What --shape_generalization_mode says.
Generalization generalizationOf(const OptionValues &values);

/// What input_shape and its like say of the inputs of @main.
ShapeBodies::Bounds boundsOf(ModuleOp module);

/// How code for some shapes of the decided `module` is made, as the options
/// say. While it is, `inUse` is locked: nobody else uses the module's context.
/// What is given outlives the result.
ShapeBodies::Make bodyMaker(ModuleOp module, const OptionValues &values,
                            const CompileCaches &caches, std::mutex &inUse);

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_SHAPEBODIES_H
