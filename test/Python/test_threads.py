# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""One model in many threads, many models at once, and nothing that leaks."""

import concurrent.futures
import os
import signal
import threading
import time
import unittest

import ascend_mlir
import models
import numpy as np
import psutil

# Each compilation does all of its work: what could leak, and what runs beside it.
os.environ["ASCEND_MLIR_CACHE"] = "off"


class Threads(unittest.TestCase):
    def test_one_model_in_many_threads(self):
        proto, expected = models.perceptron()
        model = ascend_mlir.compile(proto, reference=True)

        def work(seed):
            x = np.random.default_rng(seed).standard_normal((4, 16)).astype(np.float32)
            y = model.run(x, threads=1 + seed % 2)["y"]
            np.testing.assert_allclose(y, expected(x), rtol=1e-5, atol=1e-5)

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(400)))

    def test_guarded_models_at_once(self):
        proto, _ = models.perceptron()
        x = np.random.default_rng(2).standard_normal((4, 16)).astype(np.float32)
        made = [ascend_mlir.compile(proto, reference=True, guard=guard) for guard in ("none", "end", "begin")]
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            results = pool.map(lambda i: made[i % 3].run(x, threads=1 + i % 2)["y"].tobytes(), range(60))
            self.assertEqual(len(set(results)), 1)

    def test_dump_and_run_at_once(self):
        import tempfile

        proto, expected = models.perceptron()
        model = ascend_mlir.compile(proto, reference=True)
        x = np.ones((4, 16), np.float32)
        want = model.run(x)["y"].tobytes()

        def work(number):
            with tempfile.TemporaryDirectory() as folder:
                y = model.run(x, dump=folder if number % 2 else None)
                return y["y"].tobytes(), number % 2 == 0 or os.path.exists(folder + "/index.json")

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(set(pool.map(work, range(40))), {(want, True)})

    def test_aicore_num_bounds_threads(self):
        import tempfile

        proto, expected = models.perceptron()
        x = np.ones((4, 16), np.float32)

        def workers(model, threads):
            """How many more threads the process has once the model has run."""
            before = psutil.Process().num_threads()
            np.testing.assert_allclose(model.run(x, threads=threads)["y"], expected(x), rtol=1e-5, atol=1e-5)
            return psutil.Process().num_threads() - before

        free = ascend_mlir.compile(proto, reference=True)
        self.assertEqual(workers(free, 5), 4)
        bound = ascend_mlir.compile(proto, reference=True, aicore_num=2)
        self.assertEqual(workers(bound, 5), 1)
        with tempfile.TemporaryDirectory() as folder:
            bound.save(folder + "/net.asc")
            with ascend_mlir.load(folder + "/net.asc") as loaded:
                self.assertEqual(workers(loaded, 3), 1)
        self.assertEqual(workers(ascend_mlir.compile(proto, reference=True, aicore_num=1), 5), 0)
        # The larger of the cores and the vector cores.
        for number, more in ("1|3", 2), ("3|1", 2), ("1|1", 0):
            self.assertEqual(workers(ascend_mlir.compile(proto, reference=True, aicore_num=number), 5), more)
        with self.assertRaises(ascend_mlir.ConfigurationError) as raised:
            ascend_mlir.compile(proto, aicore_num=25)
        self.assertEqual(raised.exception.code, "E20103")
        # The form of chips of which cores alone are given.
        ascend_mlir.compile(proto, soc_version="Ascend310P3", aicore_num="8|")
        for number, words in (("9|", r"range of \(0, 8\]"), ("8|8", r"range of \(0, 7\]"), ("|8", "such as 24")):
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, words) as raised:
                ascend_mlir.compile(proto, soc_version="Ascend310P3", aicore_num=number)
            self.assertEqual(raised.exception.code, "E20103")

    def test_compile_in_threads(self):
        def work(size):
            model = ascend_mlir.compile(models.unary("Relu", [size]))
            return model.run(-np.ones(size, np.float32))["y"].any()

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(set(pool.map(work, range(1, 9))), {False})

    def test_closing_during_a_run(self):
        proto, expected = models.perceptron(rows=2000)
        x = np.ones((2000, 16), np.float32)
        for _ in range(5):
            model = ascend_mlir.compile(proto, reference=True)
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                running = pool.submit(model.run, x)
                model.close()
                try:
                    np.testing.assert_allclose(running.result()["y"], expected(x), rtol=1e-5, atol=1e-5)
                except ascend_mlir.ConfigurationError as error:
                    self.assertIn("closed", str(error))

    def test_in_a_child_process(self):
        model = ascend_mlir.compile(models.unary("Relu", [3]), reference=True)
        model.run([[1, 2, 3]], threads=2)
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # a child that hangs dies of it
            status = 1
            try:
                with model:
                    same = model.run([[1, -1, 3]], threads=2)["y"].tolist() == [1, 0, 3]
                del model
                again = ascend_mlir.compile(models.unary("Neg", [1]), reference=True)
                status = 0 if same and again.run([[1]])["y"] == -1 else 2
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(model.run([[1, -1, 3]])["y"].tolist(), [1, 0, 3])

    def count_meanwhile(self, function):
        """How far this thread counts, a millisecond a step, until another one has
        called `function`."""
        done = threading.Event()
        worker = threading.Thread(target=lambda: (function(), done.set()))
        counted = 0
        worker.start()
        while not done.is_set():
            counted += 1
            time.sleep(0.001)
        worker.join()
        return counted

    def test_forks_while_others_run(self):
        """No lock of a run is taken in a child, in which its holder is not."""
        model = ascend_mlir.compile(models.unary("Relu", [3]), reference=True)
        done = threading.Event()

        def work():
            while not done.is_set():
                model.run([[-1, 0, 2]])

        others = [threading.Thread(target=work) for _ in range(3)]
        for other in others:
            other.start()
        try:
            for _ in range(100):
                child = os.fork()
                if child == 0:
                    signal.alarm(20)  # a hang is a failure too
                    os._exit(model.run([[-1, 0, 2]])["y"].tolist() != [0, 0, 2])
                self.assertEqual(os.waitpid(child, 0)[1], 0)
        finally:
            done.set()
            for other in others:
                other.join()

    def test_python_goes_on_meanwhile(self):
        proto, _ = models.perceptron(rows=600000)
        compiled = []
        # With Python's lock held it would be one or two at each call.
        compiling = lambda: compiled.append(ascend_mlir.compile(proto, precision_mode="force_fp16"))
        self.assertGreater(self.count_meanwhile(compiling), 4)
        x = np.ones((600000, 16), np.float32)
        running = lambda: [compiled[0].run(x, threads=1) for _ in range(5)]
        self.assertGreater(self.count_meanwhile(running), 30)


@unittest.skipIf("asan" in os.environ.get("LD_PRELOAD", ""), "AddressSanitizer keeps freed memory")
class Memory(unittest.TestCase):
    def growth(self, repeat, function):
        """How much the resident set grows, in MiB, when the first calls are over."""
        for _ in range(repeat // 4 + 1):
            function()
        process = psutil.Process()
        before = process.memory_info().rss
        for _ in range(repeat):
            function()
        return (process.memory_info().rss - before) / 2**20

    def test_1000_runs(self):
        model = ascend_mlir.compile(models.unary("Relu", [64, 1024]), reference=True)
        x = np.ones((64, 1024), np.float32)
        self.assertLess(self.growth(1000, lambda: model.run(x)), 8)

        def refused():
            with self.assertRaises(ascend_mlir.ModelError):
                model.run(x[:1])

        self.assertLess(self.growth(1000, refused), 8)

    def test_50_models(self):
        proto = models.unary("Relu", [3])
        # A model that stays would be more than 1 MiB.
        self.assertLess(self.growth(50, lambda: ascend_mlir.compile(proto, reference=True)), 20)

    def test_files_and_threads_are_given_back(self):
        process = psutil.Process()

        def use():
            model = ascend_mlir.compile(models.unary("Relu", [300]), reference=True)
            model.run(np.ones(300, np.float32), threads=2)
            model.close()

        use()
        before = process.num_fds(), process.num_threads()
        for _ in range(5):
            use()
        self.assertEqual((process.num_fds(), process.num_threads()), before)
        waiting = [ascend_mlir.compile(models.unary("Relu", [3])) for _ in range(5)]
        self.assertEqual((process.num_fds(), process.num_threads()), before)
        del waiting


if __name__ == "__main__":
    unittest.main()
