# ===- tools.py - Runs the project's tools --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs of programs that PATH has, and models by ascend-run. What ends otherwise than it
should is an AssertionError, with what the program said."""

import collections
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time

import numpy as np

# A command that hangs ends then.
LATE = 1800

Measured = collections.namedtuple("Measured", "code stdout stderr seconds megabytes")


def environment_with(variables):
    return {name: value for name, value in {**os.environ, **variables}.items() if value is not None}


def run(*command, code=0, folder=None, stdin=None, **variables):
    """What a command did in `folder`: its stdout and stderr, as text, in which bytes that are no UTF-8 survive. Its exit
    code has to be `code`, unless that is None. `variables` are of its environment; one that is None is not there."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=folder, input=stdin, capture_output=True, encoding="utf-8", errors="surrogateescape",
                              env=environment_with(variables), timeout=LATE)  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"{' '.join(words)[:500]}\ndoes not end within {LATE} s") from error
    if code is not None and done.returncode != code:
        said = done.stderr[:4000].encode(errors="replace").decode()
        raise AssertionError(f"{' '.join(words)[:500]}\nends with {done.returncode}, not {code}: {said}")
    return done


def wait_until(is_so, within=600):
    """Looks every few milliseconds; a TimeoutError after `within` seconds, of which a busy machine takes many."""
    end = time.monotonic() + within
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {within} s")
        time.sleep(0.002)


def refused(words, *command, code=2, folder=None):
    """A command that has to end with `code` and to say `words` on stderr, after "error: "; gives its stderr."""
    said = run(*command, code=code, folder=folder).stderr
    if words not in said or "error: " not in said:
        raise AssertionError(f"{' '.join(map(str, command))[:500]}\ndoes not say {words!r}: {said[:4000]}")
    return said


def run_model(model, inputs, *options):
    """The outputs of ascend-run, arrays by name. `model`: a path, or an onnx.ModelProto; `inputs`: arrays by name."""
    with tempfile.TemporaryDirectory() as folder:
        given, taken = pathlib.Path(folder, "in.npz"), pathlib.Path(folder, "out.npz")
        if hasattr(model, "SerializeToString"):
            path = pathlib.Path(folder, "m.onnx")
            path.write_bytes(model.SerializeToString())
            model = path
        np.savez(given, **inputs)
        run("ascend-run", model, f"--inputs={given}", f"--outputs={taken}", "--log=error", *options)
        with np.load(taken) as arrays:
            return {name: arrays[name] for name in arrays}


def measure(*command, limits=None, **variables):
    """A command that may need too much: its exit code, -N after signal N, what it said, the seconds of the processor that it
    took and the megabytes that it had at most. `limits`: values by the names of resource.RLIMIT_…, such as {"AS": BYTES}."""

    def limit():
        signal.alarm(LATE)
        for name, value in (limits or {}).items():
            resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))

    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen([str(word) for word in command], stdout=stdout, stderr=stderr, preexec_fn=limit,
                                   env=environment_with(variables))  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (stdout, stderr):
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
    return Measured(process.returncode, *texts, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def growing(seconds, few, many, growth, least=0.0):
    """The CPU seconds that `seconds` says `few` and `many` take, of which fewer than `least` tell nothing. Caches that
    others use lengthen even these: what does not grow by less than `growth` is tried again, and the least counts."""
    took = [np.inf, np.inf]
    for _ in range(3):
        took = [min(before, max(seconds(count), least)) for before, count in zip(took, (few, many))]
        if took[1] < growth * took[0]:
            break
    return took
