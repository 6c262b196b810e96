# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Inputs that run at the same time: the numbers, bit by bit, and their order are those of one after
the other."""

import threading
import time
import unittest

import ascend_mlir
import numpy as np
from ascend_mlir.lab import side_by_side
from ascend_mlir.lab.comparison import Pair, compare
from ascend_mlir.lab.data import Sample
from compare_case import FLOAT, INT64, CompareCase, chain, model_of
from onnx import helper

FP16 = {"precision_mode": "force_fp16"}


def rows():
    """Any number of them, of which some overflow float16; of so many elements that a tensor is measured in
    parts, and NonZero says other sizes."""
    nodes = [
        helper.make_node("Mul", ["x", "x"], ["square"], name="square"),
        helper.make_node("Exp", ["square"], ["e"], name="exp"),
        helper.make_node("Sub", ["e", "x"], ["y"], name="sub"),
        helper.make_node("Floor", ["y"], ["floor"], name="floor"),
        helper.make_node("NonZero", ["floor"], ["at"], name="at"),
    ]
    return model_of(nodes, [("x", FLOAT, ["n", 5000])], [("y", FLOAT, ["n", 5000]), ("at", INT64, [2, "k"])])


def inputs(count):
    random = np.random.default_rng(1)
    return [Sample(f"s{i}", {"x": random.normal(0, 1 + i, (1 + i % 3, 5000)).astype(np.float32) / 4}) for i in range(count)]


class Numbers(CompareCase):
    def test_bits_and_order(self):
        pair = Pair(self.save(rows()), FP16)
        samples = inputs(11)

        def tables(jobs):
            seen = []
            found = compare(pair, samples, watch=("exp", 5), jobs=jobs, when_ran=lambda ours, wanted: seen.append(ours[0].tobytes()))
            return [(table.shapes, table.samples, table.core.json(), table.agreements) for table in found], seen

        wanted = tables(1)
        self.assertEqual(len(wanted[0]), 3)
        self.assertEqual(len(set(wanted[1])), 11)
        for jobs in 2, 3, 16:
            self.assertEqual(tables(jobs), wanted, jobs)

    def test_what_visits_is_called_in_order(self):
        pair, seen = Pair(self.save(chain()), FP16), []
        samples = [Sample("", {"x": np.full((5, 7), i, np.float32)}) for i in range(6)]
        compare(pair, samples, jobs=4, visit=lambda op, output, ours, wanted: seen.append((op, float(wanted.flat[0]))))
        self.assertEqual([value for op, value in seen if op == "sum"], [i * i + i for i in range(6)])

    def test_taken_tables(self):
        path = self.save(chain())
        pair = Pair(path, FP16)
        table, later = pair.table(None), pair.table(None)
        empty = table.json()
        pair.run(pair.flatten(Sample("", {"x": np.full((5, 7), 0.3, np.float32)})), later)
        wanted = later.json()
        self.assertTrue(table.take(later))
        self.assertEqual((table.json(), later.json()), (wanted, empty))
        self.assertFalse(Pair(self.save(rows()), FP16).table(None).take(table), "it is of another model")
        self.assertEqual(table.json(), wanted)

    def test_command(self):
        path = self.save(rows())
        np.savez(self.folder / "x.npz", x=np.concatenate([sample.arrays["x"] for sample in inputs(9)]))
        arguments = [path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16", "--format=json"]
        wanted = self.lab(*arguments, "--jobs=1")
        self.assertEqual(self.lab(*arguments, "--jobs=3"), wanted)
        self.assertEqual(self.lab(*arguments), wanted)
        self.assertSays(self.lab(*arguments, "--jobs=0", code=2), "--jobs=0 is not at least 1")

    def test_errors(self):
        """Of the first input that has one; nothing comes behind it."""
        pair, ran = Pair(self.save(chain()), FP16), []
        samples = [Sample("", {"x": np.ones((5, 7), np.float32)}) for _ in range(9)]
        samples[4] = Sample("", {"x": np.ones((5, 7, 1), np.float32)})
        with self.assertRaises(ascend_mlir.AscendError):
            compare(pair, samples, jobs=3, when_ran=lambda ours, wanted: ran.append(1))
        self.assertEqual(len(ran), 4)


class InOrder(unittest.TestCase):
    """Of map_in_order."""

    def test_order_and_look_ahead(self):
        taken, running, most, lock = 0, 0, 0, threading.Lock()

        def items():
            nonlocal taken
            for taken in range(1, 21):
                yield taken

        def work(item):
            nonlocal running, most
            with lock:
                running += 1
                most = max(most, running)
            # The later of two is done first.
            time.sleep(0.02 if item % 2 else 0.001)
            with lock:
                running -= 1
            return -item

        for number, result in enumerate(side_by_side.map_in_order(work, items(), 3), 1):
            self.assertEqual(result, -number)
            self.assertLessEqual(taken, number + 3)
        self.assertEqual((number, most), (20, 3))

    def test_an_error_ends_it(self):
        begun = []

        def work(item):
            begun.append(item)
            return 1 / (item - 2)

        results = side_by_side.map_in_order(work, range(100), 2)
        self.assertEqual([next(results), next(results)], [-0.5, -1])
        with self.assertRaises(ZeroDivisionError):
            next(results)
        self.assertLess(len(begun), 8)

    def test_who_stops_listening_ends_it(self):
        results = side_by_side.map_in_order(lambda item: item, range(10**9), 2)
        self.assertEqual(next(results), 0)
        results.close()


if __name__ == "__main__":
    unittest.main()
