#include "services/report/documents/explanation/finding_lists.h"

#include "absl/strings/str_cat.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"

namespace allreview::report::explanation {
namespace {

using finding::v1::Finding;

std::string Item(const Post& post, const Finding& finding) {
  const std::string fix = SentenceMarkdown(post.language, finding.fix());
  const std::string severity = finding.severity() == finding::v1::SEVERITY_UNSPECIFIED
                                   ? ""
                                   : absl::StrCat("**[", SeverityLabel(finding.severity()), "]** ");
  return absl::StrCat(severity, MarkdownCode(Place(finding.range())), Dash(post.language),
                      JoinSentences(post.language, ProblemMarkdown(post.language, finding), fix));
}

}  // namespace

Theme ThemeOf(const Finding& finding) {
  const std::string& category = finding.category();
  if (finding.kind() == finding::v1::KIND_PRAISE) return Theme::kPraise;
  if (category == "tests") return Theme::kTests;
  if (category == "performance" || category == "resources") return Theme::kPerformance;
  if (category == "contracts" || category == "configuration") return Theme::kCompatibility;
  const bool is_grave = finding.severity() == finding::v1::SEVERITY_P0 ||
                        finding.severity() == finding::v1::SEVERITY_P1;
  const bool is_taste = category == "style" || category == "readability" ||
                        category == "maintainability" ||
                        finding.pillar() == finding::v1::PILLAR_READABILITY ||
                        finding.pillar() == finding::v1::PILLAR_MAINTAINABILITY;
  return is_taste && !is_grave ? Theme::kImprovement : Theme::kCorrectness;
}

std::vector<std::string> FindingItems(const Post& post, Theme theme, size_t limit) {
  constexpr Phrase kMore("The review lists {count} more like these.",
                         "评审文档中另有 {count} 个同类问题。");
  std::vector<std::string> items;
  size_t more = 0;
  for (const Finding& finding : post.review.findings()) {
    if (!IsShown(finding) || ThemeOf(finding) != theme) continue;
    if (items.size() < limit) {
      items.push_back(Item(post, finding));
    } else {
      ++more;
    }
  }
  if (more > 0) items.push_back(Say(post.language, kMore, {{"count", absl::StrCat(more)}}));
  return items;
}

std::string Bullets(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) absl::StrAppend(&text, "- ", item, "\n");
  return text;
}

}  // namespace allreview::report::explanation
