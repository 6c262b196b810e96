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

import gc
import importlib
import os
import selectors
import signal
import socket
import struct
import sys
import types

MODULES = "argparse json ml_dtypes numpy onnx onnx.checker onnx.parser pathlib subprocess tempfile unittest zipfile".split()


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


def kill(process):
    """With all that it started. None: it has ended."""
    if process is None:
        return
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(process, signal.SIGKILL)  # It is no group yet.


def serve(listener):
    """Returns in each fork, with the streams, folder, arguments and environment of its script."""
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    selector.register(0, selectors.EVENT_READ)
    is_warm = False
    running = {}  # what is waited for: the connection, and the process that runs for it
    while True:
        for key, _ in selector.select():
            if key.fileobj == 0:
                for _, process in running.values():
                    kill(process)
                sys.exit()
            if key.fileobj is listener:
                connection, _ = listener.accept()
                if not is_warm:
                    for name in MODULES:
                        importlib.import_module(name)
                    gc.collect()
                    gc.freeze()
                    is_warm = True
                try:
                    script = receive(connection)
                except (OSError, struct.error):
                    connection.close()  # Who asked died meanwhile.
                    continue
                process = os.fork()
                if process == 0:
                    os.setpgid(0, 0)
                    connection.close()
                    listener.close()
                    selector.close()
                    return script
                for stream in script[0]:
                    os.close(stream)
                end = os.pidfd_open(process)
                running[end] = running[connection] = connection, process
                selector.register(end, selectors.EVENT_READ)
                selector.register(connection, selectors.EVENT_READ)
            elif key.fileobj in running:
                connection, process = running.pop(key.fileobj)
                selector.unregister(key.fileobj)
                if key.fileobj is connection:
                    # Who asked is gone, or has had its answer.
                    kill(process)
                    connection.close()
                    continue
                _, status = os.waitpid(process, 0)
                os.close(key.fileobj)
                if connection in running:
                    running[connection] = connection, None
                    try:
                        connection.sendall(struct.pack("=i", status))
                    except OSError:
                        pass


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
    return compile(text, name, "exec", dont_inherit=True), main


if __name__ == "__main__":
    sys.path.pop(0)
    interrupted = signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as door:
        script = serve(door)
    signal.signal(signal.SIGINT, interrupted)
    become(*script)
    code, main = take_script()
    del door, script
    exec(code, main.__dict__)
