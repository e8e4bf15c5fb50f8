// A switch over a value that is not followed: all its cases come together again before the store,
// which needs none of them.
__global__ void count(const char *text, int *last, int *letters, int n) // kernel: race; twin-kernel: race-free
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	char window[4];
	for (int k = 0; k < 4; k++)
		window[k] = 4;
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < 3; j++)
			window[j] = window[j + 1];
		window[3] = text[k];
		switch (window[k & 3]) {
		case 0:
			found++;
			break;
		case 1:
			found += 2;
			break;
		case 2:
			found += 3;
			break;
		}
		last[k] = window[0]; // race: inter-block, intra-block, intra-warp; twin: last[i] = window[0];
	}
	letters[i] = found;
}
