# ===- __init__.py - Ascend's precision in Python -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Compiles ONNX models with the dtypes that CANN's ATC decides for Ascend NPUs,
and runs them on the CPU: see docs/Python.md.

>>> model = compile(relu_model, precision_mode="force_fp16")
>>> model.run([np.array([[1, -2, 3]], np.float32)])
{'y': array([[1., 0., 3.]], dtype=float32)}
"""

from . import _core
from ._tensors import TensorInfo
from .errors import (
    AscendError,
    AscendWarning,
    ConfigurationError,
    Diagnostic,
    LimitError,
    ModelError,
    UnsupportedOpError,
)
from .model import Model, ShapeCode, Timing, compile, load

__all__ = [
    "AscendError",
    "AscendWarning",
    "ConfigurationError",
    "Diagnostic",
    "LimitError",
    "Model",
    "ModelError",
    "TensorInfo",
    "ShapeCode",
    "Timing",
    "UnsupportedOpError",
    "compile",
    "load",
]

__version__ = _core.version()
