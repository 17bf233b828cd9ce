#include "analyzers/python/token_errors.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "sentences/phrases/source.h"

namespace allreview::python {
namespace {

class Scanner {
 public:
  explicit Scanner(absl::string_view text) : text_(text) {}

  std::optional<TokenError> Scan() {
    bool is_line_start = true;
    while (at_ < text_.size() && !error_ && is_certain_) {
      if (is_line_start && IsMergeMark()) return ErrorAt(at_, phrases::kUnresolvedMerge);
      const char c = text_[at_];
      is_line_start = c == '\n';
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '\'' || c == '"') {
        SkipString(/*is_formatted=*/false);
      } else if (IsOfName(c)) {
        SkipName();
      } else {
        TakeBracket(c);
        ++at_;
      }
    }
    if (!is_certain_) return std::nullopt;
    if (!error_ && !open_.empty()) {
      return ErrorAt(open_.back(), Sentence(phrases::kBracketNeverClosed,
                                            {{"bracket", BracketAt(open_.back())}}));
    }
    return error_;
  }

 private:
  static bool IsOfName(char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  static TokenError ErrorAt(size_t at, Words what) {
    return {static_cast<uint32_t>(at), std::move(what)};
  }

  absl::string_view BracketAt(size_t at) const { return text_.substr(at, 1); }

  bool IsMergeMark() const {
    const absl::string_view line = text_.substr(at_, 8);
    return line == "<<<<<<< " || line == ">>>>>>> ";
  }

  // A name, a number, or the letters before a string.
  void SkipName() {
    const size_t start = at_;
    while (at_ < text_.size() && IsOfName(text_[at_])) ++at_;
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return;
    const std::string prefix = absl::AsciiStrToLower(text_.substr(start, at_ - start));
    if (prefix.size() > 2 || prefix.find_first_not_of("rbuft") != std::string::npos) {
      is_certain_ = false;  // `print"x"`, or a prefix of a later Python.
      return;
    }
    SkipString(/*is_formatted=*/prefix.find_first_of("ft") != std::string::npos);
  }

  void SkipString(bool is_formatted) {
    const size_t start = at_;
    const std::string triple(3, text_[at_]);
    const bool is_triple = absl::StartsWith(text_.substr(at_), triple);
    const absl::string_view end = absl::string_view(triple).substr(0, is_triple ? 3 : 1);
    int braces = 0;
    at_ += end.size();
    while (at_ < text_.size() && !absl::StartsWith(text_.substr(at_, 3), end)) {
      const char c = text_[at_];
      if (c == '\n' && !is_triple) break;
      braces += (c == '{') - (c == '}');
      // A quote after a backslash ends no string, raw or not.
      at_ += c == '\\' ? 2 : 1;
    }
    const bool is_ended = at_ < text_.size() && absl::StartsWith(text_.substr(at_, 3), end);
    if (is_formatted && (braces != 0 || !is_ended)) {
      is_certain_ = false;
    } else if (!is_ended) {
      error_ = ErrorAt(start, phrases::kStringWithoutEnd);
    } else {
      at_ += end.size();
    }
  }

  void TakeBracket(char c) {
    constexpr absl::string_view kOpening = "([{", kClosing = ")]}";
    if (kOpening.find(c) != absl::string_view::npos) {
      open_.push_back(at_);
      return;
    }
    const size_t kind = kClosing.find(c);
    if (kind == absl::string_view::npos) return;
    if (open_.empty()) {
      error_ =
          ErrorAt(at_, Sentence(phrases::kBracketClosesNothing, {{"bracket", BracketAt(at_)}}));
    } else if (text_[open_.back()] != kOpening[kind]) {
      error_ =
          ErrorAt(at_, Sentence(phrases::kBracketsDiffer,
                                {{"bracket", BracketAt(at_)}, {"open", BracketAt(open_.back())}}));
    } else {
      open_.pop_back();
    }
  }

  const absl::string_view text_;
  size_t at_ = 0;
  std::vector<size_t> open_;
  std::optional<TokenError> error_;
  bool is_certain_ = true;
};

}  // namespace

std::optional<TokenError> FindTokenError(absl::string_view text) { return Scanner(text).Scan(); }

}  // namespace allreview::python
