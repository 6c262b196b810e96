# ===- __init__.py - The accuracy laboratory ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""ascend-lab: which op hurts, why, and what heals it. See docs/Lab.md.

Each subcommand is a module here with `add_arguments` and `run`; what several
of them need is in `arguments`, `decision` and `table`.
"""
