# ===- lit.cfg.py - How the unit tests run --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
# lit runs the gtest programs of the build tree and counts each of their tests,
# so that one run of lit counts everything.

import os
import time
import lit.formats

config.name = "Ascend-Unit"
config.suffixes = []
config.excludes = ["CMakeFiles"]
config.test_exec_root = os.path.join(config.ascend_build_dir, "unittests")
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest("", "Tests")
# As in test/lit.cfg.py.
config.environment["ASCEND_MLIR_CACHE"] = "off"
config.environment["ASCEND_TEST_SEED"] = lit_config.params.get("seed", str(int(time.time()) // 86400))
if "profile" in lit_config.params:
    config.environment["LLVM_PROFILE_FILE"] = lit_config.params["profile"]

# As in test/lit.cfg.py.
if "LD_AUDIT" in os.environ:
    config.environment["LD_AUDIT"] = os.environ["LD_AUDIT"]

if config.sanitizers:
    # As in test/lit.cfg.py.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0:verify_asan_link_order=0"
