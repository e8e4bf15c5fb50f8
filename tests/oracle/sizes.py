"""Random kernels whose places depend on sizes that the user gives, for fuzz.py.

Each has one of several shapes that programs use (matrices with leading dimensions, permuted axes, butterflies,
triangles, stencils in place, ...), with some parts of it taken from wrong ones as well. That it races follows from
running all threads for all small sizes here; a witness of hgrd's, of whatever size, is checked at its two threads.
"""
import collections
import itertools
import random

PLACES = {  # names of a thread: how the kernel makes them, how they follow from block and thread id
    1: ("int t = blockIdx.x * blockDim.x + threadIdx.x;", lambda g, b: {"t": g[0]}),
    2: ("int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;",
        lambda g, b: {"i": g[1], "j": g[0]}),
    3: ("int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.z;",
        lambda g, b: {"i": g[1], "j": g[0], "b": b[2]})}
BATCHES = 3

# small: all small sizes; given: those of the command line, from which `setup` makes the others; names: terms of the kernel
# by name; rounds: of a loop over x in each thread; accesses: (read or write, place)
Shape = collections.namedtuple("Shape", "sizes small dims guard accesses names rounds given relation setup loop",
                               defaults=((), None, None, None, "", ""))


def every(**ranges):
    return [dict(zip(ranges, values)) for values in itertools.product(*ranges.values())]


def within(relation, **ranges):
    return [size for size in every(**ranges) if eval(meaning(relation), {}, dict(size))]


def writes(*places):
    return [("write", place) for place in places]


def reads(*places):
    return [("read", place) for place in places]


def permuted(r):
    axes = list("abcd"[:r.choice((3, 4, 4))])
    order = r.sample(axes, len(axes))
    digits, rest = {}, "t"
    for axis in reversed(axes[1:]):
        digits["i" + axis], rest = f"{rest} % {axis}", f"({rest} / {axis})"
    digits["i" + axes[0]] = rest
    strides, wrong = order[1:], r.choice((None, "stride", "digit", "dropped"))
    if wrong == "stride":
        k = r.randrange(len(strides))
        strides[k] = r.choice([x for x in axes if x != strides[k]])
    if wrong == "digit":
        axis = r.choice(axes[1:])
        digits["i" + axis] = digits["i" + axis].replace(f"% {axis}", "% " + r.choice([x for x in axes if x != axis]))
    place = "i" + order[0]
    for stride, axis in zip(strides, order[1:]):
        place = f"({place} * {stride} + i{axis})"
    if wrong == "dropped":
        place = place.replace("i" + r.choice(order), "0", 1)
    small = [dict(size, n=product(size.values())) for size in every(**{axis: range(1, 5) for axis in axes})]
    return Shape(["n", *axes], small, 1, "t < n", writes(place), tuple(digits.items()), given=axes,
                 setup=f"int n = {' * '.join(axes)};")


def product(factors):
    n = 1
    for factor in factors:
        n *= factor
    return n


POWERS = [{"n": 1 << e, "s": 1 << k} for e in range(5) for k in range(e)]
UP, DOWN = "for (int s = 1; s < n; s *= 2)", "for (int s = n / 2; s > 0; s /= 2)"


def butterfly(r):
    low = f"t / s * ({r.choice(('2 * s', '2 * s', 's', '3 * s'))}) + ({r.choice(('t % s', 't & (s - 1)', 't % (2 * s)'))})"
    return Shape(["n", "s"], POWERS, 1, f"t < {r.choice(('n / 2', 'n / 2', 'n'))}",
                 writes("low", "low + " + r.choice(("s", "s", "s - 1", "s + 1"))), (("low", low),), given=["e"],
                 setup="int n = 1 << e;", loop=r.choice((UP, DOWN, UP.replace("*= 2", "<<= 1"))))


def scan(r):
    guard = r.choice(("t >= s && t < n", "t % (2 * s) == 0 && t + s < n", "t < s && t + s < n", "(t & s) && t < n"))
    read, write = r.choice((("t - s", "t"), ("t + s", "t"), ("t / s * s - 1", "t"), ("t", "t + s")))
    return Shape(["n", "s"], POWERS, 1, guard, reads(read) + writes(write), given=["e"], setup="int n = 1 << e;",
                 loop=r.choice((UP, DOWN)))


def bitonic(r):
    guard = r.choice(("q > t && q < n", "q > t && q < n", "q < n", "q >= t && q < n")) + r.choice(("", " && t < n"))
    return Shape(["n", "j"], [{"n": p["n"], "j": p["s"]} for p in POWERS], 1, guard, reads("t", "q") + writes("t", "q"),
                 (("q", r.choice(("t ^ j", "t ^ j", "t ^ (2 * j)", "t + j"))),), given=["e"], setup="int n = 1 << e;",
                 loop="for (int k = 2; k <= n; k <<= 1) for (int j = k / 2; j > 0; j /= 2)")


def rows(r):
    ld, relation = r.choice(("ld", "ld", "n", "m")), r.choice(("ld >= n", "ld >= n", "ld >= n - 1", "ld > 0"))
    guard = f"{r.choice(('i < m', 'i < m', 'i <= m'))} && {r.choice(('j < n', 'j < n', 'j <= n'))}"
    return Shape(["m", "n", "ld"], within(relation, m=range(1, 5), n=range(1, 5), ld=range(1, 6)), 2, guard,
                 writes(r.choice((f"i * {ld} + j", f"j * {ld} + i"))), relation=relation)


def batches(r):
    ld, relation = r.choice(("n", "ld", "ld")), r.choice(("ld >= n", "ld > 0"))
    step = r.choice(("m * n", "m * n", "m * n - 1", "m * ld", "n"))
    return Shape(["m", "n", "ld"], within(relation, m=range(1, 4), n=range(1, 4), ld=range(1, 5)), 3, "i < m && j < n",
                 writes(f"b * ({step}) + i * {ld} + j"), relation=relation)


def triangle(r):
    place = r.choice(("i * (i + 1) / 2 + j", "i * (i + 1) / 2 + j", "i * (i - 1) / 2 + j", "i * i / 2 + j", "i * n + j"))
    guard = r.choice(("j <= i", "j <= i", "j < i", "j <= i + 1"))
    return Shape(["n"], every(n=range(1, 7)), 2, f"i < n && j < n && {guard}", writes(place))


def mirrored(r):
    return Shape(["n"], every(n=range(1, 12)), 1, "t < " + r.choice(("n / 2", "(n + 1) / 2", "n / 2 - 1", "n")),
                 writes("t", r.choice(("n - 1 - t", "n - 1 - t", "n - t", "n / 2 + t"))))


def interleaved(r):
    k = r.choice((4, 8, 16))
    step = r.choice((f"(n / {k})", f"((n + {k - 1}) / {k})"))
    place = r.choice((f"(t & {k - 1}) * {step} + t / {k}", f"(t & {k - 1}) * n / {k} + t / {k}"))
    return Shape(["n"], every(n=range(1, 40)), 1, "t < n", writes(place))


def segments(r):
    k, rounds = r.choice(("k", "k", "k + 1", "k - 1")), r.choice(("k", "k", "k + 1"))
    return Shape(["n", "k"], every(n=range(1, 7), k=range(1, 5)), 1, "t < n",
                 writes(r.choice((f"t * {k} + x", f"t * {k} + x", "x * n + t"))), rounds=rounds)


def halo(r):
    border, width = r.choice(("r", "1", "r + 1")), r.choice(("w", "w + 2 * r", "w + r"))
    guard = r.choice(("i < n && j < w", "i < n && j < w", "i < n && j < w + r", "i <= n && j < w + 2 * r"))
    return Shape(["n", "w", "r"], every(n=range(1, 5), w=range(1, 5), r=range(3)), 2, guard,
                 writes(f"(i + {border}) * ({width}) + j + {border}"), relation="r >= 0")


def checkered(r):
    color = r.choice(("(i + j) % 2 == d", "(i + j) % 2 == d", "(i * n + j) % 2 == d", "i % 2 == d"))
    others = r.sample(("(i - 1) * n + j", "(i + 1) * n + j", "i * n + j - 1", "i * n + j + 1", "(i + 1) * n + j + 1"),
                      r.choice((1, 2, 4)))
    return Shape(["n", "d"], every(n=range(3, 8), d=range(2)), 2, "i > 0 && j > 0 && i < n - 1 && j < n - 1 && " + color,
                 reads(*others) + writes("i * n + j"), relation="n > 2 && d >= 0 && d < 2")


def wavefront(r):
    others = r.sample(("(i - 1) * n + j", "i * n + j - 1", "(i - 1) * n + j - 1", "(i + 1) * n + j", "(i + 1) * n + j - 1"),
                      r.choice((1, 2, 3)))
    front = r.choice(("i + j == d", "i + j == d", "i + 2 * j == d", "i + j >= d"))
    return Shape(["n", "d"], [s for s in every(n=range(3, 7), d=range(12)) if s["d"] < 2 * s["n"]], 2,
                 f"i > 0 && j > 0 && i < n - 1 && j < n && {front}", reads(*others) + writes("i * n + j"), given=["n"],
                 loop="for (int d = 0; d < 2 * n; d++)")


def elimination(r):
    guard = r.choice(("i > k && i < n && j < n", "i > k && i < n && j >= k && j < n", "i != k && i < n && j < n",
                      "i < n && j < n", "i > k && i < n && j > k && j < n"))
    others = r.choice((("i * n + k", "k * n + j"), ("k * n + j",), ("i * n + k",), ("k * n + k", "k * n + j")))
    return Shape(["n", "k"], [s for s in every(n=range(2, 6), k=range(5)) if s["k"] < s["n"]], 2, guard,
                 reads(*others) + writes("i * n + j"), given=["n"], loop="for (int k = 0; k < n; k++)")


def transposed(r):
    guard = r.choice(("i < n && j < n", "j < i && i < n", "j <= i && i < n", "j < i && i < n"))
    return Shape(["n"], every(n=range(1, 6)), 2, guard, r.choice((
        reads("i * n + j") + writes("j * n + i"),
        reads("i * n + j", "j * n + i") + writes("j * n + i", "i * n + j"))))


def shifted(r):
    guard = r.choice(("t < n - 1", "t < n", "t % 2 == 0 && t + 1 < n", "t < n / 2"))
    others, own = r.choice(((("t + 1",), "t"), (("n - 1 - t",), "t"), (("t + n / 2",), "t"), (("t",), "2 * t"),
                            (("2 * t", "2 * t + 1"), "t")))
    return Shape(["n"], every(n=range(1, 14)), 1, guard, reads(*others) + writes(own))


def apart(r):
    relation = r.choice(("m >= n", "m >= n", "m >= n - 1", "m > 0"))
    accesses = r.choice((reads("t + m") + writes("t"), reads("t") + writes("t + m"),
                         reads("t + m") + writes("t", "t + 2 * m")))
    return Shape(["n", "m"], within(relation, n=range(1, 6), m=range(12)), 1, "t < n", accesses, relation=relation)


SHAPES = (permuted, permuted, butterfly, scan, bitonic, rows, batches, triangle, mirrored, interleaved, segments, halo,
          checkered, wavefront, elimination, transposed, shifted, apart)


def meaning(text):
    """The term in Python, of numbers that are not negative where they are divided."""
    return compile(text.replace("/", "//").replace("&&", " and "), text, "eval")


class Sizes:
    def __init__(self, seed):
        r = random.Random(seed)
        self.shape = r.choice(SHAPES)(r)
        self.accesses = {f"data[{place}] = v++;" if kind == "write" else f"v += data[{place}];": (kind, place)
                         for kind, place in self.shape.accesses}
        self.body = list(self.accesses)

    def source(self, body):
        shape, depth = self.shape, "\t\t" if self.shape.rounds else "\t"
        given = shape.given or shape.sizes
        text = ["#include <cassert>", "#include <cstdlib>", "",
                f"__global__ void kernel(int *data, {', '.join(f'int {size}' for size in shape.sizes)})", "{",
                "\t" + PLACES[shape.dims][0],
                "\tint v = threadIdx.x + 7 * threadIdx.y + 100 * blockIdx.x + 1000 * blockIdx.y + 3 * blockIdx.z;"]
        text += [f"\tint {name} = {term};" for name, term in shape.names]
        text += [f"\tif (!({shape.guard}))", "\t\treturn;"]
        text += [f"\tfor (int x = 0; x < {shape.rounds}; x++) {{"] if shape.rounds else []
        text += [depth + access for access in body] + ["\t}"] * bool(shape.rounds)
        text += ["}", "", "int main(int argc, char **argv)", "{"]
        text += [f"\tint {name} = atoi(argv[{k}]);" for k, name in enumerate(given, 1)]
        relation = f"assert({shape.relation});" if shape.relation else ""
        text += ["\t" + line for line in (shape.setup, relation) if line]
        text += ["\tint *data;", "\tcudaMalloc(&data, sizeof(int) << 24);", *(["\t" + shape.loop] if shape.loop else []),
                 f"\t{self.launch()}(data, {', '.join(shape.sizes)});", "\treturn 0;", "}", ""]
        return "\n".join(text)

    def launch(self):
        if self.shape.dims == 1:
            return "kernel<<<(n + 127) / 128, 128>>>"
        blocks = [f"({size} + 15) / 16 + 1" for size in ("w" if "w" in self.shape.sizes else "n",
                                                          "m" if "m" in self.shape.sizes else "n")]
        return f"kernel<<<dim3({', '.join(blocks + [str(BATCHES)] * (self.shape.dims == 3))}), dim3(16, 16)>>>"

    def judge(self, launch, source):
        """What is wrong with hgrd's verdict on the launch, and why; None: nothing is."""
        lines = [(number, *self.accesses[line.strip()]) for number, line in enumerate(source.splitlines(), 1)
                 if line.strip() in self.accesses]
        thread = self.thread([(number, kind, meaning(place)) for number, kind, place in lines])
        races = launch.get("races") or []
        if launch["verdict"] == "race-free" and (size := next((s for s in self.shape.small if self.races(thread, s)), None)):
            return "miss", f"race-free, but it races at {size}"
        for race in races:
            if self.is_false(thread, race):
                return "false alarm", f"no race: {race['witness']}"
        return None, ""

    def thread(self, accesses):
        """What a thread of given names touches: line, kind, place."""
        names = [(name, meaning(term)) for name, term in self.shape.names]
        guard, rounds = meaning(self.shape.guard), meaning(self.shape.rounds or "1")

        def run(known):
            for name, term in names:
                known[name] = eval(term, {}, known)
            if not eval(guard, {}, known):
                return
            for known["x"] in range(eval(rounds, {}, known)):
                for line, kind, place in accesses:
                    yield line, kind, eval(place, {}, known)
        return run

    def races(self, thread, size):
        """Do two of the first threads race, all of which a launch of the size has."""
        batch = {"b": range(BATCHES)} if self.shape.dims == 3 else {}
        ids = every(t=range(size["n"])) if self.shape.dims == 1 else every(i=range(8), j=range(8), **batch)
        writer, reader = {}, {}
        for k, names in enumerate(ids):
            for _, kind, place in thread({**size, **names}):
                if kind == "read":
                    reader.setdefault(place, set()).add(k)
                elif writer.setdefault(place, k) != k:
                    return True
        return any(reader.get(place, set()) - {k} for place, k in writer.items())

    def is_false(self, thread, race):
        """The two threads of the witness do not touch one place there, one of them to write."""
        witness = race["witness"]
        touched = []
        for access, at in zip(race["accesses"], witness["threads"]):
            ids = [b * d + t for b, d, t in zip(at["block"], witness["blockDim"], at["thread"])]
            known = {**witness["params"], **PLACES[self.shape.dims][1](ids, at["block"])}
            if min(known.values()) < 0:
                return False
            touched.append({place for line, kind, place in thread(known)
                            if (line, kind) == (access["line"], access["type"])})
        kinds = [access["type"] for access in race["accesses"]]
        return "write" not in kinds or not touched[0] & touched[1] or witness["threads"][0] == witness["threads"][1]
