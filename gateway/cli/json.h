#ifndef GATEWAY_CLI_JSON_H_
#define GATEWAY_CLI_JSON_H_

// JSON text, piece by piece.
//
//   JsonWriter json;
//   json.BeginObject();
//   json.Key("files").BeginArray();
//   output.Write(json.Take());   // What there is so far.
//   json.EndArray();
//   json.EndObject();
//
// Commas are put where they belong; that the pieces nest is the caller's business. Strings are
// UTF-8; what is not becomes U+FFFD. Control characters are escaped, also those of U+0080 to
// U+009F.

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace allreview::cli {

class JsonWriter {
 public:
  void BeginObject() { Begin('{'); }
  void EndObject() { End('}'); }
  void BeginArray() { Begin('['); }
  void EndArray() { End(']'); }

  JsonWriter& Key(absl::string_view key);
  void String(absl::string_view value);
  void Number(int64_t value);
  void Bool(bool value);
  void Null();
  // Starts a new line before the next value: large arrays then have one element on each line.
  void NewLine() { wants_new_line_ = true; }

  std::string Take() { return std::exchange(text_, {}); }

 private:
  void Separate();
  void Begin(char bracket);
  void End(char bracket);
  void AppendQuoted(absl::string_view bytes);

  std::string text_;
  bool needs_comma_ = false;
  bool wants_new_line_ = false;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_JSON_H_
