// What a source makes of __NVCC__ alone: it does not compile for clang, and does for nvcc.
#if defined(__NVCC__) || defined(__HIPCC__)
#define EVERYWHERE __host__ __device__
#else
#define EVERYWHERE
#endif

struct place {
	int n;
	EVERYWHERE int of(int i) const
	{
		return i % n;
	}
};

__global__ void put(int *data, place p)
{
	data[p.of(blockIdx.x * blockDim.x + threadIdx.x)] = blockIdx.x; // twin-race: inter-block
}

void run(int *data)
{
	put<<<4, 256>>>(data, place{1024}); // launch: race-free; twin-launch: race; twin: 	put<<<8, 256>>>(data, place{1024});
}
