#include "analyzers/rules/rules_markdown.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/rules/rules.h"
#include "analyzers/rules/usefulness.h"
#include "base/languages.h"

namespace allreview::rules {
namespace {

constexpr const char* kSeverities[] = {"P0", "P1", "P2", "P3"};
constexpr const char* kImpacts[] = {"critical", "high", "medium", "low"};
constexpr const char* kPillars[] = {"correctness", "readability", "maintainability"};
constexpr const char* kTiers[] = {"", ", a hint", ", off by default"};
constexpr const char* kTierMarks[] = {"", " (hint)", " (off)"};
constexpr const char* kConfidences[] = {"high", "medium", "low"};

template <typename Enum>
const char* NameOf(const char* const* names, Enum value) {
  return names[static_cast<int>(value)];
}

std::string Cell(absl::string_view text) { return absl::StrReplaceAll(text, {{"|", "\\|"}}); }

std::string CodeBlock(const RuleInfo& rule, absl::string_view code) {
  return absl::StrCat("```", FenceOf(LanguageOfCategory(rule.category)), "\n", code, "```\n");
}

// "{fault}", "`{flag}` {problem}": the words come with each finding.
bool HasOwnWords(absl::string_view text) {
  bool is_inside = false;
  for (char c : text) {
    if (c == '{') is_inside = true;
    if (!is_inside && absl::ascii_isalpha(static_cast<unsigned char>(c))) return true;
    if (c == '}') is_inside = false;
  }
  return false;
}

std::string Item(absl::string_view label, absl::string_view text) {
  return HasOwnWords(text) ? absl::StrCat("- ", label, ": ", text, "\n") : "";
}

std::string Measured(const RuleInfo& rule) {
  const Usefulness* const measured = UsefulnessOf(rule);
  if (measured == nullptr) return "";
  return absl::StrCat("- Useful: ", measured->useful, " of ", measured->graded, " findings in ",
                      measured->repositories,
                      measured->repositories == 1 ? " repository (" : " repositories (",
                      measured->date, ")\n");
}

std::string Section(const Rule& rule) {
  const RuleInfo& info = rule.info;
  std::string text =
      absl::StrCat("\n## ", info.id, "\n\n", info.title.en, ".\n\n", info.why, "\n\n");
  absl::StrAppend(&text, "- Severity ", NameOf(kSeverities, info.severity), ", impact ",
                  NameOf(kImpacts, info.impact), ", ", NameOf(kPillars, info.pillar),
                  ", confidence ", NameOf(kConfidences, info.confidence), ", version ",
                  info.version, NameOf(kTiers, info.tier), "\n");
  absl::StrAppend(&text, Measured(info));
  absl::StrAppend(&text, Item("Message", info.message.en), Item("Consequence", info.consequence.en),
                  Item("Advice", info.advice.en));
  const char* separator = "- Further reading: ";
  for (absl::string_view reference : info.references) {
    if (reference.empty()) continue;
    absl::StrAppend(&text, separator, reference);
    separator = ", ";
  }
  if (!info.references[0].empty()) absl::StrAppend(&text, "\n");
  absl::StrAppend(&text, "\nBad:\n\n", CodeBlock(info, info.bad), "\n", info.fix, "\n\nGood:\n\n",
                  CodeBlock(info, info.good));
  return text;
}

}  // namespace

std::string RulesMarkdown() {
  std::string text =
      "# Rules\n\n"
      "Generated from the rules by `bazel run //analyzers/rules:rules_md`; a test compares.\n"
      "In examples with several files, `# --- path before` and `after` are the sides of a change;\n"
      "`unchanged` is a file elsewhere in the repository.\n\n"
      "Findings of a hint come after all others, never block, and are not shown while there are P0 "
      "or P1.\n"
      "A policy promotes a hint with `rules.<id>.tier: on`, or turns any rule off.\n\n"
      "\"Useful\" is how many findings engineers who did not write the rule would act on, on "
      "commits that nobody had\n"
      "tuned on; [measurements](../../docs/measurements.md#graded-by-others) says how. Below 80 % "
      "a "
      "rule is a hint, below 50 % off.\n"
      "Rules without that line have not been measured in this version, or on fewer than four "
      "findings.\n\n"
      "| Rule | Finds | Category | Severity |\n| --- | --- | --- | --- |\n";
  for (const Rule* rule : AllRules()) {
    const RuleInfo& info = rule->info;
    absl::StrAppend(&text, "| [", info.id, "](#", info.id, ") | ", Cell(info.title.en),
                    kTierMarks[static_cast<int>(info.tier)], " | ", info.category, " | ",
                    NameOf(kSeverities, info.severity), " |\n");
  }
  for (const Rule* rule : AllRules()) absl::StrAppend(&text, Section(*rule));
  return text;
}

}  // namespace allreview::rules
