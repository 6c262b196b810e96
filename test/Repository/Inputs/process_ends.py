# ===- process_ends.py - What could end a caller's process ----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""process_ends.py ROOT FOLDER: finds every place of the library that ends the process, or may (LLVM's streams do when
they are destroyed with an error). Each has to stand in the table, with the reason why it ends no caller's process and
the commands that go there; they are run in FOLDER, and none of them may end that way."""

import pathlib
import re
import sys

import tools

root, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
ENDS = re.compile(
    r"report_fatal_error|reportFatal\w+|cantFail|ExitOnError|ToolOutputFile"
    r"|raw_fd_o?stream|\b(?:errs|outs|dbgs)\(\)|std::c(?:out|err)"
    r"|\b(?:abort|exit|_exit|_Exit|quick_exit|raise|kill|tgkill|terminate|__builtin_trap|atexit|signal|sigaction)\s*\("
)

model = folder / "m.mlir"
model.write_text("""\
func.func @main(%x: tensor<4xf32> {ascend.name = "x"}) -> (tensor<4xf32> {ascend.name = "y"}) {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""")
bytecode, short = folder / "m.mlirbc", folder / "short.mlirbc"
tools.run("ascend-opt", model, "--emit-bytecode", "-o", bytecode)
short.write_bytes(bytecode.read_bytes()[:-20])
for name in ("ops", "modes"):
    (folder / name).mkdir()
run = ["ascend-run", "--random", str(model)]
atc = ["ascend-atc", f"--model={model}"]
decide = ["ascend-opt", str(model), "-o", "/dev/null", "--ascend-precision-pipeline"]
every_chip = ["ascend-opt", "--ascend-list-ops", "--ascend-list-soc=all"]

# For each file the words, in their order, and (why, commands with their exit codes).
TOOLS = "lib/Driver is the tools' own: nothing of it that prints is called by the C interface, as checked below"
KNOWN = {
    "lib/OpStore/Data.cpp": (
        ["report_fatal_error"],
        "no such file is asked for: the names are constants, or made of the chips of soc.json, which is embedded, too",
        [(every_chip, 0), (decide, 0), ([*atc, "--op_select_implmode=high_precision_for_all"], 0)],
    ),
    "lib/OpStore/BuiltinTable.cpp": (["cantFail"], "the text is embedded: BuiltinStoreTest reads each entry", [(every_chip, 0)]),
    "lib/OpStore/SoC.cpp": (["cantFail"], "the text is embedded", [(every_chip, 0)]),
    "lib/OpStore/ProfilingKeys.cpp": (
        ["cantFail"],
        "the text is embedded",
        [([*run, "--profiling_mode=0", "--profiling_options={}"], 0)],
    ),
    "lib/OpStore/OpStore.cpp": (["cantFail"], "the text is embedded", [(decide, 0)]),
    "lib/OpStore/Fusions.cpp": (["cantFail"], "the text is embedded", [(atc, 0)]),
    "lib/OpStore/UBFusions.cpp": (["cantFail"], "the text is embedded", [(atc, 0)]),
    "lib/Options/OutputFiles.cpp": (
        ["cantFail"],
        "the patterns are those of Options.td",
        [
            ([*run, f"--report={folder}/r.json", f"--{option}={folder}/{name}"], code)
            for option, name, code in (
                ("dump", "dump", 0),
                ("op_compiler_cache_dir", "cache", 0),
                ("ops_info", "ops", 2),
                ("impl_mode_dir", "modes", 2),
                ("opp_path", "ops", 2),
            )
        ],
    ),
    "lib/Support/OutputFile.cpp": (
        ["raw_fd_ostream", "raw_fd_ostream", "outs()", "errs()", "errs()", "outs()", "outs()"],
        "its error is taken before the stream is destroyed",
        [([*run, "--report=/dev/full"], 2), (["sh", "-c", '"$@" >/dev/full', "sh", *run, "--report=-"], 2)],
    ),
    "lib/Support/MLIRBytecode.cpp": (
        ["signal(", "raw_fd_ostream", "_exit(", "kill("],
        "it is the child process that ends, by itself or when its time is over",
        [([*atc[:1], f"--model={bytecode}"], 0), ([*atc[:1], f"--model={short}"], 1)],
    ),
    "lib/Runtime/FaultReports.cpp": (
        ["sigaction("] * 5,
        "with --guard only; what is no fault of guarded memory goes to the caller's own handler",
        [([*run, "--guard=end"], 0), ([*run, "--guard=begin"], 0)],
    ),
    "lib/Driver/Tool.cpp": (None, TOOLS, [(["sh", "-c", '"$@" >/dev/full', "sh", *run, "--help"], 2)]),
    "lib/Driver/ListOps.cpp": (None, TOOLS, []),
    "lib/Driver/RunModel.cpp": (None, TOOLS, []),
    "lib/Driver/ProfiledRun.cpp": (None, TOOLS, []),
}

faults, found = [], {}
sources = [path for part in ("lib", "include", "python/src") for path in sorted((root / part).rglob("*.[ch]*"))]
for path in sources:
    name = str(path.relative_to(root))
    # Without comments and what stands in quotes.
    code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    words = [re.sub(r"\s", "", word) for word in ENDS.findall(code)]
    if words:
        found[name] = words
for name, words in found.items():
    if name not in KNOWN:
        faults.append(f"{name}: {words} may end a caller's process: give on an error, or say in {__file__} why it cannot")
    elif KNOWN[name][0] not in (None, words):
        faults.append(f"{name}: {words}, but {__file__} knows {KNOWN[name][0]}")
faults += [f"{name}: nothing there may end the process: take it out of {__file__}" for name in KNOWN if name not in found]

# What the tools print with is called by tools alone.
PRINTERS = re.compile(r"\b(?:runTool|readToolInput|writeToolOutput|prepareStreams|finishStandardStreams|listOpsIfAsked|logCompilation|noteDefaultMode|Progress)\b")
for path in sources:
    name = str(path.relative_to(root))
    if not name.startswith(("lib/Driver/", "include/Ascend/Driver/")) and "OutputFile." not in name:
        faults += [f"{name}: {word} is for tools" for word in PRINTERS.findall(path.read_text(encoding="utf-8"))]

for words, why, commands in KNOWN.values():
    for command, code in commands:
        done = tools.run(*command, code=None)
        if done.returncode != code or re.search("LLVM ERROR|Stack dump|PLEASE submit", done.stderr):
            faults.append(f"{command} ends with {done.returncode}, not {code}: {done.stderr}\n({why})")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
