/* The CUDA driver API. */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include "driver_types.h"
#include "texture_types.h"

typedef unsigned int cuuint32_t;
typedef __UINT64_TYPE__ cuuint64_t;
typedef unsigned long long CUdeviceptr_v2;
typedef CUdeviceptr_v2 CUdeviceptr;
typedef int CUdevice_v1;
typedef CUdevice_v1 CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUlib_st *CUlibrary;
typedef struct CUfunc_st *CUfunction;
typedef struct CUkern_st *CUkernel;
typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;
typedef struct CUgraphicsResource_st *CUgraphicsResource;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUextMemory_st *CUexternalMemory;
typedef struct CUextSemaphore_st *CUexternalSemaphore;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef size_t (*CUoccupancyB2DSize)(int block_size);
typedef void (*CUhostFn)(void *);
typedef void (*CUstreamCallback)(CUstream, int, void *);

#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)
#define CU_LAUNCH_PARAM_END ((void *)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define CU_MEMHOSTALLOC_PORTABLE 0x01
#define CU_MEMHOSTALLOC_DEVICEMAP 0x02
#define CU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define CU_MEMHOSTREGISTER_PORTABLE 0x01
#define CU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define CU_IPC_HANDLE_SIZE 64
#define CU_DEVICE_CPU ((CUdevice)-1)
#define CU_DEVICE_INVALID ((CUdevice)-2)
#define CU_TRSF_READ_AS_INTEGER 0x01
#define CU_TRSF_NORMALIZED_COORDINATES 0x02
#define CU_PARAM_TR_DEFAULT -1

typedef enum cudaError_enum {
	CUDA_SUCCESS = 0,
	CUDA_ERROR_INVALID_VALUE = 1,
	CUDA_ERROR_OUT_OF_MEMORY = 2,
	CUDA_ERROR_NOT_INITIALIZED = 3,
	CUDA_ERROR_DEINITIALIZED = 4,
	CUDA_ERROR_NO_DEVICE = 100,
	CUDA_ERROR_INVALID_DEVICE = 101,
	CUDA_ERROR_INVALID_IMAGE = 200,
	CUDA_ERROR_INVALID_CONTEXT = 201,
	CUDA_ERROR_MAP_FAILED = 205,
	CUDA_ERROR_UNMAP_FAILED = 206,
	CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
	CUDA_ERROR_INVALID_PTX = 218,
	CUDA_ERROR_INVALID_SOURCE = 300,
	CUDA_ERROR_FILE_NOT_FOUND = 301,
	CUDA_ERROR_INVALID_HANDLE = 400,
	CUDA_ERROR_NOT_FOUND = 500,
	CUDA_ERROR_NOT_READY = 600,
	CUDA_ERROR_ILLEGAL_ADDRESS = 700,
	CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
	CUDA_ERROR_LAUNCH_TIMEOUT = 702,
	CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
	CUDA_ERROR_LAUNCH_FAILED = 719,
	CUDA_ERROR_NOT_PERMITTED = 800,
	CUDA_ERROR_NOT_SUPPORTED = 801,
	CUDA_ERROR_UNKNOWN = 999
} CUresult;

/* Same numbers as the runtime's cudaDeviceAttr. */
typedef enum CUdevice_attribute_enum {
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
	CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
	CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
	CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
	CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
	CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
	CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
	CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
	CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
	CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
	CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
	CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
	CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
	CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
	CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
	CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
	CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
	CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
	CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
	CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
	CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
	CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
	CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
	CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
	CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
	CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
	CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
	CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
	CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
	CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
	CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
	CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
	CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
	CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120
} CUdevice_attribute;

typedef enum CUcomputemode_enum {
	CU_COMPUTEMODE_DEFAULT = 0,
	CU_COMPUTEMODE_PROHIBITED = 2,
	CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} CUcomputemode;
typedef enum CUctx_flags_enum {
	CU_CTX_SCHED_AUTO = 0,
	CU_CTX_SCHED_SPIN = 1,
	CU_CTX_SCHED_YIELD = 2,
	CU_CTX_SCHED_BLOCKING_SYNC = 4,
	CU_CTX_MAP_HOST = 8
} CUctx_flags;
typedef enum CUstream_flags_enum {
	CU_STREAM_DEFAULT = 0,
	CU_STREAM_NON_BLOCKING = 1
} CUstream_flags;
typedef enum CUevent_flags_enum {
	CU_EVENT_DEFAULT = 0,
	CU_EVENT_BLOCKING_SYNC = 1,
	CU_EVENT_DISABLE_TIMING = 2
} CUevent_flags;
typedef enum CUarray_format_enum {
	CU_AD_FORMAT_UNSIGNED_INT8 = 1,
	CU_AD_FORMAT_UNSIGNED_INT16 = 2,
	CU_AD_FORMAT_UNSIGNED_INT32 = 3,
	CU_AD_FORMAT_SIGNED_INT8 = 8,
	CU_AD_FORMAT_SIGNED_INT16 = 9,
	CU_AD_FORMAT_SIGNED_INT32 = 10,
	CU_AD_FORMAT_HALF = 16,
	CU_AD_FORMAT_FLOAT = 32
} CUarray_format;
typedef enum CUaddress_mode_enum {
	CU_TR_ADDRESS_MODE_WRAP = 0,
	CU_TR_ADDRESS_MODE_CLAMP = 1,
	CU_TR_ADDRESS_MODE_MIRROR = 2,
	CU_TR_ADDRESS_MODE_BORDER = 3
} CUaddress_mode;
typedef enum CUfilter_mode_enum {
	CU_TR_FILTER_MODE_POINT = 0,
	CU_TR_FILTER_MODE_LINEAR = 1
} CUfilter_mode;
typedef enum CUmemorytype_enum {
	CU_MEMORYTYPE_HOST = 1,
	CU_MEMORYTYPE_DEVICE = 2,
	CU_MEMORYTYPE_ARRAY = 3,
	CU_MEMORYTYPE_UNIFIED = 4
} CUmemorytype;
typedef enum CUfunc_cache_enum {
	CU_FUNC_CACHE_PREFER_NONE = 0,
	CU_FUNC_CACHE_PREFER_SHARED = 1,
	CU_FUNC_CACHE_PREFER_L1 = 2,
	CU_FUNC_CACHE_PREFER_EQUAL = 3
} CUfunc_cache;
typedef enum CUfunction_attribute_enum {
	CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
	CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
	CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
	CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
	CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
	CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
} CUfunction_attribute;
typedef enum CUjit_option_enum {
	CU_JIT_MAX_REGISTERS = 0,
	CU_JIT_THREADS_PER_BLOCK = 1,
	CU_JIT_WALL_TIME = 2,
	CU_JIT_INFO_LOG_BUFFER = 3,
	CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
	CU_JIT_ERROR_LOG_BUFFER = 5,
	CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
	CU_JIT_OPTIMIZATION_LEVEL = 7,
	CU_JIT_TARGET_FROM_CUCONTEXT = 8,
	CU_JIT_TARGET = 9,
	CU_JIT_LOG_VERBOSE = 12
} CUjit_option;
typedef enum CUjitInputType_enum {
	CU_JIT_INPUT_CUBIN = 0,
	CU_JIT_INPUT_PTX = 1,
	CU_JIT_INPUT_FATBINARY = 2,
	CU_JIT_INPUT_OBJECT = 3,
	CU_JIT_INPUT_LIBRARY = 4
} CUjitInputType;
typedef enum CUpointer_attribute_enum {
	CU_POINTER_ATTRIBUTE_CONTEXT = 1,
	CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
	CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
	CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
	CU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6
} CUpointer_attribute;
typedef enum CUlimit_enum {
	CU_LIMIT_STACK_SIZE = 0,
	CU_LIMIT_PRINTF_FIFO_SIZE = 1,
	CU_LIMIT_MALLOC_HEAP_SIZE = 2
} CUlimit;

typedef struct CUdevprop_st {
	int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock;
	int totalConstantMemory, SIMDWidth, memPitch, regsPerBlock, clockRate, textureAlign;
} CUdevprop;
typedef struct CUDA_ARRAY_DESCRIPTOR_st {
	size_t Width, Height;
	CUarray_format Format;
	unsigned int NumChannels;
} CUDA_ARRAY_DESCRIPTOR;
typedef struct CUDA_ARRAY3D_DESCRIPTOR_st {
	size_t Width, Height, Depth;
	CUarray_format Format;
	unsigned int NumChannels, Flags;
} CUDA_ARRAY3D_DESCRIPTOR;
typedef struct CUDA_MEMCPY2D_st {
	size_t srcXInBytes, srcY;
	CUmemorytype srcMemoryType;
	const void *srcHost;
	CUdeviceptr srcDevice;
	CUarray srcArray;
	size_t srcPitch, dstXInBytes, dstY;
	CUmemorytype dstMemoryType;
	void *dstHost;
	CUdeviceptr dstDevice;
	CUarray dstArray;
	size_t dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D;
typedef struct CUDA_MEMCPY3D_st {
	size_t srcXInBytes, srcY, srcZ, srcLOD;
	CUmemorytype srcMemoryType;
	const void *srcHost;
	CUdeviceptr srcDevice;
	CUarray srcArray;
	void *reserved0;
	size_t srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
	CUmemorytype dstMemoryType;
	void *dstHost;
	CUdeviceptr dstDevice;
	CUarray dstArray;
	void *reserved1;
	size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

#define D __hgrd_host CUresult
D cuInit(unsigned int);
D cuDriverGetVersion(int *);
D cuGetErrorString(CUresult, const char **);
D cuGetErrorName(CUresult, const char **);
D cuDeviceGet(CUdevice *, int);
D cuDeviceGetCount(int *);
D cuDeviceGetName(char *, int, CUdevice);
D cuDeviceGetUuid(CUuuid *, CUdevice);
D cuDeviceTotalMem(size_t *, CUdevice);
D cuDeviceGetAttribute(int *, CUdevice_attribute, CUdevice);
D cuDeviceGetProperties(CUdevprop *, CUdevice);
D cuDeviceComputeCapability(int *, int *, CUdevice);
D cuDeviceCanAccessPeer(int *, CUdevice, CUdevice);
D cuDevicePrimaryCtxRetain(CUcontext *, CUdevice);
D cuDevicePrimaryCtxRelease(CUdevice);
D cuDevicePrimaryCtxReset(CUdevice);
D cuCtxCreate(CUcontext *, unsigned int, CUdevice);
D cuCtxDestroy(CUcontext);
D cuCtxAttach(CUcontext *, unsigned int);
D cuCtxDetach(CUcontext);
D cuCtxPushCurrent(CUcontext);
D cuCtxPopCurrent(CUcontext *);
D cuCtxSetCurrent(CUcontext);
D cuCtxGetCurrent(CUcontext *);
D cuCtxGetDevice(CUdevice *);
D cuCtxSynchronize(void);
D cuCtxSetLimit(CUlimit, size_t);
D cuCtxEnablePeerAccess(CUcontext, unsigned int);
D cuModuleLoad(CUmodule *, const char *);
D cuModuleLoadData(CUmodule *, const void *);
D cuModuleLoadDataEx(CUmodule *, const void *, unsigned int, CUjit_option *, void **);
D cuModuleLoadFatBinary(CUmodule *, const void *);
D cuModuleUnload(CUmodule);
D cuModuleGetFunction(CUfunction *, CUmodule, const char *);
D cuModuleGetGlobal(CUdeviceptr *, size_t *, CUmodule, const char *);
D cuModuleGetTexRef(CUtexref *, CUmodule, const char *);
D cuLinkCreate(unsigned int, CUjit_option *, void **, CUlinkState *);
D cuLinkAddData(CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned int,
	CUjit_option *, void **);
D cuLinkAddFile(CUlinkState, CUjitInputType, const char *, unsigned int, CUjit_option *, void **);
D cuLinkComplete(CUlinkState, void **, size_t *);
D cuLinkDestroy(CUlinkState);
D cuMemGetInfo(size_t *, size_t *);
D cuMemAlloc(CUdeviceptr *, size_t);
D cuMemAllocPitch(CUdeviceptr *, size_t *, size_t, size_t, unsigned int);
D cuMemAllocManaged(CUdeviceptr *, size_t, unsigned int);
D cuMemAllocAsync(CUdeviceptr *, size_t, CUstream);
D cuMemFreeAsync(CUdeviceptr, CUstream);
D cuMemFree(CUdeviceptr);
D cuMemAllocHost(void **, size_t);
D cuMemHostAlloc(void **, size_t, unsigned int);
D cuMemFreeHost(void *);
D cuMemHostRegister(void *, size_t, unsigned int);
D cuMemHostUnregister(void *);
D cuMemHostGetDevicePointer(CUdeviceptr *, void *, unsigned int);
D cuMemcpy(CUdeviceptr, CUdeviceptr, size_t);
D cuMemcpyHtoD(CUdeviceptr, const void *, size_t);
D cuMemcpyDtoH(void *, CUdeviceptr, size_t);
D cuMemcpyDtoD(CUdeviceptr, CUdeviceptr, size_t);
D cuMemcpyHtoDAsync(CUdeviceptr, const void *, size_t, CUstream);
D cuMemcpyDtoHAsync(void *, CUdeviceptr, size_t, CUstream);
D cuMemcpyDtoDAsync(CUdeviceptr, CUdeviceptr, size_t, CUstream);
D cuMemcpyPeer(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t);
D cuMemcpyPeerAsync(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream);
D cuMemcpy2D(const CUDA_MEMCPY2D *);
D cuMemcpy2DAsync(const CUDA_MEMCPY2D *, CUstream);
D cuMemcpy3D(const CUDA_MEMCPY3D *);
D cuMemcpy3DAsync(const CUDA_MEMCPY3D *, CUstream);
D cuMemcpyHtoA(CUarray, size_t, const void *, size_t);
D cuMemcpyAtoH(void *, CUarray, size_t, size_t);
D cuMemsetD8(CUdeviceptr, unsigned char, size_t);
D cuMemsetD16(CUdeviceptr, unsigned short, size_t);
D cuMemsetD32(CUdeviceptr, unsigned int, size_t);
D cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, CUstream);
D cuMemsetD32Async(CUdeviceptr, unsigned int, size_t, CUstream);
D cuArrayCreate(CUarray *, const CUDA_ARRAY_DESCRIPTOR *);
D cuArray3DCreate(CUarray *, const CUDA_ARRAY3D_DESCRIPTOR *);
D cuArrayDestroy(CUarray);
D cuTexRefSetArray(CUtexref, CUarray, unsigned int);
D cuTexRefSetAddress(size_t *, CUtexref, CUdeviceptr, size_t);
D cuTexRefSetAddressMode(CUtexref, int, CUaddress_mode);
D cuTexRefSetFilterMode(CUtexref, CUfilter_mode);
D cuTexRefSetFlags(CUtexref, unsigned int);
D cuTexRefSetFormat(CUtexref, CUarray_format, int);
D cuPointerGetAttribute(void *, CUpointer_attribute, CUdeviceptr);
D cuPointerSetAttribute(const void *, CUpointer_attribute, CUdeviceptr);
D cuStreamCreate(CUstream *, unsigned int);
D cuStreamCreateWithPriority(CUstream *, unsigned int, int);
D cuStreamWaitEvent(CUstream, CUevent, unsigned int);
D cuStreamQuery(CUstream);
D cuStreamSynchronize(CUstream);
D cuStreamDestroy(CUstream);
D cuEventCreate(CUevent *, unsigned int);
D cuEventRecord(CUevent, CUstream);
D cuEventQuery(CUevent);
D cuEventSynchronize(CUevent);
D cuEventDestroy(CUevent);
D cuEventElapsedTime(float *, CUevent, CUevent);
D cuFuncGetAttribute(int *, CUfunction_attribute, CUfunction);
D cuFuncSetAttribute(CUfunction, CUfunction_attribute, int);
D cuFuncSetCacheConfig(CUfunction, CUfunc_cache);
D cuFuncSetBlockShape(CUfunction, int, int, int);
D cuFuncSetSharedSize(CUfunction, unsigned int);
D cuParamSetSize(CUfunction, unsigned int);
D cuParamSeti(CUfunction, int, unsigned int);
D cuParamSetv(CUfunction, int, void *, unsigned int);
D cuLaunchGrid(CUfunction, int, int);
D cuLaunchKernel(CUfunction, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
	unsigned int block_x, unsigned int block_y, unsigned int block_z,
	unsigned int shared_bytes, CUstream, void **parameters, void **extra);
D cuLaunchCooperativeKernel(CUfunction, unsigned int grid_x, unsigned int grid_y,
	unsigned int grid_z, unsigned int block_x, unsigned int block_y, unsigned int block_z,
	unsigned int shared_bytes, CUstream, void **parameters);
D cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, CUfunction, int, size_t);
D cuOccupancyMaxPotentialBlockSize(int *, int *, CUfunction, CUoccupancyB2DSize, size_t, int);
D cuProfilerStart(void);
D cuProfilerStop(void);
#undef D

#ifdef __cplusplus
#include "hgrd/tensor_map.h"
#endif

#endif
