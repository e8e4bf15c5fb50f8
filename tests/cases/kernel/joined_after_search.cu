// A search whose rounds nobody follows, and a choice by what it has found: all ways of that come to the store, whatever was found. Each
// thread stores what is its own; in the twin one place too many. In the second kernel one of the ways goes on to the next round.
enum { EACH = 4 };

__global__ void merge(const int *in, int *out, int n, int width)
{
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH, pair = first / (2 * width) * (2 * width);
	if (first >= n)
		return;
	int na = min(width, n - pair), nb = min(width, n - pair - na), at = first - pair;
	const int *a = in + pair, *b = a + na;
	int low = max(0, at - nb), high = min(at, na);
	while (low < high) {
		int middle = (low + high) >> 1;
		if (a[middle] <= b[at - 1 - middle])
			low = middle + 1;
		else
			high = middle;
	}
	int i = low, j = at - low;
	for (int k = 0; k < EACH && first + k < n; k++) { // twin: 	for (int k = 0; k <= EACH && first + k < n; k++) {
		int value;
		if (j >= nb || (i < na && a[i] <= b[j]))
			value = a[i++];
		else
			value = b[j++];
		out[first + k] = value; // twin-race: inter-block, intra-warp
	}
}

__global__ void chosen(const int *a, const int *b, int *out, int n)
{
	for (int k = 0; k < n; k++) {
		int value = b[k];
		if (value != (int)threadIdx.x || (k > 3 && a[value] > a[k]))
			continue;
		out[value] = k;
	}
}

int main(int argc, char **argv)
{
	int n = argc * 256, *a, *b, *out;
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&b, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	for (int width = EACH; width < n; width *= 2)
		merge<<<n / (32 * EACH), 32>>>(a, out, n, width); // launch: race-free; twin-launch: race
	chosen<<<1, 64>>>(a, b, out, n); // launch: race-free; twin-launch: race-free
}
