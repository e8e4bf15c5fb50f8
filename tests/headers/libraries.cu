// Host libraries and small types whose declarations programs need.
#include <cuda_fp8.h>
#include <cufft.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <omp.h>

// IR: load i8, ptr
// IR: call .*@__hgrd_fp8_to_float
// IR: store float
__global__ void fp8(const __nv_fp8_e4m3 *in, float *out)
{
	out[threadIdx.x] = (float)in[threadIdx.x];
}

// IR: store i8
__global__ void fp8_store(__nv_fp8_storage_t *out, float f)
{
	out[threadIdx.x] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3);
}

// IR: store i32
__global__ void fp8_four(__nv_fp8x4_e4m3 *out, float4 f)
{
	out[threadIdx.x] = __nv_fp8x4_e4m3(f);
}

__global__ void fp8_two(__nv_fp8x4_e4m3 *out, __nv_bfloat162 a, __half2 b)
{
	out[0] = __nv_fp8x4_e4m3(a, a);
	out[1] = __nv_fp8x4_e4m3(b, b);
	assert(threadIdx.x == 0);
}

__global__ void packed(int *out, bool *larger)
{
	out[0] = __vibmax_s32(out[0], out[1], larger);
}

// HOST: call .*@cufftExecC2C
// HOST: call .*@omp_get_wtime
void transform(cufftComplex *p)
{
	cufftHandle plan;

	nvtxRangePushA("transform");
	if (cufftPlan1d(&plan, 8, CUFFT_C2C, 1) == CUFFT_SUCCESS && omp_get_wtime() > 0)
		cufftExecC2C(plan, p, p, CUFFT_FORWARD);
	nvtxRangePop();
	cufftDestroy(plan);
}

// What nvcc's runtime brings of the standard library.
int from_std(int a, int b)
{
	std::swap(a, b);
	return std::min(a, b) + std::max(a, b) + std::forward<int>(a) +
	       std::numeric_limits<int>::max();
}
