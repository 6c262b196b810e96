# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A compiled file run in this process, through libascendrt's C interface."""

import ctypes

import numpy as np

OK, LIMIT = 0, 4
DTYPES = {0: np.float32, 1: np.float16, 2: np.int8, 3: np.int32, 4: np.uint8, 9: np.int64, 11: np.float64, 12: np.bool_}


class Desc(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("dtype", ctypes.c_int32), ("rank", ctypes.c_int32),
                ("shape", ctypes.POINTER(ctypes.c_int64))]


class Model(ctypes.Structure):
    _fields_ = [("abi_version", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("num_inputs", ctypes.c_uint32),
                ("num_outputs", ctypes.c_uint32), ("num_observed", ctypes.c_uint32), ("reserved", ctypes.c_uint32),
                ("inputs", ctypes.POINTER(Desc)), ("outputs", ctypes.POINTER(Desc))]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_uint64), ("shape", ctypes.POINTER(ctypes.c_int64))]


class RunFailed(Exception):
    """What ascendrt_last_error says."""


def _tensor(array, shape):
    return Tensor(array.ctypes.data, array.nbytes, shape)


class Compiled:
    """One context of a compiled file."""

    def __init__(self, library, path, threads=1):
        self.lib = ctypes.CDLL(library)
        for name, result in (("ascendrt_open", ctypes.c_void_p), ("ascendrt_file_model", ctypes.POINTER(Model)),
                             ("ascendrt_create", ctypes.c_void_p), ("ascendrt_last_error", ctypes.c_char_p)):
            getattr(self.lib, name).restype = result
        error = ctypes.c_char_p()
        self.file = self.lib.ascendrt_open(str(path).encode(), ctypes.byref(error))
        if not self.file:
            raise RuntimeError(error.value.decode())
        self.model = self.lib.ascendrt_file_model(ctypes.c_void_p(self.file))
        options = (ctypes.c_int64 * 2)(16, threads)
        self.context = ctypes.c_void_p(self.lib.ascendrt_create(self.model, options, ctypes.byref(error)))
        if not self.context:
            raise RuntimeError(error.value.decode())

    def run(self, feeds):
        """The outputs by name; begins again with more room until each has enough."""
        model, keep, inputs = self.model.contents, [], []
        for i in range(model.num_inputs):
            array = np.ascontiguousarray(feeds[model.inputs[i].name.decode()])
            array = array.reshape(np.shape(feeds[model.inputs[i].name.decode()]))
            shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
            keep += [array, shape]
            inputs.append(_tensor(array, shape))
        ranks = [model.outputs[i].rank for i in range(model.num_outputs)]
        dtypes = [np.dtype(DTYPES[model.outputs[i].dtype]) for i in range(model.num_outputs)]
        shapes = [(ctypes.c_int64 * max(rank, 1))() for rank in ranks]
        arrays = [np.zeros(16, dtype) for dtype in dtypes]
        while True:
            for shape in shapes:
                shape[0] = -1
            outputs = [_tensor(array, shape) for array, shape in zip(arrays, shapes)]
            status = self.lib.ascendrt_run_tensors(self.context, (Tensor * len(inputs))(*inputs),
                                                   (Tensor * len(outputs))(*outputs))
            sizes = [int(np.prod(shape[:rank])) for shape, rank in zip(shapes, ranks)]
            if status == OK:
                return {model.outputs[i].name.decode(): array[:size].reshape(shape[:rank])
                        for i, (array, size, shape, rank) in enumerate(zip(arrays, sizes, shapes, ranks))}
            grew = False
            for i, size in enumerate(sizes):
                if status == LIMIT and ranks[i] and shapes[i][0] >= 0 and arrays[i].size < size:
                    arrays[i] = np.zeros(size, dtypes[i])
                    grew = True
            if not grew:
                raise RunFailed(self.lib.ascendrt_last_error(self.context).decode())
