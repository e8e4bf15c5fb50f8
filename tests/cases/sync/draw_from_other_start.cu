// Rows are filled at numbers drawn from counters that another kernel has started, at what it computes. Who counts from below 0 fills places of the row
// before: undecided, as whether a number below 0 is drawn there is not followed.
enum { SIGN = 1 }; // twin: enum { SIGN = -1 };

__global__ void fill(int *count, int *rows, const int *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int row = key[i] & 63, at = atomicAdd(&count[row], 1);
    if (at < 512)
        rows[row * 512 + at] = i;
}
__global__ void start_counted(int *count)
{
    count[threadIdx.x] = SIGN * (int)(threadIdx.x & 7);
}
__global__ void start_given(int *count, int first)
{
    count[threadIdx.x] = SIGN * (first & 7);
}
__global__ void start_chosen(int *count, const int *key)
{
    count[threadIdx.x] = key[threadIdx.x] < 3 ? SIGN : 0;
}
__global__ void start_stepped(int *count)
{
    atomicAdd(&count[threadIdx.x], SIGN * 5);
}
int main(int argc, char **argv)
{
    int n = 1000, *count, *rows, *key;
    cudaMalloc(&count, 64 * sizeof(int));
    cudaMalloc(&rows, 64 * 512 * sizeof(int));
    cudaMalloc(&key, n * sizeof(int));
    switch (argc) {
    case 1:
        start_counted<<<1, 64>>>(count); // launch: race-free; twin-launch: race-free
        fill<<<10, 100>>>(count, rows, key, n); // launch: race-free; twin-launch: undecided
        break;
    case 2:
        start_given<<<1, 64>>>(count, argc); // launch: race-free; twin-launch: race-free
        fill<<<10, 100>>>(count, rows, key, n); // launch: race-free; twin-launch: undecided
        break;
    case 3:
        start_chosen<<<1, 64>>>(count, key); // launch: race-free; twin-launch: race-free
        fill<<<10, 100>>>(count, rows, key, n); // launch: race-free; twin-launch: undecided
        break;
    case 4:
        cudaMemset(count, 0, 64 * sizeof(int));
        start_stepped<<<1, 64>>>(count); // launch: race-free; twin-launch: race-free
        fill<<<10, 100>>>(count, rows, key, n); // launch: race-free; twin-launch: undecided
    }
}
