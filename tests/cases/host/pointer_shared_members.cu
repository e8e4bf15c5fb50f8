// Members of two objects get one pointer: by a copy from one object to another, in a loop over objects, in objects of two classes. Where each object is
// given its own, or hands it on, they are two. In the twin the kernel reads what no other thread writes.
#include <cuda_runtime.h>
#include <vector>

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

struct layer {
	int *weights;
	int n;
};

void tie(std::vector<layer> &layers)
{
	for (size_t i = 1; i < layers.size(); i++)
		layers[i].weights = layers[0].weights;
}

void use_tied(layer *a, layer *b)
{
	shift<<<16, 256>>>(a->weights, b->weights, a->n); // launch: undecided; twin-launch: race-free
}

struct node {
	int *data;
	node *next;
};

node *make_list(int n)
{
	int *data = fresh();
	node *head = nullptr;
	for (int i = 0; i < n; i++) {
		node *made = new node;
		made->data = data;
		made->next = head;
		head = made;
	}
	return head;
}

void use_list(node *head)
{
	for (node *at = head; at->next; at = at->next)
		shift<<<16, 256>>>(at->data, at->next->data, 4096); // launch: undecided; twin-launch: race-free
}

struct reader { int *in; };
struct writer { int *out; };

void join(std::vector<reader *> &readers, std::vector<writer *> &writers)
{
	int *p = fresh();
	reader *r = new reader;
	writer *w = new writer;
	r->in = p;
	w->out = p;
	readers.push_back(r);
	writers.push_back(w);
}

void use_joined(reader *r, writer *w)
{
	shift<<<16, 256>>>(r->in, w->out, 4096); // launch: undecided; twin-launch: race-free
}

struct source { int *from; };
struct target { int *to; };

void part(source *s, target *t)
{
	s->from = fresh();
	t->to = fresh();
}

void use_parted(source *s, target *t)
{
	shift<<<16, 256>>>(s->from, t->to, 4096); // launch: race-free; twin-launch: race-free
}

struct owner {
	int *held;
	explicit owner(int *held) : held(held) {}
	owner(owner &&other) : held(other.held) { other.held = nullptr; }
	~owner() { cudaFree(held); }
};

void keep(std::vector<owner> &owners)
{
	owners.push_back(owner(fresh()));
}

void use_owned(owner &a, owner &b)
{
	shift<<<16, 256>>>(a.held, b.held, 4096); // launch: race-free; twin-launch: race-free
}
