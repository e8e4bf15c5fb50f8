// Counted down from 63 by 128 threads: half of them wrap, to 4294967295 and below.
__global__ void put(int *out)
{
	out[(63u - threadIdx.x) % 128] = threadIdx.x; // twin-race: intra-block; twin: out[(63u - threadIdx.x) % 100] = threadIdx.x;
}

int main()
{
	int *out;

	cudaMalloc(&out, 512);
	put<<<1, 128>>>(out); // launch: race-free; twin-launch: race
}
