struct Band { int first, count; };
__constant__ Band bands[3] = { { 0, 10 }, { 10, 30 }, { 40, 8 } }; // twin: __constant__ Band bands[3] = { { 0, 10 }, { 10, 31 }, { 40, 8 } };
__global__ void k(float *out)
{
	Band b = bands[blockIdx.x];
	for (int i = threadIdx.x; i < b.count; i += blockDim.x)
		out[b.first + i] = blockIdx.x; // twin-race: inter-block
}
int main()
{
	float *out;
	cudaMalloc(&out, 4096);
	k<<<3, 32>>>(out); // launch: race-free; twin-launch: race
}
