/* threadIdx, blockIdx, blockDim, gridDim, warpSize, and other special registers. */
#ifndef HGRD_DEVICE_BUILTINS_H
#define HGRD_DEVICE_BUILTINS_H

/* getters without side effects: an assumption that mentions one would be ignored otherwise */
#define always_inline always_inline, const
#include <__clang_cuda_builtin_vars.h>
#undef always_inline

#define HGRD_BUILTIN_VAR(NAME)                                                                     \
	__attribute__((device)) __inline__ __cuda_builtin_##NAME##_t::operator dim3() const        \
	{                                                                                          \
		return dim3(x, y, z);                                                              \
	}                                                                                          \
	__attribute__((device)) __inline__ __cuda_builtin_##NAME##_t::operator uint3() const       \
	{                                                                                          \
		return uint3{x, y, z};                                                             \
	}
HGRD_BUILTIN_VAR(threadIdx)
HGRD_BUILTIN_VAR(blockIdx)
HGRD_BUILTIN_VAR(blockDim)
HGRD_BUILTIN_VAR(gridDim)
#undef HGRD_BUILTIN_VAR

__hgrd_dev void __trap(void)
{
	__builtin_trap();
}
__hgrd_dev void __brkpt(int = 0)
{
}
__hgrd_dev void __nanosleep(unsigned int ns)
{
	__nvvm_nanosleep(ns);
}
__hgrd_extern void __prof_trigger(int);
__hgrd_extern unsigned long long __globaltimer(void);
__hgrd_dev unsigned int __smid(void)
{
	return __nvvm_read_ptx_sreg_smid();
}

#define __nv_builtin_assume(e) __builtin_assume(e)
#define __builtin_assume_aligned_address(p, n) __builtin_assume_aligned(p, n)

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define __HGRD_DEFAULT_STREAM ((void *)2)
#ifndef __CUDA_ARCH__
extern "C" __attribute__((weak, used)) const int __hgrd_per_thread_default_stream = 1;
#endif
#else
#define __HGRD_DEFAULT_STREAM ((void *)0)
#endif
extern "C" unsigned int __cudaPushCallConfiguration(
	dim3 grid, dim3 block, size_t shared_bytes = 0, void *stream = __HGRD_DEFAULT_STREAM);
extern "C" int __cudaPopCallConfiguration(
	dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream);

#endif
