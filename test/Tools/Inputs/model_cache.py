#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A folder of compiled models that others damage, that processes are killed over, and that many use at once: what comes
out is right each time, and the folder holds whole files.

usage: model_cache.py MODEL OUTPUTS KERNELS, in an empty folder; OUTPUTS are the right ones, KERNELS a cache of kernels, for what
is made again and again
"""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

import tools

MODEL, RIGHT, KERNELS = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes(), sys.argv[3]
FOLDER = pathlib.Path("hard")


def command(outputs):
    return ["ascend-run", MODEL, "--random", "--log=info", f"--graph_compiler_cache_dir={FOLDER}", f"--outputs={outputs}"]


def run():
    """Whether the model was from the cache; its outputs are right."""
    pathlib.Path("o.npz").unlink(missing_ok=True)
    said = tools.run(*command("o.npz"), ASCEND_MLIR_CACHE=KERNELS).stderr
    assert "warning: the cache" not in said, said
    assert pathlib.Path("o.npz").read_bytes() == RIGHT
    return "the model is from the cache of models" in said


def kept():
    return sorted(path for path in FOLDER.iterdir() if path.suffix in (".asc", ".o") and not path.name.startswith("tmp-"))


def check_whole():
    for path in kept():
        if path.suffix == ".asc":
            tools.run("ascend-atc", "--mode=6", f"--om={path}")


assert not run() and run()
files = kept()
assert [path.suffix for path in files] == [".asc", ".o"]
assert all(path.stat().st_mode & 0o777 == 0o600 for path in files)

# One bit, the last byte, all of it, one more byte.
damages = 0
choice = random.Random(7)
for path in files:
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[choice.randrange(len(whole))] ^= 1 << choice.randrange(8)
    for wrong in (bytes(flipped), whole[:-1], b"", whole + b"\0"):
        path.write_bytes(wrong)
        assert not run() and path.read_bytes() == whole and run(), (path, len(wrong))
        damages += 1
    other = path.with_name("elsewhere")
    for make in (lambda: os.symlink(other, path), lambda: os.mkfifo(path), lambda: None):
        other.write_bytes(whole)
        path.unlink()
        make()
        assert not run() and path.read_bytes() == whole and not path.is_symlink() and run(), path
        damages += 1

# The file of another model under this one's name: the entry knows what should be there.
tools.run("ascend-run", MODEL, "--random", "--precision_mode=must_keep_origin_dtype", f"--graph_compiler_cache_dir={FOLDER}")
(stranger,) = (path for path in kept() if path not in files and path.suffix == ".asc")
shutil.copyfile(stranger, files[0])
assert not run() and run()
shutil.copyfile(stranger.with_suffix(".o"), files[1])
assert not run() and run()

# That of its twin with another weight, which is as long and whole.
known, text = kept(), pathlib.Path(MODEL).read_text()
assert "dense<0.125>" in text
pathlib.Path("twin.mlir").write_text(text.replace("dense<0.125>", "dense<0.375>"))
tools.run("ascend-run", "twin.mlir", "--random", f"--graph_compiler_cache_dir={FOLDER}")
(other,) = (path for path in kept() if path not in known and path.suffix == ".asc")
assert other.stat().st_size == files[0].stat().st_size
shutil.copyfile(other, files[0])
assert not run() and run()

# What takes a while to write.
MODEL = "large.mlir"
pathlib.Path(MODEL).write_text("""\
func.func @main(%x: tensor<1x2048xf32> {ascend.name = "x"}) -> (tensor<1x2048xf32> {ascend.name = "y"}) {
  %w = ascend.constant {node_name = "w"} dense<0.125> : tensor<2048x2048xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "fc"} : (tensor<1x2048xf32>, tensor<2048x2048xf32>) -> tensor<1x2048xf32>
  return %0 : tensor<1x2048xf32>
}
""")
tools.run("ascend-run", MODEL, "--random", "--outputs=large.npz")
RIGHT = pathlib.Path("large.npz").read_bytes()
shutil.rmtree(FOLDER)
start = time.monotonic()
tools.run(*command("large.npz"))
needs = time.monotonic() - start


def wait_for_a_file(process):
    """Until the process writes a model."""
    while process.poll() is None:
        if FOLDER.exists() and any(path.suffix == ".asc" for path in FOLDER.iterdir()):
            return
        time.sleep(0.001)  # leaves it the processor


# What ends in the middle of its work leaves nothing that is taken for a whole file: at any time, and while it writes.
kills = parts = 0
while kills < 12 or (not parts and kills < 50):
    shutil.rmtree(FOLDER)
    process = subprocess.Popen(command("k.npz"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if kills < 8:
        time.sleep(needs * (kills + 0.5) / 8)
    else:
        wait_for_a_file(process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    parts += any(path.name.startswith("tmp-") for path in FOLDER.iterdir())
    check_whole()
    run()
    kills += 1
    assert run()
assert parts

# Eight at once, on nothing.
shutil.rmtree(FOLDER)
processes = [subprocess.Popen(command(f"p{i}.npz"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for i in range(8)]
for i, process in enumerate(processes):
    _, said = process.communicate()
    assert process.returncode == 0 and b"warning: the cache" not in said, said
    assert pathlib.Path(f"p{i}.npz").read_bytes() == RIGHT
check_whole()
assert [path.suffix for path in kept()] == [".asc", ".o"] and run()
print(f"model cache: {damages} damages, {kills} kills")
