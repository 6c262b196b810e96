# ===- as_avx2.py - A CPU with AVX2 only ----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""as_avx2.py ROOT BUILD FOLDER LIT: what scripts/as-avx2 runs sees no AVX-512, neither by CPUID nor in /proc/cpuinfo."""

import pathlib
import shutil
import subprocess
import sys

root, build, folder = (pathlib.Path(argument) for argument in sys.argv[1:4])
folder.mkdir(parents=True)
shutil.copy(root / "test" / "CAPI" / "Inputs" / "relu.mlir", folder / "net.mlir")


def hidden(*command):
    return subprocess.run([root / "scripts" / "as-avx2", *command], cwd=folder, capture_output=True, text=True)


flags = pathlib.Path("/proc/cpuinfo").read_text().split()
assert hidden().returncode == 2
done = hidden("ascend-atc", "--model=net.mlir", "--output=net")
assert done.returncode == 0, done
said = subprocess.run(["ascend-atc", "--mode=6", "--om=net.asc"], cwd=folder, capture_output=True, text=True).stdout
assert "avx2, needs" in said and "avx512" not in said, said
done = hidden(sys.executable, "-c", "print(open('/proc/cpuinfo').read())")
assert "avx512" not in done.stdout and " avx2 " in done.stdout and done.stdout.count("processor") == flags.count("processor"), done
done = hidden("cat", "/proc/cpuinfo")
assert "avx512" not in done.stdout and " avx2 " in done.stdout and " without AVX-512\n" in done.stdout, done
done = hidden(sys.executable, "-c", "import numpy; numpy.show_config()")
assert "X86_V4" in done.stdout.partition("not found:")[2], done.stdout
# The name of the CPU stands for AVX-512, which the code is not to have for that: a kept model is loaded.
for _ in range(2):
    done = hidden("ascend-run", "net.mlir", "--random", "--log=debug", f"--graph_compiler_cache_dir={folder}/models")
    assert done.returncode == 0, done
assert "stage code" not in done.stderr, done
(kept,) = (folder / "models").glob("*.asc")
said = subprocess.run(["ascend-atc", "--mode=6", f"--om={kept}"], cwd=folder, capture_output=True, text=True).stdout
assert "avx2, needs" in said and "avx512" not in said, said
# Tests in lit see the same CPU, though it keeps most of its environment from them.
lit, tests = sys.argv[4], build / "test" / "Tools"
done = hidden(sys.executable, lit, "-sv", "--filter=host-form", tests)
assert done.returncode == 0 and "Passed" in done.stdout, done
# Threads that block signals compile, too.
done = hidden(sys.executable, "-c", f"""
import sys
sys.path.insert(0, "{build}/python")
import ascend_mlir, numpy
print(ascend_mlir.compile("net.mlir").run(-numpy.ones(4, numpy.float32))["y"])""")
assert done.stdout == "[0. 0. 0. 0.]\n", done
# A library that is opened by a relative path asks, too; the two bytes within another instruction stay.
(folder / "asks.c").write_text("""
#include <cpuid.h>
unsigned leaf7(void) { unsigned a, b, c, d; __cpuid_count(7, 0, a, b, c, d); return b; }
unsigned constant(void) { return 0x00a20f00; }
""")
subprocess.run(["clang-22", "-O1", "-shared", "-fPIC", "-o", "asks.so", "asks.c"], cwd=folder, check=True)
done = hidden(sys.executable, "-c", """
import ctypes
library = ctypes.CDLL("./asks.so")
print(library.leaf7() >> 16 & 1, library.leaf7() >> 5 & 1, hex(library.constant()))""")
assert done.stdout == "0 1 0xa20f00\n", done
# So does one without a name, as the code of a compiled file is; what disassembles it is another process.
shutil.copy(folder / "asks.so", folder / "nameless.so")
done = hidden(sys.executable, "-c", """
import ctypes, os
file = os.open("nameless.so", os.O_RDONLY | os.O_CLOEXEC)
os.remove("nameless.so")
print(ctypes.CDLL("/proc/self/fd/%d" % file).leaf7() >> 16 & 1)""")
assert done.stdout == "0\n", done
# Another fault is the program's own, and so is another breakpoint.
assert hidden(sys.executable, "-c", "import ctypes; ctypes.string_at(0)").returncode == -11
assert hidden(sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGTRAP)").returncode == -5
assert hidden("sh", "-c", "exit 3").returncode == 3
