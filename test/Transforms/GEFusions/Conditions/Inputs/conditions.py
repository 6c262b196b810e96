#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Takes the conditions of fusions away, one at a time: usage: conditions.py PART….

A part has a graph that is fused, one line a value, which is also the name of its node:

  x: 4x5xf32                                     an argument
  axes: 1xi32 = [1]                              a constant
  max: 4x1xf32 = reduce_max x axes {ge.keep_dims = true}
  y: 4x5xf32, mask: 4x5xi1 = Dropout x           a type that has no op of its own
  return y                                       the results

`FUSED: REGEX` says what stands in the result, `MADE: REGEX` what stands in none that is not fused (else the same),
`OPTIONS:` what ascend-ge-fusions is told. A line `fused WHAT: OLD => NEW; OLD => NEW…` or `stays WHAT: …` is the same graph
with other text, in which \\n begins a line; it is fused to the same, or is not."""

import pathlib
import re
import sys

import tools


def field(part, name, otherwise=""):
    found = re.search(rf"^{name}: (.*)$", part, re.MULTILINE)
    return found.group(1) if found else otherwise


def function(name, graph):
    """The function that the lines of a graph say."""
    types, arguments, body, results = {"none": "none"}, [], ["%none = ascend.none : none"], []
    for line in graph.strip().split("\n"):
        if line.startswith("return "):
            results = line.split()[1:]
            continue
        values, _, made = line.partition(" = ")
        values = dict(value.split(": ") for value in values.split(", "))
        types |= {value: f"tensor<{shape}>" for value, shape in values.items()}
        first = next(iter(values))
        if not made:
            arguments.append(f"%{first}: {types[first]}")
        elif re.match(r"[-\[\d\"ft0]", made) and not re.match(r"(f|t)\w+ \w", made):
            body.append(f'%{first} = ascend.constant {{node_name = "{first}"}} dense<{made}> : {types[first]}')
        else:
            words, _, attributes = made.partition(" {")
            kind, *operands = words.split()
            op = f"ascend.{kind} " if kind[0].islower() else f'ascend.ge_op "{kind}"'
            listed = ", ".join("%" + operand for operand in operands)
            attributes = "{" + (attributes.removesuffix("}") + ", " if attributes else "") + f'node_name = "{first}"}}'
            signature = f"({', '.join(types[operand] for operand in operands)}) -> ({', '.join(types[value] for value in values)})"
            listed = listed if kind[0].islower() else f"({listed})"
            body.append(f"{', '.join('%' + value for value in values)} = {op}{listed} {attributes} : {signature}")
    kinds = ", ".join(types[result] for result in results)
    body.append(f"return {', '.join('%' + result for result in results)} : {kinds}")
    return f"func.func @{name}({', '.join(arguments)}) -> ({kinds}) {{\n  " + "\n  ".join(body) + "\n}\n"


def cases(part):
    """Each graph of a part: (what it is, whether it is fused, its lines)."""
    graph = part[: part.index("\n\n")]
    yield "as it is", True, graph
    for wanted, what, changes in re.findall(r"^(fused|stays) ([^:]+): (.*)$", part, re.MULTILINE):
        text = graph
        for change in changes.split("; "):
            old, new = change.split(" => ") if " => " in change else (change.removesuffix(" =>"), "")
            assert old in text, f"{what}: there is no {old!r}"
            text = text.replace(old, new.replace("\\n", "\n"))
        yield what, wanted == "fused", text


def main(parts):
    count, wrong = 0, []
    for name in parts:
        part = pathlib.Path(name).read_text()
        graphs = list(cases(part))
        text = "".join(function(f"f{index}", graph) for index, (_, _, graph) in enumerate(graphs))
        done = tools.run("ascend-opt", "-", f"--ascend-ge-fusions={field(part, 'OPTIONS')}", stdin=text).stdout
        made = re.split(r"func\.func @f\d+\(", done)[1:]
        assert len(made) == len(graphs), name
        for (what, fused, _), result in zip(graphs, made):
            pattern = field(part, "FUSED") if fused else field(part, "MADE", field(part, "FUSED"))
            if bool(re.search(pattern, result)) != fused:
                wrong.append(f"{name}: {what}: {'not fused' if fused else 'fused'}:\n{result}")
        count += len(graphs)
    print("\n".join(wrong))
    print(f"{count} cases, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
