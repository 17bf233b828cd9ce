#include "services/report/formats/sarif_run.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/rule_table.h"
#include "review/code_url.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/ledger.h"
#include "services/report/documents/appendix.h"
#include "services/report/formats/position.h"

namespace allreview::report {
namespace {

using Json = nlohmann::ordered_json;
using finding::v1::Finding;
using review::v1::Review;

// GitHub cuts or refuses longer descriptions.
constexpr size_t kMaxDescriptionBytes = 1000;

Json Text(absl::string_view text) {
  return {{"text", OrDash(Shorten(text, kMaxDescriptionBytes))}};
}

absl::string_view Precision(finding::v1::Confidence confidence) {
  switch (confidence) {
    case finding::v1::CONFIDENCE_MEDIUM:
      return "medium";
    case finding::v1::CONFIDENCE_LOW:
      return "low";
    default:
      return "high";
  }
}

absl::string_view ProblemSeverity(absl::string_view level) {
  return level == "note" ? "recommendation" : level;
}

std::string Code(absl::string_view code) {
  // A fence that no line of the code closes.
  const std::string fence = absl::StrContains(code, "```") ? "````" : "```";
  return absl::StrCat(fence, "python\n", absl::StripSuffix(code, "\n"), "\n", fence, "\n");
}

// What the documentation of a rule says. It is the same for each of its findings and in each
// review, so that a tool that keeps rules keeps one of it.
Json Help(const rules::RuleInfo& rule) {
  std::string markdown = absl::StrCat(rule.why, "\n\n", rule.fix, "\n");
  const auto add = [&](absl::string_view title, absl::string_view code) {
    if (!code.empty()) absl::StrAppend(&markdown, "\n**", title, "**\n\n", Code(code));
  };
  add("Bad", rule.bad);
  add("Good", rule.good);
  for (absl::string_view reference : rule.references) {
    if (!absl::StartsWith(reference, "https://")) continue;
    absl::StrAppend(&markdown, "\n- <", reference, ">");
  }
  return {{"text", OrDash(absl::StripAsciiWhitespace(absl::StrCat(rule.why, " ", rule.fix)))},
          {"markdown", markdown}};
}

// The rules of organisations are documented where they are, and say here what they are called.
void Describe(const Finding& finding, const std::string& title, Json& entry) {
  const rules::RuleInfo* const rule = rules::FindRule(finding.rule_id());
  if (rule == nullptr) {
    entry["fullDescription"] = Text(title);
    entry["help"] = Text(title);
    return;
  }
  entry["fullDescription"] = Text(rule->why);
  entry["help"] = Help(*rule);
}

Json Rule(const Finding& finding) {
  const std::string title = finding.title().empty() ? finding.rule_id() : finding.title();
  const finding::v1::Severity severity =
      finding.rule_severity() != finding::v1::SEVERITY_UNSPECIFIED ? finding.rule_severity()
                                                                   : finding.severity();
  const std::string level(SarifLevel(severity));
  Json rule = {{"id", OrDash(finding.rule_id())}, {"shortDescription", Text(title)}};
  Describe(finding, title, rule);
  const absl::string_view address = AddressOf(finding);
  if (!address.empty()) rule["helpUri"] = std::string(address);
  rule["defaultConfiguration"] = {{"level", level}};
  Json properties = {{"precision", std::string(Precision(finding.confidence()))},
                     {"problem.severity", std::string(ProblemSeverity(level))}};
  if (!finding.category().empty()) properties["tags"].push_back(finding.category());
  rule["properties"] = properties;
  return rule;
}

absl::string_view Role(change::v1::FileStatus status) {
  switch (status) {
    case change::v1::FILE_STATUS_ADDED:
    case change::v1::FILE_STATUS_COPIED:
      return "added";
    case change::v1::FILE_STATUS_DELETED:
      return "deleted";
    case change::v1::FILE_STATUS_RENAMED:
      return "renamed";
    default:
      return "modified";
  }
}

Json Notification(absl::string_view level, absl::string_view text, const std::string& path) {
  Json notification = {{"level", std::string(level)}, {"message", {{"text", OrDash(text)}}}};
  if (path.empty()) return notification;
  Json location;
  location["physicalLocation"]["artifactLocation"] = {{"uri", PathToUri(path)}};
  notification["locations"].push_back(location);
  return notification;
}

}  // namespace

SarifTable SarifRules(const Review& review) {
  std::map<std::string, const Finding*> first;
  for (const Finding& finding : review.findings()) first.emplace(finding.rule_id(), &finding);
  SarifTable table;
  for (const auto& [id, finding] : first) {
    table.index[id] = static_cast<int>(table.entries.size());
    table.entries.push_back(Rule(*finding));
  }
  return table;
}

SarifTable SarifArtifacts(const Review& review) {
  SarifTable table;
  for (const review::v1::FileSummary& file : review.files()) {
    const std::string& path = file.entry().new_path();
    if (!table.index.emplace(path, static_cast<int>(table.entries.size())).second) continue;
    Json artifact;
    artifact["location"] = {{"uri", PathToUri(path)}};
    artifact["roles"].push_back(std::string(Role(file.entry().status())));
    if (!file.language().empty()) artifact["sourceLanguage"] = file.language();
    table.entries.push_back(artifact);
  }
  return table;
}

Json SarifInvocation(Language language, const Review& review) {
  static constexpr Phrase kIncomplete("incomplete: {reason}", "评审不完整：{reason}");
  const bool is_complete = !review.gate().is_incomplete();
  Json invocation = {{"executionSuccessful", is_complete}};
  Json notifications = Json::array();
  if (!is_complete) {
    notifications.push_back(
        Notification("error", Say(language, kIncomplete, {{"reason", review.conclusion_reason()}}),
                     /*path=*/""));
  }
  for (const change::v1::LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry)) continue;
    notifications.push_back(Notification(
        "error", absl::StrCat(StateLabel(language, entry.state()), Colon(language), entry.reason()),
        entry.path()));
  }
  for (const change::v1::MissingPart& part : review.missing()) {
    notifications.push_back(Notification(part.is_expected() ? "note" : "error",
                                         MissingSentence(language, part), /*path=*/""));
  }
  for (const change::v1::Diagnostic& diagnostic : review.diagnostics()) {
    const bool is_error = diagnostic.level() == change::v1::Diagnostic::LEVEL_ERROR;
    notifications.push_back(Notification(
        is_error ? "error" : "warning",
        absl::StrCat(diagnostic.code(), ": ", diagnostic.message(),
                     diagnostic.hint().empty() ? "" : Semicolon(language), diagnostic.hint()),
        diagnostic.path()));
  }
  if (!notifications.empty()) invocation["toolExecutionNotifications"] = notifications;
  return invocation;
}

absl::string_view SarifLevel(finding::v1::Severity severity) {
  switch (severity) {
    case finding::v1::SEVERITY_P0:
    case finding::v1::SEVERITY_P1:
      return "error";
    case finding::v1::SEVERITY_P2:
      return "warning";
    default:
      return "note";
  }
}

std::string OrDash(absl::string_view text) { return text.empty() ? "-" : std::string(text); }

}  // namespace allreview::report
