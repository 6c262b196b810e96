#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Limits of the machine, and input that would reach them.

usage: limits.py FOLDER
"""

import bisect
import functools
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import zipfile

import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of
from sampling import stretch, turns
from tools import growing, measure

FOLDER = sys.argv[1]
# Compilations run out of memory, too.
os.environ["ASCEND_MLIR_CACHE"] = "off"
os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)


def save(path, nodes, shape, **constants):
    onnx.save(model_of(nodes, {"x": floats(*shape)}, {"y": (np.float32, None)}, constants, opset=17), path)


save("relu.onnx", [helper.make_node("Relu", ["x"], ["y"], name="r")], [4, 3])
save("product.onnx", [helper.make_node("MatMul", ["x", "w"], ["h"], name="m"), helper.make_node("Softmax", ["h"], ["y"], name="s")],
     [32, 64], w=np.ones((64, 64), np.float32))  # fmt: skip

failures = []


def expect(is_so, what, text=""):
    if not is_so:
        failures.append(what)
        print("FAILED:", what, "\n ", text.strip().replace("\n", "\n  "))


def run(command, **limits):
    """The exit code, what is said on stderr, and all of tools.Measured. `limits`: AS=BYTES, …."""
    done = measure(*command, limits=limits)
    return done.code, done.stderr, done


def save_zeros(path, name, mib):
    """An archive with an array of so many MiB of zeros, a thousandth of which is in the file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(name + ".npy", "w", force_zip64=True) as member:
            np.lib.format.write_array_header_1_0(
                member, {"descr": "<f4", "fortran_order": False, "shape": (mib << 18,)})
            for _ in range(mib):
                member.write(bytes(1 << 20))


def an_array_is_compared_before_it_is_expanded():
    save_zeros("zeros.npz", "x", 256)
    # The same array by another name.
    pathlib.Path("other.npz").write_bytes(pathlib.Path("zeros.npz").read_bytes().replace(b"x.npy", b"z.npy"))
    np.savez("good.npz", x=np.ones((4, 3), np.float32))
    command = ["ascend-run", "relu.onnx", "--reference", "--outputs=y.npz"]
    code, text, usual = run(command + ["--inputs=good.npz"])
    expect(code == 0, "a good array", text)
    for file, words in (("zeros", "has the shape [67108864], the model was compiled for [4, 3]"),
                        ("other", "the model has no input 'z'")):
        code, text, most = run(command + [f"--inputs={file}.npz"])
        expect(code == 1 and words in text, file, text)
        expect(most.megabytes < usual.megabytes + 64, f"{file}.npz took {most.megabytes:.0f} MiB")


@functools.cache
def least_of(tool):
    """So many MiB the program itself needs, with its shared libraries."""
    sizes = range(100, 4000, 10)
    return sizes[bisect.bisect_left(sizes, True, key=lambda mib: run([tool, "--version"], AS=mib << 20)[0] == 0)]


def only_files_are_read_as_ir():
    os.mkfifo("pipe.mlir")
    code, text, _ = run(["timeout", "60", "ascend-opt", "pipe.mlir"])
    expect(code == 1 and "pipe.mlir': it is not a regular file" in text, "a pipe", text)
    os.symlink("/dev/zero", "zero.onnx")
    for name in ("pipe.mlir", "zero.onnx"):
        code, text, _ = run(["timeout", "60", "ascend-translate", "--import-onnx", name], AS=4 << 30)
        expect(code == 1 and name + "': it is not a regular file" in text, "ascend-translate " + name, text)
    # What is written may be one, and what is read may come from stdin.
    code, text, _ = run(["ascend-translate", "--import-onnx", "relu.onnx", "-o", "/dev/null"])
    expect(code == 0, "ascend-translate to a device", text)
    code, text, _ = run(["sh", "-c", "ascend-translate --import-onnx - < relu.onnx | ascend-opt - -o /dev/null"])
    expect(code == 0, "a pipe between the tools", text)


def memory_that_is_short_is_said():
    least = least_of("ascend-run")
    codes = set()
    for mib in stretch(range(least, least + 450, 20), 6):
        code, text, _ = run(["ascend-run", "product.onnx", "--random", "--reference", "--outputs=short.npz"],
                            AS=mib << 20)
        codes.add(code)
        is_said = code == 4 and text.count("error: ") == 1 and "not enough memory" in text and "raise" in text
        expect(code == 0 or is_said, f"{mib} MiB: exit code {code}", text)
        expect((code == 0) == os.path.exists("short.npz"), f"{mib} MiB: outputs")
        left = [name for name in os.listdir() if name.startswith("short.npz") and name != "short.npz"]
        expect(not left, f"{mib} MiB leave {left}")
        if code == 0:
            os.remove("short.npz")
    expect(4 in codes, f"no limit was hit: {codes}")
    code, text, _ = run(["ascend-run", "product.onnx", "--random", "--reference"], AS=8 << 30)
    expect(code == 0, "8 GiB", text)
    # What errors are written as, they are written as here, too.
    code, text, _ = run(["ascend-run", "product.onnx", "--random", "--reference", "--diagnostics=json"],
                        AS=least + 20 << 20)
    expect(code == 4 and text.startswith('{"severity":"error"') and '"exit_code":4' in text, "JSON", text)


    # The other tools: a decision, its file, and passes.
    run(["ascend-translate", "--import-onnx", "product.onnx", "-o", "short.mlir"])
    for command in (["ascend-run", "product.onnx", "--random"],
                    ["ascend-atc", "--model=product.onnx", "--output=short"],
                    ["ascend-opt", "short.mlir", "--ascend-precision-pipeline", "-o", "short.out"]):
        least = least_of(command[0])
        codes = set()
        for mib in stretch(range(least + 20, least + 460, 20), 6):
            code, text, _ = run(command, AS=mib << 20)
            codes.add(code)
            expect(code in (0, 4) and (code == 0) == ("error: " not in text), f"{command[0]}, {mib} MiB: {code}", text)
            is_there = any(os.path.exists(name) for name in ("short.asc", "short.out"))
            expect(command[0] == "ascend-run" or (code == 0) == is_there, f"{command[0]}, {mib} MiB: its file", text)
            for name in ("short.asc", "short.out"):
                os.path.exists(name) and os.remove(name)
        expect(0 in codes, f"{command[0]} has enough with {mib} MiB", text)


    # A constant of 20 MB is read without a question.
    size = 20_000_000
    with open("constant.mlir", "w") as file:
        file.write(f"func.func @main() -> tensor<{size}xi8> {{\n"
                   f'  %0 = ascend.constant {{node_name = "c"}} dense<"0x{"01" * size}"> : tensor<{size}xi8>\n'
                   f"  return %0 : tensor<{size}xi8>\n}}\n")
    found = None
    least = least_of("ascend-run")
    for mib in range(least, least + 120, 6):
        code, text, _ = run(["ascend-run", "constant.mlir", "--random", "--reference"], AS=mib << 20)
        expect(code in (0, 1, 4) and (code == 0) == ("error: " not in text), f"constant, {mib} MiB: {code}", text)
        if text.startswith("error: there is not enough memory\nnote: raise the limit"):
            found = mib
        if code == 0:
            break
    expect(found, "memory did not run out inside of LLVM")
    code, text, _ = run(["ascend-run", "constant.mlir", "--random", "--reference", "--diagnostics=json"], AS=found << 20)
    expect(code == 4 and json.loads(text)["exit_code"] == 4, "JSON from inside of LLVM", text)


def threads_that_are_missing_are_done_without():
    # So large is the stack of a new thread by default.
    none = {"STACK": 1 << 40, "AS": 1 << 36}
    usual = ["ascend-run", "product.onnx", "--random", "--reference"]
    run(usual + ["--outputs=two.npz"])
    code, text, _ = run(usual + ["--outputs=one.npz"], **none)
    expect(code == 0 and np.array_equal(np.load("one.npz")["y"], np.load("two.npz")["y"]), "without threads", text)
    code, text, _ = run(["ascend-atc", "--model=product.onnx", "--output=net"], **none)
    expect(code == 0, "ascend-atc without threads", text)
    code, text, _ = run(["ascend-translate", "--import-onnx", "product.onnx", "-o", "product.mlir"], **none)
    expect(code == 0, "ascend-translate without threads", text)
    for more in [], ["--mlir-disable-threading"]:
        code, text, _ = run(["ascend-opt", "product.mlir", "--ascend-precision-pipeline", "-o", "decided.mlir", *more], **none)
        expect(code == 0, "ascend-opt without threads", text)
    code, text, _ = run(usual + ["--threads=2"], **none)
    expect(code == 4 and "cannot start 2 threads" in text, "two threads", text)


def a_long_file_has_a_short_answer():
    def lines(done):
        return done.stderr.count("\n") + done.stdout.count("\n")

    def config(name, line, count, head=""):
        with open(name, "w") as file:
            file.write(head + "".join(line.format(i) for i in range(count)))

    # The last answer that names everything, and the first that does not.
    def answer(count, *options):
        config("keep.cfg", "n{}\n", count)
        _, text, done = run(["ascend-atc", "--model=relu.onnx", "--keep_dtype=keep.cfg", *options])
        return text, done.stdout

    text, _ = answer(10, "--strict")
    expect("more lines" not in text and text.count("matches nothing (keep.cfg:") == 10, "10 lines", text)
    text, _ = answer(11, "--strict")
    expect("1 more lines name no op of the graph (keep.cfg:11)\n" in text
           and "error: --strict: 1 more line matches nothing\n" in text
           and text.count("matches nothing (keep.cfg:") == 10, "11 lines", text)
    text, _ = answer(20)
    expect("keep.cfg:19, keep.cfg:20)" in text, "20 lines", text)
    text, _ = answer(21)
    expect("11 more lines name no op of the graph (keep.cfg:11, " in text and "keep.cfg:20, …)" in text, "21 lines", text)
    _, table = answer(100)
    expect(table.count("matches nothing") == 100 and "more lines" not in table, "100 lines of a table", table)
    _, table = answer(101)
    expect(table.count("matches nothing") == 100 and "and 1 more lines that match nothing or give way" in table,
           "101 lines of a table", table)
    answer(1000, "--report=lines.json")
    report = json.load(open("lines.json"))
    expect(len(report["config"]) == 1000, "1000 lines of a report")

    # Of modify_mixlist, types that no store has are a list of their own.
    def mixed(count):
        with open("mix.json", "w") as file:
            json.dump({"black-list": {"to-add": [f"Unknown{i:02}" for i in range(count)]}}, file, indent=0)
        code, text, _ = run(["ascend-atc", "--model=relu.onnx", "--precision_mode=allow_mix_precision",
                             "--modify_mixlist=mix.json"])
        expect(code == 0 and text.count("no op store has the type 'Unknown") == min(count, 10), f"{count} types", text)
        return text

    expect("more lines" not in mixed(10), "10 types")
    expect("modify_mixlist: 1 more lines name a type that no op store has (mix.json:14)" in mixed(11), "11 types")

    answers = {}
    for count in (20, 20000):
        config("modes.ini", "Type{} = high_precision\n", count, "[ByOpType]\n")
        config("keep.cfg", "OpType::Type{}\n", count)
        config("custom.cfg", "OpType::Type{}:InputDtype:float\n", count)
        with open("mix.json", "w") as file:
            json.dump({"black-list": {"to-add": [f"Type{i}" for i in range(count)]}}, file)
        for option in ("op_precision_mode=modes.ini", "keep_dtype=keep.cfg", "customize_dtypes=custom.cfg",
                       "modify_mixlist=mix.json"):
            mode = "allow_mix_precision" if "mix" in option else "force_fp16"
            code, text, done = run(["ascend-atc", "--model=relu.onnx", "--precision_mode=" + mode, "--" + option])
            expect(code == 0, option, text)
            expect(done.seconds < 3, f"{option} of {count} lines took {done.seconds:.1f} s")
            answers[option, count] = lines(done)
            code, text, done = run(["ascend-atc", "--model=relu.onnx", "--precision_mode=" + mode, "--strict", "--" + option])
            expect(code == 2 and lines(done) < 200, f"{option}, --strict", text)
    for (option, count), answer in answers.items():
        expect(answer < 200, f"{option} of {count} lines: {answer} lines")


def a_million_lines_take_seconds():
    files = {"keep_dtype": "n{}\n", "customize_dtypes": "n{}:InputDtype:float16\n"}
    for option, line in turns(0, files.items()):
        def seconds(count):
            with open("million.cfg", "w") as file:
                file.writelines(line.format(i) for i in range(count))
            code, text, done = run(["ascend-atc", "--model=relu.onnx", f"--{option}=million.cfg"])
            expect(code == 0, option, text)
            expect(done.megabytes < 700, f"{option} of {count} lines took {done.megabytes:.0f} MiB")
            return done.seconds

        few, many = growing(seconds, 250_000, 1_000_000, 8)
        # Three on an idle machine. Four times as many lines take four times as long, or a little more.
        expect(many < 8 and many < 8 * few, f"{option} took {few} and {many} s")
    # The longest line that is read, and the first that is not.
    for more, wanted in ((0, 0), (1, 2)):
        with open("long.cfg", "w") as file:
            file.write("short\n" + "x" * ((1 << 20) + more) + "\n")
        code, text, done = run(["ascend-atc", "--model=relu.onnx", "--keep_dtype=long.cfg"])
        expect(code == wanted and ("long.cfg:2:1" in text and "1048577 bytes" in text) == bool(more), "a long line", text)
        expect(done.megabytes < 400, f"a long line took {done.megabytes:.0f} MiB")


def a_signal_leaves_no_half_file():
    def atc(seconds):
        """What is left in the folder when SIGINT comes after so long."""
        process = subprocess.Popen(["ascend-atc", "--model=../products.onnx", "--output=net"], cwd="signals",
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        return process.wait(), os.listdir("signals")

    weights = {f"w{i}": np.ones((1024, 1024), np.float32) for i in range(4)}
    values = ["x", *(f"h{i}" for i in range(1, 4)), "y"]
    nodes = [helper.make_node("MatMul", [values[i], f"w{i}"], [values[i + 1]], name=f"m{i}") for i in range(4)]
    save("products.onnx", nodes, [64, 1024], **weights)
    os.mkdir("signals")
    start = time.monotonic()
    code, left = atc(600)
    whole = time.monotonic() - start
    expect(code == 0 and left == ["net.asc"], "ascend-atc of products")
    size = os.stat("signals/net.asc").st_size
    for part in stretch(range(10), 2):
        os.path.exists("signals/net.asc") and os.remove("signals/net.asc")
        code, left = atc(whole * (0.4 + 0.06 * part))
        is_whole = left == ["net.asc"] and os.stat("signals/net.asc").st_size == size
        expect(code in (0, -signal.SIGINT) and (is_whole or not left), f"a signal leaves {left}, exit code {code}")


an_array_is_compared_before_it_is_expanded()
a_signal_leaves_no_half_file()
only_files_are_read_as_ir()
memory_that_is_short_is_said()
threads_that_are_missing_are_done_without()
a_long_file_has_a_short_answer()
a_million_lines_take_seconds()
print(f"failed: {len(failures)}")
