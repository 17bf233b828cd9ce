#include "review/language/sentence_end.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview {

std::string WithEnd(Language language, absl::string_view text) {
  for (absl::string_view end : {".", "!", "?", "。", "！", "？", "…"}) {
    if (absl::EndsWith(text, end)) return std::string(text);
  }
  return absl::StrCat(text, language == Language::kChinese ? "。" : ".");
}

}  // namespace allreview
