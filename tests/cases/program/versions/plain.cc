void version()
{
}
