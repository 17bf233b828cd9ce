#include "services/report/documents/audit/finding_sections.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/languages.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/assembly/separators.h"
#include "services/report/story/place_code.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;
using finding::v1::Impact;

constexpr int kMaxInSection = 30;   // Findings in full or as further places.
constexpr size_t kMaxPlaces = 8;    // Of one rule, beside the first.
constexpr size_t kMaxFolded = 100;  // Lines behind the fold.
constexpr size_t kMaxPlaceList = 6;

constexpr Phrase kLocation("**Location**: {place}", "**位置**：{place}");
constexpr Phrase kProblem("**Problem**: {text}", "**问题**：{text}");
constexpr Phrase kImpact("**Impact**: {text}", "**影响**：{text}");
constexpr Phrase kFix("**Fix**: {text}", "**修改建议**：{text}");
constexpr Phrase kEvidence("**Evidence**: {text}", "**依据**：{text}");
constexpr Phrase kNoRemedy("The rule has no general fix.", "该规则没有通用的修改方法。");
constexpr Phrase kFurther("**Also at**:", "**其他位置**：");
constexpr Phrase kFolded("Folded: {count}", "已折叠：{count} 个问题");
constexpr Phrase kUntold("… and {count} more, counted only.", "……另有 {count} 个，仅计数。");
constexpr Phrase kQuestion("question", "提问");
constexpr Phrase kHint("hint", "提示");
constexpr Phrase kLikely("medium confidence", "置信度中等");
constexpr Phrase kUnsure("low confidence", "置信度低");
constexpr Phrase kBefore("# Before", "# 修改前");
constexpr Phrase kAfter("# After", "# 修改后");
constexpr Phrase kAndMore("{places} and {count} more", "{places} 及另外 {count} 处");

// A finding whose impact is not known stands with the least.
Impact ImpactOf(const Finding& finding) {
  return finding.impact() == finding::v1::IMPACT_UNSPECIFIED ? finding::v1::IMPACT_LOW
                                                             : finding.impact();
}

bool IsCertain(const Finding& finding) {
  return !finding.is_hint() && finding.kind() != finding::v1::KIND_QUESTION;
}

// "question, medium confidence"; empty: nothing to say.
std::string MarksOf(const AuditView& view, const Finding& finding) {
  std::vector<std::string> marks;
  const auto add = [&](const Phrase& mark) { marks.emplace_back(mark.In(view.language)); };
  if (finding.kind() == finding::v1::KIND_QUESTION) add(kQuestion);
  if (finding.is_hint()) add(kHint);
  if (finding.confidence() == finding::v1::CONFIDENCE_MEDIUM) add(kLikely);
  if (finding.confidence() == finding::v1::CONFIDENCE_LOW) add(kUnsure);
  return absl::StrJoin(marks, Comma(view.language));
}

std::string PlaceText(const AuditView& view, const Finding& finding) {
  return absl::StrCat(PlaceCode(view.language, finding.range()),
                      SettingMark(view, finding.range().path()));
}

std::string TitleOf(const Finding& finding) {
  return MarkdownProse(finding.title().empty() ? finding.rule_id() : finding.title());
}

// The code before and after; where the rule cannot derive the latter, as it stands.
std::string CodeBlock(const AuditView& view, const Finding& finding) {
  const std::string before = Dedent(CleanBlock(finding.before_code()));
  const absl::string_view fence = FenceOfPath(finding.range().path());
  if (finding.after_code().empty()) return before.empty() ? "" : MarkdownCodeBlock(before, fence);
  std::string code;
  if (!before.empty()) absl::StrAppend(&code, kBefore.In(view.language), "\n", before, "\n\n");
  absl::StrAppend(&code, kAfter.In(view.language), "\n", Dedent(CleanBlock(finding.after_code())));
  return MarkdownCodeBlock(code, fence);
}

std::string Line(const AuditView& view, const Phrase& phrase, const std::string& text) {
  const absl::string_view name = &phrase == &kLocation ? "place" : "text";
  return text.empty() ? "" : absl::StrCat(Say(view.language, phrase, {{name, text}}), "\n\n");
}

// One finding, with everything that an audit has to say about it.
std::string FullFinding(const AuditView& view, const Finding& finding, bool is_brief) {
  std::string text = Line(view, kLocation, PlaceText(view, finding));
  absl::StrAppend(&text, Line(view, kProblem, SentenceMarkdown(view.language, ProblemOf(finding))));
  absl::StrAppend(&text,
                  Line(view, kImpact, SentenceMarkdown(view.language, finding.impact_text())));
  if (!is_brief) {
    absl::StrAppend(&text,
                    Line(view, kEvidence,
                         absl::StrJoin(EvidenceMarkdown(view.language, finding, Beside::kCode),
                                       Semicolon(view.language))));
  }
  const std::string fix = SentenceMarkdown(view.language, finding.fix());
  absl::StrAppend(&text,
                  Line(view, kFix, fix.empty() ? std::string(kNoRemedy.In(view.language)) : fix));
  if (is_brief && finding.after_code().empty()) return text;
  const std::string code = CodeBlock(view, finding);
  return absl::StrCat(text, code, code.empty() ? "" : "\n");
}

// "- `a.py:3` - what is wrong there".
std::string ShortFinding(const AuditView& view, const Finding& finding) {
  return absl::StrCat("- ", PlaceText(view, finding),
                      InBrackets(view.language, MarksOf(view, finding)), Dash(view.language),
                      SentenceMarkdown(view.language, ProblemOf(finding)), "\n");
}

// What of a section is shown already.
struct Progress {
  int shown = 0;
  std::vector<const Finding*> folded = {};
};

std::string Group(const AuditView& view, const RuleGroup& group, bool is_brief,
                  Progress& progress) {
  const Finding& first = *group.findings.front();
  std::string text =
      absl::StrCat("### ", TitleOf(first), InBrackets(view.language, MarksOf(view, first)), "\n\n",
                   FullFinding(view, first, is_brief));
  ++progress.shown;
  std::string further;
  size_t places = 0;
  for (size_t i = 1; i < group.findings.size(); ++i) {
    if (places == kMaxPlaces || progress.shown >= kMaxInSection) {
      progress.folded.push_back(group.findings[i]);
      continue;
    }
    absl::StrAppend(&further, ShortFinding(view, *group.findings[i]));
    ++places;
    ++progress.shown;
  }
  if (!further.empty()) {
    absl::StrAppend(&text, kFurther.In(view.language), "\n\n", further, "\n");
  }
  return absl::StrCat(text, MarkdownCode(group.rule_id), "\n\n");
}

// All places of a rule in one bullet.
std::string Bullet(const AuditView& view, const RuleGroup& group, Progress& progress) {
  const Finding& first = *group.findings.front();
  std::string text = absl::StrCat("- ");
  const std::string marks = InBrackets(view.language, MarksOf(view, first));
  if (group.findings.size() == 1) {
    absl::StrAppend(&text, PlaceText(view, first), marks, Dash(view.language),
                    SentenceMarkdown(view.language, ProblemOf(first)));
  } else {
    absl::StrAppend(&text, TitleOf(first), marks, Dash(view.language),
                    PlacesText(view, group.findings, kMaxPlaceList),
                    view.language == Language::kChinese ? "。" : ".");
  }
  progress.shown += static_cast<int>(std::min(group.findings.size(), kMaxPlaceList));
  const std::string fix = SentenceMarkdown(view.language, first.fix());
  return absl::StrCat(JoinSentences(view.language, text, fix),
                      InBrackets(view.language, MarkdownCode(group.rule_id)), "\n");
}

std::string Folded(const AuditView& view, const std::vector<const Finding*>& findings) {
  if (findings.empty()) return "";
  std::string text = absl::StrCat(
      "<details>\n<summary>",
      Say(view.language, kFolded,
          {{"count", Count(view.language, static_cast<int64_t>(findings.size()), kFindingNoun)}}),
      "</summary>\n\n");
  for (size_t i = 0; i < std::min(findings.size(), kMaxFolded); ++i) {
    absl::StrAppend(&text, "- ", PlaceText(view, *findings[i]), Dash(view.language),
                    TitleOf(*findings[i]), " (", MarkdownCode(findings[i]->rule_id()), ")\n");
  }
  if (findings.size() > kMaxFolded) {
    const std::string rest = Grouped(static_cast<int64_t>(findings.size() - kMaxFolded));
    absl::StrAppend(&text, "- ", Say(view.language, kUntold, {{"count", rest}}), "\n");
  }
  return absl::StrCat(text, "\n</details>\n\n");
}

}  // namespace

std::vector<RuleGroup> GroupsOf(const AuditView& view, Impact impact) {
  std::vector<RuleGroup> groups;
  std::map<std::string, size_t> index;
  for (const Finding* finding : view.findings) {
    if (ImpactOf(*finding) != impact) continue;
    const auto [place, is_new] = index.try_emplace(finding->rule_id(), groups.size());
    if (is_new) groups.push_back({finding->rule_id(), {}});
    groups[place->second].findings.push_back(finding);
  }
  const auto weight = [&](const Finding& finding) {
    const bool is_production = view.SettingOf(finding.range().path()) == Setting::kProduction;
    return (IsCertain(finding) ? 0 : 2) + (is_production ? 0 : 1);
  };
  for (RuleGroup& group : groups) {
    std::stable_sort(group.findings.begin(), group.findings.end(),
                     [&](const Finding* a, const Finding* b) { return weight(*a) < weight(*b); });
  }
  std::stable_sort(groups.begin(), groups.end(), [&](const RuleGroup& a, const RuleGroup& b) {
    return weight(*a.findings.front()) < weight(*b.findings.front());
  });
  return groups;
}

std::string PlacesText(const AuditView& view, const std::vector<const Finding*>& findings,
                       size_t limit) {
  std::vector<std::string> places;
  for (size_t i = 0; i < std::min(findings.size(), limit); ++i) {
    places.push_back(PlaceText(view, *findings[i]));
  }
  std::string text = absl::StrJoin(places, Comma(view.language));
  if (findings.size() <= limit) return text;
  return Say(view.language, kAndMore,
             {{"places", text}, {"count", absl::StrCat(findings.size() - limit)}});
}

std::string FindingSection(const AuditView& view, Impact impact) {
  const std::vector<RuleGroup> groups = GroupsOf(view, impact);
  if (groups.empty()) return "";
  const bool is_bullets = impact == finding::v1::IMPACT_LOW;
  Progress progress;
  std::string text;
  for (const RuleGroup& group : groups) {
    if (progress.shown >= kMaxInSection) {
      progress.folded.insert(progress.folded.end(), group.findings.begin(), group.findings.end());
    } else if (is_bullets) {
      absl::StrAppend(&text, Bullet(view, group, progress));
    } else {
      absl::StrAppend(&text, Group(view, group, impact == finding::v1::IMPACT_MEDIUM, progress));
    }
  }
  return absl::StrCat(text, is_bullets ? "\n" : "", Folded(view, progress.folded));
}

}  // namespace allreview::report
