# ===- cluster.py - A Dask cluster that is there -------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Calls of a function on the workers of dask.distributed. What a worker that dies was doing, another
one does again; the results come in the order of the calls, so that nothing depends on which
worker did what."""

from __future__ import annotations

import concurrent.futures
import contextlib
import gc
import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from ..errors import AscendError, _limit_error, _usage_error

__all__ = ["Cluster", "cluster_at"]

T = TypeVar("T")
_CONNECT = 10.0
"""Seconds until a scheduler that does not answer is none."""
_ATTEMPTS = 5
_WAIT = 60.0
"""Seconds without any worker until the work is given up."""
_AHEAD = 2
"""Calls for each thread of a worker that are under way: enough that none waits, few enough that not
all inputs are in memory."""


class Cluster:
    """The workers behind a scheduler, `tcp://host:port`. As a context manager it lets go of it."""

    def __init__(self, address: str) -> None:
        """Raises: ConfigurationError where distributed is not installed or nobody answers there."""
        try:
            import distributed
        except ImportError:
            raise _usage_error(
                "a cluster is reached by dask.distributed, which is not installed", "pip install 'ascend-mlir[cluster]'"
            ) from None
        self._lib: Any = distributed
        self.address = address
        self._client = self._connect()
        if not self.threads:
            self.close()
            raise _usage_error(f"--scheduler={address}: it has no workers", f"start some: dask worker {address}")

    def _connect(self) -> Any:
        for left in reversed(range(_ATTEMPTS)):
            try:
                return self._lib.Client(self.address, timeout=_CONNECT, set_as_default=False)
            except AssertionError as error:
                # A worker that comes or goes in this moment confuses the greeting.
                failure = None if left else self._failed(error)
            except Exception as error:  # what cannot be an address has errors of several kinds
                why = str(error).splitlines()[0] if str(error) else type(error).__name__
                failure = _usage_error(
                    f"--scheduler={self.address}: nobody answers: {why}", "give the address that `dask scheduler` prints"
                )
            # What is left of a client that failed stands in a cycle of references, with a thread. It goes
            # now: where the collector finds it while another client starts, it waits for the lock of
            # distributed that this thread holds, for ever.
            gc.collect()
            if failure:
                raise failure
        raise AssertionError("no attempt")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):  # a scheduler that is gone needs no farewell
            self._client.close(timeout=_CONNECT)

    @property
    def threads(self) -> int:
        """Of all workers that are there now; none where the scheduler does not say."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            return 0

    def map(self, function: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """What `function` gives for each tuple of arguments, in their order.

        Raises: what it raises; LimitError where no worker is left, or one call ended several workers.
        """
        left = iter(calls)
        waiting: deque[Any] = deque()
        try:
            while True:
                room = _AHEAD * self.threads - len(waiting)
                for call in itertools.islice(left, max(room, 0 if waiting else 1)):
                    waiting.append(self._client.submit(function, *call, pure=False))
                if not waiting:
                    return
                yield self._result(waiting.popleft())
        finally:
            if waiting:
                self._client.cancel(list(waiting))

    def _result(self, future: Any) -> Any:
        idle = 0.0
        while True:
            ended = future.done()
            try:
                return future.result(timeout=1.0)
            except AscendError:
                raise
            except TimeoutError as error:
                # What had not ended may have since: then the error is of the wait.
                if ended:
                    raise self._failed(error) from error
                idle = 0.0 if self.threads else idle + 1.0
                if idle >= _WAIT:
                    raise _limit_error(
                        f"--scheduler={self.address}: no worker is left", "start workers, and run the command again"
                    ) from None
            except self._lib.KilledWorker:
                raise _limit_error(
                    f"--scheduler={self.address}: one call ended several workers, most likely for want of memory",
                    "give workers more memory, or less to do at once (dask worker --nthreads=1)",
                ) from None
            except concurrent.futures.CancelledError as error:
                raise _limit_error(f"--scheduler={self.address}: the cluster is gone ({error})", "run the command again") from None
            except Exception as error:
                raise self._failed(error) from error

    def _failed(self, error: Exception) -> AscendError:
        """For what is none of our errors."""
        return _usage_error(
            f"--scheduler={self.address}: a worker failed: {type(error).__name__}: {error}",
            "install the same ascend_mlir on all machines, and let them see the same files",
        )


def cluster_at(address: str | None) -> AbstractContextManager[Cluster | None]:
    """The cluster there, or none."""
    return Cluster(address) if address else nullcontext()
