// The grammar's scanner of indentation and strings with the lexer of text_lexer.h inlined; it goes
// through each string character by character.

#include "third_party/tree_sitter/text_lexer.h"

// The scanner has a function of its own, `advance(lexer)`, besides the method that is called as
// `lexer->advance(lexer, is_skipped)`. After `lexer->` there must be a member.
#define ALLREVIEW_THIRD(first, second, third, ...) third
#define ALLREVIEW_METHOD(lexer, is_skipped) lookahead, TextLexerAdvance(lexer, is_skipped)
#define ALLREVIEW_FUNCTION(lexer) ScannerAdvance(lexer)
#define advance(...) ALLREVIEW_THIRD(__VA_ARGS__, ALLREVIEW_METHOD, ALLREVIEW_FUNCTION)(__VA_ARGS__)
#define mark_end(lexer) lookahead, TextLexerMarkEnd(lexer)

#include "src/scanner.c"
