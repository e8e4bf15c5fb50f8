void work(int blocks);

void run()
{
	work(16);
}
