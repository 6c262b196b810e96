# RUN: %python %s %ascend_source/docs/Options.md
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab extract: what is cut out has the errors and the decision that it has in the model, onnxruntime
gives the reference that is stored beside it, and its lines for compare and ATC are taken as they are."""

import json
import pathlib
import re
import sys
import unittest
import unittest.mock

import models
import numpy as np
import onnx
from ascend_mlir.lab.decision import decide
from ascend_mlir.lab.extract_config import OWN
from dumps import BOOL, FLOAT, node
from extract_case import ExtractCase, gray_chain, random
from onnx import helper

OPTIONS_DOC = sys.argv.pop() if len(sys.argv) > 1 else ""


class Nodes(ExtractCase):
    def test_op_alone(self):
        folder = self.check(self.network(), "--op=net/fc")
        self.assertEqual(self.record["nodes"], ["net/fc"])
        self.assertEqual((list(self.inputs), list(self.reference)), (["f"], ["y"]))
        model = onnx.load(folder / "model.onnx")
        onnx.checker.check_model(model, full_check=True)
        self.assertEqual([tensor.name for tensor in model.graph.initializer], ["k"])
        self.assertGreater(self.record["ops"][0]["in_extract"]["max"], 0)
        # The bytes are those of the array.
        (tensor,) = self.record["inputs"]
        self.assertEqual((tensor["dtype"], tensor["shape"]), ("float32", [1, 72]))
        np.testing.assert_array_equal(np.fromfile(folder / tensor["file"], np.float32), self.inputs["f"].ravel())
        self.assertTrue(np.any(self.decided["y"] != self.reference["y"]))

    def test_range(self):
        """All between the two, with what else is read outside as an output."""
        self.check(self.network(), "--op=net/conv", "--to=net/fc")
        self.assertEqual(self.record["nodes"], [f"net/{name}" for name in "conv bn relu.1 split exp add flat fc".split()])
        self.assertEqual((list(self.inputs), list(self.reference)), (["x"], ["y"]))
        self.extract(self.network(), "--op=net/split", "--to=net/add", into="small")
        self.assertEqual((list(self.inputs), list(self.reference)), (["r"], ["a"]))

    def test_list(self):
        self.check(self.network(), "--op=net/add", "--op=net/tanh")
        self.assertEqual(self.record["nodes"], ["net/add", "net/tanh"])
        self.assertEqual(list(self.inputs), ["e", "q", "t1"])

    def test_overflow(self):
        self.check(self.network(), "--op=net/overflows")
        self.assertGreater(self.record["ops"][0]["whole"]["lost"], 0)

    def test_fused(self):
        """On this chip the normalization goes into the convolution: each of their names means both."""
        arguments = [*self.network(), "--soc_version=Ascend910A"]
        folder = self.check(arguments, "--op=net/bn")
        self.assertEqual(self.record["nodes"], ["net/conv", "net/bn"])
        self.assertEqual(([op["name"] for op in self.record["ops"]], self.record["notes"]), (["net/conv"], []))
        (op,) = decide(str(folder / "model.onnx"), {"soc_version": "Ascend910A"}).ops
        self.assertEqual(op.row["original_names"], ["net/conv", "net/bn"])

    def test_value_read_outside(self):
        """It is an output, so that nothing is fused that was not before."""
        nodes = [node("Conv", "x w", "c", "conv"), node("BatchNormalization", "c s b m v", "n", "bn"), node("Exp", "c", "e", "exp")]
        vector = np.linspace(0.5, 2, 4, dtype=np.float32)
        arrays = [("w", random(4, 3, 3, 3)), *((name, vector) for name in "sbmv")]
        outputs = [("n", FLOAT, [1, 4, 6, 6]), ("e", FLOAT, [1, 4, 6, 6])]
        arguments = self.save(models.model_of(nodes, [("x", FLOAT, [1, 3, 8, 8])], outputs, arrays), x=random(1, 3, 8, 8))
        self.check([*arguments, "--soc_version=Ascend910A"], "--op=conv", "--to=bn")
        self.assertEqual(list(self.reference), ["c", "n"])
        self.assertEqual([op["name"] for op in self.record["ops"]], ["conv", "bn_BNInferenceD"])

    def test_weights_that_are_computed(self):
        nodes = [node("Transpose", "w", "t", "turn", perm=[1, 0]), node("Mul", "t two", "k", "twice"), node("MatMul", "x k", "y", "fc")]
        arrays = [("w", random(5, 8)), ("two", np.float32([2]))]
        self.check(self.save(models.model_of(nodes, [("x", FLOAT, [1, 8])], [("y", FLOAT, [1, 5])], arrays), x=random(1, 8, seed=1)), "--op=fc")
        self.assertEqual(self.record["nodes"], ["turn", "twice", "fc"])
        self.assertEqual((list(self.inputs), self.record["notes"]), (["x"], []))

    def shaped(self, batch):
        nodes = [
            node("Shape", "x", "s", "shape"), node("Gather", "s zero", "n", "batch"), node("Unsqueeze", "n zeros", "n1", "row"),
            node("Concat", "n1 rest", "t", "target", axis=0), node("Exp", "x", "e", "exp"), node("Reshape", "e t", "r", "flat"),
            node("MatMul", "r w", "y", "fc"),
        ]  # fmt: skip
        arrays = [("zero", np.int64(0)), ("zeros", np.int64([0])), ("rest", np.int64([-1])), ("w", random(12, 5))]
        return models.model_of(nodes, [("x", FLOAT, [batch, 3, 4])], [("y", FLOAT, [batch, 5])], [(name, np.asarray(a)) for name, a in arrays])

    def test_shapes(self):
        """What is made of shapes is a constant of what is cut out."""
        for batch in 2, None:
            with self.subTest(batch=batch):
                arguments = self.save(self.shaped(batch), x=random(2, 3, 4))
                folder = self.extract(arguments, "--op=exp", "--to=fc", into=str(batch))
                self.assertEqual((self.record["nodes"], list(self.inputs)), (["exp", "flat", "fc"], ["x"]))
                self.check_onnxruntime(folder)
                self.check_compare(arguments, folder)
                self.check_atc(folder)

    def test_open_extents(self):
        """With known ones ReduceSum would be ReduceSumD: so what the model leaves open is open."""
        nodes = [node("Exp", "x", "e", "exp"), node("ReduceSum", "e a", "y", "sum")]
        model = models.model_of(nodes, [("x", FLOAT, [None, 6])], [("y", FLOAT, [None, 1])], [("a", np.int64([1]))])
        arguments = self.save(model, x=random(3, 6))
        folder = self.check(arguments, "--op=sum", is_cut=True)
        self.assertEqual([op["type"] for op in self.record["ops"]], ["ReduceSum"])
        self.assertIn("--input_shape=e:-1,6 ", self.record["atc"])
        self.assertIn("open here, too: with known ones another decision is made", self.record["notes"][0])
        self.assertEqual(self.inputs["e"].shape, (1, 6))

    def test_names(self):
        """Those of exporters, and what no option of ATC can hold."""
        nodes = [node("Exp", "x:0", "/net/Exp_output_0", "/net/Exp"), node("Tanh", "/net/Exp_output_0", "file", "/net/Tanh"), node("Neg", "file", "y", "n")]
        model = models.model_of(nodes, [("x:0", FLOAT, [1, 4])], [("y", FLOAT, [1, 4])])
        arguments = self.save(model, **{"x:0": random(1, 4)})
        self.check(arguments, "--op=/net/Tanh")
        self.assertEqual((list(self.inputs), list(self.reference)), (["/net/Exp_output_0"], ["file"]))
        folder = self.extract(arguments, "--op=/net/Exp", into="first")
        self.assertEqual(list(self.inputs), ["x:0"])
        self.check_atc(folder)

    def test_nodes_without_names(self):
        model = models.model_of([node("Exp", "x", "e", ""), node("Tanh", "e", "y", "")], [("x", FLOAT, [1, 4])], [("y", FLOAT, [1, 4])])
        self.check(self.save(model, x=random(1, 4)), "--op=y")
        self.assertEqual((self.record["nodes"], list(self.inputs)), (["y"], ["e"]))


class Decision(ExtractCase):
    def test_neighbours(self):
        """A gray op follows the white one before it: so that is cut out with it."""
        *model, _ = self.save(gray_chain(8), x=random(4, 8))
        self.check([*model, "--precision_mode=allow_mix_precision"], "--op=g1", is_cut=True)
        self.assertEqual(self.record["nodes"], ["fc", "g0", "g1"])
        self.assertEqual([op["name"] for op in self.record["ops"]], ["g1"])
        self.assertIn("another decision is made without: fc, g0", self.record["notes"][0])

    def test_fewest_neighbours(self):
        """Of the two ops before it the one that it follows."""
        nodes = [node("Exp", "z", "s", "exp"), node("Tanh", "s", "e", "tanh"), node("MatMul", "x w", "h", "fc"), node("Add", "h e", "y", "add")]
        row = [1, 8]
        model = models.model_of(nodes, [("x", FLOAT, row), ("z", FLOAT, row)], [("y", FLOAT, row)], [("w", random(8, 8))])
        *model, _ = self.save(model, x=random(1, 8, seed=1), z=random(1, 8, seed=2))
        self.check([*model, "--precision_mode=allow_mix_precision"], "--op=add")
        self.assertEqual((self.record["nodes"], list(self.inputs)), (["fc", "add"], ["x", "e"]))

    def test_pinned(self):
        """Where that op is far, a file gives the dtypes."""
        *model, _ = self.save(gray_chain(8), x=random(4, 8))
        arguments = [*model, "--precision_mode=allow_mix_precision"]
        folder = self.extract(arguments, "--op=g6")
        self.assertEqual(self.record["nodes"], ["g6"])
        self.assertEqual((folder / "customize_dtypes.cfg").read_text(), "g6:InputDtype:float16,OutputDtype:float16\n")
        notes = "\n".join(self.record["notes"])
        self.assertIn("alone another decision is made of g6", notes)
        self.assertIn("g6: rule customized, in the model gray_follows_producer", notes)
        self.check_compare(arguments, folder, is_cut=True)
        self.check_atc(folder)

    def test_files(self):
        """They say only what concerns the op; the modes of op_precision_mode stay below their headings."""
        texts = {
            "keep_dtype": "net/sum\n# a note\nOpType::MatMul\nOpType::Exp\n",
            "customize_dtypes": "net/fc:InputDtype:float16,float16,OutputDtype:float\nnet/exp:InputDtype:float\n",
            "modify_mixlist": '{"black-list": {"to-add": ["Exp", "Add"]}, "white-list": {"to-add": ["Tanh"]}}',
            "op_precision_mode": "Exp=high_precision\n[ByNodeName]\nnet/fc=enable_float_32_execution\nnet/conv=enable_float_32_execution\n[ByOpType]\nAdd=high_performance\n",
            "fusion_switch_file": "RealDiv2MulsFusionPass:off\n",
        }
        words = []
        for name, text in texts.items():
            (self.folder / f"{name}.txt").write_text(text)
            words.append(f"--{name}={self.folder}/{name}.txt")
        *model, _ = self.network()
        arguments = [*model, "--precision_mode=allow_mix_precision", *words]
        folder = self.check(arguments, "--op=net/fc")
        self.assertEqual((folder / "customize_dtypes.cfg").read_text(), texts["customize_dtypes"].splitlines(True)[0])
        self.assertEqual((folder / "op_precision.ini").read_text(), "[ByNodeName]\nnet/fc=enable_float_32_execution\n[ByOpType]\n")
        self.assertEqual((folder / "fusion_switch_file.txt").read_text(), texts["fusion_switch_file"])
        self.assertFalse((folder / "keep_dtype.cfg").exists() or (folder / "modify_mixlist.json").exists())
        self.assertNotIn("--keep_dtype", self.record["atc"])
        self.assertNotIn(str(self.folder), self.record["atc"])
        other = self.extract(arguments, "--op=net/exp", "--op=net/sum", "--op=net/tanh", into="other")
        self.check_atc(other)
        self.assertEqual((other / "keep_dtype.cfg").read_text(), "net/sum\nOpType::Exp\n")
        self.assertEqual(json.loads((other / "modify_mixlist.json").read_text()), {"black-list": {"to-add": ["Exp"]}, "white-list": {"to-add": ["Tanh"]}})

    def test_options(self):
        """Those of the whole's inputs and outputs are left out, and what ATC does not have; that is said."""
        arguments = [*self.network(), "--cube_k_block=16", "--allow_hf32=true", "--out_nodes=net/add:0", "--input_shape=x:1,3,8,8;t:4,6"]
        folder = self.extract(arguments, "--op=net/conv")
        self.check_compare(arguments, folder)
        self.check_atc(folder)
        self.assertIn("--cube_k_block=16", self.record["compare"])
        self.assertNotIn("cube_k_block", self.record["atc"])
        self.assertIn("--input_shape=x:1,3,8,8 ", self.record["atc"])
        notes = "\n".join(self.record["notes"])
        self.assertIn("not for a part of it: out_nodes, input_shape", notes)
        self.assertIn("its line leaves out: cube_k_block", notes)

    def test_session(self):
        """What only a session can say is in the line for compare alone, and that is said."""
        (self.folder / "o.json").write_text('{"precision_mode": "allow_mix_precision", "allow_hf32": "01"}')
        arguments = [*self.network()[:-1], f"--options={self.folder}/o.json"]
        folder = self.extract(arguments, "--op=net/fc")
        self.check_compare(arguments, folder)
        self.check_atc(folder)
        self.assertIn("its line leaves out: allow_hf32, defaults", "".join(self.record["notes"]))

    def test_half_inputs(self):
        arguments = [*self.network(), "--input_fp16_nodes=x;t"]
        folder = self.extract(arguments, "--op=net/conv")
        self.assertEqual(self.inputs["x"].dtype, np.float16)
        self.assertIn("--input_fp16_nodes=x ", self.record["atc"] + " ")
        self.check_compare(arguments, folder)
        self.check_atc(folder)

    def test_own_options(self):
        """As docs/Options.md has them; those of runs alone are not taken by the laboratory."""
        taken = re.findall(r"^\| (\w+) \*\(own\)\* \|.*C and Python \|$", pathlib.Path(OPTIONS_DOC).read_text(), re.MULTILINE)
        self.assertGreater(len(taken), 10)
        self.assertLessEqual(set(taken) - {"options", "reference", "report", "strict", "write_impl_ini"}, OWN)
        self.assertLessEqual(OWN - {"diagnostics"}, set(taken))


class Inputs(ExtractCase):
    def perceptron(self):
        """Of eight rows the sixth has the largest values and errors."""
        x = random(8, 16)
        x[5] *= 30
        return self.save(models.perceptron(8)[0], x=x), x

    def test_first_axis(self):
        arguments, x = self.perceptron()
        folder = self.check(arguments, "--op=fc1", "--to=fc2", is_cut=True)
        self.assertEqual(self.record["cut"], {"first": 5, "extent": 1, "of": 8})
        np.testing.assert_array_equal(self.inputs["x"], x[5:6])
        self.assertIn("--input_shape=x:1,16 ", self.record["atc"])
        self.assertEqual(onnx.load(folder / "model.onnx").graph.input[0].type.tensor_type.shape.dim[0].dim_value, 1)
        # The largest error is that of the whole.
        outputs = json.loads(self.lab("compare", *arguments, "--format=json"))["tables"][0]["outputs"]
        self.assertEqual(self.record["ops"][-1]["whole"]["max"], outputs[0]["end_to_end"]["max"])
        self.assertIn("of 8 along the first axis 1 is kept, number 5", self.record["notes"][0])

    def test_axis_that_is_needed(self):
        """Ops that work along it, and a Reshape with its extent."""
        axes = np.int64([0])
        cases = [
            ([node("Softmax", "x", "y", "softmax", axis=0)], [4, 6], []),
            ([node("ReduceSum", "x a", "y", "sum", keepdims=0)], [6], [("a", axes)]),
            ([node("Exp", "x", "e", "exp"), node("Reshape", "e a", "r", "sum"), node("Tanh", "r", "y", "tanh")], [2, 12], [("a", np.int64([2, 12]))]),
        ]
        for number, (nodes, shape, arrays) in enumerate(cases):
            arguments = self.save(models.model_of(nodes, [("x", FLOAT, [4, 6])], [("y", FLOAT, shape)], arrays), x=random(4, 6))
            last = ["--to=tanh"] if len(nodes) > 1 else []
            self.extract(arguments, f"--op={nodes[0].name}", *last, into=str(number))
            self.assertIsNone(self.record["cut"])
            self.assertEqual(self.inputs["x"].shape, (4, 6))

    def test_cast(self):
        """The name of a cast that the decision put in means the op that reads it."""
        arguments, _ = self.perceptron()
        self.extract(arguments, "--op=x/Cast_float16")
        self.assertEqual(self.record["nodes"], ["fc1"])

    def test_worst(self):
        """Of five inputs the fourth."""
        x = random(5, 16)
        x[3] *= 1e4
        arguments = self.save(models.perceptron(1)[0], x=x)
        self.extract(arguments, "--op=fc2")
        self.assertTrue(self.record["sample"].endswith("in.npz[3]"), self.record["sample"])
        self.assertEqual(self.record["of_samples"], 5)
        weights = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in onnx.load(self.folder / "net.onnx").graph.initializer}
        # Terms of some 1e4, which numpy adds in another order: 0.1 is 1e-5 of them.
        np.testing.assert_allclose(self.inputs["r"], np.maximum(x[3:4] @ weights["w1"], 0), rtol=1e-5, atol=0.1)
        self.assertIn("the worst of 5", self.text)

    def test_random(self):
        arguments = [self.save(models.perceptron(1)[0])[0], "--precision_mode=force_fp16"]
        self.extract(arguments, "--op=fc1")
        self.assertFalse(self.record["is_evidence"])
        self.assertIn("made up from a seed", self.text)

    def test_error_of_another(self):
        """An op that is kept in float32 has none of its own: that before it whose error it hands on is cut out, too."""
        nodes = [node("Tanh", "x", "t", "first"), node("Mul", "t t", "m", "mul"), node("Relu", "m", "r", "relu"), node("Neg", "r", "y", "neg")]
        arguments = self.save(models.model_of(nodes, [("x", FLOAT, [1, 6])], [("y", FLOAT, [1, 6])]), x=random(1, 6))
        (self.folder / "keep.cfg").write_text("relu\nneg\n")
        self.check([*arguments, f"--keep_dtype={self.folder}/keep.cfg"], "--op=neg")
        self.assertEqual(self.record["nodes"], ["mul", "relu", "neg"])
        self.assertGreater(self.record["ops"][-1]["whole"]["max"], 0)
        self.assertEqual(self.record["ops"][-1]["in_extract"]["max"], 0)
        self.assertIn("has no error of its own", self.record["notes"][0])


class Models(ExtractCase):
    def branches(self):
        bodies = [
            helper.make_graph([node(type, "r", name, name)], name, [], [helper.make_tensor_value_info(name, FLOAT, [2, 3])])
            for type, name in (("Exp", "then"), ("Neg", "other"))
        ]
        nodes = [node("Tanh", "x", "r", "tanh"), node("If", "flag", "i", "if", then_branch=bodies[0], else_branch=bodies[1]), node("Exp", "i", "y", "exp")]
        model = models.model_of(nodes, [("x", FLOAT, [2, 3]), ("flag", BOOL, [])], [("y", FLOAT, [2, 3])])
        return self.save(model, x=random(2, 3), flag=np.array(True))

    def test_branches(self):
        """An If goes as a whole, with what its bodies read around them; an op in it does not."""
        self.check(self.branches(), "--op=if")
        self.assertEqual((self.record["nodes"], sorted(self.inputs)), (["if"], ["flag", "r"]))
        self.assertGreater(self.record["ops"][0]["whole"]["max"], 0)
        # Its bodies say which extents they give.
        self.assertIsNone(self.record["cut"])
        error = self.lab("extract", *self.branches(), "--op=then", "-o", self.folder / "no", code=2)
        self.assertIn("--op=then is in a body of 'if' (If), of which nothing can be cut out", error)
        self.assertIn("--op=if takes all of it", error)

    def test_external_data(self):
        """Weights in a file beside the model stand in the extract; where they are too large, beside it."""
        model, _ = models.perceptron(1)
        arguments = self.save(model, x=random(1, 16))
        onnx.save_model(model, self.folder / "net.onnx", save_as_external_data=True, location="w.bin", size_threshold=0)
        self.check(arguments, "--op=fc1")
        self.assertFalse((self.folder / "out" / "weights.bin").exists())
        with unittest.mock.patch("ascend_mlir.lab.onnx_part._LARGEST", 1000):
            folder = self.extract(arguments, "--op=fc1", into="large")
        self.assertEqual((folder / "weights.bin").stat().st_size, 16 * 32 * 4)
        self.check_compare(arguments, folder)
        self.check_onnxruntime(folder)

    def test_notes_of_exporters(self):
        """They may have paths of the machine that the model was made on."""
        model, _ = models.perceptron(1)
        model.graph.node[0].doc_string = "File /home/me/secret.py"
        folder = self.extract(self.save(model, x=random(1, 16)), "--op=fc1")
        self.assertNotIn(b"secret", (folder / "model.onnx").read_bytes())

    def test_functions(self):
        """A call goes with the functions of the model."""
        body = [helper.make_node("Exp", ["a"], ["b"]), helper.make_node("Mul", ["b", "b"], ["c"])]
        function = helper.make_function("mine", "Twice", ["a"], ["c"], body, [helper.make_opsetid("", 21)])
        nodes = [helper.make_node("Twice", ["x"], ["h"], name="call", domain="mine"), node("Tanh", "h", "y", "tanh")]
        model = models.model_of(nodes, [("x", FLOAT, [1, 4])], [("y", FLOAT, [1, 4])])
        model.opset_import.append(helper.make_opsetid("mine", 1))
        model.functions.append(function)
        arguments = self.save(model, x=random(1, 4))
        self.check(arguments, "--op=call")
        self.assertEqual(self.record["nodes"], ["call"])
        folder = self.extract(arguments, "--op=tanh", into="tanh")
        self.assertFalse(onnx.load(folder / "model.onnx").functions)


if __name__ == "__main__":
    unittest.main()
