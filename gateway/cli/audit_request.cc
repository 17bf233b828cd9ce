#include "gateway/cli/audit_request.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/question/question.h"
#include "github/names.h"

namespace allreview::cli {
namespace {

constexpr absl::string_view kDocument = "audit";

bool NamesChange(const Arguments& arguments) {
  for (const Flag* flag : {&kStaged, &kWorkingTree, &kPatch, &kDirs, &kPullRequest}) {
    if (arguments.Has(*flag)) return true;
  }
  return arguments.positional.size() == 1 &&
         (arguments.positional[0] == "-" || LooksLikeRange(arguments.positional[0]) ||
          github::LooksLikeGitHubPullRequest(arguments.positional[0]));
}

// Flags that speak of the other way of reading.
absl::Status CheckFlags(const Arguments& arguments, bool is_change) {
  if (is_change && arguments.Has(kCommit)) {
    return absl::InvalidArgumentError(
        "--commit names the files of one commit, and does not go with a change");
  }
  return absl::OkStatus();
}

absl::StatusOr<ReviewPlan> PlanOf(const Arguments& arguments, const Environment& environment,
                                  bool is_change) {
  RETURN_IF_ERROR(CheckFlags(arguments, is_change));
  return is_change ? PlanReview(arguments, environment, kDocument)
                   : PlanScan(arguments, environment, kDocument);
}

// Makes a scan read only what these names stand for: "a.py" is the file a.py or the package a/, in
// whichever folder, and never test_a.py. Folders are handed on as they are.
void ReadOnly(const google::protobuf::RepeatedPtrField<std::string>& paths,
              change::v1::LocalRepository* local) {
  const bool are_files = std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
    return absl::EndsWith(path, ".py");
  });
  if (paths.empty() || !are_files) return;
  local->clear_suffixes();
  for (const std::string& path : paths) {
    local->add_suffixes(absl::StrCat("/", path));
    local->add_suffixes(absl::StrCat("/", absl::StripSuffix(path, ".py"), "/"));
  }
}

}  // namespace

bool LooksLikeRange(absl::string_view argument) {
  if (absl::EndsWith(argument, "^!") || absl::EndsWith(argument, "^-")) return true;
  if (!absl::StrContains(argument, "..") || argument == "..") return false;
  return !absl::StartsWith(argument, "../") && !absl::StrContains(argument, "/../") &&
         !absl::EndsWith(argument, "/..");
}

absl::StatusOr<ReviewPlan> PlanAudit(const Arguments& arguments, const Environment& environment) {
  return PlanOf(arguments, environment, NamesChange(arguments));
}

absl::StatusOr<ReviewPlan> PlanAsk(const Arguments& arguments, const Environment& environment) {
  Arguments rest = arguments;
  ASSIGN_OR_RETURN(gateway::Question question, gateway::ParseQuestion(rest.positional[0]));
  rest.positional.erase(rest.positional.begin());
  const bool is_open = rest.positional.empty() && !NamesChange(rest) && !rest.Has(kCommit);
  const bool is_change = NamesChange(rest) || (is_open && question.is_about_change);
  ASSIGN_OR_RETURN(ReviewPlan plan, PlanOf(rest, environment, is_change));
  if (!is_change && is_open) {
    ReadOnly(question.focus.paths(), plan.request.mutable_ref()->mutable_local());
  }
  for (report::v1::DocumentRequest& document : *plan.request.mutable_documents()) {
    *document.mutable_audit() = question.focus;
    if (document.language().empty() && question.is_chinese) document.set_language("zh");
  }
  plan.is_gate_off = plan.is_gate_off || !arguments.Has(kFailOn);
  return plan;
}

}  // namespace allreview::cli
