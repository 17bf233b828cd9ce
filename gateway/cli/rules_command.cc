#include "gateway/cli/rules_command.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gateway/cli/command.h"
#include "gateway/cli/connection.h"
#include "google/protobuf/util/json_util.h"

namespace allreview::cli {
namespace {

using analysis::v1::RuleInfo;
using review::v1::ListRulesResponse;

std::string Severity(const RuleInfo& rule) {
  return std::string(absl::StripPrefix(finding::v1::Severity_Name(rule.severity()), "SEVERITY_"));
}

template <typename Name>
std::string Lower(const Name& name, absl::string_view prefix) {
  return absl::AsciiStrToLower(absl::StripPrefix(name, prefix));
}

std::string Table(const ListRulesResponse& rules) {
  size_t id_width = 2, category_width = 8;
  for (const RuleInfo& rule : rules.rules()) {
    id_width = std::max(id_width, rule.id().size());
    category_width = std::max(category_width, rule.category().size());
  }
  std::string text = absl::StrFormat("%-*s  %-8s  %-*s  %s\n", id_width, "RULE", "SEVERITY",
                                     category_width, "CATEGORY", "TITLE");
  for (const RuleInfo& rule : rules.rules()) {
    absl::StrAppendFormat(&text, "%-*s  %-8s  %-*s  %s\n", id_width, rule.id(), Severity(rule),
                          category_width, rule.category(), rule.title());
  }
  return text;
}

std::string Indented(absl::string_view code) {
  std::string text;
  for (absl::string_view line : absl::StrSplit(absl::StripSuffix(code, "\n"), '\n')) {
    absl::StrAppend(&text, line.empty() ? "" : "    ", line, "\n");
  }
  return text;
}

std::string Explanation(const RuleInfo& rule) {
  std::string text =
      absl::StrCat(rule.id(), ": ", rule.title(), "\n\n", "Severity ", Severity(rule), ", impact ",
                   Lower(finding::v1::Impact_Name(rule.impact()), "IMPACT_"), ", ",
                   Lower(finding::v1::Pillar_Name(rule.pillar()), "PILLAR_"), ", category ",
                   rule.category(), rule.is_default() ? "" : ", off by default", "\n\nWhy\n",
                   Indented(rule.why()), "\nFix\n", Indented(rule.fix()));
  if (!rule.bad().empty()) absl::StrAppend(&text, "\nBad\n", Indented(rule.bad()));
  if (!rule.good().empty()) absl::StrAppend(&text, "\nGood\n", Indented(rule.good()));
  if (rule.references_size() > 0) absl::StrAppend(&text, "\nReferences\n");
  for (const std::string& reference : rule.references()) {
    absl::StrAppend(&text, "    ", reference, "\n");
  }
  absl::StrAppend(&text, "\nTo silence one finding\n    # allreview: ignore[", rule.id(),
                  "] the reason\n");
  return text;
}

std::string Json(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  std::string json;
  // Cannot fail for a message without Any.
  (void)google::protobuf::util::MessageToJsonString(message, &json, options);
  return json;
}

}  // namespace

int RunRules(const host::Flags& flags, Environment& environment) {
  if (flags.positional().size() > 1) {
    return Refuse(environment, absl::StrCat("rules: unexpected argument \"", flags.positional()[1],
                                            "\"; wanted one rule id or none"));
  }
  const auto connection = Connection::Open(flags, environment);
  if (!connection.ok()) return Refuse(environment, connection.status().message());
  const absl::StatusOr<ListRulesResponse> rules =
      host::Call((*connection)->stub(), &ReviewStub::ListRules, review::v1::ListRulesRequest(),
                 (*connection)->request());
  if (!rules.ok()) {
    environment.err << "allreview: rules: " << rules.status().message() << "\n";
    return ExitCodeOf(rules.status());
  }
  const bool is_json = flags.Get("format", "text") == "json";
  if (flags.positional().empty()) {
    environment.out << (is_json ? Json(*rules) : Table(*rules));
    return kClean;
  }
  const std::string& wanted = flags.positional()[0];
  std::vector<absl::string_view> ids;
  for (const RuleInfo& rule : rules->rules()) {
    ids.push_back(rule.id());
    if (rule.id() != wanted) continue;
    environment.out << (is_json ? Json(rule) : Explanation(rule));
    return kClean;
  }
  const std::string near = host::NearestName(wanted, ids);
  return Refuse(environment,
                absl::StrCat("no rule \"", wanted, "\"",
                             near.empty() ? "; \"allreview rules\" lists them"
                                          : absl::StrCat("; did you mean \"", near, "\"?")));
}

}  // namespace allreview::cli
