void launch(int *p);
void forget();

void run(int *p)
{
	forget();
	launch(p);
	forget(); // twin:
	launch(p);
}
