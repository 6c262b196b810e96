# ===- __main__.py - ascend-lab --------------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""`ascend-lab`, and `python -m ascend_mlir.lab`."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from .. import __version__
from ..errors import AscendError, Diagnostic
from . import arguments, table
from .commands import compare, diff, dump, explain, extract, report, search, sweep, verify

_ABOUT = """The accuracy laboratory: which op hurts, why, and what heals it.

Every subcommand takes ATC's options as ATC does, --precision_mode=force_fp16 --keep_dtype=keep.cfg
and so on (docs/Options.md), and files that go to ATC.
"""
_EXIT_CODES = """exit codes:
  0 done, 1 the model or its data failed, or what was asked for does not hold,
  2 usage or configuration, 3 unsupported op, 4 a limit or time-out
"""
_COMMANDS: dict[str, Any] = {
    "explain": explain,
    "diff": diff,
    "compare": compare,
    "dump": dump,
    "extract": extract,
    "sweep": sweep,
    "report": report,
    "search": search,
    "verify": verify,
}
# Nobody reads more, and what else is said is lost among them.
_MOST_WARNINGS = 100


def _parser() -> tuple[argparse.ArgumentParser, Mapping[str, Sequence[str]]]:
    """And the options of each subcommand's own."""
    form = argparse.RawDescriptionHelpFormatter
    parser = arguments.Parser(
        prog="ascend-lab", description=_ABOUT, epilog=_EXIT_CODES, formatter_class=form
    )
    parser.add_argument("--version", action="version", version=f"ascend-lab {__version__}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=arguments.Parser
    )
    own: dict[str, Sequence[str]] = {}
    for name, module in _COMMANDS.items():
        assert module.__doc__ is not None
        command = commands.add_parser(
            name,
            help=module.__doc__.splitlines()[0],
            description=module.__doc__,
            epilog=_EXIT_CODES,
            formatter_class=form,
            allow_abbrev=False,
            usage=f"ascend-lab {name} MODEL [options] [ATC's options]",
        )
        module.add_arguments(command)
        own[name] = [option for action in command._actions for option in action.option_strings]
    return parser, own


def _say(diagnostic: Diagnostic, severity: str) -> None:
    code = f"[{diagnostic.code}] " if diagnostic.code else ""
    where = f" ({diagnostic.where})" if diagnostic.where else ""
    print(f"{severity}: {code}{diagnostic.message}{where}", file=sys.stderr)
    if diagnostic.note:
        print(f"note: {diagnostic.note}", file=sys.stderr)


class _Closed(io.TextIOBase):
    """A standard output that is closed; Python has none then."""

    def write(self, text: str) -> NoReturn:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _keep_streams() -> None:
    """No file gets the number of a stream that is closed; what is said there is lost or an error."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line `argv` (by default the process's) and returns the exit code."""
    _keep_streams()
    try:
        words = sys.argv[1:] if argv is None else list(argv)
        for word in words:
            word.encode()
        parser, own = _parser()
        if words and words[0] in own:
            arguments.check_names(words[1:], own[words[0]])
        given, rest = parser.parse_known_args(words)
        warnings = _COMMANDS[given.command].run(given, arguments.atc_options(rest))
        sys.stdout.flush()
    except AscendError as error:
        for diagnostic in error.diagnostics:
            _say(diagnostic, "error")
        if error.message.startswith("the run failed") and "--data" in own.get(words[0], ()) and not given.data:
            print("note: the inputs are made up, integers from 0 to 99: give --data", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        os._exit(141)  # `| head` has seen enough; the code is the shell's for SIGPIPE
    except UnicodeError as error:
        _say(Diagnostic("", f"a name cannot be read or written as text: {error}", "", "take one of UTF-8", 2), "error")
        return 2
    except OSError as error:
        where = str(error.filename or "standard output or a temporary file")
        _say(Diagnostic("", f"cannot write: {error.strerror}", where, "", 2), "error")
        # What Python still holds cannot be written either.
        os._exit(2)
    except KeyboardInterrupt as error:
        print("\n".join(["interrupted", *error.args]), file=sys.stderr)
        return 130
    for warning in warnings[:_MOST_WARNINGS]:
        _say(warning, "warning")
    if len(warnings) > _MOST_WARNINGS:
        print(f"note: not shown: {table.plural(len(warnings) - _MOST_WARNINGS, 'more warning')}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
