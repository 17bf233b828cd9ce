#include "services/analysis/change_model/intent/chatter.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace allreview::analysis {
namespace {

// A short sentence of nothing but these words is housekeeping.
constexpr absl::string_view kHousekeeping[] = {
    "a",          "add",      "added",    "address",    "addressed",   "addressing", "again",
    "and",        "apply",    "applied",  "auto",       "black",       "bot",        "branch",
    "bug",        "bugs",     "build",    "ci",         "clean",       "cleanup",    "code",
    "comment",    "comments", "conflict", "conflicts",  "copyright",   "debug",      "docstring",
    "docstrings", "error",    "errors",   "etc",        "feedback",    "few",        "fix",
    "fixed",      "fixes",    "flake8",   "for",        "format",      "formatting", "from",
    "header",     "import",   "imports",  "indent",     "indentation", "in",         "isort",
    "issue",      "issues",   "last",     "lint",       "linter",      "linting",    "lints",
    "main",       "master",   "merge",    "minor",      "misc",        "missing",    "modified",
    "modify",     "more",     "mypy",     "naming",     "new",         "nit",        "nits",
    "of",         "on",       "polish",   "pr",         "prints",      "print",      "pylint",
    "rebase",     "rebased",  "refine",   "reformat",   "remove",      "removed",    "resolve",
    "resolved",   "review",   "reviews",  "ruff",       "run",         "small",      "some",
    "spelling",   "stuff",    "style",    "suggestion", "suggestions", "syntax",     "temp",
    "test",       "tests",    "the",      "tidy",       "tmp",         "to",         "try",
    "tweak",      "tweaks",   "typo",     "typos",      "unit",        "unused",     "up",
    "update",     "updated",  "updates",  "ut",         "variable",    "warning",    "warnings",
    "whitespace", "wip",      "with",     "work",       "year"};

bool IsHousekeeping(const std::string& word) {
  return std::find(std::begin(kHousekeeping), std::end(kHousekeeping), word) !=
         std::end(kHousekeeping);
}

// "router.py", "pkg/router.py": what the button of a web page calls a commit by.
bool IsFileName(absl::string_view word) {
  const size_t dot = word.rfind('.');
  return dot != absl::string_view::npos && dot > 0 && dot + 1 < word.size() &&
         word.size() - dot <= 6;
}

// "Reland of #12": a number that tells nothing here.
bool IsOnlyNumber(absl::string_view text) {
  constexpr long kMaxBlanks = 3;
  const size_t hash = text.find('#');
  return hash != absl::string_view::npos && hash + 1 < text.size() &&
         absl::ascii_isdigit(static_cast<unsigned char>(text[hash + 1])) &&
         std::count(text.begin(), text.end(), ' ') <= kMaxBlanks;
}

// "for reference", "py1g in progress": nothing happens in it.
bool IsFragment(const std::vector<std::string>& words) {
  constexpr size_t kMaxWords = 4;
  if (words.size() > kMaxWords) return false;
  if (words.size() > 1 && words[words.size() - 2] == "in" &&
      absl::StartsWith(words.back(), "progress")) {
    return true;
  }
  for (absl::string_view preposition : {"as", "at", "by", "for", "from", "in", "of", "on", "with"})
    if (words[0] == preposition) return words.size() < kMaxWords;
  return false;
}

}  // namespace

bool IsChatter(absl::string_view sentence) {
  constexpr size_t kMaxWords = 6;
  constexpr size_t kMaxBytes = 120;
  const std::string text = absl::AsciiStrToLower(sentence.substr(0, 2 * kMaxBytes));
  for (absl::string_view mark :
       {"pre-commit.ci", "pre-commit.com", "for more information, see",
        "signed-off-by:", "(oldest at bottom)", "stack from ghstack", "fbshipit-source-id",
        "differential revision:", "co-authored-by:", "merge remote-tracking", "merge branch ",
        "suggestions from code review", "what do you think", "let me know", "would like to know",
        "happy to "}) {
    if (absl::StrContains(text, mark)) return true;
  }
  // An answer to a reviewer.
  if (absl::StartsWith(text, "address @") || absl::StartsWith(text, "addressing @")) return true;
  // What it announces, a list or code, is not quoted with it.
  if (absl::EndsWith(sentence, ":") || IsOnlyNumber(sentence)) return true;
  if (sentence.size() > kMaxBytes) return false;
  const std::vector<std::string> words =
      absl::StrSplit(text, absl::ByAnyChar(" ,;:!()[]*-'\"`"), absl::SkipEmpty());
  if (words.empty()) return true;
  if (words.size() > kMaxWords) return false;
  if (IsFragment(words)) return true;
  const bool is_web_edit = words.size() == 2 && IsFileName(words[1]) &&
                           (words[0] == "update" || words[0] == "create" || words[0] == "delete");
  return is_web_edit || std::all_of(words.begin(), words.end(), [](absl::string_view word) {
           while (!word.empty() && word.back() == '.') word.remove_suffix(1);
           return word.empty() || IsHousekeeping(std::string(word));
         });
}

}  // namespace allreview::analysis
