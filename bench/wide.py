# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models of many operands, results, uses or nodes, in which nothing else takes time."""

from onnx import TensorProto, helper, save

MANY, NODES = 2000, 20000


def value(name, *shape):
    """Extents are numbers, or names where they are dynamic."""
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def steps(count, word="r"):
    """A chain; neighbours are ops of two types, so that none is its neighbour's copy."""
    names = ["x"] + [f"{word}{number}" for number in range(count)]
    return [helper.make_node(("Neg", "Relu")[number % 2], names[number : number + 1], [names[number + 1]], names[number + 1])
            for number in range(count)]  # fmt: skip


def concat():
    """One value for each operand."""
    relus = [helper.make_node("Relu", ["x"], [f"r{number}"], f"r{number}") for number in range(MANY)]
    return [*relus, helper.make_node("Concat", [f"r{number}" for number in range(MANY)], ["y"], "concat", axis=0)], \
        [value("x", 4, 8)], [value("y", 4 * MANY, 8)]  # fmt: skip


def concat_inputs():
    names = [f"x{number}" for number in range(MANY)]
    return [helper.make_node("Concat", names, ["y"], "concat", axis=0)], [value(name, 4, 8) for name in names], \
        [value("y", 4 * MANY, 8)]  # fmt: skip


def split():
    names = [f"y{number}" for number in range(MANY)]
    return [helper.make_node("Split", ["x"], names, "split", axis=0, num_outputs=MANY)], [value("x", MANY, 8)], \
        [value(name, 1, 8) for name in names]  # fmt: skip


def outputs():
    names = [f"y{number}" for number in range(MANY)]
    return [helper.make_node("Relu", ["x"], [name], name) for name in names], [value("x", 4, 8)], \
        [value(name, 4, 8) for name in names]  # fmt: skip


def uses():
    """One value is read by each node, and by the next."""
    names = ["x"] + [f"a{number}" for number in range(MANY)]
    return [helper.make_node("Add", [names[number], "x"], [names[number + 1]], names[number + 1]) for number in range(MANY)], \
        [value("x", 4, 8)], [value(names[-1], 4, 8)]  # fmt: skip


def same():
    """One value is each output, and so is the input."""
    names = [f"y{number}" for number in range(MANY)]
    nodes = [helper.make_node("Relu", ["x"], ["r"], "r")]
    nodes += [helper.make_node("Identity", ["rx"[number % 2]], [name], name) for number, name in enumerate(names)]
    return nodes, [value("x", 4, 8)], [value(name, 4, 8) for name in names]


def concat_open():
    names = [f"x{number}" for number in range(MANY)]
    return [helper.make_node("Concat", names, ["y"], "concat", axis=0)], \
        [value(name, f"rows{number}", "columns") for number, name in enumerate(names)], [value("y", "rows", "columns")]  # fmt: skip


def split_open():
    names = [f"y{number}" for number in range(MANY)]
    return [helper.make_node("Split", ["x"], names, "split", axis=0, num_outputs=MANY)], [value("x", MANY, "columns")], \
        [value(name, 1, "columns") for name in names]  # fmt: skip


def outputs_open():
    names = [f"y{number}" for number in range(MANY)]
    return [helper.make_node("Relu", ["x"], [name], name) for name in names], [value("x", "rows", "columns")], \
        [value(name, "rows", "columns") for name in names]  # fmt: skip


def chain():
    nodes = steps(NODES)
    return nodes, [value("x", 4, 8)], [value(nodes[-1].output[0], 4, 8)]


def fan():
    """As many nodes side by side, joined by twos."""
    names = [f"r{number}" for number in range(NODES // 2)]
    nodes = [helper.make_node(("Neg", "Relu")[number % 2], ["x"], [name], name) for number, name in enumerate(names)]
    while len(names) > 1:
        joined = []
        for at in range(0, len(names) - 1, 2):
            joined.append(f"j{len(nodes)}")
            nodes.append(helper.make_node("Add", names[at : at + 2], joined[-1:], joined[-1]))
        names = joined + names[2 * len(joined) :]
    return nodes, [value("x", 4, 8)], [value(names[0], 4, 8)]


MODELS = {f"wide-{maker.__name__.replace('_', '-')}": maker
          for maker in (concat, concat_inputs, concat_open, split, split_open, outputs, outputs_open, same, uses, chain,
                        fan)}  # fmt: skip


def make(name, folder):
    """The path of the file."""
    nodes, inputs, results = MODELS[name]()
    graph = helper.make_graph(nodes, name, inputs, results)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.onnx"
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), path)
    return path
