__constant__ int zigzag[8] = { 0, 1, 4, 2, 3, 6, 5, 7 };

__global__ void scan(const int *in, int *out)
{
	int t = threadIdx.x;
	out[blockIdx.x * 8 + zigzag[t]] = in[blockIdx.x * 8 + t]; // twin-race: inter-block,intra-warp
}

int main()
{
	int *in, *out, order[8] = { 0 };
	cudaMalloc(&in, 64 * 8 * sizeof(int));
	cudaMalloc(&out, 64 * 8 * sizeof(int));
	cudaMemcpy(order, in, sizeof(order), cudaMemcpyDeviceToHost); // twin: cudaMemcpyToSymbol(zigzag, in, sizeof(order), 0, cudaMemcpyDeviceToDevice);
	scan<<<64, 8>>>(in, out); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
