#include "src/scanner.c"
