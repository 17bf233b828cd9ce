#include "services/report/documents/deep_dive/removed_code.h"

#include "absl/strings/ascii.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::Step;

std::string WithoutBlanks(absl::string_view code) {
  std::string text;
  for (const char c : code) {
    if (!absl::ascii_isspace(static_cast<unsigned char>(c))) text += c;
  }
  return text;
}

}  // namespace

void RemovedCode::Add(const analysis::v1::FunctionStory& story) {
  for (const Step& step : story.steps()) {
    if (step.status() != Step::STATUS_REMOVED) continue;
    code_.insert(WithoutBlanks(step.code()));
    for (const auto& call : step.calls()) callees_.insert(call.callee());
  }
}

bool RemovedCode::Has(const Step& step) const { return code_.contains(WithoutBlanks(step.code())); }

}  // namespace allreview::report::deep_dive
