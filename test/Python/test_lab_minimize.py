# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What ascend-lab search is made of: sets found by few trials, the order in which ops are tried, budgets."""

import collections
import itertools
import random
import unittest
from types import SimpleNamespace

import ascend_mlir
import numpy as np
from ascend_mlir.lab.budgets import METRICS, OutputErrors, parse_budget
from ascend_mlir.lab.comparison import Row
from ascend_mlir.lab.minimize import OutOfTrials, Trials, least_error, minimize, sets_left, trials_left
from ascend_mlir.lab.ranking import rank
from sampling import stretch


class Minimize(unittest.TestCase):
    """Of random tests, monotone or not, against all sets."""

    def trials(self, test):
        return Trials(test, sum)

    def test_monotone(self):
        choice = random.Random(1)
        for _ in range(300):
            count = choice.randint(1, 40)
            needed = frozenset(choice.sample(range(count), choice.randint(1, min(5, count))))
            ranked = choice.sample(range(count), count)
            trials = self.trials(lambda members, needed=needed: needed <= members)
            self.assertEqual(minimize(ranked, trials), needed)
            self.assertEqual(trials.count, len(trials.results))

    def test_well_ranked_takes_few_trials(self):
        """As many as the design counts: 300 ops, culprits first."""
        for culprits, most in (1, 12), (3, 24), (5, 30):
            needed = frozenset(range(culprits))
            trials = self.trials(lambda members, needed=needed: needed <= members)
            self.assertEqual(minimize(range(300), trials), needed)
            self.assertLessEqual(trials.count, most)

    def test_any_test_of_few(self):
        """Exact: no set that costs less passes, whatever the test is."""
        choice = random.Random(2)
        for _ in range(60):
            count = choice.randint(1, 8)
            subsets = [frozenset(s) for n in range(count + 1) for s in itertools.combinations(range(count), n)]
            passing = {s for s in subsets if choice.random() < 0.2} | {frozenset(range(count))}
            passing.discard(frozenset())
            trials = self.trials(passing.__contains__)
            found = minimize(choice.sample(range(count), count), trials)
            self.assertIn(found, passing)
            self.assertEqual((len(found), sum(found)), min((len(s), sum(s)) for s in passing))

    def test_members_of_different_sizes(self):
        """The least size counts, then the cost, which is asked for of few."""
        choice = random.Random(6)
        for _ in range(60):
            count = choice.randint(1, 8)
            sizes = [choice.choice([1, 1, 2, 4]) for _ in range(count)]
            subsets = [frozenset(s) for n in range(count + 1) for s in itertools.combinations(range(count), n)]
            costs = {each: choice.random() - 0.5 for each in subsets}
            passing = {s for s in subsets if choice.random() < 0.3} | {frozenset(range(count))}
            passing.discard(frozenset())
            size = lambda members, sizes=sizes: sum(sizes[member] for member in members)  # noqa: E731
            trials = Trials(passing.__contains__, costs.__getitem__, size)
            found = minimize(choice.sample(range(count), count), trials)
            self.assertEqual((size(found), costs[found]), min((size(s), costs[s]) for s in passing))
            trials = Trials(passing.__contains__, lambda _: self.fail("no cost is needed"), len)
            self.assertIn(trials(frozenset(range(count))), (True, False))

    def test_not_monotone_of_many(self):
        """1-minimal where keeping an op alone moves an overflow into the next."""
        choice = random.Random(3)
        for _ in range(100):
            count = choice.randint(15, 60)
            pairs = [choice.sample(range(count), 2) for _ in range(3)]

            def passes(members, pairs=pairs):
                return all(b in members and (a in members or len(members) < 5) for a, b in pairs) or len(members) == count

            ranked = choice.sample(range(count), count)
            trials = self.trials(passes)
            found = minimize(ranked, trials)
            self.assertTrue(passes(found))
            for member in found:
                self.assertFalse(passes(found - {member}))
                self.assertIn(found - {member}, trials.results)

    def test_what_is_in_every_set(self):
        choice = random.Random(7)
        for count in 6, 40:
            needed = frozenset(choice.sample(range(count), 3))
            trials = self.trials(needed.__le__)
            trials.base = frozenset([*needed][:1]) | {count}
            found = minimize(choice.sample(range(count), count), trials) | trials.base
            self.assertEqual(found, needed | {count})
            self.assertTrue(all(trials.base <= members for members in trials.results))

    def test_best_so_far(self):
        """What is left where trials end: the smallest set, and of equally large ones that of the least cost."""
        trials = self.trials(lambda members: True)
        for members, best in ({2, 3}, {2, 3}), ({7}, {7}), ({4}, {4}), ({5}, {4}), ({0, 1}, {4}):
            trials(frozenset(members))
            self.assertEqual(trials.best, best)

    def test_trials_left(self):
        """No search that is stopped has more before it than it says."""
        choice = random.Random(8)
        for count in 5, 12, 60:
            needed = frozenset(choice.sample(range(count), 4))
            trials = self.trials(needed.__le__)
            ranked = choice.sample(range(count), count)
            minimize(ranked, trials)
            for stop in stretch(range(1, trials.count), 3):
                part = Trials(needed.__le__, trials.cost, most=stop)
                try:
                    minimize(ranked, part)
                except OutOfTrials:
                    if part.best is not None:
                        left = trials_left(part.best, count, stop)
                        self.assertLessEqual(trials.count - stop, left)
                        self.assertLessEqual(left, 2**count - stop)
        # No more than there are sets.
        self.assertEqual(trials_left(frozenset(range(6)), 6, 6), 58)
        self.assertEqual(trials_left(frozenset(range(300)), 300, 20), 45_750)

    def test_least_error_of_what_goes_together(self):
        """No op alone lowers the error: an overflow moves into the cast behind it."""
        for pair in (0, 1), (2, 5):
            def error(members, pair=pair):
                return 1e-6 * (30 - len(members)) if set(pair) <= members else 1.0

            for most in 6, 8:
                found = least_error(range(30), lambda members, most=most: len(members) <= most, error)
                self.assertLess(error(found), 1)
                self.assertLessEqual(set(pair), found)

    def test_least_error(self):
        """Of few candidates exact; of many not worse than the best of the ranking."""
        choice = random.Random(4)
        for count in 1, 5, 9, 40:
            weights = [choice.random() for _ in range(count)]

            def error(members, weights=weights):
                pair = 0.5 if {0, count - 1} <= members else 1
                return pair * sum(weight for i, weight in enumerate(weights) if i not in members)

            ranked = sorted(range(count), key=lambda i: -weights[i])
            found = least_error(ranked, lambda members: len(members) <= 3, error)
            self.assertLessEqual(len(found), 3)
            if count < 15:
                every = (frozenset(s) for n in range(4) for s in itertools.combinations(range(count), n))
                self.assertEqual(error(found), min(map(error, every)))
            else:
                self.assertLessEqual(error(found), error(frozenset(ranked[:3])))

    def test_least_error_by_rank(self):
        """The likeliest come first; what is allowed and not tried is left."""
        choice = random.Random(9)
        ranked = choice.sample(range(9), 9)
        tried = []

        def error(members):
            tried.append(members)
            return 1.0

        least_error(ranked, lambda members: len(members) <= 2, error)
        order = list(dict.fromkeys(tried))
        self.assertEqual(order[1:10], [frozenset({member}) for member in ranked])
        self.assertEqual(len(order), 1 + 9 + 36)
        self.assertEqual(sets_left(ranked, lambda members: len(members) <= 2, set(order[:7])), 39)
        self.assertIsNone(sets_left(range(40), lambda members: True, set()))

    def test_least_error_of_one_of_many(self):
        """The best op need not be the likeliest."""
        for best in 0, 17, 60:
            found = least_error(range(70), lambda members: len(members) <= 1, lambda members, best=best: float(best not in members))
            self.assertEqual(found, {best})

    def test_least_error_of_what_is_allowed(self):
        """Of few candidates the least of those that the bound on cost lets through."""
        choice = random.Random(5)
        for count in 6, 30:
            weights, costs = ([choice.random() for _ in range(count)] for _ in range(2))

            def cost(members, costs=costs):
                return sum(costs[i] for i in members)

            def error(members, weights=weights):
                return sum(weight for i, weight in enumerate(weights) if i not in members)

            found = least_error(range(count), lambda members: cost(members) <= 1, error)
            self.assertLessEqual(cost(found), 1)
            self.assertLess(error(found), error(frozenset()))
            if count < 15:
                every = (frozenset(s) for n in range(count + 1) for s in itertools.combinations(range(count), n))
                self.assertEqual(error(found), min(error(s) for s in every if cost(s) <= 1))

    def test_bounds(self):
        needed = frozenset({3, 17, 40})
        trials = Trials(lambda members: needed <= members, len, most=9)
        with self.assertRaises(OutOfTrials):
            minimize(range(64), trials)
        self.assertEqual(trials.count, 9)
        self.assertTrue(trials.best is None or needed <= trials.best)
        late = Trials(lambda members: True, len, seconds=-1)
        with self.assertRaises(OutOfTrials):
            late(frozenset())


class Budgets(unittest.TestCase):
    def errors(self, ours, wanted):
        errors = OutputErrors()
        errors.add(np.array(ours), np.array(wanted))
        return errors

    def test_metrics(self):
        ours, wanted = np.array([[1.0, 2, 4], [3, 1, 0]]), np.array([[1.0, 2, 3], [3, 4, 0]])
        values = {name: metric(self.errors(ours, wanted)) for name, metric in METRICS.items()}
        error = ours - wanted
        np.testing.assert_allclose(
            [values[name] for name in ("max", "mean", "rmse", "relative", "cosine", "argmax", "lost")],
            [3, 4 / 6, np.sqrt(10 / 6), np.linalg.norm(error) / np.linalg.norm(wanted),
             (ours * wanted).sum() / np.linalg.norm(ours) / np.linalg.norm(wanted), 0.5, 0],
        )  # fmt: skip

    def test_bounds_are_exact(self):
        errors = {"y": self.errors([2.0, 5.0], [1.0, 5.0])}
        for text, holds in ("max<=1", 1), ("max<1", 0), ("argmax>=1", 1), ("argmax>1", 0), ("y:max<=0.999", 0), ("y:mean<=0.5", 1):
            self.assertEqual(not parse_budget(text, ["y"]).faults(errors), bool(holds), text)

    def test_sides_and_ranges(self):
        """A bound on the side of a metric that is no loss, and one that no value comes to, is a slip."""
        for text, what, mend in (
            ("cosine<=0.999", "of cosine more is better, and this holds where there is less", "write cosine>=0.999"),
            ("y:argmax<1", "of argmax more is better, and this holds where there is less", "write y:argmax>=1"),
            ("max>=0.1", "of max less is better, and this holds where there is more", "write max<=0.1"),
            ("lost > 3", "of lost less is better, and this holds where there is more", "write lost<=3"),
            ("argmax>=99", "argmax is from 0 to 1", "give such a number"),
            ("cosine>=-1.1", "cosine is from -1 to 1", "give such a number"),
            ("cosine>=1.001", "cosine is from -1 to 1", "give such a number"),
            ("max<=-1", "max is never less than 0", "give such a number"),
            ("relative<-1e-9", "relative is never less than 0", "give such a number"),
        ):
            with self.subTest(text=text):
                with self.assertRaises(ascend_mlir.ConfigurationError) as raised:
                    parse_budget(text, ["y"])
                (said,) = raised.exception.diagnostics
                self.assertEqual((said.message, said.note, said.exit_code), (f"--budget={text}: {what}", mend, 2))
        for text in "cosine>=-1", "cosine>1", "argmax>=0", "relative<0", "lost<=0", "max<=1e9", "rmse<0.5":
            parse_budget(text, ["y"])

    def test_digits_tell_a_value_from_its_bound(self):
        ours = np.array([1.0, 1.0001])
        (fault,) = parse_budget("cosine>=1", ["y"]).faults({"y": self.errors(ours, [1.0, 1.0])})
        self.assertRegex(fault, r"y: cosine is 0\.99999999\d*, not >= 1$")
        for error, text, fault in (
            (0.5, "max<0.5", "max is 0.5, not < 0.5"),
            (0.75, "max<0.5", "max is 0.75, not < 0.5"),
            (1 / 3, "max<=0.333333333", "max is 0.3333333333, not <= 0.333333333"),
            (np.nextafter(0.999, 1), "max<=0.999", "max is 0.9990000000000001, not <= 0.999"),
        ):
            self.assertEqual(parse_budget(text, ["y"]).faults({"y": self.errors([error], [0.0])}), [f"y: {fault}"])

    def test_the_same_is_exactly_1(self):
        """Roundings of sums take nothing from the cosine of what is equal, and give nothing to any."""
        rng = np.random.default_rng(4)
        for size in range(1, 50):
            ours = rng.standard_normal(size)
            self.assertFalse(parse_budget("cosine>=1", ["y"]).faults({"y": self.errors(ours, ours)}))
            self.assertLessEqual(abs(METRICS["cosine"](self.errors(3 * ours, -ours))), 1)

    def test_lost_breaks_any(self):
        errors = {"y": self.errors([np.inf, 5.0], [1.0, 5.0])}
        for text in "max<=9", "cosine>=-1", "rmse<=9", "lost<=0":
            self.assertTrue(parse_budget(text, ["y"]).faults(errors), text)
        self.assertFalse(parse_budget("lost<=1", ["y"]).faults(errors))
        self.assertEqual(parse_budget("max<=9", ["y"]).faults(errors), ["y: 1 element is Inf or NaN"])

    def test_refusals(self):
        for text in "max", "max<=", "max=1", "largest<=1", "z:max<=1", "max<=1e", "":
            with self.assertRaises(ascend_mlir.ConfigurationError, msg=text):
                parse_budget(text, ["y"])


class Early(unittest.TestCase):
    """A budget that is lost stays lost: whatever else comes, it does not hold."""

    def test_against_all_that_may_come(self):
        rng = np.random.default_rng(8)
        found = collections.Counter()
        for _ in range(400):
            reference = rng.standard_normal((6, 4, 3))
            ours = reference + rng.standard_normal((6, 4, 3)) * rng.choice([0, 0.1, 1])
            ours[rng.random((6, 4, 3)) < rng.choice([0, 0.02])] = np.inf
            metric = rng.choice(["max", "lost", "argmax", "cosine", "rmse"])
            bounds = ([">=", ">"], [0, 0.5, 0.75, 1]) if metric in ("argmax", "cosine") else (["<=", "<"], [0, 0.5, 0.75, 1, 2])
            text = "".join([metric, *map(str, map(rng.choice, bounds))])
            budget = parse_budget(text, ["y"])
            partial, whole = OutputErrors(), OutputErrors()
            count = rng.integers(1, 6)
            for a, b in zip(ours[:count], reference[:count]):
                partial.add(a, b)
            # The best that can come are the reference's own values.
            for a, b in zip(np.concatenate([ours[:count], reference[count:]]), reference):
                whole.add(a, b)
            is_lost = budget.is_lost({"y": partial}, {"y": 24})
            found[metric, is_lost] += 1
            if is_lost:
                self.assertTrue(budget.faults({"y": whole}), text)
        for metric in "max", "lost", "argmax":
            self.assertGreater(found[metric, True], 5, metric)
            self.assertGreater(found[metric, False], 5, metric)


class Ranking(unittest.TestCase):
    def ranked(self, *rows, roots=()):
        """Of ops (name, own error, largest value, operands) in float16, the names as they are tried."""
        rows = [
            Row({"op": name, "isolated": {"relative_norm": own}, "limit": 65504.0, "reference_range": {"largest": largest}, "operands": operands})
            for name, own, largest, operands in rows
        ]
        ops = [(SimpleNamespace(name=row.op),) for row in reversed(rows)]
        order = rank(ops, rows, [row for row in rows if row.op in roots])
        self.assertEqual(sorted(order), list(range(len(ops))))
        return [ops[place][0].name for place in order]

    def test_what_overflows_moves_into(self):
        """A sum of squares, some of which overflow, and another op where an overflow begins, ends."""
        rows = [
            ("far", 0.9, 1, []), ("square", None, 65505, [0]), ("sum", None, 1e6, [1]), ("mean", 1e-4, 65504, [2]), ("root", 0.5, 2, [3]),
            ("cube", None, 1e5, [0]), ("tanh", 1e-3, 1, [5]), ("other", 0.1, 3, [0]),
        ]  # fmt: skip
        first = ["square", "sum", "mean"], ["cube", "tanh"]
        self.assertEqual(self.ranked(*rows, roots=["square", "cube"]), ["square", "sum", "cube", "tanh", "mean", "far", "root", "other"])
        self.assertEqual(self.ranked(*rows, roots=["cube"]), [*first[1], *first[0], "far", "root", "other"])

    def test_by_own_errors(self):
        rows = [("a", 0.1, 1, []), ("b", 0.3, 65504, [0]), ("c", None, 1, [1]), ("d", 0.2, 1, [2])]
        self.assertEqual(self.ranked(*rows), ["b", "d", "a", "c"])


if __name__ == "__main__":
    unittest.main()
