# ===- hostile.py - IR that is made to break its reader -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
# hostile.py FILE: each text goes through FILE to ascend-opt, and must be answered
# as its row says.

import os
import sys

from tally import Tally
from tools import measure

DEEP = 100000
FITS = 990
NESTED = "the text is nested more than 1000 levels deep"
ALIASES = "the aliases are nested more than 1000 levels deep"
LONG = "times as long with its aliases written out"
WORD = "a word or number has more than 4096 bytes"
OPERATORS = "an expression has more than 1000 operators"
PIPELINE = "--ascend-precision-pipeline=precision-mode=allow_mix_precision"


def nested(before, opening, closing, depth=DEEP, core=""):
    return before + opening * depth + core + closing * depth


def attribute(value):
    return "module attributes {hostile.x = %s} {}" % value


def aliases(count, form):
    lines = ["#a0 = [1]"] + [
        "#a%d = %s" % (i, form.format("#a%d" % (i - 1))) for i in range(1, count)
    ]
    return "\n".join(lines + [attribute("#a%d" % (count - 1))])


def function(*lines):
    return "func.func @f(%x: tensor<4xf32>) {\n" + "\n".join(lines) + "\nreturn\n}\n"


def constant(value):
    return function("%0 = ascend.constant " + value)


def chain(count):
    type = "(tensor<4xf32>) -> tensor<4xf32>"
    return function(
        *("%%%d = ascend.relu %s : %s" % (i, "%%%d" % (i - 1) if i else "%x", type)
          for i in range(count))
    )


# The text, and what the error says; None: there is none.
CASES = {
    "arrays": (attribute(nested("", "[", "]")), NESTED),
    "arrays that end at once": ("module attributes {a = " + "[" * DEEP, NESTED),
    "dictionaries": (attribute(nested("", "{a = ", "}", core="1")), NESTED),
    "dense": (constant(nested("dense<", "[", "]") + "> : tensor<1xf32>"), NESTED),
    "precision": (attribute(nested("", "#ascend.precision<", ">")), NESTED),
    "types": (nested("func.func private @f(", "complex<", ">"), NESTED),
    "tuples": (nested("func.func private @f(", "tuple<", ">"), NESTED),
    "functions": (nested("func.func private @f(", "() -> (", ")"), NESTED),
    "regions": (nested("", '"a.b"() ({', "}) : () -> ()"), NESTED),
    "modules": (nested("", "module {", "}"), NESTED),
    "locations": ("module {} loc(" + "callsite(" * DEEP, NESTED),
    "after comparisons": ("#m = affine_set<(d0) : (d0 >= 0)>\n" + "(" * DEEP, NESTED),
    "after strings": ('"[[[" // ]]]\n' + "(" * DEEP, NESTED),
    "affine, minus": ("#m = affine_map<(d0) -> (" + "- " * DEEP + "d0)>", OPERATORS),
    "affine, mod": ("#m = affine_map<(d0) -> (d0" + " mod 3" * DEEP + ")>", OPERATORS),
    "affine, plus": ("#m = affine_map<(d0) -> (d0" + "\n+ d0" * DEEP + ")>", OPERATORS),
    "aliases in a row": (aliases(DEEP, "[{0}]"), ALIASES),
    "aliases that double": (aliases(60, "[{0}, {0}]"), LONG),
    "aliases over lines": (aliases(60, "// c\n[{0},\n{0}]"), LONG),
    "type aliases": (
        aliases(60, "tuple<{0}, {0}>").replace("#", "!").replace("[1]", "i1"), LONG),
    "digits": (attribute("9" * DEEP), WORD),
    "dimensions": ("func.func private @f(tensor<" + "1x" * DEEP + "f32>)", WORD),
    "an extent of 2^63": (
        "func.func private @f(tensor<9223372036854775808xf32>)", "invalid dimension"),
    "hex that is too short": (
        constant('dense<"0x00"> : tensor<1000000000000xi64>'), "hex data size"),
    "a column of 20 digits": (
        attribute("#ascend.precision<() -> (), origin = () -> (), "
                  "column = 99999999999999999999, rule = force_fp16>"), "too large"),
    # What is read.
    "arrays that fit": (attribute(nested("", "[", "]", FITS)), None),
    "modules that fit": (nested("", "module {", "}", FITS), None),
    "aliases that fit": (aliases(FITS // 2, "[{0}]"), None),
    "a splat": (constant("dense<1> : tensor<1000000000000xi64>"), None),
    "a splat of all": (constant("dense<1.0> : tensor<9223372036854775807xf32>"), None),
    "a splat of more": (
        constant("dense<1.0> : tensor<9223372036854775807x9223372036854775807xf32>"),
        None),
    "a long string": (attribute('"' + "x" * (1 << 20) + '"'), None),
    "a million axes": (
        function("%x1 = ascend.constant dense<1> : tensor<1xf32>",
                 "%s = ascend.constant dense<1> : tensor<1000000xi64>",
                 "%0 = ascend.expand %x1, %s : (tensor<1xf32>, tensor<1000000xi64>)"
                 " -> tensor<*xf32>").replace("dense<1> : tensor<1xf32>",
                                              "dense<1.0> : tensor<1xf32>"), None),
    # 2^63 and a little more elements: as a number of 64 bits they are below zero.
    "axes of a splat of more": (
        function("%s = ascend.constant dense<1> : tensor<3037000500x3037000500xi64>",
                 "%0 = ascend.transpose %x, %s : (tensor<4xf32>,"
                 " tensor<3037000500x3037000500xi64>) -> tensor<?xf32>"), None),
    "scales of a splat of more": (
        function("%n = ascend.none : none",
                 "%s = ascend.constant dense<1.0> : tensor<3037000500x3037000500xf32>",
                 "%0 = ascend.resize %x, %n, %s : (tensor<4xf32>, none,"
                 " tensor<3037000500x3037000500xf32>) -> tensor<?xf32>"),
        "scales needs an entry per axis"),
    "many axes": (
        function("%%s = ascend.constant dense<%s> : tensor<100000xi64>"
                 % list(range(100000)),
                 "%0 = ascend.unsqueeze_v3 %x, %s : (tensor<4xf32>,"
                 " tensor<100000xi64>) -> tensor<*xf32>"), None),
    "long chains": (chain(20000), None),
}


path, tally = sys.argv[1], Tally()
for name, (text, error) in CASES.items():
    with open(path, "w") as file:
        file.write(text)
    done = measure("ascend-opt", path, "-o", os.devnull, *([PIPELINE] if "splat" in name else []))
    with tally.case(name):
        assert done.code == (1 if error else 0), "exit code %d: %s" % (done.code, done.stderr[:300])
        assert not error or (error in done.stderr and path + ":" in done.stderr), "it says: " + done.stderr[:300]
        if "UBSAN_OPTIONS" not in os.environ:
            assert done.seconds <= 1 and done.megabytes <= 195, "%.1f s, %.0f MB" % (done.seconds, done.megabytes)
tally.end()
