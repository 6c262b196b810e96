# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab verify: files as CANN leaves them, made here by hand: what is equal is counted so, what
differs is named, and whatever is no such file is an error of one sentence."""

import csv
import io
import json
import os
import time
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir.lab.decision import decision_of
from ascend_mlir.lab.real_run import RealFusion, RealOp, RealRun
from ascend_mlir.lab.verify_names import nodes_in
from ascend_mlir.lab.verifying import verify
from lab_case import LabCase
from tools import run

FLAT = "float16"


def tensor(dtype):
    return {"dtype": f"DT_{dtype.upper()}", "shape": {"dim": [4]}, "layout": "ND"} if dtype else {"layout": "FORMAT_RESERVED"}


def op(name, type_name, inputs, outputs, originals=None):
    value = {"name": name, "type": type_name, "input_desc": [*map(tensor, inputs)], "output_desc": [*map(tensor, outputs)]}
    if originals is not None:
        value["attr"] = [{"key": "_datadump_original_op_names", "value": {"list": {"s": originals, "val_type": "VT_LIST_STRING"}}}]
    return value


def row(name, type_name, inputs, outputs, originals=(), rule="force_fp16", facts="data", engine="aicore"):
    """An op of a report."""
    sides = ([{"dtype": word, "origin": "float"} for word in words] for words in (inputs, outputs))
    return {"name": name, "type": type_name, "original_names": [*originals], "original_types": [], "rule": rule, "facts": facts} | dict(
        zip(("inputs", "outputs"), sides), impl_mode={"requested": "default", "effective": "default"}, reason="", engine=engine, merged=False
    )


def decision(ops, fusions=(), casts=(), **more):
    return decision_of({"ops": ops, "fusions": [*fusions], "constants": [], "casts": [*casts]} | more, ())


class Case(LabCase):
    """A perceptron whose three ops run in float16."""

    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        onnx.save(models.perceptron()[0], self.model)

    def file(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    def om(self, ops, name="net.json", **more):
        return self.file(name, {"graph": [{"name": "g", "op": ops}]} | more)

    def verify(self, *arguments, code=0):
        return self.lab("verify", self.model, "--soc_version=Ascend910B1", *arguments, code=code)

    def rows(self, *arguments):
        return json.loads(self.verify(*arguments, "--format=json"))


class Graphs(Case):
    OPS = [
        op("x", "Data", ["float"], ["float"]),
        op("trans_Cast_0", "Cast", ["float"], ["float16"]),
        op("w1", "Const", [], ["float16"]),
        op("trans_TransData_1", "TransData", ["float16"], ["float16"]),
        op("fc1act", "BatchMatMulV2", ["float16", "float16", None], ["float16"], ["fc1", "act"]),
        op("fc2", "BatchMatMulV2", ["float16", "float16"], ["float16"]),
        op("trans_Cast_5", "Cast", ["float16"], ["float"]),
        op("Node_Output", "NetOutput", ["float"], []),
    ]

    def test_all_equal(self):
        text = self.verify(f"--atc_json={self.om(self.OPS)}")
        self.assertIn("force_fp16 on Ascend910B1: 2 of 2 equal", text)
        self.assertIn("all 2 ops equal", text)
        self.assertIn("not compared, as nothing is decided for them: Const 1, Data 1, NetOutput 1, TransData 1", text)
        self.assertIn("inserted casts f32 > f16: 1 there, 1 here", text)
        self.assertNotIn("here alone", text)
        self.assertLessEqual(max(map(len, text.splitlines()[3:])), 100)

    def test_what_differs_is_named(self):
        ops = [*self.OPS[:5], op("fc2", "BatchMatMulV2", ["float", "float"], ["float"]), op("new", "FullyConnection", ["float16"], ["float16"])]
        path = self.om(ops, attr=[{"key": "soc_version", "value": {"s": "Ascend910B1"}}, {"key": "tasks", "value": None}])
        text = self.verify(f"--atc_json={path}")
        self.assertIn("1 of 3 ops equal; the 2:", text)
        self.assertIn("there BatchMatMulV2 f32, f32 > f32; here BatchMatMulV2 f16, f16 > f16", text)
        self.assertIn("there FullyConnection f16 > f16; here no such op", text)
        self.assertIn("chip Ascend910B1", text)
        (file,) = self.rows(f"--atc_json={path}")["files"]
        self.assertEqual([(r["name"], r["equal"], r["paired_by"]) for r in file["ops"]], [("fc1act", True, "nodes"), ("fc2", False, "name"), ("new", False, None)])
        self.assertEqual(file["about"], {"soc_version": "Ascend910B1"})
        self.assertIn("1 of 2 differ", self.verify(f"--atc_json={self.om(ops[:-1])}", "--must_agree", code=1))
        self.verify(f"--atc_json={self.om(self.OPS)}", "--must_agree")
        self.assertIn("--all is of the text, not of csv", self.verify(f"--atc_json={self.om(self.OPS)}", "--all", "--format=csv", code=2))

    def test_a_file_that_is_cut_does_not_agree(self):
        """What is ours alone counts, and casts do; in the number of what was compared neither is."""
        whole = self.om(self.OPS)
        self.assertIn("force_fp16 on Ascend910B1: 2 of 2 equal\n", self.verify(f"--atc_json={whole}", "--must_agree"))
        cut = self.om(self.OPS[:5] + self.OPS[6:], "cut.json")
        error = self.verify(f"--atc_json={cut}", "--must_agree", code=1)
        self.assertIn("0 of 1 differ from the real run; 1 op of ours is not there\n", error)
        text = self.verify(f"--atc_json={cut}")
        self.assertIn("1 of 1 equal; 1 op of ours is not there", text)
        self.assertIn("of ours not there: BatchMatMulV2 1", text)
        self.assertNotIn("here alone", text)
        found = self.rows(f"--atc_json={cut}")
        (file,) = found["files"]
        self.assertEqual((found["agrees"], file["missing"], file["here_alone"]), (False, *[{"BatchMatMulV2": 1}] * 2))
        other = op("trans_Cast_9", "Cast", ["float16"], ["bfloat16"])
        for ops in self.OPS[:6], [*self.OPS, other]:
            error = self.verify(f"--atc_json={self.om(ops)}", "--must_agree", code=1)
            self.assertIn("0 of 2 differ from the real run; 1 inserted cast differs\n", error)

    def test_all_says_which_are_equal(self):
        ops = [*self.OPS[:5], op("fc2", "BatchMatMulV2", ["float", "float"], ["float"]), *self.OPS[6:]]
        _, listed = self.verify(f"--atc_json={self.om(ops)}", "--all").split("1 of 2 ops equal; the other:\n")
        differing, equal = listed.split("\nequal:\n")
        self.assertIn("there BatchMatMulV2 f32, f32 > f32", differing)
        self.assertNotIn("fc1act", differing)
        self.assertIn("there BatchMatMulV2 f16, f16 > f16; here BatchMatMulV2 f16, f16 > f16\n    fc1act", equal)
        self.assertNotIn("\nequal:", self.verify(f"--atc_json={self.om(self.OPS)}", "--all"))

    def test_csv_and_report(self):
        path = self.om(self.OPS)
        report = self.folder / "out.csv"
        self.verify(f"--atc_json={path}", f"--report={report}")
        found = [*csv.DictReader(io.StringIO(report.read_text()))]
        self.assertEqual([(r["name"], r["here_name"], r["equal"]) for r in found], [("fc1act", "fc1", "True"), ("fc2", "fc2", "True")])
        self.assertEqual(found[0]["there"], "BatchMatMulV2 float16, float16 > float16")
        self.verify(f"--atc_json={path}", f"--report={path[:-5]}.txt")
        self.assertIn("would write over", self.verify(f"--atc_json={path}", f"--report={path}", code=2))

    def test_text_dump_says_the_same(self):
        def desc(key, d):
            return f"{key} {{ dtype: {d['dtype']} }}" if "dtype" in d else f'{key} {{ layout: "FORMAT_RESERVED" }}'

        lines = ['graph { name: "g"']
        for each in self.OPS:
            fields = [f'name: "{each["name"]}" type: "{each["type"]}"']
            fields += [desc("input_desc", d) for d in each["input_desc"]] + [desc("output_desc", d) for d in each["output_desc"]]
            for attribute in each.get("attr", ()):
                names = " ".join(f's: "{name}"' for name in attribute["value"]["list"]["s"])
                fields.append(f'attr {{ key: "{attribute["key"]}" value {{ list {{ {names} val_type: VT_LIST_STRING }} }} }}')
            lines.append(f"op {{ {' '.join(fields)} newer_field: 3 }}")
        dump = self.file("ge_proto_00000000_Build.txt", "\n".join([*lines, "}"]))
        found = self.rows(f"--ge_dump={dump}", f"--atc_json={self.om(self.OPS)}")
        self.assertEqual((found["compared"], found["equal"]), (4, 4))
        first, second = found["files"]
        self.assertEqual(first["ops"], second["ops"])

    def test_our_own_graphs(self):
        """A model and what was compiled of it, as JSON, are graphs like CANN's."""
        compiled, before, behind = (str(self.folder / name) for name in ("net.asc", "before.json", "behind.json"))
        model = ascend_mlir.compile(self.model, precision_mode="force_fp16", soc_version="Ascend910B1")
        model.save(compiled)
        for source, target in (self.model, before), (compiled, behind):
            run("ascend-atc", "--mode=1", f"--om={source}", f"--json={target}")
        self.assertIn("all 3 ops equal", self.verify(f"--atc_json={behind}", "--must_agree"))
        for graph in before, behind:
            text = self.lab("verify", graph, "--soc_version=Ascend910B1", "--precision_mode=force_fp16", f"--atc_json={behind}")
            self.assertIn("all 3 ops equal", text)

    def test_names_that_no_terminal_should_see(self):
        path = self.om([op("a\x1b[31m\nb", "T\x07", ["float"], ["float"])], attr=[{"key": "soc_version", "value": {"s": "x\x1b[0m"}}])
        text = self.verify(f"--atc_json={path}")
        self.assertTrue(text.replace("\n", "").isprintable())
        self.assertIn("T\\x07", text)
        report = self.folder / "out.txt"
        self.verify(f"--atc_json={path}", f"--report={report}")
        self.assertIn("a\\x1b[31m\\x0ab", report.read_text())
        (found,) = self.rows(f"--atc_json={path}")["files"][0]["ops"]
        self.assertEqual(found["name"], "a\x1b[31m\nb")

    def test_no_graphs(self):
        deep = "graph { op { attr { key: \"a\" value { " + "g { op { attr { key: \"a\" value { " * 40 + "} } } } " * 40 + "} } } }"
        for content, text in (
            (b"", "has no graph with ops"),
            (b"{", ":1:2)"),
            ("graph {\n op {", ":2:6)"),
            ("graph { op { kind }", ":1:19"),
            ("graph { op { name: \"a\" type: \"A\" output_desc { dtype: DT_WIDE } } }", "DT_WIDE"),
            ("graph { op { name: \"a\" } }", "op 0 has no type"),
            ("graph { op { name: \"\\377\" type: \"A\" } }", "the name of op 0 is not UTF-8"),
            (b"\xff\xfe\x00", "cannot read GE's graph"),
            (b"IMOD\x00\x01", "it is an .om"),
            (deep, "deep"),
            ("[" * 100, "cannot read GE's graph"),
            ('{"graph":' + "[" * 500, "deep"),
            ('{"graph": 3}', "an array should stand there, and a number does"),
            ('{"graph": [{"op": [{"name": "a", "type": "A", "input_desc": [3]}]}]}', ":1:62"),
            ('{"graph": [{"op": [{"name": "a", "type": "A", "attr": [{"key": "f", "value": {"f": "wide"}}]}]}]}', "'wide' is no number"),
            ('{"graph": [{"op": [3]}]}', "an object should stand there, and a number does"),
            (b'{"graph": [{"op": [{"name": "\xff"}]}]}', "UTF-8"),
        ):
            with self.subTest(content[:60]):
                error = self.verify(f"--ge_dump={self.file('g.txt', content)}", code=1)
                self.assertIn("--ge_dump: ", error)
                self.assertIn(text, error)
                self.assertEqual(len(error.splitlines()), 2, error)
        self.assertIn("No such file", self.verify(f"--atc_json={self.folder}/none", code=1))
        self.assertIn("directory", self.verify(f"--atc_json={self.folder}", code=1))


class Fusions(Case):
    def result(self, passes, name="fusion_result.json", graph="session_and_graph_id_0_0", **more):
        counts = {key: {"effect_times": str(e), "match_times": str(m)} for key, (e, m) in passes.items()}
        return self.file(name, {graph: {"graph_fusion": counts} | more})

    def setUp(self):
        super().setUp()
        node = onnx.helper.make_node
        biased = models.model_of(
            [node("MatMul", ["x", "w"], ["a"], name="mm"), node("Add", ["a", "b"], ["y"], name="bias")],
            [("x", 1, [4, 8])],
            [("y", 1, [4, 6])],
            [("w", np.ones((8, 6), np.float32)), ("b", np.ones(6, np.float32))],
        )
        onnx.save(biased, self.model)

    def test_counts(self):
        path = self.result(
            {"MatMulBiasAddFusionPass": (1, 1), "ConstToAttrPass": (0, 3), "FixPipeAbilityProcessPass": (1, 1), "ASoftmaxFusionPass": (0, 1)},
            ub_fusion={"AutomaticUbFusion": {"effect_times": "2", "match_times": "2", "repository_hit_times": "0"}},
        )
        text = self.verify(f"--fusion_result={path}")
        self.assertIn("all 2 fusions equal", text)
        self.assertIn("not compared: 2 fusions of kernels", text)
        path = self.result({"MatMulBiasAddFusionPass": (2, 2), "ConvConcatFusionPass": (1, 1)})
        text = self.verify(f"--fusion_result={path}")
        self.assertIn("none of 2 fusions equal:", text)
        self.assertIn("MatMulBiasAddFusionPass: 2 there, 1 here", text)
        self.assertIn("ConvConcatFusionPass: 1 there, 0 here", text)
        text = self.verify(f"--fusion_result={self.result({'ConstToAttrPass': (1, 1)})}")
        self.assertIn("MatMulBiasAddFusionPass: 0 there, 1 here\n    the run does not name it", text)
        self.assertIn("it is modelled and found nothing", text)

    def test_graphs_are_added(self):
        one, two = ({"graph_fusion": {"P": {"effect_times": "1", "match_times": "2"}}} for _ in range(2))
        path = self.file("two.json", {"session_and_graph_id_0_0": one, "session_and_graph_id_0_1": two, "other": 3})
        (found,) = self.rows(f"--fusion_result={path}")["files"]
        self.assertEqual([(r["pass"], r["there"]) for r in found["fusions"]], [("MatMulBiasAddFusionPass", 0), ("P", 2)])

    def test_refusals(self):
        for content, text in (
            ("", "is no JSON"),
            ("[]", "it is no object"),
            ("{}", "has no session_and_graph_id"),
            ('{"session_and_graph_id_0_0": []}', "is no object"),
            ('{"session_and_graph_id_0_0": {"graph_fusion": {"P": 1}}}', "'P' is no object"),
            ('{"session_and_graph_id_0_0": {"graph_fusion": {"P": {"effect_times": "-1", "match_times": "0"}}}}', "'P': effect_times is no count"),
            ('{"session_and_graph_id_0_0": {"graph_fusion": {"P": {"effect_times": "1"}}}}', "'P': match_times is no count"),
            ('{"session_and_graph_id_0_0": {"graph_fusion": {"P": {"effect_times": "' + "9" * 40 + '"}}}}', "effect_times is no count"),
            ("[" * 100_000, "is no JSON"),
            (b"\xff", "byte 0 is not UTF-8"),
        ):
            with self.subTest(content[:60]):
                self.assertIn(text, self.verify(f"--fusion_result={self.file('f.json', content)}", code=1))
        self.assertIn("No such file", self.verify(f"--fusion_result={self.folder}/none", code=2))
        self.assertIn("regular file", self.verify("--fusion_result=/dev/zero", code=2))
        os.mkfifo(self.folder / "pipe")
        self.assertIn("regular file", self.verify(f"--fusion_result={self.folder}/pipe", code=2))
        large = self.folder / "large"
        with open(large, "wb") as file:
            file.truncate((64 << 20) + 1)
        self.assertIn("larger than 64 MiB", self.verify(f"--fusion_result={large}", code=4))
        self.assertIn("nothing is given to compare with", self.verify(code=2))


class OpSummary(Case):
    HEADING = "Device_id,Op Name,OP Type,Task Type,Input Shapes,Input Data Types,Output Data Types"

    def summary(self, *rows, heading=HEADING):
        return self.file("op_summary.csv", "\ufeff" + "\n".join([heading, *rows]) + "\n")

    def test_ops_once_each(self):
        rows = [
            '0,trans_Cast_0,Cast,AI_CORE,"4,16",FLOAT,FLOAT16',
            '0,fc1,BatchMatMulV2,AI_CORE,"4,16;16,32",FLOAT16;FLOAT16,FLOAT16',
            '0,act,Relu,AI_CORE,"4,32",DT_FLOAT16,FLOAT16',
            '0,fc2,BatchMatMulV2,MIX_AIC,"4,32;32,8",N/A,N/A',
            "0,hcom,hcom_allReduce,COMMUNICATION,N/A,N/A,N/A",
            "0,N/A,N/A,AI_CPU,N/A,N/A,N/A",
        ]
        text = self.verify(f"--op_summary={self.summary(*rows, *rows)}")
        self.assertIn("all 3 ops equal", text)
        self.assertIn("inserted casts f32 > f16: 1 there, 1 here", text)
        rows[2] = rows[2].replace("DT_FLOAT16", "DT_BF16")
        text = self.verify(f"--op_summary={self.summary(*rows)}")
        self.assertIn("2 of 3 ops equal; the other:\n  there Relu bf16 > f16; here Relu f16 > f16", text)

    def test_refusals(self):
        for rows, heading, text in (
            ([], "Op Name,OP Type", ":1: there is no column 'Input Data Types'"),
            ([], self.HEADING, "has no op"),
            (["0,fc1"], self.HEADING, ":2: the row has 2 cells"),
            (['0,"' + "a" * 200_000], self.HEADING, "is no CSV"),
        ):
            self.assertIn(text, self.verify(f"--op_summary={self.summary(*rows, heading=heading)}", code=1))
        self.assertIn("no column", self.verify(f"--op_summary={self.file('o.csv', b'')}", code=1))
        self.assertIn("not UTF-8", self.verify(f"--op_summary={self.file('o.csv', b'a,' + bytes([0xFF]))}", code=1))


class Pairing(unittest.TestCase):
    def test_names_that_cann_makes(self):
        known = {"conv1", "conv12", "relu", "a/b", "a/b_c"}
        self.assertEqual([*nodes_in("conv1relu", known)], ["conv1", "relu"])
        self.assertEqual([*nodes_in("conv12relu", known)], ["conv12", "relu"])
        self.assertEqual([*nodes_in("conv13", known)], [])
        self.assertEqual([*nodes_in("PartitionedCall_a/b_c_MatMulV2_3", known)], ["a/b_c"])
        self.assertEqual([*nodes_in("", known)], [])
        begin = time.perf_counter()
        self.assertEqual([*nodes_in("x" * 1_000_000, known)], [])
        self.assertLess(time.perf_counter() - begin, 10)

    def found(self, ours, theirs):
        run = RealRun("atc_json", "f", [RealOp(*each) for each in theirs])
        result = verify(decision(ours), run)
        return [(r.here.name if r.here else None, r.by, r.equal) for r in result.ops], result

    def test_by_type_what_fits_best(self):
        half, wide = [FLAT], ["float"]
        ours = [row("a", "Relu", wide, wide), row("b", "Relu", half, half), row("c", "Conv2D", half * 2, half), row("d", "Conv2D", half * 3, half)]
        theirs = [
            ("p", "Relu", ("float16",), ("float16",)),
            ("q", "Conv2D", ("float16",) * 3, ("float16",)),
            ("r", "Conv2D", ("float16",) * 3, ("float16",)),
            ("s", "Relu", ("int8",), ("int8",)),
            ("t", "Relu", ("int8",), ("int8",)),
        ]
        rows, result = self.found(ours, theirs)
        self.assertEqual(rows, [("b", "type", True), ("d", "type", True), ("c", "type", True), ("a", "type", False), (None, "", False)])
        self.assertEqual((result.compared, result.equal), (5, 3))

    def test_types_behind_the_judge_and_kin(self):
        half = (FLAT,)
        rows, _ = self.found([row("t", "TransposeD", half, half)], [("t", "Transpose", ("float16", "int32"), half)])
        self.assertEqual(rows, [("t", "name", True)])
        rows, _ = self.found([row("m", "ReduceMean", [FLAT, "int32"], half)], [("other", "ReduceMeanD", half, half)])
        self.assertEqual(rows, [("m", "type", False)])
        rows, _ = self.found([row("b", "BNInference", half * 6, half)], [("n_BNInferenceD", "BNInferenceD", half * 3, half, ("b",))])
        self.assertEqual(rows, [("b", "nodes", False)])

    def test_kernel_of_several(self):
        """The operands of the first, the results of the last."""
        ours = [row("conv", "Conv2D", [FLAT, FLAT], [FLAT]), row("cast", "Cast", [FLAT], ["float"])]
        rows, result = self.found(ours, [("convcast", "Conv2D", (FLAT, FLAT), ("float",))])
        self.assertEqual((rows, dict(result.ops_not_there)), ([("conv", "nodes", True)], {}))
        rows, _ = self.found(ours, [("convcast", "Conv2D", (FLAT, FLAT), ("int8",))])
        self.assertEqual(rows, [("conv", "nodes", False)])

    def test_reasons(self):
        half = (FLAT,)
        for ours, there, text in (
            (row("a", "PadV3", ["float"], ["float"], rule="aicpu_fallback"), RealOp("a", "PadV3", half, half), "no kernel of the AI Core"),
            (row("a", "Mul", ["float"], ["float"], facts="overlay"), RealOp("a", "Mul", half, half), "public knowledge"),
            (row("a", "Mul", ["float"], ["float"]), RealOp("a", "Mul", half, half), "report it"),
            (row("a", "Mul", ["float"], ["float"]), RealOp("b", "Mul", half, half), "no name fits"),
            (row("a", "Mul", half, half, facts="overlay"), RealOp("a", "Mul", ("float", "float"), ("float",)), "the model's own dtypes"),
            (row("a", "Mul", half, half), RealOp("a", "Mul", ("float",), ("int8",)), "report it"),
            (row("a", "Mul", half, half), RealOp("a", "Mish", half, half), "SoftplusTanhMulPass"),
            (row("a", "Mul", half, half), RealOp("a", "Muls", half, half), "another type"),
            (row("a", "Tile", half, half), RealOp("a", "TileD", half, half), "became attributes"),
        ):
            (found,) = verify(decision([ours]), RealRun("atc_json", "f", [there])).ops
            self.assertIn(text, found.why)
        could = {"unmodelled_fusions": [{"pass": "P", "types": ["Mul", "Add"]}, {"pass": "Q", "types": ["Add"]}]}
        (found,) = verify(decision([row("a", "Mul", half, half)], **could), RealRun("atc_json", "f", [RealOp("a", "Muls", half, half)])).ops
        self.assertEqual(found.why, "P may have made it, which is not modelled")

    def test_casts(self):
        cast = {"from": "float", "to": "float16", "folded": False}
        ours = decision([row("a", "Relu", [FLAT], [FLAT])], casts=[cast, cast, cast | {"folded": True}])
        there = [RealOp("trans_Cast_1", "Cast", ("float",), (FLAT,)), RealOp("trans_Cast_2a", "Relu", (FLAT,), (FLAT,))]
        (found,) = verify(ours, RealRun("atc_json", "f", there)).casts
        self.assertEqual((found.casts, found.here, found.there, found.fused, found.equal), ("float > float16", 2, 1, 1, True))

    def test_what_need_not_be_there(self):
        """What has no kernel, parts of one, and casts of which the file has no dtypes."""
        cast = {"from": "float", "to": "float16", "folded": False}
        half = [FLAT], [FLAT]
        ours = [row("conv", "Conv2D", *half), row("act", "Relu", *half), row("r", "Reshape", *half, engine="local")]
        kernel = RealOp("conv", "Conv2D", (FLAT,), (FLAT,), ("conv", "act"))
        for casts, there, differ in (
            ([], [], 0),
            ([cast, cast], [RealOp("trans_Cast_1", "Cast", None, None), RealOp("trans_Cast_2x", "Conv2D", (FLAT,), (FLAT,))], 0),
            ([cast, cast], [RealOp("trans_Cast_1", "Cast", None, None)], 1),
            ([], [RealOp("trans_Cast_1", "Cast", ("float",), (FLAT,))], 1),
        ):
            found = verify(decision(ours, casts=casts), RealRun("op_summary", "f", [kernel, *there]))
            self.assertEqual((found.ops_not_there, found.ops_missing, found.casts_differ), ({"Relu": 1, "Reshape": 1}, {}, differ))
        # A name that another begins with is not a part of it.
        ours[1:2] = [row("act", "Relu", *half), row("act_1", "Tanh", *half)]
        there = [RealOp("conv", "Conv2D", (FLAT,), (FLAT,)), RealOp("act_1", "Tanh", (FLAT,), (FLAT,))]
        found = verify(decision(ours), RealRun("op_summary", "f", there))
        self.assertEqual((found.ops_missing, found.agrees), ({"Relu": 1}, False))

    def test_names_of_passes_in_any_case(self):
        """And of CANN 5, which calls some otherwise."""
        for here, there in (("GlobalavgpoolPass", "Globalavgpoolpass"), ("CommonGRUFusionPass", "GRUFusionPass")):
            run = RealRun("fusion_result", "f", graph_fusions=[RealFusion(there, 1, 1)])
            (found,) = verify(decision([], fusion_counts=[{"pass": here, "effects": 1, "matches": 1}]), run).fusions
            self.assertTrue(found.equal)

    def test_a_type_counts_once_where_it_stays(self):
        """A fusion that gives a node another type counts it as both."""
        fusions = [
            {"pass": "P", "into": name, "names": [name], "types": [before]} for name, before in (("a", "AvgPoolV2"), ("b", "Transpose"))
        ]
        ours = decision([row("a", "AvgPoolV2", [FLAT], [FLAT]), row("b", "TransposeD", [FLAT], [FLAT])], fusions)
        run = RealRun("pair", "f", type_counts={"AvgPoolV2": 1, "Transpose": 1, "TransposeD": 1})
        self.assertTrue(all(each.equal for each in verify(ours, run).types))

    def test_many_alike_take_no_time(self):
        ours = [row(f"n{i}", "Relu", [FLAT if i % 2 else "float"], [FLAT]) for i in range(20_000)]
        theirs = [(f"m{i}", "Relu", (FLAT,), (FLAT,)) for i in range(20_000)]
        begin = time.perf_counter()
        _, result = self.found(ours, theirs)
        self.assertEqual(result.equal, 10_000)
        self.assertLess(time.perf_counter() - begin, 10)


if __name__ == "__main__":
    unittest.main()
