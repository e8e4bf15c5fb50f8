void note(int *p);

__global__ void clear(int *p)
{
	p[threadIdx.x] = 0;
}

int main()
{
	int *p, n = 256;
	cudaMalloc(&p, 256 * sizeof(int));
	note(&n);
	clear<<<1, 256>>>(p); // launch: race-free; twin-launch: race-free
	return 0;
}
