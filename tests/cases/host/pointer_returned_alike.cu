// Pointers that functions which are not inlined return: virtual ones that read one member, a function asked twice, what a function object holds, owners that share. In the twin the kernel
// reads what no other thread writes.
#include <functional>
#include <memory>

__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // twin: 		out[i] = in[i];
}

static int *fresh()
{
	int *p;
	cudaMalloc(&p, 4096 * sizeof(int));
	return p;
}

struct source {
	int *memory = fresh(), *next = fresh();
	virtual const int *read() const { return memory; }
	virtual int *write() { return memory; }
	virtual int *other() { return next; }
	virtual int *make(int n) { return n ? fresh() : NULL; }
};

void use(source *s)
{
	shift<<<16, 256>>>(s->read(), s->write(), 4096); // launch: undecided; twin-launch: race-free
	shift<<<16, 256>>>(s->read(), s->other(), 4096); // launch: race-free; twin-launch: race-free
	shift<<<16, 256>>>(s->make(1), s->make(1), 4096); // launch: race-free; twin-launch: race-free
}

source *make_source()
{
	return new source;
}

struct opaque {
	int *data() const;
	int *diff() const;
	int *next();
};

void use_opaque(opaque *o)
{
	shift<<<16, 256>>>(o->data(), o->data(), 4096); // launch: undecided; twin-launch: race-free
	shift<<<16, 256>>>(o->data(), o->diff(), 4096); // launch: race-free; twin-launch: race-free
	shift<<<16, 256>>>(o->next(), o->next(), 4096); // launch: race-free; twin-launch: race-free
}

void use_function()
{
	int *p = fresh();
	std::function<int *()> get = [=] { return p; };
	shift<<<16, 256>>>(get(), p, 4096); // launch: undecided; twin-launch: race-free
}

struct owners {
	std::shared_ptr<int> in, out;
	owners();
	~owners();
};

void share(owners *o)
{
	o->out = o->in;
}

void use_owners(owners *o)
{
	shift<<<16, 256>>>(o->in.get(), o->out.get(), 4096); // launch: undecided; twin-launch: race-free
}

struct swapped {
	std::shared_ptr<long> in, out;
	swapped();
	~swapped();
};

void exchange(swapped *s)
{
	std::swap(s->in, s->out);
}

void use_swapped(swapped *s)
{
	shift<<<16, 256>>>((int *)s->in.get(), (int *)s->out.get(), 4096); // launch: race-free; twin-launch: race-free
}
