#ifndef SERVICES_REPORT_STORY_CODE_CHANGE_H_
#define SERVICES_REPORT_STORY_CODE_CHANGE_H_

// How two versions of one piece of code differ, for sentences: what differs, not both in full.
// Markdown: code stands in code spans. Pure.
//
//   ItemChange(Language::kEnglish, "f(a, b=1, …)", "f(a, …)")   // "`f(…)` loses `b=1`"
//   CodeChange(Language::kEnglish, "n == 1", "n == 2", 72)      // "`n == 1` → `n == 2`"

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "review/language/phrase.h"

namespace allreview::report {

// What changed between versions that differ only in the arguments of one call or the items of one
// list.
std::optional<std::string> ItemChange(Language language, absl::string_view before,
                                      absl::string_view after);

// Short versions side by side; of longer ones the items that came and went, or the part around the
// difference in at most `max_bytes` for each.
std::string CodeChange(Language language, absl::string_view before, absl::string_view after,
                       size_t max_bytes);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_CODE_CHANGE_H_
