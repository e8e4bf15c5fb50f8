// A march through planes: each thread in its own column, behind loops of a constant number of rounds that step by a stride which is not
// constant; whether a thread stores is kept in a flag, a byte, across barriers.
__global__ void march(float *out, const float *in, int nx, int ny, int nz, int padding)
{
	__shared__ float tile[8][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	const int row = nx + 8, plane = row * (ny + 8);
	int from = 4 * row + 4 + padding + y * row + x, at;
	bool valid = true;
	float behind[3], sum = 0;
	if (x >= nx) // twin: 	if (x > nx + 8)
		valid = false;
	if (y >= ny)
		valid = false;
	for (int i = 2; i >= 0; i--) {
		behind[i] = in[from];
		from += plane;
	}
	at = from;
	for (int z = 0; z < nz; z++) {
		at += plane;
		__syncthreads();
		tile[threadIdx.y][threadIdx.x] = behind[z % 3];
		__syncthreads();
		sum += tile[threadIdx.y ^ 1][threadIdx.x];
		if (valid)
			out[at] = sum; // twin-race: inter-block, intra-block
	}
}

void run(float *out, const float *in, int nx, int ny, int nz, int columns, int rows)
{
	march<<<dim3(columns, rows), dim3(32, 8)>>>(out, in, nx, ny, nz, 32); // launch: race-free; twin-launch: race
}
