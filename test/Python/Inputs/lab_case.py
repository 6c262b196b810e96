# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A test of ascend-lab in a folder of its own."""

import contextlib
import io
import os
import pathlib
import tempfile
import unittest
import unittest.mock

from ascend_mlir.lab.__main__ import main


class LabCase(unittest.TestCase):
    WIDTH = 100
    """Of the terminal: that which the tests may run in is not theirs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.environ["COLUMNS"] = str(self.WIDTH)

    def said(self, *arguments, code=0):
        """What a command that ends with `code` writes to its two streams."""
        out, err = io.StringIO(), io.StringIO()
        # The tests are to go on where a command ends its process.
        ended = unittest.mock.patch("os._exit", side_effect=AssertionError("the process was ended"))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), ended:
            self.assertEqual(main([*map(str, arguments)]), code, err.getvalue() + out.getvalue())
        return out.getvalue(), err.getvalue()

    def lab(self, *arguments, code=0):
        """What it says; where it fails, its errors."""
        out, err = self.said(*arguments, code=code)
        return err if code else out
