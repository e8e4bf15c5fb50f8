"""Random kernels whose places are made by integer arithmetic of all widths, for fuzz.py.

Each term is its text and what it means in the rules of the language, so that the races of a launch follow
from running all threads here: nothing of hgrd's reading of the program takes part.
"""
import collections
import random

from kernels import SIZE, Program

Type = collections.namedtuple("Type", "name width signed")
Term = collections.namedtuple("Term", "text type value")  # value(thread) -> int
TYPES = {t.name: t for t in (
    Type("signed char", 8, True), Type("unsigned char", 8, False), Type("short", 16, True),
    Type("unsigned short", 16, False), Type("int", 32, True), Type("unsigned", 32, False),
    Type("long long", 64, True), Type("unsigned long long", 64, False))}
SUFFIXES = {"int": "", "unsigned": "u", "long long": "ll"}
INT, UNSIGNED, BYTE = TYPES["int"], TYPES["unsigned"], TYPES["unsigned char"]
HELPERS = [
    "struct fields { unsigned low : 3; unsigned middle : 4; int high : 5; };",
    "__device__ unsigned low(unsigned x) { fields f; f.low = x; f.middle = x >> 3; return f.low; }",
    "__device__ unsigned middle(unsigned x) { fields f; f.middle = x; f.low = 1; return f.middle; }",
    "__device__ int high(unsigned x) { fields f; f.high = x; f.middle = 2; return f.high; }", ""]


def fit(value, of):
    value &= (1 << of.width) - 1
    return value - (1 << of.width) if of.signed and value >> (of.width - 1) else value


def promoted(of):
    return INT if of.width < 32 else of


def common(a, b):
    a, b = promoted(a), promoted(b)
    if a.width != b.width:
        return a if a.width > b.width else b
    return b if a.signed else a


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATORS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": quotient,
    "%": lambda a, b: a - b * quotient(a, b), "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b}
COMPARISONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b}


def low24(value, of):
    return fit(value << 8, of) >> 8


FUNCTIONS = {  # name: (type of arguments, of result, meaning)
    "__mul24": (INT, INT, lambda a, b: low24(a, INT) * low24(b, INT)),
    "__umul24": (UNSIGNED, UNSIGNED, lambda a, b: low24(a, UNSIGNED) * low24(b, UNSIGNED)),
    "__mulhi": (INT, INT, lambda a, b: a * b >> 32),
    "__umulhi": (UNSIGNED, UNSIGNED, lambda a, b: a * b >> 32),
    "min": (INT, INT, min), "max": (INT, INT, max),
    "__brev": (UNSIGNED, UNSIGNED, lambda a: int(f"{a:032b}"[::-1], 2)),
    "__popc": (UNSIGNED, INT, lambda a: bin(a).count("1")),
    "__clz": (INT, INT, lambda a: 32 - fit(a, UNSIGNED).bit_length()),
    "__ffs": (INT, INT, lambda a: (a & -a).bit_length()),
    "abs": (INT, INT, abs),
    "low": (UNSIGNED, UNSIGNED, lambda a: a & 7), "middle": (UNSIGNED, UNSIGNED, lambda a: a & 15),
    "high": (UNSIGNED, INT, lambda a: ((a & 31) ^ 16) - 16),
}


class Thread:
    """One thread's variables, and what its arithmetic did that a proof may exclude."""

    def __init__(self, names):
        self.names, self.flags = names, set()

    def kept(self, value, of):
        result = fit(value, of)
        if result != value:
            self.flags.add("undefined" if of.signed else "wrap")
        return result

    def converted(self, value, of):
        """To 32 bits, from 64: what is lost there counts as wrapping, as the report says."""
        if of.width == 32 and not -1 << 31 <= value < 1 << 32:
            self.flags.add("wrap")
        return fit(value, of)


def constant(value, of=INT):
    return Term(f"{value}{SUFFIXES[of.name]}", of, lambda _: value)


def variable(name, of):
    return Term(name, of, lambda thread: thread.names[name])


def cast(a, of):
    return Term(f"({of.name})({a.text})", of, lambda thread: thread.converted(a.value(thread), of))


def binary(op, a, b):
    of = common(a.type, b.type)

    def value(thread):
        x, y = fit(a.value(thread), of), fit(b.value(thread), of)
        if op in "/%" and not y:
            thread.flags.add("undefined")
            return 0
        return thread.kept(OPERATORS[op](x, y), of)
    return Term(f"({a.text} {op} {b.text})", of, value)


def shift(op, a, by, rotates=False):
    of = promoted(a.type)

    def value(thread):
        x = fit(a.value(thread), of)
        if fit(x << by, of) != x << by and op == "<<" and not rotates:
            thread.flags.add("wrap")
        return fit(x << by, of) if op == "<<" else x >> by
    return Term(f"({a.text} {op} {by})", of, value)


def rotate(a, by):
    x = cast(a, UNSIGNED)
    return binary("|", shift("<<", x, by, True), shift(">>", x, 32 - by))


def call(name, *arguments):
    of, result, meaning = FUNCTIONS[name]

    def value(thread):
        given = [thread.converted(a.value(thread), of) for a in arguments]
        if "mul24" in name and any(low24(x, of) != x for x in given):
            thread.flags.add("wrap")
        got = meaning(*given)
        return fit(got, result) if name.startswith("__") else thread.kept(got, result)
    texts = ", ".join(a.text if a.type == of else f"({of.name})({a.text})" for a in arguments)
    return Term(f"{name}({texts})", result, value)


def choice(test, a, b):
    of = common(a.type, b.type)
    return Term(f"({test.text} ? {a.text} : {b.text})", of,
                lambda thread: fit((a if test.value(thread) else b).value(thread), of))


class Numbers(Program):
    helpers = HELPERS

    def __init__(self, seed):
        # pylint: disable=super-init-not-called
        self.r = r = random.Random(seed)
        self.flat, self.scale = True, None
        self.block, self.grid = (r.choice((2, 3, 8, 16, 31, 32, 33, 40, 64)), 1), r.choice((1, 1, 2, 3))
        self.n = (r.choice((1, 2, 3, 8, 17, 64, 255)),) * 2 if r.random() < 0.6 else (r.randint(0, 5), r.randint(6, 20))
        self.meaning = {}
        self.known = [variable("t", INT)] * 3 + [variable("g", INT)] * 2
        self.body = [self.assignment(k) for k in range(r.randint(0, 2))]
        self.body += [self.access() for _ in range(r.choice((1, 1, 2)))]

    def leaf(self):
        return self.r.choice(self.known)

    def operand(self):
        r = self.r
        kind = r.random()
        if kind < 0.6:
            return constant(r.choice((1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 31, 32, 60, 64, 100, 127, 128, 200, 255)),
                            r.choice((INT, INT, UNSIGNED, TYPES["long long"])) if r.random() < 0.5 else INT)
        return variable("n", INT) if kind < 0.75 else self.leaf()

    def test(self):
        r = self.r
        a = self.term(r.randint(0, 1))
        op, b = r.choice(tuple(COMPARISONS)), self.operand()
        of = common(a.type, b.type)
        return Term(f"({a.text} {op} {b.text})", INT, lambda thread: int(
            COMPARISONS[op](fit(a.value(thread), of), fit(b.value(thread), of))))

    def term(self, depth):
        r = self.r
        if not depth:
            return self.leaf()
        a = self.term(depth - 1)
        kind = r.random()
        if kind < 0.42:
            return binary(r.choice(("+", "-", "-", "*", "/", "%", "&", "|", "^")), a, self.operand())
        if kind < 0.5:
            return binary(r.choice("+-|^"), a, self.term(r.randint(0, depth - 1)))
        if kind < 0.64:
            return shift(r.choice(("<<", ">>")), a, r.choice((1, 1, 2, 3, 4, 5, 8, 16, 24, 27, 30)))
        if kind < 0.8:
            return cast(a, r.choice(tuple(TYPES.values())))
        if kind < 0.84:
            return rotate(a, r.choice((1, 3, 8, 16, 28)))
        if kind < 0.88:
            return choice(self.test(), a, self.term(depth - 1))
        name = r.choice(tuple(FUNCTIONS))
        two = name in ("__mul24", "__umul24", "__mulhi", "__umulhi", "min", "max")
        return call(name, a, self.operand()) if two else call(name, a)

    def inside(self, term, least=0, most=SIZE - 1):
        for thread in (thread for word in self.launches() for thread in self.threads(self.dims(word))):
            for statement in self.meaning.values():
                statement(thread)
            if not least <= term.value(thread) <= most or thread.flags:
                return False
        return True

    def place(self):
        a = self.term(self.r.randint(1, 4))
        for _ in range(5):
            if self.inside(a):
                return a
            a = self.r.choice((
                lambda a: binary("&", a, constant(SIZE - 1)), lambda a: cast(a, BYTE),
                lambda a: binary("%", cast(a, UNSIGNED), constant(200, UNSIGNED)),
                lambda a: shift(">>", cast(a, UNSIGNED), 24), lambda a: binary("+", binary("%", a, constant(100)), constant(100)),
                lambda a: binary("+", cast(a, TYPES["signed char"]), constant(128))))(a)
        return binary("&", self.leaf(), constant(SIZE - 1))

    def assignment(self, k):
        a, of, name = self.term(self.r.randint(1, 3)), self.r.choice(tuple(TYPES.values())), f"x{k}"
        if not self.inside(a, -1 << 63, (1 << 64) - 1):
            a = self.leaf()

        def run(thread):
            thread.names[name] = thread.converted(a.value(thread), of)
        self.known += [variable(name, of)] * 3
        text = f"{of.name} {name} = {a.text};"
        self.meaning[text] = run
        return text

    def access(self):
        r = self.r
        array, size = r.choice((("a", 4), ("a", 4), ("((short *)a)", 2), ("((unsigned char *)a)", 1), ("b", 4)))
        place, guard = self.place(), self.test() if r.random() < 0.3 else constant(1)
        text, kind = r.choice(((f"{array}[%s] = t;", "write"), (f"{array}[%s] = t;", "write"), (f"acc += {array}[%s];", "read")))
        text = text % place.text
        if guard.text != "1":
            text = f"if {guard.text} {text}"

        def run(thread):
            if guard.value(thread):
                at = place.value(thread) * size
                thread.touched = (array.strip("()").split()[-1][-1], kind, range(at, at + size))
        self.meaning[text] = run
        return text

    # launches

    @staticmethod
    def dims(word):
        return {key: value.split(",") for key, value in (part.split("=") for part in word.split())}

    def threads(self, dims):
        block, grid, n = int(dims["block"][0]), int(dims["grid"][0]), int(dims["n"][0])
        for g in range(block * grid):
            thread = Thread({"t": g % block, "g": g, "n": n})
            thread.at, thread.touched = (g // block, g % block), None
            yield thread

    def run(self, source, word):
        """What race_oracle would say of this launch."""
        dims, accesses, flags = self.dims(word), [], set()
        lines = [(k, self.meaning[line.strip()]) for k, line in enumerate(source.splitlines(), 1)
                 if line.strip() in self.meaning]
        for thread in self.threads(dims):
            for line, statement in lines:
                thread.touched = None
                statement(thread)
                if thread.touched:
                    accesses.append((line, thread.at, *thread.touched))
            flags |= thread.flags
        if any(bytes_.start < 0 or bytes_.stop > SIZE * 4 for _, _, _, _, bytes_ in accesses):
            flags.add("outside")
        races = list(self.races(accesses))
        asked = [tuple(side.split(":")) for side in dims["pair"][0].split("/")] if "pair" in dims else None
        pair = asked and any(sorted(asked) == sorted(sides) for _, sides in races)
        return {"flags": sorted(flags), "pair": pair, "races": [
            {"kind": kind, "accesses": [[int(line), how, block, at] for line, how, block, at in sides]}
            for kind, sides in races]}

    @staticmethod
    def races(accesses):
        touching = collections.defaultdict(list)
        for line, at, array, how, places in accesses:
            for byte in places:
                touching[array, byte].append((line, at, how))
        for found in touching.values():
            for i, (line, at, how) in enumerate(found):
                for line2, at2, how2 in found[:i]:
                    if at == at2 or "write" not in (how, how2):
                        continue
                    kind = "inter-block" if at[0] != at2[0] else \
                        "intra-warp" if at[1] // 32 == at2[1] // 32 else "intra-block"
                    yield kind, [(str(line), how, str(at[0]), str(at[1])), (str(line2), how2, str(at2[0]), str(at2[1]))]
