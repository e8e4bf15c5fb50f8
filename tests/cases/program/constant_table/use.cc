void launch(const int *in, int *out);

void run(int *data)
{
	launch(data, data + 512);
}
