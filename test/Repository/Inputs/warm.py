# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What scripts find in the shared Python and in one of their own: the same.

Seen to fail with the arguments, the environment, the folder, the third stream, sys.path
or the exit code left as the server has them, with its scripts left running, and with any
step of an end left out.

usage: warm.py WARM_PYTHON
"""

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile

import psutil
from compiled import compiled
from tools import environment_with, run, wait_until

WARM = sys.argv[1]
INPUTS = pathlib.Path(__file__).parents[2] / "Inputs"
TELL = """
import atexit, json, os, sys
atexit.register(lambda: print("the end of", __name__))
names = [name for name in vars() if name not in ("names",)]
print(json.dumps([sys.argv, sys.path, sorted(os.environ.items()), os.getcwd(), sys.stdin.read(), __name__, __doc__,
                  globals().get("__file__"), sorted(names), sys.dont_write_bytecode, sys.flags, sys.executable]))
print("on stderr", file=sys.stderr)
"""
SCRIPTS = {
    "tells": TELL,
    "returns": "raise SystemExit(3)",
    "says": "import atexit, sys\natexit.register(print, 'the end', file=sys.stderr)\nraise SystemExit('what was wrong')",
    "raises": "def f():\n    raise ValueError('wrong')\nf()",
    "is killed": "import os\nprint('before', flush=True)\nos.kill(os.getpid(), 9)",
    "aborts": "import os\nos.abort()",
    "is no Python": "a b c",
    "is unlucky": "import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        self.fail()\nunittest.main()",
    "has workers": "import multiprocessing as m\nif __name__ == '__main__':\n    print(m.get_context('spawn').Pool(2).map(abs, [-1, -2]))",
    "imports": "import beside, numpy\nprint(beside.NAME, numpy.zeros(1))",
    "is interrupted": "import os, signal\nos.kill(os.getpid(), signal.SIGINT)",
}
# What a process has yet to do when its script is at its end, which does not depend on how that is named.
ENDS = {
    "has a thread": "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.2), print('late'))).start()\nprint('early')",
    "ends late": "import atexit\natexit.register(print, 'at last')\nraise SystemExit(258)",
    "ends badly": "import atexit\natexit.register(lambda: 1 / 0)\nprint('before')",
    "has no room": "import sys\nsys.stdout = open('/dev/full', 'w')\nprint('lost')",
    "has no output": "import sys\nsys.stdout = None\nraise SystemExit(True)",
    "speaks C": "import ctypes\nctypes.CDLL(None).printf(b'from C')",
    "loads": "import ctypes\nctypes.CDLL('./library').speak()",
}


LIBRARY = """
#include <stdio.h>
void speak(void) {}
__attribute__((destructor)) static void end(void) { puts("the end of a library"); }
"""

FRAME = re.compile(r"^Traceback|warm_python\.py|exec\(code|take_script\(\)|return compile\(|^[ ^]+$|^Ran ")


def outcome(python, words, folder, environment):
    done = run(python, *words, code=None, folder=folder, stdin="given", **environment)
    # A traceback of the shared one begins with what runs the script.
    said = [re.sub("0x[0-9a-f]+", "at", line) for line in done.stderr.splitlines() if not FRAME.search(line)]
    return done.returncode, done.stdout, said


def is_running(process):
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def start(folder, environment):
    """A script that starts a process and waits; and the numbers of both."""
    numbers = folder / "numbers"
    numbers.unlink(missing_ok=True)
    text = ("import os, subprocess, time\nchild = subprocess.Popen(['sleep', '600'])\n"
            "open('n', 'w').write(f'{os.getpid()} {child.pid}')\nos.rename('n', 'numbers')\ntime.sleep(600)")  # fmt: skip
    asking = subprocess.Popen([WARM, "-c", text], cwd=folder, env=environment_with(environment))
    wait_until(numbers.exists, within=60)
    return asking, [int(number) for number in numbers.read_text().split()]


def main(folder):
    (folder / "beside.py").write_text("NAME = 'beside'\n")
    environment = {"PYTHONPATH": f"{folder}/one:two", "OWN": "a=b\nc"}
    (folder / "library").symlink_to(compiled(LIBRARY, "-shared"))
    count = 0
    for name, text in (SCRIPTS | ENDS).items():
        script = folder / (name + ".py")
        script.write_text(text)
        ways = [str(script), "a b", ""], [script.name], ["-c", text, "x"]
        for words in ways[:1] if name in ENDS else ways:
            warm, own = (outcome(python, words, folder, environment) for python in (WARM, sys.executable))
            assert warm == own, f"{name}, {words}:\n{warm}\n{own}"
            count += 1
    for words in ["none.py"], ["-m", "json.tool", "none"], ["-c", "import sys; print(sys.flags)"]:
        for more in {}, {"PYTHONHASHSEED": "1"}:
            warm, own = (outcome(python, words, folder, {**environment, **more}) for python in (WARM, sys.executable))
            assert warm[:2] == own[:2] or words == ["none.py"], f"{words}:\n{warm}\n{own}"
            assert bool(warm[0]) == bool(own[0]), words
            count += 1
    print("alike:", count)

    for stop in signal.SIGTERM, signal.SIGKILL:
        asking, processes = start(folder, environment)
        asking.send_signal(stop)
        asking.wait()
        wait_until(lambda: not any(map(is_running, processes)), within=60)
    print("who asks dies, and so do the script and what it started")

    own, lit = os.pipe()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / "door"))
        door.listen()
        server = subprocess.Popen([sys.executable, INPUTS / "warm_python.py", str(door.fileno())], stdin=own, pass_fds=[door.fileno()])
    os.close(own)
    asking, processes = start(folder, {**environment, "ASCEND_WARM_PYTHON": str(folder / "door")})
    os.close(lit)
    wait_until(lambda: server.poll() is not None, within=60)
    wait_until(lambda: not any(map(is_running, processes)), within=60)
    assert asking.wait() == 125
    print("the server ends with lit, and its scripts do")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(pathlib.Path(name))
