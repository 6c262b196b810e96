# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A second, independent implementation of the precision decision.

It is written from the rules (docs/PrecisionModes.md and the documents beside
it), not from the C++, and exists to be compared with it on random graphs.

  model.py       graphs, operators of a store, columns
  matchers.py    rise, reduce, mix, precise: how one tensor narrows columns
  modes.py       the strategy of each precision mode, one tensor at a time
  engines.py     which engine takes an op, promoteType
  config.py      the readers of mixlist, keep_dtype and customize_dtypes files
  impl_modes.py  implementation modes
  stores.py      op stores from ops-info JSON
  decide.py      all of these together, for a whole graph
  casts.py       the casts between decided ops
"""
