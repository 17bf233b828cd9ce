// allreview rules: all rules as a table, or one explained.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/help.h"
#include "gateway/cli/json.h"
#include "gateway/cli/render_diff.h"
#include "gateway/cli/rule_files.h"
#include "gateway/cli/session.h"
#include "gateway/cli/unary_call.h"
#include "host/flags.h"

namespace allreview::cli {
namespace {

using analysis::v1::RuleInfo;
using review::v1::ListRulesRequest;
using review::v1::ListRulesResponse;
using review::v1::ReviewService;

std::string SeverityText(const RuleInfo& rule) {
  return absl::StrCat("P", static_cast<int>(rule.severity()) - finding::v1::SEVERITY_P0);
}

// "IMPACT_HIGH" -> "high".
std::string EnumText(absl::string_view name, absl::string_view prefix) {
  return absl::AsciiStrToLower(absl::StripPrefix(name, prefix));
}

std::string ImpactText(const RuleInfo& rule) {
  return EnumText(finding::v1::Impact_Name(rule.impact()), "IMPACT_");
}

std::string PillarText(const RuleInfo& rule) {
  return EnumText(finding::v1::Pillar_Name(rule.pillar()), "PILLAR_");
}

std::string ConfidenceText(const RuleInfo& rule) {
  return EnumText(finding::v1::Confidence_Name(rule.confidence()), "CONFIDENCE_");
}

// "on", "hint" or "off".
std::string TierText(const RuleInfo& rule) {
  if (rule.tier() == analysis::v1::TIER_UNSPECIFIED) return rule.is_default() ? "on" : "off";
  return EnumText(analysis::v1::Tier_Name(rule.tier()), "TIER_");
}

void AddRule(const RuleInfo& rule, JsonWriter& json) {
  json.BeginObject();
  json.Key("id").String(rule.id());
  json.Key("title").String(rule.title());
  json.Key("severity").String(SeverityText(rule));
  json.Key("impact").String(ImpactText(rule));
  json.Key("pillar").String(PillarText(rule));
  json.Key("category").String(rule.category());
  json.Key("confidence").String(ConfidenceText(rule));
  json.Key("why").String(rule.why());
  json.Key("fix").String(rule.fix());
  json.Key("bad").String(rule.bad());
  json.Key("good").String(rule.good());
  json.Key("references").BeginArray();
  for (const std::string& reference : rule.references()) json.String(reference);
  json.EndArray();
  json.Key("version").Number(rule.version());
  json.Key("default").Bool(rule.is_default());
  json.Key("tier").String(TierText(rule));
  json.Key("file").String(rule.file());
  json.EndObject();
}

std::string RulesJson(const ListRulesResponse& response) {
  JsonWriter json;
  json.BeginObject();
  json.Key("rules").BeginArray();
  for (const RuleInfo& rule : response.rules()) {
    json.NewLine();
    AddRule(rule, json);
  }
  json.NewLine();
  json.EndArray();
  json.Key("rules_hash").String(response.rules_hash());
  json.EndObject();
  return absl::StrCat(json.Take(), "\n");
}

// The id stands first, for completion and for cut(1).
std::string RulesTable(const ListRulesResponse& response) {
  size_t width = 0;
  for (const RuleInfo& rule : response.rules()) width = std::max(width, rule.id().size());
  std::string text;
  for (const RuleInfo& rule : response.rules()) {
    absl::StrAppendFormat(
        &text, "%-*s  %s  %-15s  %s%s%s\n", static_cast<int>(width), PrintableText(rule.id()),
        SeverityText(rule), PrintableText(rule.category()), PrintableText(rule.title()),
        TierText(rule) == "hint" ? " (hint)"
        : rule.is_default()      ? ""
                                 : " (off by default)",
        rule.file().empty() ? "" : absl::StrCat(" [", PrintableText(rule.file()), "]"));
  }
  return text;
}

std::string Indented(absl::string_view heading, absl::string_view body) {
  std::string text = absl::StrCat("\n", heading, "\n");
  for (absl::string_view line : absl::StrSplit(absl::StripTrailingAsciiWhitespace(body), '\n')) {
    absl::StrAppend(&text, line.empty() ? "" : "    ", PrintableText(line), "\n");
  }
  return text;
}

std::string RuleText(const RuleInfo& rule) {
  std::string text = absl::StrCat(
      PrintableText(rule.id()), ": ", PrintableText(rule.title()), "\n", SeverityText(rule), ", ",
      ImpactText(rule), " impact, ", PillarText(rule), ", ", PrintableText(rule.category()), ", ",
      ConfidenceText(rule), " confidence, ",
      TierText(rule) == "hint" ? "a hint: its findings come after all others and never block"
                               : absl::StrCat(TierText(rule), " by default"),
      "\n");
  if (!rule.file().empty()) {
    absl::StrAppend(&text, "from ", PrintableText(rule.file()), "\n");
  }
  absl::StrAppend(&text, "\nWhy\n", WrapText(PrintableText(rule.why()), 4), "\nFix\n",
                  WrapText(PrintableText(rule.fix()), 4), Indented("Bad", rule.bad()),
                  Indented("Good", rule.good()));
  if (rule.references_size() > 0) absl::StrAppend(&text, "\nSee also\n");
  for (const std::string& reference : rule.references()) {
    absl::StrAppend(&text, "    ", PrintableText(reference), "\n");
  }
  // Of the languages that rules read, all but Python write comments like this.
  const bool is_python = rule.category() != "cuda" && rule.category() != "cpp";
  absl::StrAppend(&text, "\nTo allow it in one place, say why: ", is_python ? "#" : "//",
                  " allreview: ignore[", PrintableText(rule.id()), "] reason\n");
  return text;
}

// True when a file has errors.
bool PrintDiagnostics(const ListRulesResponse& response, const Session& session) {
  bool has_errors = false;
  for (const change::v1::Diagnostic& diagnostic : response.diagnostics()) {
    has_errors |= diagnostic.level() == change::v1::Diagnostic::LEVEL_ERROR;
    session.err.Write(absl::StrCat(DiagnosticLine(diagnostic.path(), diagnostic), "\n"));
  }
  return has_errors;
}

int Explain(const ListRulesResponse& response, const std::string& id, bool is_json,
            const Session& session) {
  std::vector<absl::string_view> ids;
  for (const RuleInfo& rule : response.rules()) {
    ids.push_back(rule.id());
    if (rule.id() != id) continue;
    JsonWriter json;
    AddRule(rule, json);
    session.out.Write(is_json ? absl::StrCat(json.Take(), "\n") : RuleText(rule));
    return kExitOk;
  }
  const std::string near = host::NearestName(id, ids);
  return FailUsage(session,
                   absl::StrCat("unknown rule \"", id, "\"",
                                near.empty() ? "; see: allreview rules"
                                             : absl::StrCat("; did you mean \"", near, "\"?")));
}

}  // namespace

int RunRules(const Command& command, const Arguments& arguments, const Session& session) {
  ListRulesRequest request;
  const auto files = ReadRuleFiles(arguments.GetAll(kRuleFiles), "--rules");
  if (!files.ok()) return Fail(session, files.status());
  for (const auto& file : *files) *request.add_rule_files() = file;
  const Answer<ListRulesResponse> answer =
      CallReviewService(command, arguments, session, &ReviewService::Stub::ListRules, request);
  if (!answer.response) return answer.exit_code;
  const bool has_errors = PrintDiagnostics(*answer.response, session);
  const bool is_json = arguments.Get(kTextFormat) == "json";
  if (!arguments.positional.empty()) {
    return Explain(*answer.response, arguments.positional[0], is_json, session);
  }
  session.out.Write(is_json ? RulesJson(*answer.response) : RulesTable(*answer.response));
  return has_errors ? kExitFindings : kExitOk;
}

}  // namespace allreview::cli
