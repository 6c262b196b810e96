# ===- host_form.py - The form of CPU that code is for -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""host_form.py MODEL: what ascend-atc learns by CPUID is what /proc/cpuinfo says. as_avx2.py runs this test in lit
under scripts/as-avx2, so it leaves nothing in lit's folders."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), *[".."] * 2, "Inputs"))
from forms import host_forms  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    said = subprocess.run(["ascend-atc", "--model=" + sys.argv[1], "--output=net"], cwd=folder, capture_output=True, text=True).stdout
best = next(form for form in host_forms() if form.is_own)
assert "1 kernels for %s\n" % best.cpu in said, (best.cpu, said)
