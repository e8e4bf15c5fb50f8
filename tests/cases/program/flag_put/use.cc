void launch(int *p);

void run(int *p)
{
	launch(p + 4);
}
