// Two locks of one array by tickets, one inside the other and one behind the other: who is let in at one word by either line has drawn the
// ticket from the counter beside that word.
struct ticket {
	unsigned next, now;

	__device__ void lock()
	{
		unsigned mine = atomicAdd(&next, 1);
		while (atomicAdd(&now, 0) != mine)
			;
		__threadfence();
	}

	__device__ void unlock()
	{
		__threadfence();
		atomicAdd(&now, 1);
	}
};

__device__ ticket locks[32];
__device__ int balance[32];

__global__ void transfer(const int *from, const int *to, int n)
{
	if (threadIdx.x)
		return;
	for (int i = blockIdx.x; i < n; i += gridDim.x) {
		int a = from[i] & 31, b = to[i] & 31;
		if (a >= b)
			continue;
		locks[a].lock();
		locks[b].lock();
		balance[a] -= 1;
		balance[b] += 1;
		locks[b].unlock();
		locks[a].unlock();
	}
}

__global__ void apart(const int *from, const int *to)
{
	if (threadIdx.x)
		return;
	int a = from[blockIdx.x] & 31, b = to[blockIdx.x] & 31;
	locks[a].lock();
	balance[a] -= 1; // twin-race: inter-block
	locks[a].unlock();
	locks[b].lock(); // twin: 	__threadfence();
	balance[b] += 1; // twin-race: inter-block
	locks[b].unlock();
}

int main(int argc, char **argv)
{
	int n = argc * 1000;
	int *from, *to;
	cudaMalloc(&from, n * sizeof(int));
	cudaMalloc(&to, n * sizeof(int));
	transfer<<<32, 32>>>(from, to, n); // launch: race-free; twin-launch: race-free
	apart<<<32, 32>>>(from, to); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
