"""Random kernels whose warps have roles and meet at numbered barriers, for fuzz.py.

Each is a correct exchange between producers and consumers, in one of several shapes, with up to two
mutations: a statement less, two swapped, another place, another barrier.
"""
import copy
import random

from kernels import Block, Program

HELPERS = ["__device__ void meet(int id, int count) "
           '{ asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(count) : "memory"); }',
           "__device__ void pass(int id, int count) "
           '{ asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(count) : "memory"); }', ""]


def flat(body):
    """All lists of statements of a body."""
    yield body
    for s in body:
        if isinstance(s, Block):
            for part in (s.body, s.other):
                if part is not None:
                    yield from flat(part)


class Phases(Program):
    helpers = HELPERS

    def __init__(self, seed):
        # pylint: disable=super-init-not-called
        self.r = r = random.Random(seed)
        self.flat, self.scale, self.grid = True, None, r.choice((1, 1, 2))
        warps = r.choice((2, 2, 3, 4))
        self.block = (32 * warps, 1)
        self.n = (r.randint(1, 3),) * 2 if r.random() < 0.5 else (r.randint(0, 1), r.randint(2, 3))
        self.producers = r.randint(1, warps - 1)
        self.buffers = r.choice((1, 1, 2))
        self.rounds = [r.choice(("n", "2", "3", "n")) for _ in range(r.choice((1, 1, 2)))]
        self.body = self.exchange()
        for _ in range(r.choice((0, 1, 1, 2))):
            self.mutate()

    def barrier(self, op, number):
        turn = "" if self.buffers == 1 else f" + {self.turn()}"
        return f"{op}({number}{turn}, {self.block[0]});"

    def turn(self):
        counter = " + ".join(f"i{d}" if d == len(self.rounds) - 1 else f"i{d} * {self.rounds[-1]}"
                             for d in range(len(self.rounds)))
        return f"({counter}) % {self.buffers}"

    def slot(self, own):
        places = {True: ("t", "t", "t", "(t ^ 1)"), False: (f"(t % {32 * self.producers})", "(t & 31)", "0", "(t & 15)")}
        row = "" if self.buffers == 1 else f"{self.turn()} * 128 + "
        return f"s[{row}{self.r.choice(places[own])}]"

    def loops(self, body):
        for depth in reversed(range(len(self.rounds))):
            body = [Block(f"for (int i{depth} = 0; i{depth} < {self.rounds[depth]}; i{depth}++)", body)]
        return body

    def exchange(self):
        """Full: barriers 1 and 2; empty: barriers 3 and 4."""
        fill = [self.barrier("meet", 3), f"{self.slot(True)} = t;", self.barrier("pass", 1)]
        use = [self.barrier("meet", 1), f"acc += {self.slot(False)};", self.barrier("pass", 3)]
        first = [f"pass({3 + k}, {self.block[0]});" for k in range(self.buffers)]
        role = f"if (t < {32 * self.producers})"
        shape = self.r.random()
        if shape < 0.4:
            return [Block(role, self.loops(fill), first + self.loops(use))]
        if shape < 0.7:
            return [Block(f"if (t >= {32 * self.producers})", first)] + self.loops([Block(role, fill, use)])
        if shape < 0.85:  # all meet after each round instead
            together = self.r.choice(("__syncthreads();", self.barrier("meet", 3)))
            return self.loops([Block(role, fill[1:]), Block(f"if (t >= {32 * self.producers})", use[:2]), together])
        return [Block(role, self.loops(fill[1:] + [self.barrier("meet", 3)]),
                      self.loops(use[:2] + [self.barrier("meet", 3)]))]

    def mutate(self):
        r = self.r
        body = r.choice([part for part in flat(self.body) if part])
        at = r.randrange(len(body))
        kind = r.random()
        if kind < 0.35 and len(body) > 1:
            del body[at]
        elif kind < 0.6 and len(body) > 1:
            other = r.randrange(len(body))
            body[at], body[other] = body[other], body[at]
        elif kind < 0.7:
            body.insert(r.randrange(len(body) + 1), copy.deepcopy(body[at]))
        elif isinstance(body[at], str):
            old, new = r.choice((("meet(", "pass("), ("pass(", "meet("), ("(1", "(3"), ("(3", "(1"), ("s[t]", "s[t / 2]"),
                                 ("(t & 31)", "(t & 30)"), ("% 2", "% 1")))
            body[at] = body[at].replace(old, new, 1)
