#include "gateway/cli/json.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/utf8.h"

namespace allreview::cli {

void JsonWriter::Separate() {
  if (needs_comma_) text_ += ',';
  if (wants_new_line_) text_ += '\n';
  needs_comma_ = true;
  wants_new_line_ = false;
}

void JsonWriter::Begin(char bracket) {
  Separate();
  text_ += bracket;
  needs_comma_ = false;
}

void JsonWriter::End(char bracket) {
  if (wants_new_line_) text_ += '\n';
  wants_new_line_ = false;
  text_ += bracket;
  needs_comma_ = true;
}

JsonWriter& JsonWriter::Key(absl::string_view key) {
  Separate();
  AppendQuoted(key);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

void JsonWriter::String(absl::string_view value) {
  Separate();
  AppendQuoted(value);
}

void JsonWriter::Number(int64_t value) {
  Separate();
  absl::StrAppend(&text_, value);
}

void JsonWriter::Bool(bool value) {
  Separate();
  text_ += value ? "true" : "false";
}

void JsonWriter::Null() {
  Separate();
  text_ += "null";
}

void JsonWriter::AppendQuoted(absl::string_view bytes) {
  const std::string value = ToDisplayText(bytes);
  text_ += '"';
  for (size_t i = 0; i < value.size(); ++i) {
    const unsigned char byte = value[i];
    const unsigned char next = i + 1 < value.size() ? value[i + 1] : 0;
    if (byte == '"' || byte == '\\') {
      text_ += '\\';
      text_ += value[i];
    } else if (byte == '\n') {
      text_ += "\\n";
    } else if (byte == '\t') {
      text_ += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      absl::StrAppendFormat(&text_, "\\u%04x", byte);
    } else if (byte == 0xC2 && next < 0xA0) {
      absl::StrAppendFormat(&text_, "\\u%04x", next);
      ++i;
    } else {
      text_ += value[i];
    }
  }
  text_ += '"';
}

}  // namespace allreview::cli
