//===- hide_avx512.c - A CPU with AVX2 only ---------------------*- C -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What a program loads, such as onnxruntime or LLVM, asks the CPU what it has and
// is told of no AVX-512 (scripts/as-avx2). One library in two roles:
//
// - LD_AUDIT: the dynamic linker shows each file before any of its code runs. Its
//   CPUID instructions become breakpoints, whose handler answers in their place. So
//   it needs nothing of the CPU, where letting CPUID fault needs a feature that
//   virtual machines often lack.
// - LD_PRELOAD: the handler stays where the program sets its own, and /proc/cpuinfo
//   says the same as CPUID.

#define _GNU_SOURCE
#include <cpuid.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// CPUID
//===----------------------------------------------------------------------===//

/// The one behind ours.
static int libcSigaction(int number, const struct sigaction *action,
                         struct sigaction *old) {
  static int (*real)(int, const struct sigaction *, struct sigaction *);
  if (!real)
    real = dlsym(RTLD_NEXT, "sigaction");
  return real(number, action, old);
}

/// CPUID, and what is as long: a breakpoint and a no-op.
static const uint8_t cpuid[2] = {0x0f, 0xa2}, trap[2] = {0xcc, 0x90};

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

static void onTrap(int number, siginfo_t *info, void *context) {
  greg_t *gregs = ((ucontext_t *)context)->uc_mcontext.gregs;
  const uint8_t *next = (const uint8_t *)gregs[REG_RIP];
  if (info->si_code != SI_KERNEL || memcmp(next - 1, trap, sizeof trap) != 0) {
    signal(number, SIG_DFL); // Somebody else's: it ends the program.
    raise(number);
    return;
  }
  uint32_t leaf = gregs[REG_RAX], subleaf = gregs[REG_RCX], regs[4];
  __cpuid_count(leaf, subleaf, regs[0], regs[1], regs[2], regs[3]);
  hide(leaf, subleaf, regs);
  gregs[REG_RAX] = regs[0];
  gregs[REG_RBX] = regs[1];
  gregs[REG_RCX] = regs[2];
  gregs[REG_RDX] = regs[3];
}

//===----------------------------------------------------------------------===//
// LD_AUDIT
//===----------------------------------------------------------------------===//

static void fail(const char *what, const char *path) {
  dprintf(STDERR_FILENO, "hide_avx512: cannot %s %s\n", what, path);
  _exit(2);
}

/// How much is disassembled before a place, and with it: from any byte on, a
/// disassembler finds the instructions within some tens of bytes.
enum { BEFORE = 1024, WINDOW = BEFORE + 16 };

/// Writes a window of code to the file `code` for each place from which the two bytes of
/// CPUID stand in a segment of the file at `path`, which lies at `base`. Returns how many
/// `places` that are, with their addresses less `base`.
static size_t writeWindows(FILE *code, const char *path, uintptr_t base, const ElfW(Phdr) *headers,
                           size_t count, uintptr_t **places) {
  size_t found = 0;
  *places = NULL;
  for (size_t i = 0; i < count; ++i) {
    if (headers[i].p_type != PT_LOAD || !(headers[i].p_flags & PF_X))
      continue;
    const uint8_t *begin = (void *)(base + headers[i].p_vaddr);
    const uint8_t *end = begin + headers[i].p_filesz, *at = begin;
    for (; (at = memmem(at, end - at, cpuid, sizeof cpuid)); ++at) {
      uint8_t window[WINDOW];
      size_t before = at - begin < BEFORE ? at - begin : BEFORE;
      size_t after = end - at < WINDOW - BEFORE ? end - at : WINDOW - BEFORE;
      memset(window, trap[1], sizeof window);
      memcpy(window + BEFORE - before, at - before, before + after);
      *places = realloc(*places, (found + 1) * sizeof **places);
      if (!*places || fwrite(window, sizeof window, 1, code) != 1)
        fail("disassemble", path);
      (*places)[found++] = (uintptr_t)at - base;
    }
  }
  return found;
}

/// Where CPUID stands in the file at `path`, a line each: disassembled, as the two
/// bytes occur within other instructions, too; once a version of the file, kept in
/// FOLDER.
static FILE *openPlaces(const char *path, uintptr_t base,
                        const ElfW(Phdr) *headers, size_t count) {
  struct stat file;
  char kept[PATH_MAX], made[PATH_MAX + 32], windows[PATH_MAX + 32];
  if (stat(path, &file) != 0)
    fail("look at", path);
  snprintf(kept, sizeof kept, FOLDER "/%jx-%jx-%jx-%jx", (uintmax_t)file.st_dev,
           (uintmax_t)file.st_ino, (uintmax_t)file.st_size,
           (uintmax_t)file.st_mtim.tv_sec * 1000000000 + file.st_mtim.tv_nsec);
  FILE *lines = fopen(kept, "r");
  if (lines)
    return lines;
  snprintf(made, sizeof made, "%s.%d", kept, getpid());
  snprintf(windows, sizeof windows, "%s.code", made);
  FILE *code = fopen(windows, "w");
  uintptr_t *places;
  size_t found = code ? writeWindows(code, path, base, headers, count, &places) : 0;
  if (!code || fclose(code) != 0)
    fail("disassemble", path);
  static const char script[] =
      "set -o pipefail; { [ ! -s \"$0\" ] ||"
      " objdump -D -b binary -m i386:x86-64 --no-show-raw-insn \"$0\"; } |"
      " sed -n 's/^ *\\([0-9a-f]*\\):\\tcpuid.*/\\1/p' >\"$1\"";
  char *arguments[] = {"bash", "-c", (char *)script, windows, made, NULL};
  char *environment[] = {"PATH=/usr/bin:/bin", NULL};
  pid_t child;
  int status = -1;
  if (posix_spawn(&child, "/bin/bash", NULL, NULL, arguments, environment) != 0 ||
      waitpid(child, &status, 0) != child || status != 0 ||
      !(lines = fopen(made, "r")) || !(code = fopen(windows, "w")))
    fail("disassemble", path);
  for (uintptr_t at; fscanf(lines, "%lx", &at) == 1;)
    if (at % WINDOW == BEFORE && at / WINDOW < found)
      fprintf(code, "%lx\n", places[at / WINDOW]);
  free(places);
  fclose(lines);
  if (fclose(code) != 0 || rename(windows, kept) != 0 || unlink(made) != 0 ||
      !(lines = fopen(kept, "r")))
    fail("disassemble", path);
  return lines;
}

/// Puts a breakpoint in place of each CPUID of the file at `path`, whose addresses
/// begin at `base`.
static void hideIn(const char *path, uintptr_t base, const ElfW(Phdr) *headers,
                   size_t count) {
  FILE *places = openPlaces(path, base, headers, count);
  uintptr_t size = sysconf(_SC_PAGESIZE);
  for (uintptr_t place; fscanf(places, "%lx", &place) == 1;) {
    uint8_t *code = (uint8_t *)(base + place);
    void *page = (void *)((uintptr_t)code & -size);
    size_t length = code + sizeof trap - (uint8_t *)page;
    if (mprotect(page, length, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
      fail("change", path);
    if (memcmp(code, cpuid, sizeof cpuid) == 0)
      memcpy(code, trap, sizeof trap);
    mprotect(page, length, PROT_READ | PROT_EXEC);
  }
  fclose(places);
}

unsigned la_version(unsigned version) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = onTrap;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  libcSigaction(SIGTRAP, &action, NULL);
  return version;
}

unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie) {
  (void)space, (void)cookie;
  char path[PATH_MAX];
  if (*map->l_name == '\0') {
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    hideIn(path, map->l_addr, (void *)getauxval(AT_PHDR), getauxval(AT_PHNUM));
  } else if (strchr(map->l_name, '/')) { // The kernel's own has a name alone.
    const ElfW(Ehdr) *header = (void *)map->l_addr;
    hideIn(map->l_name, map->l_addr, (void *)(map->l_addr + header->e_phoff),
           header->e_phnum);
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// LD_PRELOAD: the handler stays
//===----------------------------------------------------------------------===//

/// Programs have handlers of their own, such as LLVM's.
int sigaction(int number, const struct sigaction *action,
              struct sigaction *old) {
  return libcSigaction(number, number == SIGTRAP ? NULL : action, old);
}

/// A thread that blocks the signal would end with its first CPUID.
#define MASK(NAME)                                                             \
  int NAME(int how, const sigset_t *set, sigset_t *old) {                      \
    int (*real)(int, const sigset_t *, sigset_t *) = dlsym(RTLD_NEXT, #NAME);  \
    sigset_t open;                                                             \
    if (!set || how == SIG_UNBLOCK)                                            \
      return real(how, set, old);                                              \
    open = *set;                                                               \
    sigdelset(&open, SIGTRAP);                                                 \
    return real(how, &open, old);                                              \
  }
MASK(pthread_sigmask)
MASK(sigprocmask)

//===----------------------------------------------------------------------===//
// /proc/cpuinfo
//===----------------------------------------------------------------------===//

/// A file with the text of /proc/cpuinfo less its words of AVX-512 and AMX.
static int hideWords(int real) {
  static const char *const hidden[] = {"avx512", "avx_vnni", "amx"};
  if (real < 0)
    return real;
  FILE *from = fdopen(dup(real), "r");
  int made = memfd_create("cpuinfo", MFD_CLOEXEC);
  char *line = NULL;
  size_t room = 0;
  if (!from || made < 0)
    fail("change", "/proc/cpuinfo");
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
