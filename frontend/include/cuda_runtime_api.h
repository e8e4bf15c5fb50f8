/* Functions of the CUDA runtime API: declared, never defined. */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "host_defines.h"
#include "builtin_types.h"

#define H __hgrd_host cudaError_t
#define A __hgrd_api cudaError_t

/* Device management. */
H cudaDeviceReset(void);
A cudaDeviceSynchronize(void);
H cudaThreadSynchronize(void);
H cudaThreadExit(void);
H cudaThreadSetLimit(enum cudaLimit, size_t);
H cudaThreadSetCacheConfig(enum cudaFuncCache);
H cudaDeviceSetLimit(enum cudaLimit, size_t);
A cudaDeviceGetLimit(size_t *, enum cudaLimit);
A cudaDeviceGetCacheConfig(enum cudaFuncCache *);
H cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
H cudaDeviceSetCacheConfig(enum cudaFuncCache);
A cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *);
H cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig);
H cudaDeviceGetByPCIBusId(int *, const char *);
H cudaDeviceGetPCIBusId(char *, int, int);
A cudaGetDeviceCount(int *);
H cudaGetDeviceProperties(struct cudaDeviceProp *, int device);
H cudaGetDeviceProperties_v2(struct cudaDeviceProp *, int device);
A cudaDeviceGetAttribute(int *, enum cudaDeviceAttr, int device);
H cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int device);
H cudaDeviceSetMemPool(int device, cudaMemPool_t);
H cudaDeviceGetMemPool(cudaMemPool_t *, int device);
H cudaDeviceGetP2PAttribute(int *, enum cudaDeviceP2PAttr, int, int);
H cudaChooseDevice(int *, const struct cudaDeviceProp *);
H cudaInitDevice(int, unsigned int, unsigned int);
H cudaSetDevice(int);
A cudaGetDevice(int *);
H cudaSetValidDevices(int *, int);
H cudaSetDeviceFlags(unsigned int);
H cudaGetDeviceFlags(unsigned int *);
H cudaDeviceCanAccessPeer(int *, int device, int peer);
H cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
H cudaDeviceDisablePeerAccess(int peer);
H cudaDriverGetVersion(int *);
A cudaRuntimeGetVersion(int *);

/* Errors. */
A cudaGetLastError(void);
A cudaPeekAtLastError(void);
__hgrd_api const char *cudaGetErrorName(cudaError_t);
__hgrd_api const char *cudaGetErrorString(cudaError_t);

/* Streams and events. */
H cudaStreamCreate(cudaStream_t *);
A cudaStreamCreateWithFlags(cudaStream_t *, unsigned int flags);
H cudaStreamCreateWithPriority(cudaStream_t *, unsigned int flags, int priority);
H cudaStreamGetPriority(cudaStream_t, int *);
H cudaStreamGetFlags(cudaStream_t, unsigned int *);
H cudaStreamGetId(cudaStream_t, unsigned long long *);
H cudaStreamGetDevice(cudaStream_t, int *);
H cudaCtxResetPersistingL2Cache(void);
H cudaStreamCopyAttributes(cudaStream_t, cudaStream_t);
H cudaStreamGetAttribute(cudaStream_t, enum cudaLaunchAttributeID, cudaLaunchAttributeValue *);
H cudaStreamSetAttribute(cudaStream_t, enum cudaLaunchAttributeID, const cudaLaunchAttributeValue *);
A cudaStreamDestroy(cudaStream_t);
A cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int flags = 0);
H cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *, unsigned int);
H cudaStreamSynchronize(cudaStream_t);
H cudaStreamQuery(cudaStream_t);
H cudaStreamAttachMemAsync(cudaStream_t, void *, size_t length = 0, unsigned int flags = cudaMemAttachSingle);
H cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode);
H cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *);
H cudaStreamBeginCaptureToGraph(cudaStream_t, cudaGraph_t, const cudaGraphNode_t *,
	const cudaGraphEdgeData *, size_t, enum cudaStreamCaptureMode);
H cudaStreamGetCaptureInfo(cudaStream_t, enum cudaStreamCaptureStatus *, unsigned long long *id = 0,
	cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0, size_t *count = 0);
enum cudaStreamUpdateCaptureDependenciesFlags {
	cudaStreamAddCaptureDependencies = 0,
	cudaStreamSetCaptureDependencies = 1
};
H cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *, const cudaGraphEdgeData *,
	size_t, unsigned int flags = 0);
H cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *, size_t, unsigned int flags = 0);
H cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
H cudaStreamIsCapturing(cudaStream_t, enum cudaStreamCaptureStatus *);
H cudaEventCreateWithFlags(cudaEvent_t *, unsigned int flags);
A cudaEventRecord(cudaEvent_t, cudaStream_t stream = 0);
H cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t stream = 0, unsigned int flags = 0);
H cudaEventQuery(cudaEvent_t);
H cudaEventSynchronize(cudaEvent_t);
A cudaEventDestroy(cudaEvent_t);
H cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);
H cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);

/* Launches and functions. */
H cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared_bytes, cudaStream_t stream);
H cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *function, void **arguments);
H cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
	size_t shared_bytes, cudaStream_t stream);
H cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *, unsigned int, unsigned int flags = 0);
H cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = 0);
H cudaSetupArgument(const void *, size_t size, size_t offset);
H cudaLaunch(const void *function);
H cudaFuncSetCacheConfig(const void *, enum cudaFuncCache);
H cudaFuncSetSharedMemConfig(const void *, enum cudaSharedMemConfig);
A cudaFuncGetAttributes(struct cudaFuncAttributes *, const void *);
H cudaFuncSetAttribute(const void *, enum cudaFuncAttribute, int);
H cudaGetFuncBySymbol(cudaFunction_t *, const void *);
H cudaGetDriverEntryPoint(const char *, void **, unsigned long long, enum cudaDriverEntryPointQueryResult * = 0);
H cudaGetDriverEntryPointByVersion(const char *, void **, unsigned int, unsigned long long,
	enum cudaDriverEntryPointQueryResult * = 0);
A cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int block_size, size_t shared_bytes);
A cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *, int, size_t, unsigned int);
H cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int);
H cudaOccupancyMaxPotentialClusterSize(int *, const void *, const cudaLaunchConfig_t *);
H cudaOccupancyMaxActiveClusters(int *, const void *, const cudaLaunchConfig_t *);

/* Memory. */
H cudaMallocManaged(void **, size_t, unsigned int flags = cudaMemAttachGlobal);
A cudaMalloc(void **, size_t);
H cudaMallocHost(void **, size_t);
H cudaMallocPitch(void **, size_t *pitch, size_t width, size_t height);
H cudaMallocArray(cudaArray_t *, const struct cudaChannelFormatDesc *, size_t width,
	size_t height = 0, unsigned int flags = 0);
A cudaFree(void *);
H cudaFreeHost(void *);
H cudaFreeArray(cudaArray_t);
H cudaFreeMipmappedArray(cudaMipmappedArray_t);
H cudaHostAlloc(void **, size_t, unsigned int flags);
H cudaHostRegister(void *, size_t, unsigned int flags);
H cudaHostUnregister(void *);
H cudaHostGetDevicePointer(void **, void *, unsigned int flags);
H cudaHostGetFlags(unsigned int *, void *);
H cudaMalloc3D(struct cudaPitchedPtr *, struct cudaExtent);
H cudaMalloc3DArray(cudaArray_t *, const struct cudaChannelFormatDesc *, struct cudaExtent, unsigned int flags = 0);
H cudaMallocMipmappedArray(cudaMipmappedArray_t *, const struct cudaChannelFormatDesc *,
	struct cudaExtent, unsigned int levels, unsigned int flags = 0);
H cudaGetMipmappedArrayLevel(cudaArray_t *, cudaMipmappedArray_const_t, unsigned int level);
H cudaMemcpy3D(const struct cudaMemcpy3DParms *);
H cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *);
A cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *, cudaStream_t stream = 0);
H cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *, cudaStream_t stream = 0);
H cudaMemGetInfo(size_t *free, size_t *total);
H cudaArrayGetInfo(struct cudaChannelFormatDesc *, struct cudaExtent *, unsigned int *, cudaArray_t);
H cudaMemcpy(void *, const void *, size_t, enum cudaMemcpyKind);
H cudaMemcpyPeer(void *, int, const void *, int, size_t);
H cudaMemcpy2D(void *, size_t dpitch, const void *, size_t spitch, size_t width, size_t height,
	enum cudaMemcpyKind);
H cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void *, size_t, enum cudaMemcpyKind);
H cudaMemcpyFromArray(void *, cudaArray_const_t, size_t, size_t, size_t, enum cudaMemcpyKind);
H cudaMemcpyToArrayAsync(cudaArray_t, size_t, size_t, const void *, size_t, enum cudaMemcpyKind,
	cudaStream_t stream = 0);
H cudaMemcpyFromArrayAsync(void *, cudaArray_const_t, size_t, size_t, size_t, enum cudaMemcpyKind,
	cudaStream_t stream = 0);
H cudaMemcpyArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
H cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void *, size_t spitch, size_t width,
	size_t height, enum cudaMemcpyKind);
H cudaMemcpy2DFromArray(void *, size_t dpitch, cudaArray_const_t, size_t, size_t, size_t width,
	size_t height, enum cudaMemcpyKind);
H cudaMemcpy2DArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t,
	size_t, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
H cudaMemcpyToSymbol(const void *, const void *, size_t count, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
H cudaMemcpyFromSymbol(void *, const void *, size_t count, size_t offset = 0,
	enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
A cudaMemcpyAsync(void *, const void *, size_t, enum cudaMemcpyKind, cudaStream_t stream = 0);
H cudaMemcpyPeerAsync(void *, int, const void *, int, size_t, cudaStream_t stream = 0);
A cudaMemcpy2DAsync(void *, size_t dpitch, const void *, size_t spitch, size_t width,
	size_t height, enum cudaMemcpyKind, cudaStream_t stream = 0);
H cudaMemcpy2DToArrayAsync(cudaArray_t, size_t, size_t, const void *, size_t spitch, size_t width,
	size_t height, enum cudaMemcpyKind, cudaStream_t stream = 0);
H cudaMemcpy2DFromArrayAsync(void *, size_t dpitch, cudaArray_const_t, size_t, size_t, size_t width,
	size_t height, enum cudaMemcpyKind, cudaStream_t stream = 0);
H cudaMemcpyToSymbolAsync(const void *, const void *, size_t count, size_t offset,
	enum cudaMemcpyKind, cudaStream_t stream = 0);
H cudaMemcpyFromSymbolAsync(void *, const void *, size_t count, size_t offset,
	enum cudaMemcpyKind, cudaStream_t stream = 0);
H cudaMemset(void *, int value, size_t count);
H cudaMemset2D(void *, size_t pitch, int value, size_t width, size_t height);
H cudaMemset3D(struct cudaPitchedPtr, int value, struct cudaExtent);
A cudaMemsetAsync(void *, int value, size_t count, cudaStream_t stream = 0);
A cudaMemset2DAsync(void *, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0);
A cudaMemset3DAsync(struct cudaPitchedPtr, int value, struct cudaExtent, cudaStream_t stream = 0);
H cudaGetSymbolAddress(void **, const void *);
H cudaGetSymbolSize(size_t *, const void *);
H cudaMemPrefetchAsync(const void *, size_t, int device, cudaStream_t stream = 0);
H cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, int device);
H cudaMemRangeGetAttribute(void *, size_t, enum cudaMemRangeAttribute, const void *, size_t);
H cudaMallocAsync(void **, size_t, cudaStream_t);
H cudaFreeAsync(void *, cudaStream_t);
H cudaMemPoolTrimTo(cudaMemPool_t, size_t);
H cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *);
H cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *);
H cudaMemPoolSetAccess(cudaMemPool_t, const struct cudaMemAccessDesc *, size_t);
H cudaMemPoolGetAccess(enum cudaMemAccessFlags *, cudaMemPool_t, struct cudaMemLocation *);
H cudaMemPoolCreate(cudaMemPool_t *, const struct cudaMemPoolProps *);
H cudaMemPoolDestroy(cudaMemPool_t);
H cudaMallocFromPoolAsync(void **, size_t, cudaMemPool_t, cudaStream_t);
H cudaMemPoolExportToShareableHandle(void *, cudaMemPool_t, enum cudaMemAllocationHandleType, unsigned int);
H cudaMemPoolImportFromShareableHandle(cudaMemPool_t *, void *, enum cudaMemAllocationHandleType, unsigned int);
H cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *, void *);
H cudaMemPoolImportPointer(void **, cudaMemPool_t, struct cudaMemPoolPtrExportData *);
H cudaPointerGetAttributes(struct cudaPointerAttributes *, const void *);
H cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t);
H cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t);
H cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *);
H cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned int);
H cudaIpcCloseMemHandle(void *);

/* Textures and surfaces. */
H cudaGetChannelDesc(struct cudaChannelFormatDesc *, cudaArray_const_t);
__hgrd_host struct cudaChannelFormatDesc cudaCreateChannelDesc(
	int x, int y, int z, int w, enum cudaChannelFormatKind);
H cudaCreateTextureObject(cudaTextureObject_t *, const struct cudaResourceDesc *,
	const struct cudaTextureDesc *, const struct cudaResourceViewDesc *);
H cudaDestroyTextureObject(cudaTextureObject_t);
H cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *, cudaTextureObject_t);
H cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *, cudaTextureObject_t);
H cudaCreateSurfaceObject(cudaSurfaceObject_t *, const struct cudaResourceDesc *);
H cudaDestroySurfaceObject(cudaSurfaceObject_t);
H cudaGetTextureReference(const struct textureReference **, const void *);
H cudaUnbindTexture(const struct textureReference *);
H cudaGetTextureAlignmentOffset(size_t *, const struct textureReference *);

/* Graphs. */
H cudaGraphCreate(cudaGraph_t *, unsigned int flags);
H cudaGraphAddKernelNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
	const struct cudaKernelNodeParams *);
H cudaGraphKernelNodeGetParams(cudaGraphNode_t, struct cudaKernelNodeParams *);
H cudaGraphKernelNodeSetParams(cudaGraphNode_t, const struct cudaKernelNodeParams *);
H cudaGraphKernelNodeSetAttribute(cudaGraphNode_t, enum cudaLaunchAttributeID, const cudaLaunchAttributeValue *);
H cudaGraphAddMemcpyNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
	const struct cudaMemcpy3DParms *);
H cudaGraphAddMemcpyNode1D(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, void *,
	const void *, size_t, enum cudaMemcpyKind);
H cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
	const void *, const void *, size_t, size_t, enum cudaMemcpyKind);
H cudaGraphAddMemsetNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
	const struct cudaMemsetParams *);
H cudaGraphAddHostNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
	const struct cudaHostNodeParams *);
H cudaGraphAddChildGraphNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaGraph_t);
H cudaGraphAddEmptyNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t);
H cudaGraphAddEventRecordNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t);
H cudaGraphAddEventWaitNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t);
H cudaGraphAddMemAllocNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
	struct cudaMemAllocNodeParams *);
H cudaGraphAddMemFreeNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, void *);
H cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
	struct cudaGraphNodeParams *);
H cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, size_t);
H cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *);
H cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t *, size_t *);
H cudaGraphNodeGetType(cudaGraphNode_t, enum cudaGraphNodeType *);
H cudaGraphDestroyNode(cudaGraphNode_t);
H cudaGraphClone(cudaGraph_t *, cudaGraph_t);
H cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t, unsigned long long flags = 0);
H cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
A cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
H cudaGraphExecDestroy(cudaGraphExec_t);
H cudaGraphDestroy(cudaGraph_t);
H cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *);
H cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaKernelNodeParams *);
H cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t, cudaGraphNode_t, void *, const void *, size_t, enum cudaMemcpyKind);
H cudaGraphDebugDotPrint(cudaGraph_t, const char *, unsigned int);
H cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *, cudaGraph_t,
	unsigned int value = 0, unsigned int flags = 0);
__hgrd_extern void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned int);
H cudaDeviceGraphMemTrim(int);
H cudaDeviceGetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *);
H cudaDeviceSetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *);

/* Graphics interoperability. */
H cudaGraphicsUnregisterResource(cudaGraphicsResource_t);
H cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned int);
H cudaGraphicsMapResources(int, cudaGraphicsResource_t *, cudaStream_t stream = 0);
H cudaGraphicsUnmapResources(int, cudaGraphicsResource_t *, cudaStream_t stream = 0);
H cudaGraphicsResourceGetMappedPointer(void **, size_t *, cudaGraphicsResource_t);
H cudaGraphicsSubResourceGetMappedArray(cudaArray_t *, cudaGraphicsResource_t, unsigned int, unsigned int);
H cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *, cudaGraphicsResource_t);

/* Profiling. */
H cudaProfilerStart(void);
H cudaProfilerStop(void);
H cudaProfilerInitialize(const char *, const char *, enum cudaOutputMode);

/* Of dependent launches. */
static __device__ __inline__ void cudaGridDependencySynchronize(void)
{
	asm volatile("griddepcontrol.wait;" ::: "memory");
}
static __device__ __inline__ void cudaTriggerProgrammaticLaunchCompletion(void)
{
	asm volatile("griddepcontrol.launch_dependents;");
}

#undef H
#undef A

#endif
