# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Tables fit into a narrow terminal, in which a letter of Chinese takes two columns."""

import unittest

import models
import onnx
from ascend_mlir.lab import table
from lab_case import LabCase
from onnx import TensorProto, helper


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        onnx.save(models.perceptron()[0], self.model)


class Narrow(Case):
    WIDTH = 60

    def widest(self, *arguments):
        return max(map(table.width_of, self.lab(*arguments).splitlines()))

    def test_sweep(self):
        settings = [f"--setting={mode}" for mode in ("force_fp16", "allow_mix_precision_bf16", "must_keep_origin_dtype")]
        text = self.lab("sweep", self.model, *settings)
        self.assertIn("relative (logarithmic)", text)
        self.assertLessEqual(max(map(table.width_of, text.splitlines())), 60)

    def test_elements(self):
        self.assertLessEqual(self.widest("compare", self.model, "--precision_mode=force_fp16", "--op=fc1", "--top=3"), 60)

    def test_chinese(self):
        """Columns stand below one another, in as many columns as the terminal has."""
        names = ["模型/编码器/层0/激活", "模型/编码器/层" + "长" * 30 + "1/激活", "ordinary"]
        values = ["x", "a", "b", "y"]
        nodes = [helper.make_node("Tanh", [values[n]], [values[n + 1]], name=name) for n, name in enumerate(names)]
        shape = [2, 3]
        onnx.save(models.model_of(nodes, [("x", TensorProto.FLOAT, shape)], [("y", TensorProto.FLOAT, shape)]), self.model)
        text = self.lab("compare", self.model, "--precision_mode=force_fp16", "--all")
        lines = text[text.index("op  ") :].splitlines()
        rows = [line for line in lines if " Tanh " in line]
        self.assertEqual(len(rows), 3)
        self.assertEqual({table.width_of(row[: row.index(" Tanh ")]) for row in rows}, {table.width_of(lines[0][: lines[0].index(" type ")])})
        self.assertLessEqual(max(map(table.width_of, lines)), 60)
        self.assertIn("层0", text)


class Words(unittest.TestCase):
    def test_width(self):
        for text, width in ("conv", 4), ("层1", 3), ("e\u0301", 1), ("", 0), ("ｆｃ", 4):
            self.assertEqual(table.width_of(text), width, text)

    def test_names_are_cut_by_columns(self):
        names = ["层" * 20 + str(number) for number in range(12)]
        for width in 8, 9, 12, 17:
            cuts = table.cut_names(names, width)
            self.assertEqual(len(set(cuts)), 12)
            self.assertLessEqual(max(map(table.width_of, cuts)), width)

    def test_sentences(self):
        for line in table.wrap("层层层 " * 30, 40, "  "):
            self.assertLessEqual(table.width_of(line), 40)
            self.assertEqual(line, "  " + " ".join(line.split()))


class Columns(Case):
    WIDTH = 200

    def test_what_is_judged_stands_once(self):
        for metric in "cosine", "lost", "argmax":
            text = self.lab("sweep", self.model, "--setting=force_fp16", f"--metric={metric}")
            heading = next(line for line in text.splitlines() if " setting " in line).split()
            self.assertEqual(sum(word.rstrip("%") == metric for word in heading), 1, heading)
            self.assertIn("cosine", heading)

    def test_nothing_is_left(self):
        """A table needs a setting that is not refused."""
        said = self.lab("sweep", self.model, "--setting=--soc_version=foo", "--setting=--soc_version=Ascend910C", code=2)
        self.assertIn("error: --soc_version=foo is refused: [E10001] Value foo", said)
        self.assertIn("error: --soc_version=Ascend910C is refused: [E10001]", said)
        text = self.lab("sweep", self.model, "--setting=--soc_version=foo", "--setting=force_fp16")
        self.assertIn("--soc_version=foo is refused: [E10001]", text)


if __name__ == "__main__":
    unittest.main()
