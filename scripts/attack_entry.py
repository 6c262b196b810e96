# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Modules whose entry computes with numbers of its own, for scripts/attack: well-formed IR with what docs/Security.md
allows, what it does not, and places and divisors that may be wrong."""

import random

INTEGERS = "i1 i4 i8 i32 i33 i64 index".split()
FLOATS = "f32 f64".split()
STRANGE = "i65 i128 i16777215 f16 bf16 f80 f128 tf32 f8E4M3FN".split()
BESIDE = ["module @other { func.func @f() { return } }", "llvm.func @ascendrt_fail()",
          'memref.global "private" @g : memref<4xf32>', "func.func private @f()",
          "func.func @second(%x: tensor<1xf32>) -> tensor<1xf32> { return %x : tensor<1xf32> }"]  # fmt: skip
BINARY = {True: "addi subi muli divsi divui remsi remui ceildivsi ceildivui floordivsi maxsi minui andi xori shli".split(),
          False: "addf subf mulf divf maximumf minnumf remf".split()}  # fmt: skip


class Entry:
    """One module. `values` has, by type, the names of numbers and tensors that may be used."""

    def __init__(self, choice: random.Random):
        self.choice, self.lines, self.count = choice, [], 0
        # Of a width without end, a division alone shows the harm, where one of its operands is no constant.
        self.strange = [choice.choice(STRANGE + ["i16777215"] * 4)] if choice.random() < 0.3 else []
        self.values = {"tensor<?x2xf32>": ["%x"], "tensor<4xi64>": ["%i"], "tensor<2xi1>": ["%p"]}

    def emit(self, text, kind, indent=1):
        self.count += 1
        self.lines.append(f"{'  ' * indent}%v{self.count} = {text}")
        self.values.setdefault(kind, []).append(f"%v{self.count}")
        return f"%v{self.count}"

    def kind(self):
        if self.strange and self.choice.random() < 0.4:
            return self.choice.choice(self.strange)
        return self.choice.choice(self.choice.choice([INTEGERS, INTEGERS, FLOATS]))

    def number(self, kind):
        """A value of `kind`: one that there is, or a constant."""
        if self.values.get(kind) and self.choice.random() < 0.8:
            return self.choice.choice(self.values[kind])
        if kind in STRANGE and self.choice.random() < 0.7:
            return self.emit(f"arith.{'extsi' if kind[0] == 'i' else 'sitofp'} {self.number('i64')} : i64 to {kind}", kind)
        if kind == "i1":
            return self.emit(f"arith.constant {self.choice.choice(['true', 'false'])}", kind)
        if kind[0] == "i":
            return self.emit(f"arith.constant {self.choice.choice([0, 0, 1, 1, 2, 3, -1, 7, -8])} : {kind}", kind)
        return self.emit(f"arith.constant {self.choice.choice(['0.0', '1.0', '-2.5', '1.0e3'])} : {kind}", kind)

    def place(self, extent):
        """An index that is mostly below `extent`."""
        if self.choice.random() < 0.1:
            return self.number("index")
        return self.emit(f"arith.constant {self.choice.randrange(extent)} : index", "index")

    def tensor(self):
        return self.choice.choice([(name, kind) for kind, names in self.values.items() for name in names if kind.startswith("tensor")])

    def step(self):
        getattr(self, self.choice.choice("extract binary binary compare convert select cast dim branch loop relu".split()))()

    def extract(self):
        name, kind = self.tensor()
        places = ", ".join(self.place(3 if extent == "?" else int(extent)) for extent in kind[7:-1].split("x")[:-1])
        self.emit(f"tensor.extract {name}[{places}] : {kind}", kind[:-1].split("<")[1].split("x")[-1])

    def binary(self):
        kind = self.strange[0] if self.strange and self.choice.random() < 0.5 else self.kind()
        op = self.choice.choice(BINARY[kind[0] == "i"])
        self.emit(f"arith.{op} {self.number(kind)}, {self.number(kind)} : {kind}", kind)

    def compare(self):
        kind = self.kind()
        how = self.choice.choice(["cmpi slt", "cmpi ne", "cmpi uge"] if kind[0] == "i" else ["cmpf olt", "cmpf une"])
        self.emit(f"arith.{how}, {self.number(kind)}, {self.number(kind)} : {kind}", "i1")

    def convert(self):
        pairs = [("index_cast", "i64", "index"), ("index_cast", "index", "i32"), ("index_castui", "i8", "index"), ("extsi", "i8", "i32"),
                 ("extui", "i1", "i64"), ("trunci", "i64", "i8"), ("sitofp", "i64", "f32"), ("uitofp", "i32", "f64"), ("fptosi", "f32", "i8"),
                 ("fptoui", "f64", "i64"), ("extf", "f32", "f64"), ("truncf", "f64", "f32"), ("bitcast", "f32", "i32"), ("extf", "bf16", "f32"),
                 ("extsi", "i64", "i128")]  # fmt: skip
        op, source, target = self.choice.choice(pairs)
        self.emit(f"arith.{op} {self.number(source)} : {source} to {target}", target)

    def select(self):
        kind = self.kind()
        self.emit(f"arith.select {self.number('i1')}, {self.number(kind)}, {self.number(kind)} : {kind}", kind)

    def cast(self):
        name, kind = self.tensor()
        extents = kind[7:-1].split("x")
        extents[self.choice.randrange(len(extents) - 1)] = self.choice.choice(["?", "?", "1", "2", "3", "4", "5000"])
        other = f"tensor<{'x'.join(extents)}>"
        if all("?" in (a, b) or a == b for a, b in zip(kind[7:-1].split("x"), extents)):
            self.emit(f"tensor.cast {name} : {kind} to {other}", other)

    def dim(self):
        name, kind = self.tensor()
        self.emit(f"tensor.dim {name}, {self.place(kind.count('x'))} : {kind}", "index")

    def branch(self):
        kind = self.choice.choice([self.kind(), self.tensor()[1]])
        arms = [self.choice.choice(self.values[kind]) if kind.startswith("tensor") else self.number(kind) for _ in range(2)]
        self.emit(f"scf.if {self.number('i1')} -> {kind} {{ scf.yield {arms[0]} : {kind} }} else {{ scf.yield {arms[1]} : {kind} }}", kind)

    def loop(self):
        """A loop of at most some hundred turns: how long a model runs is its own affair."""
        kind, step = self.kind(), self.place(4)
        first = self.emit(f"arith.constant {self.choice.randrange(-3, 3)} : index", "index")
        end = self.emit(f"arith.constant {self.choice.choice([0, 5, 300])} : index", "index")
        start = self.number(kind)
        self.emit(f"scf.for %k{self.count} = {first} to {end} step {step} iter_args(%s{self.count} = {start}) -> {kind} "
                  f"{{ scf.yield %s{self.count} : {kind} }}", kind)  # fmt: skip

    def relu(self):
        name, kind = self.tensor()
        if kind.endswith("f32>"):
            self.emit(f"ascend.relu {name} : ({kind}) -> {kind}", kind)

    def results(self):
        """Some of the last numbers, as what a tensor may hold; what nobody reads is not compiled."""
        wider = {"index": "index_cast", "i33": "extsi", "i65": "trunci", "i128": "trunci", "i16777215": "trunci"}
        last = [(value, kind) for kind, values in self.values.items() for value in values[-2:] if not kind.startswith("tensor")]
        chosen = self.choice.sample(last, min(len(last), 4)) or [(self.number("f32"), "f32")]
        return [(self.emit(f"arith.{wider[kind]} {value} : {kind} to i64", "i64"), "i64") if kind in wider else (value, kind)
                for value, kind in chosen if kind != "i4"] or [(self.number("i8"), "i8")]  # fmt: skip

    def text(self):
        for _ in range(self.choice.randrange(2, 14)):
            self.step()
        results = self.results()
        for number, (value, kind) in enumerate(results):
            self.lines.append(f"  %r{number} = tensor.from_elements {value} : tensor<1x{kind}>")
        kinds = ", ".join(f"tensor<1x{kind}>" for _, kind in results)
        beside = self.choice.choice(BESIDE) + "\n" if self.choice.random() < 0.03 else ""
        return "\n".join([f"{beside}func.func @main(%x: tensor<?x2xf32>, %i: tensor<4xi64>, %p: tensor<2xi1>) -> ({kinds}) {{", *self.lines,
                          f"  return {', '.join(f'%r{number}' for number in range(len(results)))} : {kinds}", "}", ""])  # fmt: skip


def make_entry(choice: random.Random) -> str:
    return Entry(choice).text()
