// Vector types, hinted accesses, half precision, textures, surfaces.
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <device_launch_parameters.h>
#include <math_constants.h>

static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "float4");
static_assert(sizeof(int2) == 8 && alignof(int2) == 8, "int2");
static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "float3");
static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "uchar4");
static_assert(sizeof(double2) == 16 && alignof(double2) == 16, "double2");
static_assert(sizeof(longlong4) == 32 && alignof(longlong4) == 16, "longlong4");
static_assert(sizeof(half2) == 4 && alignof(half2) == 4, "half2");
static_assert(sizeof(__nv_bfloat16) == 2 && alignof(__nv_bfloat16) == 2, "bfloat16");
static_assert(dim3(3).y == 1, "dim3");

texture<float, 2, cudaReadModeElementType> reference;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> bytes;
surface<void, cudaSurfaceType2D> plane;
__constant__ float table[16];
__device__ int counter;

// IR: load float, ptr
// IR: load volatile i32, ptr
// IR: store volatile i32
// IR-NOT: asm
__global__ void hinted(float *f, int *p)
{
	f[0] = __ldg(f + 1) + __ldcg(f + 2);
	p[0] = __ldcv(p + 1);
	__stcs(p + 2, 7);
	__stwt(p + 3, 7);
}

// IR: atomicrmw fadd ptr .*, half
__global__ void halves(half *h, half2 *h2, __nv_bfloat16 *b)
{
	h[0] = __hadd(h[1], __float2half(2.0f)) * h[2];
	h2[0] = __hfma2(h2[1], h2[2], __halves2half2(h[0], h[1]));
	b[0] = __float2bfloat16(__bfloat162float(b[1]) + 1.0f);
	atomicAdd(h, h[3]);
	atomicAdd(h2, h2[3]);
	h[4] = __shfl_down_sync(~0u, h[5], 1);
}

// IR: call i64 @llvm.nvvm.texsurf.handle.internal
// IR: call .*__hgrd_handle_memory
__global__ void textures(float *f, cudaTextureObject_t t, cudaSurfaceObject_t s, int x, int y)
{
	f[0] = tex2D<float>(t, x + 0.5f, y + 0.5f) + tex2D(reference, x, y) + tex1Dfetch(bytes, x);
	f[1] = tex1Dfetch<float4>(t, x).y + tex3D<float>(t, 0, 1, 2) + table[x];
	surf2Dwrite(f[2], s, x * 4, y);
	surf2Dwrite(f[3], plane, x * 4, y);
	surf2Dread(f + 4, s, x * 4, y);
	f[5] = surf2Dread<float>(s, x * 4, y, cudaBoundaryModeClamp);
}

__global__ void numbers(curandState *states, float *f, cuFloatComplex *c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandState mine = states[i];

	curand_init(7, i, 0, &mine);
	f[i] = curand_uniform(&mine) + curand_normal(&mine) + (float)(curand(&mine) % 3);
	states[i] = mine;
	c[i] = cuCmulf(c[i], make_cuFloatComplex(CUDART_PI_F, 1));
}

// HOST: @cudaMalloc\(
// HOST: @cudaMallocPitch\(
// HOST: @cudaMemcpyToSymbol\(
// HOST: @__cudaPushCallConfiguration
int main()
{
	float *f;
	int *p;
	size_t pitch;
	cudaStream_t stream;
	cudaEvent_t event;
	cudaDeviceProp properties;
	cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
	cudaArray_t array;
	float host[16] = {};

	if (cudaMalloc(&f, 64) != cudaSuccess)
		printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	cudaMallocPitch(&p, &pitch, 64, 16);
	cudaMallocArray(&array, &channel, 16, 16);
	cudaBindTextureToArray(reference, array, channel);
	cudaMemcpyToSymbol(table, host, sizeof host);
	cudaStreamCreate(&stream);
	cudaEventCreate(&event);
	cudaGetDeviceProperties(&properties, 0);
	int blocks, size;
	cudaOccupancyMaxPotentialBlockSize(&blocks, &size, hinted, 0, 0);
	cudaFuncSetAttribute(hinted, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
	hinted<<<dim3(properties.multiProcessorCount), 64, 0, stream>>>(f, p);
	cudaLaunchConfig_t config = {};
	cudaLaunchKernelEx(&config, hinted, f, p);
	cudaMemcpyAsync(host, f, 64, cudaMemcpyDeviceToHost, stream);
	cudaEventRecord(event, stream);
	return cudaDeviceSynchronize();
}
