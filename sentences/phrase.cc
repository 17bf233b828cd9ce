#include "sentences/phrase.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview {

Language LanguageOf(absl::string_view tag) {
  return absl::StartsWith(absl::AsciiStrToLower(tag), "zh") ? Language::kChinese
                                                            : Language::kEnglish;
}

}  // namespace allreview
