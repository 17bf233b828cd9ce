// A grammar's generated lexer with the lexer of text_lexer.h inlined: these macros take the place
// of those of tree_sitter/parser.h, which call it through pointers for each character. To be
// included before the generated parser, which then finds its own header read.

#include "third_party/tree_sitter/text_lexer.h"

// The names that the generated code uses.
#undef START_LEXER
#define START_LEXER()            \
  bool result = false;           \
  bool skip = false;             \
  bool eof = false;              \
  int32_t lookahead;             \
  goto start;                    \
  next_state:                    \
  TextLexerAdvance(lexer, skip); \
  start:                         \
  skip = false;                  \
  lookahead = lexer->lookahead;

#undef ACCEPT_TOKEN
#define ACCEPT_TOKEN(symbol)     \
  result = true;                 \
  lexer->result_symbol = symbol; \
  TextLexerMarkEnd(lexer);

// It asks `lexer->eof(lexer)` at each character; only a zero can be the end.
#define eof(data) lookahead == 0 && TextLexerIsAtEnd(data)

// The code of large grammars asks for no optimization, with a pragma for each compiler. GCC does
// not know this one's.
#define _MSC_VER 0
