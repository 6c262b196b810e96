# ===- as_avx2.py - A CPU with AVX2 only ----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""as_avx2.py ROOT BUILD FOLDER: what scripts/as-avx2 runs sees no AVX-512; where CPUID cannot fault the script says so."""

import pathlib
import subprocess
import sys

root, build, folder = (pathlib.Path(argument) for argument in sys.argv[1:])
folder.mkdir(parents=True, exist_ok=True)
(folder / "net.mlir").write_text("""func.func @main(%x: tensor<4xf32> {ascend.name = "x"}) -> (tensor<4xf32> {ascend.name = "y"}) {
  %y = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
""")


def hidden(*command):
    return subprocess.run([root / "scripts" / "as-avx2", *command], cwd=folder, capture_output=True, text=True)


flags = pathlib.Path("/proc/cpuinfo").read_text().split()
if "cpuid_fault" not in flags:
    done = hidden("true")
    assert done.returncode == 2 and "cannot let CPUID fault" in done.stderr, done
    sys.exit()
assert hidden().returncode == 2
done = hidden("ascend-atc", "--model=net.mlir", "--output=net")
assert done.returncode == 0, done
said = subprocess.run(["ascend-atc", "--mode=6", "--om=net.asc"], cwd=folder, capture_output=True, text=True).stdout
assert "avx2, needs" in said and "avx512" not in said, said
done = hidden(sys.executable, "-c", "print(open('/proc/cpuinfo').read())")
assert "avx512" not in done.stdout and " avx2 " in done.stdout and done.stdout.count("processor") == flags.count("processor"), done
done = hidden("cat", "/proc/cpuinfo")
assert "avx512" not in done.stdout and " avx2 " in done.stdout and " without AVX-512\n" in done.stdout, done
done = hidden(sys.executable, "-c", "import numpy; numpy.show_config()")
assert "X86_V4" in done.stdout.partition("not found:")[2], done.stdout
# Threads that block signals compile, too.
done = hidden(sys.executable, "-c", f"""
import sys
sys.path.insert(0, "{build}/python")
import ascend_mlir, numpy
print(ascend_mlir.compile("net.mlir").run(-numpy.ones(4, numpy.float32))["y"])""")
assert done.stdout == "[0. 0. 0. 0.]\n", done
# Another fault is the program's own.
assert hidden(sys.executable, "-c", "import ctypes; ctypes.string_at(0)").returncode == -11
assert hidden("sh", "-c", "exit 3").returncode == 3
