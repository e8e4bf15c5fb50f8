// Slices of rows with a pitch: a row holds what it was asked for, in the twin one less.
__global__ void fade(cudaPitchedPtr all, int width, int height, int depth)
{
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (z < depth && y < height && x < width) {
		size_t slice = all.pitch * height;
		float *row = (float *)((char *)all.ptr + z * slice + y * all.pitch);
		row[x] = row[x] / 2; // twin-race: inter-block, intra-block, intra-warp
	}
}

void run(int width, int height, int round)
{
	int depth = round == 1 ? 3 : 1;
	dim3 grid((width + 15) / 16, (height + 7) / 8, (depth + 3) / 4), block(16, 8, 4);
	cudaExtent extent = make_cudaExtent(width * sizeof(float), height, depth);
	cudaPitchedPtr all;
	cudaMalloc3D(&all, extent);
	fade<<<grid, block>>>(all, width, height, depth); // launch: race-free; twin-launch: race; twin: fade<<<grid, block>>>(all, 2 * width, height, depth);
}
