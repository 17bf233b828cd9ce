#include "gateway/forge/publish/comment_foot.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "review/language/phrase.h"
#include "review/markdown.h"

namespace allreview::gateway {

std::string WithFoot(Language language, const review::v1::ReviewComment& comment,
                     const RuleOfComment& rule) {
  static constexpr Phrase kFoot(
      "\n<sub>Rule {rule}. Not useful? Vote 👎, or reply `/allreview not-useful` and why. "
      "Hide the rule in this pull request: `/allreview ignore {id}`.</sub>\n",
      "\n<sub>规则 {rule}。没有帮助？请点 👎，或回复 `/allreview not-useful` 并说明原因。"
      "在此 pull request 中隐藏该规则：`/allreview ignore {id}`。</sub>\n");
  if (rule.id.empty()) return comment.body();
  const std::string& body = comment.body();
  const size_t foot = std::min(static_cast<size_t>(std::max(comment.foot_bytes(), 0)), body.size());
  const std::string name = MarkdownCode(rule.id);
  return absl::StrCat(
      absl::string_view(body).substr(0, body.size() - foot),
      Say(language, kFoot,
          {{"rule", rule.page.empty() ? name : absl::StrCat("[", name, "](", rule.page, ")")},
           {"id", rule.id}}));
}

}  // namespace allreview::gateway
