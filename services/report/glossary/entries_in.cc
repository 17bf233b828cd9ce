#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "services/report/glossary/glossary.h"

namespace allreview::report::glossary {
namespace {

constexpr size_t kMaxWordsOfTerm = 8;

// "TopKRouter.all_reduce" is top, k, router, all, reduce.
std::vector<std::string> WordsOf(absl::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, ""));
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!absl::ascii_isalnum(c)) {
      end_word();
      continue;
    }
    const bool follows_word = i > 0 && !absl::ascii_isupper(name[i - 1]);
    const bool begins_word = i + 1 < name.size() && absl::ascii_islower(name[i + 1]);
    if (absl::ascii_isupper(c) && (follows_word || begins_word)) end_word();
    word += absl::ascii_tolower(c);
  }
  end_word();
  return words;
}

// Entries by the letters and digits of their terms: how words are joined does not count.
const std::unordered_map<std::string, const Entry*>& Terms() {
  static const auto* const terms = [] {
    auto* map = new std::unordered_map<std::string, const Entry*>();
    for (const Entry* entry : AllEntries()) {
      for (absl::string_view term : absl::StrSplit(entry->terms, ' ', absl::SkipEmpty())) {
        std::string letters;
        for (char c : term) {
          if (absl::ascii_isalnum(c)) letters += absl::ascii_tolower(c);
        }
        map->emplace(std::move(letters), entry);
      }
    }
    return map;
  }();
  return *terms;
}

const Entry* Find(const std::string& letters) {
  auto found = Terms().find(letters);
  if (found == Terms().end() && letters.size() > 3 && letters.back() == 's') {
    found = Terms().find(letters.substr(0, letters.size() - 1));
  }
  return found == Terms().end() ? nullptr : found->second;
}

}  // namespace

std::vector<const Entry*> EntriesIn(absl::string_view name) {
  const std::vector<std::string> words = WordsOf(name);
  std::vector<const Entry*> entries;
  size_t covered = 0;  // Words before it belong to a term already.
  for (size_t i = 0; i < words.size(); ++i) {
    const Entry* longest = nullptr;
    size_t end = 0;
    std::string letters;
    for (size_t j = i; j < std::min(words.size(), i + kMaxWordsOfTerm); ++j) {
      letters += words[j];
      if (const Entry* entry = Find(letters); entry != nullptr) {
        longest = entry;
        end = j + 1;
      }
    }
    if (longest == nullptr || end <= covered) continue;
    covered = end;
    if (std::find(entries.begin(), entries.end(), longest) == entries.end()) {
      entries.push_back(longest);
    }
  }
  return entries;
}

}  // namespace allreview::report::glossary
