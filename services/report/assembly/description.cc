#include "services/report/assembly/description.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/intent/author_text.h"
#include "review/display_text.h"

namespace allreview::report {

Description ReadDescription(absl::string_view body) {
  intent::AuthorText text = intent::ReadAuthorText(body);
  Description description{.what = {}, .why = {}, .how = {}, .issues = std::move(text.issues)};
  for (const intent::AuthorSentence& sentence : text.sentences) {
    std::string shown = CleanLine(sentence.text);
    switch (sentence.part) {
      case intent::Part::kTest:
        break;
      case intent::Part::kWhy:
        description.why.push_back(std::move(shown));
        break;
      case intent::Part::kHow:
        description.how.push_back(std::move(shown));
        break;
      case intent::Part::kWhat:
      case intent::Part::kAlternative:
      case intent::Part::kRisk:
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
