// Every 32nd thread comes back to the same element.
void launch_spread(int *out, int stride);

void wide(int *out)
{
	launch_spread(out, 32); // twin: 	launch_spread(out, 3);
}
