// A weak function and a weak variable, in whose place another unit puts its own; a third unit has a main of another program.
__global__ void put(int *p, int n)
{
	int i = threadIdx.x;
	p[i % n] = i; // race: intra-block; race: intra-warp; twin-race: intra-block; twin-race: intra-warp
}

__global__ void put_more(int *p, int n)
{
	int i = threadIdx.x;
	p[i % n] = i; // race: intra-block; race: intra-warp
}

__attribute__((weak)) int width()
{
	return 256;
}

extern int height;
__attribute__((weak)) int height = 256;

int main()
{
	int *p;
	cudaMalloc(&p, 256 * sizeof(int));
	put<<<1, 256>>>(p, width()); // launch: race; twin-launch: race
	put_more<<<1, 256>>>(p, height); // launch: race; twin-launch: race-free
	return 0;
}
