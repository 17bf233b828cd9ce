#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "analyzers/repository/facts_collectors.h"
#include "base/names.h"

namespace allreview::repository {
namespace {

using python::Kind;
using python::Node;

constexpr size_t kMinStringWord = 3;

bool IsDocstring(Node string) {
  const Node statement = string.parent();
  return statement.Is(Kind::kExpressionStatement);
}

// A number that is smaller for the text that comes first, by the first eight bytes.
uint64_t FirstBytes(absl::string_view word) {
  uint64_t bytes = 0;
  if (word.size() >= sizeof(bytes)) {
    std::memcpy(&bytes, word.data(), sizeof(bytes));
  } else {
    std::memcpy(&bytes, word.data(), word.size());
  }
  return std::endian::native == std::endian::little ? __builtin_bswap64(bytes) : bytes;
}

std::string Joined(const std::vector<absl::string_view>& words) {
  std::vector<std::pair<uint64_t, absl::string_view>> sorted;
  sorted.reserve(words.size());
  size_t size = 0;
  for (absl::string_view word : words) {
    sorted.emplace_back(FirstBytes(word), word);
    size += word.size() + 1;
  }
  std::sort(sorted.begin(), sorted.end());
  std::string joined;
  joined.reserve(size);
  for (const auto& [first_bytes, word] : sorted) {
    joined.append(word.data(), word.size());
    joined += '\n';
  }
  return joined;
}

}  // namespace

void WordCollector::VisitString(Node content) {
  if (!IsDocstring(content.parent())) AddString(content.text());
}

void WordCollector::AddString(absl::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsNameByte(text[i])) continue;
    const bool is_option = i >= 2 && text[i - 1] == '-' && text[i - 2] == '-';
    size_t end = i;
    while (end < text.size() && (IsNameByte(text[end]) || (is_option && text[end] == '-'))) {
      ++end;
    }
    const absl::string_view word = text.substr(i, end - i);
    i = end;
    if (word.size() < kMinStringWord || absl::ascii_isdigit(static_cast<unsigned char>(word[0]))) {
      continue;
    }
    if (is_option && absl::StrContains(word, "-")) {
      options_.insert(absl::StrReplaceAll(word, {{"-", "_"}}));
    } else {
      string_words_.insert(word);
    }
  }
}

void WordCollector::Finish() {
  for (const std::string& option : options_) string_words_.insert(option);
  facts_->identifiers = Joined(module_.identifiers().names());
  facts_->string_words = Joined({string_words_.begin(), string_words_.end()});
}

}  // namespace allreview::repository
