#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Draws docs/architecture.svg: the rooms of lib/, what each of them includes, and the passes in the order of the road.

usage: gen-architecture-picture.py ASCEND_OPT ROOT FOLDER

A room is a folder of lib/ with a library, or one of Transforms; it stands below all rooms that include its headers, and
lines leave out what other lines lead to. A cycle is an error. The road is what ascend-opt says of its pipelines; a pass has
the colour of the room whose source defines it."""

import pathlib
import re
import subprocess
import sys
from xml.sax.saxutils import escape

PIPELINES = ["ascend-precision-pipeline", "ascend-compile-pipeline"]
# Of a room with passes; all others are white.
COLOURS = ["#8dd3c7", "#bebada", "#fb8072", "#80b1d3", "#fdb462", "#b3de69", "#fccde5", "#ffed6f"]
WIDTH, ROAD, ROW, BOX, LINE = 1180, 330, 92, 40, 17
INCLUDE = re.compile(r'^#include "([^"]*)"', re.M)


def find_rooms(root):
    """The folder of each room, by its name: its path, without lib/."""
    folders = {made.parent for made in root.glob("lib/**/CMakeLists.txt") if "add_library(" in made.read_text()}
    folders.discard(root / "lib")
    # A library inside of another one's folder is a part of it that is built with exceptions.
    folders = {folder for folder in folders if not folders & set(folder.parents)}
    folders |= {folder for folder in root.glob("lib/Transforms/*") if folder.is_dir()}
    rooms = {str(folder.relative_to(root / "lib")): folder for folder in sorted(folders)}
    return {**rooms, "tools": root / "tools", "python": root / "python" / "src"}


def room_of(path, rooms, root):
    """The innermost room that a source or header lies in, or None."""
    for public, private in (("include/Ascend-c", "lib/CAPI"), ("include/Ascend", "lib")):
        if path.is_relative_to(root / public):
            path = root / private / path.relative_to(root / public)
    return max((room for room, folder in rooms.items() if path.is_relative_to(folder)), key=len, default=None)


def read_sources(root, rooms):
    """(which rooms each room includes, the room of each pass's class)."""
    needs, passes = {room: set() for room in rooms}, {}
    for path in sorted(path for folder in ("lib", "include", "tools", "python/src") for path in (root / folder).rglob("*")):
        room = room_of(path, rooms, root)
        if path.suffix not in (".cpp", ".h") or not room:
            continue
        text = path.read_text()
        for name in INCLUDE.findall(text):
            # A private header is named by its path from the library's folder.
            found = next((folder / name for folder in (root / "include", *path.parents) if (folder / name).exists()), None)
            other = found and room_of(found, rooms, root)
            if other and other != room:
                needs[room].add(other)
        for name in re.findall(r"^#define GEN_PASS_DEF_(\w+)", text, re.M):
            passes[name] = room
    return needs, passes


def layers_of(needs):
    """The row of each room, from above: below the lowest room that includes it, and what none includes above what it needs."""
    rows = {}

    def row(room, below):
        if room in below:
            sys.exit(f"rooms include each other: {' < '.join([*below[below.index(room):], room])}")
        if room not in rows:
            rows[room] = max((1 + row(other, [*below, room]) for other in sorted(needs) if room in needs[other]), default=0)
        return rows[room]

    for room in sorted(needs):
        row(room, [])
    for room in needs:
        if rows[room] == 0:
            rows[room] = min(rows[other] for other in needs[room]) - 1
    return rows


def reach(needs, room):
    """All that `room` includes, by way of others."""
    found = set()
    for other in needs[room]:
        found |= {other} | reach(needs, other)
    return found


def read_road(opt, passes, root):
    """[(a pass of the road, its room or None)] of each pipeline."""
    classes = {}
    for path in root.glob("include/Ascend/**/*.td"):
        for name, argument in re.findall(r'^def (\w+)\s*:\s*\w*Pass<"([^"]*)"', path.read_text(), re.M):
            classes[argument] = name.upper()
    road = []
    for pipeline in PIPELINES:
        done = subprocess.run([opt, f"--{pipeline}", "--dump-pass-pipeline"], input="module {}", text=True, check=False,
                              capture_output=True)  # fmt: skip
        names = re.findall(r"^ +([a-z][a-z0-9-]*[a-z0-9])(?:\{.*\})?,?$", done.stderr, re.M)
        road.append((pipeline, [(name, passes.get(classes.get(name))) for name in names]))
    return road


def draw(needs, layers, road):
    with_passes = [room for room in sorted(needs) if any(room == of for _, names in road for _, of in names)]
    colours = dict(zip(with_passes, COLOURS, strict=False))
    rows = [[room for room in sorted(needs) if layers[room] == number] for number in range(max(layers.values()) + 1)]
    height = max(len(rows) * ROW, sum(2 * LINE + len(join(names)) * LINE for _, names in road)) + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{height}" fill="white"/>']  # fmt: skip
    places = {}
    for number, row in enumerate(rows):
        wide = (WIDTH - ROAD) / len(row)

        def middle(room):
            """Where the rooms that include it stand, on average."""
            above = [places[other][0] for other in places if room in needs[other]]
            return sum(above) / len(above) if above else 0

        row.sort(key=middle)
        for i, room in enumerate(row):
            places[room] = (wide * (i + 0.5), 20 + number * ROW)
    for room in needs:
        for other in sorted(needs[room]):
            if any(other in reach(needs, between) for between in needs[room] if between != other):
                continue
            (x, y), (to_x, to_y) = places[room], places[other]
            # What passes other rows goes around their rooms.
            aside = 24 * (layers[other] - layers[room] - 1) * (1 if x + to_x >= WIDTH - ROAD else -1)
            out.append(f'<path d="M{x:.0f} {y + BOX} C{x + aside:.0f} {y + BOX + 40} {to_x + 2 * aside:.0f} {to_y - 40} {to_x:.0f} {to_y}" '
                       'fill="none" stroke="#999"/>')  # fmt: skip
    for room, (x, y) in places.items():
        wide = max(70, 7.2 * len(room) + 12)
        out.append(f'<rect x="{x - wide / 2:.0f}" y="{y}" width="{wide:.0f}" height="{BOX}" rx="5" fill="{colours.get(room, "white")}" stroke="#444"/>')
        out.append(f'<text x="{x:.0f}" y="{y + BOX / 2 + 4:.0f}" text-anchor="middle">{escape(room)}</text>')
    y = 20
    for pipeline, names in road:
        y += LINE
        out.append(f'<text x="{WIDTH - ROAD + 20}" y="{y}" font-weight="bold">{pipeline}</text>')
        for name, room in join(names):
            y += LINE
            if room:
                out.append(f'<rect x="{WIDTH - ROAD + 20}" y="{y - 10}" width="10" height="10" fill="{colours[room]}" stroke="#444"/>')
            out.append(f'<text x="{WIDTH - ROAD + 36}" y="{y}" fill="{"black" if room else "#777"}">{escape(name)}</text>')
        y += LINE
    return "\n".join([*out, "</svg>"]) + "\n"


def join(names):
    """The passes of MLIR's own that follow each other, as one line, however many there are."""
    lines = []
    for name, room in names:
        if room is None and lines and lines[-1][1] is None:
            first, _, count = lines[-1][0].partition(" and ")
            lines[-1] = (f"{first} and {int(count.split()[0]) + 1 if count else 1} more of MLIR", None)
        else:
            lines.append((name, room))
    return lines


def main():
    opt, root, folder = sys.argv[1:]
    root = pathlib.Path(root)
    rooms = find_rooms(root)
    needs, passes = read_sources(root, rooms)
    road = read_road(opt, passes, root)
    (pathlib.Path(folder) / "architecture.svg").write_text(draw(needs, layers_of(needs), road))


if __name__ == "__main__":
    main()
