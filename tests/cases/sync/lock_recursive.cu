// A lock whose owner may take it again, by what the compare-and-swap finds: whose it is then is not followed. In the twin the first part
// is outside.
__device__ int lock, count;

__device__ bool take()
{
	int own = blockIdx.x + 1, old;
	while ((old = atomicCAS(&lock, 0, own)) != 0 && old != own)
		;
	__threadfence();
	return old == 0;
}

__device__ void leave(bool last)
{
	__threadfence();
	if (last)
		atomicExch(&lock, 0);
}

__global__ void counted()
{
	if (threadIdx.x != 0)
		return;
	bool first = take(); // twin: 	bool first = false;
	count += 1; // twin-race: inter-block
	bool again = take();
	count += 2; // twin-race: inter-block
	leave(again);
	leave(first);
}

int main()
{
	counted<<<64, 32>>>(); // launch: undecided; twin-launch: race
}
