#include "analyzers/rules/rules.h"

namespace allreview::rules {

extern const Rule kCallDoesNotFitSignature;
extern const Rule kCompareToNan;
extern const Rule kHostSyncInHotPath;
extern const Rule kImportOfRemovedName;
extern const Rule kInplaceCollectiveOnTemporary;
extern const Rule kMutableDefault;
extern const Rule kRepeatedHostSync;
extern const Rule kShellCommandFromVariable;
extern const Rule kSoftmaxBeforeCrossEntropy;
extern const Rule kTestDisabledWithoutReason;
extern const Rule kTestWithoutAssertion;
extern const Rule kTorchDistributedBadArgument;
extern const Rule kUnsafeTorchLoad;

const std::vector<const Rule*>& AllRules() {
  static const auto* const rules = new std::vector<const Rule*>{
      // Sorted by id; a test says so.
      // clang-format off
      &kCallDoesNotFitSignature,
      &kCompareToNan,
      &kHostSyncInHotPath,
      &kImportOfRemovedName,
      &kInplaceCollectiveOnTemporary,
      &kMutableDefault,
      &kRepeatedHostSync,
      &kShellCommandFromVariable,
      &kSoftmaxBeforeCrossEntropy,
      &kTestDisabledWithoutReason,
      &kTestWithoutAssertion,
      &kTorchDistributedBadArgument,
      &kUnsafeTorchLoad,
      // clang-format on
  };
  return *rules;
}

}  // namespace allreview::rules
