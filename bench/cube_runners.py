# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What bench/cube compares: the same product or convolution here and in peers.

A runner is a function without arguments that computes the case once and returns
the result as an array of NCHW or [M, N]. The second factor is a constant, and
who can pack it beforehand does, but for products whose name ends with "given":
there it is an input, "given t" stored as [N, K]. "8*6x768x512" is a batch of eight
with one second factor, and "then 3" puts three elementwise ops behind. Peers that
do not have a case return None."""

import math
import re
import warnings

import ml_dtypes
import numpy as np

DTYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "int8": np.int8}

# What every other elementwise op behind a case adds.
STEP = 1

PRODUCT = re.compile(r"(?:(\d+)\*)?(\d+)x(\d+)x(\d+)( given)?( t)?(?: then (\d+))?")
CONVOLUTION = re.compile(r"(\d+)x(\d+)->(\d+) (\d+)x\d+(?: /(\d+))?( dw)?( up)?(?: then (\d+))?")


def cases_of(known, sets, types, only):
    """(set, case, type, emulation) of what is to run: of `sets` of cube.toml, or all, each case that has `only` in it, in each
    type of the set that is among `types`. Where none has it and it is written as a case, that one as of `sets`, in any of
    `types`."""
    texts = {name: known[name].get("products", []) + known[name].get("convolutions", []) for name in sets or known}
    is_new = not any(only in text for each in texts.values() for text in each)
    if is_new and not (PRODUCT.fullmatch(only) or CONVOLUTION.fullmatch(only)):
        raise ValueError(f"no case has '{only}' in it, which is none itself, such as 4x768x768 or '64x56->64 3x3 /2'")
    if is_new and not sets:
        raise ValueError(f"no set has the case '{only}': name the set whose types and emulation it takes")
    for name, own in texts.items():
        entry = known[name]
        if is_new:
            kinds, own = types or entry["types"], [only]
        else:
            kinds = [kind for kind in entry["types"] if not types or kind in types]
        for kind in kinds:
            yield from ((name, text, kind, entry.get("emulation")) for text in own if only in text)


class Case:
    """One product or convolution in one type, with its operands."""

    def __init__(self, text, kind, emulation=None):
        # bfloat16 by the CPU's dot, as the peers compute.
        self.text, self.kind, self.emulation = text, kind, emulation or ("fast" if kind == "bf16" else "faithful")
        dtype = DTYPES[kind]
        random = np.random.default_rng(7)

        def numbers(*shape):
            if kind == "int8":
                return random.integers(-127, 128, shape).astype(dtype)
            return random.standard_normal(shape, np.float32).astype(dtype)

        product = PRODUCT.fullmatch(text)
        self.is_product, self.is_given, self.by_columns = bool(product), False, False
        if product:
            m, n, k = map(int, product.groups()[1:4])
            self.is_given, self.by_columns = map(bool, product.groups()[4:6])
            batch = [int(product[1])] if product[1] else []
            self.behind = int(product[7] or 0)
            self.x, self.w = numbers(*batch, m, k), numbers(n, k) if self.by_columns else numbers(k, n)
            self.shape = (*batch, m, n)
            self.operations = 2.0 * math.prod(self.shape) * k
            return
        c, extent, outputs, window, stride, dw, up, behind = CONVOLUTION.fullmatch(text).groups()
        self.behind = int(behind or 0)
        c, extent, outputs, window, self.stride = (int(v or 1) for v in (c, extent, outputs, window, stride))
        self.groups = c if dw else 1
        self.is_transposed = bool(up)
        self.x = numbers(1, c, extent, extent)
        if self.is_transposed:
            # The result is `stride` times as large as x.
            self.pad = (window - self.stride + 1) // 2
            self.output_pad = 2 * self.pad - (window - self.stride)
            self.w = numbers(c, outputs // self.groups, window, window)
            result = extent * self.stride
        else:
            self.pad = window // 2
            self.w = numbers(outputs, c // self.groups, window, window)
            result = (extent + 2 * self.pad - window) // self.stride + 1
        self.shape = (1, outputs, result, result)
        self.operations = 2.0 * self.w.size * (extent if self.is_transposed else result) ** 2

    def follow(self, y):
        """`y`, of any library, behind the elementwise ops."""
        for number in range(self.behind):
            y = y + STEP if number % 2 else -y
        return y

    def inputs(self):
        return {"x": self.x, "w": self.w} if self.is_given else {"x": self.x}

    def onnx_model(self):
        from onnx import TensorProto, helper, numpy_helper

        types = {"f32": TensorProto.FLOAT, "f16": TensorProto.FLOAT16, "bf16": TensorProto.BFLOAT16,
                 "int8": TensorProto.INT8}  # fmt: skip
        kind, result = types[self.kind], TensorProto.INT32 if self.kind == "int8" else types[self.kind]
        if self.is_product:
            node = helper.make_node("MatMulInteger" if self.kind == "int8" else "MatMul", ["x", "w"], ["y"], name="cube")
        elif self.is_transposed:
            node = helper.make_node("ConvTranspose", ["x", "w"], ["y"], name="cube", pads=[self.pad] * 4,
                                    strides=[self.stride] * 2, output_padding=[self.output_pad] * 2,
                                    group=self.groups)  # fmt: skip
        else:
            node = helper.make_node("ConvInteger" if self.kind == "int8" else "Conv", ["x", "w"], ["y"], name="cube",
                                    pads=[self.pad] * 4, strides=[self.stride] * 2, group=self.groups)  # fmt: skip
        nodes = [node]
        if self.by_columns:
            nodes.insert(0, helper.make_node("Transpose", ["w"], ["turned"], name="turn", perm=[1, 0]))
            node.input[1] = "turned"
        weights = [] if self.is_given else [numpy_helper.from_array(self.w, "w")]
        if self.behind:
            weights.append(numpy_helper.from_array(np.array(STEP, np.int32 if self.kind == "int8" else self.x.dtype), "step"))
        for number in range(self.behind):
            nodes[-1].output[0] = f"y{number}"
            operands = [f"y{number}", "step"] if number % 2 else [f"y{number}"]
            nodes.append(helper.make_node("Add" if number % 2 else "Neg", operands, ["y"], name=f"behind{number}"))
        inputs = [helper.make_tensor_value_info(name, kind, value.shape) for name, value in self.inputs().items()]
        graph = helper.make_graph(nodes, "cube", inputs, [helper.make_tensor_value_info("y", result, self.shape)], weights)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 22)], ir_version=10).SerializeToString()


def ours(case, threads):
    import ascend_mlir

    # float32 as float32, as the peers compute: no HF32.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = ascend_mlir.compile(case.onnx_model(), precision_mode="must_keep_origin_dtype", allow_hf32=False,
                                    op_select_implmode="high_precision_for_all",
                                    emulation=case.emulation)  # fmt: skip
    inputs = case.inputs()
    return lambda: model.run(inputs, threads=threads)["y"]


def onnxruntime(case, threads):
    import onnxruntime as ort

    if case.kind == "bf16" or (case.kind == "f16" and not case.is_product):
        return None
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = threads, 3
    session = ort.InferenceSession(case.onnx_model(), options, providers=["CPUExecutionProvider"])
    inputs = case.inputs()
    return lambda: session.run(None, inputs)[0]


def torch(case, threads):
    import torch as library

    library.set_num_threads(threads)

    def tensor(array):
        if case.kind == "bf16":
            return library.from_numpy(array.view(np.int16)).view(library.bfloat16)
        return library.from_numpy(array)

    # Its float16 takes seconds here, and it has no integer convolution.
    if case.kind == "f16" or (case.kind == "int8" and not case.is_product):
        return None
    x, w = tensor(case.x), tensor(case.w)
    if case.kind == "int8" and x.dim() > 2:
        return None
    if case.by_columns:
        w = w.T

    def finish(y):
        y = case.follow(y)
        return y.float().numpy() if case.kind == "bf16" else y.numpy()

    if case.is_product:
        multiply = library._int_mm if case.kind == "int8" else library.matmul
        if case.kind == "int8" and len(case.x) <= 16:
            return None
        return lambda: finish(multiply(x, w))
    x, w = (t.to(memory_format=library.channels_last) for t in (x, w))
    if case.is_transposed:
        return lambda: finish(library.nn.functional.conv_transpose2d(
            x, w, None, case.stride, case.pad, case.output_pad, case.groups))  # fmt: skip
    return lambda: finish(library.nn.functional.conv2d(x, w, None, case.stride, case.pad, 1, case.groups))


def numpy(case, threads):
    from threadpoolctl import threadpool_limits

    if case.kind != "f32" or not case.is_product:
        return None
    threadpool_limits(threads, "blas")
    w = case.w.T if case.by_columns else case.w
    return lambda: case.follow(case.x @ w)


def iree(case, threads):
    import iree.compiler as compiler
    import iree.runtime as runtime

    if not case.is_product or case.is_given or case.behind or case.x.ndim > 2:
        return None
    element = {"int8": "i8"}.get(case.kind, case.kind)
    accumulator = "i32" if case.kind == "int8" else "f32"
    m, n = case.shape
    k = case.x.shape[1]
    data = "0x04000000" + case.w.tobytes().hex().upper()
    narrow = element in ("f16", "bf16")
    result = element if narrow else accumulator
    last = ["return %y : tensor<{m}x{n}x{acc}>"]
    if narrow:
        last = ["%e = tensor.empty() : tensor<{m}x{n}x{el}>",
                "%r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], "
                'iterator_types = ["parallel", "parallel"]}} ins(%y : tensor<{m}x{n}x{acc}>) '
                "outs(%e : tensor<{m}x{n}x{el}>) {{",
                "^bb0(%a: {acc}, %b: {el}):", "%c = arith.truncf %a : {acc} to {el}", "linalg.yield %c : {el}",
                "}} -> tensor<{m}x{n}x{el}>", "return %r : tensor<{m}x{n}x{el}>"]  # fmt: skip
    text = "\n".join([
        "func.func @cube(%x: tensor<{m}x{k}x{el}>) -> tensor<{m}x{n}x{res}> {{",
        "%w = arith.constant dense_resource<w> : tensor<{k}x{n}x{el}>",
        "%z = arith.constant 0{point} : {acc}", "%i = tensor.empty() : tensor<{m}x{n}x{acc}>",
        "%f = linalg.fill ins(%z : {acc}) outs(%i : tensor<{m}x{n}x{acc}>) -> tensor<{m}x{n}x{acc}>",
        "%y = linalg.matmul ins(%x, %w : tensor<{m}x{k}x{el}>, tensor<{k}x{n}x{el}>) "
        "outs(%f : tensor<{m}x{n}x{acc}>) -> tensor<{m}x{n}x{acc}>", *last, "}}",
    ]).format(m=m, n=n, k=k, el=element, acc=accumulator, res=result, point="" if case.kind == "int8" else ".0")  # fmt: skip
    text += '\n{-# dialect_resources: { builtin: { w: "%s" } } #-}' % data
    flags = ["--iree-llvmcpu-target-cpu=host", "--iree-opt-data-tiling"]
    binary = compiler.compile_str(text, target_backends=["llvm-cpu"], extra_args=flags)
    driver = "local-sync" if threads == 1 else "local-task"
    config = runtime.Config(driver)
    context = runtime.SystemContext(config=config)
    context.add_vm_module(runtime.VmModule.copy_buffer(context.instance, binary))
    function = context.modules.module["cube"]
    x = runtime.asdevicearray(config.device, case.x)
    return lambda: function(x).to_host()


RUNNERS = {"ours": ours, "onnxruntime": onnxruntime, "torch": torch, "numpy": numpy, "iree": iree}
