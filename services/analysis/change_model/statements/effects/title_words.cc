#include "services/analysis/change_model/statements/effects/title_words.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxBytes = 2'000;

// Of "dropped", "dropping" and "drops".
std::string StemOf(std::string word) {
  for (absl::string_view end : {"ing", "ed", "es", "s", "e"}) {
    if (word.size() < end.size() + 3 || !absl::EndsWith(word, end)) continue;
    word.resize(word.size() - end.size());
    break;
  }
  if (word.size() > 3 && word[word.size() - 1] == word[word.size() - 2]) word.pop_back();
  return word;
}

bool IsCommon(absl::string_view word) {
  for (absl::string_view common :
       {"add",   "and",      "are",       "chang",  "cod",  "default",  "enabl", "fix",   "for",
        "from",  "function", "implement", "improv", "into", "its",      "mak",   "mor",   "new",
        "not",   "old",      "only",      "option", "pas",  "refactor", "remov", "self",  "set",
        "some",  "support",  "test",      "that",   "the",  "this",     "updat", "use",   "us",
        "using", "valu",     "when",      "with",   "call", "instead",  "now",   "befor", "always",
        "class", "method",   "train",     "model",  "file", "trainer",  "config"}) {
    if (word == common) return true;
  }
  return word.size() < 3;
}

std::set<std::string> StemsOf(absl::string_view text) {
  std::set<std::string> stems;
  std::string word;
  const auto take = [&] {
    std::string stem = StemOf(absl::AsciiStrToLower(word));
    word.clear();
    if (!IsCommon(stem)) stems.insert(std::move(stem));
  };
  for (const char c : text.substr(0, kMaxBytes)) {
    const unsigned char byte = static_cast<unsigned char>(c);
    const bool begins_hump = absl::ascii_isupper(byte) && !word.empty() &&
                             absl::ascii_islower(static_cast<unsigned char>(word.back()));
    if (!absl::ascii_isalnum(byte) || begins_hump) take();
    if (absl::ascii_isalnum(byte)) word += c;
  }
  take();
  return stems;
}

}  // namespace

TitleWords::TitleWords(absl::string_view title) : words_(StemsOf(title)) {}

int TitleWords::In(absl::string_view text) const {
  const std::set<std::string> stems = StemsOf(text);
  return static_cast<int>(std::count_if(words_.begin(), words_.end(), [&](const std::string& word) {
    return stems.count(word) > 0;
  }));
}

}  // namespace allreview::analysis
