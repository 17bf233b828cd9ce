#include "analyzers/policy/policy_schema.h"

#include <iterator>

namespace allreview::policy {

namespace {

constexpr KeySpec kSpecs[] = {
    {"coverage.accept_external", ValueType::kBool, "true",
     "Files in languages without rules count as read where another tool read them, as its SARIF "
     "log says.",
     0, 0},
    {"coverage.accept_unsupported", ValueType::kLanguages, "[]",
     "Languages without rules whose files do not make a review incomplete.", 0, 0},
    {"review.fail_on", ValueType::kSeverityOrNone, "P1",
     "The gate: findings of this severity or worse fail the check; none: no finding does.", 0, 0},
    {"review.language", ValueType::kLanguage, "en",
     "Language of what stands on the forge: comments, checks and answers to commands. While no "
     "file sets it, documents that a command asks for are in that of the pull request.",
     0, 0},
    {"review.max_findings", ValueType::kInteger, "10",
     "How many findings are shown in full; the rest are counted by rule.", 1, 50},
    {"review.min_severity", ValueType::kSeverity, "P3",
     "Findings less severe than this are counted, not shown.", 0, 0},
    {"review.paths", ValueType::kFiles, "[]",
     "Only findings in these files and folders are reported; the rest of the change is read all "
     "the same. Paths are relative to the root of the repository.",
     0, 0},
    {"rules.<id>.enabled", ValueType::kBool, "", "Whether the rule runs.", 0, 0},
    {"rules.<id>.severity", ValueType::kSeverity, "",
     "The severity of the rule's findings; questions stay at P2 or below. Rules of other tools "
     "are written \"ruff/B006\", all of a tool \"ruff/*\".",
     0, 0},
    {"rules.<id>.tier", ValueType::kTier, "",
     "on; hint: its findings stand behind all others and never block; off: the rule does not "
     "run.",
     0, 0},
    {"rules.disable", ValueType::kRuleIds, "[]",
     "Shorthand: sets `enabled: false` for each of these rules.", 0, 0},
    {"rules.files", ValueType::kFiles, "[]",
     "Files with rules of the organisation; those of all policies hold. Paths are relative to "
     "the policy file.",
     0, 0},
    {"rules.ignore", ValueType::kRuleIds, "[]",
     "These rules do not run, whatever other policies say of them.", 0, 0},
    {"rules.only", ValueType::kRuleIds, "[]",
     "If there are any, these rules run, also when they are off, and no others, whatever other "
     "policies say of them.",
     0, 0},
};

}  // namespace

const std::vector<KeySpec>& KeySpecs() {
  static const auto& specs = *new std::vector<KeySpec>(std::begin(kSpecs), std::end(kSpecs));
  return specs;
}

}  // namespace allreview::policy
