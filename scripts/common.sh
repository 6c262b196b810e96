# Functions of the scripts beside this file, which source it.
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ROOT=$PWD
PYTHON=$ROOT/.venv/bin/python

# say TEXT: one line of progress, with the seconds since the script began.
say() { printf '[%4ds] %s\n' "$SECONDS" "$*"; }

die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Which part of the sweeps runs (test/Inputs/sampling.py): that of the day, as
# lit.cfg.py has it, or what --seed=N|all says.
seed=$(($(date -u +%s) / 86400))
take_seed() {
  seed=${1#--seed=}
  [[ $seed =~ ^([0-9]+|all)$ ]] || die "--seed=$seed is neither a number nor 'all'"
}

# Debian's CMake is the oldest that does, so that what builds with it builds
# everywhere. That of PATH may be a stub or too old.
find_cmake() {
  local candidate
  for candidate in /usr/bin/cmake cmake; do
    if "$candidate" --version 2>/dev/null |
        awk '/version/ {split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 25))}'; then
      command -v "$candidate"
      return
    fi
  done
  die "no CMake 3.25 or newer: run scripts/setup"
}

# configure PRESET: as CMakePresets.json says, with the Python of .venv.
configure() {
  "$(find_cmake)" --preset "$1" -DPython3_EXECUTABLE="$PYTHON" -DASCEND_PYTHON="$PYTHON"
}

# build DIRECTORY [TARGET…]
build() {
  local directory=$1
  shift
  "$(find_cmake)" --build "$directory" --parallel "$(nproc)" ${1:+--target "$@"}
}
