#include "gateway/cli/reported_findings.h"

namespace allreview::cli {
namespace {

using finding::v1::Finding;

bool IsReported(const Finding& finding) {
  switch (finding.shown()) {
    case finding::v1::SHOWN_SUPPRESSED:
    case finding::v1::SHOWN_BELOW_SEVERITY:
    case finding::v1::SHOWN_PROBATION:
    case finding::v1::SHOWN_BASELINE:
      return false;
    default:
      return true;
  }
}

}  // namespace

std::vector<Told> ToldIn(const review::v1::Review& review) {
  std::vector<Told> told;
  for (const Finding& finding : review.findings()) {
    told.push_back({&finding, IsReported(finding)});
    for (const Finding& same : finding.same_cause()) told.push_back({&same, IsReported(finding)});
  }
  return told;
}

}  // namespace allreview::cli
