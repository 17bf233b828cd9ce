// The functions that the core's lexer.h declares. Part of core.c.

#include "third_party/tree_sitter/text_lexer.h"

#include <stddef.h>
#include <string.h>

static void TextLexerCalledAdvance(TSLexer* data, bool is_skipped) {
  TextLexerAdvance(data, is_skipped);
}

static void TextLexerCalledMarkEnd(TSLexer* data) { TextLexerMarkEnd(data); }

static bool TextLexerCalledIsAtEnd(const TSLexer* data) { return TextLexerIsAtEnd(data); }

static bool TextLexerIsAtRangeStart(const TSLexer* data) {
  return ((const Lexer*)data)->current_position.bytes == 0;
}

// In characters, of which a byte order mark is none.
static uint32_t TextLexerColumn(TSLexer* data) {
  Lexer* const lexer = (Lexer*)data;
  lexer->did_get_column = true;
  const uint32_t end = lexer->current_position.bytes;
  uint32_t at = end - lexer->current_position.extent.column;
  uint32_t column = 0;
  while (at < end) {
    int32_t character = 0;
    const uint32_t size =
        ts_decode_utf8((const uint8_t*)lexer->chunk + at, lexer->chunk_size - at, &character);
    if (at != 0 || character != 0xFEFF) ++column;
    at += character == TS_DECODE_ERROR ? 1 : size;
  }
  return column;
}

static void TextLexerLog(const TSLexer* data, const char* format, ...) {
  (void)data;
  (void)format;
}

void ts_lexer_init(Lexer* self) {
  memset(self, 0, offsetof(Lexer, debug_buffer));
  self->data.advance = TextLexerCalledAdvance;
  self->data.mark_end = TextLexerCalledMarkEnd;
  self->data.get_column = TextLexerColumn;
  self->data.is_at_included_range_start = TextLexerIsAtRangeStart;
  self->data.eof = TextLexerCalledIsAtEnd;
  self->data.log = TextLexerLog;
  ts_lexer_set_included_ranges(self, NULL, 0);
}

void ts_lexer_delete(Lexer* self) { ts_free(self->included_ranges); }

// Without reading: ts_lexer_start does.
static void TextLexerGoTo(Lexer* lexer, Length position) {
  lexer->current_position = position;
  lexer->lookahead_size = 0;
  lexer->data.lookahead = 0;
}

void ts_lexer_set_input(Lexer* self, TSInput input) {
  self->input = input;
  const TSPoint start = {0, 0};
  self->chunk = input.read(input.payload, 0, start, &self->chunk_size);
  TextLexerGoTo(self, self->current_position);
}

void ts_lexer_reset(Lexer* self, Length position) {
  if (position.bytes != self->current_position.bytes) TextLexerGoTo(self, position);
}

void ts_lexer_start(Lexer* self) {
  self->token_start_position = self->current_position;
  self->token_end_position = LENGTH_UNDEFINED;
  self->data.result_symbol = 0;
  self->did_get_column = false;
  if (self->lookahead_size == 0) TextLexerLook(self);
  if (self->current_position.bytes == 0 && self->data.lookahead == 0xFEFF) {
    TextLexerAdvance(&self->data, true);
  }
}

void ts_lexer_finish(Lexer* self, uint32_t* lookahead_end_byte) {
  if (length_is_undefined(self->token_end_position)) TextLexerMarkEnd(&self->data);
  // What was skipped after the end was marked is not before the token.
  if (self->token_end_position.bytes < self->token_start_position.bytes) {
    self->token_start_position = self->token_end_position;
  }
  // To find a character invalid, up to four bytes were read after its first.
  const uint32_t read = self->data.lookahead == TS_DECODE_ERROR ? 5 : 1;
  const uint32_t end = self->current_position.bytes + read;
  if (end > *lookahead_end_byte) *lookahead_end_byte = end;
}

void ts_lexer_mark_end(Lexer* self) { TextLexerMarkEnd(&self->data); }

// The whole text is the only range.
bool ts_lexer_set_included_ranges(Lexer* self, const TSRange* ranges, uint32_t count) {
  (void)ranges;
  if (count != 0) return false;
  const TSRange whole = {{0, 0}, {UINT32_MAX, UINT32_MAX}, 0, UINT32_MAX};
  self->included_ranges = ts_realloc(self->included_ranges, sizeof(TSRange));
  *self->included_ranges = whole;
  self->included_range_count = 1;
  return true;
}

TSRange* ts_lexer_included_ranges(const Lexer* self, uint32_t* count) {
  *count = self->included_range_count;
  return self->included_ranges;
}
