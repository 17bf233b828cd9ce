#include "analyzers/rules/rules.h"

#include <algorithm>

// One line for each rule, sorted by name.
// clang-format off
#define ALLREVIEW_RULES(X) \
  X(kAttributeOnBoolParameter) \
  X(kCallDoesNotFitSignature) \
  X(kCollectiveExceptionSwallowed) \
  X(kCompareToNan) \
  X(kCpuTensorInNcclCollective) \
  X(kExpertInitWithDenseRng) \
  X(kExpertTokenSplitMismatch) \
  X(kFsdpWithOneDeviceConnection) \
  X(kGatherListAliased) \
  X(kGatherToAllUsedOnOneRank) \
  X(kGradScaleIgnoresContextParallel) \
  X(kGroupGlobalNotReset) \
  X(kHostSyncInHotPath) \
  X(kIgnoredProcessGroupParameter) \
  X(kImportOfRemovedName) \
  X(kInplaceCollectiveOnTemporary) \
  X(kLocalRankAsGlobalRank) \
  X(kMakedirsRace) \
  X(kMutableDefault) \
  X(kNoncontiguousCollectiveBuffer) \
  X(kProcessGroupAtImportTime) \
  X(kRedundantBarrier) \
  X(kRepeatedHostSync) \
  X(kReplicaIdIgnoresContextParallel) \
  X(kRngTrackerInTensorParallelInit) \
  X(kShellCommandFromVariable) \
  X(kSiblingCallMissingKeyword) \
  X(kSoftmaxBeforeCrossEntropy) \
  X(kStateDictKeyMismatch) \
  X(kTensorParallelInitOutsideRngTracker) \
  X(kTestDisabledWithoutReason) \
  X(kTestWithoutAssertion) \
  X(kTorchDistributedBadArgument) \
  X(kUnguardedRankQuery) \
  X(kUnsafeTorchLoad) \
  X(kLogOfSoftmax) \
  X(kLogOfSigmoid) \
  X(kBceOfSigmoid) \
  X(kManualLogsumexp) \
  X(kSoftmaxWithoutMax) \
  X(kManualSoftplus) \
  X(kLogOfOnePlus) \
  X(kExpMinusOne) \
  X(kCancellingVariance) \
  X(kBackwardArity) \
  X(kSavedTensorsMismatch) \
  X(kUnsetContextAttribute) \
  X(kInplaceOnSavedTensor) \
  X(kInplaceOnGradOutput) \
  X(kAutogradFunctionMisuse) \
  X(kContextHoldsOutput) \
  X(kDataAttributeInForward) \
  X(kRequiresGradTypo) \
  X(kCheckpointWithoutUseReentrant) \
  X(kGradientCheckedByTest) \
  X(kLowPrecisionPositions) \
  X(kFp32BufferDowncastByModuleCast) \
  X(kNormWithoutConfiguredEps) \
  X(kDistributionParameterDtype) \
  X(kFp8CastWithoutScale) \
  X(kMaskedMeanWrongDenominator) \
  X(kFullyMaskedSoftmaxRow) \
  X(kFp32UpcastBeforeReduction) \
  X(kDeprecatedTorchSymbol) \
  // End.
// clang-format on

namespace allreview::rules {

#define ALLREVIEW_DECLARE_RULE(name) extern const Rule name;
ALLREVIEW_RULES(ALLREVIEW_DECLARE_RULE)
#undef ALLREVIEW_DECLARE_RULE

const std::vector<const Rule*>& AllRules() {
  static const auto* const rules = [] {
#define ALLREVIEW_LIST_RULE(name) &name,
    auto* all = new std::vector<const Rule*>{ALLREVIEW_RULES(ALLREVIEW_LIST_RULE)};
#undef ALLREVIEW_LIST_RULE
    std::sort(all->begin(), all->end(),
              [](const Rule* a, const Rule* b) { return a->info.id < b->info.id; });
    return all;
  }();
  return *rules;
}

}  // namespace allreview::rules
