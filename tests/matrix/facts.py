"""Host code that says, or fails to say, that rows of a matrix are at least as long as what is stored in them."""

HEAD = """#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
__global__ void k(int *out, int rows, int width, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < width)
		out[row * stride + col] = row;
}
static void launch(int *out, int rows, int width, int stride)
{
	dim3 block(16, 16), grid((width + 15) / 16, (rows + 15) / 16);
	k<<<grid, block>>>(out, rows, width, stride);
}
static int *alloc(size_t n)
{
	int *p;
	cudaMalloc(&p, n * sizeof(int));
	return p;
}
"""
TAIL = "launch(alloc((size_t)rows * stride), rows, width, stride);"
HELPERS = """#define CHECK(x) do { if (!(x)) { printf("%s\\n", #x); exit(2); } } while (0)
#define REQUIRE(a, op, b) if (!((a) op (b))) throw std::logic_error(#a)
static void need(bool ok, const char *what) { if (!ok) { perror(what); exit(1); } }
__attribute__((noinline)) static void ordered(int a, int b) { if (a < b) exit(1); }
static bool valid(int w, int s) { return w > 0 && s >= w; }
static void widen(const int &w, int &s) { if (s < w) s = w; }
static void widen(int w, int *s) { if (*s < w) *s = w; }
static int kept;
static void keep(int w) { kept = w + 1; }
template <int W, int S> void fixed(int rows) { launch(alloc(1), rows, W, S); }
struct Shape { int rows, width, stride; void pad(int n) { stride += n; } };
class Matrix {
	int rows_, cols_, ld_, *data_;
public:
	Matrix(int rows, int cols, int pad = 0) : rows_(rows), cols_(cols), ld_(cols + pad), data_(nullptr)
	{
		cudaMalloc(&data_, sizeof(int) * (size_t)rows_ * ld_);
	}
	~Matrix() { cudaFree(data_); }
	int rows() const { return rows_; }
	int cols() const { return cols_; }
	int ld() const { return ld_; }
	int *data() { return data_; }
};
struct Checked : Matrix {
	Checked(int rows, int cols, int pad) : Matrix(rows, cols, pad) { if (pad < 0) throw std::invalid_argument("pad"); }
};
struct Config { int rows = 64, width = 64, stride = 64; };
static void parse(Config &c, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == 'w')
			c.width = atoi(argv[i] + 1);
		else if (argv[i][0] == 's')
			c.stride = atoi(argv[i] + 1);
		else
			c.rows = atoi(argv[i]);
	}
	if (c.width > c.stride) {
		fprintf(stderr, "usage\\n");
		exit(1);
	}
}
"""
GO = " launch(m.data(), m.rows(), m.cols(), m.ld());"
POINTED = " launch(m->data(), m->rows(), m->cols(), m->ld());"
# name: statements that give the fact, and like ones that do not; followed by TAIL
BEFORE = {
    "assert": ("assert(stride >= width);", "assert(stride >= 1);"),
    "assert_and": ("assert(rows > 0 && width > 0 && stride >= width);", "assert(rows > 0 && width > 0 && stride >= 0);"),
    "return": ("if (stride < width) return;", "if (stride < 1) return;"),
    "exit": ('if (stride < width) { fprintf(stderr, "bad"); exit(1); }', 'if (stride < width) { fprintf(stderr, "bad"); }'),
    "abort": ("if (!(width <= stride)) abort();", "if (!(width >= stride)) abort();"),
    "throw": ('if (stride < width) throw std::invalid_argument("stride");', 'if (stride < rows) throw std::invalid_argument("");'),
    "throw_text": ('if (stride < width) throw std::runtime_error("stride " + std::to_string(stride));', None),
    "max": ("stride = std::max(stride, width);", "stride = std::min(stride, width);"),
    "choice": ("stride = stride < width ? width : stride;", "stride = stride < width ? stride : width;"),
    "round": ("stride = (width + 31) / 32 * 32;", "stride = width / 32 * 32;"),
    "mask": ("stride = (width + 31) & ~31;", "stride = width & ~31;"),
    "plus": ("stride = width + 2;", "stride = width - 2;"),
    "times": ("if (width < 0) return; stride = 2 * width;", "if (width < 0) return; stride = width / 2;"),
    "while": ("stride = 1; while (stride < width) stride *= 2;", "stride = 1; while (stride * 2 < width) stride *= 2;"),
    "shift": ("stride = 1; while (stride < width) stride <<= 1;", None),
    "for": ("for (stride = 32; stride < width; stride += 32) ;", "for (stride = 32; stride + 32 < width; stride += 32) ;"),
    "macro": ("CHECK(stride >= width);", "CHECK(stride >= 1);"),
    "macro_op": ("REQUIRE(stride, >=, width);", "REQUIRE(stride, <=, width);"),
    "function": ('need(stride >= width, "stride");', 'need(stride >= 0, "stride");'),
    "noinline": ("ordered(stride, width);", "ordered(stride, rows);"),
    "valid": ("if (!valid(width, stride)) return;", "if (!valid(rows, stride)) return;"),
    "lambda": ("auto ok = [&] { return stride >= width; }; if (!ok()) return;",
               "auto ok = [&] { return stride >= rows; }; if (!ok()) return;"),
    "flag": ("bool ok = rows > 0; ok = ok && stride >= width; if (!ok) return;",
             "bool ok = rows > 0; ok = ok || stride >= width; if (!ok) return;"),
    "switch": ("switch (width) { case 16: stride = 16; break; case 32: stride = 48; break; default: return; }",
               "switch (width) { case 16: stride = 16; break; case 32: stride = 24; break; default: return; }"),
    "array": ("std::array<int, 2> shape = {width, stride}; if (shape[1] < shape[0]) return;",
              "std::array<int, 2> shape = {width, stride}; if (shape[1] < 1) return;"),
    "pair": ("auto p = std::make_pair(width, width + 1); width = p.first; stride = p.second;",
             "auto p = std::make_pair(width, width - 1); width = p.first; stride = p.second;"),
    "tuple": ("auto [w, s] = std::make_tuple(width, width + 1); width = w; stride = s;",
              "auto [w, s] = std::make_tuple(width, width - 1); width = w; stride = s;"),
    "constexpr": ("constexpr int pad = 4; stride = width + pad;", "constexpr int pad = -4; stride = width + pad;"),
    "enum": ("enum { PAD = 4 }; stride = width + PAD;", "enum { PAD = -4 }; stride = width + PAD;"),
    "optional": ("std::optional<int> pad; if (rows > 3) pad = 4; stride = width + pad.value_or(0);",
                 "std::optional<int> pad; if (rows > 3) pad = -4; stride = width + pad.value_or(0);"),
    "clamp": ("width = std::clamp(width, 1, 64); stride = 64;", "width = std::clamp(width, 1, 65); stride = 64;"),
    "reference": ("widen(width, stride);", "widen(rows, stride);"),
    "pointer": ("widen(width, &stride);", "widen(rows, &stride);"),
    "global": ("keep(width); stride = kept;", "keep(rows); stride = kept;"),
    "map": ("std::map<int, int> m; m[0] = width + 1; stride = m[0];", None),
    "swap": ("if (stride < width) std::swap(stride, width);", "if (stride > width) std::swap(stride, width);"),
}
# ... that launch themselves
WHOLE = {
    "goto": ("if (stride < width) goto end; " + TAIL + " end: ;", "if (stride < rows) goto end; " + TAIL + " end: ;"),
    "else": ("if (stride >= width) { " + TAIL + ' } else { printf("no"); }',
             "if (stride <= width) { " + TAIL + ' } else { printf("no"); }'),
    "table": ("static const int widths[] = {16, 32, 64}; if (rows < 0 || rows > 2) return; launch(alloc(4096), 64, widths[rows], 64);",
              "static const int widths[] = {16, 32, 96}; if (rows < 0 || rows > 2) return; launch(alloc(4096), 64, widths[rows], 64);"),
    "vector": ("std::vector<int> v = {rows, width, width + 4}; launch(alloc(1), v[0], v[1], v[2]);",
               "std::vector<int> v = {rows, width, width - 4}; launch(alloc(1), v[0], v[1], v[2]);"),
    "struct": ("Shape s = {rows, width, width}; s.pad(8); launch(alloc(1), s.rows, s.width, s.stride);",
               "Shape s = {rows, width, width}; s.pad(-8); launch(alloc(1), s.rows, s.width, s.stride);"),
    "class": ("Matrix m(rows, width, 3);" + GO, "Matrix m(rows, width, -3);" + GO),
    "checked": ("Checked m(rows, width, stride);" + GO, "Matrix m(rows, width, stride);" + GO),
    "unique_ptr": ("auto m = std::make_unique<Matrix>(rows, width, 3);" + POINTED,
                   "auto m = std::make_unique<Matrix>(rows, width, -3);" + POINTED),
    "new": ("Matrix *m = new Matrix(rows, width, 3);" + POINTED, "Matrix *m = new Matrix(rows, width, -3);" + POINTED),
    "template": ("fixed<64, 80>(rows);", "fixed<64, 48>(rows);"),
    "pitch": ("int *p; size_t pitch; cudaMallocPitch(&p, &pitch, width * sizeof(int), rows); launch(p, rows, width, pitch / sizeof(int));",
              "int *p; size_t pitch; cudaMallocPitch(&p, &pitch, width / 2 * sizeof(int), rows); "
              "launch(p, rows, width, pitch / sizeof(int));"),
    "halved": ("for (int l = 0; l < 5; l++) launch(alloc(1), 100, 512 >> l, 512);",
               "for (int l = 0; l < 5; l++) launch(alloc(1), 100, 512, 512 >> l);"),
    "doubled": ("for (int w = 16; w <= 1024; w *= 2) launch(alloc(1), 100, w, 1024);",
                "for (int w = 16; w <= 2048; w *= 2) launch(alloc(1), 100, w, 1024);"),
    "scanf": ('int w, s; if (scanf("%d %d", &w, &s) != 2 || s < w) return; launch(alloc(1), 100, w, s);',
              'int w, s; if (scanf("%d %d", &w, &s) != 2 || s < 1) return; launch(alloc(1), 100, w, s);'),
}
# ... in main, which has argc and argv
MAIN = {
    "argv": ("int w = atoi(argv[1]), s = argc > 2 ? atoi(argv[2]) : w; if (s < w) s = w; launch(alloc(1), 100, w, s);",
             "int w = atoi(argv[1]), s = argc > 2 ? atoi(argv[2]) : w; launch(alloc(1), 100, w, s);"),
    "config": ("Config c; parse(c, argc, argv); launch(alloc(1), c.rows, c.width, c.stride);",
               "Config c; parse(c, argc, argv); c.stride = c.rows; launch(alloc(1), c.rows, c.width, c.stride);"),
}
RUN = "void run(int rows, int width, int stride)"
# numbers kept by a tree are not followed
KNOWN = {"fact-map": "race"}


def programs():
    """(name, source, verdict) of each."""
    for table, head, tail in ((BEFORE, RUN, TAIL), (WHOLE, RUN, ""), (MAIN, "int main(int argc, char **argv)", "")):
        for name, (says, lacks) in table.items():
            for suffix, text, label in (("", says, "race-free"), ("-not", lacks, "race")):
                if text:
                    yield f"fact-{name}{suffix}", f"{HEAD}{HELPERS}{head}\n{{\n\t{text}\n\t{tail}\n}}\n", label
