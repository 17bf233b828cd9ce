#include "analyzers/cpp/branches.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/match.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

constexpr absl::string_view kOpen = "({[", kClose = ")}]";

struct Branch {
  size_t directive = 0;    // Token that begins it.
  int depth = 0;           // Brackets that it leaves open.
  int lowest = 0;          // Below 0: it closes what it did not open.
  int bracket_after = -1;  // Innermost one where it ends.
};

struct Group {
  std::vector<Branch> branches;
  int bracket = -1;  // Innermost one around it.
  bool begins_within_statement = false;
  bool has_else = false;
};

class BranchReader {
 public:
  BranchReader(absl::string_view text, const std::vector<Token>& tokens)
      : text_(text), tokens_(tokens), hidden_(tokens.size() + 1) {}

  std::vector<bool> Run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      Poll();
      if (tokens_[i].kind == Token::Kind::kDirective) {
        ReadDirective(i);
      } else if (tokens_[i].kind == Token::Kind::kPunctuation) {
        ReadBracket(i);
      }
    }
    std::vector<bool> result(tokens_.size());
    int hidden = 0;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      hidden += hidden_[i];
      result[i] = hidden > 0;
    }
    return result;
  }

 private:
  struct Bracket {
    char kind;
    int outer;  // Index; -1: none.
  };

  char CharAt(size_t token) const { return text_[tokens_[token].first]; }
  absl::string_view TextOf(size_t token) const {
    return text_.substr(tokens_[token].first, tokens_[token].end - tokens_[token].first);
  }

  void ReadBracket(size_t i) {
    const char c = CharAt(i);
    if (kOpen.find(c) != absl::string_view::npos) {
      const bool is_enum = c == '{' && IsOfEnum(i);
      brackets_.push_back({is_enum ? 'e' : c, bracket_});
      bracket_ = static_cast<int>(brackets_.size()) - 1;
      if (!groups_.empty()) ++groups_.back().branches.back().depth;
    } else if (kClose.find(c) != absl::string_view::npos) {
      if (bracket_ >= 0) bracket_ = brackets_[bracket_].outer;
      if (groups_.empty()) return;
      Branch& branch = groups_.back().branches.back();
      branch.lowest = std::min(branch.lowest, --branch.depth);
    }
  }

  // `enum class A : int {`
  bool IsOfEnum(size_t i) const {
    for (size_t back = 1; back <= 6 && back <= i; ++back) {
      if (tokens_[i - back].kind == Token::Kind::kWord && TextOf(i - back) == "enum") return true;
    }
    return false;
  }

  void ReadDirective(size_t i) {
    const absl::string_view name = DirectiveName(TextOf(i));
    if (absl::StartsWith(name, "if")) {
      Group group{.branches = {{.directive = i}}, .bracket = bracket_};
      group.begins_within_statement = IsWithinStatement(i);
      groups_.push_back(std::move(group));
    } else if (groups_.empty()) {
      return;
    } else if (absl::StartsWith(name, "el")) {
      Group& group = groups_.back();
      group.has_else |= name == "else";
      group.branches.back().bracket_after = bracket_;
      group.branches.push_back({.directive = i});
      bracket_ = group.bracket;
    } else if (name == "endif") {
      groups_.back().branches.back().bracket_after = bracket_;
      const Group group = std::move(groups_.back());
      groups_.pop_back();
      Close(group, i);
    }
  }

  // What stands before a branch or ends it leaves a statement open.
  bool IsWithinStatement(size_t i) const {
    if (bracket_ >= 0 && (brackets_[bracket_].kind == '(' || brackets_[bracket_].kind == '[')) {
      return true;
    }
    return i > 0 && IsOpenAfter(i - 1);
  }

  bool IsOpenAfter(size_t token) const {
    if (tokens_[token].kind == Token::Kind::kDirective) return false;
    const char c = CharAt(token);
    if (c == ',' && bracket_ >= 0 && brackets_[bracket_].kind == 'e') return false;
    if (tokens_[token].kind != Token::Kind::kPunctuation) {
      return !(bracket_ >= 0 && brackets_[bracket_].kind == 'e');
    }
    return c != ';' && c != '{' && c != '}' && c != ':' && c != ')';
  }

  // A statement does not begin with it.
  bool Continues(size_t token) const {
    if (tokens_[token].kind == Token::Kind::kWord) return TextOf(token) == "else";
    if (tokens_[token].kind != Token::Kind::kPunctuation) return false;
    const char c = CharAt(token);
    if (c == ':') return token + 1 < tokens_.size() && CharAt(token + 1) != ':';
    return absl::string_view(",.?=|/%<>").find(c) != absl::string_view::npos;
  }

  bool IsIrregular(const Group& group, size_t end) const {
    if (group.begins_within_statement) return true;
    for (size_t b = 0; b < group.branches.size(); ++b) {
      const Branch& branch = group.branches[b];
      if (branch.depth != 0 || branch.lowest < 0) return true;
      const size_t after = b + 1 < group.branches.size() ? group.branches[b + 1].directive : end;
      if (after == branch.directive + 1) continue;  // Empty.
      if (Continues(branch.directive + 1) || IsOpenAfter(after - 1)) return true;
      const bool is_head =
          CharAt(after - 1) == ')' && end + 1 < tokens_.size() && CharAt(end + 1) == '{';
      if (is_head && tokens_[after - 1].kind == Token::Kind::kPunctuation) return true;
    }
    return false;
  }

  void Hide(size_t first, size_t end) {
    ++hidden_[first];
    --hidden_[end];
  }

  void Close(const Group& group, size_t end) {
    bracket_ = group.bracket;
    if (!IsIrregular(group, end)) return;
    const Branch& first = group.branches[0];
    const bool is_kept = first.depth == 0 || group.has_else;
    const size_t after_first = group.branches.size() > 1 ? group.branches[1].directive : end;
    if (is_kept) {
      Hide(first.directive, first.directive + 1);
      Hide(after_first, end + 1);
      bracket_ = first.bracket_after;
      if (groups_.empty()) return;
      Branch& outer = groups_.back().branches.back();
      outer.lowest = std::min(outer.lowest, outer.depth + first.lowest);
      outer.depth += first.depth;
    } else {
      Hide(first.directive, end + 1);
    }
  }

  const absl::string_view text_;
  const std::vector<Token>& tokens_;
  std::vector<int> hidden_;  // Differences between neighbours.
  std::vector<Bracket> brackets_;
  int bracket_ = -1;
  std::vector<Group> groups_;
};

}  // namespace

absl::string_view DirectiveName(absl::string_view directive) {
  size_t at = 1;
  while (at < directive.size() && (directive[at] == ' ' || directive[at] == '\t')) ++at;
  size_t end = at;
  while (end < directive.size() && directive[end] >= 'a' && directive[end] <= 'z') ++end;
  return directive.substr(at, end - at);
}

std::vector<bool> UnreadableTokens(absl::string_view text, const std::vector<Token>& tokens) {
  return BranchReader(text, tokens).Run();
}

}  // namespace allreview::cpp
