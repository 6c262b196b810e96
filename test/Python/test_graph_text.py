# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ge_proto_*.txt, the text of GE's graphs that DUMP_GE_GRAPH asks for: protobuf's own parser reads it, and it says what the
report and the model say."""

import json
import os
import pathlib
import tempfile
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
from onnx import TensorProto, helper
from tools import run

PROTO = pathlib.Path(__file__).resolve().parents[2] / "lib/Import/GE/ge_ir.proto"
NAME = 'fc "1"\\ué\n/a'
ENVIRONMENT = ("DUMP_GE_GRAPH", "DUMP_GRAPH_LEVEL", "DUMP_GRAPH_FORMAT", "DUMP_GRAPH_PATH", "ASCEND_DUMP_PATH", "ASCEND_WORK_PATH")


def model_def():
    """The class of GE's ModelDef, of the .proto that this project reads dumps with."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "set.pb"
        run("protoc", f"-I{PROTO.parent}", f"--descriptor_set_out={path}", PROTO.name)
        files = descriptor_pb2.FileDescriptorSet.FromString(path.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("ascend.ge.ModelDef"))


MODEL_DEF = model_def()


def network(batch=2):
    """A product, a sum, Elu and a choice by bools: attributes and dtypes of several kinds, and constants whose bytes are
    all that there are, digits behind those that have no sign, and one element over and over."""
    weights = np.frombuffer(b"\x01" + b"7\n\x027\\\"\xff" * 8 + bytes(range(32, 39)) + bytes(range(64)), np.uint8)[:128].copy()
    weights = weights.view(np.float32).reshape(8, 4)
    bias = np.full(4, 2.5, np.float32)
    flags = np.array([True, False, True, True])
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["m"], name=NAME),
        helper.make_node("Add", ["m", "b"], ["s"], name="bias"),
        helper.make_node("Elu", ["s"], ["e"], name="elu", alpha=0.1),
        helper.make_node("Where", ["f", "e", "s"], ["y"], name="where"),
    ]
    values = [("w", weights), ("b", bias), ("f", flags)]
    model = models.model_of(nodes, [("x", TensorProto.FLOAT, [batch, 8])], [("y", TensorProto.FLOAT, [batch, 4])], values)
    return model, dict(values)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        model, self.values = network()
        onnx.save(model, self.folder / "net.onnx")

    def tool(self, *arguments, code=0, name="ascend-atc", **environment):
        return run(name, *arguments, code=code, folder=self.folder, **{**dict.fromkeys(ENVIRONMENT), **environment}).stderr

    def dump(self, *options, model="net.onnx", **environment):
        self.tool(f"--model={model}", "--precision_mode=force_fp16", *options, **environment)
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("ge_proto_*"))

    def read(self, name):
        return text_format.Parse((self.folder / name).read_text(), MODEL_DEF())


def graph_ops(message):
    return {op.name: op for op in message.graph[0].op}


class Texts(Case):
    def test_the_decided_graph(self):
        self.assertEqual(self.dump("--report=r.json", DUMP_GE_GRAPH="2"), ["ge_proto_00000000_PreRunBegin.txt", "ge_proto_00000001_Build.txt"])
        message = self.read("ge_proto_00000001_Build.txt")
        self.assertEqual(message.name, "net")
        self.assertEqual(message.attr["soc_version"].s, b"Ascend910B1")
        ops = graph_ops(message)
        words = {"float": "DT_FLOAT", "float16": "DT_FLOAT16", "bool": "DT_BOOL"}
        report = json.loads((self.folder / "r.json").read_text())
        for row in report["ops"]:
            op = ops[row["name"]]
            self.assertEqual(op.type, row["type"])
            for side, descs in (("inputs", op.input_desc), ("outputs", op.output_desc)):
                told = [MODEL_DEF.DESCRIPTOR.file.enum_types_by_name["DataType"].values_by_number[desc.dtype].name for desc in descs]
                self.assertEqual(told, [words[tensor["dtype"]] for tensor in row[side]], (row, side))
        self.assertIn(NAME, ops)
        self.assertAlmostEqual(ops["elu"].attr["alpha"].f, 0.1, places=7)
        self.assertEqual(ops[NAME].input[0].rsplit(":", 1)[1], "0")
        self.assertEqual(list(ops["elu"].output_desc[0].shape.dim), [2, 4])
        # Without weights.
        self.assertEqual({op.attr["value"].WhichOneof("value") for op in ops.values() if op.type == "Const"}, {None})

    def test_the_model_as_it_was_given(self):
        self.dump(DUMP_GE_GRAPH="3")
        ops = graph_ops(self.read("ge_proto_00000000_PreRunBegin.txt"))
        dtypes = {desc.dtype for name in (NAME, "bias", "elu") for desc in ops[name].output_desc}
        self.assertEqual(dtypes, {1})  # DT_FLOAT

    def test_weights(self):
        self.dump(DUMP_GE_GRAPH="1")
        ops = graph_ops(self.read("ge_proto_00000000_PreRunBegin.txt"))
        for name, value in self.values.items():
            tensor = ops[name].attr["value"].t
            self.assertEqual(tensor.data, value.tobytes(), name)
            self.assertEqual(list(tensor.desc.shape.dim), list(value.shape))

    def test_open_extents(self):
        model, _ = network("n")
        onnx.save(model, self.folder / "open.onnx")
        self.dump(model="open.onnx", DUMP_GE_GRAPH="2")
        op = graph_ops(self.read("ge_proto_00000001_Build.txt"))["elu"]
        self.assertEqual(list(op.output_desc[0].shape.dim), [-1, 4])

    def test_it_is_what_mode_1_says(self):
        """Mode 5 makes of the text what mode 1 makes of the compiled file, but for what it leaves out and its order."""
        self.dump("--output=net", DUMP_GE_GRAPH="2")
        self.tool("--mode=1", "--om=net.asc", "--json=one.json")
        said = self.tool("--mode=5", "--om=ge_proto_00000001_Build.txt", "--json=five.json")
        self.assertEqual(said, "")
        one, five = (json.loads((self.folder / name).read_text())["graph"][0]["op"] for name in ("one.json", "five.json"))
        self.assertEqual(len(one), len(five))
        for mine, theirs in zip(one, five):
            for key in ("name", "type", "src_name", "dst_name", "is_input_const"):
                self.assertEqual(mine.get(key, []), theirs.get(key, []), mine["name"])
            for side in ("input_desc", "output_desc"):
                for a, b in zip(mine.get(side, []), theirs.get(side, [])):
                    self.assertEqual((a["dtype"], a["layout"], a["shape"]["dim"]), (b["dtype"], b["layout"], b["shape"].get("dim", [])))

    def test_it_is_read_again(self):
        """With weights the text is the model: the same decisions, and the same bits."""
        self.dump("--report=a.json", DUMP_GE_GRAPH="1")
        text = "ge_proto_00000000_PreRunBegin.txt"
        self.tool(f"--model={text}", "--precision_mode=force_fp16", "--report=b.json")
        decided = []
        for name in "ab":
            rows = json.loads((self.folder / f"{name}.json").read_text())["ops"]
            decided.append({row["name"]: [tensor["dtype"] for tensor in row["outputs"]] for row in rows})
        self.assertEqual(*decided)
        for model, out in (("net.onnx", "a.npz"), (text, "b.npz")):
            self.tool(f"--model={model}", "--random", "--precision_mode=force_fp16", f"--outputs={out}", name="ascend-run")
        a, b = (dict(np.load(self.folder / name)) for name in ("a.npz", "b.npz"))
        np.testing.assert_array_equal(*(next(iter(arrays.values())) for arrays in (a, b)))


    def test_verify_reads_it(self):
        self.dump(DUMP_GE_GRAPH="2")
        said = run("ascend-lab", "verify", "net.onnx", "--ge_dump=ge_proto_00000001_Build.txt", "--precision_mode=force_fp16", folder=self.folder)
        self.assertIn("\nall 3 ops equal\n", said.stdout, said.stderr)


class Chosen(Case):
    def test_levels(self):
        begin, build = "PreRunBegin", "Build"
        for level, wanted in (("1", [begin, build]), ("2", [begin, build]), ("3", [build]), ("4", [begin]),
                              ("Build", [build]), ("AfterInfershape|PreRun", [begin]), ("AfterInfershape", [])):  # fmt: skip
            with self.subTest(level):
                self.setUp()
                names = [f"ge_proto_{number:08}_{stage}.txt" for number, stage in enumerate(wanted)]
                self.assertEqual(self.dump(DUMP_GE_GRAPH="2", DUMP_GRAPH_LEVEL=level), names)

    def test_off(self):
        self.assertEqual(self.dump(DUMP_GRAPH_LEVEL="1"), [])
        self.assertEqual(self.dump(DUMP_GE_GRAPH="0"), [])
        self.assertEqual(self.dump(DUMP_GE_GRAPH="2", DUMP_GRAPH_FORMAT="onnx"), [])
        self.assertEqual(len(self.dump(DUMP_GE_GRAPH="2", DUMP_GRAPH_FORMAT="readable|ge_proto")), 2)

    def test_bad_values(self):
        for wrong, told in (
            ({"DUMP_GE_GRAPH": "yes"}, "DUMP_GE_GRAPH: 'yes' is not 1, 2 or 3: no graph is dumped"),
            ({"DUMP_GRAPH_LEVEL": "5"}, "DUMP_GRAPH_LEVEL: '5' names no stage that there is here: no graph is dumped"),
            ({"DUMP_GRAPH_LEVEL": "AfterInfershape|"}, "DUMP_GRAPH_LEVEL: 'AfterInfershape|' names no stage"),
            ({"DUMP_GRAPH_FORMAT": "onnx"}, "DUMP_GRAPH_FORMAT: 'onnx' does not name ge_proto, the only form here: no graph is dumped"),
        ):
            with self.subTest(wrong):
                said = self.tool("--model=net.onnx", **{"DUMP_GE_GRAPH": "2", **wrong})
                self.assertEqual(said.count(f"warning: {told}"), 1, said)
                self.assertEqual([*self.folder.rglob("ge_proto_*")], [])
                # Where no graph is asked for, nothing is said.
                self.assertNotIn("DUMP", self.tool("--model=net.onnx", **{**wrong, "DUMP_GE_GRAPH": "0"}))

    def test_folders(self):
        for variables in (("DUMP_GRAPH_PATH",), ("ASCEND_WORK_PATH",), ("ASCEND_DUMP_PATH", "DUMP_GRAPH_PATH", "ASCEND_WORK_PATH")):
            with self.subTest(variables):
                self.setUp()
                self.dump(DUMP_GE_GRAPH="2", **{name: str(self.folder / name) for name in variables})
                self.assertEqual(len([*self.folder.glob(f"{variables[0]}/pid_*_deviceid_0/ge_proto_*.txt")]), 2)
        (self.folder / "file").write_text("")
        said = self.tool("--model=net.onnx", code=2, DUMP_GE_GRAPH="2", DUMP_GRAPH_PATH=str(self.folder / "file"))
        self.assertIn("error: cannot make the folder", said)

    def test_beside_dumps_of_tensors(self):
        """enable_dump has the graph that its names are of, whatever the level."""
        (self.folder / "kept").mkdir()
        run = ["--model=net.onnx", "--random", "--enable_dump=1", "--dump_path=kept", "--precision_mode=force_fp16"]
        self.tool(*run, name="ascend-run", DUMP_GRAPH_LEVEL="4")
        (text,) = self.folder.glob("kept/pid_*_deviceid_0/ge_proto_*.txt")
        self.assertEqual(text.name, "ge_proto_00000000_Build.txt")
        ops = graph_ops(text_format.Parse(text.read_text(), MODEL_DEF()))
        (dumped,) = self.folder.glob("kept/2*/0/net/1/0/Elu.*.output.0.npy")
        self.assertEqual(dumped.name.split(".")[1], "elu")
        self.assertIn("elu", ops)

    def test_python(self):
        os.environ.update(DUMP_GE_GRAPH="2", DUMP_GRAPH_PATH=str(self.folder / "graphs"))
        self.addCleanup(lambda: [os.environ.pop(name) for name in ("DUMP_GE_GRAPH", "DUMP_GRAPH_PATH")])
        for _ in range(2):
            ascend_mlir.compile(self.folder / "net.onnx")
        names = sorted(path.name.split("_")[2] for path in self.folder.glob("graphs/*/ge_proto_*.txt"))
        numbers = [int(name) for name in names]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + 4)))


if __name__ == "__main__":
    unittest.main()
