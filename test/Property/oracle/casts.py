# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The casts between decided ops: one for each (value, dtype), then the pairs
that undo each other taken out."""

from dataclasses import dataclass

PLAIN_FLOATS = ("float", "float16", "bfloat16", "double")


@dataclass(eq=False)
class Cast:
    """`source` is a value of the graph or another Cast. A Cast of the model has
    the name of its node, an inserted one None; `name` is for both."""

    source: object
    before: str
    after: str
    node: str = None
    name: str = None


def insert(graph, decision):
    """Gives (casts, {(user, operand): value or Cast}, {(constant, dtype)}): the
    users are names of nodes, or "func.return"."""
    casts, shared, constants, edges = [], {}, set(), {}
    own = {}

    def value_in(ref, dtype):
        have, at = decision.dtype(ref), own.get(ref[0], ref)
        if have == dtype:
            return at
        if ref[0] != "arg" and graph.by_name[ref[0]].type == "Const":
            constants.add((ref[0], dtype))
            return ("folded", ref, dtype)
        if (ref, dtype) not in shared:
            where, index = ref
            value = f"arg{index}" if where == "arg" else f"{where}:{index}"
            shared[ref, dtype] = Cast(at, have, dtype, name=f"{value}/Cast_{dtype}")
            casts.append(shared[ref, dtype])
        return shared[ref, dtype]

    for node in graph.nodes:
        row = decision.rows.get(node.name)
        if row is None:
            continue
        operands = [None if ref is None else value_in(ref, dtype) for ref, dtype in zip(node.inputs, row.inputs)]
        if node.type == "Cast":
            own[node.name] = Cast(operands[0], row.inputs[0], row.outputs[0], node.name, node.name)
            casts.append(own[node.name])
        else:
            edges.update({(node.name, k): at for k, at in enumerate(operands) if at is not None})
    for k, ref in enumerate(graph.results):
        edges["func.return", k] = value_in(ref, graph.origin(ref))
    return casts, edges, constants


def undo(first, second):
    """`second` follows `first` and undoes it, and FE takes both out."""
    if first.before != second.after:
        return False
    plain = any(cast.before in PLAIN_FLOATS and cast.after in PLAIN_FLOATS for cast in (first, second))
    return plain or first.node is None and second.node is None


def merge(casts, edges):
    """Takes pairs out on the way to each user that is no Cast; what nobody uses
    then is gone. Gives the casts that stay."""
    uses = {}
    for user, at in list(edges.items()) + [(cast, cast.source) for cast in casts]:
        if isinstance(at, Cast):
            uses.setdefault(at, set()).add(user)

    def move(user, new):
        old = edges[user] if user in edges else user.source
        uses[old].discard(user)
        if user in edges:
            edges[user] = new
        else:
            user.source = new
        if isinstance(new, Cast):
            uses.setdefault(new, set()).add(user)

    gone = set()

    def drop(cast):
        if not uses.get(cast) and cast not in gone:
            gone.add(cast)
            if isinstance(cast.source, Cast):
                uses[cast.source].discard(cast)

    for edge in list(edges):
        way, steps = [edge], 0
        while steps < 100:
            steps += 1
            at = edges[way[-1]] if way[-1] in edges else way[-1].source
            if not isinstance(at, Cast):
                break
            second = way[-1]
            if len(way) == 1 or not undo(at, second):
                way.append(at)
                continue
            way.pop()
            move(way[-1], at.source)
            drop(second)
            drop(at)
    return [cast for cast in casts if cast not in gone]


def rows(casts, edges):
    """{(value, from, to): users} of the inserted casts."""
    def name(at):
        if isinstance(at, Cast):
            return f"{at.name}:0"
        return f"arg{at[1]}" if at[0] == "arg" else f"{at[0]}:{at[1]}"

    result = {}
    for cast in casts:
        if cast.node is None:
            users = {user for user, at in edges.items() if at is cast}
            users |= {(other.name, 0) for other in casts if other.source is cast}
            result.setdefault((name(cast.source), cast.before, cast.after), set()).update(users)
    return result
