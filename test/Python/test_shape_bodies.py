# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Code for the shapes that come has the bits of the model's own code, and weights that lie in memory once."""

import os
import re
import tempfile
import unittest

import ascend_mlir
import numpy as np
import onnx
from onnx_models import floats, model_of
from open_models import MODELS, OPTIONS, RANDOM, build, feed_for, node, same, settled, values
from sampling import is_turn, turns
from tools import run, wait_until

# A chip that adds biases behind the rounding where shapes are open.
BIAS_LAST = {"precision_mode": "force_fp16", "soc_version": "Ascend310P3"}


class Bits(unittest.TestCase):
    """Ten shapes of each model, in each of the three ways; on a day two of them, of every other model. Those that add
    biases go through their two options by turns, half of them through each."""

    def check(self, name, number):
        # GRU has a kernel for float16 alone.
        options = [OPTIONS[0 if name == "gru" else number % len(OPTIONS)]]
        if "b" in MODELS[name][3]:
            options.append(BIAS_LAST)
        for each in turns(number // 2, options, lasts=2):
            self.check_with(name, number, each)

    def check_with(self, name, number, options):
        source = build(name)
        own, first, later = (
            ascend_mlir.compile(source, jit_compile=jit, **options) for jit in ("false", "true", "auto")
        )
        wide = ascend_mlir.compile(source, jit_compile="true", shape_generalization_mode="ADAPTIVE", **options)
        self.assertEqual(own.shapes, [])
        feeds = [feed_for(name, 100 * number + i) for i in turns(number, range(10), 2)]
        want = [own.run(feed) for feed in feeds]
        for feed, wanted in zip(feeds, want):
            same(self, first.run(feed), wanted, f"{name} {options} true {[v.shape for v in feed.values()]}")
            same(self, wide.run(feed), wanted, f"{name} {options} wide {[each.shapes for each in wide.shapes]}")
        for _ in range(2):
            for feed, wanted in zip(feeds, want):
                same(self, later.run(feed), wanted, f"{name} {options} auto")
        wait_until(lambda: settled(later))
        for feed, wanted in zip(feeds, want):
            same(self, later.run(feed), wanted, f"{name} {options} auto, behind it")
        self.assertEqual({each.why for each in first.shapes + later.shapes}, {""}, name)
        self.assertEqual({each.own_runs for each in first.shapes}, {0}, name)
        self.assertTrue(all(each.runs for each in later.shapes), name)


def add(name, number):
    setattr(Bits, f"test_{name}", lambda self: self.check(name, number))


for each_number, each_name in enumerate(MODELS):
    if is_turn(each_number, 2):
        add(each_name, each_number)


class Orders(unittest.TestCase):
    """Sums that code for extents of 1, or for few rows, would add up in another order."""

    def check(self, nodes, inputs, *sizes):
        source = model_of(nodes, {name: floats(*shape) for name, shape in inputs.items()}, {"y": (np.float32, None)}, opset=20, ir=9)
        for options in OPTIONS:
            own, body = (ascend_mlir.compile(source, jit_compile=jit, **options) for jit in ("false", "true"))
            for given in sizes:
                shapes = {name: [given.get(extent, extent) for extent in shape] for name, shape in inputs.items()}
                feed = {name: RANDOM.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
                same(self, body.run(feed), own.run(feed), f"{options} {shapes}")
            self.assertEqual([each.state for each in body.shapes], ["has code"] * len(sizes))

    def test_columns_that_are_rows(self):
        self.check([node("Softmax", "x", "y", axis=1)], {"x": [3, "h", "w"]}, {"h": 50, "w": 1}, {"h": 33, "w": 1}, {"h": 33, "w": 2})

    def test_few_rows(self):
        nodes = [node("Transpose", "k", "t", perm=[1, 0]), node("MatMul", "q t", "y")]
        self.check(nodes, {"q": ["m", 240], "k": ["n", 240]}, *({"m": rows, "n": 40} for rows in range(1, 6)))


def resident():
    """Bytes of memory of the process that are no file's."""
    with open("/proc/self/status") as status:
        return 1024 * next(int(line.split()[1]) for line in status if line.startswith("RssAnon"))


@unittest.skipIf("asan" in os.environ.get("LD_PRELOAD", ""), "AddressSanitizer keeps freed memory")
class Memory(unittest.TestCase):
    """Bodies have most of their weights from the model's own code, or from each other."""

    SIDE, BODIES = 1536, 6

    WEIGHTS = SIDE * SIDE * 4

    @classmethod
    def setUpClass(cls):
        cls.source = model_of([node("MatMul", "x w", "m"), node("Relu", "m", "y")], {"x": floats("n", cls.SIDE)},
                              {"y": (np.float32, None)}, {"w": values(cls.SIDE, cls.SIDE)}, opset=20, ir=9)  # fmt: skip

    def check(self, first, **caches):
        """The first body adds `first` bytes of weights at most, and the others next to none."""
        options = {"precision_mode": "must_keep_origin_dtype", "allow_hf32": "00"}
        own = ascend_mlir.compile(self.source, jit_compile="false", **options)
        model = ascend_mlir.compile(self.source, jit_compile="true", **options, **caches)
        feeds = [{"x": values(rows, self.SIDE)} for rows in range(20, 20 + self.BODIES)]
        same(self, model.run(feeds[0]), own.run(feeds[0]), "the first")
        before = resident()
        for feed in feeds[1:]:
            model.run(feed)
        # Each would take as much as the weights, of which allocators may keep two copies that nobody needs any more.
        self.assertLess(resident() - before, 3 * self.WEIGHTS)
        shapes = model.shapes
        self.assertEqual([each.runs for each in shapes], [1] * self.BODIES)
        for at, each in enumerate(reversed(shapes)):
            self.assertGreaterEqual(each.weights, self.WEIGHTS)
            self.assertLess(each.added_weights, self.WEIGHTS / 100 if at else first)
        for feed in feeds:
            same(self, model.run(feed), own.run(feed), "shared")

    def test_weights_lie_once(self):
        self.check(self.WEIGHTS / 100)

    def test_ascend_run_tells_it(self):
        with tempfile.TemporaryDirectory() as folder:
            onnx.save(self.source, folder + "/net.onnx")
            np.savez(folder + "/x.npz", x=values(20, self.SIDE))
            options = ["--precision_mode=must_keep_origin_dtype", "--jit_compile=true", "--log=info"]
            done = run("ascend-run", "net.onnx", "--inputs=x.npz", *options, folder=folder)
        weights, added = re.search(r"which has (\d+) bytes of weights, (\d+) of them its own", done.stderr).groups()
        self.assertGreaterEqual(int(weights), self.WEIGHTS)
        self.assertLess(int(added), self.WEIGHTS / 100)

    def test_beside_a_kept_model(self):
        """The own code has its weights in the file, and bodies, which are made of kernels that are kept, one copy."""
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                self.check(1.01 * self.WEIGHTS, op_compiler_cache_dir=folder + "/kernels", graph_compiler_cache_dir=folder + "/models")
            self.assertEqual(sum(name.endswith(".asc") for name in os.listdir(folder + "/models")), 1)


if __name__ == "__main__":
    unittest.main()
