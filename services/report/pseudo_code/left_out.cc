#include "services/report/pseudo_code/left_out.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"

namespace allreview::report {
namespace {

using analysis::v1::Step;

constexpr size_t kMaxNames = 4;
constexpr size_t kMaxNameBytes = 40;

void Add(absl::string_view name, std::vector<std::string>& names) {
  std::string line = Shorten(CleanLine(name), kMaxNameBytes);
  const bool is_known = std::find(names.begin(), names.end(), line) != names.end();
  // More than a list of some length holds is not told anyway.
  if (!line.empty() && !is_known && names.size() < 50) names.push_back(std::move(line));
}

std::string List(Language language, const std::vector<std::string>& names) {
  constexpr Phrase kMore("{names} and {count} more", "{names} 等 {count} 项");
  if (names.size() <= kMaxNames) return absl::StrJoin(names, Comma(language));
  const bool is_english = language == Language::kEnglish;
  return Say(language, kMore,
             {{"names", absl::StrJoin(names.begin(), names.begin() + kMaxNames, Comma(language))},
              {"count", absl::StrCat(names.size() - (is_english ? kMaxNames : 0))}});
}

}  // namespace

std::string LeftOutText(Language language, const std::vector<const Step*>& steps) {
  constexpr Phrase kSets("{count} more: sets {names}", "另有 {count} 条语句：设置 {names}");
  constexpr Phrase kCalls("{count} more: calls {names}", "另有 {count} 条语句：调用 {names}");
  constexpr Phrase kMore("{count} more", "另有 {count} 条语句");
  std::vector<std::string> written, called;
  for (const Step* step : steps) {
    for (const std::string& name : step->writes()) Add(name, written);
    for (const analysis::v1::StepCall& call : step->calls()) {
      const absl::string_view callee = call.callee();
      Add(callee.substr(callee.find_last_of(".:") + 1), called);
    }
  }
  const std::string count = absl::StrCat(steps.size());
  if (written.empty() && called.empty()) return Say(language, kMore, {{"count", count}});
  return Say(language, written.empty() ? kCalls : kSets,
             {{"count", count}, {"names", List(language, written.empty() ? called : written)}});
}

}  // namespace allreview::report
