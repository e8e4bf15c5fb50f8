// Locks beside the rows that they guard, in one struct or one array: how far a row's places reach is known, so that none is a lock.
struct Table {
    int lock[64], count[64], slot[64][512];
};
__global__ void insert(Table *t, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int b = keys[i] & 63;
    while (atomicCAS(&t->lock[b], 0, 1) != 0) {}
    __threadfence();
    int c = t->count[b];
    if (c < 512) {
        t->slot[b][c] = i;
        t->count[b] = c + 1;
    }
    __threadfence();
    atomicExch(&t->lock[b], 0);
}
__global__ void note(int *words, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int b = keys[i] & 63;
    while (atomicCAS(&words[b], 0, 1) != 0) {} // twin-race: inter-block,intra-block,intra-warp
    __threadfence();
    words[64 + b] += 1; // twin-race: inter-block,intra-block,intra-warp
    words[128 + b * 512 + (i & 511)] = i; // twin-race: inter-block,intra-block,intra-warp; twin:     words[128 + b * 512 - (i & 127)] = i;
    __threadfence();
    atomicExch(&words[b], 0); // twin-race: inter-block,intra-block,intra-warp
}
int main()
{
    int n = 10000, *keys, *words;
    Table *t;
    cudaMalloc(&t, sizeof(Table));
    cudaMalloc(&keys, n * sizeof(int));
    cudaMalloc(&words, (128 + 64 * 512) * sizeof(int));
    cudaMemset(t, 0, sizeof(Table));
    cudaMemset(words, 0, (128 + 64 * 512) * sizeof(int));
    insert<<<(n + 127) / 128, 128>>>(t, keys, n); // launch: race-free; twin-launch: race-free
    note<<<(n + 127) / 128, 128>>>(words, keys, n); // launch: race-free; twin-launch: race
}
