# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab report: its numbers are those of explain and compare, histograms are numpy's, layers
go downwards and keep their distance, names of a model end no element, and what a sweep and a search
left is taken or refused."""

import html.parser
import json
import re
import sys
import unittest
from unittest import mock

import ml_dtypes
import models
import numpy as np
import onnx
from ascend_mlir.lab.data import Source
from ascend_mlir.lab.report_data import build_report
from ascend_mlir.lab.report_extras import Point
from ascend_mlir.lab.report_histograms import octaves
from ascend_mlir.lab.report_layout import BOX, layout
from ascend_mlir.lab.report_plots import _pareto
from lab_case import LabCase
from onnx import TensorProto, helper
from sampling import turns
from tools import run

EVIL = "</script><img src=x onerror=alert(1)>&\"'"


def overflowing(name="again"):
    """999.3 · 999.3 · x, which float16 cannot hold for x = 1, then a sum."""
    nodes = [
        helper.make_node("Mul", ["x", "k"], ["s"], name="scale"),
        helper.make_node("Mul", ["s", "k"], ["q"], name=name),
        helper.make_node("Transpose", ["q"], ["t"], name="turn", perm=[1, 0]),
        helper.make_node("Add", ["t", "t"], ["y"], name="twice"),
    ]
    shape = [2, 4]
    info = [("x", TensorProto.FLOAT, shape)], [("y", TensorProto.FLOAT, [4, 2])]
    return models.model_of(nodes, *info, [("k", np.array(999.3, np.float32))])


class Page(html.parser.HTMLParser):
    """The elements of a page, with the text of each script."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.scripts, self._script = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "script":
            self.scripts.append((dict(attributes), ""))

    def handle_data(self, data):
        if self.tags and self.tags[-1][0] == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = attributes, text + data

    def json(self, name):
        return next(json.loads(text) for attributes, text in self.scripts if attributes.get("id") == name)


class Report(LabCase):
    def model(self, proto, **arrays):
        onnx.save(proto, self.folder / "net.onnx")
        np.savez(self.folder / "x.npz", **(arrays or {"x": np.ones((2, 4), np.float32)}))
        return self.folder / "net.onnx"

    def page(self, *more):
        self.lab("report", self.folder / "net.onnx", "--precision_mode=force_fp16", f"--report={self.folder}/net.html", *more)
        return Page((self.folder / "net.html").read_text())

    def test_numbers_are_those_of_compare_and_explain(self):
        values = np.random.default_rng(0).uniform(0, 0.06, (2, 4)).astype(np.float32)
        model, data = self.model(overflowing(), x=values), f"--data={self.folder}/x.npz"
        items = self.page(data).json("data")["items"]
        compared = json.loads(self.lab("compare", model, data, "--precision_mode=force_fp16", "--format=json"))["tables"][0]
        rows = [*compared["ops"], *compared["outputs"]]
        shown = {(item["name"], each["output"]): each for item in items for each in item["outputs"]}
        self.assertEqual(set(shown), {(row["op"], row["output"]) for row in rows})
        for row in rows:
            each = shown[row["op"], row["output"]]
            self.assertEqual(each["whole"], row["end_to_end"]["relative_norm"])
            self.assertEqual(each["own"], row["isolated"] and row["isolated"]["relative_norm"])
            self.assertEqual(each["lost"], row["end_to_end"]["lost"] + row["end_to_end"]["saturated"])
        again, twice = (next(item for item in items if item["name"] == name) for name in ("again", "twice"))
        self.assertLess(0, again["own"])
        self.assertEqual((again["own"], again["whole"]), (again["outputs"][0]["own"], again["outputs"][0]["whole"]))
        self.assertLess(0, twice["own"])
        self.assertNotEqual(twice["own"], twice["whole"])
        explained = {op["name"]: op for op in json.loads(self.lab("explain", model, "--precision_mode=force_fp16", "--format=json"))["ops"]}
        ops = {item["name"]: item for item in items if item["kind"] == "op"}
        self.assertEqual(set(ops), set(explained))
        for name, op in explained.items():
            self.assertEqual((ops[name]["decided"], ops[name]["why"]), (op["decided"], op["reason"] + "."))

    def test_edges_go_through_what_moves(self):
        self.model(overflowing())
        data = self.page(f"--data={self.folder}/x.npz").json("data")
        names = [data["items"][place]["name"] for place in data["drawn"]]
        self.assertNotIn("turn", names)
        self.assertIn("turn", [item["name"] for item in data["items"]])
        edges = {(names[source], names[target]) for source, target, *_ in data["edges"]}
        self.assertIn(("again", "twice"), edges)
        self.assertIn(("scale", "again"), edges)

    def test_what_breaks_comes_first(self):
        model = self.model(overflowing())
        report = build_report(model, {"precision_mode": "force_fp16"}, Source([str(self.folder / "x.npz")]))
        self.assertEqual([report.items[place].name for _, place in report.breaks], ["again"])
        self.assertEqual([each.level for each in report.verdicts], ["bad"])
        self.assertEqual(dict(report.advice.files), {"keep_dtype": "again\n"})
        self.assertFalse(report.advice.is_proven)
        self.assertEqual(report.advice.option, "--keep_dtype=keep.cfg")
        # The user's own lines stay in force.
        (self.folder / "own.cfg").write_text("scale\n")
        options = {"precision_mode": "force_fp16", "keep_dtype": f"{self.folder}/own.cfg"}
        own = build_report(model, options, Source([str(self.folder / "x.npz")])).advice
        self.assertEqual((dict(own.files), own.option), ({"keep_dtype": "again\n"}, f"--keep_dtype={self.folder}/own.cfg"))
        self.assertIn(f"behind those of {self.folder}/own.cfg", own.text)
        # Where it is a cast that overflows, who reads it is kept.
        np.savez(self.folder / "x.npz", x=np.full((2, 4), 1e5, np.float32))
        report = build_report(model, {"precision_mode": "force_fp16"}, Source([str(self.folder / "x.npz")]))
        self.assertEqual([report.items[place].name for _, place in report.breaks][0], "x/Cast_float16")
        self.assertIn("scale\n", report.advice.files["keep_dtype"])
        report = build_report(model, {"precision_mode": "must_keep_origin_dtype"}, Source([str(self.folder / "x.npz")]))
        self.assertEqual((report.breaks, [each.level for each in report.verdicts], dict(report.advice.files)), ((), ["good"], {}))

    def test_made_up_inputs_are_no_evidence(self):
        self.model(overflowing())
        self.assertIn(("strong", {"class": "chip bad", "id": "no-evidence"}), self.page().tags)
        self.assertNotIn("no-evidence", [tag.get("id") for _, tag in self.page(f"--data={self.folder}/x.npz").tags])

    def test_names_end_no_element(self):
        self.model(overflowing(EVIL))
        (self.folder / "keep.cfg").write_text(EVIL + "\n")
        page = self.page(f"--data={self.folder}/x.npz", f"--keep_dtype={self.folder}/keep.cfg")
        self.assertNotIn("img", [tag for tag, _ in page.tags])
        self.assertIn(EVIL, [item["name"] for item in page.json("data")["items"]])
        self.assertFalse([attributes for _, attributes in page.tags if any(name.startswith("on") for name in attributes)])

    def test_nothing_is_fetched(self):
        self.model(overflowing())
        page = self.page()
        self.assertFalse([attributes for _, attributes in page.tags if {"src", "srcset"} & set(attributes)])
        links = [attributes["href"] for _, attributes in page.tags if "href" in attributes]
        self.assertTrue(links and all(link.startswith("#") for link in links), links)
        (policy,) = [attributes["content"] for _, attributes in page.tags if attributes.get("http-equiv") == "Content-Security-Policy"]
        self.assertTrue(policy.startswith("default-src 'none'; script-src 'sha256-"), policy)
        self.assertNotIn("unsafe-inline", policy.partition("style-src")[0])

    def test_lines_of_files_are_accounted_for(self):
        self.model(overflowing())
        (self.folder / "keep.cfg").write_text("again\nagian\n")
        self.page(f"--keep_dtype={self.folder}/keep.cfg")
        text = (self.folder / "net.html").read_text()
        table = text[text.index('<table id="config">') :].partition("</table>")[0]
        rows = table.split("<tr")[2:]
        self.assertIn('"applied"', rows[0])
        self.assertIn("decided 1 op: again", rows[0])
        self.assertIn('"no_match"', rows[1])
        self.assertIn("Did you mean again?", rows[1])

    def test_names_of_settings_stand_inside_of_the_plot(self):
        """Right of a point in the left half, and left of one in the other; what was refused has none."""
        times = {"a": 1.0, "b": 2.0, "c": 4.9, "d": 5.1, "e": 9.0}
        points = [Point(name, is_best=name == "a", error=0.1, microseconds=time) for name, time in times.items()]
        places = {}
        for trace in _pareto([*points, Point("refused", refused="why", microseconds=100.0)]).to_dict()["data"]:
            places.update(zip(trace.get("text") or (), trace.get("textposition") or ()))
        self.assertEqual(places, {"a": "middle right", "b": "middle right", "c": "middle right", "d": "middle left", "e": "middle left"})

    def test_a_search_and_a_sweep_are_shown(self):
        model, data = self.model(overflowing()), f"--data={self.folder}/x.npz"
        self.lab("search", model, data, "--precision_mode=force_fp16", "--budget=lost<=0", f"--to={self.folder}/healed", "--holdout=0")
        kept = json.loads((self.folder / "healed/manifest.json").read_text())["kept"]
        self.lab("sweep", model, data, "--setting=force_fp16", "--setting=force_fp32", f"--report={self.folder}/modes.json")
        page = self.page(data, f"--sweep={self.folder}/modes.json", f"--healed={self.folder}/healed")
        shown = page.json("data")
        self.assertEqual([shown["items"][place]["name"] for place in shown["kept"]], kept)
        figures = page.json("plots")
        self.assertEqual(set(figures), {"along", "ranges", "pareto", "curve"})
        texts = [text for trace in figures["pareto"]["data"] for text in trace.get("text", ())]
        self.assertEqual(sorted(texts), ["force_fp16", "force_fp32"])
        text = (self.folder / "net.html").read_text()
        self.assertIn((self.folder / "healed/keep_dtype.cfg").read_text(), text)
        self.assertIn("lost&lt;=0 then holds.", text)
        self.assertNotIn("other options", text)
        self.page(data, f"--healed={self.folder}/healed", "--allow_hf32=01")
        self.assertIn("other options than this report: --allow_hf32=10 (here 01).", (self.folder / "net.html").read_text())
        self.lab("report", model, data, "--precision_mode=allow_mix_precision", f"--healed={self.folder}/healed", f"--report={self.folder}/net.html")
        text = (self.folder / "net.html").read_text()
        self.assertIn("other options than this report: --precision_mode=force_fp16 (here allow_mix_precision).", text)
        # What does not hold on inputs that were held out is said where it is read.
        manifest = json.loads((self.folder / "healed/manifest.json").read_text())
        manifest["held_out"] = {**manifest["search"], "faults": ["y: it is not so"]}
        (self.folder / "healed/manifest.json").write_text(json.dumps(manifest))
        self.page(data, f"--healed={self.folder}/healed")
        text = (self.folder / "net.html").read_text()
        self.assertIn("but not on all inputs", text)
        self.assertIn("y: it is not so", text)
        # A folder of another model is no answer for this one.
        onnx.save(overflowing("other"), model)
        error = self.lab("report", model, f"--healed={self.folder}/healed", f"--report={self.folder}/a.html", code=2)
        self.assertIn("is of another model", error)
        self.assertFalse((self.folder / "a.html").exists())

    def others(self, *arguments):
        """What the page says of a search and of a sweep with other options."""
        self.page(f"--data={self.folder}/x.npz", *arguments)
        text = (self.folder / "net.html").read_text()
        return {
            what: re.findall(f"The {what} had other options than this report: (.*?)\\.</p>", text) for what in ("search", "sweep")
        }

    def test_options_in_force_are_compared(self):
        """Those that nobody named, too, and what stands in files; not what the search itself found."""
        model, data, mode = self.model(overflowing()), f"--data={self.folder}/x.npz", "--precision_mode=force_fp16"
        own, healed, modes = (self.folder / name for name in ("own.cfg", "healed", "modes.json"))
        own.write_text("turn\n")
        keep, sources = f"--keep_dtype={own}", [f"--healed={healed}", f"--sweep={modes}"]
        self.lab("search", model, data, mode, keep, "--budget=lost<=0", "--holdout=0", f"--to={healed}")
        self.lab("sweep", model, data, keep, "--setting=force_fp16", f"--report={modes}")
        (self.folder / "moved.cfg").write_text(own.read_text())
        for same in f"--keep_dtype={own}", f"--keep_dtype={self.folder}/moved.cfg":
            self.assertEqual(self.others(same, *sources), {"search": [], "sweep": []})
        self.assertEqual(self.others(f"--keep_dtype={healed}/keep_dtype.cfg", f"--healed={healed}")["search"], [])
        for texts in self.others(keep, "--soc_version=Ascend310P3", *sources).values():
            self.assertIn("--soc_version=Ascend910B1 (here Ascend310P3)", texts[0])
        for texts in self.others(*sources).values():
            self.assertEqual(texts, [f"--keep_dtype={own} (here none)"])
        for texts in self.others(keep, "--input_shape=x:2,4", *sources).values():
            self.assertEqual(texts, ["no --input_shape (here x:2,4)"])
        own.write_text("scale\n")
        for texts in self.others(keep, *sources).values():
            self.assertEqual(texts, [f"--keep_dtype={own} (here {own}, which has other lines)"])

    def test_a_sweep_of_something_else(self):
        model, data = self.model(overflowing()), f"--data={self.folder}/x.npz"
        modes = f"--sweep={self.folder}/modes.json"
        self.lab("sweep", model, data, "--setting=force_fp16", f"--report={self.folder}/modes.json")

        def source(*arguments):
            self.page(modes, *arguments)
            return re.search("A sweep from .*modes.json: (.*?)\\. Time", (self.folder / "net.html").read_text())[1]

        self.assertEqual(source(data), "1 input")
        for others in ["--limit=1", data], ["--seed=1"]:
            self.assertEqual(source(*others), "1 input, not those of this report")
        np.savez(self.folder / "x.npz", x=np.zeros((2, 4), np.float32))
        self.assertEqual(source(data), "1 input, not those of this report")
        onnx.save(overflowing("other"), model)
        error = self.lab("report", model, data, modes, f"--report={self.folder}/a.html", code=2)
        self.assertIn(f"modes.json is of another model than {model}", error)

    def test_a_folder_that_was_changed(self):
        """Of what was written for ATC nothing may be another, gone or new."""
        model, data, healed = self.model(overflowing()), f"--data={self.folder}/x.npz", self.folder / "healed"
        self.lab("search", model, data, "--precision_mode=force_fp16", "--budget=lost<=0", f"--to={healed}", "--holdout=0")
        (healed / "README.md").write_text("Read.\n")
        self.page(data, f"--healed={healed}")
        keep = healed / "keep_dtype.cfg"
        was = keep.read_text()
        for change, names in (
            (lambda: keep.write_text("turn\n"), "keep_dtype.cfg"),
            (keep.unlink, "keep_dtype.cfg"),
            (lambda: (healed / "op_precision.ini").write_text(""), "keep_dtype.cfg, op_precision.ini"),
        ):
            change()
            error = self.lab("report", model, f"--healed={healed}", f"--report={self.folder}/a.html", code=2)
            self.assertIn(f"--healed={healed}: not as the search wrote it: {names}\n", error)
        (healed / "op_precision.ini").unlink()
        keep.write_text(was)
        self.page(data, f"--healed={healed}")
        manifest = json.loads((healed / "manifest.json").read_text())
        (healed / "manifest.json").write_text(json.dumps(manifest | {"version": 1}))
        error = self.lab("report", model, f"--healed={healed}", f"--report={self.folder}/a.html", code=2)
        self.assertIn("is not of version 2", error)

    def test_the_same_run_gives_the_same_page(self):
        model = self.model(overflowing())
        pages = set()
        for seed in turns(0, "123", 2):
            words = ["report", model, f"--data={self.folder}/x.npz", f"--report={self.folder}/net.html"]
            run(sys.executable, "-m", "ascend_mlir.lab", *words, PYTHONHASHSEED=seed)
            pages.add((self.folder / "net.html").read_bytes())
        self.assertEqual(len(pages), 1)

    def test_modes_run(self):
        self.model(overflowing())
        figures = self.page("--limit=1", "--modes").json("plots")
        texts = {name for trace in figures["pareto"]["data"] for text in trace.get("text", ()) for name in text.split("<br>")}
        self.assertIn("must_keep_origin_dtype", texts)
        self.assertEqual(len(texts), 9)

    def test_early(self):
        """Inputs that are not there are told before the modes compile a model."""
        words = "--modes", "--data=nowhere.npz", f"--report={self.folder}/a.html"
        self.assertIn("--data=nowhere.npz: there is no such file or folder", self.lab("report", "missing.onnx", *words, code=2))

    def test_errors(self):
        model = self.model(overflowing())
        to = f"--report={self.folder}/a.html"
        (self.folder / "a.json").write_text("[1]")
        (self.folder / "b.json").write_text('{"version": 2, "settings": [{"setting": 1}]}')
        (self.folder / "manifest.json").write_text('{"version": 2, "model": 3}')
        for words, wanted in (
            ([], "no file is named"),
            ([f"--report={self.folder}/a.json"], "is no form of a report"),
            ([to, f"--sweep={self.folder}/a.json"], "is not of version 2"),
            ([to, f"--sweep={self.folder}/b.json"], "is no sweep"),
            ([to, f"--sweep={self.folder}/none.json"], "cannot read"),
            ([to, f"--sweep={model}"], "is no JSON"),
            ([to, f"--sweep={self.folder}/b.json", "--modes"], "both given"),
            ([to, f"--healed={self.folder}"], "is no manifest"),
            ([to, f"--healed={model}"], "there is no manifest.json"),
            ([to, "--limit=0"], "--limit=0 is not at least 1"),
            ([to, "--reference"], "nothing to be compared"),
        ):
            self.assertIn(wanted, self.lab("report", model, *words, code=2))
        for package in "fast_sugiyama", "jinja2", "plotly":
            with mock.patch.dict(sys.modules, {package: None}):
                error = self.lab("report", model, to, code=2)
            self.assertIn(f"a report needs {package}", error)
            self.assertIn("pip install ascend-mlir[report]", error)
        self.assertFalse((self.folder / "a.html").exists())


class Histograms(unittest.TestCase):
    def test_octaves_are_those_of_log2(self):
        random = np.random.default_rng(1)
        for dtype in np.float16, ml_dtypes.bfloat16, np.float32, np.float64:
            values = (random.standard_normal(20000) * np.exp2(random.integers(-20, 15, 20000))).astype(dtype)
            values[:9] = [0, -0.0, np.inf, -np.inf, np.nan, 1, -2, 4, 0.5]
            counts, *others = octaves(values.reshape(100, 200))
            self.assertEqual(others, [np.sum(values == 0), np.sum(np.isinf(values)), np.sum(np.isnan(values))])
            exact = np.abs(values.astype(np.float64))
            exponents = np.floor(np.log2(exact[np.isfinite(exact) & (exact > 0)])).astype(int)
            np.testing.assert_array_equal(counts, np.bincount(exponents + 134, minlength=263))

    def test_ends(self):
        """What no bfloat16 has is counted, too: at the ends, and as what it is."""
        patterns = np.array([1, 0x80000003, 0x7F800001, 0x7F800000, 0], np.uint32)
        counts, *others = octaves(patterns.view(np.float32))
        self.assertEqual((counts[0], counts.sum(), others), (2, 2, [1, 1, 1]))
        counts, *others = octaves(np.array([1e300, -1e-300, np.inf]))
        self.assertEqual((counts[0], counts[-2], counts.sum(), others), (1, 1, 2, [0, 1, 0]))


class Layouts(unittest.TestCase):
    @staticmethod
    def chain(count, skip):
        return [(n - 1, n) for n in range(1, count)] + [(n, n + skip) for n in range(0, count - skip, skip)]

    def check(self, count, edges):
        made = layout(count, edges)
        self.assertEqual(len(made.places), count)
        self.assertEqual(sorted({(edge.source, edge.target) for edge in made.edges}), sorted(set(edges)))
        for source, target in edges:
            self.assertLess(made.places[source][1] + BOX[1], made.places[target][1])
        # No box on another, and all within the size that is said.
        rows = {}
        for x, y in made.places:
            rows.setdefault(round(y, 3), []).append(x)
            self.assertTrue(BOX[0] / 2 <= x <= made.width - BOX[0] / 2 and BOX[1] / 2 <= y <= made.height - BOX[1] / 2, (x, y))
        for row in rows.values():
            row.sort()
            self.assertTrue(all(b - a >= BOX[0] for a, b in zip(row, row[1:])), row)
        return made

    def test_it_is_the_same_each_time(self):
        random = np.random.default_rng(1)
        edges = [(int(random.integers(max(0, n - 9), n)), n) for n in range(1, 300) for _ in range(2)]
        script = f"from ascend_mlir.lab.report_layout import layout; print(layout(300, {edges}))"
        runs = [
            run(sys.executable, "-c", script, PYTHONHASHSEED=seed).stdout
            for seed in "12"
        ]
        self.assertEqual(*runs)

    def test_layers(self):
        self.check(300, self.chain(300, 4))
        self.check(40, [(0, n) for n in range(1, 39)] + [(n, 39) for n in range(1, 39)])
        self.check(5, [(0, 1), (0, 1), (2, 3)])
        self.check(1, [])
        self.assertEqual(layout(0, []).edges, ())

    def test_long_edges_do_not_take_the_layout(self):
        edges = self.chain(500, 4) + [(0, n) for n in range(5, 500, 3)]
        made = self.check(500, edges)
        self.assertTrue(any(edge.is_far for edge in made.edges))
        self.assertLess(sum(len(edge.bends) for edge in made.edges), 12 * 500)
        self.assertFalse(any(edge.is_far for edge in self.check(500, self.chain(500, 4)).edges))


if __name__ == "__main__":
    unittest.main()
