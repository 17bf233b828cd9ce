#include "services/report/documents/deep_dive/deep_dive.h"

#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/documents/deep_dive/subject.h"
#include "services/report/documents/empty_sections.h"

namespace allreview::report {
namespace {

// A section without text of its own holds parts.
struct Section {
  absl::string_view level, number;
  Phrase title;
  std::string (*render)(const deep_dive::Subject& subject);
};

constexpr absl::string_view kPartLevel = "####";

constexpr Section kSections[] = {
    {"###", "1.", Phrase("TL;DR", "TL;DR（概要）"), deep_dive::Tldr},
    {"###", "2.", Phrase("Big Picture", "全局视图"), nullptr},
    {"####", "2.1", Phrase("Before vs After Architecture", "变更前后架构对比"),
     deep_dive::BeforeAndAfter},
    {"####", "2.2", Phrase("Change Scope Summary", "改动范围"), deep_dive::ScopeTable},
    {"###", "3.", Phrase("Design Rationale", "设计思路"), nullptr},
    {"####", "3.1", Phrase("Problem Background", "问题背景"), deep_dive::ProblemBackground},
    {"####", "3.2", Phrase("Solution Approach", "解决方案"), deep_dive::SolutionApproach},
    {"####", "3.3", Phrase("Key Design Points", "关键设计点"), deep_dive::KeyDesignPoints},
    {"###", "4.", Phrase("Execution Path Deep Dive", "执行路径剖析"), nullptr},
    {"####", "4.1", Phrase("Entry Point", "入口"), deep_dive::EntryPoint},
    {"####", "4.2", Phrase("Call Chain Visualization", "调用链"), deep_dive::CallChain},
    {"####", "4.3", Phrase("Data Flow", "数据流"), deep_dive::DataFlowSection},
    {"####", "4.4", Phrase("Core Code Walkthrough", "核心代码逐步解读"), deep_dive::Walkthrough},
    {"###", "5.", Phrase("Module Relationships", "模块关系"), deep_dive::ModuleRelationships},
    {"###", "6.", Phrase("Risks & Edge Cases", "风险与边界情况"), deep_dive::Risks},
    {"###", "7.", Phrase("Quick Reference", "速查"), nullptr},
    {"####", "7.1", Phrase("File Change Summary", "文件改动一览"), deep_dive::FileChanges},
    {"####", "7.2", Phrase("Key Functions Index", "关键函数索引"), deep_dive::FunctionIndex},
    {"####", "7.3", Phrase("Related Code Pointers", "相关代码"), deep_dive::RelatedCode},
};

std::string TitleOf(Language language, const Section& section) {
  return absl::StrCat(section.number, " ", section.title.In(language));
}

std::string HeadingOf(Language language, const Section& section) {
  return absl::StrCat(section.level, " ", TitleOf(language, section), "\n\n");
}

// To the text, or to the titles of what is empty.
void Append(Language language, const Section& section, const std::string& body, std::string& text,
            std::vector<std::string>& empty) {
  if (absl::StartsWith(body, deep_dive::kNotApplicable)) {
    empty.push_back(TitleOf(language, section));
  } else {
    absl::StrAppend(&text, HeadingOf(language, section), body, "\n");
  }
}

}  // namespace

std::string RenderDeepDive(const Assembly& assembly, Language language) {
  const deep_dive::Subject subject(assembly.review, language);
  std::string text;
  std::vector<std::string> empty;
  for (const Section* section = kSections; section != std::end(kSections);) {
    const Section& first = *section++;
    if (first.render != nullptr) {
      const std::string body = first.render(subject);
      Append(language, first, body, text, empty);
      continue;
    }
    std::string parts;
    std::vector<std::string> empty_parts;
    for (; section != std::end(kSections) && section->level == kPartLevel; ++section) {
      Append(language, *section, section->render(subject), parts, empty_parts);
    }
    // A section without any part stands for all of them.
    if (parts.empty()) empty_parts = {TitleOf(language, first)};
    empty.insert(empty.end(), empty_parts.begin(), empty_parts.end());
    if (!parts.empty()) absl::StrAppend(&text, HeadingOf(language, first), parts);
  }
  const std::string nothing = NothingUnder(language, empty);
  return absl::StrCat(text, nothing, nothing.empty() ? "" : "\n",
                      UnreadMarkdown(language, assembly.review));
}

}  // namespace allreview::report
