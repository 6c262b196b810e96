# ===- warm_python.py - The Python that scripts of tests start from --------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs each script that warm_python.cpp asks for in a fork of a Python that has imported
what most of them import: a tenth of a second each, five hundred times.

A script finds the arguments, environment, folder, streams and sys.path that it would have
had, and nothing of this package is imported yet. Who asks gets its exit code; when who
asks dies, so do the script and what it started, and when lit ends, so does this.

usage: warm_python.py FILE, the number of a socket that listens; with lit at the other end of stdin
"""

import atexit
import contextlib
import ctypes
import functools
import gc
import importlib
import os
import selectors
import signal
import socket
import struct
import sys
import threading
import types

MODULES = "argparse json ml_dtypes numpy numpy.random onnx onnx.checker onnx.parser pathlib resource subprocess tempfile unittest zipfile".split()


def receive(connection):
    """The three streams, and the folder, arguments and environment of a script."""
    head, streams, _, _ = socket.recv_fds(connection, 8, 3)
    size, count = struct.unpack("=II", head)
    text = b""
    while len(text) < size:
        piece = connection.recv(size - len(text))
        if not piece:
            raise OSError("a client ends before it has said all")
        text += piece
    folder, *words = text.split(b"\0")[:-1]
    return streams, folder, words[:count], dict(word.split(b"=", 1) for word in words[count:])


@functools.cache
def warm_up():
    for name in MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


class Running:
    """A script that runs: its process, what tells its end, and the connection of who asked."""

    def __init__(self, process, connection):
        self.process, self.connection = process, connection
        self.end = os.pidfd_open(process)

    def kill(self):
        """With all that it started."""
        if self.process is None:
            return
        try:
            os.killpg(self.process, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(self.process, signal.SIGKILL)  # It is no group yet.

    def answer(self):
        """It has ended: says how."""
        _, status = os.waitpid(self.process, 0)
        os.close(self.end)
        self.process = None
        with contextlib.suppress(OSError):  # Who asked may be gone.
            self.connection.sendall(struct.pack("=i", status))


def serve(listener):
    """Returns in each fork, with the streams, folder, arguments and environment of its script."""
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    selector.register(0, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            running = key.data
            if key.fileobj == 0:
                for other in selector.get_map().values():
                    if other.data:
                        other.data.kill()
                sys.exit()
            elif key.fileobj is listener:
                connection, _ = listener.accept()
                warm_up()
                try:
                    script = receive(connection)
                except (OSError, struct.error):
                    connection.close()  # Who asked died meanwhile.
                    continue
                process = os.fork()
                if process == 0:
                    os.setpgid(0, 0)
                    connection.close()
                    selector.close()
                    return script
                for stream in script[0]:
                    os.close(stream)
                running = Running(process, connection)
                selector.register(running.end, selectors.EVENT_READ, running)
                selector.register(connection, selectors.EVENT_READ, running)
            else:
                selector.unregister(key.fileobj)
                if key.fileobj is running.connection:
                    # Who asked is gone, or has had its answer.
                    running.kill()
                    running.connection.close()
                else:
                    running.answer()


def become(streams, folder, words, environment):
    """Gives this process what the script would have had."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environb.clear()
    os.environb.update(environment)
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    sys.argv = [os.fsdecode(word) for word in words]
    if path := os.environ.get("PYTHONPATH"):
        # Module site makes them so.
        sys.path[:0] = map(os.path.abspath, path.split(os.pathsep))
        sys.path[:] = dict.fromkeys(sys.path)


def take_script():
    """The code of the script, and the module in which it runs."""
    main = types.ModuleType("__main__")
    main.__builtins__, main.__annotations__ = __builtins__, {}
    if sys.argv[0] == "-c":
        text, name = sys.argv.pop(1), "<string>"
        sys.path.insert(0, "")
    else:
        name = main.__file__ = os.path.abspath(sys.argv[0])
        main.__cached__ = None
        sys.path.insert(0, os.path.dirname(os.path.realpath(name)))
        with open(name, "rb") as file:
            text = file.read()
    sys.modules["__main__"] = main
    # What ps, top and perf call it.
    with open("/proc/self/comm", "w") as file:
        file.write("p-" + os.path.basename(name)[:13])
    return compile(text, name, "exec", dont_inherit=True), main


def libraries():
    """The files from which this process runs code."""
    with open("/proc/self/maps") as file:
        return {line.split()[-1] for line in file if " r-xp " in line}


def leave(code):
    """Ends this process with what Python does at its end, but for taking all its modules
    apart, which takes as long as a start; where that may be seen, returns."""
    if not isinstance(code, int | None):
        return
    threading._shutdown()
    atexit._run_exitfuncs()
    with contextlib.suppress(Exception):  # Python says that once more.
        for stream in sys.stdout, sys.stderr:
            stream.flush()
        ctypes.CDLL(None).fflush(None)
        os._exit((code or 0) & 0xFF)


if __name__ == "__main__":
    sys.path.pop(0)
    interrupted = signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as door:
        script = serve(door)
    signal.signal(signal.SIGINT, interrupted)
    become(*script)
    code, main = take_script()
    del door, script
    before, ended = libraries(), SystemExit()
    try:
        exec(code, main.__dict__)
    except SystemExit as end:
        ended = end
    # What other libraries leave to their end is theirs.
    if libraries() == before:
        leave(ended.code)
    raise ended
