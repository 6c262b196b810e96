# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""compare --npu_dump and --reference_dump: a device's dump comes back from private formats and has
the errors that were put into it; golden files have numpy's; what is damaged is refused."""

import csv
import io
import json
import struct
import unittest

import models
import numpy as np
import onnx
from ascend_mlir.lab.dump_file import read_array, read_outputs
from ascend_mlir.lab.private_formats import NotConverted, to_original
from dumps import FRACTAL_NZ, FRACTAL_Z, NC1HWC0, ND, Case, blocked, dumped, header


class Device(Case):
    """A device's dump is ours with a known noise, in a device's folders, names and formats."""

    def device(self, arguments, noise, format=None):
        dumps = self.dump(arguments, "own")
        folder = self.folder / "npu" / "20260101120000" / "0" / "net" / "1" / "0"
        folder.mkdir(parents=True)
        truth = {}
        for file in (dumps / "decided").iterdir():
            (tensor, *rest) = read_outputs(file)
            self.assertFalse(rest)
            array = read_array(file, tensor)
            name = file.name.split(".")[1]
            changed = (array + noise.get(name, 0)).astype(array.dtype)
            truth[name] = array, changed
            whole = blocked(changed, format) if format and array.ndim == 4 and name in noise else changed
            message = header([(whole, format if whole is not changed else ND, changed.shape)], inputs=[5])
            data = b"input" + whole.tobytes() + b"\0" * 7
            message.output[0].size += 7
            (folder / file.name).write_bytes(dumped(message, data))
        return dumps, truth

    def json(self, arguments, dumps, *more):
        return json.loads(
            self.lab(
                "compare", *arguments, f"--npu_dump={self.folder}/npu", f"--atc_json={dumps}/graph.json", "--format=json", *more
            )
        )

    def test_three_errors(self):
        arguments = self.squares()
        dumps, truth = self.device(arguments, {"mul_Square": np.float16(0.25), "add": np.float16(-0.5)})
        report = self.json(arguments, dumps)
        (shapes,) = report["tables"]
        rows = {row["op"]: row for row in shapes["ops"]}
        x = np.load(self.folder / "in.npz")["x"]
        for name, reference in ("mul/Square", x * x), ("add", x * x + x):
            ours, npu = (array.astype(np.float64) for array in truth[name.replace("/", "_")])
            said = rows[name]["npu"]
            for key, other in ("against_reference", reference.astype(np.float64)), ("against_ours", ours):
                errors = np.abs(npu - other)
                self.assertEqual(said[key]["max"], errors.max())
                np.testing.assert_allclose(said[key]["relative"], np.linalg.norm(errors) / np.linalg.norm(other), rtol=1e-12)
                cosine = (npu * other).sum() / np.linalg.norm(npu) / np.linalg.norm(other)
                np.testing.assert_allclose(said[key]["cosine"], cosine, rtol=1e-12)
            explained = 1 - ((npu - ours) ** 2).sum() / ((npu - reference) ** 2).sum()
            np.testing.assert_allclose(said["explained"], explained, rtol=1e-9)
        self.assertEqual(report["npu_dump"]["outputs_read"], ["add"])
        self.assertEqual(report["npu_dump"]["explained"], rows["add"]["npu"]["explained"])
        self.assertEqual(report["npu_dump"]["not_compared"], [])
        text = self.lab("compare", *arguments, f"--npu_dump={self.folder}/npu", f"--atc_json={dumps}/graph.json")
        self.assertIn("of the NPU's error at the outputs (add)", " ".join(text.split()))
        for heading in "NPU-ref", "ours-ref", "NPU-ours", "explained%":
            self.assertIn(heading, text)
        rows = list(csv.DictReader(io.StringIO(self.lab(
            "compare", *arguments, f"--npu_dump={self.folder}/npu", f"--atc_json={dumps}/graph.json", "--format=csv"
        ))))  # fmt: skip
        self.assertEqual(float(rows[1]["npu.against_ours.max"]), 0.25)

    def test_what_is_lost_on_the_device_alone(self):
        arguments = self.squares()
        dumps, _ = self.device(arguments, {"add": np.float32(np.inf)})
        text = self.lab("compare", *arguments, f"--npu_dump={self.folder}/npu", f"--atc_json={dumps}/graph.json")
        self.assertRegex(" ".join(text.split()), r"; [1-9]\d* of their elements are Inf or NaN on the NPU and finite in ours")

    def test_outputs_behind_a_cast(self):
        """Of the cast to the output's dtype a device has no dump of that name."""
        arguments = [*self.squares()[:-1], "--precision_mode=must_keep_origin_dtype", "--output_type=FP16"]
        dumps, _ = self.device(arguments, {"add": np.float32(0.5)})
        for file in self.folder.glob("npu/**/Cast.*"):
            file.unlink()
        report = self.json(arguments, dumps)
        self.assertEqual([row["op"] for row in report["tables"][0]["ops"] if "npu" not in row], ["add:0/Cast_float16"])
        self.assertEqual(report["npu_dump"]["outputs_read"], ["add"])
        self.assertEqual(report["npu_dump"]["explained"], 0)

    def test_ours_is_the_device(self):
        arguments = self.squares()
        dumps, _ = self.device(arguments, {})
        report = self.json(arguments, dumps)
        self.assertEqual(report["npu_dump"]["explained"], 1)
        self.assertEqual({row["npu"]["against_ours"]["max"] for row in report["tables"][0]["ops"]}, {0})

    def test_fusions_and_private_formats(self):
        """The device fused more: an op with the name of the convolution has the values of the last
        node, as NC1HWC0. Another is its own. What has no dump keeps its row."""
        arguments = self.network()
        noise = np.linspace(-1, 1, 6 * 36).reshape(1, 6, 6, 6).astype(np.float16)
        dumps = self.dump(arguments, "own")
        folder = self.folder / "npu"
        folder.mkdir()
        (file,) = (dumps / "decided").glob("*.net_relu_1.*")
        (tensor,) = read_outputs(file)
        ours = read_array(file, tensor)
        npu = ours + noise
        whole = blocked(npu, NC1HWC0)
        (folder / "Conv2D.net_conv.7.3.1700000000000001").write_bytes(
            dumped(header([(whole, NC1HWC0, npu.shape)]), whole.tobytes())
        )
        (folder / "Conv2D.net_conv.7.3.1600000000000001").write_bytes(b"older, and not read")
        (folder / "TransData.trans_TransData_0.8.3.1700000000000001").write_bytes(b"of no node, and not read")
        (folder / "Opdebug.Node_OpDebug.1.2.notes").write_text("no dump")
        origin = [
            {"key": "_datadump_origin_name", "value": {"s": "net/relu.1"}},
            {"key": "_datadump_origin_output_index", "value": {"i": 0}},
            {"key": "origin_format", "value": {"s": "NCHW"}},
        ]
        names = {"list": {"s": ["net/conv", "net/bn", "net/relu.1"], "val_type": 1}}
        ops = [
            {
                "name": "net/conv",
                "type": "Conv2D",
                "attr": [{"key": "_datadump_original_op_names", "value": names}],
                "output_desc": [{"attr": origin}],
            },
            {
                "name": "trans_TransData_0",
                "type": "TransData",
                "attr": [{"key": "_datadump_original_op_names", "value": {"list": {"val_type": 1}}}],
                "output_desc": [{"attr": []}],
            },
        ]
        (self.folder / "atc.json").write_text(json.dumps({"graph": [{"op": ops}]}))
        report = json.loads(self.lab(
            "compare", *arguments, f"--npu_dump={folder}", f"--atc_json={self.folder}/atc.json", "--format=json"
        ))  # fmt: skip
        rows = {row["op"]: row for row in report["tables"][0]["ops"]}
        self.assertEqual([name for name, row in rows.items() if "npu" in row], ["net/relu.1"])
        errors = np.abs(npu.astype(np.float64) - ours.astype(np.float64))
        self.assertEqual(rows["net/relu.1"]["npu"]["against_ours"]["max"], errors.max())
        self.assertEqual((report["npu_dump"]["ops"], report["npu_dump"]["used"]), (2, 1))
        self.assertIsNone(report["npu_dump"]["explained"])

    def test_what_is_not_compared(self):
        """Is said, with the reason, and the other rows have their numbers."""
        arguments = self.squares()
        dumps, _ = self.device(arguments, {})
        (file,) = self.folder.glob("npu/**/Square.mul_Square.*")
        small, int4 = np.zeros((2, 2), np.float16), np.zeros((2, 3), np.float16)
        for message, data, text in (
            (header([(small, ND, ())]), small.tobytes(), "its shape is [2, 2], and ours [2, 3]"),
            (header([(int4, ND, ())], data_type=28), int4.tobytes(), "the dtype 28 is not read"),
            (header([(int4, 38, ())]), int4.tobytes(), "the format 38 is not known"),
            (header([(int4, FRACTAL_NZ, (2, 3))]), int4.tobytes(), "is no FRACTAL_NZ"),
            (header([], inputs=[3]), b"abc", "has no outputs"),
        ):
            with self.subTest(text=text):
                file.write_bytes(dumped(message, data))
                report = self.json(arguments, dumps)
                self.assertEqual(len(report["npu_dump"]["not_compared"]), 1)
                self.assertIn(text, report["npu_dump"]["not_compared"][0])
                rows = {row["op"]: row for row in report["tables"][0]["ops"]}
                self.assertNotIn("npu", rows["mul/Square"])
                self.assertEqual(rows["add"]["npu"]["against_ours"]["max"], 0)
        file.rename(file.with_name("Square.mul_Square.1.2.1700000000000000.4.0.1.0"))
        self.assertIn("FFTS+ cut it", self.json(arguments, dumps)["npu_dump"]["not_compared"][0])

    def test_older_form(self):
        """The whole file is one message, without the length before it."""
        arguments = self.squares()
        dumps, truth = self.device(arguments, {"mul_Square": np.float16(1)})
        (file,) = self.folder.glob("npu/**/Square.mul_Square.*")
        message = header([(truth["mul_Square"][1], ND, (2, 3))])
        message.output[0].data = truth["mul_Square"][1].tobytes()
        message.output[0].ClearField("size")
        file.write_bytes(message.SerializeToString())
        rows = {row["op"]: row for row in self.json(arguments, dumps)["tables"][0]["ops"]}
        self.assertEqual(rows["mul/Square"]["npu"]["against_ours"]["max"], 1)

    def test_damaged_files(self):
        arguments = self.squares()
        dumps, _ = self.device(arguments, {})
        (file,) = self.folder.glob("npu/**/Square.mul_Square.*")
        half = np.zeros((2, 3), np.float16)
        whole = dumped(header([(half, ND, ())]), half.tobytes())
        large = header([(half, ND, ())])
        large.output[0].shape.dim[:] = [2**63, 2**63, 2**63]
        longest = header([(half, ND, ())])
        longest.output[0].shape.dim[:] = [0, 2**63, 2**63]
        many = header([(half, ND, ())])
        many.output[0].shape.dim[:] = [1] * 33
        for content, text in (
            (b"", "it is empty"),
            (b"abc", "it is no dump"),
            (struct.pack("<Q", 2**64 - 1) + b"x" * 50, "it is no dump"),
            (struct.pack("<Q", 4) + b"\x0a\xff\xff\xff", "it is no dump"),
            (whole[:-1], "output 0 of 12 bytes begins at"),
            (dumped(header([(half, ND, ())], size=2**64 - 1), half.tobytes()), "output 0 of 18,446,744,073,709,551,615 bytes"),
            (dumped(header([(half, ND, ())], inputs=[2**64 - 1]), half.tobytes()), "begins at 18,446,744,073,709,551"),
            (dumped(header([(half, ND, ())], size=6), half.tobytes()), "has 12 bytes, and there are 6"),
            (dumped(large, half.tobytes()), "bytes, and there are 12"),
            (dumped(longest, half.tobytes()), "is no shape"),
            (dumped(many, half.tobytes()), "has 33 axes, more than 32"),
        ):
            with self.subTest(text=text):
                file.write_bytes(content)
                said = self.lab("compare", *arguments, f"--npu_dump={self.folder}/npu", f"--atc_json={dumps}/graph.json", code=1)
                self.assertIn(text, said)
                self.assertIn(file.name, said)

    def test_refusals(self):
        arguments = self.squares()
        dumps, _ = self.device(arguments, {})
        npu, atc = f"--npu_dump={self.folder}/npu", f"--atc_json={dumps}/graph.json"
        bad = self.folder / "bad"
        bad.mkdir()

        def written(name, text):
            (bad / name).write_text(text)
            return f"--atc_json={bad / name}"

        (self.folder / "empty").mkdir()
        other = self.folder / "other"
        for name in "12":
            (other / name).mkdir(parents=True)
            (other / name / "Relu.r.1.2.3").write_bytes(b"x")
        digits = self.folder / "digits"
        digits.mkdir()
        (digits / "123456").write_bytes(b"x")
        rows = self.folder / "rows"
        rows.mkdir()
        (rows / "123456").write_bytes(b"x")
        (rows / "mapping.csv").write_text("123456,a,b\n")
        two = '{"graph": [{"op": [{"name": "a/b"}, {"name": "a_b"}]}]}'
        for more, code, text in (
            ([npu], 2, "--npu_dump and --atc_json go together"),
            ([atc], 2, "--npu_dump and --atc_json go together"),
            ([npu, atc, "--format=cann"], 2, "has no column for --npu_dump"),
            ([f"--npu_dump={self.folder}/no", atc], 2, "there is no such folder"),
            ([f"--npu_dump={self.folder}/empty", atc], 2, "it has no dump of an op"),
            ([f"--npu_dump={other}", atc], 2, "it has the dumps of 2 runs"),
            ([f"--npu_dump={other}/1", atc], 2, "none of its 1 ops is in"),
            ([f"--npu_dump={digits}", atc], 1, "mapping.csv does not say what 123456 is"),
            ([f"--npu_dump={rows}", atc], 1, "mapping.csv:1 has 3 columns, not 2"),
            ([npu, f"--atc_json={self.folder}/no.json"], 2, "No such file"),
            ([npu, written("a.json", "{")], 1, "is no JSON"),
            ([npu, written("b.json", "[" * 100000)], 1, "is no JSON"),
            ([npu, written("c.json", "[]")], 1, "has no graph with ops"),
            ([npu, written("d.json", '{"graph": 3}')], 1, "has no graph with ops"),
            ([npu, written("e.json", '{"graph": [{"op": [3]}]}')], 1, "op 0 has no name"),
            ([npu, written("f.json", two)], 1, "'a/b' and 'a_b' are one name in a dump"),
            ([npu, written("g.json", '{"graph": [{"op": [{"name": "none"}]}]}')], 2, "ops is in"),
            (["--format=cann", "--report=x.json"], 2, "is no form of a report"),
            ([npu, atc, f"--report={self.folder}/npu/mapping.csv"], 2, "would write into the dump of --npu_dump"),
        ):
            with self.subTest(more=more):
                # Before the model is read.
                self.assertIn(text, self.lab("compare", self.folder / "none.onnx", *more, code=code))
        # Of another model in which an input alone has a name of this one, and another shape.
        nodes = [onnx.helper.make_node("Exp", ["x"], ["y"], name="exp")]
        onnx.save(models.model_of(nodes, [("x", 1, [7])], [("y", 1, [7])]), bad / "net.onnx")
        said = self.lab("compare", bad / "net.onnx", "--limit=1", "--precision_mode=force_fp16", npu, atc, code=2)
        self.assertIn("--npu_dump: nothing in it can be compared: x/Cast_float16 is not compared: its shape is [2, 3], and ours [7]", said)
        np.savez(self.folder / "in.npz", x=np.zeros((4, 3), np.float32))
        self.assertIn("--npu_dump is of one input", self.lab("compare", *arguments, npu, atc, code=2))
        self.assertIn("--format=cann is of one input", self.lab("compare", *arguments, "--format=cann", code=2))
        self.lab("compare", *arguments, npu, atc, "--limit=1")


class Golden(Case):
    def test_errors(self):
        arguments = self.squares()
        x = np.load(self.folder / "in.npz")["x"].astype(np.float64)
        folder = self.folder / "golden"
        folder.mkdir()
        np.save(folder / "mul.0.1600000000000000.npy", np.zeros((2, 3)))
        np.save(folder / "mul.0.1700000000000000.npy", (x * x)[np.newaxis])
        np.save(folder / "other.0.1700000000000000.npy", x)
        (folder / "notes.txt").write_text("x")
        (folder / "mul.0.1800000000000000.npy").mkdir()
        report = json.loads(self.lab("compare", *arguments, f"--reference_dump={folder}", "--format=json"))
        rows = {row["op"]: row for row in report["tables"][0]["ops"]}
        self.assertEqual([name for name, row in rows.items() if "against_your_reference" in row], ["mul/Square"])
        said = rows["mul/Square"]["against_your_reference"]
        half = x.astype(np.float16)
        self.assertEqual(said["decided"]["max"], np.abs((half * half).astype(np.float64) - x * x).max())
        single = x.astype(np.float32)
        self.assertEqual(said["our_reference"]["max"], np.abs((single * single).astype(np.float64) - x * x).max())
        self.assertEqual(report["reference_dump"], {"files": 3, "used": 1, "not_compared": []})
        text = self.lab("compare", *arguments, f"--reference_dump={folder}")
        self.assertIn("1 output of ops with an array; 2 of 3 files are of none", " ".join(text.split()))

    def test_own_dump(self):
        """Our own golden files are our reference, also of a fused node."""
        arguments = [*self.network(), "--soc_version=Ascend910A"]
        folder = self.dump(arguments) / "reference"
        report = json.loads(self.lab("compare", *arguments, f"--reference_dump={folder}", "--format=json"))
        rows = [row for row in report["tables"][0]["ops"] if "against_your_reference" in row]
        self.assertGreater(len(rows), 10)
        for row in rows:
            self.assertEqual(row["against_your_reference"]["our_reference"]["max"], 0, row["op"])
        fused = report["tables"][0]["ops"][2]
        self.assertEqual(fused["type"], "Conv2D")
        self.assertIn("against_your_reference", fused)

    def test_where_nothing_is_finite(self):
        arguments = self.network()
        folder = self.dump(arguments) / "reference"
        text = self.lab("compare", *arguments, f"--reference_dump={folder}").split("overflow begins")[0]
        self.assertRegex(text, "overflows +decided +- +- +- +- +5")
        self.assertNotIn("nan", text)

    def test_refusals(self):
        arguments = self.squares()
        folder = self.folder / "golden"
        folder.mkdir()
        option = f"--reference_dump={folder}"
        self.assertIn("there is no such folder", self.lab("compare", self.folder / "none.onnx", f"{option}x", code=2))
        self.assertIn("none of its 0 golden files", self.lab("compare", *arguments, option, code=2))
        file = folder / "mul.0.1.npy"
        np.save(file, np.zeros(3))
        said = self.lab("compare", *arguments, option, code=2)
        fault = "mul/Square is not compared: its shape is [3], and ours [2, 3]"
        self.assertIn(f"--reference_dump: nothing in it can be compared: {fault}", said)
        other = folder / "add.0.1.npy"
        np.save(other, np.zeros((2, 3)))
        report = json.loads(self.lab("compare", *arguments, option, "--format=json"))
        self.assertEqual(report["reference_dump"]["not_compared"], ["mul/Square is not compared: its shape is [3], and ours [2, 3]"])
        np.save(file, np.zeros((0, 3)))
        self.assertIn("its shape is [0, 3], and ours [2, 3]", self.lab("compare", *arguments, option))
        other.unlink()
        good = io.BytesIO()
        np.save(good, np.zeros((2, 3)))
        for content in (
            b"",
            b"PK\3\4",
            good.getvalue()[:-1],
            good.getvalue().replace(b"(2, 3)", b"(2**9)"),
            good.getvalue().replace(b"'<f8'", b"'|O' "),
            good.getvalue().replace(b"(2, 3)", b"((((("),
            good.getvalue().replace(b"(2, 3), }     ", b"(2, 9999999)} "),
            good.getvalue().replace(b"'<f8'", b"'<U2'"),
        ):
            with self.subTest(content=content[:80]):
                file.write_bytes(content)
                said = self.lab("compare", *arguments, option, code=1)
                self.assertIn(f"cannot read {file}", said)


class Formats(unittest.TestCase):
    def test_layouts(self):
        """An original of another order of axes; a vector as one row of a matrix."""
        array = np.arange(2 * 19 * 3 * 5, dtype=np.float32).reshape(2, 19, 3, 5)
        turned = to_original(blocked(array, NC1HWC0), "NC1HWC0", (2, 3, 5, 19), "NHWC")
        np.testing.assert_array_equal(turned, array.transpose(0, 2, 3, 1))
        turned = to_original(blocked(array, FRACTAL_Z), "FRACTAL_Z", (3, 5, 19, 2), "HWCN")
        np.testing.assert_array_equal(turned, array.transpose(2, 3, 1, 0))
        vector = np.arange(21, dtype=np.float16)
        np.testing.assert_array_equal(to_original(blocked(vector[np.newaxis], FRACTAL_NZ), "FRACTAL_NZ", (21,)), vector)
        np.testing.assert_array_equal(to_original(array, "NCHW", ()), array)

    def test_what_does_not_fit(self):
        array = blocked(np.zeros((18, 20, 3, 2)), FRACTAL_Z)
        for bad, format, shape, groups in (
            (array, "FRACTAL_Z", (18, 20, 3, 3), 1),
            (array, "FRACTAL_Z", (16, 20, 3, 2), 1),
            (array, "FRACTAL_Z", (33, 20, 3, 2), 1),
            (array, "FRACTAL_Z", (18, 20), 1),
            (array, "FRACTAL_Z", (18, 20, 3, 2), 2),
            (array, "FRACTAL_NZ", (), 1),
            (array[0], "FRACTAL_NZ", (16, 16), 1),
            (array, "NC1HWC0", (1, 2, 3, 4), 1),
            (array, "NDC1HWC0", (1, 2, 3, 4, 5), 1),
            (np.zeros((0, 0, 0, 0)), "FRACTAL_Z", (0, 0, 0, 0), 1),
            (array, "17", (1,), 1),
        ):
            with self.subTest(format=format, shape=shape), self.assertRaises(NotConverted):
                to_original(bad, format, shape, groups=groups)


if __name__ == "__main__":
    unittest.main()
