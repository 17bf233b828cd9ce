#ifndef THIRD_PARTY_TREE_SITTER_TEXT_LEXER_H_
#define THIRD_PARTY_TREE_SITTER_TEXT_LEXER_H_

// tree-sitter's lexer for a text that lies in memory as a whole, in UTF-8. It takes the place of
// the core's lexer.c, which can read pieces of a document in any encoding and spends a fifth of the
// time of a parse on being asked for one character after another through a pointer. What is here
// can be inlined into a grammar's generated lexer; see generated_lexer.h.
//
// Restrictions: TSInput.read must return the whole rest of the text, must not be called again for
// the text to stay readable, and its encoding is UTF-8; a text has no included ranges.
//
// `chunk` and `chunk_size` of struct Lexer hold the text; what serves pieces of it is unused.

#include "vendor/tree-sitter/lib/src/lexer.h"
#include "vendor/tree-sitter/lib/src/unicode.h"

static inline bool TextLexerIsAtEnd(const TSLexer* data) {
  const Lexer* const lexer = (const Lexer*)data;
  return lexer->current_position.bytes >= lexer->chunk_size;
}

// Reads the character at the current position, without moving.
static inline void TextLexerLook(Lexer* lexer) {
  lexer->lookahead_size = 1;
  lexer->data.lookahead = 0;
  if (TextLexerIsAtEnd(&lexer->data)) return;
  const uint32_t at = lexer->current_position.bytes;
  const uint8_t* const text = (const uint8_t*)lexer->chunk + at;
  lexer->data.lookahead = *text;
  if (*text < 0x80) return;
  const uint32_t size = ts_decode_utf8(text, lexer->chunk_size - at, &lexer->data.lookahead);
  if (lexer->data.lookahead != TS_DECODE_ERROR) lexer->lookahead_size = size;
}

// To the next character; the one that was read becomes part of the token, or of what is before it.
static inline void TextLexerAdvance(TSLexer* data, bool is_skipped) {
  Lexer* const lexer = (Lexer*)data;
  if (TextLexerIsAtEnd(data)) return;
  Length* const position = &lexer->current_position;
  position->bytes += lexer->lookahead_size;
  if (data->lookahead == '\n') {
    ++position->extent.row;
    position->extent.column = 0;
  } else {
    position->extent.column += lexer->lookahead_size;
  }
  if (is_skipped) lexer->token_start_position = *position;
  TextLexerLook(lexer);
}

static inline void TextLexerMarkEnd(TSLexer* data) {
  Lexer* const lexer = (Lexer*)data;
  lexer->token_end_position = lexer->current_position;
}

#endif  // THIRD_PARTY_TREE_SITTER_TEXT_LEXER_H_
