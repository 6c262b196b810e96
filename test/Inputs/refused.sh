# ===- refused.sh - Runs a command that must be refused -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
# refused.sh CODE COMMAND…: gives the stderr of the command; the exit code must be CODE.

code=$1
shift
"$@" 2>&1 >/dev/null
ended=$?
[ $ended = "$code" ] && exit
echo "exit code $ended, should be $code"
exit 1
