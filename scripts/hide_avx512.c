//===- hide_avx512.c - A CPU with AVX2 only ---------------------*- C -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A library for LD_PRELOAD: what is loaded behind it, such as onnxruntime or
// LLVM, asks the CPU what it has and is told of no AVX-512 (scripts/as-avx2).
// Linux lets CPUID fault (arch_prctl, ARCH_CPUID_SET) where the CPU or the
// hypervisor can; the handler answers in its place. /proc/cpuinfo says the same.

#define _GNU_SOURCE
#include <cpuid.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { kArchCpuidSet = 0x1012 };

/// What the program wants of SIGSEGV.
static struct sigaction wanted;

static int (*setAction)(int, const struct sigaction *, struct sigaction *);

static int setCpuid(int works) {
  return syscall(SYS_arch_prctl, kArchCpuidSet, works);
}

/// Leaf 7: the bits of AVX-512, of its dots, and of AMX.
static void hide(uint32_t leaf, uint32_t subleaf, uint32_t *regs) {
  static const uint32_t ebx = 1u << 16 | 1u << 17 | 1u << 21 | 1u << 26 |
                              1u << 27 | 1u << 28 | 1u << 30 | 1u << 31;
  static const uint32_t ecx = 1u << 1 | 1u << 6 | 1u << 11 | 1u << 12 | 1u << 14;
  static const uint32_t edx =
      1u << 2 | 1u << 3 | 1u << 8 | 1u << 22 | 1u << 23 | 1u << 24 | 1u << 25;
  static const uint32_t eax1 = 1u << 4 | 1u << 5 | 1u << 21;
  if (leaf != 7)
    return;
  if (subleaf == 0) {
    regs[1] &= ~ebx;
    regs[2] &= ~ecx;
    regs[3] &= ~edx;
  } else if (subleaf == 1) {
    regs[0] &= ~eax1;
  }
}

static void onFault(int number, siginfo_t *info, void *context) {
  greg_t *gregs = ((ucontext_t *)context)->uc_mcontext.gregs;
  const uint8_t *code = (const uint8_t *)gregs[REG_RIP];
  if (info->si_code != SI_KERNEL || code[0] != 0x0f || code[1] != 0xa2) {
    if (wanted.sa_flags & SA_SIGINFO)
      wanted.sa_sigaction(number, info, context);
    else if (wanted.sa_handler == SIG_DFL || wanted.sa_handler == SIG_IGN)
      setAction(SIGSEGV, &wanted, NULL); // It faults again.
    else
      wanted.sa_handler(number);
    return;
  }
  uint32_t leaf = gregs[REG_RAX], subleaf = gregs[REG_RCX], regs[4];
  setCpuid(1);
  __cpuid_count(leaf, subleaf, regs[0], regs[1], regs[2], regs[3]);
  setCpuid(0);
  hide(leaf, subleaf, regs);
  gregs[REG_RAX] = regs[0];
  gregs[REG_RBX] = regs[1];
  gregs[REG_RCX] = regs[2];
  gregs[REG_RDX] = regs[3];
  gregs[REG_RIP] += 2;
}

/// Programs have handlers of their own, such as LLVM's: they get what is left.
int sigaction(int number, const struct sigaction *action,
              struct sigaction *old) {
  if (number != SIGSEGV || !setAction) {
    if (!setAction)
      setAction = dlsym(RTLD_NEXT, "sigaction");
    return setAction(number, action, old);
  }
  struct sigaction before = wanted;
  if (action)
    wanted = *action;
  if (old)
    *old = before;
  return 0;
}

/// A thread that blocks the signal would end with its first CPUID.
#define MASK(NAME)                                                             \
  int NAME(int how, const sigset_t *set, sigset_t *old) {                      \
    int (*real)(int, const sigset_t *, sigset_t *) = dlsym(RTLD_NEXT, #NAME);  \
    sigset_t open;                                                             \
    if (!set || how == SIG_UNBLOCK)                                            \
      return real(how, set, old);                                              \
    open = *set;                                                               \
    sigdelset(&open, SIGSEGV);                                                 \
    return real(how, &open, old);                                              \
  }
MASK(pthread_sigmask)
MASK(sigprocmask)

__attribute__((constructor)) static void begin(void) {
  setAction = dlsym(RTLD_NEXT, "sigaction");
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  setAction(SIGSEGV, &action, &wanted);
  if (setCpuid(0) != 0) {
    perror("hide_avx512: this machine cannot let CPUID fault");
    _exit(2);
  }
}

//===----------------------------------------------------------------------===//
// /proc/cpuinfo
//===----------------------------------------------------------------------===//

/// A file with the text of /proc/cpuinfo less its words of AVX-512 and AMX, or
/// `real` where there is no memory for one.
static int hideWords(int real) {
  static const char *const hidden[] = {"avx512", "avx_vnni", "amx"};
  FILE *from = real < 0 ? NULL : fdopen(dup(real), "r");
  int made = memfd_create("cpuinfo", MFD_CLOEXEC);
  char *line = NULL;
  size_t room = 0;
  if (!from || made < 0)
    return real;
  while (getline(&line, &room, from) > 0) {
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; ++i)
      for (char *word; (word = strstr(line, hidden[i]));) {
        size_t length = strcspn(word, " \n");
        length += word[length] == ' ';
        memmove(word, word + length, strlen(word + length) + 1);
      }
    // What is measured so says it.
    int isModel = strncmp(line, "model name", 10) == 0;
    dprintf(made, "%.*s%s\n", (int)strcspn(line, "\n"), line,
            isModel ? " without AVX-512" : "");
  }
  free(line);
  fclose(from);
  close(real);
  lseek(made, 0, SEEK_SET);
  return made;
}

static int isCpuInfo(const char *path) {
  return path && strcmp(path, "/proc/cpuinfo") == 0;
}

#define OPEN(NAME)                                                             \
  int NAME(const char *path, int flags, ...) {                                 \
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #NAME);             \
    va_list more;                                                              \
    va_start(more, flags);                                                     \
    int file = real(path, flags, va_arg(more, mode_t));                        \
    va_end(more);                                                              \
    return isCpuInfo(path) ? hideWords(file) : file;                           \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(NAME)                                                          \
  int NAME(int folder, const char *path, int flags, ...) {                     \
    int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, #NAME);        \
    va_list more;                                                              \
    va_start(more, flags);                                                     \
    int file = real(folder, path, flags, va_arg(more, mode_t));                \
    va_end(more);                                                              \
    return isCpuInfo(path) ? hideWords(file) : file;                           \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

#define FOPEN(NAME)                                                            \
  FILE *NAME(const char *path, const char *mode) {                             \
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, #NAME);       \
    return isCpuInfo(path) ? fdopen(open(path, O_RDONLY), mode)                \
                           : real(path, mode);                                 \
  }
FOPEN(fopen)
FOPEN(fopen64)
