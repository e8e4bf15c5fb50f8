// A member is read from one of two objects, or from the next one of a list if there is one: it may be the pointer of the other argument. In the twin the other one
// is never that object. Objects that take turns are not one.
#include <cuda_runtime.h>

__global__ void shift(float *a, const float *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = b[i + 1];
}

struct buffer {
	float *memory;
	buffer *next;
};

buffer *make(float *memory)
{
	buffer *made = new buffer;
	cudaMalloc(&made->memory, 65536);
	made->next = NULL;
	return made;
}

void chosen(buffer *given)
{
	buffer *own = make(NULL), *other = make(NULL);
	buffer *from = given ? given : own; // twin: 	buffer *from = given ? given : other;
	shift<<<16, 256>>>(own->memory, from->memory); // launch: undecided; twin-launch: race-free
	cudaFree(other->memory);
}

void in_turns(buffer *a, buffer *b)
{
	for (int i = 0; i < 8; i++) {
		buffer *from = i & 1 ? a : b, *to = i & 1 ? b : a;
		shift<<<16, 256>>>(to->memory, from->memory); // launch: race-free; twin-launch: race-free
	}
	for (int i = 0; i < 8; i++) {
		shift<<<16, 256>>>(a->memory, b->memory); // launch: race-free; twin-launch: race-free
		buffer *kept = a;
		a = b;
		b = kept;
	}
}

void along(buffer *list)
{
	for (; list; list = list->next) {
		buffer *from = list->next ? list->next : list;
		shift<<<16, 256>>>(list->memory, from->memory); // launch: undecided; twin-launch: undecided
	}
}
