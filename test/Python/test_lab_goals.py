# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What ascend-lab search is asked: commands that judge, bounds, and what is refused."""

import json
import os
import re
import unittest

import onnx
from search_case import SearchCase, normalizer


class Goals(SearchCase):
    def test_a_command_that_cannot_tell(self):
        judge = self.folder / "judge.py"
        judge.write_text(
            "import sys, numpy as np\n"
            "ours, wanted = (np.load(path)['y'] for path in sys.argv[1:])\n"
            "error = np.abs(ours - wanted).max()\n"
            "sys.exit(1 if not error < 1 else 125 if error < LOW else 0)\n"
        )
        check = f"--check={os.sys.executable} {judge} {{outputs}} {{reference}}"
        code = judge.read_text()
        judge.write_text(code.replace("LOW", "9"))
        said = self.lab(*self.of_four, check, code=1)
        self.assertIn("cannot judge (125) what comes where everything is kept", said)
        judge.write_text(code.replace("1 if not error < 1 else 125 if error < LOW", "125 if not np.isfinite(error) or error > 0.5"))
        self.assertIn("where nothing is kept", self.lab(*self.of_four, check, code=1))
        # Between the ends it counts as a no that proves nothing.
        judge.write_text(code.replace("125 if error < LOW", "125 if error > 1e-3"))
        to = self.folder / "healed"
        text = self.lab(*self.of_four, check, f"--to={to}")
        self.assertRegex(" ".join(text.split()), r"as far as the command could tell: it could not judge [1-9]\d* sets")
        self.assertFalse(json.loads((to / "manifest.json").read_text())["is_minimal"])

    def test_costs_need_shapes(self):
        model = normalizer()
        model.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "n"
        onnx.save(model, self.model)
        self.assertIn("give --input_shape", self.lab(*self.arguments, "--max_cost=1", code=2))

    def test_score_that_fails_is_told_at_once(self):
        score = self.folder / "score.py"
        score.write_text("import pathlib\npathlib.Path(__file__).with_name('ran').open('a').write('x')\nraise SystemExit(4)\n")
        said = self.lab(*self.arguments, f"--score={os.sys.executable} {score} {{outputs}}", "--min=1", code=2)
        self.assertIn("ended with 4", said)
        self.assertEqual((self.folder / "ran").read_text(), "x")

    def test_cost_is_bounded(self):
        """No op that costs more than the bound is kept."""
        text = self.lab(*self.of_four, "--max_cost=1e-9")
        self.assertIn("the least error that was found", text)
        found = self.number_kept(text)
        self.assertGreater(self.number_kept(self.lab(*self.of_four, "--max_cost=1000")), found)

    def test_no_allowed_set_helps(self):
        """Then a sentence says so, and no list of nothing follows."""
        text = self.lab(*self.arguments, "--max_ops=1", "--holdout=0")
        self.assertRegex(text, r"kept: 0 of 8 ops, found in \d+ trials \(the least error that was found\)\n"
                         r"  of the sets that are allowed and were tried none has a smaller error\n")  # fmt: skip
        self.assertIn("found in 1 trial (the best so far", self.lab(*self.arguments, "--max_ops=1", "--max_trials=1"))

    def number_kept(self, text):
        return int(re.search(r"^kept: (\d+) of", text, re.MULTILINE)[1])

    def test_commands(self):
        score = self.folder / "score.py"
        score.write_text(
            "import sys, numpy as np\na, b = (np.load(path)['y'] for path in sys.argv[1:])\n"
            "assert a.shape == b.shape == (10, 4), a.shape\nprint('score:')\nprint(-np.abs(a - b).max())\n"
        )
        to, others = self.folder / "healed", ["root", "normal", "tanh", "relu"]
        command = f"{os.sys.executable} {score} {{outputs}} {{reference}}"
        self.lab(*self.of_four, "--holdout=0", f"--score={command}", "--min=-2", f"--to={to}")
        self.assertEqual(self.kept_of(to), [*others, "sum", "mean"])
        check = self.folder / "check.py"
        check.write_text("import sys, numpy as np\nsys.exit(int((np.load(sys.argv[1])['y'] == 0).all()))\n")
        self.lab(*self.of_four, f"--check={os.sys.executable} {check} {{outputs}}", f"--to={to}")
        self.assertEqual(self.kept_of(to), [*others, "sum", "mean"])
        for text, mend in (("raise SystemExit(3)", "ended with 3"), ("import nothing", "ended with 1")):
            check.write_text(text + "\n")
            said = self.lab(*self.of_four, f"--check={os.sys.executable} {check} {{outputs}}", code=2 if "3" in text else 1)
            self.assertTrue(mend in said or "no set of ops" in said, said)

    def test_least_error_of_so_many_ops(self):
        to = self.folder / "healed"
        text = self.lab(*self.arguments, "--max_ops=2", f"--to={to}")
        self.assertEqual(self.kept_of(to), ["sum", "mean"])
        self.assertIn("the least error that was found", text)
        for trials in 1, 2, 4:
            self.assertIn("kept: ", self.lab(*self.arguments, "--max_ops=2", f"--max_trials={trials}"))

    def test_refusals(self):
        (self.folder / "file").write_text("x")
        budget = "--budget=max<=1"
        for arguments, text in (
            ([], "nothing that must hold"),
            (["--budget=max"], "what is this?"),
            (["--score=x"], "--score and --min go together"),
            (["--min=1", budget], "--score and --min go together"),
            ([budget, "--holdout=1"], "is no share"),
            ([budget, "--holdout=-0.1"], "is no share"),
            ([budget, "--max_trials=0"], "is not more than 0"),
            ([budget, "--max_ops=0"], "is not more than 0"),
            ([budget, "--timeout=0"], "is not more than 0"),
            ([budget, "--jobs=0"], "is not more than 0"),
            (["--max_cost=nan"], "is not more than 0"),
            (["--max_cost=inf"], "--max_cost=inf is not finite"),
            (["--budget=cosine<=0.999"], "of cosine more is better"),
            (["--budget=max>=0.1"], "of max less is better"),
            (["--budget=argmax>=99"], "argmax is from 0 to 1"),
            (["--budget=max<=-1"], "max is never less than 0"),
            ([budget, f"--to={self.folder / 'file'}"], "is no folder"),
            ([budget, "--reference"], "leaves nothing to be kept"),
            ([budget, "--precision_mode=must_keep_origin_dtype"], "the decision changes none"),
            (["--check=/none/x {outputs}"], "there is no program '/none/x'"),
            (["--score=nocmd {outputs}", "--min=1"], "there is no program 'nocmd'"),
            (["--score=true", "--min=nan"], "--min=nan is no number"),
        ):
            with self.subTest(arguments=arguments):
                extra = [a for a in arguments if a.startswith("--precision_mode")]
                own = self.arguments[:2] if extra else self.arguments
                self.assertIn(text, self.lab(*own, *arguments, code=2))

    def test_commands_and_folders_are_looked_for_first(self):
        """Before the model is read."""
        said = self.lab(self.folder / "none.onnx", "--max_ops=1", f"--to={self.folder}/no/such", code=2)
        self.assertIn("there is no folder", said)
        said = self.lab(self.folder / "none.onnx", "--check=nocmd {outputs}", code=2)
        self.assertIn("there is no program 'nocmd'", said)
        self.assertIn("there is no program", self.said("sweep", self.folder / "none.onnx", "--score=nocmd", code=2)[1])

    def test_least_error_that_is_cut_short(self):
        """It says so, and has tried what is likeliest."""
        text = " ".join(self.lab(*self.arguments, "--max_ops=2", "--max_trials=4", "--holdout=0").split())
        # Of 1 + 8 + 28 sets three and everything were tried.
        self.assertIn("found in 4 trials (the best so far: the bound on trials or time was reached, at most 34 trials are left)", text)
        text = " ".join(self.lab(*self.arguments, "--max_ops=2", "--max_trials=99", "--holdout=0").split())
        self.assertIn("(the least error that was found)", text)

    def test_few_inputs_are_told(self):
        for count, says in (3, "--holdout=0.3 of 3 inputs is less than one"), (4, "4 held out: holds"):
            text = self.lab(*self.of_four, f"--limit={count}", "--budget=cosine>=0.999")
            self.assertEqual("is less than one" in text, count == 3, says)
        self.assertNotIn("less than one", self.lab(*self.of_four, "--limit=3", "--holdout=0", "--budget=cosine>=0.999"))


if __name__ == "__main__":
    unittest.main()
