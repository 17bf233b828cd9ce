#include "analyzers/intent/squash.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::intent {
namespace {

using Lines = std::vector<absl::string_view>;

bool IsBlank(const Lines& lines, size_t i) {
  return i >= lines.size() || absl::StripAsciiWhitespace(lines[i]).empty();
}

// Alone between blank lines, at the margin.
bool IsTitle(const Lines& lines, size_t i) {
  return absl::StartsWith(lines[i], "* ") && (i == 0 || IsBlank(lines, i - 1)) &&
         IsBlank(lines, i + 1);
}

bool BeginsWithOneOf(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](absl::string_view word) {
    if (!absl::StartsWith(text, word)) return false;
    return text.size() == word.size() ||
           !absl::ascii_isalnum(static_cast<unsigned char>(text[word.size()]));
  });
}

bool HasOneOf(absl::string_view text, std::initializer_list<absl::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](absl::string_view part) { return absl::StrContains(text, part); });
}

// "fix(router)!: keep tokens" in small letters.
std::string Lower(absl::string_view line) {
  absl::ConsumePrefix(&line, "* ");
  return absl::AsciiStrToLower(absl::StripAsciiWhitespace(line));
}

// Of a branch while it is written, wherever it stands.
bool IsTidying(absl::string_view title) {
  return HasOneOf(title, {"review feedback", "review comment", "review suggestion", "code review",
                          "review nits", "'s review", "'s comment", "address comment",
                          "address feedback", "pre-commit", "copyedit", "changelog", "typo",
                          "license", "licence", "copyright"}) ||
         BeginsWithOneOf(title, {"merge", "wip", "lint", "linting", "chore: lint", "fmt", "nit",
                                 "nits", "rebase", "apply suggestions"});
}

// Of what an earlier commit of the branch did, or of what is beside the code.
bool IsCorrection(absl::string_view title) {
  return BeginsWithOneOf(
      title, {"fix",       "fixes",    "fixed",   "fixing",     "bugfix",   "fixup",
              "hotfix",    "docs",     "doc",     "test",       "tests",    "ci",
              "chore",     "bump",     "revert",  "reverts",    "reverted", "undo",
              "reverting", "clean up", "cleanup", "cleaned up", "address",  "addressed"});
}

// "top_k", "RouterConfig", "pkg.router": no word of plain text.
bool IsIdentifier(absl::string_view word) {
  bool has_joint = false;
  for (size_t i = 1; i < word.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(word[i]);
    const unsigned char before = static_cast<unsigned char>(word[i - 1]);
    // "rC" of "RouterConfig", "OCo" of "GRPOConfig".
    const bool begins_hump =
        absl::ascii_isupper(c) && (absl::ascii_islower(before) ||
                                   (absl::ascii_isupper(before) && i + 2 < word.size() &&
                                    absl::ascii_islower(static_cast<unsigned char>(word[i + 1]))));
    has_joint |= c == '_' || begins_hump ||
                 (c == '.' && i + 1 < word.size() && !absl::ascii_isdigit(before));
  }
  return has_joint && std::all_of(word.begin(), word.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
         });
}

std::set<std::string> IdentifiersIn(absl::string_view text) {
  std::set<std::string> names;
  for (absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" \t\n,;:()[]`'\"*"), absl::SkipEmpty())) {
    while (!word.empty() && word.back() == '.') word.remove_suffix(1);
    if (IsIdentifier(word)) names.emplace(word);
  }
  return names;
}

// Names that a line of a later commit takes away: "- Remove top_k from RouterConfig".
void AddUndone(absl::string_view line, std::set<std::string>& undone) {
  line = absl::StripAsciiWhitespace(line);
  for (absl::string_view bullet : {"- ", "* ", "+ "}) absl::ConsumePrefix(&line, bullet);
  const std::string text = absl::AsciiStrToLower(line);
  const bool removes =
      BeginsWithOneOf(text, {"remove", "removes", "removed", "drop", "drops", "dropped", "revert",
                             "reverts", "undo", "delete", "deletes", "no longer"});
  if (removes) undone.merge(IdentifiersIn(line));
}

std::vector<size_t> TitlesOf(const Lines& lines) {
  std::vector<size_t> titles;
  for (size_t i = 0; i < lines.size(); ++i) {
    // A text with headings lists what it likes.
    if (absl::StartsWith(lines[i], "#")) return {};
    if (IsTitle(lines, i)) titles.push_back(i);
  }
  return titles.size() < 2 ? std::vector<size_t>() : titles;
}

}  // namespace

Squash ReadSquash(absl::string_view body) {
  Lines lines = absl::StrSplit(body, '\n');
  const std::vector<size_t> titles = TitlesOf(lines);
  Squash squash;
  for (size_t at = 0; at < titles.size(); ++at) {
    const size_t first = titles[at];
    const size_t end = at + 1 < titles.size() ? titles[at + 1] : lines.size();
    for (size_t i = first; at > 0 && i < end; ++i) AddUndone(lines[i], squash.undone);
    const std::string title = Lower(lines[first]);
    const bool is_left_out = IsTidying(title) || (at > 0 && IsCorrection(title));
    if (is_left_out) {
      std::fill(lines.begin() + first, lines.begin() + end, absl::string_view());
    } else {
      squash.titles.insert(static_cast<int>(first) + 1);
    }
  }
  squash.body = absl::StrJoin(lines, "\n");
  return squash;
}

bool IsUndone(absl::string_view sentence, const Squash& squash) {
  if (squash.undone.empty()) return false;
  const std::string text = absl::AsciiStrToLower(sentence);
  const bool adds = HasOneOf(text, {"add ", "adds ", "added ", "adding ", "introduc", "new "});
  const std::set<std::string> names = IdentifiersIn(sentence);
  return adds && !names.empty() && std::all_of(names.begin(), names.end(), [&](const auto& name) {
           return squash.undone.count(name) > 0;
         });
}

}  // namespace allreview::intent
