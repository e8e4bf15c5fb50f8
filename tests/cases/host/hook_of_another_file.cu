// A pointer to a function that another file defines is called before the launch: what it calls may change the program's variables. In the twin the
// pointer is the file's own.
__global__ void put(int *p, int n)
{
	int i = threadIdx.x;
	p[i % n] = i; // race: intra-block; race: intra-warp
}

int width = 256;
extern void (*hook)();

static void nothing()
{
}

void (*own_hook)() = nothing;

int main()
{
	int *p;
	cudaMalloc(&p, 256 * sizeof(int));
	hook(); // twin: 	own_hook();
	put<<<1, 256>>>(p, width); // launch: race; twin-launch: race-free
	return 0;
}
