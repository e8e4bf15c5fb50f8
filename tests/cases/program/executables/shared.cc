void note(int *p)
{
	*p += 0; // twin: 	*p -= 16;
}
