#include <cstdio>
#include <cstdlib>
#include <cstring>

void report(int round);

// What a function of several options leaves in its caller's variables is as good as there.
bool has_option(int argc, char **argv, const char *name)
{
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];
		while (*word == '-')
			word++;
		const char *equals = strchr(word, '=');
		size_t length = equals ? (size_t)(equals - word) : strlen(word);
		if (length == strlen(name) && !strncmp(word, name, length))
			return true;
	}
	return false;
}

int option(int argc, char **argv, const char *name)
{
	int value = 0;
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];
		while (*word == '-')
			word++;
		size_t length = strlen(name);
		if (strncmp(word, name, length))
			continue;
		if (strlen(word) > length + 1)
			value = atoi(word + length + (word[length] == '='));
	}
	return value;
}

void read_sizes(int argc, char **argv, int &rows, int &cols, int most)
{
	if (has_option(argc, argv, "rows")) {
		rows = option(argc, argv, "rows");
		if (rows > most)
			printf("%d rows are many\n", rows);
	} else {
		rows = most / 512 * 512;
	}
	if (has_option(argc, argv, "cols")) {
		cols = option(argc, argv, "cols");
		if (cols > most)
			printf("%d columns are many\n", cols);
	} else {
		cols = most / 512 * 512;
	}
	if (has_option(argc, argv, "help"))
		printf("rows=N cols=N seed=N\n");
	if (has_option(argc, argv, "seed"))
		srand(option(argc, argv, "seed"));
	printf("%d x %d\n", rows, cols);
}

__global__ void turn(float *out, const float *in, int width, int height)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	out[x * height + y] = in[y * width + x]; // twin-race: inter-block, intra-block
}

int main(int argc, char **argv)
{
	int rows, cols, most = 2048;
	read_sizes(argc, argv, rows, cols, most);
	if (rows % 32 != 0 || cols % 32 != 0) // twin: if (cols % 32 != 0)
		return 1;
	dim3 grid(cols / 32, (rows + 31) / 32), threads(32, 32);
	float *in, *out;
	cudaMalloc(&in, sizeof(float) * rows * cols);
	cudaMalloc(&out, sizeof(float) * rows * cols);
	for (int i = 0; i < 10; i++) {
		turn<<<grid, threads>>>(out, in, cols, rows); // launch: race-free; twin-launch: race
		report(i);
	}
	return cudaDeviceSynchronize();
}
