#include "gateway/pipeline/pipeline.h"

#include <utility>

#include "base/status_macros.h"
#include "gateway/pipeline/content.h"
#include "gateway/pipeline/open_change.h"
#include "gateway/pipeline/review_run.h"

namespace allreview::gateway {

Pipeline::Pipeline(const Stubs& stubs, PipelineOptions options)
    : stubs_(stubs), options_(std::move(options)) {}

absl::Status Pipeline::Review(const review::v1::ReviewRequest& request, const PatchReader& patch,
                              const host::Request& caller, const EventReceiver& send,
                              const RunOptions& run) const {
  return ReviewRun(stubs_, options_, run, request, caller, send).Execute(patch);
}

absl::StatusOr<analysis::v1::ResolvedPolicy> Pipeline::ExplainPolicy(
    const review::v1::ExplainPolicyRequest& request, const host::Request& caller) const {
  analysis::v1::ResolvePolicyRequest resolve;
  for (const auto& policy : options_.policies) *resolve.add_policies() = policy;
  for (const auto& policy : request.policies()) *resolve.add_policies() = policy;
  *resolve.mutable_rule_files() = request.rule_files();
  const auto ask = [&] {
    return host::Call(*stubs_.analysis,
                      &analysis::v1::AnalysisService::StubInterface::ResolvePolicy, resolve,
                      caller);
  };
  if (request.ref().source_case() != change::v1::ChangeRef::SOURCE_NOT_SET) {
    ASSIGN_OR_RETURN(const pull_request::v1::Opened opened,
                     OpenChange(*stubs_.pull_request, caller, request.ref(), {}));
    const Content content(*stubs_.pull_request, caller, opened);
    ASSIGN_OR_RETURN(auto policy, content.ReadRepositoryPolicy());
    if (policy.has_value()) {
      *resolve.add_policies() = *std::move(policy);
      ASSIGN_OR_RETURN(const analysis::v1::ResolvePolicyResponse first, ask());
      ASSIGN_OR_RETURN(const auto files,
                       content.ReadRuleFiles(first.policy().repository_rule_files()));
      if (files.empty()) return first.policy();
      for (const analysis::v1::RuleFile& file : files) *resolve.add_rule_files() = file;
    }
  }
  ASSIGN_OR_RETURN(const analysis::v1::ResolvePolicyResponse resolved, ask());
  return resolved.policy();
}

}  // namespace allreview::gateway
