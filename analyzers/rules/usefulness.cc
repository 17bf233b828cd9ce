#include "analyzers/rules/usefulness.h"

#include <algorithm>
#include <iterator>

namespace allreview::rules {
namespace {

// With fewer findings a share tells nothing, but for none: most rules that were measured are not as
// useful as they should be, so one that is no use at once does not get the benefit of the doubt.
constexpr int kEnough = 4;
constexpr int kPercentOn = 80;
constexpr int kPercentHint = 50;

// November 2026: findings of 850 commits of Megatron-LM, torchtitan, TransformerEngine, DeepSpeed
// and nanotron, drawn at random; then 149 commits of pytorch/ao, xtuner and NeMo-RL;
// then 360 of slime, Pai-Megatron-Patch, openfold, AReaL, ms-swift and mmengine; then 362 of
// BMTrain, Liger-Kernel, open_lm, InternEvo, speechbrain, lingua and veScale; then 360 of SkyRL,
// open-instruct, VeOmni, FastVideo, metaseq and Tutel; then 360 of OpenRLHF, composer, llm-foundry,
// OLMo, xformers and pytorch-image-models; then 360 of Automodel, Megatron-Energon, megablocks,
// trlx, fairseq and Open-Sora; then 356 of torchft, oat, rllm, DiffSynth-Studio, nanochat and ROLL;
// then 360 of FlagScale, fms-fsdp, diffusers, detectron2, align-anything and pytorch-lightning;
// then 360 of pytorch/rl, fairscale, sd-scripts, Megatron-LLM, SpecForge and Open-Sora-Plan;
// then 360 of NeMo-Aligner, audiocraft, petals, ignite, optimum and lmms-eval. New rules: what they
// say of the heads of eight or ten repositories; of C++ and CUDA those of apex, Tutel,
// bitsandbytes, FBGEMM, ao and flashinfer.
constexpr Usefulness kAll[] = {
    {"added-generated-mark", 1, 0, 2, 1, "2026-11"},
    {"always-true-condition", 1, 4, 4, 2, "2026-11"},
    {"and-in-with", 1, 1, 1, 1, "2026-11"},
    {"arange-over-non-power-of-two", 1, 0, 1, 1, "2026-11"},
    {"args-attribute-without-flag", 2, 1, 1, 1, "2026-11"},
    {"argument-for-another-parameter", 1, 3, 6, 3, "2026-11"},
    {"attribute-never-set", 4, 9, 14, 6, "2026-11"},
    {"autograd-function-misuse", 1, 0, 2, 1, "2026-11"},
    {"autotuned-accumulation-without-reset", 1, 0, 1, 1, "2026-11"},
    {"backward-arity", 1, 2, 2, 1, "2026-11"},
    {"bare-except", 1, 1, 4, 4, "2026-11"},
    {"bool-as-argument-type", 1, 9, 9, 5, "2026-11"},
    {"broad-except-around-import", 1, 1, 4, 2, "2026-11"},
    {"call-does-not-fit-signature", 6, 20, 22, 11, "2026-11"},
    {"call-fails-inside", 2, 0, 1, 1, "2026-11"},
    {"cancelling-variance", 1, 0, 1, 1, "2026-11"},
    {"catastrophic-cancellation", 1, 0, 2, 2, "2026-11"},
    {"changed-default", 3, 1, 5, 1, "2026-11"},
    {"check-refuses-recipe", 1, 1, 1, 1, "2026-11"},
    {"checkpoint-without-use-reentrant", 1, 1, 4, 4, "2026-11"},
    {"code-unreached-by-tests", 1, 1, 5, 5, "2026-11"},
    {"collective-in-rank-branch", 3, 0, 5, 3, "2026-11"},
    {"collective-missing-group", 1, 1, 1, 1, "2026-11"},
    {"collective-on-python-scalar", 1, 1, 2, 2, "2026-11"},
    {"collective-tested-on-one-rank", 1, 2, 7, 3, "2026-11"},
    {"commented-out-code", 2, 3, 7, 6, "2026-11"},
    {"companion-left-none", 1, 0, 1, 1, "2026-11"},
    {"config-field-without-default", 1, 0, 3, 1, "2026-11"},
    {"config-field-without-reader", 1, 0, 2, 1, "2026-11"},
    {"constant-copied-from-host", 2, 0, 3, 3, "2026-11"},
    {"container-changed-while-iterating", 1, 1, 1, 1, "2026-11"},
    {"contradicting-docstring-type", 1, 8, 9, 5, "2026-11"},
    {"create-then-move", 1, 1, 7, 4, "2026-11"},
    {"cuda-barrier-in-divergent-branch", 2, 1, 1, 1, "2026-11"},
    {"cuda-half-accumulator", 1, 0, 1, 1, "2026-11"},
    {"cuda-int32-index-product", 1, 23, 61, 4, "2026-11"},
    {"cxx-size-narrowed-to-int", 1, 0, 45, 3, "2026-11"},
    {"data-dependent-shape", 1, 0, 4, 2, "2026-11"},
    {"deeper-nesting", 1, 1, 5, 5, "2026-11"},
    {"default-does-not-fit-argument", 1, 0, 1, 1, "2026-11"},
    {"default-stream-sync", 1, 0, 1, 1, "2026-11"},
    {"deprecated-torch-symbol", 1, 0, 5, 2, "2026-11"},
    {"disabled-certificate-check", 1, 0, 1, 1, "2026-11"},
    {"division-by-mask-count", 1, 3, 6, 4, "2026-11"},
    {"dotted-name-in-getattr", 1, 1, 1, 1, "2026-11"},
    {"doubled-word", 1, 12, 16, 9, "2026-11"},
    {"duplicate-dictionary-key", 1, 1, 2, 2, "2026-11"},
    {"duplicate-yaml-key", 1, 3, 3, 1, "2026-11"},
    {"duplicated-code", 1, 3, 8, 5, "2026-11"},
    {"dynamic-size-as-constexpr", 1, 2, 3, 2, "2026-11"},
    {"empty-cache-in-hot-path", 1, 1, 1, 1, "2026-11"},
    {"end-read-after-trim", 1, 0, 2, 1, "2026-11"},
    {"entangled-function", 1, 0, 11, 3, "2026-11"},
    {"environment-text-as-number", 1, 1, 1, 1, "2026-11"},
    {"environment-variable-as-bool", 1, 1, 1, 1, "2026-11"},
    {"evaluated-text", 1, 1, 4, 3, "2026-11"},
    {"exception-not-raised", 2, 4, 4, 4, "2026-11"},
    {"exp-minus-one", 1, 0, 1, 1, "2026-11"},
    {"explicit-unsafe-torch-load", 1, 0, 1, 1, "2026-11"},
    {"flag-without-effect", 1, 2, 3, 3, "2026-11"},
    {"flag-without-help", 1, 0, 4, 4, "2026-11"},
    {"flag-without-reader", 1, 0, 2, 2, "2026-11"},
    {"group-membership-mismatch", 1, 1, 1, 1, "2026-11"},
    {"guard-of-another-name", 1, 1, 1, 1, "2026-11"},
    {"hidden-character", 1, 0, 1, 1, "2026-11"},
    {"host-sync-in-hot-path", 5, 0, 5, 1, "2026-11"},
    {"host-sync-per-element", 1, 3, 7, 4, "2026-11"},
    {"identical-branches", 2, 3, 5, 3, "2026-11"},
    {"ignored-process-group-parameter", 1, 0, 1, 1, "2026-11"},
    {"import-of-missing-name", 3, 5, 5, 5, "2026-11"},
    {"import-of-removed-name", 2, 26, 32, 14, "2026-11"},
    {"incompatible-parameter-change", 1, 0, 8, 5, "2026-11"},
    {"inplace-collective-on-temporary", 1, 0, 1, 1, "2026-11"},
    {"invalid-escape-sequence", 1, 3, 3, 3, "2026-11"},
    {"inverted-none-guard", 1, 0, 1, 1, "2026-11"},
    {"is-with-literal", 1, 0, 1, 1, "2026-11"},
    {"kernel-tested-in-one-precision", 1, 1, 4, 4, "2026-11"},
    {"last-test-removed", 1, 2, 4, 3, "2026-11"},
    {"local-rank-as-global-rank", 1, 1, 1, 1, "2026-11"},
    {"lock-not-released-on-error", 1, 0, 1, 1, "2026-11"},
    {"logging-argument-mismatch", 1, 1, 1, 1, "2026-11"},
    {"loop-variable-captured-late", 1, 0, 1, 1, "2026-11"},
    {"loop-variable-reused", 2, 0, 1, 1, "2026-11"},
    {"lost-update", 1, 5, 7, 6, "2026-11"},
    {"low-precision-positions", 1, 0, 4, 2, "2026-11"},
    {"lse-sentinel-unguarded", 1, 0, 1, 1, "2026-11"},
    {"magic-mask-constant", 1, 0, 1, 1, "2026-11"},
    {"makedirs-race", 1, 0, 3, 2, "2026-11"},
    {"manual-logsumexp", 1, 0, 2, 1, "2026-11"},
    {"masked-load-without-other", 1, 1, 4, 2, "2026-11"},
    {"masked-mean-wrong-denominator", 1, 0, 2, 1, "2026-11"},
    {"max-of-possibly-empty", 1, 0, 1, 1, "2026-11"},
    {"missing-attribute", 2, 3, 4, 3, "2026-11"},
    {"missing-copyright-header", 1, 2, 5, 3, "2026-11"},
    {"missing-device", 2, 0, 2, 1, "2026-11"},
    {"missing-docstring", 1, 0, 2, 1, "2026-11"},
    {"missing-f-prefix", 1, 18, 18, 13, "2026-11"},
    {"missing-item", 1, 1, 1, 1, "2026-11"},
    {"missing-recipe-file", 1, 1, 2, 2, "2026-11"},
    {"missing-return", 1, 1, 6, 5, "2026-11"},
    {"misspelled-special-method", 1, 1, 3, 3, "2026-11"},
    {"misspelling", 1, 33, 47, 28, "2026-11"},
    {"mixed-responsibilities", 1, 0, 1, 1, "2026-11"},
    {"mutable-default", 2, 0, 3, 2, "2026-11"},
    {"negative-zero-slice", 1, 0, 1, 1, "2026-11"},
    {"never-equal", 1, 0, 1, 1, "2026-11"},
    {"new-global-process-group-read", 1, 0, 1, 1, "2026-11"},
    {"new-value-dropped", 1, 0, 2, 1, "2026-11"},
    {"none-check-too-late", 4, 0, 5, 4, "2026-11"},
    {"none-default-dereferenced", 1, 0, 2, 1, "2026-11"},
    {"none-test-of-defaulted-flag", 1, 0, 4, 4, "2026-11"},
    {"not-a-number-result", 1, 0, 6, 4, "2026-11"},
    {"numerical-overflow", 2, 0, 1, 1, "2026-11"},
    {"numerics-without-reference", 1, 0, 1, 1, "2026-11"},
    {"override-narrows-signature", 1, 0, 3, 2, "2026-11"},
    {"parameter-inserted-before-others", 2, 1, 1, 1, "2026-11"},
    {"parameter-not-forwarded", 2, 1, 2, 2, "2026-11"},
    {"pinned-allocation-in-hot-path", 1, 0, 1, 1, "2026-11"},
    {"pipeline-layers-divided-evenly", 1, 2, 2, 1, "2026-11"},
    {"polymorphic-call-unsupported-keyword", 1, 1, 1, 1, "2026-11"},
    {"possibly-unbound", 3, 2, 5, 5, "2026-11"},
    {"print-in-library", 1, 2, 2, 1, "2026-11"},
    {"printed-tensor", 1, 2, 3, 3, "2026-11"},
    {"public-symbol-removed", 1, 0, 4, 1, "2026-11"},
    {"raise-without-from", 1, 0, 4, 4, "2026-11"},
    {"redefined-member", 1, 4, 7, 4, "2026-11"},
    {"redundant-copy", 1, 0, 1, 1, "2026-11"},
    {"refused-configuration", 1, 0, 1, 1, "2026-11"},
    {"renamed-state-dict-key", 1, 0, 1, 1, "2026-11"},
    {"repeated-host-sync", 2, 0, 3, 3, "2026-11"},
    {"request-without-timeout", 1, 2, 6, 4, "2026-11"},
    {"self-assignment", 1, 2, 5, 4, "2026-11"},
    {"self-comparison", 1, 0, 1, 1, "2026-11"},
    {"shape-mismatch", 1, 1, 1, 1, "2026-11"},
    {"sharded-state-dict-without-metadata", 1, 0, 1, 1, "2026-11"},
    {"shell-command-from-variable", 2, 0, 21, 4, "2026-11"},
    {"sibling-branch-precision", 1, 0, 4, 3, "2026-11"},
    {"softmax-before-cross-entropy", 2, 1, 1, 1, "2026-11"},
    {"softmax-without-max", 1, 0, 1, 1, "2026-11"},
    {"stale-docstring-argument", 2, 19, 27, 11, "2026-11"},
    {"stop-iteration-from-generator", 1, 1, 1, 1, "2026-11"},
    {"suffix-stripped-as-characters", 1, 1, 1, 1, "2026-11"},
    {"swallowed-exception", 1, 0, 4, 3, "2026-11"},
    {"swapped-arguments", 1, 0, 2, 2, "2026-11"},
    {"syntax-error", 1, 1, 1, 1, "2026-11"},
    {"tensor-in-branch", 2, 1, 4, 3, "2026-11"},
    {"tensor-of-tensor", 1, 0, 1, 1, "2026-11"},
    {"test-disabled-without-reason", 2, 0, 2, 2, "2026-11"},
    {"test-without-assertion", 1, 0, 5, 5, "2026-11"},
    {"text-tuple-by-comma", 1, 1, 1, 1, "2026-11"},
    {"too-many-parameters", 1, 0, 4, 3, "2026-11"},
    {"triton-autotune-unknown-key", 1, 0, 1, 1, "2026-11"},
    {"trusted-remote-code", 1, 0, 8, 2, "2026-11"},
    {"truth-of-optional-tensor", 1, 2, 4, 3, "2026-11"},
    {"unannotated-public-function", 1, 0, 3, 1, "2026-11"},
    {"unchecked-extraction", 1, 0, 3, 3, "2026-11"},
    {"unclear-flag-name", 1, 0, 1, 1, "2026-11"},
    {"unclosed-file", 1, 1, 4, 3, "2026-11"},
    {"undefined-export", 1, 5, 6, 4, "2026-11"},
    {"undefined-module-attribute", 3, 3, 3, 3, "2026-11"},
    {"undefined-name", 2, 4, 5, 2, "2026-11"},
    {"undefined-workflow-value", 1, 1, 1, 1, "2026-11"},
    {"undocumented-config-field", 1, 0, 1, 1, "2026-11"},
    {"undocumented-flag", 1, 0, 2, 2, "2026-11"},
    {"undocumented-new-parameter", 1, 2, 5, 4, "2026-11"},
    {"unfit-recipe-value", 1, 0, 1, 1, "2026-11"},
    {"unguarded-optional-import", 2, 0, 4, 3, "2026-11"},
    {"unguarded-rank-query", 1, 1, 1, 1, "2026-11"},
    {"unguarded-use-of-optional-import", 1, 1, 1, 1, "2026-11"},
    {"unparenthesised-and-or", 1, 0, 1, 1, "2026-11"},
    {"unpickled-data", 1, 5, 11, 7, "2026-11"},
    {"unpinned-action", 1, 1, 2, 2, "2026-11"},
    {"unreachable-code", 1, 0, 2, 2, "2026-11"},
    {"unsafe-torch-load", 3, 0, 2, 2, "2026-11"},
    {"unsafe-yaml-load", 1, 0, 1, 1, "2026-11"},
    {"untested-code-path", 1, 1, 14, 5, "2026-11"},
    {"untested-fix", 1, 32, 71, 15, "2026-11"},
    {"untested-setting", 1, 5, 18, 4, "2026-11"},
    {"unused-local", 1, 14, 25, 14, "2026-11"},
    {"unused-parameter", 1, 5, 11, 6, "2026-11"},
    {"use-left-behind", 1, 4, 6, 5, "2026-11"},
    {"useless-expression", 1, 3, 4, 2, "2026-11"},
    {"value-not-callable", 1, 0, 1, 1, "2026-11"},
    {"value-overwritten-before-use", 1, 0, 1, 1, "2026-11"},
    {"void-result-stored", 1, 0, 1, 1, "2026-11"},
    {"wildcard-import", 1, 0, 2, 2, "2026-11"},
    {"wrong-number-of-values", 1, 2, 2, 2, "2026-11"},
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
    return measured->useful == 0 && rule.tier == Tier::kOn ? Tier::kHint : rule.tier;
  }
  const int percent = 100 * measured->useful / measured->graded;
  if (percent >= kPercentOn) return Tier::kOn;
  return percent >= kPercentHint ? Tier::kHint : Tier::kOff;
}

}  // namespace allreview::rules
