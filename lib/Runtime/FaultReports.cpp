//===- FaultReports.cpp - Who touched a forbidden page ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The handler takes no lock and no memory. It reads a buffer's description only
// if the fault lies in its pages: then the buffer is of the run that stands
// still here, and nobody frees it.

#include "GuardedMemory.h"

#include <cerrno>
#include <csignal>
#include <mutex>
#include <ucontext.h>
#include <unistd.h>

using namespace ascendrt;

namespace {

/// A place for a buffer in the list that the handler reads. It is never freed,
/// but used again.
struct Slot {
  std::atomic<const char *> begin{nullptr}, end{nullptr};
  std::atomic<const GuardedBuffer *> buffer{nullptr};
  Slot *next = nullptr;
};

std::atomic<Slot *> slots{nullptr};
/// Of all below, and of who changes the list.
std::mutex mutex;
unsigned numReports = 0;
/// What stood before the handler; set before it stands.
struct sigaction previous;

} // namespace

static const GuardedBuffer *findBuffer(const char *address) {
  for (Slot *slot = slots.load(); slot; slot = slot->next)
    if (address >= slot->begin.load() && address < slot->end.load())
      return slot->buffer.load();
  return nullptr;
}

/// "read", "wrote to", or what is known of it.
static const char *accessOf([[maybe_unused]] void *state) {
#if defined(__x86_64__)
  auto *registers = static_cast<ucontext_t *>(state);
  return registers->uc_mcontext.gregs[REG_ERR] & 2 ? " wrote to " : " read ";
#else
  return " touched ";
#endif
}

static void tell(const GuardedBuffer &buffer, const char *address,
                 void *state) {
  BoundedText text;
  text << "error: ";
  text.addNode(buffer.node->load(), nullptr);
  text << accessOf(state);
  text.addPlace(buffer, address);
  text.endLine();
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    ssize_t written = ::write(STDERR_FILENO, at, end - at);
    if (written <= 0)
      break;
    at += written;
  }
}

static void onFault(int signal, siginfo_t *info, void *state) {
  int kept = errno;
  auto *address = static_cast<const char *>(info->si_addr);
  const GuardedBuffer *buffer = findBuffer(address);
  if (buffer)
    tell(*buffer, address, state);
  bool isFunction =
      (previous.sa_flags & SA_SIGINFO) ||
      (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN);
  if (buffer || !isFunction) // the instruction faults again, as it would have
    (void)::sigaction(signal, &previous, nullptr);
  else if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(signal, info, state);
  else
    previous.sa_handler(signal);
  errno = kept;
}

FaultReports::FaultReports() {
  std::lock_guard<std::mutex> lock(mutex);
  if (numReports++)
    return;
  struct sigaction own = {};
  own.sa_sigaction = onFault;
  own.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&own.sa_mask);
  (void)::sigaction(SIGSEGV, nullptr, &previous);
  (void)::sigaction(SIGSEGV, &own, nullptr);
}

FaultReports::~FaultReports() {
  std::lock_guard<std::mutex> lock(mutex);
  if (--numReports)
    return;
  struct sigaction now;
  (void)::sigaction(SIGSEGV, nullptr, &now);
  // Another one that was installed meanwhile stays.
  if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == onFault)
    (void)::sigaction(SIGSEGV, &previous, nullptr);
}

void FaultReports::add(const GuardedBuffer &buffer) {
  std::lock_guard<std::mutex> lock(mutex);
  Slot *slot = slots.load();
  while (slot && slot->buffer.load())
    slot = slot->next;
  if (!slot) {
    slot = new Slot;
    slot->next = slots.load();
    slots.store(slot);
  }
  slot->buffer.store(&buffer);
  slot->end.store(buffer.mapping + buffer.mappingBytes);
  slot->begin.store(buffer.mapping);
}

void FaultReports::remove(const GuardedBuffer &buffer) {
  std::lock_guard<std::mutex> lock(mutex);
  for (Slot *slot = slots.load(); slot; slot = slot->next)
    if (slot->buffer.load() == &buffer) {
      slot->begin.store(nullptr);
      slot->end.store(nullptr);
      slot->buffer.store(nullptr);
    }
}
