#ifndef ANALYZERS_SHELL_SCANNER_H_
#define ANALYZERS_SHELL_SCANNER_H_

// The characters of a shell script: where quotes, expansions and here-documents end. Internal to
// script.cc. Linear, not recursive.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::shell {

class Scanner {
 public:
  explicit Scanner(absl::string_view text) : text_(text) {}

  // What Take() took.
  enum class Part { kNothing, kPlain, kEscaped, kQuoted, kLiteral };
  struct HereDocument {
    std::string end;
    bool strips_tabs = false;
  };

  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return text_[at_]; }
  int line() const { return line_; }
  bool LooksAt(absl::string_view what) const { return text_.substr(at_, what.size()) == what; }

  void Skip(size_t count);
  void SkipLine();  // Up to its end.
  void SkipArithmetic();
  // One character of a word, or all between quotes, or a whole expansion; appended without quotes.
  Part Take(std::string& word);
  // << and what ends the document.
  HereDocument TakeHereDocument();
  // The lines of the document, which begin here.
  void SkipBody(const HereDocument& document);

 private:
  void Add(std::string& word);  // The character, whatever it is.
  void TakeSingle(std::string& word);
  void TakeDouble(std::string& word);
  void TakeBackticks(std::string& word);
  void TakeExpansion(std::string& word);
  bool IsExpansion() const;

  const absl::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
};

}  // namespace allreview::shell

#endif  // ANALYZERS_SHELL_SCANNER_H_
