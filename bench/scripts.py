# ===- scripts.py - The scripts beside this file, as modules --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Scripts of bench have names without an ending, which Python does not import by itself."""

import importlib.machinery
import importlib.util
import pathlib


def load_script(name):
    """A script beside this file as a module."""
    loader = importlib.machinery.SourceFileLoader(name + "_script", str(pathlib.Path(__file__).resolve().parent / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
