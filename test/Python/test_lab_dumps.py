# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab dump and compare --format=cann: CANN's own msaccucmp reads our dumps and gets the
numbers of our CSV; a dump is made whole or not at all."""

import csv
import errno
import io
import json
import os
import unittest
import unittest.mock

import models
import numpy as np
from ascend_mlir.lab import dump_proto
from ascend_mlir.lab.cann_csv import COLUMNS
from ascend_mlir.lab.dump_file import read_array, read_outputs
from ascend_mlir.lab.dump_names import DumpName, Namer, golden_name, parse_golden, parse_name
from ascend_mlir.lab.private_formats import to_original
from dumps import BOOL, FLOAT, FORMATS, FRACTAL_NZ, FRACTAL_Z, INT64, NC1HWC0, NDC1HWC0, Case, blocked, dumped, header, node
from onnx import TensorProto, helper
from sampling import turns


class Oracle(Case):
    def check(self, arguments, name="dumps"):
        """All cells but the last, which is in our own words; returns our rows."""
        for file in self.folder.glob("msaccucmp/*"):
            file.unlink()
        theirs = self.compared(self.dump(arguments, name), "-overflow_detection", "-r", "1,-1,1")
        ours = list(csv.reader(io.StringIO(self.lab("compare", *arguments, "--format=cann"))))
        self.assertEqual(ours[0], theirs[0])
        self.assertEqual(ours[0], COLUMNS)
        self.assertEqual([row[3] for row in ours], [row[3] for row in theirs])
        first = COLUMNS.index("OverFlow") + 1
        for own, other in zip(ours[1:], theirs[1:]):
            self.assertEqual(own[:first], other[:first])
            for name, a, b in zip(COLUMNS[first:-1], own[first:], other[first:]):
                if name == "StandardDeviation" or "NaN" in (a, b):
                    self.assertEqual(a, b, (own[3], name))
                else:
                    np.testing.assert_allclose(float(a), float(b), rtol=1e-6, atol=1e-6, err_msg=f"{own[3]} {name}")
            self.assertTrue(own[-1] or own[first] != "NaN", own)
        return [dict(zip(COLUMNS, row)) for row in ours[1:]]

    def test_network(self):
        rows = self.check(self.network())
        by_tensor = {row["TensorIndex"]: row for row in rows}
        for name in "net/split:output:0", "net/split:output:1", "net/fc:output:0", "net/scalar:output:0":
            self.assertNotEqual(by_tensor[name]["MaxAbsoluteError"], "NaN", name)
        overflow = by_tensor["net/overflows:output:0"]
        self.assertEqual((overflow["OverFlow"], overflow["MaxAbsoluteError"]), ("YES", "inf"))
        self.assertEqual(by_tensor["net/fc:output:0"]["OverFlow"], "NO")
        self.assertEqual(by_tensor["net/greater:output:0"]["DataType"], "bool")
        self.assertEqual(by_tensor["net/greater:output:0"]["MaxAbsoluteError"], "NaN")
        # An op without a dump; a cast that the decision put in.
        self.assertIn("net/turn", [row["NPUDump"] for row in rows if row["TensorIndex"] == "NaN"])
        casts = [row for row in rows if row["OpType"] == "Cast" and row["MaxAbsoluteError"] != "NaN"]
        self.assertGreaterEqual(len(casts), 2)
        self.assertGreater(max(float(row["MaxAbsoluteError"]) for row in casts), 0)

    def test_one_op_for_two_nodes(self):
        """The normalization goes into the convolution on this chip."""
        rows = self.check([*self.network(), "--soc_version=Ascend910A"])
        (fused,) = (row for row in rows if row["GroundTruth"] == "net/conv,net/bn")
        self.assertGreater(float(fused["MaxAbsoluteError"]), 0)
        golden = {file.name.split(".")[0] for file in (self.folder / "dumps" / "reference").iterdir()}
        self.assertEqual({"net_conv", "net_bn"} & golden, {"net_bn"})

    def test_modes(self):
        *model, _ = self.network()
        for mode in turns(0, ["allow_mix_precision", "allow_fp32_to_bf16", "must_keep_origin_dtype"], 2):
            with self.subTest(mode=mode):
                self.check([*model, f"--precision_mode={mode}"], mode)

    def test_branches(self):
        """What is in a branch has no dump."""
        branches = [
            helper.make_graph([node(type, "r", name, name)], name, [], [helper.make_tensor_value_info(name, FLOAT, [2, 3])])
            for type, name in (("Exp", "then"), ("Neg", "other"))
        ]
        nodes = [
            node("Relu", "x", "r", "relu"),
            node("If", "flag", "i", "if", then_branch=branches[0], else_branch=branches[1]),
            node("Tanh", "i", "y", "tanh"),
        ]
        model = models.model_of(nodes, [("x", FLOAT, [2, 3]), ("flag", BOOL, [])], [("y", FLOAT, [2, 3])])
        arguments = self.save(model, x=np.linspace(0.1, 2, 6, dtype=np.float32).reshape(2, 3), flag=np.array(True))
        rows = {row["NPUDump"]: row for row in self.check(arguments)}
        self.assertEqual(rows["then"]["TensorIndex"], "NaN")
        self.assertEqual((rows["if"]["GroundTruth"], rows["if"]["CosineSimilarity"]), ("if", "1.000000"))
        self.assertGreater(float(rows["tanh"]["MaxAbsoluteError"]), 0)

    def test_other_shapes(self):
        """In float16 one element is no zero less."""
        model = models.model_of([node("NonZero", "x", "y", "where")], [("x", FLOAT, [1, 4])], [("y", INT64, [2, None])])
        rows = self.check(self.save(model, x=np.array([[1, 1e-9, 0, 2]], np.float32)))
        (where,) = (row for row in rows if row["NPUDump"] == "where")
        self.assertEqual((where["Shape"], where["MaxAbsoluteError"]), ("[2,2]", "NaN"))
        self.assertIn("its shape is not the reference's, [2, 3]", where["CompareFailReason"])

    def test_cast_of_the_model(self):
        """msaccucmp looks for what a Cast casts; we compare it with what it should give."""
        nodes = [node("Mul", "x x", "s", "mul"), node("Cast", "s", "c", "cast", to=TensorProto.INT32), node("Neg", "c", "y", "neg")]
        model = models.model_of(nodes, [("x", FLOAT, [2, 3])], [("y", TensorProto.INT32, [2, 3])])
        arguments = self.save(model, x=np.full((2, 3), 30.5, np.float32))
        theirs = self.compared(self.dump(arguments), "-overflow_detection", "-r", "1,-1,1")
        ours = list(csv.reader(io.StringIO(self.lab("compare", *arguments, "--format=cann"))))
        at = COLUMNS.index("MaxAbsoluteError")
        self.assertEqual([row[at] for row in theirs if row[3] == "cast"], ["NaN"])
        self.assertEqual([row[at] for row in ours if row[3] == "cast"], ["0.000000"])

    def test_input_and_op_of_one_name(self):
        """The op keeps it, also where its input is cast."""
        arguments = self.squares(add="x")
        rows = self.check(arguments)
        self.assertEqual([row["NPUDump"] for row in rows], ["x_input", "x/Cast_float16", "mul/Square", "x"])
        self.assertEqual(rows[1]["DataType"], "float32")

    def test_long_names(self):
        """In mapping.csv of both folders."""
        arguments = self.squares(mul="net/" + "m" * 260)
        self.check(arguments)
        for folder, ending in ("decided", ""), ("reference", ".npy"):
            rows = list(csv.reader(io.StringIO((self.folder / "dumps" / folder / "mapping.csv").read_text())))
            self.assertEqual(len(rows), 1)
            self.assertTrue((self.folder / "dumps" / folder / rows[0][0]).is_file())
            self.assertTrue(rows[0][0].removesuffix(ending).isdigit())
            self.assertIn("m" * 260, rows[0][1])

    def test_private_formats(self):
        """msaccucmp convert gives what we read; it leaves the fill of NC1HWC0 in."""
        random = np.random.default_rng(4)
        for number, (format, shape, word) in enumerate(
            (
                (NC1HWC0, (2, 19, 3, 5), "NCHW"),
                (FRACTAL_NZ, (33, 20), "ND"),
                (FRACTAL_NZ, (3, 16, 17), "ND"),
                (FRACTAL_Z, (18, 20, 3, 2), "NCHW"),
                (NDC1HWC0, (2, 5, 3, 2, 4), "NCDHW"),
            )
        ):
            with self.subTest(format=FORMATS[format], shape=shape):
                array = random.standard_normal(shape).astype(np.float16)
                # NDC1HWC0 of NCDHW: blocked along C, D before it.
                whole = blocked(array, format)
                if format == NDC1HWC0:
                    whole = np.stack([blocked(array[:, :, d], NC1HWC0) for d in range(shape[2])], 1)
                file = self.folder / f"Op.n{number}.1.0.1000000000000000"
                file.write_bytes(dumped(header([(whole, format, shape)]), whole.tobytes()))
                (tensor,) = read_outputs(file)
                ours = to_original(read_array(file, tensor), tensor.format, tensor.original_shape)
                np.testing.assert_array_equal(ours, array)
                result = self.oracle("convert", "-d", file, "-f", word)
                (made,) = result.glob(f"*.n{number}.*.npy")
                theirs = np.load(made)
                np.testing.assert_array_equal(theirs[tuple(map(slice, shape))], ours)


class Dump(Case):
    def test_same_files(self):
        """Twice the same bytes; another time in the names alone; another input in the bytes."""
        *_, mode = arguments = self.squares()
        x = np.stack([np.full((2, 3), i + 1.5, np.float32) for i in range(3)]).reshape(6, 3)
        np.savez(self.folder / "in.npz", x=x)

        def content(folder):
            return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

        first, second = (content(self.dump(arguments, name)) for name in "ab")
        self.assertEqual(first, second)
        self.assertEqual(len(first), 7)
        timed = content(self.dump(arguments, "c", "--time=1700000000123456"))
        self.assertIn("reference/mul.0.1700000000123456.npy", timed)
        third = self.dump(arguments, "d", "--index=2")
        np.testing.assert_array_equal(np.load(third / "reference" / "mul.0.1000000000000000.npy"), np.full((2, 3), 3.5**2))

    def test_arrays(self):
        """What numpy gives: the decided values in float16, the reference's in float32."""
        arguments = self.squares()
        folder = self.dump(arguments)
        x = np.load(self.folder / "in.npz")["x"]
        (file,) = (folder / "decided").glob("Square.mul_Square.*")
        (tensor,) = read_outputs(file)
        half = x.astype(np.float16)
        np.testing.assert_array_equal(read_array(file, tensor), half * half)
        np.testing.assert_array_equal(np.load(folder / "reference" / "add.0.1000000000000000.npy"), x * x + x)
        graph = json.loads((folder / "graph.json").read_text())["graph"][0]["op"]
        self.assertEqual([op["name"] for op in graph], ["x", "x/Cast_float16", "mul/Square", "add"])
        self.assertEqual(graph[1]["input"], ["x:0"])
        self.assertEqual(graph[2]["output_desc"][0]["dtype"], "DT_FLOAT16")
        self.assertEqual(graph[2]["output_desc"][0]["shape"], {"dim": [2, 3]})

    def test_its_graph_is_no_decision(self):
        """It is in ATC's form, of another thing, and verify says so."""
        arguments = self.squares()
        graph = self.dump(arguments) / "graph.json"
        said = self.lab("verify", arguments[0], f"--atc_json={graph}", code=2)
        self.assertIn(f"--atc_json={graph} was written by ascend-lab dump: it has names for a comparison of values", said)

    def test_names_that_collide(self):
        """In files a/b and a_b are one: the second is left out, and that is said."""
        arguments = self.squares(mul="a/b", add="a_b_Square")
        _, err = self.said("dump", *arguments, f"--to={self.folder}/d")
        self.assertIn("left out: 1 op with the names of others in files: a_b_Square", err)

    def test_refusals(self):
        arguments = self.squares()
        full = self.folder / "full"
        full.mkdir()
        (full / "file").write_text("x")
        (self.folder / "empty").mkdir()
        os.symlink(self.folder / "empty", self.folder / "link")
        for more, text in (
            ([f"--to={full}"], "is there, and is no empty folder"),
            ([f"--to={self.folder}/in.npz"], "is there, and is no empty folder"),
            ([f"--to={self.folder}/no/such"], "there is no folder"),
            ([f"--to={self.folder}/d", "--index=1"], "--data does not have that many inputs"),
            ([f"--to={self.folder}/d", "--index=-1"], "is negative"),
            ([f"--to={self.folder}/d", "--time=-1"], "does not have 16 digits"),
            ([f"--to={self.folder}/d", "--limit=0"], "is not at least 1"),
            ([f"--to={self.folder}/d", "--reference"], "leaves nothing to be compared"),
        ):
            with self.subTest(more=more):
                self.assertIn(text, self.lab("dump", *arguments, *more, code=2))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["empty", "full", "in.npz", "link", "net.onnx"])
        # A link leads to the folder, which is then made whole.
        self.lab("dump", *arguments, f"--to={self.folder}/link")
        self.assertTrue((self.folder / "empty" / "graph.json").is_file())
        self.assertTrue((self.folder / "link").is_symlink())

    def test_without_protobuf(self):
        arguments = self.squares()
        dump_proto._message_class.cache_clear()
        self.addCleanup(dump_proto._message_class.cache_clear)
        with unittest.mock.patch("ascend_mlir.lab.dump_proto.import_module", side_effect=ImportError):
            said = self.lab("dump", *arguments, f"--to={self.folder}/d", code=2)
        self.assertIn("by protobuf, which is not installed", said)

    def test_nothing_is_left_of_what_fails(self):
        arguments = self.squares()
        full = OSError(errno.ENOSPC, "No space left on device")
        with unittest.mock.patch("ascend_mlir.lab.commands.dump.dump_bytes", side_effect=full):
            self.assertIn("No space left on device", self.lab("dump", *arguments, f"--to={self.folder}/d", code=2))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["in.npz", "net.onnx"])


class Names(unittest.TestCase):
    def test_of_a_device(self):
        """The three forms; what is none of them."""
        self.assertEqual(parse_name("Conv2D.net_conv.12.1700000000000000"), DumpName("net_conv", 1700000000000000, False))
        self.assertEqual(parse_name("Conv2D.net_conv.12.3.1700000000000000"), DumpName("net_conv", 1700000000000000, False))
        self.assertEqual(parse_name("Conv2D.c.12.3.1700000000000000.0.1.2.3"), DumpName("c", 1700000000000000, False))
        self.assertEqual(parse_name("Conv2D.c.12.3.1700000000000000.4.1.2.3"), DumpName("c", 1700000000000000, True))
        for name in "", "a.b.c", "a..1.2", "a.b.1.x", "a.b.1.2.3.npy", "a.b.1.2.3.4", "mapping.csv", "a.b.1." + "9" * 21, "a.b.1.²":
            self.assertIsNone(parse_name(name), name)

    def test_of_golden_files(self):
        self.assertEqual(parse_golden("a_b.2.1700000000000000.npy"), ("a_b", 2, 1700000000000000))
        self.assertEqual(parse_golden("a.b.c.0.1.npy"), ("a_b_c", 0, 1))
        self.assertEqual(golden_name("net/a.b", 3, 7), "net_a_b.3.0000000000000007.npy")
        for name in "", "a.npy", "a.0.npy", "a.0.x.npy", ".0.1.npy", "a.0.1.npz", "a.²." + "1.npy", "a." + "1" * 10 + ".1.npy":
            self.assertIsNone(parse_golden(name), name)

    def test_of_long_files(self):
        namer = Namer()
        self.assertEqual(namer("a.0.1.npy"), "a.0.1.npy")
        self.assertIsNone(namer.mapping())
        short = namer("é" * 130 + ".0.1.npy")
        self.assertTrue(short.removesuffix(".npy").isdigit())
        self.assertEqual(namer.mapping(), f"{short},{'é' * 130}.0.1.npy\n")


if __name__ == "__main__":
    unittest.main()
