#include "analyzers/rules/usefulness.h"

#include <algorithm>
#include <iterator>

namespace allreview::rules {
namespace {

// With fewer findings a share tells nothing, but for one: of two, none is useful once in 25 times
// if four in five are.
constexpr int kEnough = 4;
constexpr int kEnoughOfNone = 2;
constexpr int kPercentOn = 80;
constexpr int kPercentHint = 50;

// November 2026: findings of 850 commits of Megatron-LM, torchtitan, TransformerEngine, DeepSpeed
// and nanotron, drawn at random; then 149 commits of pytorch/ao, xtuner and NeMo-RL.
constexpr Usefulness kAll[] = {
    {"arange-over-non-power-of-two", 1, 0, 1, 1, "2026-11"},
    {"attribute-never-set", 1, 1, 1, 1, "2026-11"},
    {"autograd-function-misuse", 1, 0, 2, 1, "2026-11"},
    {"autotuned-accumulation-without-reset", 1, 0, 1, 1, "2026-11"},
    {"bare-except", 1, 1, 2, 2, "2026-11"},
    {"bool-as-argument-type", 1, 1, 1, 1, "2026-11"},
    {"broad-except-around-import", 1, 1, 1, 1, "2026-11"},
    {"call-does-not-fit-signature", 3, 22, 22, 7, "2026-11"},
    {"changed-default", 1, 1, 9, 4, "2026-11"},
    {"checkpoint-without-use-reentrant", 1, 1, 1, 1, "2026-11"},
    {"code-unreached-by-tests", 1, 0, 2, 2, "2026-11"},
    {"collective-in-rank-branch", 1, 0, 1, 1, "2026-11"},
    {"collective-tested-on-one-rank", 1, 2, 7, 3, "2026-11"},
    {"commented-out-code", 2, 0, 2, 1, "2026-11"},
    {"config-field-without-default", 1, 0, 3, 1, "2026-11"},
    {"config-field-without-reader", 1, 0, 2, 1, "2026-11"},
    {"data-dependent-shape", 1, 0, 1, 1, "2026-11"},
    {"deeper-nesting", 1, 1, 2, 2, "2026-11"},
    {"division-by-mask-count", 1, 1, 2, 1, "2026-11"},
    {"dotted-name-in-getattr", 1, 1, 1, 1, "2026-11"},
    {"duplicated-code", 1, 3, 8, 5, "2026-11"},
    {"dynamic-size-as-constexpr", 1, 2, 2, 1, "2026-11"},
    {"entangled-function", 1, 0, 11, 3, "2026-11"},
    {"evaluated-text", 1, 1, 3, 2, "2026-11"},
    {"exception-not-raised", 1, 0, 1, 1, "2026-11"},
    {"flag-without-effect", 1, 1, 1, 1, "2026-11"},
    {"flag-without-help", 1, 0, 3, 3, "2026-11"},
    {"flag-without-reader", 1, 0, 1, 1, "2026-11"},
    {"host-sync-in-hot-path", 4, 0, 10, 4, "2026-11"},
    {"host-sync-per-element", 1, 3, 5, 2, "2026-11"},
    {"identical-branches", 2, 3, 4, 2, "2026-11"},
    {"ignored-process-group-parameter", 1, 0, 1, 1, "2026-11"},
    {"import-of-removed-name", 1, 7, 7, 5, "2026-11"},
    {"incompatible-parameter-change", 1, 0, 8, 5, "2026-11"},
    {"last-test-removed", 1, 1, 3, 2, "2026-11"},
    {"low-precision-positions", 1, 0, 4, 2, "2026-11"},
    {"missing-f-prefix", 1, 9, 9, 4, "2026-11"},
    {"misspelled-special-method", 1, 1, 1, 1, "2026-11"},
    {"misspelling", 1, 6, 7, 3, "2026-11"},
    {"new-global-process-group-read", 1, 0, 1, 1, "2026-11"},
    {"none-check-too-late", 1, 0, 1, 1, "2026-11"},
    {"none-default-dereferenced", 1, 0, 2, 1, "2026-11"},
    {"not-a-number-result", 1, 0, 1, 1, "2026-11"},
    {"parameter-inserted-before-others", 1, 2, 4, 3, "2026-11"},
    {"possibly-unbound", 1, 0, 1, 1, "2026-11"},
    {"print-in-library", 1, 2, 2, 1, "2026-11"},
    {"public-symbol-removed", 1, 0, 4, 1, "2026-11"},
    {"self-assignment", 1, 1, 1, 1, "2026-11"},
    {"shell-command-from-variable", 2, 0, 1, 1, "2026-11"},
    {"sibling-branch-precision", 1, 0, 2, 2, "2026-11"},
    {"stale-docstring-argument", 2, 2, 2, 1, "2026-11"},
    {"tensor-in-branch", 2, 1, 3, 2, "2026-11"},
    {"tensor-of-tensor", 1, 0, 1, 1, "2026-11"},
    {"test-without-assertion", 1, 0, 1, 1, "2026-11"},
    {"too-many-parameters", 1, 0, 3, 2, "2026-11"},
    {"trusted-remote-code", 1, 0, 8, 2, "2026-11"},
    {"unannotated-public-function", 1, 0, 3, 1, "2026-11"},
    {"unchecked-extraction", 1, 0, 1, 1, "2026-11"},
    {"unclosed-file", 1, 0, 2, 1, "2026-11"},
    {"undefined-export", 1, 1, 1, 1, "2026-11"},
    {"undefined-module-attribute", 2, 3, 3, 3, "2026-11"},
    {"undefined-name", 1, 7, 7, 5, "2026-11"},
    {"undocumented-new-parameter", 1, 2, 4, 3, "2026-11"},
    {"unguarded-optional-import", 2, 0, 2, 1, "2026-11"},
    {"unguarded-rank-query", 1, 1, 1, 1, "2026-11"},
    {"unparenthesised-and-or", 1, 0, 1, 1, "2026-11"},
    {"unpickled-data", 1, 5, 6, 2, "2026-11"},
    {"unreachable-code", 1, 0, 2, 2, "2026-11"},
    {"unsafe-torch-load", 2, 1, 4, 2, "2026-11"},
    {"untested-code-path", 1, 1, 14, 5, "2026-11"},
    {"untested-fix", 1, 31, 53, 7, "2026-11"},
    {"untested-setting", 1, 5, 18, 4, "2026-11"},
    {"unused-local", 1, 6, 11, 4, "2026-11"},
    {"unused-parameter", 1, 5, 9, 4, "2026-11"},
    {"use-left-behind", 1, 1, 1, 1, "2026-11"},
    {"useless-expression", 1, 3, 4, 2, "2026-11"},
    {"wildcard-import", 1, 0, 1, 1, "2026-11"},
};

}  // namespace

absl::Span<const Usefulness> AllUsefulness() { return kAll; }

const Usefulness* UsefulnessOf(const RuleInfo& rule) {
  const Usefulness* const row =
      std::lower_bound(std::begin(kAll), std::end(kAll), rule.id,
                       [](const Usefulness& row, absl::string_view id) { return row.rule < id; });
  const bool is_known =
      row != std::end(kAll) && row->rule == rule.id && row->version == rule.version;
  return is_known ? row : nullptr;
}

Tier UsualTier(const RuleInfo& rule) {
  const Usefulness* const measured = UsefulnessOf(rule);
  if (measured == nullptr) return rule.tier;
  if (measured->graded < kEnough) {
    const bool is_useless = measured->useful == 0 && measured->graded >= kEnoughOfNone;
    return is_useless && rule.tier == Tier::kOn ? Tier::kHint : rule.tier;
  }
  const int percent = 100 * measured->useful / measured->graded;
  if (percent >= kPercentOn) return Tier::kOn;
  return percent >= kPercentHint ? Tier::kHint : Tier::kOff;
}

}  // namespace allreview::rules
