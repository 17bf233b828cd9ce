#include "services/report/documents/deep_dive/call_text.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {

std::string NameText(absl::string_view callee) {
  return absl::StrCat(SimpleName(SymbolName(callee)), "(…)");
}

std::string CallText(absl::string_view code, absl::string_view callee) {
  absl::ConsumePrefix(&code, "return ");
  const bool is_whole =
      std::count(code.begin(), code.end(), '(') == std::count(code.begin(), code.end(), ')');
  const bool is_short = !code.empty() && code.size() <= 70 && is_whole &&
                        !absl::StrContains(code, "\n") && !absl::EndsWith(code, ":");
  return is_short ? std::string(code) : NameText(callee);
}

std::string WayAround(const analysis::v1::FunctionStory& story, int i) {
  int depth = story.steps(i).depth();
  for (int k = i - 1; k >= 0 && depth > 0; --k) {
    const analysis::v1::Step& header = story.steps(k);
    if (header.depth() >= depth) continue;
    depth = header.depth();
    const bool is_other = header.kind() == analysis::v1::Step::KIND_ELSE ||
                          absl::StartsWith(header.code(), "elif") ||
                          absl::StartsWith(header.code(), "except");
    if (is_other) return absl::StrCat(k);
  }
  return "";
}

}  // namespace allreview::report::deep_dive
