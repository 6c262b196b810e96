# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What ascend-lab search writes: files for ATC and others that do the same, what a search goes on from,
and what stays."""

import csv
import hashlib
import json
import os
import shlex
import shutil
import unittest

import onnx
from ascend_mlir.lab import arguments
from ascend_mlir.lab.decision import decide
from search_case import SearchCase, normalizer


class Healed(SearchCase):
    def test_other_files_do_the_same(self):
        """customize_dtypes decides every op alike; a type on the black list holds for all of it."""
        to = self.folder / "healed"
        text = self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={to}")
        self.assertIn("customize_dtypes.cfg: decides every op as keep_dtype.cfg does", text)
        kept, customized = (
            self.decided(precision_mode="force_fp16", **{option: str(to / f"{option}.cfg")})
            for option in ("keep_dtype", "customize_dtypes")
        )
        self.assertEqual(kept, customized)
        self.assertNotEqual(kept, self.decided(precision_mode="force_fp16"))
        self.assertFalse((to / "modify_mixlist.json").exists())
        mixed = [*self.arguments[:2], "--precision_mode=allow_mix_precision"]
        text = self.lab(*mixed, "--budget=relative<=2e-5", f"--to={to}")
        manifest = json.loads((to / "manifest.json").read_text())
        verdicts = {each["file"]: each for each in manifest["alternatives"]}
        for name in "keep_types.cfg", "modify_mixlist.json":
            self.assertEqual(verdicts[name]["is_written"], (to / name).exists())
        if verdicts["modify_mixlist.json"]["is_written"]:
            types = {op.type for op in decide(self.model, {"precision_mode": "allow_mix_precision"}).ops if op.name in manifest["kept"]}
            lists = json.loads((to / "modify_mixlist.json").read_text())
            self.assertEqual(lists["black-list"]["to-add"], sorted(types))
            listed = self.decided(precision_mode="allow_mix_precision", modify_mixlist=str(to / "modify_mixlist.json"))
            plain = self.decided(precision_mode="allow_mix_precision")
            self.assertTrue(all(listed[name] != plain[name] for name in manifest["kept"]))

    def test_goes_on(self):
        """A search that is stopped after any number of trials ends as one that is not."""
        to, whole = self.folder / "healed", self.folder / "whole"
        budget = "--budget=relative<=0.0007"
        self.of_four.append("--holdout=0")
        self.lab(*self.of_four, budget, f"--to={whole}")
        wanted = json.loads((whole / "manifest.json").read_text())
        count = len((whole / "trials.jsonl").read_text().splitlines()) - 1
        self.assertGreater(count, 6)
        for trials in 3, count // 2, count - 2:
            self.stop_after(trials, whole, to)
            text = self.lab(*self.of_four, budget, f"--to={to}", "--resume")
            self.assertIn(f"{trials} trials are taken over", text)
            self.assertEqual(json.loads((to / "manifest.json").read_text()), wanted)
        # Half a line is what a kill leaves.
        log = to / "trials.jsonl"
        log.write_text(log.read_text()[:-9])
        self.lab(*self.of_four, budget, f"--to={to}", "--resume")
        self.assertEqual(json.loads((to / "manifest.json").read_text()), wanted)
        for arguments, text in (
            ([budget, f"--to={to}", "--resume", "--limit=9"], "is of another search"),
            ([budget, f"--to={self.folder / 'none'}", "--resume"], f"there is nothing to go on with in {self.folder / 'none'}"),
            ([budget, "--resume"], "has nothing to go on with"),
        ):
            self.assertIn(text, self.lab(*self.of_four, *arguments, code=2))
        self.assertFalse((self.folder / "none").exists())
        # What a search over HF32, too, left is of no use to one over dtypes alone.
        log.rename(to / "trials_modes.jsonl")
        said = self.lab(*self.of_four, budget, f"--to={to}", "--resume", code=2)
        self.assertIn(f"cannot read {log}: No such file", said)
        (to / "trials_modes.jsonl").rename(log)
        # The command's own file is a part of the question.
        judge = self.folder / "judge.py"
        judge.write_text("raise SystemExit(0)\n")
        check = f"--check={os.sys.executable} {judge} {{outputs}}"
        self.lab(*self.of_four, check, f"--to={self.folder / 'c'}")
        judge.write_text("raise SystemExit(1)\n")
        said = self.lab(*self.of_four, check, f"--to={self.folder / 'c'}", "--resume", code=2)
        self.assertIn("is of another search", said)
        log.write_text(log.read_text().splitlines()[0] + '\n{"kept": [99], "passes": true, "error": 0, "faults": []}\n')
        self.assertIn("no such op", self.lab(*self.of_four, budget, f"--to={to}", "--resume", code=2))

    def stop_after(self, trials, whole, to):
        """As if it had been killed."""
        shutil.copytree(whole, to, dirs_exist_ok=True)
        log = to / "trials.jsonl"
        log.write_text("".join(line + "\n" for line in log.read_text().splitlines()[: trials + 1]))
        (to / "manifest.json").unlink()

    def test_weights_beside_the_model(self):
        """They are a part of the question, too."""
        onnx.save_model(normalizer(), self.model, save_as_external_data=True, location="weights.bin", size_threshold=0)
        to, weights = self.folder / "healed", self.folder / "weights.bin"
        arguments = [*self.of_four, "--budget=relative<=0.0007", "--holdout=0", f"--to={to}"]
        self.lab(*arguments)
        model = json.loads((to / "manifest.json").read_text())["model"]
        hashes = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in ("net.onnx", "weights.bin")}
        self.assertEqual(model, {"path": self.model, "sha256": hashes["net.onnx"], "external_data": {"weights.bin": hashes["weights.bin"]}})
        self.assertIn("trials are taken over", self.lab(*arguments, "--resume"))
        data = bytearray(weights.read_bytes())
        data[-1] ^= 1
        weights.write_bytes(data)
        self.assertIn("is of another search", self.lab(*arguments, "--resume", code=2))
        report = [self.model, f"--healed={to}", f"--report={self.folder / 'net.html'}"]
        self.assertIn("is of another model", self.said("report", *report, code=2)[1])
        weights.unlink()
        self.assertIn("weights.bin", self.lab(*arguments, "--resume", code=1))

    def test_the_curve_has_what_was_found(self):
        to = self.folder / "healed"
        self.lab(*self.arguments, "--budget=relative<=0.0007", "--holdout=0", f"--to={to}")
        kept = len(self.kept_of(to))
        with (to / "curve.csv").open() as file:
            (found,) = [point for point in csv.DictReader(file) if int(point["ops kept"]) == kept]
        worst = json.loads((to / "manifest.json").read_text())["search"]["outputs"]["y"]["relative"]
        self.assertEqual((float(found["relative error"]), found["passes"]), (worst, "True"))
        self.assertIn("`sum` (ReduceSum): its values come to ", (to / "README.md").read_text())
        self.assertIn("`mean` (Mul): it reads sum, whose values float16 does not hold", (to / "README.md").read_text())

    def test_files_of_the_user_stay(self):
        """What the folder of --to would write over is refused; what an earlier search left is taken away."""
        to = self.folder / "healed"
        self.lab(*self.arguments, "--budget=cosine>=0.999", f"--to={to}")
        for name, option in ("keep_dtype.cfg", "keep_dtype"), ("customize_dtypes.cfg", "customize_dtypes"):
            before = (to / name).read_text()
            said = self.lab(*self.arguments, f"--{option}={to / name}", "--budget=cosine>=0.999", f"--to={to}", code=2)
            self.assertIn(f"would write over the file of --{option}", said)
            self.assertEqual((to / name).read_text(), before)
        self.assertIn("nothing need be kept", self.lab(*self.arguments, "--budget=lost<=1e9", f"--to={to}"))
        self.assertEqual(sorted(path.name for path in to.iterdir()), ["README.md", "curve.csv", "manifest.json", "trials.jsonl"])

    def test_users_own_lines_stay(self):
        own = self.folder / "own.cfg"
        own.write_text("sum\n")
        to = self.folder / "healed"
        text = self.lab(*self.arguments, f"--keep_dtype={own}", "--budget=cosine>=0.999", f"--to={to}")
        self.assertIn("kept: 1 of 7 ops", text)
        self.assertEqual(self.kept_of(to), ["sum", "mean"])


class Readme(SearchCase):
    def lines(self, to):
        """The words of the commands in README.md."""
        text = (to / "README.md").read_text()
        return {words[0]: words[1:] for block in text.split("```sh\n")[1:] if (words := shlex.split(block.partition("\n```")[0]))}

    def test_lines_that_run(self):
        """ATC gets the options that it has, with the chip and the mode that they were found for; compare all of
        them, and the same inputs."""
        to = self.folder / "healed"
        own = ["--strict=config", "--cube_k_block=16", "--gray_strategy=min-casts", "--defaults=session", "--deterministic=1"]
        arguments = [self.model, f"--data={self.folder / 'x.npz'}", "--limit=8", *own, "--budget=cosine>=0.999"]
        self.lab(*arguments, f"--to={to}")
        lines = self.lines(to)
        keep = f"--keep_dtype={to / 'keep_dtype.cfg'}"
        self.assertEqual(
            lines["atc"],
            [f"--model={self.model}", "--framework=5", "--output=healed", "--soc_version=Ascend910B1", "--deterministic=1", keep,
             "--precision_mode=force_fp16"],
        )  # fmt: skip
        command, model, *words = lines["ascend-lab"]
        self.assertEqual((command, model, set(words)), ("compare", self.model, {arguments[1], "--limit=8", *own, keep}))
        self.assertIn("left out of it: strict, cube_k_block, gray_strategy, defaults.", (to / "README.md").read_text())
        self.said(*lines["ascend-lab"])
        # Made-up inputs have a seed.
        self.lab(self.model, "--seed=3", "--framework=5", "--soc_version=Ascend310P3", "--precision_mode=force_fp16", "--max_ops=1", f"--to={to}")
        lines = self.lines(to)
        self.assertIn("--seed=3", lines["ascend-lab"])
        self.assertEqual((lines["atc"].count("--framework=5"), lines["atc"].count("--soc_version=Ascend310P3")), (1, 1))

    def alternatives(self, to):
        """What each of the other files does, and the options that it stands among, as README.md has them."""
        text = (to / "README.md").read_text().partition("In the place of keep_dtype.cfg:")[2]
        found = {}
        for line in text.partition("What the search said:")[0].splitlines():
            if line.startswith("- `"):
                words, _, what = line.removeprefix("- `").partition("` ")
                options = arguments.atc_options(shlex.split(words))
                found[os.path.basename([*options.values()][-1])] = options, what
        return found

    def test_files_beside_those_of_the_user(self):
        """As told, they keep what the user's own keep_dtype keeps, too."""
        own, to = self.folder / "own lines.cfg", self.folder / "healed"
        own.write_text("sum\n")
        for mode, name in ("force_fp16", "customize_dtypes.cfg"), ("allow_mix_precision", "modify_mixlist.json"):
            words = [f"--precision_mode={mode}", f"--keep_dtype={own}", "--budget=relative<=7e-4", "--holdout=0", f"--to={to}"]
            text = self.lab(*self.arguments[:2], *words)
            options, what = self.alternatives(to)[name]
            self.assertEqual(options["keep_dtype"], str(own))
            self.assertIn(f"{name}: {what.removesuffix('.')}", " ".join(text.split()))
            self.assertTrue(what.endswith(f", beside your own --keep_dtype={own}."), what)
            kept = self.decided(precision_mode=mode, keep_dtype=str(to / "keep_dtype.cfg"))
            self.assertEqual(self.decided(precision_mode=mode, **options), kept)
            if mode == "force_fp16":
                self.assertNotEqual(self.decided(precision_mode=mode, customize_dtypes=options["customize_dtypes"]), kept)
            # What keeps types has the user's lines in it.
            options, what = self.alternatives(to)["keep_types.cfg"]
            self.assertEqual((list(options), "beside" in what), (["keep_dtype"], False))
            self.assertIn("sum\n", (to / "keep_types.cfg").read_text())

    def test_why_there_is_no_other_file(self):
        """In the words of the search."""
        own, to = self.folder / "own.cfg", self.folder / "healed"
        own.write_text("relu:InputDtype:float,OutputDtype:float\n")
        text = self.lab(*self.arguments, f"--customize_dtypes={own}", "--budget=cosine>=0.999", f"--to={to}")
        self.assertIn("customize_dtypes.cfg is not written: your own file is in force\n", text)
        self.assertIn("- customize_dtypes.cfg is not written: your own file is in force.\n", (to / "README.md").read_text())

    def test_models_that_atc_does_not_read(self):
        model, to = self.folder / "net.mlir", self.folder / "healed"
        model.write_text(
            "func.func @main(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {\n"
            '  %0 = ascend.exp %x {node_name = "exp"} : (tensor<8x64xf32>) -> tensor<8x64xf32>\n'
            "  return %0 : tensor<8x64xf32>\n}\n"
        )
        self.lab(model, "--precision_mode=force_fp16", "--max_ops=1", f"--to={to}")
        self.assertEqual(self.lines(to)["atc"][:2], ["--model=MODEL", "--framework=FRAMEWORK"])
        self.assertIn(f"ATC does not read {model}", (to / "README.md").read_text())


class Bounds(SearchCase):
    """Of what a search was asked beside a budget."""

    def test_the_manifest_makes_it_again(self):
        to, again = self.folder / "healed", self.folder / "again"
        for bounds in {"max_trials": 9, "modes": "no"}, {"timeout": 600, "modes": "yes", "allow_hf32": 1}:
            words = [f"--{name}={value}" for name, value in bounds.items()]
            self.lab(*self.of_four, "--budget=relative<=0.0007", "--holdout=0", *words, f"--to={to}")
            manifest = json.loads((to / "manifest.json").read_text())
            given = {name: manifest[name] for name in ("holdout", "max_trials", "timeout") if manifest[name] is not None}
            self.assertEqual(given, {"holdout": 0} | {name: bounds[name] for name in ("max_trials", "timeout") if name in bounds})
            given |= {"modes": manifest["modes_option"], **manifest["options"]}
            words = [f"--{name}={value}" for name, value in given.items()] + [f"--budget={each}" for each in manifest["budget"]]
            self.lab(manifest["model"]["path"], f"--data={manifest['data'][0]['path']}", *words, f"--to={again}")
            self.assertEqual(json.loads((again / "manifest.json").read_text()), manifest)
        self.assertIsNone(manifest["stopped_after"])

    def test_where_it_was_stopped(self):
        to, again = self.folder / "healed", self.folder / "again"
        budget = ["--budget=relative<=0.0007", "--holdout=0"]
        self.lab(*self.arguments, *budget, "--max_trials=12", f"--to={to}")
        wanted = json.loads((to / "manifest.json").read_text())
        self.assertEqual(wanted["stopped_after"], 12)
        self.lab(*self.arguments, *budget, "--max_trials=5", f"--to={again}")
        self.lab(*self.arguments, *budget, "--max_trials=7", f"--to={again}", "--resume")
        resumed = json.loads((again / "manifest.json").read_text())
        self.assertEqual(set(resumed["kept"]), set(wanted["kept"]))

    def test_files_that_keep_more(self):
        """Without a budget none holds; and they keep to the bounds that there are."""
        to = self.folder / "healed"

        def verdict():
            alternatives = json.loads((to / "manifest.json").read_text())["alternatives"]
            return next(each for each in alternatives if each["file"] == "keep_types.cfg")

        # Both products of `square` and `mean` are of type Mul.
        self.lab(*self.arguments, "--max_ops=2", "--holdout=0", f"--to={to}")
        self.assertEqual(self.kept_of(to), ["sum", "mean"])
        self.assertIn("3 ops, not 2; that is more than --max_ops=2", verdict()["verdict"])
        self.assertFalse((to / "keep_types.cfg").exists() or verdict()["is_written"])
        self.lab(*self.arguments, "--max_ops=2", "--budget=cosine>=0.999", "--holdout=0", f"--to={to}")
        self.assertFalse((to / "keep_types.cfg").exists())
        self.lab(*self.of_four, "--max_cost=1000", "--holdout=0", f"--to={to}")
        self.assertRegex(verdict()["verdict"], r"the same \d ops; the relative error of the worst output is \S+$")
        self.assertNotIn("budget", (to / "README.md").read_text())


if __name__ == "__main__":
    unittest.main()
