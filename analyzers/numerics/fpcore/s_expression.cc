#include "analyzers/numerics/fpcore/s_expression.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace allreview::numerics {
namespace {

constexpr size_t kMaxDepth = 200;

bool IsOpening(char c) { return c == '(' || c == '['; }
bool IsClosing(char c) { return c == ')' || c == ']'; }

class Reader {
 public:
  explicit Reader(absl::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<SExpression>> Read() {
    open_.emplace_back();
    while (SkipBlanks()) {
      const char c = text_[at_];
      if (IsOpening(c)) {
        if (open_.size() > kMaxDepth) return Wrong("nests deeper than 200");
        open_.push_back({.is_list = true, .line = line_, .begin = at_++});
      } else if (IsClosing(c)) {
        if (open_.size() == 1) return Wrong("a parenthesis closes nothing");
        SExpression list = std::move(open_.back());
        list.end = ++at_;
        open_.pop_back();
        open_.back().items.push_back(std::move(list));
      } else {
        open_.back().items.push_back(c == '"' ? ReadString() : ReadAtom());
      }
    }
    if (open_.size() > 1) {
      line_ = open_.back().line;
      return Wrong("a parenthesis is not closed");
    }
    return std::move(open_.front().items);
  }

 private:
  absl::Status Wrong(absl::string_view what) const {
    return absl::InvalidArgumentError(absl::StrCat("line ", line_, ": ", what));
  }

  // False: there is nothing more.
  bool SkipBlanks() {
    bool is_comment = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        is_comment = false;
      } else if (c == ';') {
        is_comment = true;
      } else if (!is_comment && !absl::ascii_isspace(c)) {
        return true;
      }
    }
    return false;
  }

  SExpression ReadString() {
    SExpression string{.is_string = true, .line = line_, .begin = at_++};
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      line_ += text_[at_] == '\n';
      string.atom += text_[at_];
    }
    if (at_ < text_.size()) ++at_;
    string.end = at_;
    return string;
  }

  SExpression ReadAtom() {
    SExpression atom{.line = line_, .begin = at_};
    while (at_ < text_.size() && !absl::ascii_isspace(text_[at_]) && !IsOpening(text_[at_]) &&
           !IsClosing(text_[at_]) && text_[at_] != ';' && text_[at_] != '"') {
      atom.atom += text_[at_++];
    }
    atom.end = at_;
    return atom;
  }

  const absl::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  std::vector<SExpression> open_;  // The innermost last; the first is the text as a whole.
};

}  // namespace

absl::StatusOr<std::vector<SExpression>> ReadSExpressions(absl::string_view text) {
  return Reader(text).Read();
}

}  // namespace allreview::numerics
