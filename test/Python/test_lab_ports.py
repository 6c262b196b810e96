# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Ops that are kept in part: by lines of customize_dtypes for some of their tensors."""

import json
import unittest

import ascend_mlir
import ascend_mlir.lab
import models
import numpy as np
import onnx
from ascend_mlir.lab.decision import customize_line, decide
from ascend_mlir.lab.kept import Keeper
from ascend_mlir.lab.ports import Ports, _between, is_line
from ascend_mlir.lab.roofline import cost_of
from onnx import helper
from search_case import FLOAT, Case

MODE = "--precision_mode=force_fp16"
CUBE_OF_HALVES = "Ascend310P3"
"""Its convolutions read float16 alone, and may give float32."""


def convolution():
    """Sums past 65504, which GE multiplies by what stands behind them first."""
    rng = np.random.default_rng(4)
    nodes = [
        helper.make_node("Conv", ["x", "w", "b"], ["c"], name="conv"),
        helper.make_node("Sqrt", ["c"], ["d"], name="root"),
        helper.make_node("Relu", ["d"], ["y"], name="relu"),
    ]
    weights = [("w", 40 + 8 * rng.random((4, 3, 3, 3))), ("b", rng.random(4))]
    return models.model_of(nodes, [("x", FLOAT, [1, 3, 8, 8])], [("y", FLOAT, [1, 4, 6, 6])], [(n, a.astype(np.float32)) for n, a in weights])


def product(scale=1e-6):
    """A product past 65504 between ops that float16 is enough for, but not for the same tenth of each weight."""
    weight = (64.03 + np.random.default_rng(5).integers(0, 16, (512, 256))).astype(np.float32)
    nodes = [
        helper.make_node("Relu", ["x"], ["r"], name="relu"),
        helper.make_node("Gemm", ["r", "w"], ["f"], name="fc"),
        helper.make_node("Mul", ["f", "s"], ["m"], name="scale"),
        helper.make_node("Tanh", ["m"], ["y"], name="tanh"),
    ]
    shapes = [("x", FLOAT, [64, 512])], [("y", FLOAT, [64, 256])]
    return models.model_of(nodes, *shapes, [("w", weight), ("s", np.array(scale, np.float32))])


class Parts(unittest.TestCase):
    def test_between(self):
        """All of them first, then those with one less, outputs kept before inputs; a tensor that is not there never changes."""
        h, f = "float16", "float"
        self.assertEqual(
            list(_between(((h, "", h), (h,)), ((f, "", f), (f,)))),
            [
                ((f, "", f), (f,)),
                ((f, "", h), (f,)), ((h, "", f), (f,)), ((f, "", f), (h,)),
                ((h, "", h), (f,)), ((f, "", h), (h,)), ((h, "", f), (h,)),
            ],
        )  # fmt: skip
        self.assertEqual(list(_between(((h,), (h,)), ((h,), (h,)))), [])
        # An integer has the same dtype either way.
        self.assertEqual(list(_between((("int32", h), ()), (("int32", f), ()))), [(("int32", f), ())])
        # Of seven tensors: all, what comes out, what goes in.
        many = list(_between(((h,) * 5, (h,) * 2), ((f,) * 5, (f,) * 2)))
        self.assertEqual(many, [((f,) * 5, (f,) * 2), ((h,) * 5, (f,) * 2), ((f,) * 5, (h,) * 2)])
        self.assertEqual(len(list(_between(((h,) * 5, (h,)), ((f,) * 5, (f,))))), 2**6 - 1)

    def test_names(self):
        tensors = (("float",), ("float",))
        rest = len(":InputDtype:float,OutputDtype:float")
        for name in "a", "a/b c#d", "x" * (1023 - rest), "é" * ((1023 - rest) // 2):
            self.assertTrue(is_line(name, tensors), name)
        for name in "", "a:0", " a", "a\t", "a\nb", "\ufffd", "InputDtype", "b/OutputDtype/c", "x" * (1024 - rest), "é" * (512 - rest // 2):
            self.assertFalse(is_line(name, tensors), name)

    def test_line(self):
        self.assertEqual(customize_line("a", (("float16", "", "float"), ("float",))), "a:InputDtype:float16,,float,OutputDtype:float")


def found_options(to):
    """What the files of a folder say, as options of Python."""
    text = {"customize_dtypes": (to / "customize_cheaper.cfg").read_text()}
    return ascend_mlir.lab.Healing(files=text).options


class Kept(Case):
    def setUp(self):
        super().setUp()
        onnx.save(convolution(), self.model)
        self.data = self.folder / "x.npz"
        x = (60 + 40 * np.random.default_rng(6).random((10, 3, 8, 8))).astype(np.float32)
        np.savez(self.data, x=x)

    def search(self, *arguments, soc=CUBE_OF_HALVES, **options):
        return " ".join(self.lab(self.model, f"--data={self.data}", MODE, f"--soc_version={soc}", *arguments, **options).split())

    def test_lines_that_explain_offers(self):
        """Each line, typed, gives the op those dtypes, and keep_dtype refuses the op."""
        options = {"precision_mode": "force_fp16", "soc_version": CUBE_OF_HALVES}
        ops = {op.name: op for op in ascend_mlir.lab.explain(self.model, **options).ops}
        self.assertEqual({name: op.ports for name, op in ops.items()}, {"conv": (("float16", "float16", "float"), ("float",)), "root": None, "relu": None})
        path = self.folder / "lines.cfg"
        path.write_text("conv\n")
        with self.assertRaises(ascend_mlir.AscendError) as caught:
            decide(self.model, {**options, "keep_dtype": str(path)})
        self.assertEqual(caught.exception.code, "EZ3003")
        line = "conv:InputDtype:float16,float16,float,OutputDtype:float"
        self.assertIn(f"To keep what a kernel can: `{line}` in customize_dtypes.", ops["conv"].keep_hint())
        path.write_text(line + "\n")
        (row,) = [op for op in decide(self.model, {**options, "customize_dtypes": str(path)}).ops if op.name == "conv"]
        self.assertEqual((row.tensors(), row.row["rule"], row.row["engine"]), (ops["conv"].ports, "customized", "aicore"))
        # Its dtypes are the user's own wish: no line of keep_dtype would count.
        self.assertEqual(row.keep_hint(), "")

    def test_hf32(self):
        """A bias in float32 is added, and not multiplied as HF32."""
        path = self.folder / "lines.cfg"
        options = {"precision_mode": "force_fp16", "soc_version": "Ascend910B1", "customize_dtypes": str(path)}
        for factor, is_hf32 in ("float16", False), ("float", True):
            path.write_text(f"conv:InputDtype:{factor},{factor},float,OutputDtype:float\n")
            (row,) = [op for op in decide(self.model, options).ops if op.name == "conv"]
            self.assertEqual((row.row["inputs"][0]["dtype"], row.mode, row.is_hf32), (factor, "enable_hi_float_32_execution", is_hf32))

    def test_a_node_whose_line_keeps_another_op_too(self):
        """GE moves a scale into the weights: its name marks the convolution as well."""
        graph = convolution()
        graph.graph.node[1].CopyFrom(helper.make_node("Mul", ["c", "s"], ["d"], name="scale"))
        graph.graph.initializer.append(onnx.numpy_helper.from_array(np.array([1e-4], np.float32), "s"))
        onnx.save(graph, self.model)
        options = {"precision_mode": "force_fp16", "soc_version": CUBE_OF_HALVES}
        ops = {op.name: op for op in ascend_mlir.lab.explain(self.model, **options).ops}
        scales = [op for op in ops.values() if op.type == "Mul"]
        self.assertEqual(len(scales), 2)
        for op in scales:
            self.assertEqual((op.keep_names, op.ports), ((), op.tensors("origin")))
            self.assertIn("`scale` keeps conv, too", op.blocked)
            self.assertIn(f"To keep it: `{op.name}:InputDtype:float,float,OutputDtype:float` in customize_dtypes.", op.keep_hint())
            self.assertFalse(op.is_kept_in_part)
        self.assertEqual(ops["relu"].keep_names, ("relu",))

    def test_search(self):
        to = self.folder / "healed"
        text = self.search("--budget=relative<=0.002", f"--to={to}")
        self.assertIn("can be kept in part: conv (Conv2D): f16, f16, f32 > f32", text)
        self.assertIn("kept: 2 of 3 ops", text)
        self.assertIn("conv (Conv2D, only f16, f16, f32 > f32): its values come to ", text)
        self.assertIn("customize_dtypes.cfg: decides every op as keep_dtype.cfg does", text)
        self.assertEqual((to / "customize_ports.cfg").read_text(), "conv:InputDtype:float16,float16,float,OutputDtype:float\n")
        self.assertEqual((to / "keep_dtype.cfg").read_text(), "root\n")
        # What was written holds by itself, judged by numpy against the model in double precision.
        files = {"customize_dtypes": str(to / "customize_ports.cfg"), "keep_dtype": str(to / "keep_dtype.cfg")}
        x = np.load(self.data)["x"]
        wanted = ascend_mlir.compile(self.model, reference=True).run({"x": x[:1]})["y"]
        for given, holds in (files, True), ({}, False):
            got = ascend_mlir.compile(self.model, precision_mode="force_fp16", soc_version=CUBE_OF_HALVES, **given).run({"x": x[:1]})["y"]
            self.assertEqual(np.linalg.norm(got - wanted) <= 0.002 * np.linalg.norm(wanted), holds)
        readme = (to / "README.md").read_text()
        self.assertIn("--customize_dtypes=", readme)
        self.assertIn("It takes the place of customize_ports.cfg, too.", readme)
        self.assertEqual(json.loads((to / "manifest.json").read_text())["kept"], ["conv", "root"])
        # Lines of the user's own come first.
        own = self.folder / "own.cfg"
        own.write_text("relu:InputDtype:float,OutputDtype:float\n")
        self.search("--budget=relative<=0.002", f"--to={to}", f"--customize_dtypes={own}")
        self.assertEqual((to / "customize_ports.cfg").read_text(), own.read_text() + "conv:InputDtype:float16,float16,float,OutputDtype:float\n")

    def test_what_is_kept_in_part_may_not_be_enough(self):
        text = self.search("--budget=relative<=1e-7", code=1)
        self.assertIn("of these no kernel takes all of the model's dtypes: conv; try another chip or mode", text)
        # Its float16 operands are as near to the limit as before.
        x = np.load(self.data)["x"]
        np.savez(self.data, x=x * 1000)
        self.assertIn("without that headroom, and cannot be kept: conv", self.search("--headroom=2"))

    def test_less_of_what_is_kept(self):
        """A product that overflows needs no float32 factors: that costs less, and holds."""
        onnx.save(product(), self.model)
        np.savez(self.data, x=(10 + 90 * np.random.default_rng(7).random((640, 512))).astype(np.float32))
        to = self.folder / "healed"
        text = self.search("--budget=relative<=0.01", f"--to={to}")
        self.assertIn("kept: 2 of 4 ops", text)
        self.assertRegex(text, r"customize_cheaper.cfg: keeps less of fc: costs [\d.]+ us, not [\d.]+; the budget holds")
        self.assertEqual(
            (to / "customize_cheaper.cfg").read_text(),
            "fc:InputDtype:float16,float16,OutputDtype:float\nscale:InputDtype:float,float,OutputDtype:float\n",
        )
        options = {"precision_mode": "force_fp16", "soc_version": CUBE_OF_HALVES}
        costs = [
            cost_of(decide(self.model, {**options, name: str(to / file)})).total
            for name, file in (("keep_dtype", "keep_dtype.cfg"), ("customize_dtypes", "customize_cheaper.cfg"))
        ]
        self.assertLess(costs[1], costs[0])
        self.assertIn("keeps less of fc", (to / "README.md").read_text())
        self.assertEqual(found_options(to)["customize_dtypes"]["fc"], "InputDtype:float16,float16,OutputDtype:float")
        # Trials of it count, too.
        self.assertNotIn("keeps less", self.search("--budget=relative<=0.01", "--max_trials=12", f"--to={to}"))
        self.assertFalse((to / "customize_cheaper.cfg").exists())
        # Where float16 factors are too coarse, all of it stays.
        text = self.search("--budget=relative<=1e-5", f"--to={to}")
        self.assertIn("kept: ", text)
        self.assertNotIn("keeps less of fc", text)
        self.assertFalse((to / "customize_cheaper.cfg").exists())

    def test_less_on_other_inputs(self):
        """What was held out may need the factors: such a file is not written."""
        graph = product(scale=1e-7)
        # The factors are the model's own inputs.
        del graph.graph.node[0]
        graph.graph.node[0].input[0] = "x"
        onnx.save(graph, self.model)
        x = (10 + 90 * np.random.default_rng(7).random((10, 64, 512))).astype(np.float32)
        # Every third input or so is held out: number 3, 6 and 9.
        x[[3, 6, 9]] = [120000] + [0] * 511
        np.savez(self.data, x=x.reshape(640, 512))
        to = self.folder / "healed"
        text = self.search("--budget=relative<=0.01", f"--to={to}")
        self.assertRegex(text, r"customize_cheaper.cfg is not written: keeps less of fc: .*; then the budget fails on inputs that were held out: y:")
        self.assertFalse((to / "customize_cheaper.cfg").exists())
        (verdict,) = [each for each in json.loads((to / "manifest.json").read_text())["alternatives"] if each["file"] == "customize_cheaper.cfg"]
        self.assertFalse(verdict["is_written"])

    def test_names_that_others_have(self):
        """A line of customize_dtypes reaches every op of its name: none is offered where they differ."""
        for name in "fc", "scale", "OutputDtype/fc":
            graph = product()
            graph.graph.node[1].name = name
            graph.graph.node[2].name = "scale"
            onnx.save(graph, self.model)
            np.savez(self.data, x=(10 + 90 * np.random.default_rng(7).random((640, 512))).astype(np.float32))
            to = self.folder / name.replace("/", "-")
            text = self.search("--budget=relative<=0.01", f"--to={to}")
            self.assertIn("kept: 2 of 4 ops", text)
            self.assertEqual((to / "customize_cheaper.cfg").exists(), name == "fc", name)
            self.assertTrue((to / "keep_dtype.cfg").exists())
        # Of two convolutions of one name, the one has a bias.
        nodes = [
            helper.make_node("Conv", ["x", "w"], ["c"], name="twice"),
            helper.make_node("Conv", ["c", "v", "b"], ["d"], name="twice"),
            helper.make_node("Conv", ["d", "v", "b"], ["y"], name="once"),
        ]
        rng = np.random.default_rng(8)
        weights = [("w", rng.random((4, 3, 3, 3))), ("v", rng.random((4, 4, 1, 1))), ("b", rng.random(4))]
        model = models.model_of(nodes, [("x", FLOAT, [1, 3, 8, 8])], [("y", FLOAT, [1, 4, 6, 6])], [(n, a.astype(np.float32)) for n, a in weights])
        onnx.save(model, self.model)
        ops = ascend_mlir.lab.explain(self.model, precision_mode="force_fp16", soc_version=CUBE_OF_HALVES).ops
        self.assertEqual([(op.name, bool(op.ports), bool(op.keep_names)) for op in ops], [("twice", False, False)] * 2 + [("once", True, False)])

    def test_reasons_of_one_name(self):
        """An op that has the name of a refused one is refused for that, not for its own dtypes."""
        graph = convolution()
        graph.graph.node[2].name = "conv"
        onnx.save(graph, self.model)
        ops = {op.type: op for op in ascend_mlir.lab.explain(self.model, precision_mode="force_fp16", soc_version=CUBE_OF_HALVES).ops}
        self.assertEqual(ops["Conv2D"].blocked, "no kernel of the chip takes the model's dtypes")
        self.assertIn("`conv` keeps conv, too, of which no kernel", ops["Relu"].blocked)
        self.assertEqual(ops["Sqrt"].blocked, "")

    def test_views_have_one_dtype(self):
        """CANN takes a Reshape of float to float16, which would be no cast: no such line is tried or offered."""
        nodes = [helper.make_node("Exp", ["x"], ["e"], name="exp"), helper.make_node("Reshape", ["e", "shape"], ["y"], name="view")]
        onnx.save(models.model_of(nodes, [("x", FLOAT, [4, 6])], [("y", FLOAT, [24])], [("shape", np.array([24], np.int64))]), self.model)
        plain = decide(self.model, {"precision_mode": "force_fp16", "soc_version": CUBE_OF_HALVES})
        (view,) = [op for op in plain.ops if op.name == "view"]
        ports = Ports(self.model, Keeper({"precision_mode": "force_fp16", "soc_version": CUBE_OF_HALVES}, str(self.folder)), plain)
        self.assertEqual(list(ports.of(view, view.tensors("origin"))), [view.tensors("origin")])

    def test_only_parts(self):
        """Where keep_dtype keeps nothing, nothing is said of its file."""
        graph = convolution()
        del graph.graph.node[1:]
        graph.graph.node[0].output[0] = "y"
        onnx.save(graph, self.model)
        to = self.folder / "healed"
        text = self.search("--budget=lost<=0", "--budget=relative<=0.01", f"--to={to}")
        self.assertIn("kept: 1 of 1 op,", text)
        self.assertTrue((to / "customize_ports.cfg").exists())
        self.assertNotIn("keep_dtype.cfg", text + (to / "README.md").read_text())
        # Its sums have the headroom that is asked for: they are float32.
        text = self.search("--headroom=2")
        self.assertIn("conv (Conv2D, only f16, f16, f32 > f32)", text)
        self.assertNotIn("without that headroom", text)

    def test_python(self):
        found = ascend_mlir.lab.search(
            self.model, self.data, budget=["relative<=0.002"], precision_mode="force_fp16", soc_version=CUBE_OF_HALVES
        )
        self.assertEqual(found.options, {"keep_dtype": ["root"], "customize_dtypes": {"conv": "InputDtype:float16,float16,float,OutputDtype:float"}})
        x = np.load(self.data)["x"][:1]
        wanted = ascend_mlir.compile(self.model, reference=True).run({"x": x})["y"]
        healed = ascend_mlir.compile(self.model, precision_mode="force_fp16", soc_version=CUBE_OF_HALVES, **found.options).run({"x": x})["y"]
        self.assertLessEqual(np.linalg.norm(healed - wanted), 0.002 * np.linalg.norm(wanted))

    def test_own_lines_are_no_candidates(self):
        own = self.folder / "own.cfg"
        own.write_text("conv:InputDtype:float16,float16,float16,OutputDtype:float16\n")
        text = self.search("--budget=relative<=1e-7", f"--customize_dtypes={own}", code=1)
        self.assertIn("these ops cannot be kept: conv", text)


if __name__ == "__main__":
    unittest.main()
