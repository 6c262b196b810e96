# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random op stores, options, config files and graphs, all from one seed.

A graph grows op by op under the decision of the oracle, so that most ops have
an engine: one that no engine takes would end every graph with EZ3003.
"""

import json
import random

from oracle import config, decide, modes
from oracle.model import CONSTANT_TYPES, Graph, Node, OpInfo, Refused, Slot

FLOAT_WORDS = ["float", "float16", "bfloat16"]
OTHER_WORDS = ["int32", "int8", "int64", "bool", "double", "complex64", "uint8", "uint32"]
KNOWN_WORDS = set(FLOAT_WORDS + OTHER_WORDS + ["hifloat8", "int16", "int4", "uint16", "uint64", "complex128"])
REAL_TYPES = ["Relu", "Add", "SoftmaxV2", "Exp", "LayerNorm", "Conv2D", "MatMulV2", "BatchMatMul", "Mish",
              "Gather", "GatherV2", "ScatterAdd", "Reshape", "Identity", "Squeeze", "Less", "Pow",
              "Conv3DTransposeV2", "Conv3D", "ReduceLogSum", "Lerp", "Quantize"]
NAME_ENDS = ["/\u5c42", " b", ":0", "=v", " ", "::", "#", ",c", "\u00e9[ByOpType]"]
LOCAL_TYPES = ("Reshape", "Identity", "Squeeze")


class Random(random.Random):
    def chance(self, share):
        return self.random() < share


def dtype_words(rng, hif8):
    return rng.choices(["float", "float16", "bfloat16", rng.choice(OTHER_WORDS), "hifloat8" if hif8 else "float"],
                       [5, 5, 3, 2.5, 3 if hif8 else 0])[0]


def random_info(rng, kind, hif8):
    """An operator with random columns; most are alike over the tensors."""
    count = rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 8])
    inputs, outputs = rng.choices([1, 2, 3, 4], [5, 6, 3, 1])[0], rng.choices([1, 2, 3], [8, 2, 1])[0]
    style = rng.choice(["alike", "alike", "alike", "wild", "odd"])
    bases = [dtype_words(rng, hif8) for _ in range(count)]
    if rng.chance(0.7) and "float" not in bases and "float16" not in bases:
        bases[0] = rng.choice(["float", "float16"])

    def slot(name):
        wild = style == "wild" or style == "odd" and rng.chance(0.3)
        dtypes = [dtype_words(rng, hif8) if wild and rng.chance(0.6) else base for base in bases]
        if style == "odd" and rng.chance(0.15):
            dtypes = [rng.choice(["int32", "float"])] * count
        return Slot(name, dtypes)

    info = OpInfo([slot(f"x{k}") for k in range(inputs)], [slot(f"y{k}") for k in range(outputs)])
    info.policy = rng.choice(["white", "gray", "gray", "black"])
    if kind in LOCAL_TYPES or rng.chance(0.05):
        info.kernel = rng.chance(0.2)
    if inputs > 1 and rng.chance(0.3):
        info.inputs[-1].kind = "optional"
        if inputs > 2 and rng.chance(0.4):
            info.inputs[-2].kind = "optional"
    if rng.chance(0.15):
        rng.choice(info.inputs).kind = "dynamic"
        if inputs > 1 and rng.chance(0.4):
            rng.choice(info.inputs).kind = "dynamic"
    if rng.chance(0.08):
        info.outputs[-1].kind = "dynamic"
    if inputs > 1 and rng.chance(0.25) and all(slot.kind != "dynamic" for slot in info.inputs):
        info.promote = [[slot.name for slot in info.inputs[:rng.choice([2, 2, inputs])]]]
        if inputs == 4 and rng.chance(0.5):
            info.promote = [["x0", "x1"], ["x2", "x3"]]
    return info


def cast_info(rng):
    words = FLOAT_WORDS + ["int32", "bool"]
    pairs = [(one, two) for one in words for two in words if one != two and rng.chance(0.85)]
    rng.shuffle(pairs)
    return OpInfo([Slot("x", [one for one, _ in pairs])], [Slot("y", [two for _, two in pairs])],
                  rng.choice(["gray", "gray", "white", "black"]))


def random_stores(rng, hif8):
    kinds = [f"Op{chr(65 + k)}" for k in range(rng.randint(2, 8))] + rng.sample(REAL_TYPES, rng.randint(1, 8))
    core, cpu = {}, {}
    for kind in kinds:
        info = random_info(rng, kind, hif8)
        if kind in LOCAL_TYPES or rng.chance(0.9):
            core[kind] = info
        if kind not in core or rng.chance(0.5):
            pool = FLOAT_WORDS + OTHER_WORDS[:5]
            cpu[kind] = [tuple([Slot(slot.name, rng.sample(pool, rng.randint(2, 6)), slot.kind) for slot in slots]
                               for slots in (info.inputs, info.outputs))]
    if rng.chance(0.9):
        core["Cast"] = cast_info(rng)
    if rng.chance(0.5):
        both = FLOAT_WORDS + ["int32", "double"]
        cpu["Cast"] = [([Slot("x", both)], [Slot("y", both)])]
    return core, cpu


def builtin_kinds(rng, core, cpu, local):
    """Some types of a built-in store whose dtypes are all types of the IR."""
    def usable(kind):
        if kind in core:
            slots = core[kind].inputs + core[kind].outputs
            return core[kind].columns and core[kind].inputs and core[kind].outputs and all(
                len(slot.dtypes) == core[kind].columns and KNOWN_WORDS.issuperset(slot.dtypes) for slot in slots)
        if kind in local or not cpu[kind][0][0] or not cpu[kind][0][1]:
            return False
        return all(slot.dtypes and KNOWN_WORDS.issuperset(slot.dtypes) for slot in cpu[kind][0][0] + cpu[kind][0][1])

    every = sorted(kind for kind in set(core) | set(cpu) if kind not in CONSTANT_TYPES and usable(kind))
    often = [kind for kind in REAL_TYPES + ["Mul", "Sub", "RealDiv", "Tanh", "ReduceSum", "BatchMatMulV2", "Pow",
                                            "ApplyAdam", "ConcatD"] if kind in every]
    return rng.sample(every, rng.randint(5, 25)) + rng.sample(often, 8) + ["Cast"]


def spell(rng, word):
    word = rng.choice(["float", "float32"]) if word == "float" else word
    return rng.choice(["", "", "", " "]) + word


ENUM = {"bfloat16": "DT_BF16", "hifloat8": "DT_HIFLOAT8"}


def store_json(rng, core, cpu):
    """Two JSON values in CANN's schema."""
    def slots(entry, kind, items, key, convert):
        for k, slot in enumerate(items):
            entry[f"{kind}{k}"] = {"name": slot.name, "paramType": slot.kind,
                                   key: ",".join(convert(word) for word in slot.dtypes)}

    first, second = {}, {}
    for kind, info in core.items():
        entry = first[kind] = {}
        slots(entry, "input", info.inputs, "dtype", lambda word: spell(rng, word))
        slots(entry, "output", info.outputs, "dtype", lambda word: spell(rng, word))
        if info.policy != "gray":
            entry["precision_reduce"] = {"flag": "true" if info.policy == "white" else "false"}
        if not info.kernel:
            entry["opFile"] = {"value": rng.choice(["Null", "AICore_Null"])}
        if info.promote:
            entry["promoteType"] = {"value": ";".join(",".join(names) for names in info.promote)}
        if rng.chance(0.2):
            entry["dynamicFormat"] = {"flag": "true"}
    for kind, kernels in cpu.items():
        entry = second[kind] = {"opInfo": {"engine": "DNN_VM_AICPU"}}
        for which, items in zip(("input", "output"), kernels[0]):
            slots(entry, which, items, "type", lambda word: ENUM.get(word, "DT_" + word.upper()))
    return first, second


def random_mixlist(rng, kinds, broken):
    legal = config._LEGAL
    lists = {}
    for kind in rng.sample(kinds, rng.randint(0, min(4, len(kinds)))) + rng.choices(["NoSuchType"], k=rng.chance(0.2)):
        places = rng.choice(legal)
        if broken and rng.chance(0.5):
            every = [(colour, action) for colour in ("gray", "white", "black") for action in ("add", "remove")]
            places = set(rng.sample(every, rng.randint(1, 4)))
        for colour, action in sorted(places):
            lists.setdefault(f"{colour}-list", {}).setdefault(f"to-{action}", []).append(kind)
    text = json.dumps(lists, indent=rng.choice([None, 1]))
    if broken and rng.chance(0.4):
        text = rng.choice([text[:-1], text.replace("list", "lists", 1), "[]", "", " \n", text + "}", text.replace("to-", "to", 1),
                           '{"gray-list": []}', '{"gray-list": {"to-add": "Relu"}}', '{"gray-list": {"to-add": [1]}}',
                           "\ufeff" + text, text.replace("]", ",]", 1), "// x\n" + text, "null", '{"black-list": {}}'])
    return text


def random_keep(rng, kinds, names, broken):
    lines = []
    for _ in range(rng.randint(1, 5)):
        lines.append(rng.choice([rng.choice(names), rng.choice(names), "OpType::" + rng.choice(kinds), "o" + rng.choice(names),
                                 "nobody", "OpType::Nobody", "", "# " + rng.choice(names)]))
        if broken and rng.chance(0.3):
            lines.append(rng.choice(["OpType::no_such", "OpType::relu", "OpType::", "  OpType::Bad-Name"]))
        lines[-1] = rng.choice(["", "", " ", "\t"]) + lines[-1] + rng.choice(["", "", " ", "\r"])
    return "\n".join(lines) + rng.choice(["", "\n", "\n\n"])


def random_customize(rng, core, kinds, names, broken):
    def words(slots, column):
        result = []
        # Items behind the last tensor have no effect.
        more = [slots[-1]] * rng.randint(1, 2) if slots and rng.chance(0.1) else []
        for slot in (slots + more)[:rng.randint(0, len(slots) + 2)]:
            word = slot.dtypes[column] if rng.chance(0.85) else rng.choice(FLOAT_WORDS)
            word = word if word in KNOWN_WORDS else "float"
            word = {"bfloat16": rng.choice(["bf16", "bfloat16"]), "float": rng.choice(["float", "FLOAT", "float32"])}.get(word, word)
            result.append(word if rng.chance(0.7) else "")
        return ",".join(result)

    lines = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.choice([kind for kind in kinds if kind in core] or ["Nobody"])
        info = core.get(kind)
        column = rng.randrange(info.columns) if info else 0
        head = "OpType::" + kind if rng.chance(0.5) else rng.choice(["", "", "", "o"]) + rng.choice(names)
        ins, outs = (words(info.inputs, column), words(info.outputs, column)) if info else ("float", "")
        shape = rng.choice(["both", "both", "in", "out"])
        text = head + rng.choice([":", "::", ":"])
        if shape != "out":
            text += "InputDtype:" + ins
        if shape != "in":
            text += ("," if shape == "both" else "") + "OutputDtype:" + outs
        if broken and rng.chance(0.3):
            text = rng.choice(["", text.replace(":", "", 1), text + ",half", ":" + text, head + ":OutputDtype:float,InputDtype:float",
                               head + ":Input:float", " " + text])
        lines.append(text)
    return "\n".join(lines) + rng.choice(["", "\n"])


def random_ini(rng, kinds, names):
    words = ["high_performance", "high_precision", "super_performance", "support_out_of_bound_index",
             "enable_float_32_execution", "enable_hi_float_32_execution", "keep_fp16", "norm_class", "nonsense"]
    originals = [rng.choice("oq") + name for name in names]
    lines = []
    for _ in range(rng.randint(0, 8)):
        lines.append(rng.choice(["[ByNodeName]", "[ByOpType]", " [ByOpType] ", "# " + kinds[0], "junk", ""] +
                                [f"{rng.choice(kinds + names + originals)}{rng.choice(['=', ' = ', '= '])}{rng.choice(words)}"
                                 for _ in range(12)]))
    return "\n".join(lines) + rng.choice(["", "\n"])


def random_options(rng, socs, core, kinds, names):
    """(options, files, soc): a text for each option, bytes or None for each file."""
    soc = rng.choice(["Ascend910B1"] * 6 + sorted(socs))
    broken = rng.chance(0.06)
    options, files = {}, {}
    style = rng.random()
    if style < 0.55:
        options["precision_mode"] = rng.choice(list(modes.MODES_V1))
    elif style < 0.9:
        options["precision_mode_v2"] = rng.choice(list(modes.MODES_V2))
    if rng.chance(0.25):
        options["graph_run_mode"] = rng.choice("01")
    if broken and rng.chance(0.3):
        options.update(rng.choice([{"precision_mode": "Force_fp16"}, {"precision_mode": "fp16"}, {"precision_mode_v2": "force_fp16"},
                                   {"precision_mode": "force_fp16", "precision_mode_v2": "fp16"}]))
    mix = options.get("precision_mode", "") .startswith("allow_mix") or options.get("precision_mode_v2", "").startswith("mixed")
    if rng.chance(0.4 if mix else 0.02):
        files["modify_mixlist"] = random_mixlist(rng, kinds, broken)
    if rng.chance(0.35):
        files["keep_dtype"] = random_keep(rng, kinds, names, broken)
    if rng.chance(0.35):
        files["customize_dtypes"] = random_customize(rng, core, kinds, names, broken)
    if rng.chance(0.2):
        files["op_precision_mode"] = random_ini(rng, kinds, names)
    if rng.chance(0.3):
        options["op_select_implmode"] = rng.choice(["high_precision", "high_performance", "high_precision_for_all",
                                                    "high_performance_for_all"])
        if broken and rng.chance(0.3):
            options["op_select_implmode"] = rng.choice(["high", "enable_float_32_execution", "enable_hi_float_32_execution"])
    if rng.chance(0.15) and ("op_select_implmode" in options or broken):
        options["optypelist_for_implmode"] = ",".join(rng.choices(kinds, k=rng.randint(1, 3)))
    if rng.chance(0.3):
        options["allow_hf32"] = rng.choice(["0", "1", "00", "01", "10", "11"])
        if broken and rng.chance(0.5):
            options["allow_hf32"] = rng.choice(["2", "012", "t"])
    if broken and files and rng.chance(0.3):
        files[rng.choice(sorted(files))] = None
    return options, files, soc


class Case:
    """One random case: stores, options, files and the graph."""

    def __init__(self, seed, platform, builtin=False):
        rng = self.rng = Random(seed)
        self.seed = seed
        hif8 = rng.chance(0.25)
        self.merges = rng.chance(0.6)
        self.builtin = builtin
        if builtin:
            self.soc = rng.choice(sorted(platform.socs))
            self.core, self.cpu = platform.builtin(self.soc)
            kinds = builtin_kinds(rng, self.core, self.cpu, platform.local)
        else:
            self.core, self.cpu = random_stores(rng, hif8)
            kinds = sorted(set(self.core) | set(self.cpu))
        size = rng.choice([rng.randint(5, 20), rng.randint(5, 20), rng.randint(20, 200)])
        # A name is any text without a line break.
        names = [f"n{k}" + (rng.choice(NAME_ENDS) if rng.chance(0.1) else "") for k in range(size)]
        self.options, self.files, soc = random_options(rng, platform.socs, self.core, kinds, names)
        self.soc = self.soc if builtin else soc
        options = dict(self.options)
        options.update({key: None if text is None else text.encode() for key, text in self.files.items()})
        if "op_precision_mode" in self.files:
            options["op_precision_mode"] = self.files["op_precision_mode"]
        self.setting = platform.setting(self.soc, self.core, self.cpu, options)
        self.graph = Graph([], [])
        self.grow(names, kinds)

    def grow(self, names, kinds):
        rng, graph = self.rng, self.graph
        quiet = {key: value for key, value in self.setting.options.items() if key != "keep_dtype"}
        keep = (self.files.get("keep_dtype") or "").split("\n")
        keep = {line.strip() for line in keep}
        try:
            decision = decide.Decision(graph, decide.Setting(**{**vars(self.setting), "options": quiet}))
        except Refused:
            decision = None
        values = []
        for name in names:
            for _ in range(20):
                node = self.node(name, rng.choice(kinds), values)
                graph.nodes.append(node)
                graph.by_name[name] = node
                if decision is None:
                    break
                if {name, "OpType::" + node.type, *node.originals} & keep:
                    decision.kept.add(name)
                try:
                    decision.rows[name] = decision.judge(node)
                    break
                except Refused:
                    if rng.chance(0.0005):
                        break
                    graph.nodes.remove(node)
                    del graph.by_name[name]
                    decision.kept.discard(name)
            if name in graph.by_name:
                values += [(name, k) for k in range(len(node.outputs))]
                if decision is not None and name not in decision.rows:
                    break
        graph.results = [ref for ref in values if rng.chance(0.1)]

    def node(self, name, kind, values):
        rng, graph = self.rng, self.graph
        info = self.core.get(kind)
        slots = (info.inputs, info.outputs) if info else self.cpu[kind][0]
        columns = info.columns if info else 1
        column = rng.randrange(columns)
        low = rng.choice([None, None, None, "float", "float16", "bfloat16"])

        def dtype(slot):
            word = slot.dtypes[column % len(slot.dtypes)]
            if rng.chance(0.04) or word not in KNOWN_WORDS:
                return rng.choice(FLOAT_WORDS + OTHER_WORDS)
            if word in FLOAT_WORDS + ["hifloat8"] and rng.chance(0.8):
                return low or rng.choice(["float", "float", "float", "float16", "bfloat16", word])
            return word

        operands, groups = [], []
        for slot in slots[0]:
            if slot.kind == "optional" and rng.chance(0.3):
                operands.append(None)
                groups.append(1)
                continue
            count = rng.choice([1, 2, 3]) if slot.kind == "dynamic" else 1
            if slot.kind == "dynamic" and rng.chance(0.004):
                count = 270
            operands += [self.value(dtype(slot), values) for _ in range(count)]
            groups.append(count)
        several = sum(slot.kind == "dynamic" for slot in slots[0]) > 1
        if not any(slot.kind == "dynamic" for slot in slots[0]):
            while operands and operands[-1] is None:
                operands.pop()
        outputs = [dtype(slot) for slot in slots[1] for _ in range(rng.choice([1, 2]) if slot.kind == "dynamic" else 1)]
        if kind == "Cast":
            outputs = [rng.choice(FLOAT_WORDS + ["int32"])]
        return Node(name, kind, operands, outputs, groups if several or rng.chance(0.05) and len(groups) == len(slots[0]) == len(operands) else None,
                    tuple(letter + name for letter in rng.choice(["", "", "", "", "", "o", "oq"])), rng.chance(0.03),
                    tuple(k for k in range(len(operands)) if rng.chance(0.03)))

    def value(self, dtype, values):
        """A value of that dtype, an old one where there is one."""
        rng, graph = self.rng, self.graph
        old = [ref for ref in values if graph.origin(ref) == dtype]
        if old and rng.chance(0.75):
            return rng.choice(old[-4:])
        style = rng.random()
        if style < 0.35 and dtype != "hifloat8":
            source = Node(f"s{len(graph.nodes)}", "Const" if style < 0.2 else "Variable", [], [dtype])
            if source.name not in graph.by_name:
                graph.nodes.append(source)
                graph.by_name[source.name] = source
                return (source.name, 0)
        olds = [k for k, have in enumerate(graph.args) if have == dtype]
        if olds and rng.chance(0.5):
            return ("arg", rng.choice(olds))
        graph.args.append(dtype)
        return ("arg", len(graph.args) - 1)
