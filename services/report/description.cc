#include "services/report/description.h"

#include <utility>

#include "analyzers/prose/author_text.h"
#include "services/report/display_text.h"

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

}  // namespace allreview::report
