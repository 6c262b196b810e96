# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Ctrl-C while Python waits."""

import os
import signal
import threading
import time


def seconds_to_end(case, work, after, error=KeyboardInterrupt):
    """How long `work()` goes on behind a SIGINT that comes so many seconds after its begin; it ends with
    `error`, or the test case fails."""
    sent, begins = [], threading.Event()

    def send():
        # Where others are at work, the main thread may come back from start() later than that.
        begins.wait()
        time.sleep(after)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=send)
    sender.start()
    with case.assertRaises(error):
        begins.set()
        work()
        sender.join()
    took = time.perf_counter() - sent[0]
    sender.join()
    return took
