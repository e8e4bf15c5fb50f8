// A helper object of one thread: its pointer and number stay known although its array is indexed at run time.

struct Scan {
	float *storage;
	unsigned thread;
	float kept[4];

	__device__ Scan(float *s) : storage(s), thread(threadIdx.x) {}
	__device__ float sum(int n)
	{
		float all = 0;
		for (int i = 0; i < n; i++)
			kept[i & 3] = storage[thread * 4 + (i & 3)]; // twin-race: intra-block,intra-warp
		for (int i = 0; i < n; i++)
			all += kept[i & 3];
		storage[thread * 4] = all; // twin-race: intra-block,intra-warp; twin: storage[thread * 4 + 4] = all;
		return all;
	}
};

__global__ void sums(float *out, int n)
{
	__shared__ float part[256 + 64];
	for (int i = 0; i < 4; i++)
		part[threadIdx.x * 4 + i] = i; // twin-race: intra-block,intra-warp
	Scan scan(part);
	out[blockIdx.x * 64 + threadIdx.x] = scan.sum(n);
}

void run(float *out, int n)
{
	if (n > 0 && n < 4)
		sums<<<8, 64>>>(out, n); // launch: race-free; twin-launch: race
}
