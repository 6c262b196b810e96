# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Code for the shapes that come: when it is made, how far it reaches, and what stays of a model beside it."""

import contextlib
import itertools
import os
import random
import signal
import tempfile
import threading
import time
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
from interrupted import seconds_to_end
from onnx_models import floats, model_of
from open_models import LATE, OPTIONS, RANDOM, build, feed_for, node, same, settled, values
from sessions import session_of
from tools import run, wait_until

# Seconds that a person waits, at most; where others are at work the best of some tries counts.
SOON, TRIES = 0.3, 5


class When(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        cls.source = build("conv")
        cls.feed = feed_for("conv", 1)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        # The kernels of the own code are kept for the next test, as a body's would be: none has the height of another.
        cls.kept = {"op_compiler_cache_dir": folder.name}
        cls.heights = itertools.count(8)

    def long(self, convolutions=24, **options):
        """A model, and inputs for which nothing is kept: each convolution is a kernel of its own, a second or more in all."""
        source = models.convolutions(convolutions)
        source.graph.input[0].type.tensor_type.shape.dim[2].dim_param = "h"
        model = ascend_mlir.compile(source, **options, **self.kept)
        return model, np.ones([next(self.heights) if extent is None else extent for extent in model.inputs[0].shape], np.float32)

    def test_auto_is_the_default(self):
        model = ascend_mlir.compile(self.source)
        states = []
        for _ in range(3):
            model.run(self.feed)
            states.append(model.shapes[0][1:4])
            wait_until(lambda: settled(model))
        shapes, state, own_runs, runs, seconds, why, *_ = model.shapes[0]
        self.assertEqual(shapes, {"x": self.feed["x"].shape})
        self.assertEqual((state, own_runs, runs, why), ("has code", 2, 1, ""))
        self.assertGreater(seconds, 0)
        self.assertEqual(states[0], ("seen", 1, 0))
        self.assertEqual(states[2], ("has code", 2, 1))

    def test_the_last_one_comes_first(self):
        model = ascend_mlir.compile(self.source)
        feeds = [feed_for("conv", seed) for seed in (1, 2, 1)]
        for feed in feeds:
            model.run(feed)
        self.assertEqual([each.shapes["x"] for each in model.shapes], [feed["x"].shape for feed in feeds[:0:-1]])

    def test_static_models_and_files_have_none(self):
        static = ascend_mlir.compile(models.unary("Relu", [2, 3]), jit_compile="true")
        static.run(np.ones((2, 3), np.float32))
        self.assertEqual(static.shapes, [])
        with tempfile.TemporaryDirectory() as folder:
            ascend_mlir.compile(self.source, jit_compile="true").save(folder + "/net.asc")
            loaded = ascend_mlir.load(folder + "/net.asc")
            loaded.run(self.feed)
            self.assertEqual(loaded.shapes, [])

    def test_a_run_that_fails_fails_alike(self):
        for jit in ("true", "false"):
            with self.subTest(jit):
                model = ascend_mlir.compile(build("concat"), jit_compile=jit)
                with self.assertRaisesRegex(ascend_mlir.ModelError, "the run failed"):
                    model.run({"x": np.ones((1, 6, 1, 1), np.float32)})

    def test_what_the_model_refuses_is_told_once(self):
        with tempfile.TemporaryDirectory() as folder:
            onnx.save(models.unary("Relu", ["n", 4]), folder + "/net.onnx")
            np.savez(folder + "/x.npz", x=np.ones((9, 4), np.float32))
            done = run("ascend-run", "net.onnx", "--inputs=x.npz", "--input_shape=x:1~8,4", "--jit_compile=true", code=1, folder=folder)
        self.assertEqual([line for line in done.stderr.splitlines() if not line.startswith("note")],
                         ["error: the run failed: input 'x' at axis 0 has the extent 9, and the model was compiled for 1 to 8"])  # fmt: skip

    def test_what_has_no_elements_is_told_once(self):
        with tempfile.TemporaryDirectory() as folder:
            onnx.save(self.source, folder + "/net.onnx")
            np.savez(folder + "/x.npz", x=np.ones((0, 6, 7, 7), np.float32))
            done = run("ascend-run", "net.onnx", "--inputs=x.npz", "--jit_compile=true", "--repeat=3", folder=folder)
        told = [line for line in done.stderr.splitlines() if line.startswith("warning")]
        self.assertEqual(len(told), 1)
        self.assertRegex(told[0], "inputs of some shapes have no code of their own: its result has no elements for such inputs")

    def test_why_there_is_no_body(self):
        model = ascend_mlir.compile(self.source, jit_compile="true")
        model.run({"x": np.ones((0, 6, 7, 7), np.float32)})
        (known,) = model.shapes
        self.assertEqual((known.state, known.own_runs, known.runs), ("has none", 1, 0))
        self.assertIn("its result has no elements for such inputs", known.why)

    def test_the_report_and_the_file_wait(self):
        """What asks the module while a body is made gets its answer behind that."""
        model, x = self.long(6)
        for _ in range(2):
            model.run(x)
        self.assertEqual(model.shapes[0].state, "waits")
        self.assertIn("main", model.ir)
        wait_until(lambda: settled(model))

    def test_bodies_are_kept_on_disk(self):
        """The kernels of a body are compiled once, whoever has it."""
        with tempfile.TemporaryDirectory() as folder:

            def compiled():
                return ascend_mlir.compile(self.source, jit_compile="true", op_compiler_cache_dir=folder)

            def files():
                return {name: os.stat(f"{folder}/{name}").st_mtime for name in os.listdir(folder) if name.endswith(".o")}

            model = compiled()
            own = set(files())
            model.run(self.feed)
            kept = set(files())
            self.assertGreater(kept, own)
            for name in kept:
                os.utime(f"{folder}/{name}", (1, 1))
            compiled().run(self.feed)
            self.assertEqual(set(files()), kept)
            # What is taken from there is marked as used.
            self.assertGreater(min(files().values()), 1)

    def test_dumps_are_of_the_own_code(self):
        model = ascend_mlir.compile(self.source, jit_compile="true")
        with tempfile.TemporaryDirectory() as folder:
            dumped = model.run(self.feed, dump=folder + "/d")
            self.assertTrue(os.path.exists(folder + "/d/index.json"))
        same(self, model.run(self.feed), dumped, "dump")

    def test_what_is_kept_for_people_is_of_the_own_code(self):
        with tempfile.TemporaryDirectory() as folder:

            def kept():
                paths = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
                return {path: os.stat(path).st_mtime_ns for path in paths}

            model = ascend_mlir.compile(self.source, jit_compile="true", op_debug_level=3, debug_dir=folder)
            before = kept()
            self.assertTrue(before)
            model.run(self.feed)
            self.assertEqual(model.shapes[0].state, "has code")
            self.assertEqual(kept(), before)

    def test_ctrl_c_ends_what_waits_for_a_body(self):
        took = []
        while len(took) < TRIES and min(took, default=LATE) >= SOON:
            model, x = self.long(jit_compile="true")
            took.append(seconds_to_end(self, lambda: model.run(x), 0.2))
            model.close()
        self.assertLess(min(took), SOON, took)

    def test_close_ends_what_is_made(self):
        took = []
        while len(took) < TRIES and min(took, default=LATE) >= 1.0:
            model, x = self.long()
            for _ in range(2):
                model.run(x)
            start = time.perf_counter()
            model.close()
            took.append(time.perf_counter() - start)
        self.assertLess(min(took), 1.0, took)

    def test_many_threads(self):
        model = ascend_mlir.compile(self.source, jit_compile="auto")
        own = ascend_mlir.compile(self.source, jit_compile="false")
        feeds = [feed_for("conv", seed) for seed in range(6)]
        want = [own.run(feed)["y"].tobytes() for feed in feeds]
        wrong = []

        def work(seed):
            choose = random.Random(seed)
            for _ in range(40):
                i = choose.randrange(len(feeds))
                if model.run(feeds[i], threads=1)["y"].tobytes() != want[i]:
                    wrong.append(i)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(sum(each.runs + each.own_runs for each in model.shapes), 240)

    def test_children_of_a_fork(self):
        model = ascend_mlir.compile(self.source, jit_compile="true")
        want = model.run(self.feed)["y"].tobytes()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            good = model.run(self.feed)["y"].tobytes() == want
            model.run(feed_for("conv", 2))
            os._exit(0 if good and [each.runs for each in model.shapes] == [1, 2] else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class Reach(unittest.TestCase):
    """shape_generalization_mode: which code there is behind inputs of three shapes."""

    def codes(self, *heights, **options):
        model = ascend_mlir.compile(build("conv"), jit_compile="true", **options)
        own = ascend_mlir.compile(build("conv"), jit_compile="false")
        for height in heights:
            x = RANDOM.standard_normal((1, 6, height, 7)).astype(np.float32)
            same(self, model.run(x), own.run(x), f"{options} {height}")
        return {each.shapes["x"]: (each.own_runs, each.runs) for each in model.shapes}

    def test_strict(self):
        for options in ({}, {"shape_generalization_mode": "STRICT"}):
            self.assertEqual(self.codes(7, 8, 9, **options), {(1, 6, h, 7): (0, 1) for h in (7, 8, 9)})

    def test_adaptive(self):
        want = {(1, 6, 7, 7): (0, 2), (1, 6, None, 7): (0, 3)}
        self.assertEqual(self.codes(7, 7, 8, 9, 7, shape_generalization_mode="ADAPTIVE"), want)

    def test_no_elements(self):
        """The code that leaves an extent open takes 0 there, too."""
        model = ascend_mlir.compile(build("conv"), jit_compile="true", shape_generalization_mode="ADAPTIVE")
        for batch in (1, 2, 0):
            self.assertEqual(model.run(np.ones((batch, 6, 7, 7), np.float32))["y"].shape, (batch, 8, 7, 7))
        self.assertEqual([(each.shapes["x"], each.runs) for each in model.shapes], [((None, 6, 7, 7), 2), ((1, 6, 7, 7), 1)])

    def test_full(self):
        want = {(1, 6, 7, 7): (0, 2), (None, 6, None, None): (3, 0)}
        self.assertEqual(self.codes(7, 7, 8, 9, 7, shape_generalization_mode="FULL"), want)

    def test_ranges_hold(self):
        model = ascend_mlir.compile(build("conv"), jit_compile="true", shape_generalization_mode="ADAPTIVE", input_shape="x:1~4,6,-1,-1")
        for batch in (1, 2, 4):
            model.run(np.ones((batch, 6, 7, 7), np.float32))
        self.assertEqual(model.shapes[0].shapes, {"x": (None, 6, 7, 7)})
        for batch in (0, 5):
            with self.assertRaisesRegex(ascend_mlir.ModelError, f"axis 0 has the extent {batch}, and the model was compiled for 1 to 4"):
                model.run(np.ones((batch, 6, 7, 7), np.float32))

    def test_the_option_is_named(self):
        """Of the options that give shapes, the one whose shape does not fit."""
        for option, value in (("input_shape", "x:1,3"), ("input_shape_range", "x:[1,3]"), ("dynamic_inputs_shape_range", "getnext:[1,3]")):
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, f"--{option} does not fit input 'x'.*it gives 2 extents, the input has 4"):
                ascend_mlir.compile(build("conv"), **{option: value})

    def test_nothing_is_learnt_of_what_is_refused(self):
        """A run outside of a range changes nothing for the runs after it."""
        for mode in ("FULL", "ADAPTIVE", "STRICT"):
            with self.subTest(mode):
                model = ascend_mlir.compile(build("conv"), jit_compile="true", shape_generalization_mode=mode, input_shape="x:1~4,6,-1,-1")
                for batch in (4, 5, 0, 4):
                    with contextlib.nullcontext() if batch == 4 else self.assertRaises(ascend_mlir.ModelError):
                        model.run(np.ones((batch, 6, 7, 7), np.float32))
                known = [(each.shapes["x"], each.own_runs, each.runs) for each in model.shapes]
                self.assertEqual(known, [((4, 6, 7, 7), 0, 2)])

    def test_not_with_all_open(self):
        for all_open in ({"compile_dynamic_mode": "true"}, {"dynamic_input": "1"}):
            codes = self.codes(7, 8, shape_generalization_mode="FULL", **all_open)
            self.assertEqual(codes, {(1, 6, h, 7): (0, 1) for h in (7, 8)})


class NotEmpty(unittest.TestCase):
    """all_tensor_not_empty."""

    def test_both(self):
        some, none = np.ones((1, 6, 7, 7), np.float32), np.ones((0, 6, 7, 7), np.float32)
        want = None
        for jit in ("false", "true"):
            for promise in ("0", "1"):
                model = ascend_mlir.compile(build("conv"), jit_compile=jit, all_tensor_not_empty=promise)
                got = model.run(some)["y"].tobytes()
                self.assertEqual(got, want or got)
                want = got
                if promise == "0":
                    self.assertEqual(model.run(none)["y"].shape, (0, 8, 7, 7))
                    continue
                with self.assertRaisesRegex(ascend_mlir.ModelError, "input 'x' at axis 0 has the extent 0, and the model was compiled for 1 or more"):
                    model.run(none)


    def test_what_is_refused_is_told_once(self):
        with tempfile.TemporaryDirectory() as folder:
            onnx.save(build("conv"), folder + "/net.onnx")
            np.savez(folder + "/x.npz", x=np.ones((0, 6, 7, 7), np.float32))
            done = run("ascend-run", "net.onnx", "--inputs=x.npz", "--all_tensor_not_empty=1", "--jit_compile=true", code=1, folder=folder)
        self.assertIn("error: the run failed: input 'x' at axis 0 has the extent 0", done.stderr)
        self.assertNotIn("no code of their own", done.stderr)

    def test_nothing_is_learnt_of_what_is_refused(self):
        model = ascend_mlir.compile(build("conv"), jit_compile="true", shape_generalization_mode="FULL", all_tensor_not_empty="1")
        for batch in (1, 0, 1):
            with contextlib.nullcontext() if batch else self.assertRaises(ascend_mlir.ModelError):
                model.run(np.ones((batch, 6, 7, 7), np.float32))
        self.assertEqual([(each.shapes["x"], each.own_runs, each.runs) for each in model.shapes], [((1, 6, 7, 7), 0, 2)])


class Ranges(unittest.TestCase):
    """What a run may be given: the last extents that are taken, and the first that are not."""

    def expect(self, taken, refused, text, **options):
        for jit in ("false", "true"):
            model = ascend_mlir.compile(build("conv"), jit_compile=jit, **options)
            for shape in taken:
                self.assertEqual(model.run(np.ones(shape, np.float32))["y"].shape, (shape[0], 8, *shape[2:]))
            for shape in refused:
                with self.subTest(jit=jit, shape=shape), self.assertRaisesRegex(ascend_mlir.ModelError, text):
                    model.run(np.ones(shape, np.float32))
            # One that was refused does no harm.
            model.run(np.ones(taken[0], np.float32))

    def test_both_ends(self):
        self.expect(
            [(2, 6, 7, 7), (8, 6, 7, 7)], [(1, 6, 7, 7), (9, 6, 7, 7)],
            "input 'x' at axis 0 has the extent [19], and the model was compiled for 2 to 8", input_shape="x:2~8,6,-1,-1",
        )  # fmt: skip

    def test_one_end(self):
        self.expect(
            [(1, 6, 4, 7), (1, 6, 40, 7)], [(1, 6, 3, 7)],
            "input 'x' at axis 2 has the extent 3, and the model was compiled for 4 or more", input_shape="x:[-1,6,4~-1,-1]",
        )  # fmt: skip

    def test_older_spellings(self):
        text = "at axis 3 has the extent 9, and the model was compiled for 5 to 8"
        for options in (
            {"input_shape_range": "x:[-1,6,-1,5~8]"},
            {"dynamic_inputs_shape_range": "getnext:[-1 ,6, 1~-1, 5~8]"},
            {"input_shape": "x:-1,6,-1,5~8", "input_shape_range": "x:[-1,6,-1,9~9]"},
            {"input_shape": "x:-1,6,-1,5~8", "dynamic_inputs_shape_range": "getnext:[-1,6,-1,9~9]"},
        ):
            self.expect([(1, 6, 5, 8)], [(1, 6, 5, 9)], text, **options)

    def test_lists_without_an_input(self):
        text = "--dynamic_inputs_shape_range gives 2 shapes, and the model has 1 inputs"
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, text):
            ascend_mlir.compile(build("conv"), dynamic_inputs_shape_range="getnext:[-1,6,7,7],[1]")

    def test_bits(self):
        """Buffers that are planned for the largest extents hold the others, too."""
        for number, (name, shape) in enumerate({"conv": "x:1~40,6,1~40,1~40", "attention": "x:1~40,1~40,16", "lstm": "x:1~40,1~40,5"}.items()):
            own = ascend_mlir.compile(build(name), jit_compile="false", **OPTIONS[number])
            model = ascend_mlir.compile(build(name), jit_compile="false", input_shape=shape, **OPTIONS[number])
            for seed in range(6):
                feed = feed_for(name, seed)
                same(self, model.run(feed), own.run(feed), f"{name} {seed}")

    def test_ranges_of_what_the_model_knows(self):
        model = ascend_mlir.compile(build("conv"), input_shape="x:1,6~8,7,7")
        self.assertEqual(model.inputs[0].shape, (1, 6, 7, 7))
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "it gives 7~8 at axis 1, the model has 6"):
            ascend_mlir.compile(build("conv"), input_shape="x:1,7~8,7,7")

    def test_open_extents(self):
        static = models.unary("Relu", [2, 3])
        self.assertEqual(ascend_mlir.compile(static).inputs[0].shape, (2, 3))
        for options in ({"compile_dynamic_mode": "true"}, {"dynamic_input": "1"}):
            model = ascend_mlir.compile(static, **options)
            self.assertEqual(model.inputs[0].shape, (None, None))
            self.assertEqual(model.run(-np.ones((5, 7), np.float32))["y"].shape, (5, 7))
        for options in ({"compile_dynamic_mode": "false"}, {"dynamic_input": "0"}):
            self.assertEqual(ascend_mlir.compile(static, **options).inputs[0].shape, (2, 3))
        model = ascend_mlir.compile(static, compile_dynamic_mode="true", input_shape="x:4,-1")
        self.assertEqual(model.inputs[0].shape, (4, None))

    def test_scalars(self):
        model = ascend_mlir.compile(build("states"), input_shape={"x": (3, 16), "m": ()})
        self.assertEqual([info.shape for info in model.inputs], [(3, 16), ()])


class SmallPictures(unittest.TestCase):
    """Pictures of which a window sees the rim alone, against onnxruntime."""

    def test_against_onnxruntime(self):
        source = model_of([node("Conv", "x w", "y", pads=[1] * 4)], {"x": floats("n", 64, "h", "w")}, {"y": (np.float32, None)},
                          {"w": values(64, 64, 3, 3)}, opset=20, ir=9)  # fmt: skip
        peer = session_of(source.SerializeToString())
        for shape in [(1, 64, h, w) for h in (1, 2, 3) for w in (1, 2, 3)] + [(5, 64, 2, 1), (3, 64, 1, 2)]:
            x = RANDOM.standard_normal(shape).astype(np.float32)
            y = ascend_mlir.compile(source, input_shape={"x": shape}, reference=True).run(x)["y"]
            # Sums of 576 products, in another order: what they lose is below 576 halves of an ulp of their largest part.
            np.testing.assert_allclose(y, peer.run(None, {"x": x})[0], rtol=1e-4, atol=1e-4, err_msg=str(shape))


if __name__ == "__main__":
    unittest.main()
