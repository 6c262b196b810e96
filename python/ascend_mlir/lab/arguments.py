# ===- arguments.py - What all subcommands take ----------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The laboratory's own options by argparse; all others are ATC's, and checked by
the option table of the library."""

from __future__ import annotations

import argparse
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import chain, pairwise
from typing import Any, NoReturn

from .. import _core
from ..errors import AscendError, ConfigurationError, Diagnostic, _usage_error

__all__ = ["Parser", "add_forms", "add_model", "add_report", "add_scheduler", "atc_options", "check_names", "check_of_text", "ending_of", "form_of", "model_of", "option_words", "put", "run_file", "write_whole"]


class Parser(argparse.ArgumentParser):
    """Errors are the tools' sentence and exit code."""

    def error(self, message: str) -> NoReturn:
        raise _usage_error(message, f"see {self.prog} --help")

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse's own passes over a stream that cannot be written.
        stream = file or sys.stderr
        stream.write(message)
        stream.flush()


# What a line for ATC has as well and the laboratory has no use for.
_UNUSED = ("output", "log")


def add_model(parser: argparse.ArgumentParser, has_output: bool = False) -> None:
    """MODEL, or --model=MODEL as ATC has it; `has_output` where --output is the subcommand's own."""
    parser.add_argument("model", metavar="MODEL", nargs="?", help="the model: .onnx, .mlir, .mlirbc, or a graph of GE (.txt, .json)")
    parser.add_argument("--model", dest="atc_model", metavar="MODEL", help="the same, as ATC has it")
    for name in _UNUSED[has_output:]:
        parser.add_argument(f"--{name}", help=argparse.SUPPRESS)


def model_of(given: argparse.Namespace) -> str:
    """The path of the model that add_model's arguments name."""
    named = [path for path in (given.model, given.atc_model) if path]
    if len(named) != 1:
        raise _usage_error(
            "two models are given" if named else "no model is given", "give one, as MODEL or --model=MODEL"
        )
    return str(named[0])


def add_scheduler(parser: argparse.ArgumentParser, what: str) -> None:
    """--scheduler=ADDRESS, a cluster that does `what`."""
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help=f"a cluster of dask.distributed, tcp://HOST:PORT, whose workers {what}"
    )


def add_report(parser: argparse.ArgumentParser, endings: Sequence[str]) -> None:
    """--report=FILE, in the form that its ending names."""
    parser.add_argument(
        "--report",
        metavar="FILE",
        help=f"write to a file, whose name ends in {' or '.join(endings)}, not to the terminal",
    )


def add_forms(parser: argparse.ArgumentParser, forms: Mapping[str, str]) -> None:
    """--report=FILE and --format=FORM, of forms by their endings."""
    add_report(parser, list(forms))
    parser.add_argument("--format", choices=list(forms.values()), help="the form on the terminal; default: text")


def form_of(given: argparse.Namespace, forms: Mapping[str, str]) -> str:
    """What the ending of a report says, or --format."""
    if not given.report:
        return given.format or "text"
    form = forms[ending_of(given.report, list(forms))]
    if given.format not in (None, form):
        raise _usage_error(
            f"{given.report} is a report in {form}, and --format={given.format} says another form",
            "leave --format out, or give the report another ending",
        )
    return form


def check_of_text(form: str, given: Mapping[str, bool], mend: str) -> None:
    """An error where options that act on the text alone stand beside another form: by name whether they are given."""
    for name, is_given in given.items():
        if is_given and form != "text":
            raise _usage_error(f"--{name} is of the text, not of {form}", mend)


def put(given: argparse.Namespace, text: str, inputs: Sequence[str]) -> None:
    """Writes to the file of --report, which is none of `inputs`, or to the terminal."""
    if given.report:
        write_whole(given.report, text, inputs)
    else:
        sys.stdout.write(text)


def ending_of(path: str, endings: Sequence[str]) -> str:
    """The ending of `path`, if it is one of `endings` and the file can be there."""
    ending = os.path.splitext(path)[1]
    if ending not in endings:
        raise _usage_error(
            f"--report={path}: the ending {ending!r} is no form of a report",
            f"take a name that ends in {' or '.join(endings)}",
        )
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise _usage_error(f"--report={path}: there is no folder {folder!r}", "make it first")
    if os.path.isdir(path):
        raise _usage_error(f"--report={path}: that is a folder", "name a file")
    if not os.access(folder, os.W_OK):
        raise _usage_error(f"--report={path}: the folder cannot be written", "check its rights")
    return ending


def option_words(options: Mapping[str, bool | str]) -> list[str]:
    """Options as ATC takes them on a command line."""
    words = []
    for name, value in options.items():
        words.append(f"--{name}" if value is True else f"--{name}={_core.command_line_word(name, str(value))}")
    return words


def atc_options(rest: Sequence[str]) -> dict[str, bool | str]:
    """`--name=value`, or `--name` for a switch that is on; in the place of --options=FILE what it
    says, where the command line does not say it."""
    options: dict[str, bool | str] = {}
    for argument in rest:
        name, equals, value = argument.partition("=")
        if not name.startswith("--") or len(name) == 2:
            raise _usage_error(
                f"what is {argument!r}?", "one model is taken, and options are written --name=value"
            )
        key = _core.option_name(name[2:]) or name[2:]
        if key in options:
            raise _usage_error(f"the option {name} is given twice", "leave one of them out")
        options[key] = _core.session_value(key, value) if equals else True
    # What a subcommand changes, such as keep_dtype, may stand in the file.
    return dict(_core.expand_options(list(options.items()))) if {"options", "raw_ge_options"} & options.keys() else options


_MAY_BE_EMPTY = ("--a", "--b", "--setting")
"""A setting may be that of the other options alone."""


def check_names(words: Sequence[str], own: Sequence[str]) -> None:
    """All words of a command line that are neither an option of the laboratory's own nor ATC's, at once; and those
    of its own that a variable of a shell left without a value."""
    for name, value in chain((word.split("=", 1) for word in words if "=" in word), pairwise(words)):
        if not value and name in own and name not in _MAY_BE_EMPTY:
            raise _usage_error(f"{name} has no value", "give one, or leave it out")
    names = dict.fromkeys(word.partition("=")[0] for word in words if word.startswith("--") and len(word) > 2)
    unknown: list[Diagnostic] = []
    for name in names:
        if name in own or _core.option_name(name[2:]):
            continue
        if near := get_close_matches(name, own, n=1, cutoff=0.75):
            unknown.append(Diagnostic("", f"unknown option {name[2:]}", "", f"did you mean {near[0][2:]}?", 2))
            continue
        try:
            _core.expand_options([(name[2:], "")])
        except AscendError as error:
            unknown += error.diagnostics
    if unknown:
        raise ConfigurationError(*unknown)


def run_file(option: str, path: str) -> dict[str, Any]:
    """The names that a Python file of the user's defines, which may import what lies beside it; an
    error where it raises."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    try:
        return runpy.run_path(path)
    except (Exception, SystemExit) as error:
        raise _usage_error(f"{option}: {path} raises {type(error).__name__}: {error}", "mend the file") from error
    finally:
        del sys.path[0]


def write_whole(path: str, text: str, inputs: Sequence[str]) -> None:
    """Writes a file whole or not at all; never over one of the files `inputs`."""
    for other in inputs:
        if os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other):
            raise _usage_error(f"--report={path} would write over {other}", "take another name")
    try:
        _core.write_file(path, text.encode(errors="surrogateescape"))
    except OSError as error:
        raise _usage_error(f"cannot write {path}: {error.strerror}", "check the path") from None
