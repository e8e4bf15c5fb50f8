#include <cstdio>
#include <string>

static std::string last;

void log_start(int rows)
{
	last = std::to_string(rows);
	for (char c : last)
		putchar(c);
}
