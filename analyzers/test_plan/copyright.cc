#include "analyzers/test_plan/copyright.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::test_plan {
namespace {

constexpr int kHeaderLines = 15;

// "acme corporation" of "Copyright (c) 2024-2025, ACME CORPORATION. All rights reserved."
std::string HolderOf(absl::string_view line) {
  std::string letters;
  for (char c : line) {
    const bool is_letter = absl::ascii_isalpha(static_cast<unsigned char>(c));
    letters += is_letter ? absl::ascii_tolower(static_cast<unsigned char>(c)) : ' ';
  }
  std::string holder;
  for (absl::string_view word : absl::StrSplit(letters, ' ', absl::SkipEmpty())) {
    if (word == "copyright" || word == "c" || word == "present" || word == "and" || word == "its" ||
        word == "affiliates" || word == "by" || word == "the") {
      continue;
    }
    if (word == "all" || word == "rights" || word == "licensed") break;
    if (!holder.empty()) holder += ' ';
    holder.append(word.data(), word.size());
  }
  return holder;
}

}  // namespace

std::set<std::string> CopyrightHolders(absl::string_view source) {
  std::set<std::string> holders;
  int lines = 0;
  for (absl::string_view line : absl::StrSplit(source, '\n')) {
    if (++lines > kHeaderLines) break;
    const size_t at = absl::AsciiStrToLower(line).find("copyright");
    if (at == std::string::npos) continue;
    std::string holder = HolderOf(line.substr(at));
    if (!holder.empty()) holders.insert(std::move(holder));
  }
  return holders;
}

}  // namespace allreview::test_plan
