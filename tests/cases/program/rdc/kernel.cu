// flags: -- -rdc=true
// Device code of two units: a function and a variable that the kernel only declares.
__device__ int place(int i);
extern __device__ int table[256];

__global__ void store(int *out)
{
	int i = blockIdx.x * 128 + threadIdx.x;

	out[place(i)] = table[threadIdx.x]; // twin-race: intra-warp
}

void run(int *out)
{
	store<<<2, 128>>>(out); // launch: race-free; twin-launch: race
}
