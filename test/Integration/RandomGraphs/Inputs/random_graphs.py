#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random small graphs of the operators in ops.py and move_ops.py give onnxruntime's values.

ascend-run --reference runs a batch of graphs as one model, in which every value
is an output. onnxruntime then computes each node on the operands that the node
had in that run, so that errors do not add up and the node at fault is named; a
node that it has no kernel for is computed by onnx's own reference. A graph that
is refused counts as failed, too. With --forms=all every form of CPU that this
machine runs gives the same bits.

usage: random_graphs.py [--count=N] [--seed=N] [--batch=N] [--op=NAME] [--forms=all|native] [--keep=DIR]
"""

import argparse
import itertools
import os
import sys
import warnings

import hypothesis
import numpy as np
import onnx
import onnxruntime
from hypothesis import strategies as st
from onnx.reference import ReferenceEvaluator
from onnx_models import model_of

from arrays import assert_same
from forms import host_forms
from graphs import IR_VERSION, OPSETS, Graph, Skip
from move_ops import MOVE_OPS
from ops import CLOSE, EXACT, OPS, ROUND
from sessions import options_of_one_thread
from tools import run_model


def draw_graph(draw, prefix, opset, rows):
    graph = Graph(draw, prefix, opset)
    for _ in range(draw(st.integers(3, 6))):
        row = rows[draw(st.integers(0, len(rows) - 1))]
        try:
            row.build(graph, row)
        except Skip:
            pass
    return graph


def draw_graphs(count, seed, batch, rows):
    """`count` graphs, no two alike in a batch; those of a batch have one opset
    and names of their own."""
    drawn = number = 0
    while drawn < count:
        wanted = min(batch, count - drawn)
        opset = OPSETS[(seed + number * 5) % len(OPSETS)]
        known = [row for row in rows if row.since <= opset]
        made, seen = [], set()

        @hypothesis.seed(seed + number * batch)
        @hypothesis.settings(max_examples=2 * batch, deadline=None, database=None,
                             phases=[hypothesis.Phase.generate], suppress_health_check=list(hypothesis.HealthCheck))
        @hypothesis.given(st.data())
        def collect(data):
            graph = draw_graph(data.draw, "g%d_" % len(made), opset, known)
            # hypothesis likes to vary what it has.
            key = str([(node.op_type, node.attribute) for node in graph.nodes])
            if graph.nodes and key not in seen and len(made) < wanted:
                seen.add(key)
                made.append(graph)

        collect()
        drawn, number = drawn + len(made), number + 1
        yield made


def joined(batch):
    """One model of the graphs, in which the values of all nodes are outputs; and its inputs and constants, by name."""
    types, inputs, constants, outputs, nodes = {}, {}, {}, {}, []
    for graph in batch:
        types.update(graph.types)
        inputs.update(graph.inputs)
        constants.update(graph.constants)
        outputs.update({name: graph.types[name] for name in graph.results()})
        nodes += graph.nodes
    return model_of(nodes, inputs, outputs, constants, batch[0].opset, IR_VERSION), inputs, constants


def judge_model(opset, nodes, types, constants):
    """Nodes whose operands are inputs or constants; results are named NAME!."""
    copies, inputs, outputs, used = [], {}, {}, {}
    for node in nodes:
        copy = onnx.NodeProto()
        copy.CopyFrom(node)
        del copy.output[:]
        for name in node.output:
            copy.output.append(name + "!")
            outputs[name + "!"] = types[name]
        copies.append(copy)
        for name in filter(None, node.input):
            (used if name in constants else inputs)[name] = constants.get(name, types[name])
    return model_of(copies, inputs, outputs, used, opset, IR_VERSION)


class Judge:
    """onnxruntime on single nodes; what it has no kernel for is remembered."""

    def __init__(self):
        self.unknown = set()
        self.options = options_of_one_thread()
        self.options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL

    def session(self, model):
        return onnxruntime.InferenceSession(model.SerializeToString(), self.options)

    def run(self, session, values):
        given = {info.name: values[info.name] for info in session.get_inputs()}
        names = [info.name for info in session.get_outputs()]
        return {name[:-1]: array for name, array in zip(names, session.run(names, given))}

    def results(self, batch, values):
        opset, types, constants = batch[0].opset, {}, {}
        for graph in batch:
            types.update(graph.types)
            constants.update(graph.constants)

        def key(node):
            return (node.op_type, opset, tuple(str(types[n][0]) for n in [*node.input, *node.output] if n))

        nodes = [node for graph in batch for node in graph.nodes]
        known = [node for node in nodes if key(node) not in self.unknown]
        try:
            result = self.run(self.session(judge_model(opset, known, types, constants)), values)
        except Exception:
            # One after the other, to see which.
            result = {}
            for node in known:
                try:
                    result.update(self.run(self.session(judge_model(opset, [node], types, constants)), values))
                except Exception:
                    self.unknown.add(key(node))
        for node in nodes:
            if node.output[0] not in result:
                model = judge_model(opset, [node], types, constants)
                given = {info.name: values[info.name] for info in model.graph.input}
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    result.update(zip(node.output, ReferenceEvaluator(model).run(None, given)))
        return result


def terms(node, operands, wanted):
    """How many terms a sum has."""
    first = operands[0]
    if node.op_type == "Conv":
        return operands[1].size // max(1, operands[1].shape[0])
    if node.op_type in ("MatMul", "Gemm"):
        return max(first.shape, default=1)
    if node.op_type == "Resize":
        return 16  # A cubic one; each weight has the error of its position.
    shrinks = first.size // max(1, wanted.size)
    return max(len(operands), shrinks, max(first.shape, default=1))


def difference(row, node, operands, have, wanted):
    """What is wrong with a result, or nothing."""
    wanted = np.asarray(wanted)
    if have.dtype != wanted.dtype or have.shape != wanted.shape:
        return "%s%s instead of %s%s" % (have.dtype, have.shape, wanted.dtype, wanted.shape)
    if not have.size:
        return ""
    undefined = np.zeros(have.shape, bool)
    if row.name == "Cast" and have.dtype.kind in "iu" and operands[0].dtype.kind == "f":
        # What lies outside of the integers has no defined value.
        info = np.iinfo(have.dtype)
        x = operands[0].astype(np.float64)
        undefined = ~((x > info.min - 1.0) & (x < info.max))
    if have.dtype.kind not in "f":
        wrong = (have != wanted) & ~undefined
    else:
        a, b = have.astype(np.float64), wanted.astype(np.float64)
        spacing = np.abs(np.spacing(np.where(np.isfinite(wanted), wanted, 0))).astype(np.float64)
        if row.bound == EXACT:
            bound = 0.0
        elif row.bound == ROUND:
            bound = spacing
        elif row.bound == CLOSE:
            bound = 2 * spacing + 4e-6 * np.abs(b) + 4e-7
        else:
            finite = [np.abs(x[np.isfinite(x)]).max(initial=0.0) for x in operands if x.dtype.kind == "f"]
            largest = max(1.0, np.abs(b[np.isfinite(b)]).max(initial=0.0), float(np.prod([max(1.0, f) for f in finite[:2]])))
            bound = 4e-7 * terms(node, operands, wanted) * largest
        with np.errstate(invalid="ignore"):
            wrong = ~((np.abs(a - b) <= bound) | (a == b) | (np.isnan(a) & np.isnan(b)))
    if not wrong.any():
        return ""
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return "%d of %d elements, such as %r instead of %r at %s" % (wrong.sum(), wrong.size, have[at], wanted[at], at)


class Checker:
    def __init__(self, forms, keep):
        self.judge, self.forms, self.keep = Judge(), forms, keep
        self.failed, self.refused, self.seen = 0, 0, set()
        # Two of five runs of the forms have guards, at either side.
        self.guards = itertools.cycle(["end", "none", "begin", "none", "none"])

    def save(self, model, values, name):
        if not self.keep:
            return ""
        os.makedirs(self.keep, exist_ok=True)
        path = os.path.join(self.keep, name)
        onnx.save(model, path + ".onnx")
        np.savez(path + ".npz", **{info.name: values[info.name] for info in model.graph.input})
        return " (%s.onnx)" % path

    def compare_forms(self, batch, values, others):
        """All forms give the bits of this machine's kernels; any NaN is any NaN."""
        for form, results in others.items():
            for node in (node for graph in batch for node in graph.nodes):
                for name in node.output:
                    try:
                        assert_same(results[name], values[name])
                    except AssertionError as error:
                        self.failed += 1
                        print("differs: %s, %s: %s" % (form, onnx.printer.to_text(node).strip(), error))

    def check(self, batch):
        """Runs a batch; where it is refused, its halves."""
        model, inputs, constants = joined(batch)
        try:
            values = {**inputs, **constants, **run_model(model, inputs, "--reference")}
            others = {form: run_model(model, inputs, "--reference", "--guard=" + next(self.guards), *form.options)
                      for form in self.forms}  # fmt: skip
        except AssertionError as error:
            if len(batch) > 1:
                self.check(batch[: len(batch) // 2])
                self.check(batch[len(batch) // 2 :])
                return
            graph, self.failed, self.refused = batch[0], self.failed + 1, self.refused + 1
            where = self.save(model, inputs, "refused-%d" % self.refused)
            print("refused: opset %d, %s: %s%s" % (graph.opset, [n.op_type for n in graph.nodes], error, where))
            return
        self.compare_forms(batch, values, others)
        wanted = self.judge.results(batch, values)
        for graph in batch:
            bad = False
            for node, row in zip(graph.nodes, graph.rows):
                self.seen.add(row.name)
                operands = [values[name] for name in node.input if name]
                for name in node.output:
                    wrong = difference(row, node, operands, values[name], wanted[name])
                    if not wrong:
                        continue
                    bad = True
                    model = judge_model(graph.opset, [node], graph.types, graph.constants)
                    text = onnx.printer.to_text(node).strip()
                    types = ["%s%s" % (x.dtype, x.shape) for x in operands]
                    print("differs: opset %d, %s of %s: %s%s"
                          % (graph.opset, text, types, wrong, self.save(model, values, "differs-" + name)))  # fmt: skip
            self.failed += bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--op", default="")
    parser.add_argument("--forms", default="native", choices=["all", "native"])
    parser.add_argument("--keep", default="")
    args = parser.parse_args()
    rows = [row for row in OPS + MOVE_OPS if args.op in ("", row.name)]
    if not rows:
        parser.error("no operator %s in the table" % args.op)
    forms = host_forms() if args.forms == "all" else []
    checker, total, nodes = Checker(forms, args.keep), 0, 0
    for batch in draw_graphs(args.count, args.seed, args.batch, rows):
        total += len(batch)
        nodes += sum(len(graph.nodes) for graph in batch)
        if batch:
            checker.check(batch)
    for form in forms:
        form.ran()
    print("operators that never came up: %s" % sorted({row.name for row in rows} - checker.seen))
    print("graphs: %d, nodes: %d, refused: %d, failed: %d" % (total, nodes, checker.refused, checker.failed))
    sys.exit(1 if checker.failed else 0)


if __name__ == "__main__":
    main()
