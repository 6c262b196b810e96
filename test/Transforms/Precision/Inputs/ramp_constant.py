# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A module with a float constant of COUNT elements that differ, and its user."""

import sys

count = int(sys.argv[1])
elements = ", ".join("%d.0" % i for i in range(count))
print(f"""func.func @ramp() {{
  %c = ascend.constant {{node_name = "c"}} dense<[{elements}]> : tensor<{count}xf32>
  %r = ascend.relu %c {{node_name = "r"}} : (tensor<{count}xf32>) -> tensor<{count}xf32>
  return
}}""")
