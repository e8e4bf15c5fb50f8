// One pointer given twice, on ways that no caller tells of: members of an object, entries of a table, arguments of a function that calls itself, or one that is
// called by its address. In the twin the kernel reads what no other thread writes.
__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // twin: 		out[i] = in[i];
}

struct job {
	const int *in;
	int *out;
	int n;
};

static int *here, *there;

void set_both()
{
	cudaMalloc(&here, 4096 * sizeof(int));
	there = here;
}

void use_both()
{
	shift<<<16, 256>>>(here, there, 4096); // launch: undecided; twin-launch: race-free
}

static int *first, *second;

void set_each()
{
	cudaMalloc(&first, 4096 * sizeof(int));
	cudaMalloc(&second, 4096 * sizeof(int));
}

void use_each()
{
	shift<<<16, 256>>>(first, second, 4096); // launch: race-free; twin-launch: race-free
}

void keep(void (*run)(void *), void *data);

static void run_job(void *data)
{
	job *j = static_cast<job *>(data);
	shift<<<16, 256>>>(j->in, j->out, j->n); // launch: undecided; twin-launch: race-free
}

void queue_job()
{
	int *p;
	cudaMalloc(&p, 4096 * sizeof(int));
	job *j = new job{ p, p, 4096 };
	keep(run_job, j);
}

struct base {
	int *a;
	base() { cudaMalloc(&a, 4096 * sizeof(int)); }
	virtual void run() = 0;
};
struct derived : base {
	int *b;
	derived() { b = a; }
	void run() override
	{
		shift<<<16, 256>>>(a, b, 4096); // launch: undecided; twin-launch: race-free
	}
};

base *make()
{
	return new derived;
}

void table(int **entries, int n, int other)
{
	for (int i = 0; i < n; i++)
		shift<<<16, 256>>>(entries[i], entries[other], 4096); // launch: undecided; twin-launch: race-free
}

void pairs(int **entries, int n)
{
	for (int i = 0; i < n; i++)
		shift<<<16, 256>>>(entries[2 * i], entries[2 * i + 1], 4096); // launch: race-free; twin-launch: race-free
}

void both(int **entries, int now)
{
	shift<<<16, 256>>>(entries[now], entries[1 - now], 4096); // launch: race-free; twin-launch: race-free
}

static void halves(const int *in, int *out, int n)
{
	if (n == 0)
		return;
	shift<<<16, 256>>>(in, out, n); // launch: undecided; twin-launch: race-free
	halves(in, out, n / 2);
	halves(in, out, n / 2 - 1);
}

void start_halves()
{
	int *p;
	cudaMalloc(&p, 4096 * sizeof(int));
	halves(p, p, 4096);
}

typedef void (*step)(const int *, int *, int);

static void one_step(const int *in, int *out, int n)
{
	shift<<<16, 256>>>(in, out, n); // launch: undecided; twin-launch: race-free
}

step steps[2] = { one_step, one_step };

void call_step(int *p, int which)
{
	steps[which](p, p, 4096);
}
