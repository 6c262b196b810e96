# ===- full_disk.py - Every output, on a disk without room ----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""full_disk.py FOLDER: mounts a small disk below the folder, in a namespace of its own, fills it, and lets every
tool write there."""

import json
import pathlib
import sys

from tools import run as run_tool

folder = pathlib.Path(sys.argv[1])
disk = folder / "disk"
disk.mkdir()
run_tool("mount", "-t", "tmpfs", "-o", "size=256k", "none", disk)

model = folder / "m.mlir"
model.write_text("""\
func.func @main(%x: tensor<4xf32> {ascend.name = "x"}) -> (tensor<4xf32> {ascend.name = "y"}) {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""")
run_tool("ascend-atc", f"--model={model}", f"--output={folder}/x.asc", "--log=error")

# One that shows its tensors, and whose exponentials are too large.
over = folder / "over.mlir"
over.write_text("""\
func.func @main(%x: tensor<4xf32> {ascend.name = "x"}) -> (tensor<4xf32> {ascend.name = "y"}) {
  %k = ascend.constant {node_name = "k"} dense<1000.0> : tensor<4xf32>
  %0 = ascend.add %x, %k {node_name = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.exp %0 {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
""")
shows = ["ascend-atc", f"--model={over}", f"--output={folder}/over", "--enable_dump=1", f"--dump_path={folder}"]
run_tool(*shows, "--precision_mode=must_keep_origin_dtype")

# An option with the name of what it writes, and the exit code.
run = ["ascend-run", "--random", model]
outputs = [
    ([*run, "--outputs={}"], "o.npz", 2),
    ([*run, "--report={}"], "r.json", 2),
    ([*run, "--report={}"], "r.txt", 2),
    ([*run, "--write_impl_ini={}"], "i.ini", 2),
    ([*run, "--profile={}"], "p.json", 2),
    (["ascend-run", "--random", folder / "x.asc", "--report={}"], "asc.json", 2),
    (["ascend-atc", f"--model={model}", "--output={}"], "x.asc", 2),
    (["ascend-atc", f"--model={model}", "--cpu=aarch64", "--output={}"], "x.a", 2),
    (["sh", "-c", f"cd {disk} && ascend-run --random {model} --export_compile_stat=2"], "fusion_result.json", 2),
    (["ascend-opt", model, "-o", "{}"], "o.mlir", 1),
    (["ascend-opt", model, "--ascend-precision-pipeline=report={}"], "o.json", 1),
]
for _, name, _ in outputs:
    (disk / name).write_text("old")
dump = disk / "000000.npy"
dump.write_text("old")
(disk / "kernel_meta" / "stages").mkdir(parents=True)
with (disk / "full").open("wb", buffering=0) as file:
    try:
        while True:
            file.write(bytes(4096))
    except OSError as error:
        assert "No space left" in str(error)


def contents():
    return {path.name: path.read_bytes() for path in disk.rglob("*") if path.is_file()}


def expect(name, code, *command):
    """One error, that there is no room for what has this name; what is on the disk stays as it is."""
    said = run_tool(*command, code=code).stderr
    errors = [line for line in said.splitlines() if "error: " in line]
    assert len(errors) == 1 and "No space left on device" in errors[0] and name in errors[0], (command, said)
    assert contents() == files, command


files = contents()
keeps = [*run, f"--debug_dir={disk}"]
kept = [([*keeps, "--op_debug_level=1"], "00-import.mlir", 2), ([*keeps, "--op_debug_level=3"], ".o", 2)]
for command, name, code in [*outputs, *kept, ([*run, f"--dump={disk}"], dump.name, 1)]:
    expect(name, code, *(str(word).format(disk / name) for word in command))

# Where a cache cannot be written, the model is compiled all the same, and no part of an entry is left. Who named the folder
# hears a warning, once, and others a line of --log=info.
disk.chmod(0o700)
kernels, whole = "the compile cache cannot be written", "the cache of models cannot be written"
nobody = {"XDG_CACHE_HOME": str(folder), "ASCEND_MLIR_CACHE": None, "ASCEND_CACHE_PATH": None}
(folder / "ascend-mlir").symlink_to(disk)
for options, named, what in (
    (["--op_compiler_cache_dir={}"], {}, kernels),
    (["--op_compiler_cache_dir={}", "--log=info"], {}, kernels),
    (["--graph_compiler_cache_dir={}"], {}, whole),
    (["--graph_compiler_cache_dir={}", "--op_compiler_cache_dir={}"], {}, kernels),
    ([], {"ASCEND_MLIR_CACHE": str(disk)}, kernels),
    ([], nobody, None),
    (["--log=info"], nobody, None),
):
    tools = [run, ["ascend-atc", f"--model={model}", f"--output={folder}/cached"]]
    for command in tools:
        command = [*command, *(option.format(disk) for option in options)]
        said = [line for line in run_tool(*command, **named).stderr.splitlines() if "cannot be written" in line]
        wanted = [f"warning: {what}: No space left on device ({disk})"] if what else []
        if what is None and options:
            wanted = [f"info: {kernels}: No space left on device"]
        assert said == wanted, (command, named, said)
        assert contents() == files, command
code = f"import ascend_mlir; print(*(w.message for w in ascend_mlir.compile('{model}', graph_compiler_cache_dir='{disk}').warnings))"
done = run_tool(sys.executable, "-c", code, code=None)
assert done.stdout == f"{whole}: No space left on device\n" or "No module named" in done.stderr, done

# Of a folder that is made, nothing is left.
options = json.dumps({"output": str(disk)})
expect("", 2, *run, "--profiling_mode=1", f"--profiling_options={options}")
assert not [*disk.glob("PROF_*")]

# The folders of a session's dump are made, and nothing in them. Of a model that is compiled first, its graph is written;
# one that was compiled before has its tensors alone.
shown = ["ascend-run", "--random", folder / "over.asc"]
dumps = [
    (run, "--enable_dump=1", "ge_proto_00000000_Build.txt"),
    (shown, "--enable_dump=1", "Add.a."),
    (shown, "--enable_dump=1 --dump_data=stats", "Add.a."),
    (shown, "--enable_dump_debug=1", "Opdebug.Node_OpDebug."),
]
for command, options, name in dumps:
    expect(name, 2, *command, *options.split(), f"--dump_path={disk}")

# With room again, all of them are written.
(disk / "full").unlink()
for command, name, _ in outputs:
    run_tool(*(str(word).format(disk / name) for word in command))
    assert (disk / name).stat().st_size > 3, command
for command, options, name in dumps:
    run_tool(*command, *options.split(), f"--dump_path={disk}")
    assert any(path.name.startswith(name) and path.stat().st_size for path in disk.rglob("*")), options
