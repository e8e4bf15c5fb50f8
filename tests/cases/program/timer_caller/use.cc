#include "grid.h"

Grid *current();

void clear_all(int n)
{
	for (int i = 0; i < n; i++)
		current()->Clear();
}
