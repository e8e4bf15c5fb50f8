// Rows are filled at numbers drawn from counters, which count from 0: each place of a row is below 512, and above the end of the row before. In the twin the
// counters start below 0, and a row's first places are those of the row before: undecided, as whether a number below 0 is drawn there is not followed.
// Numbers that the kernel itself starts with are seen as well.
__global__ void fill(int *count, int *rows, const int *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int row = key[i] & 63, at = atomicAdd(&count[row], 1);
    if (at < 512)
        rows[row * 512 + at] = i;
}
__global__ void fill_block(int *rows, const int *key)
{
    __shared__ int count[64];
    if (threadIdx.x < 64)
        count[threadIdx.x] = -1;
    __syncthreads();
    int row = key[threadIdx.x] & 63, at = atomicAdd(&count[row], 1);
    if (at < 16)
        rows[row * 16 + at] = threadIdx.x;
}
int main(int argc, char **argv)
{
    int n = 1000, *count, *rows, *key;
    cudaMalloc(&count, 64 * sizeof(int));
    cudaMalloc(&rows, 64 * 512 * sizeof(int));
    cudaMalloc(&key, n * sizeof(int));
    cudaMemset(count, 0, 64 * sizeof(int));
    if (argc > 1)
        cudaMemset(count, 0, 64 * sizeof(int)); // twin:         cudaMemset(count, -1, 64 * sizeof(int));
    fill<<<10, 100>>>(count, rows, key, n); // launch: race-free; twin-launch: undecided
    fill_block<<<1, 128>>>(rows, key); // launch: undecided; twin-launch: undecided
}
