# ===- __init__.py - The subcommands of ascend-lab --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A module for each subcommand, with `add_arguments` and `run`: what the command line says in, text
or a file out. What a subcommand does is in the modules of `ascend_mlir.lab`."""
