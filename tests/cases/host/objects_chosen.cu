// Two pointers that are read through objects chosen at run time: of these one choice is the other one's counterpart. In the twin both may choose one object.
#include <cuda_runtime.h>
#include <vector>

struct buffer {
	float *data;
	int n;
};

__global__ void shift(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

static float *allocate()
{
	float *p;
	cudaMalloc(&p, 4000);
	return p;
}

int main(int argc, char **argv)
{
	float *x = allocate(), *y = allocate();
	float **in = argc > 1 ? &x : &y, **out = argc > 1 ? &y : &x;
	shift<<<8, 128>>>(*in, *out, 1000); // launch: race-free; twin-launch: race-free

	buffer *first = new buffer, *second = new buffer;
	first->data = allocate();
	second->data = allocate();
	bool odd = argc & 1;
	buffer *from = odd ? first : second;
	buffer *to = odd ? second : first; // twin:	buffer *to = argc & 2 ? second : first;
	shift<<<8, 128>>>(from->data, to->data, 1000); // launch: race-free; twin-launch: race

	buffer a = { allocate(), 500 }, b = { allocate(), 500 };
	const buffer *p = argc > 1 ? &a : &b, *q = argc > 2 ? &a : &b;
	shift<<<4, 128>>>(p->data, q->data + 499, 400); // launch: race-free; twin-launch: race-free

	std::vector<buffer> many{ { allocate(), 500 }, { allocate(), 500 } };
	shift<<<8, 128>>>(many[argc & 1].data, many[0].data, 1000); // launch: undecided; twin-launch: undecided
}
