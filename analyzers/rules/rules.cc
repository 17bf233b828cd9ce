#include "analyzers/rules/rules.h"

namespace allreview::rules {

extern const Rule kHostSyncInHotPath;
extern const Rule kInplaceCollectiveOnTemporary;
extern const Rule kRepeatedHostSync;
extern const Rule kShellCommandFromVariable;
extern const Rule kSoftmaxBeforeCrossEntropy;
extern const Rule kTorchDistributedBadArgument;
extern const Rule kUnsafeTorchLoad;

const std::vector<const Rule*>& AllRules() {
  static const auto* const rules = new std::vector<const Rule*>{
      // Sorted by id; a test says so.
      &kHostSyncInHotPath,
      &kInplaceCollectiveOnTemporary,
      &kRepeatedHostSync,
      &kShellCommandFromVariable,
      &kSoftmaxBeforeCrossEntropy,
      &kTorchDistributedBadArgument,
      &kUnsafeTorchLoad,
  };
  return *rules;
}

}  // namespace allreview::rules
