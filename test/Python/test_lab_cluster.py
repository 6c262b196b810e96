# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""compare, sweep and search on two real workers of dask.distributed give what one machine gives, bit
by bit, also where a worker is killed in the middle; what cannot work is one sentence."""

import gc
import importlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir import lab
from ascend_mlir.lab import cluster as clusters
from ascend_mlir.lab.comparison import Pair
from ascend_mlir.lab.data import Sample
from lab_case import LabCase
from onnx import TensorProto, helper

FP16 = {"precision_mode": "force_fp16"}
METRIC = """import os, time
def lowest(decided, reference):
    time.sleep(float(os.environ.get("ASCEND_TEST_SLEEP", "0")))
    return float(decided.min())
"""


def net():
    """Two outputs, a loop whose body is measured several times a run, and a sum that overflows."""
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["going"], ["still"]),
            helper.make_node("Mul", ["state", "half"], ["next"], name="halve"),
        ],
        "body",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            helper.make_tensor_value_info("going", TensorProto.BOOL, []),
            helper.make_tensor_value_info("state", TensorProto.FLOAT, [None, 300]),
        ],
        [
            helper.make_tensor_value_info("still", TensorProto.BOOL, []),
            helper.make_tensor_value_info("next", TensorProto.FLOAT, [None, 300]),
        ],
    )
    nodes = [
        helper.make_node("Exp", ["x"], ["e"], name="exp"),
        helper.make_node("Loop", ["times", "", "e"], ["l"], name="loop", body=body),
        helper.make_node("ReduceSum", ["e", "axes"], ["y"], name="sum"),
        helper.make_node("Sqrt", ["l"], ["z"], name="root"),
    ]
    constants = [
        ("axes", np.array([1], np.int64)), ("half", np.array(0.7, np.float32)), ("times", np.array(3, np.int64)),
    ]  # fmt: skip
    outputs = [("y", TensorProto.FLOAT, [None, 1]), ("z", TensorProto.FLOAT, [None, 300])]
    return models.model_of(nodes, [("x", TensorProto.FLOAT, [None, 300])], outputs, constants)


def raises_timeout():
    raise TimeoutError("a time-out of the call itself")


def samples(count, seed=0):
    """Of two shapes, so that there are two tables."""
    generator = np.random.default_rng(seed)
    return [{"x": generator.normal(size=(2 + i % 2, 300), scale=i / 8).astype(np.float32)} for i in range(count)]


class ClusterCase(LabCase):
    """A scheduler and two workers, each a process, which all classes share."""

    home, processes, workers = None, [], []

    @classmethod
    def setUpClass(cls):
        if not ClusterCase.home:
            ClusterCase.home = tempfile.TemporaryDirectory()
            unittest.addModuleCleanup(cls.stop)
            ClusterCase.address = cls.start_scheduler()
            cls.workers += [cls.start_worker() for _ in range(2)]
            cls.wait_for(2)

    @classmethod
    def start_scheduler(cls):
        file = pathlib.Path(cls.home.name) / "scheduler.json"
        cls.start("scheduler", "--host=127.0.0.1", "--port=0", "--no-dashboard", f"--scheduler-file={file}")
        for _ in range(600):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.1)
        return json.loads(file.read_text())["address"]

    @classmethod
    def start(cls, *arguments):
        environment = {
            **os.environ, "DASK_DISTRIBUTED__WORKER__DAEMON": "False", "OMP_NUM_THREADS": "1", "ASCEND_TEST_SLEEP": "0.02",
        }  # fmt: skip
        log = open(os.path.join(cls.home.name, "log"), "ab")
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments], env=environment, cwd=cls.home.name, stdout=log, stderr=log, start_new_session=True
        )
        log.close()
        cls.processes.append(process)
        return process

    @classmethod
    def start_worker(cls):
        return cls.start("worker", cls.address, "--nworkers=1", "--nthreads=1", "--no-nanny", "--no-dashboard")

    @classmethod
    def wait_for(cls, count):
        import distributed

        with distributed.Client(cls.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=120)

    @classmethod
    def stop(cls):
        for process in cls.processes:
            process.kill()
            process.wait()
        cls.home.cleanup()

    def setUp(self):
        super().setUp()
        self.path = self.folder / "net.onnx"
        onnx.save(net(), self.path)
        self.metric = self.folder / "metric.py"
        self.metric.write_text(METRIC)
        self.data = self.folder / "inputs.py"
        self.data.write_text("import numpy as np\n" + "def inputs():\n    return np.load('%s', allow_pickle=True)\n" % (self.folder / "x.npy"))
        np.save(self.folder / "x.npy", np.array(samples(24), object), allow_pickle=True)

    def both(self, *arguments):
        """What a command says here and on the cluster."""
        return self.lab(*arguments), self.lab(*arguments, f"--scheduler={self.address}")


class Same(ClusterCase):
    def test_compare(self):
        here, there = self.both(
            "compare", self.path, f"--data={self.data}", "--precision_mode=force_fp16", "--format=json",
            f"--metric={self.metric}:lowest", "--op=exp", "--top=4",
        )  # fmt: skip
        self.assertEqual(here, there)
        found = json.loads(there)
        self.assertEqual([len(table["inputs"]) for table in found["tables"]], [12, 12])
        self.assertTrue(any(row["metrics"]["lowest"] for row in found["tables"][0]["ops"] if row.get("metrics")))

    def test_compare_with_a_config_file(self):
        """The file is here alone."""
        keep = self.folder / "keep.cfg"
        keep.write_text("sum\n")
        here, there = self.both(
            "compare", self.path, f"--data={self.data}", "--precision_mode=force_fp16", f"--keep_dtype={keep}", "--format=csv"
        )
        self.assertEqual(here, there)
        found = lab.compare(self.path, samples(4), keep_dtype=["sum"], scheduler=self.address, **FP16)
        self.assertEqual(lab.records(found), lab.records(lab.compare(self.path, samples(4), keep_dtype=["sum"], **FP16)))

    def test_sweep(self):
        def settled(text):
            return [{key: value for key, value in row.items() if key != "cpu_ms"} for row in json.loads(text)["settings"]]

        here, there = self.both("sweep", self.path, f"--data={self.data}", "--format=json")
        self.assertEqual(settled(here), settled(there))

    def test_search(self):
        arguments = ("search", self.path, f"--data={self.data}", "--precision_mode=force_fp16", "--budget=relative<=1e-3")
        here, there = self.both(*arguments)
        self.assertEqual(here, there)
        self.assertIn("kept: ", there)
        self.assertIn("  exp (Exp)", there)

    def test_a_worker_dies(self):
        """Its calls are done again, and another one takes its place."""
        victim = self.workers.pop()
        wanted = self.lab("compare", self.path, f"--data={self.data}", "--precision_mode=force_fp16", "--format=json", f"--metric={self.metric}:lowest")
        done = []

        def kill():
            os.kill(victim.pid, signal.SIGKILL)
            done.append(True)

        # The metric takes the workers some hundred milliseconds an input.
        killer = threading.Timer(1.5, kill)
        killer.start()
        began = time.monotonic()
        got = self.lab(
            "compare", self.path, f"--data={self.data}", "--precision_mode=force_fp16", "--format=json",
            f"--metric={self.metric}:lowest", f"--scheduler={self.address}",
        )  # fmt: skip
        took = time.monotonic() - began
        killer.join()
        self.assertGreater(took, 1.5, "it was done before the worker died")
        self.assertEqual(got, wanted)
        self.assertEqual(victim.wait(), -signal.SIGKILL)
        self.workers.append(self.start_worker())
        self.wait_for(2)


class Refused(ClusterCase):
    def test_nobody_answers(self):
        with unittest.mock.patch.object(clusters, "_CONNECT", 0.5):
            for address in ("tcp://127.0.0.1:9", "nonsense", "http://127.0.0.1:9"):
                text = self.lab("compare", self.path, f"--scheduler={address}", code=2)
                self.assertIn(f"--scheduler={address}: nobody answers", text)
                left = [type(one) for one in gc.get_objects() if type(one).__name__ == "Client"]
                self.assertEqual(left, [], "where the collector finds it, another client may be starting: they hang")

    def test_not_installed(self):
        with unittest.mock.patch.dict(sys.modules, {"distributed": None}):
            self.assertIn("pip install 'ascend-mlir[cluster]'", self.lab("compare", self.path, "--scheduler=tcp://a:1", code=2))

    def test_what_one_machine_alone_does(self):
        np.savez(self.folder / "y.npz", y=np.zeros((1, 1), np.float32))
        for option in (f"--reference_outputs={self.folder / 'y.npz'}", "--format=cann"):
            text = self.lab("compare", self.path, "--limit=1", option, f"--scheduler={self.address}", code=2)
            self.assertIn("a cluster compares with our reference alone", text)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "by metrics from files"):
            lab.compare(self.path, scheduler=self.address, metrics={"m": lambda a, b: 0.0}, **FP16)

    def test_errors_of_workers(self):
        """They are those of this machine."""
        self.metric.write_text("def lowest(a, b):\n    raise ValueError('no')\n")
        here = self.lab("compare", self.path, f"--metric={self.metric}:lowest", code=2)
        self.assertEqual(self.lab("compare", self.path, f"--metric={self.metric}:lowest", f"--scheduler={self.address}", code=2), here)
        text = self.lab("compare", self.path, "--op=none", f"--scheduler={self.address}", code=2)
        self.assertIn("--op=none: no op of this name is compared", text)

    def test_workers_without_the_package(self):
        """An exception that is none of ours is one sentence, too."""
        with lab.cluster.Cluster(self.address) as cluster:
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "a worker failed: ModuleNotFoundError: No module"):
                next(cluster.map(importlib.import_module, [("no_such_module",)]))
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "a worker failed: FileNotFoundError"):
                next(cluster.map(os.stat, [("/no/such/file",)]))
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "a worker failed: TimeoutError"):
                next(cluster.map(raises_timeout, [()]))

    def test_another_model_there(self):
        """The workers look at the file when they first need it."""
        from ascend_mlir.lab.shipped import ship

        shipped = ship(str(self.path), FP16)
        self.assertEqual(shipped.options(), FP16)
        onnx.save(models.unary("Exp", [3]), self.path)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "another model as"):
            shipped.options()
        # So it is where only the weights beside it are others.
        onnx.save_model(net(), self.path, save_as_external_data=True, location="weights.bin", size_threshold=0)
        shipped = ship(str(self.path), FP16)
        self.assertEqual(shipped.options(), FP16)
        weights = self.path.with_name("weights.bin")
        weights.write_bytes(bytes(weights.stat().st_size))
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "another model as"):
            shipped.options()
        for file in weights, self.path:
            file.unlink()
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "cannot read the model"):
                shipped.options()

    def test_no_worker_is_left(self):
        with unittest.mock.patch.object(clusters, "_WAIT", 2.0):
            with lab.cluster.Cluster(self.address) as cluster:
                calls = cluster.map(time.sleep, [(60,)] * 2)
                killer = threading.Timer(1, lambda: [os.kill(worker.pid, signal.SIGKILL) for worker in self.workers])
                killer.start()
                with self.assertRaisesRegex(ascend_mlir.LimitError, "no worker is left"):
                    next(calls)
                killer.join()
        text = self.lab("compare", self.path, f"--scheduler={self.address}", code=2)
        self.assertIn("it has no workers", text)
        self.workers[:] = [self.start_worker() for _ in range(2)]
        self.wait_for(2)


class Waiting(unittest.TestCase):
    """A call that ends in the moment in which the wait for it does."""

    class Call:
        def __init__(self, *answers):
            self.answers = list(answers)

        def done(self):
            return len(self.answers) < 2

        def result(self, timeout):
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            if isinstance(answer, Exception):
                raise answer
            return answer

    def setUp(self):
        self.cluster = object.__new__(clusters.Cluster)
        self.cluster.address = "tcp://here:1"
        self.cluster._lib = unittest.mock.Mock(KilledWorker=MemoryError)
        self.cluster._client = unittest.mock.Mock(nthreads=lambda: {"worker": 1})

    def test_a_result_that_is_late(self):
        self.assertEqual(self.cluster._result(self.Call(TimeoutError(), 7)), 7)
        self.assertEqual(self.cluster._result(self.Call(TimeoutError(), TimeoutError(), 7)), 7)

    def test_a_call_that_took_too_long_itself(self):
        for call in (self.Call(TimeoutError("mine")), self.Call(TimeoutError(), TimeoutError("mine"))):
            with self.assertRaisesRegex(ascend_mlir.AscendError, "tcp://here:1: a worker failed: TimeoutError: mine"):
                self.cluster._result(call)


class States(LabCase):
    """Of ErrorTable: what a worker sends."""

    def test_states(self):
        path = str(self.folder / "net.onnx")
        onnx.save(net(), path)
        pair = Pair(path, FP16)

        def table():
            made = pair.table(None)
            self.assertTrue(made.watch("exp", 5))
            return made

        whole, merged = table(), table()
        for arrays in samples(40):
            flat = pair.flatten(Sample("", arrays))
            pair.run(flat, whole)
            part = table()
            pair.run(flat, part)
            self.assertTrue(merged.add_state(part.state()))
        self.assertEqual(merged.json(), whole.json())
        self.assertTrue(json.loads(whole.json())["roots"])
        state = part.state()
        for bad in (b"", state[:-1], state + b"\0", state[:40], b"x" * len(state), state[:19] + b"\xff" * (len(state) - 19)):
            self.assertFalse(merged.add_state(bad))
        self.assertEqual(merged.json(), whole.json(), "a bad state changed it")
        onnx.save(models.unary("Exp", [3]), path)
        self.assertFalse(Pair(path, FP16).table(None).add_state(state), "it is of another model")


if __name__ == "__main__":
    unittest.main()
