// Mathematics, integers, and what device code takes from the standard headers.
#include <algorithm>
#include <cassert>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

__global__ void standard(double *d, float *f, int *p, int n)
{
	d[0] = sin(d[1]) + std::sin(d[2]) + sqrt(d[3]) + pow(d[4], 2) + std::pow(d[5], 2.5) + sqrt(n);
	f[0] = sinf(f[1]) + std::sqrt(f[2]) + exp(f[3]) + fabs(f[4]) + std::abs(f[5]) + powf(f[6], 2.0f);
	d[6] = std::fma(d[7], d[8], d[9]) + fmax(d[1], 2) + std::fmin(d[1], d[2]) + hypot(d[3], d[4]);
	p[0] = abs(n) + std::abs(n) + (int)floor(f[7]) + (int)ceilf(f[8]) + isnan(f[9]) + std::isinf(d[1]);
	p[1] = std::max(n, 3) + std::min(n, 7) + max(n, 3u) + min(4ll, (long long)n);
	p[2] = std::numeric_limits<int>::max() + (int)FLT_MAX + std::is_same<int, int>::value;
	p[3] = lround(d[1]) + llrint(d[2]) + ilogb(f[1]) + signbit(f[2]);
	d[7] = rsqrt(d[1]) + exp10(d[2]) + normcdf(d[3]) + erfinv(d[4]) + tgamma(d[5]) + j0(d[6]);
	f[1] = __sinf(f[1]) + __expf(f[2]) + __fdividef(f[3], f[4]) + rsqrtf(f[5]) + __saturatef(f[6]);
	f[2] = fmaxf(f[1], fminf(f[2], f[3])) + truncf(f[4]) + fmodf(f[5], f[6]) + frexp(f[7], p + 9);
	sincosf(f[1], f + 2, f + 3);
	sincos(d[1], d + 2, d + 3);
	std::int64_t wide = n;
	std::pair<int, int> pair(n, n);
	p[4] = (int)wide + std::get<0>(pair);
}

// IR: call i32 @__hgrd_low24
// IR: mul i32
__global__ void multiply24(int *p)
{
	p[0] = __mul24(p[1], p[2]);
}

// IR: call i32 @__hgrd_ulow24
__global__ void multiply24_unsigned(unsigned int *p)
{
	p[0] = __umul24(p[1], p[2]);
}

// IR: @llvm.ctpop.i32
// IR: @llvm.ctlz.i32
// IR: @llvm.cttz.i32
// IR: @llvm.bitreverse.i32
// IR: lshr i64
__global__ void bits(unsigned int *p)
{
	p[0] = __popc(p[1]) + __clz(p[2]) + __ffs(p[3]) + __brev(p[4]) + __umulhi(p[5], p[6]);
	p[7] = __funnelshift_l(p[1], p[2], 3) + __byte_perm(p[1], p[2], 0x3210) + __vadd4(p[3], p[4]);
	p[8] = __float_as_int(1.5f) + __float2int_rn(2.5f) + __double2int_rz(3.5);
}

// IR: @__assert_fail
// IR: unreachable
__global__ void asserted(int *p, int n)
{
	assert(n > 3);
	p[0] = n;
}

// IR: @llvm.memcpy
// IR: @llvm.memset
// IR: @vprintf
// IR: @malloc
// IR: @free
__global__ void library(char *p, char *q, int n)
{
	memcpy(p, q, n);
	memset(q, 0, n);
	printf("%d\n", n);
	char *block = (char *)malloc(n);
	block[0] = p[1];
	q[0] = block[n];
	free(block);
	int *object = new int(3);
	q[1] = object[n];
	delete object;
}

// IR: @llvm.nvvm.read.ptx.sreg.tid.x
// IR: @llvm.nvvm.read.ptx.sreg.ctaid.y
// IR: @llvm.nvvm.read.ptx.sreg.ntid.z
// IR: @llvm.nvvm.read.ptx.sreg.nctaid.x
__launch_bounds__(256, 2) __global__ void identifiers(int *p)
{
	dim3 block = blockDim;
	uint3 thread = threadIdx;

	p[thread.x] = blockIdx.y + block.z + gridDim.x + warpSize;
	p[1] = (int)clock() + (int)clock64();
}

// HOST: @llvm.smin.i32
int host(int a, int b)
{
	return min(a, b) + (int)ceil(a / 2.0) + (int)std::sqrt(2.0f) + (int)rsqrtf(4.0f);
}

int main()
{
	return host(1, 2);
}
