// Streams and events that are members of structures in a vector or an array; in the twin what the second stream does waits for nothing.
#include <cuda_runtime.h>

#include <vector>

struct lane {
	int number;
	cudaStream_t in, out;
	cudaEvent_t filled;
};

__global__ void put(float *p, float v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}

__global__ void get(const float *p, float *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	o[i] += p[i + 1];
}

static void lanes(int many)
{
	const int n = 1 << 12;
	float *p, *o;
	lane *l = new lane[many];
	cudaMalloc(&p, (long)many * (n + 1) * sizeof(float));
	cudaMalloc(&o, (long)many * n * sizeof(float));
	for (int i = 0; i < many; i++) {
		l[i].number = i;
		cudaStreamCreate(&l[i].in);
		cudaStreamCreate(&l[i].out);
		cudaEventCreate(&l[i].filled);
	}
	for (int i = 0; i < many; i++) {
		put<<<n / 256, 256, 0, l[i].in>>>(p + i * (n + 1), 1); // launch: race-free; twin-launch: race-free
		cudaEventRecord(l[i].filled, l[i].in);
		cudaStreamWaitEvent(l[i].out, l[i].filled, 0); // twin: 
		get<<<n / 256, 256, 0, l[i].out>>>(p + i * (n + 1), o + i * n); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	}
	cudaDeviceSynchronize();
	delete[] l;
}

static void vectors()
{
	const int n = 1 << 12;
	float *p;
	std::vector<lane> l(6);
	cudaMalloc(&p, 6 * n * sizeof(float));
	for (auto &one : l)
		cudaStreamCreateWithFlags(&one.in, cudaStreamNonBlocking);
	for (int i = 0; i < 6; i++)
		put<<<n / 256, 256, 0, l[i].in>>>(p + i * n, 1); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
	for (int i = 0; i < 6; i++)
		put<<<n / 256, 256, 0, l[i].in>>>(p + i * (n - 1), 1); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}

/* One stream is in two structures: copied after it was created, or stored twice. */
static void shared(int many)
{
	const int n = 1 << 12;
	float *p;
	lane *l = new lane[many], *m = new lane[many];
	cudaMalloc(&p, n * sizeof(float));
	cudaStreamCreate(&l[0].in);
	for (int i = 1; i < many; i++)
		l[i] = l[0];
	for (int i = 0; i < many; i++)
		put<<<n / 256, 256, 0, l[i].in>>>(p, 1); // launch: race-free; twin-launch: race-free; finding: launch-order; twin-finding: launch-order
	cudaDeviceSynchronize();
	for (int i = 0; i < many; i++) {
		cudaStream_t s;
		cudaStreamCreate(&s);
		m[i].in = m[i].out = s;
		put<<<n / 256, 256, 0, m[i].in>>>(p, 1); // launch: race-free; twin-launch: race-free
		put<<<n / 256, 256, 0, m[i].out>>>(p, 1); // launch: race-free; twin-launch: race-free
		cudaStreamSynchronize(m[i].in);
	}
	cudaDeviceSynchronize();
	delete[] l;
	delete[] m;
}

int main(int argc, char **)
{
	lanes(argc + 4);
	vectors();
	shared(argc + 4);
}
