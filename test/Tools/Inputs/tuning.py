# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Looks at what tuning leaves, makes banks, and tries files that are no tuning files.

Usage: tuning.py FOLDER KERNELS | --make BANK FOLDER | --code FOLDER... | --errors
"""

import json
import os
import pathlib
import sys

import tools
from sampling import turns


def bank_of(folder):
    """The one bank in the folder."""
    (found,) = [path for path in pathlib.Path(folder).glob("*.json") if not path.name.startswith("aoe_result")]
    return found


def look(folder, kernels):
    bank = json.loads(bank_of(folder).read_text())
    assert bank["version"] == 1 and len(bank["kernels"]) == kernels, bank
    (path,) = pathlib.Path(folder).glob("aoe_result_opat_*_pid*.json")
    result = json.loads(path.read_text())["OPAT"]
    assert result["opat_tuning_result"] == "tuning successful"
    assert 0 < result["model_result_performance(ms)"] <= result["model_baseline_performance(ms)"], result
    summary = result["repo_summary"]
    better = result["repo_modified_operators"]["add_repo_operators"]
    assert summary["total_num"] == kernels and summary["repo_hit_num"] == 0, summary
    assert summary["repo_add_num"] == len(better) == sum(bool(schedule) for schedule in bank["kernels"].values())
    for kernel in better:
        times = kernel["tune_performance"]["Schedule"]
        assert times["performance_after_tune(us)"] < times["performance_before_tune(us)"], kernel
        assert kernel["schedule"] == bank["kernels"][kernel["kernel"]], kernel


def make(bank, folder):
    """Another schedule for the product, none for the other."""
    path = bank_of(bank)
    kernels = json.loads(path.read_text())["kernels"]
    other = {name: {"rows": 2, "vectors": 1} if name.startswith("mat_mul") else {} for name in kernels}
    assert sum(map(bool, other.values())) == 1, other
    (pathlib.Path(folder) / path.name).write_text(json.dumps({"version": 1, "kernels": other}))


def code(folders):
    """The first and the last have the code that nobody tuned, the others that of one schedule."""
    texts = []
    for folder in folders:
        (path,) = (pathlib.Path(folder) / "kernel_meta").glob("mat_mul*.ll")
        texts.append(path.read_text())
    assert texts[0] == texts[-1] != texts[1], "a bank does nothing"
    assert len(set(texts[1:-1])) == 1, "one bank gives several codes"


CONFIGS = {
    "[]": "it must be a JSON object, not an array (bad.cfg:1:1)",
    "{": "(bad.cfg:1:2)\nnote: write a JSON object, such as {",
    '{"tune_ops_names": []}': "'tune_ops_names' is no key of it (bad.cfg:1:2)",
    '{"tune_ops_name": "a"}': "tune_ops_name must be a list of strings, not a string (bad.cfg:1:19)",
    '{"tune_ops_type":\n [1]}': "tune_ops_type must be a list of strings, and has a number (bad.cfg:2:3)",
    '{"tune_optimization_level": "O3"}': 'tune_optimization_level must be "O1" or "O2" (bad.cfg:1:29)',
    '{"feature": ["nonhomo_split"]}': "'nonhomo_split' is no feature of aoe_mode=2 (bad.cfg:1:13)",
    '{"feature": [], "feature": []}': "'feature' stands twice (bad.cfg:1:17)",
}
BANKS = {
    "": ":1:1)\nnote: delete the file, and tune again\n",
    "{": ":1:2)\nnote: delete the file, and tune again\n",
    "[]": "it does not have the form of version 1",
    '{"version": 2, "kernels": {}}': "it does not have the form of version 1",
    '{"version": 1}': "it does not have the form of version 1",
    '{"version": 1, "kernels": {"a": 1}}': "a schedule must be an object, not a number",
    '{"version": 1, "kernels": {"a": {"rows": 65}}}': "'rows' is no number of a schedule, or has a value that it does not take",
    '{"version": 1, "kernels": {"a": {"vectors": -1}}}': "'vectors' is no number",
    '{"version": 1, "kernels": {"a": {"panel_bytes": 1073741825}}}': "'panel_bytes' is no number",
    '{"version": 1, "kernels": {"a": {"piece_bytes": 1.5}}}': "'piece_bytes' is no number",
    '{"version": 1, "kernels": {"a": {"serial": 1}}}': "'serial' is no number",
    '{"version": 1, "kernels": {"a": {"width": 1}}}': "'width' is no number",
}


def refused(arguments, words):
    tools.refused(words, "ascend-run", "--model=net.mlir", "--random", *arguments)


def places():
    """What keeps results out is said before anything is measured, and a file of the user's own stays."""
    own = pathlib.Path("type.json")
    text = own.read_text()
    for option in "work_path", "op_bank_path":
        for more in [], ["--aoe_mode=2"]:
            words = ")\nnote: let TUNE_BANK_PATH, op_bank_path or work_path name a folder\n"
            refused([f"--{option}={own}", *more], f"Not a directory ({own}/{bank_of('bank').name}{words}")
    mend = "\nnote: name a folder that may be written to\n"
    for place, words in (own, f"work_path cannot be made: Not a directory ({own})"), ("/proc/none", "(/proc/none)"):
        refused(["--aoe_mode=2", "--op_bank_path=early", f"--work_path={place}"], words + mend)
        assert not any(pathlib.Path("early").iterdir()), "a bank was written before the error"
    refused(["--aoe_mode=2", "--op_bank_path=/proc/none"], "the folder of the bank cannot be made: ")
    assert own.read_text() == text
    if os.geteuid():  # for root all folders may be written to
        pathlib.Path("closed").mkdir(mode=0o500)
        refused(["--aoe_mode=2", "--op_bank_path=early", "--work_path=closed"], "work_path cannot be written to: Permission denied")


def errors():
    for text, words in CONFIGS.items():
        pathlib.Path("bad.cfg").write_text(text)
        refused(["--aoe_mode=2", "--aoe_config_file=bad.cfg", "--work_path=never"], words)
    refused(["--aoe_config_file=bad.cfg"], "Value for --aoe_mode is empty")
    refused(["--aoe_mode=2", "--aoe_config_file=none.cfg"], "none.cfg")
    refused(["--aoe_mode=3"], "aoe_mode")
    refused(["--auto_tune_mode=RL", "--op_bank_path=made"], "simultaneously")
    refused(["--auto_tune_mode=RL", "--aoe_mode=2"], "simultaneously")
    refused(["--auto_tune_mode=GA,"], "It must be RL, GA or both.")
    path = pathlib.Path("bad") / bank_of("bank").name
    path.parent.mkdir()
    for number, (text, words) in enumerate(BANKS.items()):
        path.write_text(text)
        for more in turns(number, ([], ["--aoe_mode=2"])):
            refused(["--op_bank_path=bad", *more], words)
        assert path.read_text() == text, "a bank that cannot be read was written"
    # The largest of each are fine.
    most = {"rows": 64, "vectors": 8, "panel_bytes": 1 << 30, "piece_bytes": 1 << 30, "serial": False}
    path.write_text(json.dumps({"version": 1, "kernels": {"a": most}}))
    tools.run("ascend-run", "--model=net.mlir", "--random", "--op_bank_path=bad")
    assert not pathlib.Path("never").exists()
    places()


match sys.argv[1:]:
    case ["--make", bank, folder]:
        make(bank, folder)
    case ["--code", *folders]:
        code(folders)
    case ["--errors"]:
        errors()
    case [folder, kernels]:
        look(folder, int(kernels))
