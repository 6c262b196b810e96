# ===- lit.cfg.py - How the tests run -------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
# Configuration of the FileCheck tests; lit.site.cfg.py of the build tree loads
# it. RUN lines go through lit's own shell: pipes, redirections, `env`, `cd`,
# `not` and `count` are there, bash's syntax is not.

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
import lit.formats

config.name = "Ascend"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ascend_build_dir, "test")

# The project's tools come first; FileCheck, not, count and split-file are
# LLVM's. No test reads an option or a path from the caller's environment.
config.environment["PATH"] = os.pathsep.join(
    [config.ascend_tools_dir, config.llvm_tools_dir, "/usr/bin", "/bin"]
)
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# What scripts share. lit's own diff and cat put another path there, for the rest of a test: `env diff` does not.
config.environment["PYTHONPATH"] = os.path.join(config.test_source_root, "Inputs")
# Tests run on all cores at once: threads of numpy's products would turn round in wait of
# each other, for many times the CPU time of the product.
config.environment["OPENBLAS_NUM_THREADS"] = "1"
# Every kernel is compiled here, by this build, once a run: whoever wants it again has it
# from there. Tests of what a compilation does, and of the cache, say where theirs is.
shared = tempfile.mkdtemp(prefix="run-", dir=config.test_exec_root)
atexit.register(shutil.rmtree, shared, ignore_errors=True)
# What comes from a cache leaves nothing for the code generator.
config.kernels = "off" if "code" in lit_config.params else os.path.join(shared, "kernels")
config.environment["ASCEND_MLIR_CACHE"] = config.kernels
# Where test/Inputs/compiled.py keeps what it compiles.
config.environment["ASCEND_TEST_SHARED"] = shared
config.substitutions.append(("%kernels", config.kernels))

# What scripts/as-avx2 hides AVX-512 with, beside LD_PRELOAD, which lit passes on.
if "LD_AUDIT" in os.environ:
    config.environment["LD_AUDIT"] = os.environ["LD_AUDIT"]

# Scripts share the start of Python and what most of them import, but not where a
# sanitizer has to be loaded first.
config.python = config.ascend_python
if not config.sanitizers and os.path.exists(config.ascend_python):
    config.python = os.path.join(config.ascend_build_dir, "test", "warm-python")
    with socket.socket(socket.AF_UNIX) as door:
        folder = tempfile.mkdtemp(prefix="ascend-python-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        config.environment["ASCEND_WARM_PYTHON"] = os.path.join(folder, "door")
        door.bind(config.environment["ASCEND_WARM_PYTHON"])
        door.listen(256)
        # It ends when lit and its workers, who hold this pipe, have ended.
        end, _ = os.pipe()
        subprocess.Popen(
            [config.ascend_python, os.path.join(config.test_source_root, "Inputs", "warm_python.py"), str(door.fileno())],
            stdin=end, pass_fds=[door.fileno()],
            env={name: value for name, value in config.environment.items() if name != "PYTHONPATH"})  # fmt: skip
        os.close(end)

# Where test/Inputs/forms.py tells which forms of CPU ran, for scripts/test.
if "forms" in lit_config.params:
    config.environment["ASCEND_FORMS_THAT_RAN"] = lit_config.params["forms"]

# Which part of the sweeps runs: test/Inputs/sampling.py. A number, or "all"; the
# number of the day where nothing is said.
config.environment["ASCEND_TEST_SEED"] = lit_config.params.get(
    "seed", str(int(time.time()) // 86400)
)

# Where kernels leave what the code generator gets, for scripts/check-codegen.
if "code" in lit_config.params:
    os.makedirs(lit_config.params["code"], exist_ok=True)
    config.environment["ASCEND_MLIR_KEEP_IR"] = lit_config.params["code"]

# Where a build with the preset coverage counts: scripts/coverage.
if "profile" in lit_config.params:
    config.environment["LLVM_PROFILE_FILE"] = lit_config.params["profile"]

# --param roundtrip=1: every ascend-opt of the suite, also one that a script
# runs, checks that what it parsed survives printing and parsing, as text and as
# bytecode.
if lit_config.params.get("roundtrip"):
    folder = os.path.join(config.test_exec_root, "roundtrip")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "ascend-opt"), "w") as wrapper:
        os.chmod(wrapper.fileno(), 0o755)
        wrapper.write('#!/bin/sh\nexec "%s/ascend-opt" --verify-roundtrip "$@"\n' % config.ascend_tools_dir)
    config.environment["PATH"] = folder + os.pathsep + config.environment["PATH"]

config.substitutions += [
    ("%mlir-opt", os.path.join(config.llvm_tools_dir, "mlir-opt")),
    ("%llvm-strip", os.path.join(config.llvm_tools_dir, "llvm-strip")),
    ("%python", config.python),
    # What a refused command says and how it ends: `%refused CODE COMMAND…` runs
    # the command, gives its stderr on stdout, and fails unless the exit code is CODE.
    ("%refused", "sh %s/Inputs/refused.sh" % config.test_source_root),
    ("%cmake", config.cmake),
    ("%cxx", config.cxx),
    ("%lit", config.lit),
    ("%llvm_include", config.llvm_include_dir),
    ("%ninja", config.ninja),
    ("%ascend_build", config.ascend_build_dir),
    ("%ascend_libs", config.ascend_libs_dir),
    ("%ascend_source", config.ascend_source_dir),
]

if config.build_python:
    config.available_features.add("python-package")

# Whether ascend-opt has MLIR for itself, or with plugins.
config.available_features.add("static-tools" if config.static_tools else "shared-tools")

# TOSA's tools, which scripts/setup installs.
if os.path.exists(os.path.join(config.ascend_source_dir, ".venv-tosa", "bin", "python")):
    config.available_features.add("tosa")

# A file system of a test's own, which may be full.
if subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("mounts")

if config.sanitizers:
    config.available_features.add("sanitizers")
    # LLVM's own libraries are not instrumented: memory that our half of their
    # allocators poisons is theirs to use.
    # Under scripts/as-avx2 another library comes before the sanitizer's.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0:verify_asan_link_order=0"
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"

# For tests of the Python package: the one of the build tree. Python itself has
# no sanitizers, so their runtime, and what it looks into, is loaded before it.
config.python_environment = {
    "PYTHONPATH": os.pathsep.join([os.path.join(config.ascend_build_dir, "python"), config.environment["PYTHONPATH"]])
}
if config.sanitizers:
    config.python_environment["LD_PRELOAD"] = ":".join(filter(None, [config.sanitizer_runtime, os.environ.get("LD_PRELOAD")]))
    # Arrays of numpy that are too large are an error to catch.
    # LLVM gives a thread of Python's another stack for signals, which the sanitizer takes for its own when the thread ends.
    config.python_environment["ASAN_OPTIONS"] = (
        config.environment["ASAN_OPTIONS"] + ":allocator_may_return_null=1:use_sigaltstack=0"
    )
# A Python that may load the package, for a test that sets nothing else.
config.substitutions.append(
    ("%package_python", " ".join(["env", *("%s='%s'" % each for each in config.python_environment.items()), config.python]))
)

if not os.path.exists(config.ascend_python):
    lit_config.warning(
        "no Python at %s, tests that use it fail: run scripts/setup, or set "
        "ASCEND_PYTHON in CMake's cache" % config.ascend_python
    )
