#include "services/report/assembly/description.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/prose/author_text.h"
#include "review/display_text.h"

namespace allreview::report {

Description ReadDescription(absl::string_view body) {
  prose::AuthorText text = prose::ReadAuthorText(body);
  Description description{.what = {}, .why = {}, .how = {}, .issues = std::move(text.issues)};
  for (const prose::AuthorSentence& sentence : text.sentences) {
    std::string shown = CleanLine(sentence.text);
    switch (sentence.role) {
      case prose::Role::kTest:
        break;
      case prose::Role::kWhy:
        description.why.push_back(std::move(shown));
        break;
      case prose::Role::kHow:
        description.how.push_back(std::move(shown));
        break;
      case prose::Role::kWhat:
      case prose::Role::kAlternative:
      case prose::Role::kRisk:
        description.what.push_back(std::move(shown));
        break;
    }
  }
  return description;
}

Description DescriptionOf(const change::v1::ChangeInfo& change) {
  Description description = ReadDescription(change.body());
  const bool is_silent = description.what.empty() && description.why.empty() &&
                         description.how.empty() && description.issues.empty();
  if (!is_silent) return description;
  std::string bodies;
  for (const change::v1::Commit& commit : change.commits()) {
    absl::StrAppend(&bodies, commit.body(), "\n\n");
  }
  return ReadDescription(bodies);
}

}  // namespace allreview::report
