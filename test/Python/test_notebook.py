# RUN: %python %s %ascend_source/docs/Lab.ipynb
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""docs/Lab.ipynb runs, and says what stands in it. `--update` writes what it says."""

import os
import re
import sys
import tempfile

import nbformat
from nbclient import NotebookClient


def texts(cell):
    """What a cell says, as text; lines of a stream may come in several pieces."""
    parts = []
    for output in cell.get("outputs", ()):
        assert output.output_type != "error", output
        parts.append(output.text if output.output_type == "stream" else output.data["text/plain"])
    return re.sub(r"\s+$", "", "".join(parts), flags=re.M)


def main():
    path = sys.argv[1]
    stands = nbformat.read(path, as_version=4)
    nbformat.validate(stands)
    done = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # The kernel is this very Python, in a folder of its own.
        os.environ["JUPYTER_DATA_DIR"] = os.environ["IPYTHONDIR"] = os.path.join(folder, "jupyter")
        os.environ["JUPYTER_PLATFORM_DIRS"] = "1"
        client = NotebookClient(done, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}})
        client.execute()
    if "--update" in sys.argv:
        for cell in done.cells:
            cell.metadata = {}
        nbformat.write(done, path)
        return
    cells = [cell for cell in zip(stands.cells, done.cells) if cell[0].cell_type == "code"]
    assert len(cells) > 5
    assert sum(bool(texts(stood)) for stood, _ in cells) > 5, "nothing is said"
    for stood, ran in cells:
        if texts(stood) != texts(ran):
            sys.exit(f"the cell\n{stood.source}\nsays\n{texts(ran)}\nand not what stands there\n{texts(stood)}")


main()
