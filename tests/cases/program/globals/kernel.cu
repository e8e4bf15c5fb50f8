// The tile size is a constant of another file.
extern const int kTile;
extern int columns;

__global__ void tiles(int *out, int tile)
{
	out[blockIdx.x * tile + threadIdx.x] = threadIdx.x; // twin-race: inter-block
}

__global__ void plane(int *out, int pitch)
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x;
}

void run(int *out, int n)
{
	tiles<<<n, 64>>>(out, kTile); // launch: race-free; twin-launch: race
	plane<<<n, 64>>>(out, columns); // launch: race-free; twin-launch: race-free
}
