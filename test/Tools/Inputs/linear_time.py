# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""linear_time.py DIR [NAME…]: compiles models of many operands, results or uses, and of
a quarter as many. Judged is the CPU time of the process, which other processes lengthen
little, by its growth, and by a bound that a linear compiler is far from. Of each two
models that follow each other a day has one."""

import pathlib
import sys

from sampling import turns
from tools import growing, measure

FOLDER = pathlib.Path(sys.argv[1])
# Beyond what nothing takes; the least time that a growth is told from; at most. CPU seconds.
GROWTH, LEAST, MOST = 8, 0.2, 20

KNOWN, OPEN = "tensor<4x8xf32>", "tensor<?x?xf32>"


def module(arguments, results, lines, values):
    listed = ", ".join(f"{name}: {kind}" for name, kind in arguments)
    body = "".join(f"  {line}\n" for line in lines)
    types = ", ".join(results)
    return f"func.func @main({listed}) -> ({types}) {{\n{body}  return {', '.join(values)} : {types}\n}}\n"


def concat(count, part, whole):
    names = [f"%x{number}" for number in range(count)]
    line = f'%y = ascend.concat_d {", ".join(names)} {{ge.concat_dim = 0 : i64, node_name = "concat"}} : ({", ".join([part] * count)}) -> {whole}'  # fmt: skip
    return module([(name, part) for name in names], [whole], [line], ["%y"])


def split(count, part, whole):
    types = ", ".join([part] * count)
    lines = ['%axis = ascend.constant {node_name = "axis"} dense<0> : tensor<i64>',
             f'%y:{count} = ascend.split %axis, %x {{node_name = "split"}} : (tensor<i64>, {whole}) -> ({types})']  # fmt: skip
    return module([("%x", whole)], [part] * count, lines, [f"%y#{number}" for number in range(count)])


def relu(to, of, kind):
    return f'{to} = ascend.relu {of} {{node_name = "{to[1:]}"}} : ({kind}) -> {kind}'


def outputs(count, kind):
    names = [f"%y{number}" for number in range(count)]
    return module([("%x", kind)], [kind] * count, [relu(name, "%x", kind) for name in names], names)


def uses(count, kind):
    """One value is read by each node, and by the next."""
    names = ["%x"] + [f"%y{number}" for number in range(count)]
    lines = [f'{to} = ascend.add {of}, %x {{node_name = "{to[1:]}"}} : ({kind}, {kind}) -> {kind}'
             for of, to in zip(names, names[1:])]  # fmt: skip
    return module([("%x", kind)], [kind], lines, names[-1:])


def same(count, kind):
    return module([("%x", kind)], [kind] * count, [relu("%y", "%x", kind)], ["%y"] * count)


def same_input(count, kind):
    return module([("%x", kind)], [kind] * count, [], ["%x"] * count)


def elements(count):
    """Elements of an input, one by one."""
    kind, lines = f"tensor<{count}xf32>", []
    for number in range(count):
        lines += [f"%i{number} = arith.constant {count - 1 - number} : index",
                  f"%e{number} = tensor.extract %x[%i{number}] : {kind}"]  # fmt: skip
    listed = ", ".join(f"%e{number}" for number in range(count))
    return module([("%x", kind)], [kind], [*lines, f"%y = tensor.from_elements {listed} : {kind}"], ["%y"])


def numbers(count):
    """Sums, each of the one before."""
    kind = f"tensor<{count}xf32>"
    names = ["%e"] + [f"%e{number}" for number in range(count)]
    lines = ["%zero = arith.constant 0 : index", "%e = tensor.extract %x[%zero] : tensor<1xf32>"]
    lines += [f"{to} = arith.addf {of}, %e : f32" for of, to in zip(names, names[1:])]
    lines.append(f"%y = tensor.from_elements {', '.join(names[1:])} : {kind}")
    return module([("%x", "tensor<1xf32>")], [kind], lines, ["%y"])


MODELS = {
    "concat": (2000, lambda count: concat(count, KNOWN, f"tensor<{4 * count}x8xf32>")),
    "concat-open": (2000, lambda count: concat(count, OPEN, OPEN)),
    "split": (2000, lambda count: split(count, KNOWN, f"tensor<{4 * count}x8xf32>")),
    "split-open": (2000, lambda count: split(count, OPEN, OPEN)),
    "outputs": (2000, lambda count: outputs(count, KNOWN)),
    "outputs-open": (2000, lambda count: outputs(count, OPEN)),
    "uses": (2000, lambda count: uses(count, KNOWN)),
    "uses-open": (2000, lambda count: uses(count, OPEN)),
    "same": (2000, lambda count: same(count, KNOWN)),
    "same-open": (2000, lambda count: same(count, OPEN)),
    "same-input": (2000, lambda count: same_input(count, KNOWN)),
    "same-input-open": (2000, lambda count: same_input(count, OPEN)),
    "elements": (2000, elements),
    "numbers": (2000, numbers),
}


def seconds(text, name):
    """CPU seconds of compiling it; a number that is too large, if it does not come to its end."""
    path = FOLDER / f"{name}.mlir"
    path.write_text(text)
    done = measure("ascend-atc", f"--model={path}", f"--output={FOLDER / name}", "--precision_mode=must_keep_origin_dtype",
                   limits={"CPU": 2 * MOST}, ASCEND_MLIR_CACHE="off")  # fmt: skip
    if done.code > 0:
        sys.exit(f"{name}: {done.stderr.strip()[:300]}")
    return done.seconds if done.code == 0 else 2 * MOST


def main():
    pairs = list(zip(*[iter(MODELS)] * 2, strict=True))
    names, failed = sys.argv[2:] or [name for number, pair in enumerate(pairs) for name in turns(number, pair)], 0
    nothing = seconds(uses(1, KNOWN), "nothing")
    for name in names:
        count, make = MODELS[name]
        few, many = growing(lambda number: seconds(make(number), f"{name}-{number}") - nothing, count // 4, count, GROWTH, LEAST)
        is_long = many > GROWTH * few or many > MOST
        failed += is_long
        print(f"{name}: {count // 4}: {few:.2f} s, {count}: {many:.2f} s{', too long' if is_long else ''}", flush=True)
    print(f"models: {len(names)}, failed: {failed}")


main()
