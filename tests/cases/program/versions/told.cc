#include <cstdio>

void version()
{
	puts("said");
}
