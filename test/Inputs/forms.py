# ===- forms.py - The forms of CPU that tests run code of -----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A form of CPU is a plan of kernels and a set of instructions. Every machine runs
every plan: a form that the machine has not runs by its plan alone, with the
instructions of the best form that it has. The plan of AVX-512 runs so on every
machine, also beside its own instructions, because machines with AVX2 do."""

import os

# What the instructions of each form need of a CPU, best form first.
NEEDS = {
    "avx512": {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"},
    "avx2": {"avx2", "fma", "f16c", "bmi2"},
    "portable": {"sse4_2", "popcnt"},
}


class Form:
    """The plan of one form with the instructions of the form `cpu`."""

    def __init__(self, plan, cpu):
        self.plan, self.cpu = plan, cpu
        self.is_own = plan == cpu
        # Good for the name of a file.
        self.name = plan if self.is_own else "%s-on-%s" % (plan, cpu)

    def __str__(self):
        return self.name

    @property
    def options(self):
        """Of ascend-run and ascend-atc."""
        return ["--cpu=" + self.cpu] + ([] if self.is_own else ["--plan=" + self.plan])

    @property
    def arguments(self):
        """Of ascend_mlir.compile."""
        return {"cpu": self.cpu, **({} if self.is_own else {"plan": self.plan})}

    @property
    def target(self):
        """Options of the pipeline ascend-kernel-to-llvm."""
        return "target=" + self.cpu + ("" if self.is_own else " plan=" + self.plan)

    def ran(self):
        """Tells scripts/test that results of this form's code were judged."""
        if path := os.environ.get("ASCEND_FORMS_THAT_RAN"):
            with open(path, "a") as file:
                file.write("%s %s\n" % (self.plan, "own" if self.is_own else "plan"))


def each_plan():
    """Each plan once, by its own instructions where this machine has them: for tests that take long."""
    forms = {}
    for form in host_forms():
        forms.setdefault(form.plan, form)
    return list(forms.values())


def code_folder():
    """Where the IR of kernels is to be kept for scripts/check-codegen, or None."""
    return os.environ.get("ASCEND_MLIR_KEEP_IR")


def every_form():
    """All forms whose code can be made here, also where none of it runs."""
    others = [Form(name, name) for name in [*NEEDS, "aarch64"]]
    return list({form.name: form for form in host_forms() + others}.values())


def host_flags():
    """The features of this machine, in Linux's words."""
    with open("/proc/cpuinfo") as lines:
        return next(set(line.split()) for line in lines if line.startswith("flags"))


def host_forms():
    """What is to be run here, the best form of this machine first."""
    flags = host_flags()
    own = [name for name, needs in NEEDS.items() if needs <= flags]
    lesser = [name for name in own if name != "avx512"]
    forms = [Form(name, name) for name in own]
    return forms + [Form(name, lesser[0]) for name in NEEDS if name == "avx512" or name not in own]
