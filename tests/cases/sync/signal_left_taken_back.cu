// Words that a launch takes back, or around, to just what they began with; in the twin to something else, or in some runs only, so that it is not
// known what the next launch finds.
#define OFF 0 // twin: #define OFF 1
__device__ unsigned set_back, taken_off, comes_round, of_rounds, up, down;

__device__ void sum(bool last, const int *part, int *out)
{
	__shared__ bool all;
	if (threadIdx.x == 0) {
		__threadfence();
		all = last;
	}
	__syncthreads();
	if (all && threadIdx.x == 0)
		for (int i = 0; i < gridDim.x; i++)
			atomicAdd(out, part[i]);
}

__device__ unsigned put(int *part, unsigned *count)
{
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	return atomicAdd(count, 1);
}

__global__ void sets(int *part, int *out)
{
	bool last = threadIdx.x == 0 && put(part, &set_back) == gridDim.x - 1;
	sum(last, part, out);
	if (last)
		atomicExch(&set_back, OFF);
}

__global__ void takes_off(int *part, int *out)
{
	bool last = threadIdx.x == 0 && put(part, &taken_off) == gridDim.x - 1;
	sum(last, part, out);
	if (last)
		atomicSub(&taken_off, gridDim.x - OFF);
}

__global__ void goes_round(int *part, int *out)
{
	bool last = false;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x;
		__threadfence();
		last = atomicInc(&comes_round, gridDim.x - 1 + OFF) == gridDim.x - 1;
	}
	sum(last, part, out);
}

__global__ void counts_on(int *part, int *out)
{
	bool last = threadIdx.x == 0 && put(part, &of_rounds) % (gridDim.x + OFF) == gridDim.x - 1;
	sum(last, part, out);
	if (last)
		out[1] += 1;
}

__global__ void hands(int *data, int *out, int n)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = n;
		__threadfence();
		atomicExch(&up, 1);
	} else {
		while (atomicAdd(&up, 0) == 0)
			;
		__threadfence();
		out[0] = data[0];
		__threadfence();
		if (OFF == 0 || n > 5)
			atomicExch(&up, 0);
	}
}

// Nobody takes it back in the twin: the next launch goes on at once.
__global__ void counts(int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 1; // twin-race: inter-block
		__threadfence();
		atomicAdd(&down, 1);
	} else {
		while (atomicAdd(&down, 0) == 0)
			;
		__threadfence();
		out[0] = data[0]; // twin-race: inter-block; twin-cause: left in 'down' has not been set back
		__threadfence();
		if (OFF == 0)
			atomicSub(&down, 1);
	}
}

int main(int argc, char **argv)
{
	int *part, *out;
	cudaMalloc(&part, 64 * sizeof(int));
	cudaMalloc(&out, 2 * sizeof(int));
	for (int i = 0; i < argc; i++)
		sets<<<64, 128>>>(part, out); // launch: race-free; twin-launch: undecided
	for (int i = 0; i < argc; i++)
		takes_off<<<64, 128>>>(part, out); // launch: race-free; twin-launch: undecided
	for (int i = 0; i < argc; i++)
		goes_round<<<64, 128>>>(part, out); // launch: race-free; twin-launch: undecided
	for (int i = 0; i < argc; i++)
		counts_on<<<64, 128>>>(part, out); // launch: race-free; twin-launch: undecided
	for (int i = 0; i < argc; i++)
		hands<<<2, 32>>>(part, out, i); // launch: race-free; twin-launch: undecided
	for (int i = 0; i < argc; i++)
		counts<<<2, 32>>>(part, out); // launch: race-free; twin-launch: race
	return 0;
}
