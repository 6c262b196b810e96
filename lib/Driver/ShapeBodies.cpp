//===- ShapeBodies.cpp - Code for the shapes that come --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ShapeBodies.h"
#include "Ascend/Driver/RunModel.h"

#include <csignal>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace mlir::ascend;

bool ShapeBodies::arePossible(const ascendrt_model &model, JitCompile when) {
  return when == JitCompile::False
             ? ascendrt_profile_inputs(&model, 0) != nullptr
             : hasOpenInputs(model);
}

//===----------------------------------------------------------------------===//
// fork()
//===----------------------------------------------------------------------===//

namespace mlir::ascend {

/// All bodies of the process: a child has neither their threads nor what these
/// do just then.
struct BodiesAtFork {
  std::mutex mutex;
  std::vector<ShapeBodies *> all;

  /// Never destroyed: a thread may still run when the process ends.
  static BodiesAtFork &get() {
    static BodiesAtFork &bodies = *new BodiesAtFork;
    return bodies;
  }

  BodiesAtFork() {
    pthread_atfork(
        [] {
          get().mutex.lock();
          for (ShapeBodies *bodies : get().all)
            bodies->beginFork();
        },
        [] {
          for (ShapeBodies *bodies : get().all)
            bodies->endForkInParent();
          get().mutex.unlock();
        },
        [] {
          for (ShapeBodies *bodies : get().all)
            bodies->endForkInChild();
          new (&get().mutex) std::mutex;
        });
  }
};

} // namespace mlir::ascend

/// Until the fork is done nobody else has the mutex, and nothing is compiled.
void ShapeBodies::beginFork() {
  Lock lock(mutex);
  isForking = true;
  if (stop)
    stop->request();
  made.wait(lock, [&] { return !stop; });
  lock.release();
}

void ShapeBodies::endForkInParent() {
  isForking = false;
  mutex.unlock();
  arrived.notify_all();
}

void ShapeBodies::endForkInChild() {
  new (&mutex) std::mutex;
  new (&arrived) std::condition_variable;
  new (&made) std::condition_variable;
  worker.reset();
  isForking = false;
  // Who waited is in the parent.
  wanted.clear();
  for (Body &body : bodies)
    if (body.info.state == State::Waiting)
      body.info.state = State::Seen;
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

ShapeBodies::ShapeBodies(const ascendrt_model &model, JitCompile when,
                         Generalization reach, Make make, Note note,
                         Limits limits)
    : model(model), when(when), reach(reach), make(std::move(make)),
      note(std::move(note)), limits(limits) {
  for (uint32_t i = 0; const auto *inputs = ascendrt_profile_inputs(&model, i);
       ++i) {
    Info &profile = profiles.emplace_back();
    profile.state = State::Profile;
    for (uint32_t input = 0; input < model.num_inputs; ++input)
      profile.shapes.emplace_back(inputs[input].shape,
                                  inputs[input].shape + inputs[input].rank);
  }
  auto &atFork = BodiesAtFork::get();
  std::lock_guard<std::mutex> lock(atFork.mutex);
  atFork.all.push_back(this);
}

ShapeBodies::~ShapeBodies() {
  {
    auto &atFork = BodiesAtFork::get();
    std::lock_guard<std::mutex> lock(atFork.mutex);
    llvm::erase(atFork.all, this);
  }
  {
    Lock lock(mutex);
    isEnding = true;
    if (stop)
      stop->request();
  }
  arrived.notify_all();
  made.notify_all();
  if (worker)
    pthread_join(*worker, nullptr);
}

void ShapeBodies::attach(ascendrt_context *context) {
  if (!arePossible(model, when))
    return;
  ascendrt_bodies bodies = {sizeof(bodies), this, take, giveBack, takeProfile};
  ascendrt_set_bodies(context, &bodies);
}

/// The extents that the model has.
ShapeBodies::Key ShapeBodies::openKey() const {
  Key key;
  for (uint32_t i = 0; i < model.num_inputs; ++i)
    key.insert(key.end(), model.inputs[i].shape,
               model.inputs[i].shape + model.inputs[i].rank);
  return key;
}

ShapeBodies::Key ShapeBodies::keyOf(const int64_t *const *shapes) const {
  Key key;
  for (uint32_t i = 0; i < model.num_inputs; ++i)
    key.insert(key.end(), shapes[i], shapes[i] + model.inputs[i].rank);
  return key;
}

bool ShapeBodies::isInBounds(const Key &key) const {
  return bounds.size() != key.size() ||
         llvm::all_of(llvm::zip_equal(bounds, key), [](auto pair) {
           auto [bound, extent] = pair;
           return extent >= bound.first &&
                  (bound.second < 0 || extent <= bound.second);
         });
}

/// What code is made for where such inputs come: extents that differed in an
/// earlier run are open, as `reach` says.
ShapeBodies::Key ShapeBodies::generalize(Key key) {
  if (reach == Generalization::Strict)
    return key;
  if (known.empty())
    known = key;
  bool hasChanged = false;
  for (auto [before, now] : llvm::zip_equal(known, key))
    if (before >= 0 && before != now) {
      before = -1;
      hasChanged = true;
    }
  if (hasChanged && reach == Generalization::Full)
    known = openKey();
  return known;
}

ShapeBodies::Shapes ShapeBodies::shapesOf(const Key &key) const {
  Shapes shapes;
  auto at = key.begin();
  for (uint32_t i = 0; i < model.num_inputs; ++i) {
    shapes.emplace_back(at, at + model.inputs[i].rank);
    at += model.inputs[i].rank;
  }
  return shapes;
}

/// What is known of the shapes, as the one used last.
ShapeBodies::Body &ShapeBodies::find(const Key &key) {
  auto [place, isNew] = places.try_emplace(key, bodies.end());
  if (isNew) {
    Body &body = bodies.emplace_front();
    body.key = key;
    body.info.shapes = shapesOf(key);
    place->second = bodies.begin();
    forget();
  } else {
    bodies.splice(bodies.begin(), bodies, place->second);
  }
  return bodies.front();
}

uint64_t
ShapeBodies::bytesBeside(const Body &body,
                         llvm::DenseSet<const WeightBlock *> &counted) const {
  uint64_t bytes = body.bytes;
  for (const auto &block : body.blocks)
    if (block->memory.get() != model.weights &&
        counted.insert(block.get()).second)
      bytes += block->bytes;
  return bytes;
}

/// Lets go of what was used least recently where there is too much; never of
/// the one used last, nor of one that somebody waits for.
void ShapeBodies::forget() {
  size_t known = bodies.size(), ready = 0;
  uint64_t bytes = 0;
  // Blocks of weights count for the one used last of those that have them.
  llvm::DenseSet<const WeightBlock *> counted;
  for (Body &body : bodies) {
    ready += body.code != nullptr;
    body.counted = bytesBeside(body, counted);
    bytes += body.counted;
  }
  for (auto at = std::prev(bodies.end()); at != bodies.begin();) {
    Body &body = *at;
    auto before = std::prev(at);
    bool isTooMuch = body.code ? ready > limits.bodies || bytes > limits.bytes
                               : known > limits.shapes;
    if (isTooMuch && body.info.state != State::Waiting) {
      ready -= body.code != nullptr;
      bytes -= body.counted;
      --known;
      places.erase(body.key);
      bodies.erase(at);
    }
    at = before;
  }
}

/// Has code made for the shapes.
void ShapeBodies::ask(Body &body) {
  body.info.state = State::Waiting;
  wanted.push_back(body.key);
  if (worker)
    return arrived.notify_one();
  // Signals are for the threads of the program.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  auto start = [](void *bodies) -> void * {
    static_cast<ShapeBodies *>(bodies)->work();
    return nullptr;
  };
  if (pthread_create(&thread, nullptr, start, this) == 0) {
    worker = thread;
  } else {
    // The next one that asks tries again.
    wanted.pop_back();
    body.info.state = State::Seen;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void ShapeBodies::work() {
  // Runs go on meanwhile, and may be no more important than that already.
  constexpr int kNice = 10;
  auto thread = static_cast<id_t>(syscall(SYS_gettid));
  if (when == JitCompile::Auto && getpriority(PRIO_PROCESS, thread) < kNice)
    setpriority(PRIO_PROCESS, thread, kNice);
  Lock lock(mutex);
  while (true) {
    arrived.wait(lock,
                 [&] { return isEnding || (!isForking && !wanted.empty()); });
    if (isEnding)
      return;
    Key key = std::move(wanted.front());
    wanted.pop_front();
    makeBody(lock, key);
    made.notify_all();
  }
}

void ShapeBodies::makeBody(Lock &lock, const Key &key) {
  Shapes shapes = places.at(key)->info.shapes;
  Stop own;
  stop = &own;
  lock.unlock();
  auto start = std::chrono::steady_clock::now();
  auto code = make(shapes, own);
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  lock.lock();
  stop = nullptr;
  // It waits, so that it has not been forgotten.
  Body &body = *places.at(key);
  body.info.seconds = time.count();
  if (code) {
    body.code = std::move(*code);
    ModelWeights weights = body.code->getWeights();
    body.info.weights = weights.bytes;
    body.info.addedWeights = weights.added;
    body.bytes = body.code->getModel().arena_bytes;
    if (weights.blocks.empty())
      body.bytes += weights.bytes;
    body.blocks = std::move(weights.blocks);
    body.info.state = State::Ready;
    return forget();
  }
  Diagnostic why = toDiagnostic(code.takeError());
  if (isForking) {
    wanted.push_front(key);
    return;
  }
  body.info.state = State::Failed;
  body.info.why = why.message;
  // What the model refuses the run refuses, too, and says why.
  bool isRefused = why.exitCode == ExitCode::Usage;
  if (isEnding || isRefused || std::exchange(hasNoted, true) || !note)
    return;
  why.message =
      "inputs of some shapes have no code of their own: " + why.message;
  lock.unlock();
  note(why);
  lock.lock();
}

/// Waits until there is code for the shapes, or none will be; false where the
/// run ends before.
bool ShapeBodies::waitFor(Lock &lock, const Key &key,
                          ascendrt_context *context) {
  auto isDone = [&] {
    auto found = places.find(key);
    return isEnding || found == places.end() ||
           found->second->info.state != State::Waiting;
  };
  while (!made.wait_for(lock, std::chrono::milliseconds(20), isDone)) {
    // It may be the time of a lock that others wait for.
    lock.unlock();
    bool isStopped = ascendrt_is_stopped(context);
    lock.lock();
    if (isStopped)
      return false;
  }
  return true;
}

const ascendrt_model *ShapeBodies::take(void *user, ascendrt_context *context,
                                        const int64_t *const *shapes) {
  auto &self = *static_cast<ShapeBodies *>(user);
  if (self.when == JitCompile::False)
    return nullptr;
  Key key = self.keyOf(shapes);
  if (!self.isInBounds(key))
    return nullptr;
  Lock lock(self.mutex);
  key = self.generalize(std::move(key));
  Body *body = &self.find(key);
  // The model's own code is the one that leaves all open.
  bool isDue = (self.when == JitCompile::True || body->info.ownRuns > 0) &&
               key != self.openKey();
  if (body->info.state == State::Seen && isDue)
    self.ask(*body);
  if (body->info.state == State::Waiting && self.when == JitCompile::True) {
    if (!self.waitFor(lock, key, context))
      return nullptr;
    body = &self.find(key);
  }
  if (!body->code) {
    ++body->info.ownRuns;
    return nullptr;
  }
  ++body->info.runs;
  const ascendrt_model *code = &body->code->getModel();
  auto &[holder, count] = self.taken[code];
  holder = body->code;
  ++count;
  return code;
}

void ShapeBodies::giveBack(void *user, const ascendrt_model *body) {
  auto &self = *static_cast<ShapeBodies *>(user);
  // Freed when the lock is free again.
  std::shared_ptr<CompiledModel> last;
  Lock lock(self.mutex);
  auto found = self.taken.find(body);
  if (--found->second.second)
    return;
  last = std::move(found->second.first);
  self.taken.erase(found);
}

void ShapeBodies::takeProfile(void *user, uint32_t index) {
  auto &self = *static_cast<ShapeBodies *>(user);
  Lock lock(self.mutex);
  ++self.profiles[index].runs;
}

std::vector<ShapeBodies::Info> ShapeBodies::list() const {
  Lock lock(mutex);
  std::vector<Info> result;
  for (const Body &body : bodies)
    result.push_back(body.info);
  result.insert(result.end(), profiles.begin(), profiles.end());
  return result;
}

llvm::StringRef mlir::ascend::toWord(ShapeBodies::State state) {
  switch (state) {
  case ShapeBodies::State::Seen:
    return "seen";
  case ShapeBodies::State::Waiting:
    return "waits";
  case ShapeBodies::State::Ready:
    return "has code";
  case ShapeBodies::State::Failed:
    return "has none";
  case ShapeBodies::State::Profile:
    return "profile";
  }
  llvm_unreachable("all states are handled");
}
