#include "third_party/tree_sitter/generated_lexer.h"

#include "src/parser.c"
