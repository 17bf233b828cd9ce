// The diagnostic format of reviewdog. Columns are UTF-8 bytes, 1-based, the end exclusive; without
// columns a range means whole lines.

#include <optional>
#include <string>

#include "nlohmann/json.hpp"
#include "review/causes.h"
#include "review/labels.h"
#include "review/reported.h"
#include "services/report/formats/formats.h"

namespace allreview::report {
namespace {

using Json = nlohmann::ordered_json;
using finding::v1::Finding;

Json Range(const change::v1::SourceRange& range) {
  Json start = {{"line", range.first_line()}};
  Json end = {{"line", LastLine(range)}};
  if (range.end_column() > 0) {
    start["column"] = range.first_column() + 1;
    end["column"] = range.end_column() + 1;
  }
  return {{"start", start}, {"end", end}};
}

// The format knows the new side only.
Json Location(const review::v1::Review& review, const change::v1::SourceRange& range) {
  Json location = {{"path", CurrentPath(review, range)}};
  if (range.first_line() > 0 && range.side() != change::v1::SIDE_LEFT) {
    location["range"] = Range(range);
  }
  return location;
}

absl::string_view Severity(const Finding& finding) {
  if (finding.kind() == finding::v1::KIND_QUESTION) return "INFO";
  switch (finding.severity()) {
    case finding::v1::SEVERITY_P0:
    case finding::v1::SEVERITY_P1:
      return "ERROR";
    case finding::v1::SEVERITY_P2:
      return "WARNING";
    default:
      return "INFO";
  }
}

Json Diagnostic(Language language, const Finding& finding, const Assembly& assembly) {
  std::string message(ProblemOf(finding));
  if (!finding.fix().empty()) message += "\n" + finding.fix();
  Json code = {{"value", finding.rule_id()}};
  Json diagnostic = {{"message", message},
                     {"location", Location(assembly.review, finding.range())},
                     {"severity", std::string(Severity(finding))},
                     {"code", code}};
  if (const std::optional<Suggestion> suggestion = MakeSuggestion(finding, assembly.lines)) {
    std::string text = suggestion->text;
    if (!text.empty()) text.pop_back();
    const Json range = {{"start", {{"line", suggestion->first_line}}},
                        {"end", {{"line", suggestion->last_line}}}};
    diagnostic["suggestions"].push_back({{"range", range}, {"text", text}});
  }
  for (const finding::v1::Related& related : RelatedOf(language, finding)) {
    if (related.range().path().empty()) continue;
    diagnostic["related_locations"].push_back(
        {{"message", related.message()}, {"location", Location(assembly.review, related.range())}});
  }
  return diagnostic;
}

}  // namespace

std::string RenderRdjson(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  Json diagnostics = Json::array();
  for (const Finding& finding : assembly.review.findings()) {
    if (!IsReported(finding.shown()) || finding.kind() == finding::v1::KIND_PRAISE) continue;
    diagnostics.push_back(Diagnostic(LanguageOf(request.language()), finding, assembly));
  }
  const Json document = {{"source", {{"name", "allreview"}}}, {"diagnostics", diagnostics}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace allreview::report
