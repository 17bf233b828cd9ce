#include "gateway/cli/config_command.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "gateway/cli/command.h"
#include "gateway/cli/connection.h"
#include "gateway/cli/review_arguments.h"

namespace allreview::cli {
namespace {

using analysis::v1::PolicyValue;
using analysis::v1::ResolvedPolicy;
using change::v1::Diagnostic;
using review::v1::ExplainPolicyRequest;
using review::v1::ExplainPolicyResponse;

std::string Line(const PolicyValue& value, size_t width) {
  return absl::StrFormat("%-*s = %s  (%s)\n", width, value.key(), value.value(), value.origin());
}

std::string Details(const PolicyValue& value) {
  std::string text = Line(value, value.key().size());
  for (const std::string& shadowed : value.shadowed()) {
    absl::StrAppend(&text, "  overrules ", shadowed, "\n");
  }
  if (!value.documentation().empty()) absl::StrAppend(&text, "  ", value.documentation(), "\n");
  if (!value.type().empty()) absl::StrAppend(&text, "  type: ", value.type(), "\n");
  if (!value.default_value().empty()) {
    absl::StrAppend(&text, "  default: ", value.default_value(), "\n");
  }
  return text;
}

// The values of `key`, or of all keys under it; all values when it is empty.
std::vector<PolicyValue> Select(const ResolvedPolicy& policy, absl::string_view key) {
  std::vector<PolicyValue> values;
  for (const PolicyValue& value : policy.values()) {
    if (key.empty() || value.key() == key ||
        absl::StartsWith(value.key(), absl::StrCat(key, "."))) {
      values.push_back(value);
    }
  }
  return values;
}

int PrintValues(const ResolvedPolicy& policy, absl::string_view key, Environment& environment) {
  const std::vector<PolicyValue> values = Select(policy, key);
  if (values.empty()) {
    std::vector<absl::string_view> keys;
    for (const PolicyValue& value : policy.values()) keys.push_back(value.key());
    const std::string near = host::NearestName(key, keys);
    return Refuse(environment,
                  absl::StrCat("config explain: no key \"", key, "\"",
                               near.empty() ? "; without a key, all are listed"
                                            : absl::StrCat("; did you mean \"", near, "\"?")));
  }
  size_t width = 0;
  for (const PolicyValue& value : values) width = std::max(width, value.key().size());
  for (const PolicyValue& value : values) {
    environment.out << (key.empty() ? Line(value, width) : Details(value));
  }
  return kClean;
}

bool PrintDiagnostics(const ResolvedPolicy& policy, Environment& environment) {
  bool has_errors = false;
  for (const Diagnostic& diagnostic : policy.diagnostics()) {
    has_errors |= diagnostic.level() == Diagnostic::LEVEL_ERROR;
    environment.err << diagnostic.path() << ":" << diagnostic.line() << ": "
                    << (diagnostic.level() == Diagnostic::LEVEL_ERROR ? "error: " : "warning: ")
                    << diagnostic.message()
                    << (diagnostic.hint().empty() ? "" : absl::StrCat("; ", diagnostic.hint()))
                    << "\n";
  }
  return has_errors;
}

absl::StatusOr<ExplainPolicyResponse> Explain(Connection& connection,
                                              const ExplainPolicyRequest& request) {
  return host::Call(connection.stub(), &ReviewStub::ExplainPolicy, request, connection.request());
}

}  // namespace

int RunConfigExplain(const host::Flags& flags, Environment& environment) {
  if (flags.positional().size() > 1) {
    return Refuse(environment, absl::StrCat("config explain: unexpected argument \"",
                                            flags.positional()[1], "\"; wanted one key or none"));
  }
  ExplainPolicyRequest request;
  auto policies = ReadPolicies(flags);
  if (!policies.ok()) return Refuse(environment, policies.status().message());
  for (auto& policy : *policies) *request.add_policies() = std::move(policy);
  change::v1::LocalRepository& local = *request.mutable_ref()->mutable_local();
  local.set_path(AbsolutePath(flags.Get("repo", ".")));
  local.set_mode(change::v1::LocalRepository::MODE_RANGE);
  local.set_base(flags.Get("at", "HEAD"));
  local.set_head(local.base());
  const auto connection = Connection::Open(flags, environment);
  if (!connection.ok()) return Refuse(environment, connection.status().message());
  absl::StatusOr<ExplainPolicyResponse> response = Explain(**connection, request);
  // Outside of a repository, or in one without commits, the defaults and --policy files hold.
  if (!response.ok() && ExitCodeOf(response.status()) == kUsage && !flags.Has("repo") &&
      !flags.Has("at")) {
    request.clear_ref();
    response = Explain(**connection, request);
  }
  if (!response.ok()) {
    environment.err << "allreview: config explain: " << response.status().message() << "\n";
    return ExitCodeOf(response.status());
  }
  const bool has_errors = PrintDiagnostics(response->policy(), environment);
  const std::string key = flags.positional().empty() ? "" : flags.positional()[0];
  const int code = PrintValues(response->policy(), key, environment);
  return has_errors ? kUsage : code;
}

}  // namespace allreview::cli
