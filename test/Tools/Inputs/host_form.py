# ===- host_form.py - The form of CPU that code is for -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""host_form.py MODEL: what ascend-atc learns by CPUID is what /proc/cpuinfo says. as_avx2.py runs this test in lit
under scripts/as-avx2, so it leaves nothing in lit's folders."""

import sys
import tempfile

from forms import host_forms
from tools import run

with tempfile.TemporaryDirectory() as folder:
    said = run("ascend-atc", "--model=" + sys.argv[1], "--output=net", folder=folder).stdout
best = next(form for form in host_forms() if form.is_own)
assert "1 kernel for %s\n" % best.cpu in said, (best.cpu, said)
