// requires: toolkit
// A toolkit's __managed__ is a variable of the device too; code for one version of nvcc gets the toolkit's.
__managed__ int start;
__managed__ int data[2048];

__global__ void put(int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
#if __CUDACC_VER_MAJOR__ >= 10
	if (i < n)
		data[start + i % 1024] = i; // twin-race: inter-block
#endif
}

int main()
{
	start = 1024;
	put<<<4, 256>>>(1024); // launch: race-free; twin-launch: race; twin: 	put<<<8, 256>>>(2048);
	return cudaDeviceSynchronize();
}
