# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Profiles: code for the shapes that options list, in memory and in files."""

import os
import struct
import tempfile
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
from onnx_models import floats, model_of
from open_models import MODELS, RANDOM, build, feed_for, node, same
from sampling import turns
from tools import run

MODE = {"precision_mode": "force_fp16"}


def input_shape(name):
    """All open extents as -1, or nothing where an input has no extent."""
    return ";".join(
        f"{key}:{','.join(str(e if isinstance(e, int) else -1) for e in shape)}" for key, _, shape in MODELS[name][1] if shape)


def profile_of(name, feed):
    """The numbers for the extents that are open, in their order."""
    return ",".join(str(size) for key, _, shape in MODELS[name][1] for given, size in zip(shape, feed[key].shape)
                    if not isinstance(given, int))  # fmt: skip


def sizes(path):
    """Bytes of the code and of the weights of a compiled file."""
    with open(path, "rb") as file:
        trailer = struct.unpack("<4Q", file.read()[-88:-56])
    return trailer[1], trailer[3]


class Bits(unittest.TestCase):
    """Profiles give the bits of the model's own code, each of the models a few a day."""

    def check(self, name, number):
        feeds = []
        for seed in range(12):
            feed = feed_for(name, 1000 * number + seed)
            if profile_of(name, feed) not in [profile_of(name, known) for known in feeds]:
                feeds.append(feed)
        profiles, other = feeds[:3], feeds[3]
        options = dict(MODE, input_shape=input_shape(name))
        own = ascend_mlir.compile(build(name), jit_compile="false", **MODE)
        dims = ";".join(profile_of(name, feed) for feed in profiles)
        only = ascend_mlir.compile(build(name), dynamic_dims=dims, **options)
        hybrid = ascend_mlir.compile(build(name), dynamic_dims=dims, compile_hybrid_mode=1, jit_compile="false", **options)
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for model, file in ((only, "only.asc"), (hybrid, "hybrid.asc")):
                model.save(os.path.join(folder, file))
                files.append(ascend_mlir.load(os.path.join(folder, file)))
            for feed in profiles:
                want = own.run(feed)
                for model in (only, hybrid, *files):
                    same(self, model.run(feed), want, f"{name} {dims}")
            for model in (hybrid, files[1]):
                same(self, model.run(other), own.run(other), f"{name} other")
            for model in (only, files[0]):
                with self.assertRaisesRegex(ascend_mlir.AscendError, "was compiled for profiles, and none is .*: they are "):
                    model.run(other)


def add(name, number):
    setattr(Bits, f"test_{name}", lambda self: self.check(name, number))


for each_number in turns(7, range(len(MODELS)), 4):
    add(list(MODELS)[each_number], each_number)


class Kinds(unittest.TestCase):
    """What the numbers of each option stand for."""

    @classmethod
    def setUpClass(cls):
        cls.source = build("conv")
        cls.own = ascend_mlir.compile(cls.source, jit_compile="false", **MODE)

    def runs(self, shape, takes, **options):
        feed = {"x": np.random.default_rng(3).standard_normal(shape).astype(np.float32)}
        model = ascend_mlir.compile(self.source, **MODE, **options)
        if takes:
            return same(self, model.run(feed), self.own.run(feed), str(options))
        with self.assertRaisesRegex(ascend_mlir.AscendError, "none is 'x' " + str(list(shape)).replace(" ", "").replace("[", r"\[")):
            model.run(feed)

    def test_batches(self):
        options = {"input_shape": "x:-1,6,7,8", "dynamic_batch_size": "1,4,2,"}
        for batch, takes in ((1, True), (2, True), (4, True), (3, False)):
            self.runs((batch, 6, 7, 8), takes, **options)

    def test_images(self):
        options = {"input_shape": "x:2,6,-1,-1", "dynamic_image_size": "7,8;8,7;"}
        for size, takes in (((7, 8), True), ((8, 7), True), ((7, 7), False)):
            self.runs((2, 6, *size), takes, **options)

    def test_each_input_has_the_numbers(self):
        """All images have the size of a profile, and all batches its number."""
        inputs = {name: floats("n", 2, "h", "w") for name in "ab"}
        source = model_of([node("Add", "a b", "y")], inputs, {"y": (np.float32, None)}, opset=20, ir=9)
        for options, shape in (
            ({"input_shape": "a:-1,2,3,4;b:-1,2,3,4", "dynamic_batch_size": "5,7"}, (7, 2, 3, 4)),
            ({"input_shape": "a:1,2,-1,-1;b:1,2,-1,-1", "dynamic_image_size": "3,4;5,6"}, (1, 2, 5, 6)),
        ):
            model = ascend_mlir.compile(source, **options, **MODE)
            model.run({name: np.ones(shape, np.float32) for name in "ab"})
            self.assertEqual([(each.shapes, each.runs) for each in model.shapes][1], ({"a": shape, "b": shape}, 1))

    def test_dims_follow_input_shape(self):
        """Its order of inputs counts, not the model's."""
        a, b, c = np.ones((2, 1, 3), np.float32), np.ones((4, 1), np.float32), np.ones((4, 3), bool)
        shapes = {"a": "a:-1,1,3", "b": "b:-1,1", "c": "c:4,3"}
        for order, profile in (("abc", "2,4;3,4"), ("bac", "4,2;4,3"), ("cba", "4,2;4,3")):
            model = ascend_mlir.compile(build("broadcast"), input_shape=";".join(shapes[k] for k in order), dynamic_dims=profile, **MODE)
            model.run({"a": a, "b": b, "c": c})

    def test_dumps_and_guards_refuse_the_same(self):
        options = {"input_shape": "x:1,6,-1,-1", "dynamic_dims": "7,8;8,8"}
        with tempfile.TemporaryDirectory() as folder:
            for more in ({"guard": "end"}, {"guard": "begin"}, {"enable_dump": 1, "dump_path": folder, "dump_mode": "output"}):
                self.runs((1, 6, 7, 8), True, **options, **more)
                self.runs((1, 6, 9, 8), False, **options, **more)

    def test_bodies_beside_profiles(self):
        model = ascend_mlir.compile(self.source, input_shape="x:1,6,-1,-1", dynamic_dims="7,8;8,8", compile_hybrid_mode=1,
                                    jit_compile="true", **MODE)  # fmt: skip
        for size in (7, 9, 9):
            model.run({"x": np.ones((1, 6, size, 8), np.float32)})
        told = [(each.shapes["x"], each.state, each.runs) for each in model.shapes]
        self.assertEqual(told, [((1, 6, 9, 8), "has code", 2), ((1, 6, 7, 8), "profile", 1), ((1, 6, 8, 8), "profile", 0)])

    def test_runs_are_counted(self):
        """Of a model, of a file, and by ascend-run of both."""
        options = ["--input_shape=x:1,6,-1,-1", "--dynamic_dims=7,8;8,8"]
        with tempfile.TemporaryDirectory() as folder:
            onnx.save(build("conv"), folder + "/net.onnx")
            np.savez(folder + "/x.npz", x=np.ones((1, 6, 8, 8), np.float32))
            run("ascend-atc", "--model=net.onnx", *options, "--output=net", folder=folder)
            for name in ("net.onnx", "net.asc"):
                command = ["ascend-run", name, *(options if name == "net.onnx" else []), "--inputs=x.npz", "--repeat=2"]
                self.assertIn("info: the shapes [1,6,7,8]: 0 runs in the code of this profile\n"
                              "info: the shapes [1,6,8,8]: 3 runs in the code of this profile\n",
                              run(*command, "--log=info", folder=folder).stderr)  # fmt: skip
                self.assertNotIn("the shapes", run(*command, folder=folder).stderr)
            models = [ascend_mlir.load(folder + "/net.asc"),
                      ascend_mlir.compile(self.source, input_shape="x:1,6,-1,-1", dynamic_dims="7,8;8,8", **MODE)]  # fmt: skip
        for model in models:
            for size in (8, 7, 8):
                model.run({"x": np.ones((1, 6, size, 8), np.float32)})
            self.assertEqual([(each.shapes["x"], each.state, each.own_runs, each.runs) for each in model.shapes],
                             [((1, 6, 7, 8), "profile", 0, 1), ((1, 6, 8, 8), "profile", 0, 2)])  # fmt: skip

    def test_a_profile_that_the_model_refuses(self):
        with self.assertRaisesRegex(ascend_mlir.AscendError, "profile|extent|shape"):
            ascend_mlir.compile(build("broadcast"), input_shape="a:-1,1,-1;b:-1,1;c:-1,-1", dynamic_dims="1,2,3,3,2;1,2,3,4,2", **MODE)

    def test_random_inputs_have_the_largest(self):
        """As CANN takes it where nobody says which one."""
        with tempfile.TemporaryDirectory() as folder:
            onnx.save(build("conv"), folder + "/net.onnx")
            options = ["--input_shape=x:1,6,-1,-1", "--dynamic_dims=7,8;9,12;8,8"]
            for command in (["ascend-run", "net.onnx", *options, "--random", "--outputs=a.npz"],
                            ["ascend-atc", "--model=net.onnx", *options, "--output=net"],
                            ["ascend-run", "net.asc", "--random", "--outputs=b.npz"]):  # fmt: skip
                run(*command, folder=folder)
            own = ascend_mlir.compile(build("conv"), jit_compile="false")
            wanted = own.run({"x": np.ones((1, 6, 9, 12), np.float32)})
            for name in "ab":
                arrays = np.load(f"{folder}/{name}.npz")
                self.assertEqual({key: arrays[key].shape for key in arrays}, {key: value.shape for key, value in wanted.items()})

    def test_more_than_ten(self):
        many = ",".join(str(rows) for rows in range(5, 20))
        model = ascend_mlir.compile(models.unary("Relu", ["n", 8]), input_shape="x:-1,8", dynamic_batch_size=many, **MODE)
        with self.assertRaisesRegex(ascend_mlir.AscendError, r"'x' \[14,8\]; and 5 more"):
            model.run({"x": np.ones((4, 8), np.float32)})


class Hint(unittest.TestCase):
    """input_hint_shape: code for one shape beside that for all."""

    def compile(self, hint, **options):
        return ascend_mlir.compile(build("broadcast"), input_hint_shape=hint, **options, **MODE)

    @staticmethod
    def feed(p, q, r):
        return {"a": RANDOM.standard_normal((p, 1, q)).astype(np.float32), "b": np.ones((r, 1), np.float32), "c": np.ones((r, q), bool)}

    def test_bits(self):
        own = ascend_mlir.compile(build("broadcast"), jit_compile="false", **MODE)
        model = self.compile("0:[2,1,3]; 2 : [4, 3];1:[4,1];", jit_compile="true")
        with tempfile.TemporaryDirectory() as folder:
            model.save(folder + "/net.asc")
            loaded = ascend_mlir.load(folder + "/net.asc")
            for sizes in ((2, 3, 4), (2, 3, 5), (2, 3, 4)):
                feed = self.feed(*sizes)
                same(self, model.run(feed), own.run(feed), f"{sizes}")
                same(self, loaded.run(feed), own.run(feed), f"{sizes}, loaded")
        # What the hint gives has code already, and asks for none.
        self.assertEqual([(each.shapes["b"], each.state, each.runs) for each in model.shapes],
                         [((5, 1), "has code", 1), ((4, 1), "profile", 2)])  # fmt: skip

    def test_inputs_without_open_extents(self):
        shapes = "a:2,1,-1;b:4,1;c:4,-1"
        self.compile("0:[2,1,3];2:[4,3]", input_shape=shapes)
        self.compile("0:[2,1,3]", input_shape="a:2,1,3;b:4,1;c:4,3")
        self.refused("it gives no shape for input 2 'c', which has open extents", "0:[2,1,3]", input_shape=shapes)

    def refused(self, text, hint, **options):
        with self.assertRaises(ascend_mlir.ConfigurationError) as caught:
            self.compile(hint, **options)
        self.assertEqual(caught.exception.code, "E10014")
        self.assertIn(text, str(caught.exception))

    def test_errors(self):
        rest = ";1:[4,1];2:[4,3]"
        self.refused("there is no input 3: the model has 3", "0:[2,1,3];3:[4]" + rest)
        self.refused("input 0 stands in it twice", "0:[2,1,3];0:[2,1,3]" + rest)
        self.refused("input 0 'a' has 3 extents, and it gives 2", "0:[2,3]" + rest)
        self.refused("input 0 'a' cannot have the extent 2 at axis 1", "0:[2,2,3]" + rest)
        self.refused("'0' is no extent", "0:[0,1,3]" + rest)
        self.refused("'' is no extent", "0:[2,1,]" + rest)
        self.refused("has no list in brackets", "0:2,1,3" + rest)
        self.refused("It must be NUMBER:[D,D]", "a:[2,1,3]" + rest)
        self.refused("It must be NUMBER:[D,D]", "-1:[2,1,3]" + rest)

    def test_ranges(self):
        shapes = "a:1~4,1,3;b:4,1;c:4,3"
        for size in (1, 4):
            self.compile(f"0:[{size},1,3]", input_shape=shapes)
        self.refused("input 0 'a' cannot have the extent 5 at axis 0", "0:[5,1,3]", input_shape=shapes)

    def test_what_the_model_refuses(self):
        with self.assertRaisesRegex(ascend_mlir.AscendError, "4 and 5, both called 'r'"):
            self.compile("0:[2,1,3];1:[4,1];2:[5,3]")


class Files(unittest.TestCase):
    def test_what_is_shared(self):
        """Weights stand once, in the form that all of these profiles take."""
        with tempfile.TemporaryDirectory() as folder:
            def save(name, file, **options):
                path = os.path.join(folder, file)
                ascend_mlir.compile(build(name), **MODE, **options).save(path)
                return sizes(path)

            one = save("gemm", "one.asc", input_shape="x:40,16")
            four = save("gemm", "four.asc", input_shape="x:-1,16", dynamic_batch_size="40,41,42,43")
            self.assertEqual(four[1], one[1])

    def test_code_that_repeats_itself(self):
        """Kernels of ten widths take a good deal less than ten times the room, and give the same bits."""
        source = models.convolutions(1)
        source.graph.input[0].type.tensor_type.shape.dim[3].dim_param = "w"
        rest = tuple(each.dim_value for each in source.graph.input[0].type.tensor_type.shape.dim[:3])
        name = source.graph.input[0].name
        widths = range(24, 44, 2)
        with tempfile.TemporaryDirectory() as folder:
            def save(file, width, **options):
                path = os.path.join(folder, file)
                shape = f"{name}:{','.join(map(str, rest))},{width}"
                ascend_mlir.compile(source, input_shape=shape, **MODE, **options).save(path)
                return path

            one = save("one.asc", widths[0])
            ten = save("ten.asc", -1, dynamic_dims=";".join(map(str, widths)))
            self.assertLess(sizes(ten)[0], 2 * sizes(one)[0])
            own, loaded = ascend_mlir.compile(source, jit_compile="false", **MODE), ascend_mlir.load(ten)
            for width in widths:
                feed = {name: RANDOM.standard_normal((*rest, width)).astype(np.float32)}
                same(self, loaded.run(feed), own.run(feed), str(width))

    def test_external_weights(self):
        feed = feed_for("gemm", 1)
        rows = len(feed["x"])
        for kind in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "net.asc")
                model = ascend_mlir.compile(build("gemm"), input_shape="x:-1,16", dynamic_batch_size=f"{rows},{rows + 1}",
                                            external_weight=kind, **MODE)  # fmt: skip
                model.save(path)
                same(self, ascend_mlir.load(path).run(feed), model.run(feed), "external")


class Errors(unittest.TestCase):
    """CANN's codes, on both sides of each bound."""

    def compile(self, **options):
        return ascend_mlir.compile(build("conv"), **MODE, **options)

    def refused(self, code, **options):
        with self.assertRaises(ascend_mlir.AscendError) as caught:
            self.compile(**options)
        self.assertEqual(caught.exception.code, code, str(caught.exception))

    def test_numbers_of_profiles(self):
        self.refused("E10035", input_shape="x:1,6,-1,8", dynamic_dims="7")
        self.refused("E10036", input_shape="x:1,6,-1,8", dynamic_dims=";".join(str(h) for h in range(5, 106)))
        self.refused("E10037", input_shape="x:1,6,-1,-1", dynamic_dims="7,8;9")
        self.refused("E10038", input_shape="x:1,6,-1,8", dynamic_dims="0;9")
        self.refused("E10038", input_shape="x:1,6,-1,8", dynamic_dims=f"9;{2**31 + 1}")
        self.refused("E10039", input_shape="x:1,6,-1,8", dynamic_dims="7;9;7")
        self.compile(input_shape="x:1,6,-1,8", dynamic_dims="7;9")

    def test_a_hundred(self):
        source, sizes = models.unary("Relu", ["n", 16]), ",".join(str(n) for n in range(1, 101))
        model = ascend_mlir.compile(source, input_shape="x:-1,16", dynamic_batch_size=sizes, **MODE)
        self.assertEqual(model.run({"x": np.ones((100, 16), np.float32)})["y"].shape, (100, 16))

    def test_what_is_open(self):
        self.refused("E10004", dynamic_dims="7;9")
        self.refused("E10040", input_shape="x:1,6,1~8,8", dynamic_dims="7;9")
        self.refused("E10001", input_shape="x:1,6,7,8", dynamic_dims="7;9")
        self.refused("E10003", input_shape="x:1,6,-1,-1", dynamic_dims="7;9")
        self.refused("E10031", input_shape="x:1,6,7,8", dynamic_batch_size="7,9")
        self.refused("E10018", input_shape="x:-1,6,-1,8", dynamic_batch_size="7,9")
        self.refused("E10019", input_shape="x:-1,6,-1,8", dynamic_image_size="7,8;9,8")
        self.refused("E10019", input_shape="x:1,6,-1,8", dynamic_image_size="7,8;9,8")
        self.refused("E10019", input_shape="x:-1,6,-1,-1", dynamic_image_size="7,8;9,8")
        self.refused("E10020", input_shape="x:1,6,-1,-1", dynamic_image_size="7;9")

    def test_words_and_pairs(self):
        self.refused("E10001", input_shape="x:1,6,-1,8", dynamic_dims="seven;9")
        self.refused("E10003", input_shape="x:-1,6,8,8", dynamic_batch_size="7;9")
        self.refused("E10009", input_shape="x:-1,6,8,8", dynamic_batch_size="7,9", dynamic_dims="7;9")

    def test_all_extents_open(self):
        options = {"input_shape": "x:-1,6,8,8", "dynamic_batch_size": "7,9"}
        for name, yes, no in (("compile_dynamic_mode", "true", "false"), ("dynamic_input", "1", "0")):
            with self.assertRaisesRegex(ascend_mlir.AscendError, f"both parameters --{name} and --dynamic_batch_size simultaneously"):
                self.compile(**options, **{name: yes})
            self.compile(**options, **{name: no})


if __name__ == "__main__":
    unittest.main()
