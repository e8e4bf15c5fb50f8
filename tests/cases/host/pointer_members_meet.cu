// Two members get pointers that may be one: by a choice, by reading the other, a constant number of bytes apart, from one member of objects that may be one. Where they
// are exchanged, chosen in turns or far enough apart they are two. In the twin the kernel reads what no other thread writes.
#include <cuda_runtime.h>

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

static struct { int *in, *out, *other; } work;

void set_work(bool in_place)
{
	work.in = fresh();
	work.out = in_place ? work.in : fresh();
	work.other = fresh();
}

void use_work()
{
	shift<<<16, 256>>>(work.in, work.out, 4096); // launch: undecided; twin-launch: race-free
	shift<<<16, 256>>>(work.in, work.other, 4096); // launch: race-free; twin-launch: race-free
}

struct linked { int *in, *out; };

void link(linked *l)
{
	l->out = l->in;
}

void use_linked(linked *l)
{
	shift<<<16, 256>>>(l->in, l->out, 4096); // launch: undecided; twin-launch: race-free
}

struct exchanged { int *in, *out; };

void exchange(exchanged *e, bool now)
{
	int *in = e->in;
	if (!now)
		return;
	e->in = e->out;
	e->out = in;
}

void use_exchanged(exchanged *e)
{
	shift<<<16, 256>>>(e->in, e->out, 4096); // launch: race-free; twin-launch: race-free
}

struct turned { int *even, *odd, *in, *out; };

void turn(turned *t, int step)
{
	t->in = step % 2 ? t->odd : t->even;
	t->out = step % 2 ? t->even : t->odd;
}

void use_turned(turned *t, bool a, bool b)
{
	shift<<<16, 256>>>(t->in, t->out, 4096); // launch: race-free; twin-launch: race-free
	shift<<<16, 256>>>(a ? t->odd : t->even, b ? t->odd : t->even, 4096); // launch: undecided; twin-launch: race-free
	shift<<<16, 256>>>(a ? t->odd : t->even, a ? t->even : t->odd, 4096); // launch: race-free; twin-launch: race-free
}

struct near { int *all, *rest; };

near *make_near()
{
	near *n = new near;
	cudaMalloc(&n->all, 8192 * sizeof(int));
	n->rest = n->all + 64;
	return n;
}

void use_near(near *n)
{
	shift<<<16, 256>>>(n->all, n->rest, 4096); // launch: undecided; twin-launch: undecided
}

struct far { int *all, *rest; };

far *make_far()
{
	far *f = new far;
	cudaMalloc(&f->all, 8192 * sizeof(int));
	f->rest = f->all + 4096;
	return f;
}

void use_far(far *f)
{
	shift<<<16, 256>>>(f->all, f->rest, 4096); // launch: race-free; twin-launch: race-free
}

struct tensor { int *data; int size; };

void use_both(tensor *a, tensor *b)
{
	if (a->size > 0)
		shift<<<16, 256>>>(a->data, b->data, 4096); // launch: undecided; twin-launch: race-free
}

void (*stage)(tensor *, tensor *) = use_both;

void in_place(tensor *t)
{
	stage(t, t);
}

void use_two(tensor *a, tensor *b)
{
	if (a->size > 0)
		shift<<<16, 256>>>(a->data, b->data, 4095); // launch: race-free; twin-launch: race-free
}

struct counted { int count; int *data; };

void hold(counted *c);

void use_chosen(bool first)
{
	counted *a = new counted, *b = new counted;
	cudaMalloc(&a->data, 4096 * sizeof(int));
	cudaMalloc(&b->data, 4096 * sizeof(int));
	int **from = first ? &a->data : &b->data;
	hold(a);
	shift<<<16, 256>>>(*from, a->data, 4096); // launch: undecided; twin-launch: race-free
}

struct layer { int *in, *out; };

void chain(layer *layers, int n)
{
	int *x = fresh();
	for (int i = 0; i < n; i++) {
		layers[i].in = x;
		layers[i].out = fresh();
		x = layers[i].out;
	}
}

void use_chain(layer *layers, int n)
{
	for (int i = 0; i < n; i++)
		shift<<<16, 256>>>(layers[i].in, layers[i].out, 4096); // launch: race-free; twin-launch: race-free
}
