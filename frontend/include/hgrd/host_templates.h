/* The runtime's C++ conveniences: overloads that take typed pointers, symbols and kernels. */
#ifndef HGRD_HOST_TEMPLATES_H
#define HGRD_HOST_TEMPLATES_H

#define H static __inline__ __attribute__((host, always_inline)) cudaError_t
/* Usable on both sides, like the function that it calls. */
#define A static __inline__ __attribute__((host, device, always_inline)) cudaError_t

template <class T> A cudaMalloc(T **p, size_t n)
{
	return cudaMalloc((void **)(void *)p, n);
}
template <class T> H cudaMallocHost(T **p, size_t n, unsigned int flags = 0)
{
	return cudaMallocHost((void **)(void *)p, n);
}
template <class T> H cudaHostAlloc(T **p, size_t n, unsigned int flags)
{
	return cudaHostAlloc((void **)(void *)p, n, flags);
}
template <class T> H cudaHostGetDevicePointer(T **p, void *host, unsigned int flags)
{
	return cudaHostGetDevicePointer((void **)(void *)p, host, flags);
}
template <class T> H cudaMallocManaged(T **p, size_t n, unsigned int flags = cudaMemAttachGlobal)
{
	return cudaMallocManaged((void **)(void *)p, n, flags);
}
template <class T> H cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
	return cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T> H cudaMallocAsync(T **p, size_t n, cudaStream_t stream)
{
	return cudaMallocAsync((void **)(void *)p, n, stream);
}
template <class T> H cudaMallocAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t stream)
{
	return cudaMallocFromPoolAsync((void **)(void *)p, n, pool, stream);
}
H cudaMallocAsync(void **p, size_t n, cudaMemPool_t pool, cudaStream_t stream)
{
	return cudaMallocFromPoolAsync(p, n, pool, stream);
}
template <class T>
H cudaMallocFromPoolAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t stream)
{
	return cudaMallocFromPoolAsync((void **)(void *)p, n, pool, stream);
}
template <class T>
H cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t length = 0,
	unsigned int flags = cudaMemAttachSingle)
{
	return cudaStreamAttachMemAsync(stream, (void *)p, length, flags);
}
H cudaEventCreate(cudaEvent_t *event)
{
	return cudaEventCreateWithFlags(event, cudaEventDefault);
}
H cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
	return cudaEventCreateWithFlags(event, flags);
}

/* Of CUDA 13: a location in place of a device. */
H cudaMemPrefetchAsync(const void *p, size_t n, struct cudaMemLocation location,
	unsigned int flags, cudaStream_t stream = 0)
{
	return cudaMemPrefetchAsync(p, n, location.id, stream);
}
H cudaMemAdvise(
	const void *p, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
	return cudaMemAdvise(p, n, advice, location.id);
}
H cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
	unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **dependencies,
	const cudaGraphEdgeData **, size_t *count)
{
	return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, count);
}
H cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
	const cudaGraphEdgeData *, size_t n, struct cudaGraphNodeParams *parameters)
{
	return cudaGraphAddNode(node, graph, after, n, parameters);
}

/* Symbols. */
template <class T>
H cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	return cudaMemcpyToSymbol((const void *)&symbol, from, count, offset, kind);
}
template <class T>
H cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
	return cudaMemcpyFromSymbol(to, (const void *)&symbol, count, offset, kind);
}
template <class T>
H cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
	return cudaMemcpyToSymbolAsync((const void *)&symbol, from, count, offset, kind, stream);
}
template <class T>
H cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
	return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, count, offset, kind, stream);
}
template <class T> H cudaGetSymbolAddress(void **p, const T &symbol)
{
	return cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class T> H cudaGetSymbolSize(size_t *n, const T &symbol)
{
	return cudaGetSymbolSize(n, (const void *)&symbol);
}

/* Kernels. */
template <class T>
H cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes = 0,
	cudaStream_t stream = 0)
{
	return cudaLaunchKernel((const void *)function, grid, block, arguments, shared_bytes, stream);
}
template <class T>
H cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **arguments,
	size_t shared_bytes = 0, cudaStream_t stream = 0)
{
	return cudaLaunchCooperativeKernel(
		(const void *)function, grid, block, arguments, shared_bytes, stream);
}
template <class... P, class... Q>
H cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), Q &&...values)
{
	return [&](P... converted) {
		void *arguments[] = {(void *)&converted..., nullptr};

		return cudaLaunchKernelExC(config, (const void *)kernel, arguments);
	}(static_cast<Q &&>(values)...);
}
template <class... P>
H cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const cudaKernel_t kernel, P &&...values)
{
	void *arguments[] = {(void *)&values..., nullptr};

	return cudaLaunchKernelExC(config, (const void *)kernel, arguments);
}
template <class T> H cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config)
{
	return cudaFuncSetCacheConfig((const void *)function, config);
}
template <class T> H cudaFuncSetSharedMemConfig(T *function, enum cudaSharedMemConfig config)
{
	return cudaFuncSetSharedMemConfig((const void *)function, config);
}
template <class T> H cudaFuncGetAttributes(struct cudaFuncAttributes *to, T *function)
{
	return cudaFuncGetAttributes(to, (const void *)function);
}
template <class T> H cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute, int value)
{
	return cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <class T> H cudaGetFuncBySymbol(cudaFunction_t *to, T *function)
{
	return cudaGetFuncBySymbol(to, (const void *)function);
}
template <class T>
A cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *blocks, T function, int block_size, size_t shared_bytes)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
		blocks, (const void *)function, block_size, shared_bytes);
}
template <class T>
A cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *blocks, T function, int block_size, size_t shared_bytes, unsigned int flags)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		blocks, (const void *)function, block_size, shared_bytes, flags);
}
__hgrd_host cudaError_t __hgrd_max_potential_block_size(
	int *grid, int *block, const void *function, size_t shared_bytes, int limit);
template <class T>
H cudaOccupancyMaxPotentialBlockSize(
	int *grid, int *block, T function, size_t shared_bytes = 0, int limit = 0)
{
	return __hgrd_max_potential_block_size(
		grid, block, (const void *)function, shared_bytes, limit);
}
template <class T>
H cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T function,
	size_t shared_bytes = 0, int limit = 0, unsigned int flags = 0)
{
	return __hgrd_max_potential_block_size(
		grid, block, (const void *)function, shared_bytes, limit);
}
template <class F, class T>
H cudaOccupancyMaxPotentialBlockSizeVariableSMem(
	int *grid, int *block, T function, F shared_bytes, int limit = 0)
{
	return __hgrd_max_potential_block_size(
		grid, block, (const void *)function, shared_bytes(limit), limit);
}
template <class T>
H cudaOccupancyAvailableDynamicSMemPerBlock(size_t *n, T *function, int blocks, int block_size)
{
	return cudaOccupancyAvailableDynamicSMemPerBlock(
		n, (const void *)function, blocks, block_size);
}
template <class T>
H cudaOccupancyMaxPotentialClusterSize(int *n, T *function, const cudaLaunchConfig_t *config)
{
	return cudaOccupancyMaxPotentialClusterSize(n, (const void *)function, config);
}
template <class T>
H cudaOccupancyMaxActiveClusters(int *n, T *function, const cudaLaunchConfig_t *config)
{
	return cudaOccupancyMaxActiveClusters(n, (const void *)function, config);
}
H cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t)
{
	return cudaGraphInstantiateWithFlags(exec, graph, 0);
}
H cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0)
{
	return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
H cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *,
	enum cudaGraphExecUpdateResult *result)
{
	cudaGraphExecUpdateResultInfo info;
	cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);

	*result = info.result;
	return error;
}

/* Texture references and channel descriptions. */
__hgrd_host cudaError_t __hgrd_bind_texture(size_t *offset, const struct textureReference *,
	const void *, const struct cudaChannelFormatDesc *, size_t size);
__hgrd_host cudaError_t __hgrd_bind_texture_2d(size_t *offset, const struct textureReference *,
	const void *, const struct cudaChannelFormatDesc *, size_t width, size_t height, size_t pitch);
__hgrd_host cudaError_t __hgrd_bind_array(const void *reference, cudaArray_const_t);
__hgrd_host cudaError_t __hgrd_bind_mipmapped_array(const void *, cudaMipmappedArray_const_t);

template <class T> struct __hgrd_channel {
	enum { n = 0, bits = 0, kind = cudaChannelFormatKindNone };
};
#define X(T, N, KIND, E)                                                                           \
	template <> struct __hgrd_channel<T> {                                                     \
		enum { n = N, bits = 8 * sizeof(E), kind = cudaChannelFormatKind##KIND };          \
	};
X(char, 1, Signed, char) X(signed char, 1, Signed, char) X(unsigned char, 1, Unsigned, char)
X(short, 1, Signed, short) X(unsigned short, 1, Unsigned, short) X(int, 1, Signed, int)
X(unsigned int, 1, Unsigned, int) X(float, 1, Float, float)
X(char1, 1, Signed, char) X(char2, 2, Signed, char) X(char4, 4, Signed, char)
X(uchar1, 1, Unsigned, char) X(uchar2, 2, Unsigned, char) X(uchar4, 4, Unsigned, char)
X(short1, 1, Signed, short) X(short2, 2, Signed, short) X(short4, 4, Signed, short)
X(ushort1, 1, Unsigned, short) X(ushort2, 2, Unsigned, short) X(ushort4, 4, Unsigned, short)
X(int1, 1, Signed, int) X(int2, 2, Signed, int) X(int4, 4, Signed, int)
X(uint1, 1, Unsigned, int) X(uint2, 2, Unsigned, int) X(uint4, 4, Unsigned, int)
X(float1, 1, Float, float) X(float2, 2, Float, float) X(float4, 4, Float, float)
#undef X
template <class T>
static __inline__ __attribute__((host)) cudaChannelFormatDesc cudaCreateChannelDesc(void)
{
	typedef __hgrd_channel<T> c;

	return cudaChannelFormatDesc{c::bits, c::n >= 2 ? c::bits : 0, c::n >= 3 ? c::bits : 0,
		c::n >= 4 ? c::bits : 0, (enum cudaChannelFormatKind)c::kind};
}
static __inline__ __attribute__((host)) cudaChannelFormatDesc cudaCreateChannelDescHalf(void)
{
	return cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat};
}

template <class T, int D, enum cudaTextureReadMode M>
H cudaBindTexture(size_t *offset, const struct texture<T, D, M> &reference, const void *p,
	const struct cudaChannelFormatDesc &desc, size_t size = UINT_MAX)
{
	return __hgrd_bind_texture(offset, &reference, p, &desc, size);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaBindTexture(size_t *offset, const struct texture<T, D, M> &reference, const void *p,
	size_t size = UINT_MAX)
{
	return __hgrd_bind_texture(offset, &reference, p, &reference.channelDesc, size);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaBindTexture2D(size_t *offset, const struct texture<T, D, M> &reference, const void *p,
	const struct cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch)
{
	return __hgrd_bind_texture_2d(offset, &reference, p, &desc, width, height, pitch);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaBindTexture2D(size_t *offset, const struct texture<T, D, M> &reference, const void *p,
	size_t width, size_t height, size_t pitch)
{
	return __hgrd_bind_texture_2d(
		offset, &reference, p, &reference.channelDesc, width, height, pitch);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaBindTextureToArray(const struct texture<T, D, M> &reference, cudaArray_const_t array)
{
	return __hgrd_bind_array(&reference, array);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaBindTextureToArray(const struct texture<T, D, M> &reference, cudaArray_const_t array,
	const struct cudaChannelFormatDesc &)
{
	return __hgrd_bind_array(&reference, array);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaBindTextureToMipmappedArray(
	const struct texture<T, D, M> &reference, cudaMipmappedArray_const_t array)
{
	return __hgrd_bind_mipmapped_array(&reference, array);
}
H cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *p,
	const struct cudaChannelFormatDesc *desc, size_t size = UINT_MAX)
{
	return __hgrd_bind_texture(offset, reference, p, desc, size);
}
H cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *p,
	const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch)
{
	return __hgrd_bind_texture_2d(offset, reference, p, desc, width, height, pitch);
}
H cudaBindTextureToArray(const struct textureReference *reference, cudaArray_const_t array,
	const struct cudaChannelFormatDesc *)
{
	return __hgrd_bind_array(reference, array);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaUnbindTexture(const struct texture<T, D, M> &reference)
{
	return cudaUnbindTexture((const struct textureReference *)&reference);
}
template <class T, int D, enum cudaTextureReadMode M>
H cudaGetTextureAlignmentOffset(size_t *offset, const struct texture<T, D, M> &reference)
{
	return cudaGetTextureAlignmentOffset(offset, (const struct textureReference *)&reference);
}
template <class T, int D>
H cudaBindSurfaceToArray(const struct surface<T, D> &reference, cudaArray_const_t array)
{
	return __hgrd_bind_array(&reference, array);
}
template <class T, int D>
H cudaBindSurfaceToArray(const struct surface<T, D> &reference, cudaArray_const_t array,
	const struct cudaChannelFormatDesc &)
{
	return __hgrd_bind_array(&reference, array);
}

static __inline__ __attribute__((host, always_inline)) cudaPitchedPtr make_cudaPitchedPtr(
	void *p, size_t pitch, size_t xsize, size_t ysize)
{
	return cudaPitchedPtr{p, pitch, xsize, ysize};
}
static __inline__ __attribute__((host, always_inline)) cudaPos make_cudaPos(
	size_t x, size_t y, size_t z)
{
	return cudaPos{x, y, z};
}
static __inline__ __attribute__((host, always_inline)) cudaExtent make_cudaExtent(
	size_t width, size_t height, size_t depth)
{
	return cudaExtent{width, height, depth};
}

#undef H
#undef A

#endif
