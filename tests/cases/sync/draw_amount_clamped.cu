// A counter of the block that its first thread cuts to the room there is, behind a barrier, and then draws that many places: the
// value that all read is the one that was drawn. Not where the counter is added to once more.
__device__ unsigned drawn;

__global__ void append(const unsigned *in, unsigned *out, unsigned n)
{
	__shared__ unsigned list[256], count, start;
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i]) {
		unsigned at = atomicAdd(&count, 1);
		if (at < 256)
			list[at] = in[i];
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		count = count < 256 ? count : 256;
		start = atomicAdd(&drawn, count); // twin: 		start = atomicAdd(&drawn, count / 2);
	}
	__syncthreads();
	for (unsigned k = threadIdx.x; k < count; k += blockDim.x)
		out[start + k] = list[k]; // twin-race: inter-block
}

__global__ void late(const unsigned *in, unsigned *out, unsigned n)
{
	__shared__ unsigned count, start;
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i])
		atomicAdd(&count, 1);
	__syncthreads();
	if (threadIdx.x == 0) {
		count = count < 64 ? count : 64;
		start = atomicAdd(&drawn, count);
	}
	__syncthreads();
	if (threadIdx.x == 40)
		atomicAdd(&count, 1);
	__syncthreads();
	for (unsigned k = threadIdx.x; k < count; k += blockDim.x)
		out[start + k] = i; // race: inter-block; twin-race: inter-block
}

int main(int argc, char **argv)
{
	unsigned *in, *out;
	cudaMalloc(&in, 4 * argc);
	cudaMalloc(&out, 1 << 20);
	append<<<64, 128>>>(in, out, argc); // launch: race-free; twin-launch: race
	late<<<64, 128>>>(in, out, argc); // launch: race; twin-launch: race
}
