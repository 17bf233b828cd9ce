// GitLab's code quality report. Issues with one fingerprint collapse into one, so each is unique.

#include <algorithm>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "nlohmann/json.hpp"
#include "review/causes.h"
#include "review/labels.h"
#include "review/reported.h"
#include "services/report/formats/formats.h"

namespace allreview::report {
namespace {

using Json = nlohmann::ordered_json;
using finding::v1::Finding;

absl::string_view Severity(const Finding& finding) {
  if (finding.kind() == finding::v1::KIND_QUESTION) return "info";
  switch (finding.severity()) {
    case finding::v1::SEVERITY_P0:
      return "blocker";
    case finding::v1::SEVERITY_P1:
      return "critical";
    case finding::v1::SEVERITY_P2:
      return "minor";
    default:
      return "info";
  }
}

std::string Description(Language language, const Finding& finding) {
  const std::string same = SameCauseText(language, finding);
  return absl::StrCat(ProblemOf(finding), same.empty() ? "" : "\n", same);
}

}  // namespace

std::string RenderGitlab(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  std::map<std::string, int> seen;
  Json issues = Json::array();
  for (const Finding& finding : assembly.review.findings()) {
    if (!IsReported(finding.shown()) || finding.kind() == finding::v1::KIND_PRAISE) continue;
    std::string fingerprint = finding.fingerprint();
    if (fingerprint.empty()) {
      fingerprint = Sha256Hex(absl::StrCat(finding.rule_id(), "\n", finding.range().path(), "\n",
                                           ProblemOf(finding)))
                        .substr(0, 32);
    }
    if (const int ordinal = seen[fingerprint]++; ordinal > 0) {
      fingerprint = Sha256Hex(absl::StrCat(fingerprint, "\n", ordinal)).substr(0, 32);
    }
    const Json lines = {{"begin", std::max(1, finding.range().first_line())},
                        {"end", std::max(1, LastLine(finding.range()))}};
    issues.push_back(
        {{"description", Description(LanguageOf(request.language()), finding)},
         {"check_name", finding.rule_id()},
         {"fingerprint", fingerprint},
         {"severity", std::string(Severity(finding))},
         {"location",
          {{"path", CurrentPath(assembly.review, finding.range())}, {"lines", lines}}}});
  }
  return issues.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace allreview::report
