#include "analyzers/organisation_rules/shape.h"

#include <algorithm>

#include "base/check.h"

namespace allreview::organisation_rules {
namespace {

constexpr absl::string_view kSeverities[] = {"P0", "P1", "P2", "P3"};
constexpr absl::string_view kImpacts[] = {"critical", "high", "medium", "low"};
constexpr absl::string_view kPillars[] = {"correctness", "readability", "maintainability"};
constexpr absl::string_view kCategories[] = {
    "distributed",   "numerics",  "performance", "tests",           "logic",
    "security",      "resources", "readability", "maintainability", "contracts",
    "configuration", "style",     "gradients",   "triton",          "semi-markov"};
constexpr absl::string_view kConfidences[] = {"high", "medium", "low"};
constexpr absl::string_view kTiers[] = {"on", "hint", "off"};
constexpr absl::string_view kRuleKinds[] = {"defect", "question"};
constexpr absl::string_view kConcerns[] = {"changed-lines", "changed-functions", "new-occurrences"};

constexpr RuleKey kFix[] = {{.key = "replace", .shape = Shape::kCapture},
                            {.key = "with", .is_required = true}};
constexpr RuleKey kGoodTest[] = {{.key = "code", .is_required = true},
                                 {.key = "path", .documentation = "Default: pkg/module.py."},
                                 {.key = "before", .documentation = "The version before."}};
constexpr RuleKey kBadTest[] = {
    {.key = "code", .is_required = true},
    {.key = "path", .documentation = "Default: pkg/module.py."},
    {.key = "before", .documentation = "The version before."},
    {.key = "lines", .shape = Shape::kTexts, .documentation = "Where findings stand, exactly."},
    {.key = "fixed", .documentation = "What the fix makes of it."}};
constexpr RuleKey kTests[] = {
    {.key = "bad", .shape = Shape::kTests, .is_required = true, .fields = kBadTest},
    {.key = "good", .shape = Shape::kTests, .is_required = true, .fields = kGoodTest}};

constexpr RuleKey kRule[] = {
    {.key = "id",
     .is_required = true,
     .documentation = "Lower-case words with hyphens; names the bad thing."},
    {.key = "title",
     .is_required = true,
     .documentation = "In general, what the message says of one place."},
    {.key = "severity", .shape = Shape::kWord, .is_required = true, .words = kSeverities},
    {.key = "impact", .shape = Shape::kWord, .is_required = true, .words = kImpacts},
    {.key = "pillar", .shape = Shape::kWord, .is_required = true, .words = kPillars},
    {.key = "category", .shape = Shape::kWord, .is_required = true, .words = kCategories},
    {.key = "confidence", .shape = Shape::kWord, .words = kConfidences},
    {.key = "tier",
     .shape = Shape::kWord,
     .words = kTiers,
     .documentation = "hint: after all others, never blocks; off: only where policy turns it on."},
    {.key = "kind",
     .shape = Shape::kWord,
     .words = kRuleKinds,
     .documentation = "question: the author is asked; never above P2."},
    {.key = "message",
     .is_required = true,
     .documentation = "What is wrong here, in one sentence with {captures}."},
    {.key = "consequence",
     .is_required = true,
     .documentation = "What can go wrong because of it."},
    {.key = "advice", .is_required = true, .documentation = "What to do."},
    {.key = "why", .is_required = true, .documentation = "The reason, in a paragraph."},
    {.key = "references", .shape = Shape::kTexts, .documentation = "Up to four."},
    {.key = "version", .shape = Shape::kCount, .documentation = "Raise it when findings change."},
    {.key = "query",
     .shape = Shape::kQuery,
     .is_required = true,
     .documentation = "A tree-sitter query over tree-sitter-python."},
    {.key = "at",
     .shape = Shape::kCapture,
     .documentation = "The capture that findings stand on; needed where the query has several."},
    {.key = "where", .shape = Shape::kConditions, .documentation = "All of them must hold."},
    {.key = "fix",
     .shape = Shape::kText,
     .fields = kFix,
     .documentation = "New code for `at`, with {captures}."},
    {.key = "reports",
     .shape = Shape::kWord,
     .words = kConcerns,
     .documentation = "Which findings are the change's."},
    {.key = "tests",
     .shape = Shape::kMapping,
     .is_required = true,
     .fields = kTests,
     .documentation = "Code that the rule finds, and code that it passes over."}};

}  // namespace

absl::Span<const RuleKey> RuleKeys() { return kRule; }

const RuleKey& RuleKeyOf(absl::string_view key) {
  const auto found = std::find_if(std::begin(kRule), std::end(kRule),
                                  [&](const RuleKey& field) { return field.key == key; });
  CHECK(found != std::end(kRule)) << key;
  return *found;
}

}  // namespace allreview::organisation_rules
