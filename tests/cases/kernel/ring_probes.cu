// Probes of a hash table go round it by a mask or a size: no place is the one behind the table, where duplicates are counted.
__global__ void insert(unsigned *key, int *val, unsigned mask, const unsigned *keys, const int *vals, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || keys[i] == 0xffffffffu)
		return;
	unsigned k = keys[i], h = k & mask; // twin: unsigned k = keys[i], h = k;
	for (;;) {
		unsigned old = atomicCAS(&key[h], 0xffffffffu, k);
		if (old == 0xffffffffu) {
			val[h] = vals[i]; // twin-race: inter-block, intra-block, intra-warp
			return;
		}
		if (old == k) {
			atomicAdd(&val[mask + 1], 1); // twin-race: inter-block, intra-block, intra-warp
			return;
		}
		h = (h + 1) & mask;
	}
}

__global__ void some_rounds(unsigned *key, int *val, unsigned size, const unsigned *keys, const int *vals, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || keys[i] == 0xffffffffu)
		return;
	unsigned k = keys[i], h = k % size;
	for (;;) {
		unsigned old = atomicCAS(&key[h], 0xffffffffu, k);
		if (old == 0xffffffffu) {
			val[h] = vals[i];
			return;
		}
		if (old == k) {
			atomicAdd(&val[size], 1);
			return;
		}
		if (old > 5)
			h = (h + 1) % size;
	}
}

int main(int c, char **v)
{
	unsigned size = 1024, *key, *keys;
	int *val, *vals;
	while (size < c)
		size *= 2;
	cudaMalloc(&key, size * 8);
	cudaMalloc(&keys, c * 4);
	cudaMalloc(&val, size * 8);
	cudaMalloc(&vals, c * 4);
	cudaMemset(key, 0xff, size * 8);
	insert<<<c, 128>>>(key, val, size - 1, keys, vals, c); // launch: race-free; twin-launch: race
	cudaMemset(key, 0xff, size * 8);
	some_rounds<<<c, 128>>>(key, val, size, keys, vals, c); // launch: race-free; twin-launch: race-free
}
