extern const int kTile = 64; // twin: extern const int kTile = 48;
int columns = 256; // nobody changes it
