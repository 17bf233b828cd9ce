#include "services/report/assembly/localize.h"

#include <utility>

#include "review/localize.h"
#include "services/report/assembly/comments.h"

namespace allreview::report {

bool IsIn(Language language, const Assembly& assembly) {
  return language == Language::kEnglish &&
         LanguageOf(assembly.review.policy().language()) == Language::kEnglish;
}

Assembly LocalizedTo(Language language, Assembly assembly) {
  review::v1::Review& review = assembly.review;
  review = Localized(language, std::move(review));
  if (language == LanguageOf(review.policy().language())) return assembly;
  review.clear_comments();
  for (review::v1::ReviewComment& comment : MakeComments(language, review, assembly.lines)) {
    *review.add_comments() = std::move(comment);
  }
  return assembly;
}

}  // namespace allreview::report
