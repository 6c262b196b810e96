#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The examples of the documents are tests: this copies them where they are shown.

An example is a file NAME.test in test/Examples: RUN lines, then parts as
split-file takes them. A text shows it between two lines

    <!-- example NAME -->
    <!-- end of example -->

and what stands between them is made from the test.

usage: examples.py update ROOT          writes the examples into the texts
       examples.py check ROOT           fails where a text is not up to date
       examples.py compare FILE < OUTPUT
                                        fails unless the text of FILE stands in
                                        OUTPUT; blanks do not count, and … stands
                                        for anything
"""

import pathlib
import re
import sys

PASSES = "include/Ascend/*/*Passes.td"
TEXTS = ["README.md", "docs/*.md", PASSES]
MARKED = re.compile(r"^( *)<!-- example (\S+) -->\n(.*?)^ *<!-- end of example -->\n", re.M | re.S)
LANGUAGES = {".mlir": "mlir", ".json": "json"}
WIDTH = 76


def command_of(run):
    """A RUN line as a reader types it: without the comparison, split at its options."""
    command = re.split(r" (?:2>&1 )?\| %example", run)[0].replace("%t/", "")
    command = re.sub(r"\bnot ", "", command)
    lines = [""]
    for word in re.split(r" (?=--)", command):
        if lines[-1] and len(lines[-1]) + len(word) + 3 > WIDTH:
            lines[-1] += " \\"
            lines.append("  " + word)
        else:
            lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def render(path):
    """The example as Markdown: what goes in, each command, what comes out."""
    head, *parts = re.split(r"^//--- (\S+)\n", path.read_text(encoding="utf-8"), flags=re.M)
    files = dict(zip(parts[::2], parts[1::2]))
    # A command may go on in the next RUN line.
    head = re.sub(r"\\\nRUN: +", "", head)
    # Commands without a comparison prepare the next one that has one.
    runs, commands = [], []
    for run in re.findall(r"^RUN: (.*)$", head, re.M):
        if run.startswith("split-file"):
            continue
        commands.append(command_of(run))
        if "%example" in run:
            runs.append(("\n".join(commands), run.rsplit(" ", 1)[1]))
            commands = []
    results = {result for _, result in runs}

    def block(name, language=None):
        if language is None:
            language = LANGUAGES.get(pathlib.Path(name).suffix, "")
        return f"```{language}\n{files[name].strip()}\n```\n"

    given = [name for name in files if name not in results]
    texts = [(f"`{name}`:\n" if len(given) > 1 or not name.endswith(".mlir") else "") + block(name) for name in given]
    for command, result in runs:
        verb = "becomes, with" if result.endswith(".mlir") else "gives, with"
        texts.append(f"{verb}\n```sh\n{command}\n```\n" + block(result))
    return "\n".join(texts)


def brought_up_to_date(path, root):
    """The text of the file with its examples as their tests have them."""

    def replace(match):
        indent, name, _ = match.groups()
        lines = [f"<!-- example {name} -->", *render(root / f"test/Examples/{name}.test").splitlines(),
                 "<!-- end of example -->"]
        if path.suffix == ".td":  # Where }] would end the description.
            lines = [line.replace("}]", "} ]") for line in lines]
        return "".join((indent + line).rstrip() + "\n" for line in lines)

    return MARKED.sub(replace, path.read_text(encoding="utf-8"))


def compare(expected, output):
    """Whether the pieces between each "…" stand there in their order. Blanks do not count: a document
    breaks lines where it likes."""
    output, at = "".join(output.split()), 0
    for piece in expected.split("…"):
        piece = "".join(piece.split())
        found = output.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def main():
    verb, where = sys.argv[1:]
    if verb == "compare":
        expected, output = pathlib.Path(where).read_text(encoding="utf-8"), sys.stdin.read()
        if not compare(expected, output):
            sys.exit(f"the output is not what the example says:\n{output}")
        return
    root = pathlib.Path(where)
    faults, shown = [], set()
    for path in sorted(path for pattern in TEXTS for path in root.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        shown.update(name for _, name, _ in MARKED.findall(text))
        new = brought_up_to_date(path, root)
        if new == text:
            continue
        if verb == "update":
            path.write_text(new, encoding="utf-8")
        else:
            faults.append(f"{path.relative_to(root)}: an example is not what its test says: run `ninja update-docs`")
    # Examples outside of the markers would rot.
    for path in sorted(root.glob(PASSES)):
        if "```" in MARKED.sub("", path.read_text(encoding="utf-8")):
            faults.append(f"{path.relative_to(root)}: an example that no test stands for")
    unused = {path.stem for path in (root / "test/Examples").glob("*.test")} - shown - {"up-to-date"}
    faults += [f"test/Examples/{name}.test: no text shows it" for name in sorted(unused)]
    print("\n".join(faults), file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
