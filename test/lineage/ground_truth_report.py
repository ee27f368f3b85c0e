"""The counts of ground_truth.py, and how they are printed."""

import collections
import heapq

# A group of pairs that the recorded edges do not have. `what` is "pair" or
# "call". The pass, the action and `end` tell of the op where the chain of edges
# ends on the way back; it is not `dangling` if all chains reach the input.
Missing = collections.namedtuple(
    "Missing", "what passes action end dangling source final")
# A pair that locations do not support. Those with the smallest keys, which are
# random numbers, are printed.
Sample = collections.namedtuple("Sample", "key rule source final")

# What is left out of the ops of the input in each figure.
VIEWS = [("all", ()), ("without terminators", ("terminator",)),
         ("without terminators and the module", ("terminator", "module"))]
KINDS = ("op", "terminator", "module")


class Samples:
    """The `count` samples with the smallest keys, of all or of each rule."""

    def __init__(self, count, by):
        self.count = count
        self.by = by
        self.heaps = collections.defaultdict(list)

    def offer(self, sample, describe):
        heap = self.heaps[sample.rule if self.by == "rule" else ""]
        # The largest key is on top.
        if len(heap) < self.count or -heap[0][0] > sample.key:
            self.push(heap, (-sample.key, describe()))

    def push(self, heap, entry):
        heapq.heappush(heap, entry)
        if len(heap) > self.count:
            heapq.heappop(heap)

    def add(self, other):
        for group, heap in other.heaps.items():
            for entry in heap:
                self.push(self.heaps[group], entry)

    def chosen(self):
        """One of each group in turn."""
        groups = [sorted(heap, reverse=True) for heap in self.heaps.values()]
        turns = [group[turn] for turn in range(self.count) for group in groups
                 if turn < len(group)]
        return [text for _, text in turns[:self.count]]


class Result:
    """The counts of one case, or of several."""

    def __init__(self, title, sample=0, by="pair"):
        self.title = title
        self.measured = 0
        self.names = 0
        self.left_out = collections.Counter()
        self.pairs = collections.Counter()  # By what, kind and found.
        self.missing = collections.Counter()
        self.examples = {}
        self.agreed = self.unjudged = 0
        # By the rule of the last step, and by all of the first.
        self.unsupported = collections.Counter()
        self.first_steps = collections.Counter()
        self.loses_locations = False
        self.nothing_took_over = collections.Counter()
        self.samples = Samples(sample, by)

    def add(self, other):
        self.measured += other.measured
        self.names += other.names
        self.agreed += other.agreed
        self.unjudged += other.unjudged
        for name in ("left_out", "pairs", "missing", "unsupported",
                     "first_steps", "nothing_took_over"):
            getattr(self, name).update(getattr(other, name))
        self.examples = {**other.examples, **self.examples}
        self.samples.add(other.samples)

    def add_missing(self, key, example):
        self.missing[key] += 1
        self.examples.setdefault(key, example)

    def take_located(self, other):
        """The pairs of the same compile with locations, to be shown beside."""
        for (what, kind, found), count in other.pairs.items():
            if what == "pair":
                self.pairs["located", kind, found] += count

    def agreement(self):
        judged = self.agreed + sum(self.unsupported.values())
        return f"{percent(self.agreed, judged)} of {judged}"

    def counts(self, what, leave_out=()):
        """Found pairs, and all."""
        kinds = [kind for kind in KINDS if kind not in leave_out]
        found = sum(self.pairs[what, kind, True] for kind in kinds)
        return found, found + sum(self.pairs[what, kind, False]
                                  for kind in kinds)

    def line(self):
        shares = " / ".join(
            percent(*self.counts("pair", leave_out)) for _, leave_out in VIEWS)
        parts = [f"{self.title}: {self.measured} of "
                 f"{self.measured + sum(self.left_out.values())} compiles",
                 f"recall {shares} of {self.counts('pair')[1]}"]
        found, calls = self.counts("call")
        if calls:
            parts.append(f"calls {found} of {calls}")
        parts.append(f"agreement {self.agreement()}")
        parts += [f"left out {count}: {reason}"
                  for reason, count in self.left_out.items()]
        return "; ".join(parts)


def percent(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "-"


def is_model(result):
    return result.title.startswith(("gen_", "mod_"))


def total(title, results, options):
    whole = Result(title, options.sample, options.by)
    for result in results:
        whole.add(result)
    return whole


def print_figures(whole, results, options):
    print(f"\n{whole.title}: {whole.measured} compiles measured; the names of "
          f"all {whole.names} of their ops match")
    for reason, count in whole.left_out.most_common():
        print(f"  left out {count}: {reason}")
    for title, leave_out in VIEWS:
        print(f"  recall, {title}: {share(*whole.counts('pair', leave_out))}")
        if options.stripped:
            print("    with locations, the same pairs: "
                  f"{share(*whole.counts('located', leave_out))}")
    for what, title in (("callee", "op in the function -> its copy"),
                        ("call", "call -> copy"),
                        ("moved", "call -> moved op")):
        print(f"  inlining, {title}: {share(*whole.counts(what))}")
    keeping = total("", [result for result in results
                         if not result.loses_locations], options)
    print(f"  agreement: {whole.agreement()}; where passes keep locations: "
          f"{keeping.agreement()}; {whole.unjudged} more of ops whose location "
          "does not name the input")
    for rule, count in whole.unsupported.most_common():
        print(f"    not supported, the last step is {rule}: {count}")


def share(found, pairs):
    return f"{percent(found, pairs)}, {found} of {pairs}"


def print_missing(whole, what, limit):
    groups = [(key, count) for key, count in whole.missing.most_common()
              if key.what == what]
    rest = sum(count for _, count in groups[limit:])
    title = "pairs" if what == "pair" else "call -> inlined op"
    print(f"\nMissing, {title}: {sum(count for _, count in groups)} in "
          f"{len(groups)} groups")
    if not groups:
        return
    print("count | pass | action | chain ends at | source -> op at the end | "
          "first, with its lines in the input and the output")
    for key, count in groups[:limit]:
        print(f"{count} | {key.passes} | {key.action} | {end_text(key)} | "
              f"{key.source} -> {key.final} | {whole.examples[key]}")
    if rest:
        print(f"{rest} | in {len(groups) - limit} other groups")


def end_text(key):
    return key.end if key.dangling else f"{key.end}, made from other input"


def print_ends(whole, what, limit):
    """The missing pairs once more, by the ends of the chains alone: each is one
    thing to repair."""
    ends = collections.Counter()
    names = collections.defaultdict(collections.Counter)
    for key, count in whole.missing.items():
        if key.what == what:
            end = (key.passes, key.action, end_text(key))
            ends[end] += count
            names[end, "source"][key.source] += count
            names[end, "final"][key.final] += count
    if ends:
        print("\nThe same by the end of the chain\ncount | pass | action | "
              "chain ends at | sources | ops at the end")
    for end, count in ends.most_common(limit):
        print(" | ".join([str(count), *end, some(names[end, "source"]),
                          some(names[end, "final"])]))


def some(names):
    texts = [name for name, _ in names.most_common(3)]
    return ", ".join(texts + ["..."] * (len(names) > 3))


def print_first_steps(whole, limit):
    if whole.first_steps:
        print("\nPairs that locations do not support, by their first step\n"
              "count | rule | pass | action")
    for step, count in whole.first_steps.most_common(limit):
        print(" | ".join([str(count), *step]))


def print_nothing_took_over(whole, limit):
    counts = whole.nothing_took_over
    print(f"\nErased without an edge, and still named at the end: "
          f"{sum(counts.values())}")
    for (name, results, passes, action), count in counts.most_common(limit):
        print(f"{count} | {name}, {results} | {passes} | {action}")


def report(results, options):
    """Prints the totals. The recall of all pairs, in percent."""
    models = [result for result in results if is_model(result)]
    small = [result for result in results if not is_model(result)]
    for title, group in (("model-like cases", models), ("small cases", small)):
        if group and len(group) < len(results):
            print_figures(total(title, group, options), group, options)
    whole = total("all cases", results, options)
    print_figures(whole, results, options)
    for what in ("pair", "call"):
        print_missing(whole, what, options.missing)
        print_ends(whole, what, options.missing)
    print_first_steps(whole, options.missing)
    if options.nothing_took_over:
        print_nothing_took_over(whole, options.missing)
    for text in whole.samples.chosen():
        print("\n" + text)
    found, pairs = whole.counts("pair")
    return 100 * found / max(1, pairs)
