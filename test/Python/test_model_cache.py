# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""graph_compiler_cache_dir: a model that was compiled before is mapped, and computes the same."""

import os
import pathlib
import tempfile
import unittest
import warnings

import ascend_mlir
import models
import numpy as np


class ModelCache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "models"
        self.x = np.linspace(-2, 2, 6, dtype=np.float32).reshape(2, 3)

    def compiled(self, **options):
        return ascend_mlir.compile(models.unary("Exp", [2, 3]), graph_compiler_cache_dir=self.folder, **options)

    def files(self):
        return sorted(path for path in self.folder.iterdir() if path.suffix in (".asc", ".o"))

    def test_the_second_time_the_file_is_used(self):
        first = self.compiled().run(self.x)["y"]
        files = self.files()
        self.assertEqual([path.suffix for path in files], [".asc", ".o"])
        before = [(path.stat().st_ino, path.read_bytes()) for path in files]
        for path in files:
            os.utime(path, (1, 1))
        model = self.compiled()
        # The same files, which are marked as used now.
        self.assertEqual([(path.stat().st_ino, path.read_bytes()) for path in files], before)
        self.assertTrue(all(path.stat().st_mtime > 1 for path in files))
        self.assertEqual(model.run(self.x)["y"].tobytes(), first.tobytes())
        self.assertEqual(model.report["soc"], "Ascend910B1")
        # It lives on where the file goes.
        for path in files:
            path.unlink()
        self.assertEqual(model.run(self.x)["y"].tobytes(), first.tobytes())

    def test_other_options_are_other_files(self):
        self.compiled()
        self.compiled(precision_mode="must_keep_origin_dtype")
        self.assertEqual(len(self.files()), 4)

    def test_profiles_are_not_kept(self):
        """Their code would be found for other profiles of the model."""
        for sizes in ("1,2", "3,4"):
            model = ascend_mlir.compile(models.unary("Exp", ["n", 3]), graph_compiler_cache_dir=self.folder,
                                        input_shape="x:-1,3", dynamic_batch_size=sizes)  # fmt: skip
            model.run(np.ones((int(sizes[0]), 3), np.float32))
        self.assertEqual(self.files(), [])

    def test_damage_is_mended(self):
        first = self.compiled().run(self.x)["y"]
        file = self.files()[0]
        whole = file.read_bytes()
        file.write_bytes(whole[:-1])
        self.assertEqual(self.compiled().run(self.x)["y"].tobytes(), first.tobytes())
        self.assertEqual(file.read_bytes(), whole)

    def test_a_folder_that_others_may_write_to_is_not_used(self):
        self.folder.mkdir()
        self.folder.chmod(0o777)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.compiled().run(self.x)
        self.assertEqual(len(caught), 1)
        self.assertIn("other users may write to it", str(caught[0].message))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_saved_file_is_a_copy(self):
        for name in ("a.asc", "b.asc"):
            self.compiled().save(self.folder.parent / name)
        a, b = ((self.folder.parent / name).read_bytes() for name in ("a.asc", "b.asc"))
        self.assertEqual(a, b)
        # One file for the model that runs, and one for those that are saved.
        self.assertEqual([path.suffix for path in self.files()].count(".asc"), 2)
        self.assertIn(a, [path.read_bytes() for path in self.files()])
        # Nothing that is damaged is copied, or read behind its end.
        flipped = bytearray(a)
        flipped[len(a) // 2] ^= 1
        for damaged in (flipped, a[:1]):
            for path in self.files():
                if path.suffix == ".asc":
                    path.write_bytes(damaged)
            copy = self.folder.parent / "c.asc"
            self.compiled().save(copy)
            self.assertEqual(copy.read_bytes(), a)
            copy.unlink()


if __name__ == "__main__":
    unittest.main()
