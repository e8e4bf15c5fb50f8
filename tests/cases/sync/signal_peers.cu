// Tiles that groups of blocks share: all but one of a group leave their part and are counted, and that one waits until all of them are. Its guard
// leaves it out of the count, be the groups of blocks that follow each other or of such as are a number of blocks apart. In the twin one is not waited for.
#define PEERS 3 // twin: #define PEERS 2
__global__ void consecutive(const float *in, float *part, float *out, unsigned *counted)
{
	unsigned tile = blockIdx.x / 4, peer = blockIdx.x % 4;
	float v = in[blockIdx.x * 128 + threadIdx.x];
	if (peer != 0) {
		part[blockIdx.x * 128 + threadIdx.x] = v; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0)
			asm volatile("red.release.gpu.global.add.u32 [%0], 1;" :: "l"(counted + tile) : "memory");
		return;
	}
	if (threadIdx.x == 0) {
		unsigned seen;
		do
			asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(counted + tile) : "memory");
		while (seen < PEERS);
	}
	__syncthreads();
	for (int p = 1; p < 4; p++)
		v += part[(blockIdx.x + p) * 128 + threadIdx.x]; // twin-race: inter-block
	out[tile * 128 + threadIdx.x] = v;
}

__global__ void apart(const float *in, float *part, float *out, unsigned *counted)
{
	unsigned tile = blockIdx.x % 32, peer = blockIdx.x / 32;
	float v = in[blockIdx.x * 128 + threadIdx.x];
	if (peer > 0) {
		part[blockIdx.x * 128 + threadIdx.x] = v; // twin-race: inter-block
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			atomicAdd(&counted[tile], 1);
		return;
	}
	if (threadIdx.x == 0) {
		while (*(volatile unsigned *)&counted[tile] < PEERS)
			;
		__threadfence();
	}
	__syncthreads();
	for (int p = 1; p < 4; p++)
		v += part[(blockIdx.x + p * 32) * 128 + threadIdx.x]; // twin-race: inter-block
	out[tile * 128 + threadIdx.x] = v;
}

// Other blocks than one of each group are left out.
__global__ void others(const float *in, float *part, float *out, unsigned *counted)
{
	unsigned tile = blockIdx.x / 4;
	float v = in[blockIdx.x * 128 + threadIdx.x];
	if (blockIdx.x % 8 != 0) {
		part[blockIdx.x * 128 + threadIdx.x] = v; // race: inter-block; twin-race: inter-block
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			atomicAdd(&counted[tile], 1);
	}
	if (blockIdx.x % 4 != 0)
		return;
	if (threadIdx.x == 0) {
		while (*(volatile unsigned *)&counted[tile] < PEERS)
			;
		__threadfence();
	}
	__syncthreads();
	for (int p = 1; p < 4; p++)
		v += part[(blockIdx.x + p) * 128 + threadIdx.x]; // race: inter-block; twin-race: inter-block
	out[tile * 128 + threadIdx.x] = v;
}

int main(void)
{
	float *in, *part, *out;
	unsigned *counted;
	cudaMalloc(&in, 128 * 128 * sizeof(float));
	cudaMalloc(&part, 128 * 128 * sizeof(float));
	cudaMalloc(&out, 32 * 128 * sizeof(float));
	cudaMalloc(&counted, 32 * sizeof(unsigned));
	cudaMemset(counted, 0, 32 * sizeof(unsigned));
	consecutive<<<128, 128>>>(in, part, out, counted); // launch: race-free; twin-launch: race
	cudaMemset(counted, 0, 32 * sizeof(unsigned));
	apart<<<128, 128>>>(in, part, out, counted); // launch: race-free; twin-launch: race
	cudaMemset(counted, 0, 32 * sizeof(unsigned));
	others<<<128, 128>>>(in, part, out, counted); // launch: race; twin-launch: race
	return 0;
}
