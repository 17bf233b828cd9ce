#include "tools/debug/reviewed_change.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "analyzers/change/print_change.h"
#include "analyzers/extensions/print_bindings.h"
#include "analyzers/house/house_of_change.h"
#include "analyzers/house/print_policy.h"
#include "analyzers/intent/intent_of_change.h"
#include "analyzers/intent/print_intent.h"
#include "analyzers/moves/print_moves.h"
#include "analyzers/test_plan/print_verification.h"
#include "analyzers/test_plan/test_commands.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "base/status_macros.h"
#include "base/work_budget.h"
#include "gateway/embedded/embedded.h"
#include "host/call.h"
#include "services/analysis/observed_service.h"

namespace allreview::debug {
namespace {

void Observe(const rules::RulesInput& input, ReviewedChange& reviewed) {
  WorkBudget budget("printing", {});
  reviewed.gap.Update(RunWithin(budget, "printing", [&] {
    reviewed.change = change::PrintChange(input.change);
    reviewed.moves = moves::PrintMoves(input.change.moves());
    const std::shared_ptr<extensions::Extensions> extensions =
        extensions::ExtensionsOf(input.change);
    reviewed.bindings = extensions::PrintBindings(*extensions, input.change.index());
    intent::IntentOfChange said(input.change);
    reviewed.intent = intent::PrintIntent(said);
    const house::Policy& policy = input.house.policy();
    reviewed.house = house::PrintPolicy(policy);
    reviewed.plan = test_plan::PrintVerification(input.tests.Verify(test_plan::StyleOf(policy)));
  }));
}

// A service that did not answer; the review went on without it.
absl::Status GapOf(const review::v1::Review& review) {
  for (const change::v1::MissingPart& part : review.missing()) {
    if (part.is_expected()) continue;
    return absl::UnavailableError(
        absl::StrCat("service ", part.service(), ": ", part.code(), ": ", part.reason()));
  }
  return absl::OkStatus();
}

gateway::RunOptions OptionsFor(ReviewedChange& reviewed) {
  return {.max_kept_diff_bytes = kMaxDiffBytes,
          .is_complete = true,
          .keep =
              [&reviewed](gateway::Kept kept) {
                reviewed.diff = std::move(kept.diff);
                reviewed.diff_bytes = kept.diff_bytes;
                reviewed.review = std::move(kept.review);
                reviewed.gap.Update(GapOf(reviewed.review));
              },
          .on_not_kept = [&reviewed](const absl::Status& status) { reviewed.gap.Update(status); }};
}

}  // namespace

absl::StatusOr<ReviewedChange> ReviewChange(const review::v1::ReviewRequest& request,
                                            const gateway::PatchReader& patch) {
  ReviewedChange reviewed;
  gateway::EmbeddedOptions options = {.is_local_unrestricted = true};
  options.new_analysis = [&reviewed](AnalysisOptions analysis) {
    return NewObservedAnalysisService(
        std::move(analysis),
        [&reviewed](const rules::RulesInput& input) { Observe(input, reviewed); });
  };
  {
    ASSIGN_OR_RETURN(const auto services, gateway::Services::Start(options, nullptr));
    const gateway::StubsProvider stubs = services->stubs();
    RETURN_IF_ERROR(gateway::Pipeline(stubs(), {})
                        .Review(
                            request, patch, host::NewRequest(absl::InfiniteDuration()),
                            [](const review::v1::ReviewEvent&) { return true; },
                            OptionsFor(reviewed)));
  }
  return reviewed;
}

}  // namespace allreview::debug
