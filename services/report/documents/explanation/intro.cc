// What a reader must know before the code: what was wrong, what the change does now, and how.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "review/language/phrase.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/explanation/finding_lists.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/intent_sentences.h"
#include "services/report/story/opening.h"

namespace allreview::report::explanation {

std::string ProblemSection(const Post& post) {
  constexpr Phrase kTitle("## The problem\n\n", "## 要解决的问题\n\n");
  const std::string why = Opening(post.language, post.review).Why(3);
  // The title of the post has told what the change does, which is no problem.
  return why.empty() ? "" : absl::StrCat(kTitle.In(post.language), why, "\n");
}

std::string SolutionSection(const Post& post) {
  constexpr Phrase kTitle("## The solution\n\n", "## 解决方案\n\n");
  const Opening opening(post.language, post.review);
  const std::vector<std::string> how = opening.Decisions();
  // The title of the post has told the rest.
  const std::string effect = opening.MainEffect();
  if (effect.empty() && how.empty()) return "";
  std::string text(kTitle.In(post.language));
  if (effect.empty()) return absl::StrCat(text, how.size() == 1 ? how[0] + "\n" : Bullets(how));
  absl::StrAppend(&text, effect, "\n");
  if (how.size() == 1) return absl::StrCat(text, "\n", how[0], "\n");
  return how.empty() ? text : absl::StrCat(text, "\n", Bullets(how));
}

}  // namespace allreview::report::explanation
