void note();

int main()
{
	note();
	return 0;
}
