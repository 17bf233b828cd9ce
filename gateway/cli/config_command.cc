// allreview config explain: the effective policy and where each value comes from.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/json.h"
#include "gateway/cli/render_diff.h"
#include "gateway/cli/review_request.h"
#include "gateway/cli/rule_files.h"
#include "gateway/cli/session.h"
#include "gateway/cli/unary_call.h"
#include "host/flags.h"

namespace allreview::cli {
namespace {

using analysis::v1::PolicyValue;
using analysis::v1::ResolvedPolicy;
using change::v1::Diagnostic;
using change::v1::LocalRepository;
using review::v1::ExplainPolicyRequest;
using review::v1::ExplainPolicyResponse;
using review::v1::ReviewService;

// Longer values are cut in the table of all keys.
constexpr size_t kTableValueBytes = 40;

absl::StatusOr<ExplainPolicyRequest> MakeRequest(const Arguments& arguments,
                                                 const Environment& environment) {
  ExplainPolicyRequest request;
  ASSIGN_OR_RETURN(const auto policies, ReadPolicies(arguments));
  for (const auto& policy : policies) *request.add_policies() = policy;
  ASSIGN_OR_RETURN(const auto rule_files, ReadRuleFiles(arguments.GetAll(kRuleFiles), "--rules"));
  for (const auto& file : rule_files) *request.add_rule_files() = file;
  const bool has_argument = arguments.positional.size() > 1;
  if (has_argument && arguments.Has(kRevision)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--rev and \"", arguments.positional[1], "\" both name a revision; give one"));
  }
  const std::string revision =
      has_argument ? arguments.positional[1] : arguments.Get(kRevision, "HEAD");
  const std::string path = RepositoryPath(arguments, environment);
  if (path.empty() && revision == "HEAD") return request;  // Defaults and organisation only.
  if (path.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("\"", environment.current_directory,
                     "\" is in no git repository; name one with --repo DIR"));
  }
  LocalRepository& local = *request.mutable_ref()->mutable_local();
  local.set_path(path);
  local.set_mode(LocalRepository::MODE_RANGE);
  local.set_base(revision);
  local.set_head(revision);
  return request;
}

void AddValue(const PolicyValue& value, JsonWriter& json) {
  json.BeginObject();
  json.Key("key").String(value.key());
  json.Key("value").String(value.value());
  json.Key("origin").String(value.origin());
  json.Key("shadowed").BeginArray();
  for (const std::string& shadowed : value.shadowed()) json.String(shadowed);
  json.EndArray();
  json.Key("type").String(value.type());
  json.Key("default").String(value.default_value());
  json.Key("documentation").String(value.documentation());
  json.EndObject();
}

std::string PolicyJson(const ResolvedPolicy& policy) {
  JsonWriter json;
  json.BeginObject();
  json.Key("values").BeginArray();
  for (const PolicyValue& value : policy.values()) {
    json.NewLine();
    AddValue(value, json);
  }
  json.NewLine();
  json.EndArray();
  json.Key("hash").String(policy.hash());
  json.EndObject();
  return absl::StrCat(json.Take(), "\n");
}

std::string ShortValue(const PolicyValue& value) {
  std::string text = PrintableText(value.value());
  if (text.size() <= kTableValueBytes) return text;
  return absl::StrCat(PrintableText(absl::string_view(text).substr(0, kTableValueBytes - 3)),
                      "...");
}

std::string PolicyTable(const ResolvedPolicy& policy) {
  size_t key_width = 0;
  size_t value_width = 0;
  for (const PolicyValue& value : policy.values()) {
    key_width = std::max(key_width, value.key().size());
    value_width = std::max(value_width, ShortValue(value).size());
  }
  std::string table;
  for (const PolicyValue& value : policy.values()) {
    absl::StrAppendFormat(&table, "%-*s  %-*s  %s\n", static_cast<int>(key_width),
                          PrintableText(value.key()), static_cast<int>(value_width),
                          ShortValue(value), PrintableText(value.origin()));
  }
  return table;
}

std::string ValueText(const PolicyValue& value) {
  std::string text = absl::StrCat(PrintableText(value.key()), ": ", PrintableText(value.value()),
                                  "\n  from     ", PrintableText(value.origin()), "\n");
  for (const std::string& shadowed : value.shadowed()) {
    absl::StrAppend(&text, "  shadows  ", PrintableText(shadowed), "\n");
  }
  absl::StrAppend(&text, "  type     ", PrintableText(value.type()), "\n  default  ",
                  PrintableText(value.default_value()), "\n");
  if (!value.documentation().empty()) {
    absl::StrAppend(&text, "  ", PrintableText(value.documentation()), "\n");
  }
  return text;
}

int PrintKey(const ResolvedPolicy& policy, const std::string& key, bool is_json,
             const Session& session) {
  std::vector<absl::string_view> keys;
  for (const PolicyValue& value : policy.values()) {
    keys.push_back(value.key());
    if (value.key() != key) continue;
    JsonWriter json;
    AddValue(value, json);
    session.out.Write(is_json ? absl::StrCat(json.Take(), "\n") : ValueText(value));
    return kExitOk;
  }
  const std::string near = host::NearestName(key, keys);
  const std::string hint =
      near.empty() ? "; see: allreview config explain (a revision comes after the key, or in --rev)"
                   : absl::StrCat("; did you mean \"", near, "\"?");
  return FailUsage(session, absl::StrCat("unknown key \"", key, "\"", hint));
}

// True when a policy file has errors: what is printed is then not what its author meant.
bool PrintDiagnostics(const ResolvedPolicy& policy, const Session& session) {
  bool has_errors = false;
  for (const Diagnostic& diagnostic : policy.diagnostics()) {
    has_errors |= diagnostic.level() == Diagnostic::LEVEL_ERROR;
    const absl::string_view name = diagnostic.path().empty() ? "policy" : diagnostic.path().c_str();
    session.err.Write(absl::StrCat(DiagnosticLine(name, diagnostic), "\n"));
  }
  return has_errors;
}

}  // namespace

int RunConfigExplain(const Command& command, const Arguments& arguments, const Session& session) {
  const absl::StatusOr<ExplainPolicyRequest> request = MakeRequest(arguments, session.environment);
  if (!request.ok()) return FailSetup(session, request.status());
  const Answer<ExplainPolicyResponse> answer =
      CallReviewService(command, arguments, session, &ReviewService::Stub::ExplainPolicy, *request);
  if (!answer.response) return answer.exit_code;
  const ResolvedPolicy& policy = answer.response->policy();
  const bool is_json = arguments.Get(kTextFormat) == "json";
  const bool has_errors = PrintDiagnostics(policy, session);
  if (!arguments.positional.empty()) {
    const int code = PrintKey(policy, arguments.positional[0], is_json, session);
    if (code != kExitOk) return code;
  } else {
    session.out.Write(is_json ? PolicyJson(policy) : PolicyTable(policy));
  }
  return has_errors ? kExitFindings : kExitOk;
}

}  // namespace allreview::cli
