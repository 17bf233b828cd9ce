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

struct Word {
  std::string letters;
  bool is_apart = false;  // From the word before it by more than a capital: `d_tensor`.
};

// "TopKRouter.all_reduce" is top, k, router, all, reduce.
std::vector<Word> WordsOf(absl::string_view name) {
  std::vector<Word> words;
  std::string word;
  bool is_apart = false;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back({std::exchange(word, ""), std::exchange(is_apart, false)});
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!absl::ascii_isalnum(c)) {
      end_word();
      is_apart = true;
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

// A letter on its own is no part of a longer word: `d_tensor` is no DTensor.
bool IsLetterApart(const Word& before, const Word& word) {
  return word.is_apart && (before.letters.size() == 1 || word.letters.size() == 1);
}

struct Term {
  const Entry* entry = nullptr;
  bool has_letter_apart = false;  // As `q_lora_rank` has.
};

Term TermOf(const Entry& entry, const std::vector<Word>& words) {
  Term term{.entry = &entry};
  for (size_t i = 1; i < words.size(); ++i) {
    term.has_letter_apart |= IsLetterApart(words[i - 1], words[i]);
  }
  return term;
}

// By the letters and digits of terms: how words are joined else does not count.
const std::unordered_map<std::string, Term>& Terms() {
  static const auto* const terms = [] {
    auto* map = new std::unordered_map<std::string, Term>();
    for (const Entry* entry : AllEntries()) {
      for (absl::string_view text : absl::StrSplit(entry->terms, ' ', absl::SkipEmpty())) {
        const std::vector<Word> words = WordsOf(text);
        std::string letters;
        for (const Word& word : words) letters += word.letters;
        map->emplace(std::move(letters), TermOf(*entry, words));
      }
    }
    return map;
  }();
  return *terms;
}

const Term* Find(const std::string& letters) {
  auto found = Terms().find(letters);
  if (found == Terms().end() && letters.size() > 3 && letters.back() == 's') {
    found = Terms().find(letters.substr(0, letters.size() - 1));
  }
  return found == Terms().end() ? nullptr : &found->second;
}

}  // namespace

std::vector<const Entry*> EntriesIn(absl::string_view name) {
  const std::vector<Word> words = WordsOf(name);
  std::vector<const Entry*> entries;
  size_t covered = 0;  // Words before it belong to a term already.
  for (size_t i = 0; i < words.size(); ++i) {
    const Entry* longest = nullptr;
    size_t end = 0;
    std::string letters;
    bool has_letter_apart = false;
    for (size_t j = i; j < std::min(words.size(), i + kMaxWordsOfTerm); ++j) {
      has_letter_apart |= j > i && IsLetterApart(words[j - 1], words[j]);
      letters += words[j].letters;
      const Term* term = Find(letters);
      if (term != nullptr && term->has_letter_apart == has_letter_apart) {
        longest = term->entry;
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
