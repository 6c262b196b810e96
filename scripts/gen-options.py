#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes the C++ table, the C++ accessors, the document and the Python types of the options out of Options.td.

usage: llvm-tblgen --dump-json Options.td > options.json
       gen-options.py options.json --names cann_options.txt [--inc Options.inc]
                      [--accessors OptionAccessors.inc] [--md Options.md] [--py options.py]
"""

import argparse
import json
import pathlib
import re
import textwrap


def place_of(record):
    """The file and the line at which a record is defined."""
    file, line = record["!locs"][0].rsplit(":", 1)
    return file, int(line)


class Table:
    """The records of Options.td, checked, in the order of the file."""

    def __init__(self, records):
        self.records = records
        self.groups = sorted(self.instances("OptionGroup"), key=lambda g: g["Order"])
        self.takers = sorted(self.instances("Taker"), key=place_of)
        self.classes = sorted(self.instances("OptionClass"), key=place_of)
        self.tools = sorted(self.instances("Tool"), key=place_of)
        order = {g["!name"]: i for i, g in enumerate(self.groups)}
        self.options = sorted(
            self.instances("Option"), key=lambda o: (order[o["Group"]["def"]], place_of(o)))
        knowers = [knower["!name"] for knower in sorted(self.instances("Knower"), key=place_of)]
        only = {name: [known["Of"]["def"]] for known in self.instances("KnownOnlyTo") for name in known["Names"]}
        unknown = set(only) - {o["Name"] for o in self.options}
        assert not unknown, f"KnownTo.td: {unknown}"
        self.ge_names = {record["Name"]: record["Option"] for record in self.instances("GEName")}
        unknown = set(self.ge_names.values()) - {o["Name"] for o in self.options}
        assert not unknown, f"GENames.td: {unknown}"
        for option in self.options:
            option["GroupIndex"] = order[option["Group"]["def"]]
            option["KnownTo"] = [] if option["Own"] else only.get(option["Name"], knowers)
            self.complete(option)
        self.check()

    def instances(self, name):
        return [self.records[n] for n in self.records["!instanceof"].get(name, [])]

    def complete(self, option):
        """Fills what an option leaves to the rule."""
        name = option["Name"]
        option["PassName"] = option["PassName"] or name.replace("_", "-")
        option["ParameterName"] = option["ParameterName"] or name
        kind = option["Kind"]["def"]
        option["Metavar"] = option["Metavar"] or self.records[kind]["Metavar"]
        if option["Own"]:
            option["Code"] = ""

    def conflicts_of(self, option):
        """"a, b (E10009); c (E10001); d": the code of a conflict is that of the option that stands first."""
        by_code = {}
        for other in self.options:
            if other["Name"] in option["Conflicts"]:
                first = min(option, other, key=self.options.index)
                by_code.setdefault(first["ConflictCode"], []).append(other["Name"])
        groups = sorted(by_code.items(), key=lambda group: not group[0])
        return "; ".join(", ".join(names) + (f" ({code})" if code else "") for code, names in groups)

    def check(self):
        names = [o["Name"] for o in self.options]
        for spelling in ("Name", "PassName"):
            all_names = [o[spelling] for o in self.options]
            assert len(all_names) == len(set(all_names)), f"two options of one {spelling}"
        for option in self.options:
            name, values = option["Name"], option["Values"]
            kind = option["Kind"]["def"]
            assert kind == "Switch" or bool(values) == (kind == "Word"), f"{name}: Values belong to Word and Switch"
            legal = ["on", "off", *values] if kind == "Switch" else values
            if legal and option["Default"]:
                assert option["Default"] in legal, f"{name}: bad default"
            for other in option["Conflicts"]:
                assert other in names, f"{name}: unknown option {other}"
                other = next(o for o in self.options if o["Name"] == other)
                assert name in other["Conflicts"], f"{name}: the conflict is one-sided"
            assert set(option["Needs"]) <= set(names), f"{name}: Needs"
            assert set(option["ActsWith"]) <= set(names), f"{name}: ActsWith"
            assert not option["Pattern"] or (kind == "Text" and option["InvalidReason"]), f"{name}: Pattern"
            assert not option["Deprecated"] or option["Deprecated"] in names, name
            assert "Not together with" not in option["Doc"], f"{name}: the doc has Conflicts by itself"
            cls = option["Class"]["def"]
            assert bool(option["Reason"]) == (cls == "NoMeaning"), f"{name}: Reason"
            assert not option["NotBuilt"] or cls == "NotBuiltYet", f"{name}: NotBuilt"
            assert set(option["NotBuilt"]) <= set(legal), f"{name}: NotBuilt"
            assert option["Default"] not in option["NotBuilt"], f"{name}: NotBuilt"
            assert len(option["CommandLineWords"]) == len(option["CommandLineMeans"]), name
            assert set(option["CommandLineMeans"]) <= set(values), name
            assert option["Takers"], f"{name}: nobody takes it"
            shows = all(option[field] for field in ("Example", "Shows"))
            assert shows or cls != "Acts", f"{name}: an option that acts has an Example and what it Shows"


def quoted(text):
    """A C++ string literal; the bytes of UTF-8 as they are."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def cpp(table):
    out = ["// Made by scripts/gen-options.py from Options.td.", ""]
    out.append("static constexpr OptionGroup groupTable[] = {")
    out += [f"    {{{quoted(g['Title'])}, {quoted(g['Doc'])}}}," for g in table.groups]
    out += ["};", ""]

    lists = {}

    def array(values):
        """The name of a constant array with these strings."""
        if not values:
            return "{}"
        return lists.setdefault(tuple(values), f"words{len(lists)}")

    rows = []
    for o in table.options:
        takers = " | ".join(f"uint8_t(OptionTaker::{t['def']})" for t in o["Takers"])
        knowers = " | ".join(
            f"uint8_t(OptionKnower::{table.records[k]['Enumerator']})" for k in o["KnownTo"]) or "0"
        fields = [
            quoted(o["Name"]), quoted(o["PassName"]), str(o["GroupIndex"]),
            f"OptionKind::{o['Kind']['def']}", "true" if o["Written"] else "false", array(o["FolderFiles"]),
            array(o["Endings"]),
            quoted(o["Metavar"]), array(o["Values"]), quoted(o["Pattern"]), quoted(o["Alone"]),
            str(o["Min"]), str(o["Max"]), quoted(o["Default"]), quoted(o["DefaultDoc"]),
            "true" if o["AllowsEmpty"] else "false", array(o["Conflicts"]),
            quoted(o["ConflictCode"]), array(o["Needs"]), quoted(o["NeedsCode"]), array(o["ActsWith"]),
            quoted(o["Deprecated"]),
            f"OptionClass::{o['Class']['def']}", quoted(o["Reason"]), array(o["NotBuilt"]),
            quoted(o["Code"]), quoted(o["ParameterName"]), quoted(o["InvalidReason"]), quoted(o["Mend"]),
            array(o["RefusedByEngine"]), array(o["CommandLineWords"]),
            array(o["CommandLineMeans"]), quoted(o["CommandLineCode"]), takers, knowers,
            array(o["Products"]), quoted(o["Environment"]), "true" if o["Outside"] else "false",
            "true" if o["Own"] else "false", quoted(o["Doc"])]
        rows.append("    {" + ", ".join(fields) + "},")
    tools = []
    for tool in table.tools:
        taker = table.records[tool["Of"]["def"]]
        tools.append(
            "    {" + ", ".join([
                f"OptionTaker::{taker['Enumerator']}", quoted(taker["Title"]),
                quoted(tool["Usage"]), quoted(tool["Summary"]), quoted(tool["Positional"]),
                array(tool["Examples"])]) + "},")

    for values, name in lists.items():
        out.append(f"static constexpr llvm::StringRef {name}[] = {{{', '.join(map(quoted, values))}}};")
    ge_rows = [f"    {{{quoted(ge_name)}, {quoted(name)}}}," for ge_name, name in sorted(table.ge_names.items())]
    out += ["", "static constexpr GEOptionName geNameTable[] = {", *ge_rows, "};"]
    out += ["", "static constexpr OptionInfo optionTable[] = {", *rows, "};", ""]
    out += ["static constexpr ToolInfo toolTable[] = {", *tools, "};", ""]
    return "\n".join(out)


def is_bool(option):
    """Whether the option is on or off, and one of them without being set."""
    kind, values = option["Kind"]["def"], {value.lower() for value in option["Values"]}
    if kind == "Switch":
        return not values
    return kind == "Word" and bool(option["Default"]) and values <= {"0", "1", "true", "false"}


def comment(option):
    """What the accessor of an option says above itself."""
    kind, values, default = option["Kind"]["def"], option["Values"], option["Default"]
    sentences = [re.split(r"(?<=\.)\s", option["Doc"])[0]]
    if values and not is_bool(option):
        sentences.append(("on, off, " if kind == "Switch" else "") + ", ".join(values) + ".")
    if kind == "Integer":
        sentences.append(f"{option['Min']} to {option['Max']}.")
    if default:
        sentences.append(f"Default: {default}.")
    elif option["DefaultDoc"]:
        sentences.append(f"Without it: {option['DefaultDoc']}.")
    if option["Code"]:
        sentences.append(f"A bad value is {option['Code']}.")
    return textwrap.wrap(" ".join(sentences), 80, initial_indent="/// ", subsequent_indent="/// ", break_on_hyphens=False)


def accessor(option):
    """The accessor of an option, by its kind and default."""
    first, *rest = option["Name"].split("_")
    name, default = first + "".join(map(str.capitalize, rest)), option["Default"]
    if is_bool(option):
        result, body = "bool", f"isOn(option::{name}, {'true' if default in ('1', 'true', 'on') else 'false'})"
    elif option["Kind"]["def"] == "Integer":
        result, body = "std::optional<int64_t>", f"getInteger(option::{name}, {option['Min']}, {option['Max']})"
        if default:
            result, body = "int64_t", f"{body}.value_or({int(default)})"
    elif default:
        result, body = "llvm::StringRef", f"getOr(option::{name}, {quoted(default)})"
    else:
        result, body = "std::optional<llvm::StringRef>", f"get(option::{name})"
    return name, f"{result} get{name[0].upper()}{name[1:]}() const {{ return {body}; }}"


def accessors(table):
    """The names of all options as constants, and members of OptionValues."""
    names, members = [], []
    for option in table.options:
        name, member = accessor(option)
        names.append(f"inline constexpr llvm::StringLiteral {name} = {quoted(option['Name'])};")
        members += [*comment(option), member, ""]
    return "\n".join([
        "// Made by scripts/gen-options.py from Options.td.", "",
        "#ifdef GET_OPTION_NAMES", "#undef GET_OPTION_NAMES", *names, "#endif // GET_OPTION_NAMES", "",
        "#ifdef GET_OPTION_ACCESSORS", "#undef GET_OPTION_ACCESSORS", *members, "#endif // GET_OPTION_ACCESSORS", ""])


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def markdown(table, names):
    """The document; `names` are those of all options of CANN."""
    letters = {c["!name"]: c["Letter"] for c in table.classes}
    titles = {t["!name"]: t["Title"] for t in table.takers}
    waiting = [o for o in table.options if letters[o["Class"]["def"]] == "P"]
    absent = [name for name in names if name not in {o["Name"] for o in table.options}]
    out = [
        "# Options", "",
        "<!-- Made by scripts/gen-options.py from include/Ascend/Options/Options.td: change that. -->", "",
        "On the command line of a tool: `--precision_mode=force_fp16` or `--precision_mode force_fp16`. As a pass "
        "option: `precision-mode=force_fp16` (`soc` for soc_version). In [Python](Python.md): "
        "`precision_mode=\"force_fp16\"`. An unknown option is an error that says the "
        "nearest known name; a bad value is one that lists the valid values. "
        "[Option files](OptionFiles.md) hold options, too; there it also says what is in force.", "",
        "Files that are written ("
        + ", ".join(o["Name"] for o in table.options if o["Written"])
        + ") are [whole or not there](Files.md#whole-or-not-there); one that another option names is an "
        "error.", "",
        f"Options that users of CANN meet: **{len(names)}** ([their names](../share/ascend/cann_options.txt)). Absent here: "
        f"**{len(absent)}**{': ' if absent else ''}{', '.join(absent)}. Parsed and not done yet (class P), so that using one is "
        f"an error: **{len(waiting)}**{': ' if waiting else ''}"
        + ", ".join(f"{o['Name']}" + (f" ({', '.join(o['NotBuilt'])})" if o["NotBuilt"] else "") for o in waiting)
        + ".", "",
        "Without effect (class N): "
        f"**{sum(letters[o['Class']['def']] == 'N' for o in table.options)}**.", "",
        "Classes: " + "; ".join(f"**{c['Letter']}** {c['Meaning']}" for c in table.classes)
        + ". *Own*: not an option of CANN. *In CANN*: who takes it there, ATC, a session (of the TensorFlow adapter, or of "
        "GE), or both (a dash for *own*). A name that only sessions know is taken from a command line, too, with a "
        "warning: ATC refuses it.", "",
        "On a command line a path of an option of CANN holds what ATC takes: letters, digits, `_ - . : /` and Chinese "
        "characters; blanks and other signs are E10001. Own options, sessions and Python take any path.", "",
        "Below each option that acts is a command that shows it, and the words of its output to look for. They run in "
        "[examples/options](../examples/options), with ascend-atc, ascend-run and ascend-lab in the PATH, once "
        "`python3 net.py` has written its models; a test runs all of them.", ""]
    for index, group in enumerate(table.groups):
        out += [f"## {group['Title']}", ""]
        if group["Doc"]:
            out += [group["Doc"], ""]
        out += ["| option | values | default | class | in CANN | taken by |", "|---|---|---|---|---|---|"]
        members = [o for o in table.options if o["GroupIndex"] == index]
        for o in members:
            is_switch = o["Kind"]["def"] == "Switch"
            values = "|".join(["on", "off", *o["Values"]]) if is_switch else ", ".join(o["Values"]) or o["Metavar"]
            if o["CommandLineWords"]:
                values += f" (command line: {', '.join(o['CommandLineWords'])})"
            out.append("| " + " | ".join([
                o["Name"] + (" *(own)*" if o["Own"] else ""), cell(values),
                cell(o["DefaultDoc"] or o["Default"] or "not set"), letters[o["Class"]["def"]],
                ", ".join(table.records[k]["Title"] for k in o["KnownTo"]) or "-",
                ", ".join(titles[t["def"]] for t in o["Takers"])]) + " |")
        out.append("")
        for o in members:
            text = f"**{o['Name']}**: {o['Doc']}"
            if o["Conflicts"]:
                text += f" Not together with {table.conflicts_of(o)}."
            if o["Products"]:
                text += f" CANN's documents name it for {', '.join(o['Products'])} alone; on other chips a warning says so."
            if o["Deprecated"]:
                text += f" Deprecated: use {o['Deprecated']}."
            if o["Reason"]:
                text += f" No effect here: {o['Reason']}."
            out += [text, ""]
            if o["Example"]:
                out += ["```sh", o["Example"], *(f"# {line}" for line in o["Shows"].split("\n")), "```", ""]
    return "\n".join(out).rstrip("\n") + "\n"


def python_type(table, option):
    """What the keyword argument can be; None is as if it were not given."""
    kind, values = option["Kind"]["def"], option["Values"]
    words = ", ".join(f'"{value}"' for value in values)
    types = {
        "Word": f"Literal[{words}]",
        "Switch": ", ".join(filter(None, ['Literal["on", "off"', words])) + "]",
        "Integer": "int | str",
        "Text": "str",
    }.get(kind, "Path")
    numbers = [value for value in values if value.isdigit() and value == str(int(value))]
    if kind == "Switch" or (set(values) >= {"0", "1"} and set("".join(filter(str.isdigit, values))) <= set("01")):
        types = "bool | " + types
    if kind == "Word" and numbers:
        types += f" | Literal[{', '.join(numbers)}]"
    own = table.records[option["Python"]["def"]]["Type"]
    return " | ".join(filter(None, [types, own, "None"]))


def python(table):
    """The module of the keyword arguments of ascend_mlir.compile."""
    options = [o for o in table.options if "Api" in [taker["def"] for taker in o["Takers"]]]
    out = [
        "# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.",
        '"""The keyword arguments of `compile` and of the laboratory: ATC\'s options by their names.',
        "", "Made by scripts/gen-options.py from include/Ascend/Options/Options.td: change that.", '"""', "",
        "# fmt: off", "from __future__ import annotations", "", "import os", "from collections.abc import Mapping, Sequence",
        "from typing import Any, Literal, TypedDict, Union", "", '__all__ = ["FILES", "FORMS", "OWN", "Options"]', "",
        'Path = Union[str, "os.PathLike[str]"]', "", "",
        "class Options(TypedDict, total=False):",
        '    """Each is described in docs/Options.md. True and False are on and off, or 1 and 0; None is as if',
        '    it were not given. Where a file can be named, lists and dicts are what it would hold."""', ""]
    for o in options:
        out.append(f"    {o['Name']}: {python_type(table, o)}")
    forms = {o["Name"]: table.records[o["Python"]["def"]]["Form"] for o in options}
    files = [o["Name"] for o in options if o["Kind"]["def"].startswith("File") and not o["Written"]]
    assert all(name in files for name, form in forms.items() if form in ("lines", "entries", "sections", "json"))
    out += ["", "", "FORMS: Mapping[str, str] = {"]
    out += [f'    "{name}": "{form}",' for name, form in forms.items() if form]
    out += ["}", '"""How lists and dicts are written down, for the options that take them."""']
    out += ["", "FILES = frozenset({"]
    out += [f'    "{name}",' for name in files]
    out += ["})", '"""Options whose values are files, or folders of files, that are read."""']
    out += ["", "OWN = frozenset({"]
    out += [f'    "{o["Name"]}",' for o in options if o["Own"]]
    out += ["})", '"""Options of this project, which ATC does not know."""']
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json", help="what llvm-tblgen --dump-json printed")
    parser.add_argument("--names", required=True, help="CANN's options, a name a line")
    parser.add_argument("--inc", help="write the C++ table here")
    parser.add_argument("--accessors", help="write the C++ accessors here")
    parser.add_argument("--md", help="write the document here")
    parser.add_argument("--py", help="write the Python module here")
    args = parser.parse_args()
    with open(args.json, encoding="utf-8") as file:
        table = Table(json.load(file))
    with open(args.names, encoding="utf-8") as file:
        names = [line.strip() for line in file if not line.startswith("#")]
    files = ((args.inc, cpp(table)), (args.accessors, accessors(table)), (args.md, markdown(table, names)), (args.py, python(table)))
    for path, text in files:
        # What is as it was keeps its time: most of the library reads the accessors.
        if path and not (pathlib.Path(path).is_file() and pathlib.Path(path).read_text(encoding="utf-8") == text):
            pathlib.Path(path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
