#include <algorithm>
#include <stdio.h>
#include <string>

static std::string last;

void log_start(const char *what)
{
	last = what;
	for (char c : last)
		putchar(c);
}
