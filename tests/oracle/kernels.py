"""Random small kernels and the host code that launches them, for fuzz.py."""
import collections
import random

SIZE = 256  # elements of every array
CONTENTS = (0, 3)
Term = collections.namedtuple("Term", "text lo hi")


class Block:
    """A statement with a body (and an else part), or the whole kernel."""

    def __init__(self, head, body, other=None):
        self.head, self.body, self.other = head, body, other

    def lines(self, depth=1):
        pad = "\t" * depth
        yield f"{pad}{self.head} {{"
        for part in (self.body, self.other):
            if part is self.other and part is not None:
                yield f"{pad}}} else {{"
            for s in part or []:
                yield from s.lines(depth + 1) if isinstance(s, Block) else [f"{pad}\t{s}"]
        yield pad + "}"


class Program:
    helpers = []

    def __init__(self, seed):
        self.r = random.Random(seed)
        r = self.r
        self.flat = r.random() < 0.75
        self.block = (r.choice((2, 3, 8, 16, 31, 32, 33, 40, 48, 64)), 1) if self.flat else \
            r.choice(((4, 4), (8, 4), (16, 2), (5, 3), (8, 8), (32, 2)))
        self.grid = r.choice((1, 1, 2, 2, 3))
        self.n = (r.randint(1, 40),) * 2 if r.random() < 0.6 else (r.randint(0, 5), r.randint(6, 40))
        self.scale = None
        if self.flat and self.n[0] != self.n[1] and r.random() < 0.3:
            self.scale = r.choice((1, 2, 4))  # blockDim.x == n * scale
            self.n = (1, r.randint(4, 10))
        self.loops = self.temps = 0
        self.warps = self.flat
        high = self.n[1] * self.scale if self.scale else self.block[0]
        low = self.n[0] * self.scale if self.scale else high
        self.dim = Term("(int)blockDim.x", low, high)
        self.tid = [Term("t", 0, high - 1)] + ([] if self.flat else [Term("u", 0, self.block[1] - 1)])
        self.gid = Term("g", 0, high * self.grid - 1)
        self.uniform = [Term("n", *self.n), self.dim, Term("(int)blockIdx.x", 0, self.grid - 1)]
        self.thread = []
        self.budget = r.randint(3, 9)
        self.body = []
        while self.budget > 0:
            self.body += self.statement(True, 0)

    # expressions

    def const(self):
        return (lambda c: Term(str(c), c, c))(self.r.choice((0, 1, 1, 2, 3, 4, 5, 8, 16, 31, 32)))

    def leaf(self, uniform):
        r = self.r
        pool = list(self.uniform)
        if uniform or r.random() < 0.25:
            return r.choice(pool) if r.random() < 0.7 else self.const()
        return r.choice(self.tid * 3 + [self.gid] * 3 + self.thread * 2)

    def term(self, uniform, depth):
        r = self.r
        if depth == 0:
            return self.leaf(uniform)
        a = self.term(uniform, depth - 1)
        op = r.choice(("+", "+", "+", "-", "*", "/", "%", "^", "^^", ">>", "&", "|", "?", "min", "max", "%d",
                       "row", "u%"))
        k = r.choice((1, 2, 3, 4, 7, 8, 16))
        mask = (1 << max(abs(a.lo), abs(a.hi), k).bit_length()) - 1
        if op == "+":
            b = self.leaf(uniform) if r.random() < 0.6 else self.const()
            return Term(f"({a.text} + {b.text})", a.lo + b.lo, a.hi + b.hi)
        if op == "-":
            b = self.leaf(uniform) if r.random() < 0.6 else self.const()
            return Term(f"({a.text} - {b.text})", a.lo - b.hi, a.hi - b.lo)
        if op == "*":
            return Term(f"({a.text} * {k})", a.lo * k, a.hi * k)
        if op == "row" and not uniform:
            b = r.choice(self.uniform)
            c = self.leaf(False)
            return Term(f"({a.text} * {b.text} + {c.text})", min(a.lo * b.hi, a.lo * b.lo) + c.lo,
                        max(a.hi * b.hi, a.hi * b.lo) + c.hi)
        if op == "?":
            b = self.leaf(uniform)
            return Term(f"({self.cond(uniform, 0)} ? {a.text} : {b.text})", min(a.lo, b.lo), max(a.hi, b.hi))
        if op in ("min", "max"):
            b = self.leaf(uniform)
            pick = min if op == "min" else max
            return Term(f"{op}({a.text}, {b.text})", pick(a.lo, b.lo), pick(a.hi, b.hi))
        if a.lo < 0:
            return Term(f"({a.text} & 63)", 0, 63) if r.random() < 0.5 else \
                Term(f"({a.text} % {k})", 1 - k, k - 1)
        if op == "/":
            return Term(f"({a.text} / {k})", a.lo // k, a.hi // k)
        if op == "%":
            return Term(f"({a.text} % {k})", 0, min(a.hi, k - 1))
        if op == "u%":
            return Term(f"(int)((unsigned){a.text} % {k}u)", 0, min(a.hi, k - 1))
        if op == "%d" and self.dim.lo > 0:
            return Term(f"({a.text} % {self.dim.text})", 0, self.dim.hi - 1)
        if op == "^":
            return Term(f"({a.text} ^ {k})", 0, mask)
        if op == "^^":
            b = self.leaf(uniform)
            if b.lo >= 0:
                return Term(f"({a.text} ^ {b.text})", 0, (1 << max(a.hi, b.hi).bit_length()) - 1)
        if op == ">>":
            s = r.randint(1, 4)
            return Term(f"({a.text} >> {s})", a.lo >> s, a.hi >> s)
        if op == "&":
            m = r.choice((1, 3, 7, 15, 31, 6, 28))
            return Term(f"({a.text} & {m})", 0, m)
        if op == "|":
            return Term(f"({a.text} | {k})", 0, mask)
        return a

    def cond(self, uniform, depth):
        r = self.r
        a = self.term(uniform, r.randint(0, 1))
        kind = r.random()
        if depth and kind < 0.2:
            return f"({self.cond(uniform, depth - 1)} {r.choice(('&&', '||'))} {self.cond(uniform, depth - 1)})"
        if kind < 0.35:
            return f"(({a.text} & {r.choice((1, 3, 7, 32))}) {r.choice(('==', '!='))} 0)"
        if kind < 0.5:
            return f"({a.text} == {self.const().text})"
        b = self.leaf(True) if r.random() < 0.6 else self.const()
        return f"({a.text} {r.choice(('<', '<', '<=', '>', '>=', '!='))} {b.text})"

    def index(self):
        r = self.r
        for _ in range(20):
            a = self.term(False, r.choice((0, 0, 1, 1, 2)))
            if a.lo >= 0 and a.hi < SIZE:
                return a.text
            if r.random() < 0.15:
                return f"{a.text} & {SIZE - 1}"
        return "t"

    def place(self):
        name = self.r.choice(("s", "s", "s2", "a", "a", "b"))
        if name == "s2" and self.r.random() < 0.2:
            return f"((char *)s2)[{self.index()}]"
        return f"{name}[{self.index()}]"

    def value(self):
        r = self.r
        if r.random() < 0.15:
            return "7"
        return self.leaf(False).text if r.random() < 0.7 else self.place()

    # statements; `uniform`: all threads of the block come here together

    def simple(self):
        r, kind = self.r, self.r.random()
        if kind < 0.35:
            return f"{self.place()} = {self.value()};"
        if kind < 0.55:
            return f"acc += {self.place()};"
        if kind < 0.65:
            return f"{self.place()} += {self.value()};"
        if kind < 0.8:
            return f"{self.place()} = {self.place()} + 1;"
        if kind < 0.97:
            name = r.choice(("atomicAdd", "atomicAdd", "atomicMax", "atomicExch", "atomicAdd_block"))
            return f"{name}(&{r.choice('sab')}[{self.index()}], 1);"
        return f"a[c[{self.index()}] & 63] = 1;"

    def body_of(self, uniform, depth):
        body = []
        for _ in range(self.r.randint(1, 3)):
            body += self.statement(uniform, depth + 1)
        return body

    def loop(self, uniform, depth):
        r = self.r
        name = f"i{self.loops}"
        self.loops += 1
        k = r.randint(1, 4)
        forms = [
            (True, f"for (int {name} = 0; {name} < {k}; {name}++)", 0, k - 1),
            (True, f"for (int {name} = {k}; {name} > 0; {name}--)", 1, k),
            (True, f"for (int {name} = 1; {name} < (int)blockDim.x; {name} *= 2)", 1, max(1, self.dim.hi - 1)),
            (True, f"for (int {name} = blockDim.x / 2; {name} > 0; {name} >>= 1)", 1, max(1, self.dim.hi // 2)),
            (False, f"for (int {name} = t; {name} < 64; {name} += blockDim.x)", 0, 63),
            (True, f"for (int {name} = 0; {name} < n; {name} += {k + 3})", 0, max(0, self.n[1] - 1)),
            (False, f"for (int {name} = g; {name} < {SIZE}; {name} += gridDim.x * blockDim.x)", 0, SIZE - 1),
        ]
        same, head, lo, hi = r.choice(forms)
        pool = self.uniform if same else self.thread
        pool.append(Term(name, lo, hi))
        body = self.body_of(uniform and same, depth)
        pool.pop()
        return [Block(head, body)]

    def branch(self, uniform, depth):
        r = self.r
        if uniform and r.random() < 0.25:
            return [Block(f"if {self.cond(True, 0)}", self.body_of(True, depth))]
        if self.warps and uniform and r.random() < 0.2:
            body = self.body_of(False, depth)
            body.insert(r.randint(0, len(body)), "__syncwarp();")
            return [Block(f"if (t {r.choice(('<', '>='))} 32)", body)]
        other = self.body_of(False, depth) if r.random() < 0.25 else None
        return [Block(f"if {self.cond(False, 1)}", self.body_of(False, depth), other)]

    def statement(self, uniform, depth):
        r, kind = self.r, self.r.random()
        self.budget -= 1
        if uniform and kind < 0.22:
            return ["__syncthreads();"]
        if uniform and kind < 0.27 and self.warps:
            return ["__syncwarp();"]
        if kind < 0.42 and depth < 2:
            return self.branch(uniform, depth)
        if kind < 0.55 and depth < 2:
            return self.loop(uniform, depth)
        if kind < 0.58 and depth == 0:
            return [f"if {self.cond(False, 0)} return;"]
        if kind < 0.61 and depth == 0:
            self.temps += 1
            a = self.term(False, 2)
            self.thread.append(Term(f"x{self.temps}", a.lo, a.hi))
            return [f"int x{self.temps} = {a.text};"]
        return [self.simple()]

    # texts

    def source(self, body):
        y = self.block[1]
        size = f"{SIZE} * sizeof(int)"
        fixed = self.n[0] == self.n[1]
        value = str(self.n[0]) if fixed else "atoi(argv[1])"
        block = f"n * {self.scale}" if self.scale else f"dim3({self.block[0]}, {y})" if y > 1 else \
            str(self.block[0])
        text = ["#include <cassert>", "#include <cstdlib>", "#include <cuda_runtime.h>", "",
                *self.helpers, "__global__ void k(int *a, int *b, const int *c, int *r, int n)", "{",
                f"\t__shared__ int s[{SIZE}];", f"\t__shared__ int s2[{SIZE}];",
                "\tint t = threadIdx.x, acc = 0;"]
        if not self.flat:
            text.append("\tint u = threadIdx.y;")
        text.append("\tint g = blockIdx.x * blockDim.x + threadIdx.x;")
        for s in body:
            text += s.lines() if isinstance(s, Block) else [f"\t{s}"]
        own = "g" if self.flat else f"(g * {y} + u)"
        text += [f"\tr[{own}] = acc;", "}", "", "int main(int argc, char **argv)", "{", "\tint *a, *b, *c, *r;",
                 f"\tint n = {value};"]
        if not fixed:
            text.append(f"\tassert(n >= {self.n[0]} && n <= {self.n[1]});")
        text += [f"\tcudaMalloc(&{p}, {size});" for p in "abcr"]
        text += [f"\tk<<<{self.grid}, {block}>>>(a, b, c, r, n);", "\treturn 0;", "}", ""]
        return "\n".join(text)

    def launches(self):
        """Words for the oracle: some launches that the host code allows."""
        for n in sorted({self.n[0], self.n[1], (self.n[0] + self.n[1]) // 2, min(self.n[0] + 1, self.n[1])}):
            block = f"{n * self.scale}" if self.scale else f"{self.block[0]},{self.block[1]}"
            for seed in CONTENTS:
                yield f"grid={self.grid} block={block} n={n} size={SIZE * 4} contents={seed}"
