#include "gateway/forge/testing/chinese.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace allreview::gateway {
namespace {

constexpr absl::string_view kNames[] = {"AllReview", "GitHub", "check", "diff",   "handle",
                                        "hunk",      "id",     "pull",  "request"};

// The text without what stands between `begin` and `end`.
std::string Without(absl::string_view text, absl::string_view begin, absl::string_view end) {
  std::string kept;
  for (size_t open = text.find(begin); open != absl::string_view::npos; open = text.find(begin)) {
    kept.append(text.data(), open);
    const size_t close = text.find(end, open + begin.size());
    if (close == absl::string_view::npos) return kept;
    text.remove_prefix(close + end.size());
    kept.push_back(' ');
  }
  kept.append(text.data(), text.size());
  return kept;
}

bool IsWord(absl::string_view word) {
  const bool has_letters =
      std::any_of(word.begin(), word.end(), [](unsigned char c) { return absl::ascii_isalpha(c); });
  const bool is_severity = word.size() == 2 && word[0] == 'P';
  const bool is_upper = std::none_of(word.begin(), word.end(),
                                     [](unsigned char c) { return absl::ascii_islower(c); });
  return has_letters && !is_severity && !is_upper &&
         std::find(std::begin(kNames), std::end(kNames), word) == std::end(kNames);
}

}  // namespace

std::string EnglishIn(absl::string_view markdown) {
  std::string text = Without(markdown, "<!--", "-->");
  for (absl::string_view fence : {"```", "``", "`"}) text = Without(text, fence, fence);
  text = Without(text, "](", ")");
  text = Without(text, "<", ">");
  for (char& c : text) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c))) c = ' ';
  }
  std::vector<std::string> words;
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (IsWord(word)) words.emplace_back(word);
  }
  return absl::StrJoin(words, " ");
}

}  // namespace allreview::gateway
