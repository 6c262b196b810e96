# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Data that the model does not take as it is: what is said names the file, and what is lost on the way is no secret."""

import unittest

import models
import numpy as np
import onnx
from ascend_mlir import ModelError, lab
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT = TensorProto.FLOAT


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        relu = helper.make_node("Relu", ["x"], ["y"], name="r")
        onnx.save(models.model_of([relu], [("x", FLOAT, [1, 3])], [("y", FLOAT, [1, 3])]), self.model)

    def compare(self, code=0, **arrays):
        """What is said to the file of arrays that is one of a folder."""
        path = self.folder / "data" / "these.npz"
        path.parent.mkdir(exist_ok=True)
        np.savez(path, **arrays)
        return self.said("compare", self.model, f"--data={path.parent}", "--precision_mode=force_fp16", code=code)


class Wide(Case):
    """Doubles past the largest float."""

    def test_is_said(self):
        out, err = self.compare(x=np.array([[1e300, -1e39, 2], [1, 2, 3]]))
        said = "these.npz[0] has Inf (2 elements of float64 past the largest float32)"
        self.assertIn(said, err)
        self.assertEqual(err.count("note"), 1)
        said = " ".join(out.split())
        self.assertIn("the data itself has Inf or NaN: x in ", said)
        self.assertIn("these.npz[0] (2 elements of float64 past the largest float32)", said)
        self.assertIn("no finite value becomes Inf or NaN", said)

    def test_in_all_commands(self):
        path = self.folder / "x.npz"
        np.savez(path, x=np.full((1, 3), 1e300))
        for code, command, option in (0, "sweep", "--setting=force_fp16"), (1, "search", "--budget=max<=1"):
            _, err = self.said(command, self.model, f"--data={path}", option, code=code)
            self.assertIn("3 elements of float64 past the largest float32", err)

    def test_infinities_of_the_file_are_not_lost(self):
        out, err = self.compare(x=np.array([[np.inf, -np.nan, 2]]))
        self.assertIn("the data itself has Inf or NaN: x in", out)
        self.assertNotIn("past the largest", out + err)

    def test_nothing_to_compare(self):
        out, _ = self.compare(x=np.full((1, 3), 1e300))
        self.assertIn("y: it says nothing: no element is finite in the reference", out)


class Refused(Case):
    """An error says which file."""

    def test_by_name(self):
        x = np.zeros((1, 3), np.float32)
        for arrays, said in (
            ({"x": x.astype(np.int32)}, "the input 'x' is int32, and the model takes float32 ("),
            ({"x": x, "y": x}, "the model has no input 'y' ("),
            ({}, "the input 'x' is missing ("),
            ({"x": x[:0]}, "the input 'x' has the shape [0, 3], and the model takes [1, 3] ("),
        ):
            _, err = self.compare(code=1, **arrays)
            self.assertIn(said, err)
            self.assertIn("these.npz", err.splitlines()[0])

    def test_in_a_program(self):
        x = np.zeros((1, 3), np.float32)
        with self.assertRaises(ModelError) as caught:
            lab.compare(self.model, [{"x": x}, {"x": x.astype(int)}, {"x": x}])
        self.assertEqual(caught.exception.where, "inputs[1]")

    def test_a_picture_that_is_none(self):
        path = self.folder / "x.png"
        path.write_bytes(b"nope")
        relu = helper.make_node("Relu", ["x"], ["y"], name="r")
        onnx.save(models.model_of([relu], [("x", FLOAT, [1, 3, 4, 4])], [("y", FLOAT, [1, 3, 4, 4])]), self.model)
        self.assertIn(f"error: cannot read {path}: it is no image that Pillow knows\n", self.lab("compare", self.model, f"--data={path}", code=1))


if __name__ == "__main__":
    unittest.main()
