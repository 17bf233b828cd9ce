// SARIF 2.1.0 as GitHub code scanning reads it: no empty strings, `primaryLocationLineHash` for the
// identity of a result, columns in UTF-16 code units. Every finding is a result; what became of it
// is in `properties.shown`, and suppressed ones carry a suppression.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "review/causes.h"
#include "review/code_url.h"
#include "review/labels.h"
#include "services/report/documents/appendix.h"
#include "services/report/formats/formats.h"
#include "services/report/formats/position.h"
#include "services/report/formats/sarif_run.h"

namespace allreview::report {
namespace {

using Json = nlohmann::ordered_json;
using finding::v1::Finding;

absl::string_view KindOf(const Finding& finding) {
  if (finding.kind() == finding::v1::KIND_QUESTION) return "review";
  if (finding.kind() == finding::v1::KIND_PRAISE) return "informational";
  return "fail";
}

std::string LevelOf(const Finding& finding) {
  // The standard demands "none" unless the result is a failure.
  if (KindOf(finding) != "fail") return "none";
  return std::string(SarifLevel(finding.severity()));
}

Json Message(absl::string_view text) { return {{"text", OrDash(text)}}; }

class ResultWriter {
 public:
  ResultWriter(Language language, const Assembly& assembly, const std::map<std::string, int>& rules,
               const std::map<std::string, int>& artifacts)
      : language_(language),
        review_(assembly.review),
        lines_(assembly.lines),
        rules_(rules),
        artifacts_(artifacts) {}

  Json Write(const Finding& finding) const {
    Json result = {{"ruleId", OrDash(finding.rule_id())},
                   {"ruleIndex", rules_.at(finding.rule_id())},
                   {"kind", std::string(KindOf(finding))},
                   {"level", LevelOf(finding)},
                   {"message", Message(MessageText(finding))}};
    if (!finding.range().path().empty()) {
      result["locations"].push_back(Location(finding, finding.range()));
    }
    if (!finding.fingerprint().empty()) {
      result["partialFingerprints"] = {
          {"primaryLocationLineHash", absl::StrCat(finding.fingerprint(), ":1")},
          {"allreview/v1", finding.fingerprint()}};
    }
    AddRelated(finding, result);
    AddCodeFlows(finding, result);
    AddFix(finding, result);
    AddState(finding, result);
    result["properties"] = Properties(finding);
    return result;
  }

 private:
  static std::string MessageText(const Finding& finding) {
    std::string text(ProblemOf(finding));
    if (!finding.impact_text().empty()) absl::StrAppend(&text, "\n", finding.impact_text());
    if (!finding.fix().empty()) absl::StrAppend(&text, "\n", finding.fix());
    return text;
  }

  Json ArtifactLocation(const std::string& path) const {
    Json location = {{"uri", PathToUri(path)}};
    const auto artifact = artifacts_.find(path);
    if (artifact != artifacts_.end()) location["index"] = artifact->second;
    return location;
  }

  Json Location(const Finding& finding, const change::v1::SourceRange& range) const {
    Json physical = {{"artifactLocation", ArtifactLocation(CurrentPath(review_, range))}};
    // Regions speak of the new version of a file.
    if (range.first_line() > 0 && range.side() != change::v1::SIDE_LEFT) {
      const Columns columns = Utf16Columns(finding, range, lines_);
      Json region = {{"startLine", range.first_line()}};
      if (columns.start > 0) region["startColumn"] = columns.start;
      region["endLine"] = LastLine(range);
      if (columns.start > 0 && columns.end > 0) region["endColumn"] = columns.end;
      physical["region"] = region;
    }
    Json location = {{"physicalLocation", physical}};
    if (!finding.symbol().empty() && range.path() == finding.range().path()) {
      location["logicalLocations"].push_back({{"fullyQualifiedName", finding.symbol()}});
    }
    return location;
  }

  void AddRelated(const Finding& finding, Json& result) const {
    int id = 0;
    for (const finding::v1::Related& related : RelatedOf(language_, finding)) {
      if (related.range().path().empty()) continue;
      Json location = Location(finding, related.range());
      location.erase("logicalLocations");
      location["id"] = ++id;
      if (!related.message().empty()) location["message"] = Message(related.message());
      result["relatedLocations"].push_back(location);
    }
  }

  void AddCodeFlows(const Finding& finding, Json& result) const {
    for (const finding::v1::Evidence& evidence : finding.evidence()) {
      Json steps = Json::array();
      const auto add = [&](const change::v1::SourceRange& range, absl::string_view text) {
        if (range.path().empty()) return;
        Json location = Location(finding, range);
        location.erase("logicalLocations");
        location["message"] = Message(text);
        steps.push_back({{"location", location}});
      };
      for (const auto& hop : evidence.call_chain().hops()) add(hop.range(), hop.symbol());
      for (const auto& step : evidence.data_flow().steps()) add(step.range(), step.description());
      if (steps.empty()) continue;
      Json thread_flow;
      thread_flow["locations"] = steps;
      Json code_flow;
      code_flow["threadFlows"].push_back(thread_flow);
      result["codeFlows"].push_back(code_flow);
    }
  }

  // Whole lines where they are known, bytes of the file elsewhere.
  Json Replacements(const Finding& finding) const {
    Json replacements = Json::array();
    if (const std::optional<Suggestion> suggestion = MakeSuggestion(finding, lines_)) {
      Json replacement;
      replacement["deletedRegion"] = {{"startLine", suggestion->first_line},
                                      {"startColumn", 1},
                                      {"endLine", suggestion->last_line + 1},
                                      {"endColumn", 1}};
      if (!suggestion->text.empty()) replacement["insertedContent"] = Message(suggestion->text);
      replacements.push_back(replacement);
      return replacements;
    }
    for (const finding::v1::Edit& edit : finding.edits()) {
      if (edit.path() != finding.range().path()) return Json::array();
      Json replacement;
      replacement["deletedRegion"] = {{"byteOffset", edit.first_byte()},
                                      {"byteLength", edit.end_byte() - edit.first_byte()}};
      if (!edit.replacement().empty()) {
        replacement["insertedContent"] = {{"binary", absl::Base64Escape(edit.replacement())}};
      }
      replacements.push_back(replacement);
    }
    return replacements;
  }

  void AddFix(const Finding& finding, Json& result) const {
    if (finding.edits().empty()) return;
    const Json replacements = Replacements(finding);
    if (replacements.empty()) return;
    Json change = {{"artifactLocation", ArtifactLocation(finding.range().path())}};
    change["replacements"] = replacements;
    Json fix;
    if (!finding.fix().empty()) fix["description"] = Message(finding.fix());
    fix["artifactChanges"].push_back(change);
    result["fixes"].push_back(fix);
  }

  static void AddState(const Finding& finding, Json& result) {
    switch (finding.novelty()) {
      case finding::v1::NOVELTY_NEW:
        result["baselineState"] = "new";
        break;
      case finding::v1::NOVELTY_PERSISTING:
        result["baselineState"] = "unchanged";
        break;
      case finding::v1::NOVELTY_FIXED:
        result["baselineState"] = "absent";
        break;
      default:
        break;
    }
    if (finding.shown() != finding::v1::SHOWN_SUPPRESSED) return;
    Json suppression = {{"kind", "inSource"}};
    if (!finding.suppression().reason().empty()) {
      suppression["justification"] = finding.suppression().reason();
    }
    result["suppressions"].push_back(suppression);
  }

  static Json Properties(const Finding& finding) {
    Json properties = {{"shown", std::string(ShownLabel(Language::kEnglish, finding.shown()))}};
    if (finding.kind() != finding::v1::KIND_PRAISE) {
      properties["priority"] = std::string(SeverityLabel(finding.severity()));
    }
    if (!finding.category().empty()) properties["category"] = finding.category();
    if (!finding.params().empty()) {
      const std::map<std::string, std::string> sorted(finding.params().begin(),
                                                      finding.params().end());
      properties["parameters"] = Json::object();
      for (const auto& [name, value] : sorted) {
        if (!value.empty()) properties["parameters"][name] = value;
      }
    }
    return properties;
  }

  const Language language_;
  const review::v1::Review& review_;
  const SourceLines& lines_;
  const std::map<std::string, int>& rules_;
  const std::map<std::string, int>& artifacts_;
};

}  // namespace

std::string RenderSarif(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  const review::v1::Review& review = assembly.review;
  const SarifTable rules = SarifRules(review);
  const SarifTable artifacts = SarifArtifacts(review);
  const ResultWriter writer(LanguageOf(request.language()), assembly, rules.index, artifacts.index);
  Json results = Json::array();
  for (const Finding& finding : review.findings()) results.push_back(writer.Write(finding));

  Json driver = {{"name", "AllReview"}};
  if (!review.receipt().engine().empty()) driver["semanticVersion"] = review.receipt().engine();
  driver["rules"] = rules.entries;
  Json run;
  run["tool"]["driver"] = driver;
  run["automationDetails"] = {{"id", "allreview/"}};
  run["invocations"].push_back(SarifInvocation(LanguageOf(request.language()), review));
  run["columnKind"] = "utf16CodeUnits";
  run["artifacts"] = artifacts.entries;
  run["results"] = results;
  run["properties"] = {
      {"conclusion", std::string(ConclusionLabel(Language::kEnglish, review.conclusion()))},
      {"receipt", OrDash(review.receipt().digest())}};
  Json log = {{"$schema",
               "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
               "sarif-schema-2.1.0.json"},
              {"version", "2.1.0"}};
  log["runs"].push_back(run);
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace allreview::report
