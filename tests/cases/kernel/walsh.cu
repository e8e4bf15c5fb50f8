// Butterflies of four elements in place, their distance a constant shifted by a loop's counter: at least 2048, as the
// loop says.
__global__ void pass(float *data, int stride)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int low = t & (stride - 1); // twin: 	int low = t & stride;
	int at = ((t - low) << 2) + low;
	float a = data[at], b = data[at + stride]; // twin-race: inter-block
	float c = data[at + 2 * stride], d = data[at + 3 * stride]; // twin-race: inter-block
	data[at] = a + b + c + d; // twin-race: inter-block
	data[at + stride] = a - b + c - d; // twin-race: inter-block
	data[at + 2 * stride] = a + b - c - d; // twin-race: inter-block
	data[at + 3 * stride] = a - b - c + d; // twin-race: inter-block
}

void run(float *data)
{
	int n = 1 << 23;
	for (int bits = 23; bits > 11; bits -= 2, n >>= 2)
		pass<<<(1 << 23) / 1024, 256>>>(data, n / 4); // launch: race-free; twin-launch: race
}
