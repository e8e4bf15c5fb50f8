__constant__ int offs[4];
__global__ void bands(float *out)
{
	out[offs[blockIdx.x] + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}
int main()
{
	const int host[4] = { 512, 0, 768, 256 }; // twin: const int host[4] = { 512, 0, 760, 256 };
	float *out;
	cudaMalloc(&out, 1024 * sizeof(float));
	cudaMemcpyToSymbol(offs, host, sizeof(host));
	bands<<<4, 256>>>(out); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
