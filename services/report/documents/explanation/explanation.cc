#include "services/report/documents/explanation/explanation.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "review/markdown.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/empty_sections.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/model_index.h"
#include "services/report/story/opening.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using explanation::Post;

constexpr size_t kMaxConcepts = 2;

std::string Title(const Post& post) {
  constexpr Phrase kTitle("# Explained: {title}\n\n", "# 变更详解：{title}\n\n");
  constexpr Phrase kUntitled("a change without a title", "一次没有标题的变更");
  const std::string title = Opening(post.language, post.review).Title();
  return Say(
      post.language, kTitle,
      {{"title", title.empty() ? std::string(kUntitled.In(post.language)) : MarkdownProse(title)}});
}

// Techniques that the changed code knew before.
std::set<const glossary::Entry*> OldConcepts(const analysis::v1::ChangeModel& model) {
  std::set<const glossary::Entry*> old;
  const auto add = [&](absl::string_view name) {
    for (const glossary::Entry* entry : glossary::EntriesIn(name)) old.insert(entry);
  };
  for (const analysis::v1::ChangedSymbol& symbol : model.symbols()) {
    if (symbol.status() != analysis::v1::ChangedSymbol::STATUS_ADDED) add(symbol.name());
    for (const analysis::v1::Delta& delta : symbol.deltas()) add(delta.before());
  }
  for (const analysis::v1::FunctionStory& story : model.functions()) {
    for (const analysis::v1::Step& step : story.steps()) {
      if (step.status() != analysis::v1::Step::STATUS_KEPT) continue;
      for (const analysis::v1::StepCall& call : step.calls()) add(call.callee());
    }
  }
  return old;
}

std::vector<glossary::UsedConcept> NewConcepts(const analysis::v1::ChangeModel& model) {
  std::vector<glossary::UsedConcept> concepts = glossary::UsedConcepts(model, kMaxConcepts);
  const std::set<const glossary::Entry*> old = OldConcepts(model);
  std::erase_if(concepts, [&](const glossary::UsedConcept& used) {
    return old.contains(used.entry) || !paths::IsProductSource(SymbolPath(used.symbol));
  });
  return concepts;
}

}  // namespace

std::string RenderExplanation(const Assembly& assembly, Language language) {
  const ModelIndex index(assembly.review.model());
  const Post post{.review = assembly.review,
                  .language = language,
                  .index = index,
                  .author = explanation::ReadAuthor(assembly.review),
                  .concepts = NewConcepts(assembly.review.model()),
                  .walk = explanation::PlanWalk(assembly.review, index)};
  const std::string problem = explanation::ProblemSection(post);
  const std::string solution = explanation::SolutionSection(post);
  std::string text = Title(post);
  for (const std::string& section :
       {problem, solution, explanation::WalkSection(post), explanation::FilesSection(post),
        explanation::InterfaceSection(post), explanation::TestsSection(post),
        explanation::ImprovementsSection(post), explanation::PitfallsSection(post),
        explanation::RisksSection(post)}) {
    const absl::string_view content = absl::StripTrailingAsciiWhitespace(section);
    if (!content.empty()) absl::StrAppend(&text, content, "\n\n");
  }
  constexpr Phrase kProblem("The problem", "要解决的问题");
  constexpr Phrase kSolution("The solution", "解决方案");
  std::vector<std::string> empty;
  if (problem.empty()) empty.emplace_back(kProblem.In(language));
  if (solution.empty()) empty.emplace_back(kSolution.In(language));
  const std::string nothing = NothingUnder(language, empty);
  return absl::StrCat(text, nothing, nothing.empty() ? "" : "\n",
                      UnreadMarkdown(language, assembly.review));
}

}  // namespace allreview::report
