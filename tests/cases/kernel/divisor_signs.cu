// A flat index taken apart by sizes whose signs nothing tells: they cancel out.

__global__ void shift(float *out, int n, int w, int h, int c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = i % w, y = i / w % h, k = i / (w * h) % c, b = i / (w * h * c); // twin: int x = 0, y = 0, k = i % c, b = 0;
	out[((b * c + k) * h + y) * w + x] = i; // twin-race: inter-block,intra-block,intra-warp
}

__global__ void turn(float *out, int n, int w, int h, int c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = i % c, x = i / c % w, y = i / c / w % h, b = i / (w * h * c);
	out[((b * c + k) * h + y) * w + x] = i;
}

void run(float *out, int n, int w, int h, int c)
{
	shift<<<(n + 255) / 256, 256>>>(out, n, w, h, c); // launch: race-free; twin-launch: race
	turn<<<(n + 255) / 256, 256>>>(out, n, w, h, c); // launch: race-free; twin-launch: race-free
}
