# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random cases as files for ascend-opt, and the comparison of its report."""

import re

from oracle import casts

MLIR_TYPES = {"float": "f32", "float16": "f16", "bfloat16": "bf16", "double": "f64", "hifloat8": "!ascend.hif8",
              "bool": "i1", "complex64": "complex<f32>", "complex128": "complex<f64>",
              **{f"int{bits}": f"i{bits}" for bits in (4, 8, 16, 32, 64)},
              **{f"uint{bits}": f"ui{bits}" for bits in (8, 16, 32, 64)}}


# Types that the dialect models, with an op that takes any element types.
MNEMONICS = {"Relu": "relu", "Tanh": "tanh", "Exp": "exp", "Sqrt": "sqrt", "Add": "add", "Sub": "sub", "Mul": "mul",
             "RealDiv": "real_div", "Maximum": "maximum", "Minimum": "minimum", "Cast": "cast"}


def modelled(node):
    """The modelled op for every other node of such a type."""
    plain = not node.groups and None not in node.inputs and len(node.outputs) == 1
    return f"ascend.{MNEMONICS[node.type]}" if node.type in MNEMONICS and plain and int(identifier(node.name)[1:]) % 2 else None


def tensor(dtype):
    return f"tensor<2x{MLIR_TYPES[dtype]}>"


def zero(dtype):
    if dtype.startswith("complex"):
        return "dense<(0.0, 0.0)>"
    if dtype == "bool":
        return "dense<false>"
    return "dense<0>" if "int" in dtype else "dense<0.0>"


def identifier(name):
    """A name may be any text; its letter and number are enough in the IR."""
    return re.match(r"[a-z]\d+", name)[0]


def quoted(text):
    """A string literal of MLIR."""
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}" for byte in text.encode()) + '"'


def module(graph, modelled=None):
    """The graph as ascend IR. `modelled(node)` may give another mnemonic."""
    lines = []

    def value(ref):
        where, index = ref
        return f"%a{index}" if where == "arg" else f"%{identifier(where)}#{index}"

    if any(None in node.inputs for node in graph.nodes):
        lines.append("%none = ascend.none : none")
    for node in graph.nodes:
        if node.type == "Const":
            lines.append(f'%{node.name}:1 = ascend.constant {{node_name = "{node.name}"}} '
                         f"{zero(node.outputs[0])} : {tensor(node.outputs[0])}")
            continue
        attributes = [f"node_name = {quoted(node.name)}"]
        if node.originals:
            attributes.append("original_names = [" + ", ".join(map(quoted, node.originals)) + "]")
        if node.groups:
            attributes.append(f"operand_groups = array<i32: {', '.join(map(str, node.groups))}>")
        if node.inherit:
            attributes.append("ge.inherit_dtype_from_predecessor = true")
        if node.continuous:
            attributes.append(f"ge.format_continuous = array<i64: {', '.join(map(str, node.continuous))}>")
        operands = ", ".join("%none" if ref is None else value(ref) for ref in node.inputs)
        types = ", ".join("none" if ref is None else tensor(graph.origin(ref)) for ref in node.inputs)
        results = ", ".join(map(tensor, node.outputs))
        head = modelled(node) if modelled else None
        call = f"{head} {operands}" if head else f'ascend.ge_op "{node.type}"({operands})'
        lines.append(f"%{identifier(node.name)}:{len(node.outputs)} = {call} {{{', '.join(attributes)}}} : ({types}) -> ({results})")
    arguments = ", ".join(f"%a{k}: {tensor(dtype)}" for k, dtype in enumerate(graph.args))
    types = ", ".join(tensor(graph.origin(ref)) for ref in graph.results)
    ending = "return" + (f" {', '.join(map(value, graph.results))} : {types}" if graph.results else "")
    body = "\n  ".join(lines + [ending])
    return f"func.func @main({arguments}) -> ({types}) {{\n  {body}\n}}\n"


def cast_differences(report, graph, decision, merged):
    """What the report says otherwise about casts."""
    inserted, edges, constants = casts.insert(graph, decision)
    if merged:
        inserted = casts.merge(inserted, edges)
    want = casts.rows(inserted, edges)
    # A constant may also be cast at run time, where nothing re-encodes it; where
    # pairs were taken out behind it, the oracle has a cast there, too.
    names = {f"{node.name}:0" for node in graph.nodes if node.type == "Const"}
    plain, folded = {}, set()
    for row in report["casts"]:
        key = row["value"], row["from"], row["to"]
        if row["value"] in names and (row["folded"] or key not in want):
            folded.add((row["value"].removesuffix(":0"), row["to"]))
        else:
            plain[key] = {(user["op"], user["input"]) for user in row["users"]}
    for row in sorted(set(want) ^ set(plain)):
        yield f"cast {row}: {'only ascend-opt' if row in plain else 'only the oracle'} has it"
    for row in sorted(set(want) & set(plain)):
        if want[row] != plain[row]:
            yield f"cast {row}: users {sorted(plain[row])} are not {sorted(want[row])}"
    if folded != constants:
        yield f"constants: {sorted(folded ^ constants)} are re-encoded by one only"


def differences(report, rows):
    """What the report says otherwise than the oracle, one line each."""
    ops = {op["name"]: op for op in report["ops"]}
    for name in sorted(set(ops) ^ set(rows)):
        yield f"{name}: {'only ascend-opt' if name in ops else 'only the oracle'} judges it"
    for name, row in rows.items():
        if name not in ops:
            continue
        op = ops[name]
        have = (op["engine"], op["column"], [tensor and tensor["dtype"] for tensor in op["inputs"]],
                [tensor["dtype"] for tensor in op["outputs"]], op["list"], op["impl_mode"]["requested"],
                op["impl_mode"]["effective"])
        want = (row.engine, row.column, row.inputs, row.outputs, row.policy, row.requested, row.effective)
        while len(want[2]) > len(have[2]) and want[2][-1] is None:
            want[2].pop()
        if have != want:
            fields = ("engine", "column", "inputs", "outputs", "list", "requested", "effective")
            yield f"{name} ({op['type']}): " + "; ".join(
                f"{field} {one} is not {two}" for field, one, two in zip(fields, have, want) if one != two) + \
                f" ({op['rule']})"
