// The scanner fills its state up to this size but may write two bytes behind it; the buffer that the
// core gives it ends at 1024.
#include "src/tree_sitter/parser.h"

#undef TREE_SITTER_SERIALIZATION_BUFFER_SIZE
#define TREE_SITTER_SERIALIZATION_BUFFER_SIZE 1020

#include "src/scanner.c"
