// A table in constant memory that the host does not name, in a program of several files.
__constant__ int zigzag[8] = { 0, 1, 4, 2, 3, 6, 5, 7 }; // twin: __constant__ int zigzag[8] = { 0, 1, 4, 2, 3, 6, 4, 7 };

__global__ void scan(const int *in, int *out)
{
	int t = threadIdx.x;
	out[blockIdx.x * 8 + zigzag[t]] = in[blockIdx.x * 8 + t]; // twin-race: intra-warp
}

void launch(const int *in, int *out)
{
	scan<<<64, 8>>>(in, out); // launch: race-free; twin-launch: race
}
