#ifndef SERVICES_REPORT_FORMATS_SARIF_RUN_H_
#define SERVICES_REPORT_FORMATS_SARIF_RUN_H_

// What a SARIF run says besides its results: rules, files, and how the run went.

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Entries of an array and where each stands in it.
struct SarifTable {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  std::map<std::string, int> index;
};

SarifTable SarifRules(const review::v1::Review& review);  // By rule id, as findings tell of them.
SarifTable SarifArtifacts(const review::v1::Review& review);  // Changed files, by new path.

// Unsuccessful when the review is incomplete; each gap and missing part is a notification.
nlohmann::ordered_json SarifInvocation(Language language, const review::v1::Review& review);

absl::string_view SarifLevel(finding::v1::Severity severity);

// GitHub takes an empty string for a missing one; "-" is none.
std::string OrDash(absl::string_view text);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_FORMATS_SARIF_RUN_H_
