#include "services/report/documents/explanation/explanation.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "review/markdown.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/model_index.h"
#include "services/report/story/opening.h"

namespace allreview::report {
namespace {

using explanation::Post;

constexpr size_t kMaxConcepts = 3;

std::string Title(const Post& post) {
  constexpr Phrase kTitle("# Explained: {title}\n\n", "# 变更详解：{title}\n\n");
  constexpr Phrase kUntitled("a change without a title", "一次没有标题的变更");
  const std::string title = Opening(post.language, post.review).Title();
  return Say(
      post.language, kTitle,
      {{"title", title.empty() ? std::string(kUntitled.In(post.language)) : MarkdownProse(title)}});
}

}  // namespace

std::string RenderExplanation(const Assembly& assembly, Language language) {
  const ModelIndex index(assembly.review.model());
  const Post post{.review = assembly.review,
                  .language = language,
                  .index = index,
                  .author = explanation::ReadAuthor(assembly.review),
                  .concepts = glossary::UsedConcepts(assembly.review.model(), kMaxConcepts),
                  .walk = explanation::PlanWalk(assembly.review, index)};
  std::string text = Title(post);
  for (const std::string& section :
       {explanation::ProblemSection(post), explanation::SolutionSection(post),
        explanation::WalkSection(post), explanation::FilesSection(post),
        explanation::InterfaceSection(post), explanation::TestsSection(post),
        explanation::ImprovementsSection(post), explanation::PitfallsSection(post),
        explanation::RisksSection(post)}) {
    const absl::string_view content = absl::StripTrailingAsciiWhitespace(section);
    if (!content.empty()) absl::StrAppend(&text, content, "\n\n");
  }
  return absl::StrCat(text, UnreadMarkdown(language, assembly.review));
}

}  // namespace allreview::report
