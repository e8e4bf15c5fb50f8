#include "kernelanalysis/kernel.h"

void divergence_find(struct kernel *kernel)
{
	(void)kernel;
}
