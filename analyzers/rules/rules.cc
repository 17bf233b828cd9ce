#include "analyzers/rules/rules.h"

#include <algorithm>

// One line for each rule, sorted by name.
// clang-format off
#define ALLREVIEW_RULES(X) \
  X(kAccumulatedLossKeepsGraph) \
  X(kAlwaysTrueCondition) \
  X(kArangeOverNonPowerOfTwo) \
  X(kAssertOnTuple) \
  X(kAsyncCollectiveHandleDropped) \
  X(kAttributeOnBoolParameter) \
  X(kAutogradFunctionMisuse) \
  X(kAutotunedAccumulationWithoutReset) \
  X(kBackwardArity) \
  X(kBareExcept) \
  X(kBceOfSigmoid) \
  X(kCallDoesNotFitSignature) \
  X(kCancellingVariance) \
  X(kCheckpointWithoutUseReentrant) \
  X(kCloneBeforeDetach) \
  X(kCollectiveExceptionSwallowed) \
  X(kCollectiveInRankBranch) \
  X(kCollectiveMissingGroup) \
  X(kCollectiveOnPythonScalar) \
  X(kCollectiveOverUnorderedIteration) \
  X(kCollectiveSkippedOnLocalData) \
  X(kCommBufferTouchedBeforeWait) \
  X(kCompareToNan) \
  X(kConcatenationInLoop) \
  X(kConstantCopiedFromHost) \
  X(kContextHoldsOutput) \
  X(kCpuTensorInNcclCollective) \
  X(kCreateThenMove) \
  X(kCumulativeScoresWithoutZeroRow) \
  X(kDataAttributeInForward) \
  X(kDataDependentShape) \
  X(kDefaultStreamSync) \
  X(kDeprecatedTorchSymbol) \
  X(kDisabledCertificateCheck) \
  X(kDistributionParameterDtype) \
  X(kDivisionByMaskCount) \
  X(kDottedNameInGetattr) \
  X(kDuplicateDictionaryKey) \
  X(kDynamicSizeAsConstexpr) \
  X(kEmptyCacheInHotPath) \
  X(kEmptyDurationLoop) \
  X(kEnvironmentVariableAsBool) \
  X(kEvaluatedText) \
  X(kEventRecordedOnWrongStream) \
  X(kExceptionNotRaised) \
  X(kExpMinusOne) \
  X(kExpertInitWithDenseRng) \
  X(kExpertTokenSplitMismatch) \
  X(kFStringWithoutPlaceholder) \
  X(kExplicitUnsafeTorchLoad) \
  X(kFp32BufferDowncastByModuleCast) \
  X(kFp32UpcastBeforeReduction) \
  X(kFp8CastWithoutScale) \
  X(kFsdpWithOneDeviceConnection) \
  X(kFullyMaskedSoftmaxRow) \
  X(kFunctionalCollectiveResultDiscarded) \
  X(kGatherBufferGroupMismatch) \
  X(kGatherListAliased) \
  X(kGatherToAllUsedOnOneRank) \
  X(kGlobalStateDespitePgCollection) \
  X(kGradScaleIgnoresContextParallel) \
  X(kGradientCheckedByTest) \
  X(kGraphBreakInCompiledFunction) \
  X(kGroupCollectiveGlobalSrc) \
  X(kGroupGlobalNotReset) \
  X(kGroupMembershipMismatch) \
  X(kHandleWaitedOnEveryPath) \
  X(kHardCodedSecret) \
  X(kHostSyncInHotPath) \
  X(kHostSyncPerElement) \
  X(kIdenticalBranches) \
  X(kIgnoredProcessGroupParameter) \
  X(kImportOfRemovedName) \
  X(kInconsistentZeroGuard) \
  X(kInplaceCollectiveOnTemporary) \
  X(kInplaceOnGradOutput) \
  X(kInplaceOnSavedTensor) \
  X(kInsecureTemporaryFile) \
  X(kInt32OffsetOverflow) \
  X(kInvalidEscapeSequence) \
  X(kIsWithLiteral) \
  X(kJumpInFinally) \
  X(kLengthsWithoutPlusOne) \
  X(kLocalRankAsGlobalRank) \
  X(kLogOfOnePlus) \
  X(kLogOfSigmoid) \
  X(kLogOfSoftmax) \
  X(kLogOfUnguardedProbability) \
  X(kLossKeptOnDevice) \
  X(kLowPrecisionAccumulator) \
  X(kLowPrecisionCumulativeScores) \
  X(kLowPrecisionPositions) \
  X(kLseSentinelUnguarded) \
  X(kMagicMaskConstant) \
  X(kMakedirsRace) \
  X(kManualLogsumexp) \
  X(kManualSoftplus) \
  X(kMaskedLoadWithoutOther) \
  X(kMaskedMeanGuarded) \
  X(kMaskedMeanWrongDenominator) \
  X(kMaskedTritonAccess) \
  X(kMaterialisedEdgeTensor) \
  X(kMaxOfPossiblyEmpty) \
  X(kMeanDivisorGroupMismatch) \
  X(kMissingDevice) \
  X(kMisspelledSpecialMethod) \
  X(kMutableDefault) \
  X(kNewGlobalProcessGroupRead) \
  X(kNewGroupNotCollective) \
  X(kNonblockingCopyReadAtOnce) \
  X(kNoncontiguousCollectiveBuffer) \
  X(kNormWithoutConfiguredEps) \
  X(kPartialPgCollection) \
  X(kPathFromRequest) \
  X(kPinnedAllocationInHotPath) \
  X(kPolymorphicCallUnsupportedKeyword) \
  X(kPrintedTensor) \
  X(kProcessGroupAtImportTime) \
  X(kProcessGroupNotForwarded) \
  X(kPythonDataCopiedFromHost) \
  X(kRaiseWithoutFrom) \
  X(kRankConditionalRaiseBeforeCollective) \
  X(kRedefinedMember) \
  X(kRedundantBarrier) \
  X(kRedundantCopy) \
  X(kRepeatedHostSync) \
  X(kReplicaIdIgnoresContextParallel) \
  X(kRequestWithoutTimeout) \
  X(kRequiresGradTypo) \
  X(kRingBufferWithoutModulo) \
  X(kRngTrackerInTensorParallelInit) \
  X(kRunningStatisticKeepsGraph) \
  X(kSavedTensorsMismatch) \
  X(kSelfAssignment) \
  X(kSelfComparison) \
  X(kSelfNormalisationWithoutEps) \
  X(kSendBufferFreedBeforeWait) \
  X(kSentinelEquality) \
  X(kShardRankSizeMismatch) \
  X(kShardedStateDictWithoutMetadata) \
  X(kShellCommandFromVariable) \
  X(kSiblingBranchPrecision) \
  X(kSiblingCallMissingKeyword) \
  X(kSideStreamNotSynchronised) \
  X(kSizeGuardGroupMismatch) \
  X(kSoftmaxBeforeCrossEntropy) \
  X(kSoftmaxWithoutMax) \
  X(kSqrtWithoutEps) \
  X(kStateDictKeyMismatch) \
  X(kStaticBufferRebound) \
  X(kStreamWaitsForItself) \
  X(kSubmoduleWithoutProcessGroup) \
  X(kSwallowedException) \
  X(kTensorInBranch) \
  X(kTensorOfTensor) \
  X(kTensorParallelInitOutsideRngTracker) \
  X(kTestDisabledWithoutReason) \
  X(kTestWithoutAssertion) \
  X(kTorchDistributedBadArgument) \
  X(kTrustedRemoteCode) \
  X(kUncentredCumulativeScores) \
  X(kUncheckedExtraction) \
  X(kUnclampedDurationIndex) \
  X(kUnclosedFile) \
  X(kUndefinedModuleAttribute) \
  X(kUndefinedName) \
  X(kUnguardedRankQuery) \
  X(kUnknownCudagraphAttribute) \
  X(kUnmaskedBlockAccess) \
  X(kUnsafeInGraphCapture) \
  X(kUnparenthesisedAndOr) \
  X(kUnreachableCode) \
  X(kUnpickledData) \
  X(kUnsafeTorchLoad) \
  X(kUnsafeYamlLoad) \
  X(kUnsetContextAttribute) \
  X(kUseBeforeGlobal) \
  X(kUselessExpression) \
  X(kVacuousHasattrOnPgCollection) \
  X(kWhereDivisionNanGradient) \
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
