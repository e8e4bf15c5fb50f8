// Rows are filled at numbers drawn from counters that the kernel itself starts: at what the launch gives, what a thread computes, what atomics put there.
// Who counts from below 0 fills places of the row before: undecided, as whether a number below 0 is drawn there is not followed.
__global__ void fill_given(int *rows, const int *key, int first)
{
    __shared__ int count[64];
    if (threadIdx.x < 64)
        count[threadIdx.x] = first;
    __syncthreads();
    int row = key[threadIdx.x] & 63, at = atomicAdd(&count[row], 1);
    if (at < 16)
        rows[row * 16 + at] = threadIdx.x;
}
__global__ void fill_counted(int *rows, const int *key)
{
    __shared__ int count[64];
    if (threadIdx.x < 64)
        count[threadIdx.x] = threadIdx.x & 7; // twin:         count[threadIdx.x] = -(threadIdx.x & 7);
    __syncthreads();
    int row = key[threadIdx.x] & 63, at = atomicAdd(&count[row], 1);
    if (at < 16)
        rows[row * 16 + at] = threadIdx.x;
}
__global__ void fill_exchanged(int *rows, const int *key)
{
    __shared__ int count[64];
    if (threadIdx.x < 64)
        atomicExch(&count[threadIdx.x], key[threadIdx.x] > 3 ? -2 : 0);
    __syncthreads();
    int row = key[threadIdx.x] & 63, at = atomicAdd(&count[row], 1);
    if (at < 16)
        rows[row * 16 + at] = threadIdx.x;
}
int main(int argc, char **argv)
{
    int *rows, *key;
    cudaMalloc(&rows, 64 * 16 * sizeof(int));
    cudaMalloc(&key, 128 * sizeof(int));
    fill_given<<<1, 128>>>(rows, key, 2); // launch: race-free; twin-launch: race-free
    fill_given<<<1, 128>>>(rows, key, -argc); // launch: undecided; twin-launch: undecided
    fill_counted<<<1, 128>>>(rows, key); // launch: race-free; twin-launch: undecided
    fill_exchanged<<<1, 128>>>(rows, key); // launch: undecided; twin-launch: undecided
}
