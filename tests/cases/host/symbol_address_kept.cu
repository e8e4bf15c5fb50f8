// The address of a device variable that the kernel also names, kept in a variable or an object, or handed on; in the twin it is that of another one.
#include <cuda_runtime.h>

__device__ int table[8192];
__device__ int other[8192];

__global__ void shift(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = table[i + 1];
}

static int *kept;

static int *address()
{
	int *p;
	cudaGetSymbolAddress((void **)&p, table); // twin: 	cudaGetSymbolAddress((void **)&p, other);
	return p;
}

void keep()
{
	kept = address();
}

void use_kept()
{
	shift<<<16, 256>>>(kept, 4096); // launch: undecided; twin-launch: race-free
}

struct view { int size; int *data; };

view *make_view()
{
	view *v = new view;
	v->data = address();
	return v;
}

void use_view(view *v)
{
	shift<<<16, 256>>>(v->data, 4096); // launch: undecided; twin-launch: race-free
}

static void run(int *p)
{
	shift<<<16, 256>>>(p, 4096); // launch: undecided; twin-launch: race-free
}

void (*volatile runner)(int *) = run;

void hand_on()
{
	runner(address());
}
