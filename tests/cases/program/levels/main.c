// C, and without a prototype of what it calls.
#include <stdlib.h>

void run();

int main(int argc, char **argv)
{
	int width = atoi(argv[1]);

	if (width < 128) // fact: guard; twin: 	if (width < 32)
		return 1;
	run(width, atoi(argv[2]));
	return 0;
}
