# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models for tests of ascend-lab extract, and what is to hold of all that is cut out."""

import json
import os
import pathlib
import shlex

import dumps
import models
import numpy as np
import onnx
from dumps import FLOAT, node
from lab_case import LabCase
from sessions import session_of
from tools import run


def random(*shape, seed=0, scale=1.0):
    return (np.random.default_rng(seed).uniform(-1, 1, shape) * scale).astype(np.float32)


def gray_chain(length):
    """A product, which is on the white list, and functions that follow it."""
    nodes = [node("MatMul", "x w", "h0", "fc")]
    nodes += [node("Tanh" if i % 2 else "Exp", f"h{i}", f"h{i + 1}", f"g{i}") for i in range(length)]
    return models.model_of(nodes, [("x", FLOAT, [4, 8])], [(f"h{length}", FLOAT, [4, 8])], [("w", random(8, 8, seed=1, scale=0.3))])


class ExtractCase(LabCase):
    def network(self):
        """A small CNN (test/Python/Inputs/dumps.py) and its inputs; the options of every call."""
        return self.save(dumps.network(), x=random(1, 3, 8, 8, seed=2), t=random(4, 6, seed=3))

    def save(self, model, **arrays):
        onnx.save(model, self.folder / "net.onnx")
        np.savez(self.folder / "in.npz", **arrays)
        return [self.folder / "net.onnx", f"--data={self.folder}/in.npz", "--precision_mode=force_fp16"]

    def extract(self, arguments, *more, into="out"):
        """What is in the folder that is written: the record, and the arrays of inputs and reference."""
        folder = self.folder / into
        self.text = self.lab("extract", *arguments, *more, "-o", folder)
        self.record = json.loads((folder / "extract.json").read_text())
        self.inputs, self.reference, self.decided = (dict(np.load(folder / f"{name}.npz")) for name in ("inputs", "reference", "decided"))
        return folder

    def check_compare(self, arguments, folder, is_cut=False):
        """The very error stands in compare of the whole, of the record, and of what the README says to run."""
        whole = json.loads(self.lab("compare", *arguments, "--format=json"))["tables"][0]["ops"]
        own = {(row["op"], row["output"]): row["isolated"] for row in whole}
        here = os.getcwd()
        os.chdir(folder)
        try:
            words = shlex.split(self.record["compare"])
            self.assertIn(f"  {self.record['compare']}\n", pathlib.Path("README.txt").read_text())
            again = json.loads(self.lab(*words[1:], "--format=json"))["tables"][0]["ops"]
        finally:
            os.chdir(here)
        ours = {(row["op"], row["output"]): row for row in again}
        self.assertTrue(self.record["ops"])
        for op in self.record["ops"]:
            key = op["name"], op["output"]
            self.assertEqual(op["in_extract"], ours[key]["isolated"])
            self.assertEqual(op["whole"], ours[key]["end_to_end"])
            self.assertEqual(op["otherwise"], [])
            self.assertEqual(own[key], op["in_model"])
            if not is_cut:
                self.assertEqual(own[key], ours[key]["isolated"])

    def check_onnxruntime(self, folder):
        """Both are float32 and add in another order: a few units in the last place of the largest value."""
        session = session_of(folder / "model.onnx")
        names = [output.name for output in session.get_outputs()]
        self.assertEqual(names, list(self.reference))
        for name, array in zip(names, session.run(names, self.inputs)):
            wanted = self.reference[name]
            # float32 adds in another order there: what cancels leaves an error of the size of its terms.
            bound = 1e-5 * max(1.0, float(np.abs(wanted).max())) if wanted.dtype.kind == "f" else 0
            np.testing.assert_allclose(array, wanted, rtol=1e-5, atol=bound, err_msg=name)

    def check_atc(self, folder):
        """The line but for the name of the tool."""
        tool, *words = shlex.split(self.record["atc"])
        self.assertEqual(tool, "atc")
        self.assertNotIn("warning", run("ascend-atc", *words, folder=folder).stderr)

    def check_decision(self, arguments, folder):
        """Of each op the type, dtypes and rule of the model."""
        def rows(words):
            report = json.loads(self.lab("explain", *words, "--format=json"))["ops"]
            return {(op["name"], op["type"]): [op[key] for key in ("origin", "decided", "rule", "list", "impl_mode_got", "accumulate")] for op in report}

        here = os.getcwd()
        os.chdir(folder)
        try:
            ours = rows([word for word in shlex.split(self.record["compare"])[2:] if not word.startswith("--data")])
        finally:
            os.chdir(here)
        whole = rows([word for word in arguments if not str(word).startswith("--data")])
        for op in self.record["ops"]:
            key = op["name"], op["type"]
            self.assertEqual(ours.get(key), whole.get(key), key)

    def check(self, arguments, *more, is_cut=False):
        folder = self.extract(arguments, *more)
        self.check_compare(arguments, folder, is_cut)
        self.check_onnxruntime(folder)
        self.check_atc(folder)
        self.check_decision(arguments, folder)
        return folder
