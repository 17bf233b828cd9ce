#include "services/report/finding_text.h"

#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "services/report/display_text.h"
#include "services/report/labels.h"
#include "services/report/markdown.h"

namespace allreview::report {
namespace {

using finding::v1::Evidence;
using finding::v1::Finding;

constexpr size_t kMaxEvidence = 3;
constexpr size_t kMaxRelated = 4;
constexpr int kMaxHops = 6;
constexpr size_t kMaxCodeBytes = 160;

std::string Code(absl::string_view text) {
  return MarkdownCode(Shorten(CleanLine(text), kMaxCodeBytes));
}

// "line 12" in the finding's own file, "`other.py:12`" elsewhere; empty for no place.
std::string PlaceFrom(const Finding& finding, const change::v1::SourceRange& range) {
  if (range.path().empty()) return "";
  if (range.path() != finding.range().path()) return MarkdownCode(Place(range));
  if (range.first_line() <= 0) return "";
  const int last = LastLine(range);
  return last == range.first_line() ? absl::StrCat("line ", last)
                                    : absl::StrCat("lines ", range.first_line(), "-", last);
}

std::string InBrackets(const std::string& text) {
  return text.empty() ? "" : absl::StrCat(" (", text, ")");
}

std::string Describe(const Finding& finding, const finding::v1::SyntaxEvidence& syntax) {
  if (syntax.text().empty()) return "";
  return absl::StrCat(Code(syntax.text()), InBrackets(PlaceFrom(finding, syntax.range())));
}

std::string Describe(const Finding& finding, const finding::v1::CallChain& chain) {
  std::vector<std::string> hops;
  for (const auto& hop : chain.hops()) {
    if (static_cast<int>(hops.size()) == kMaxHops) {
      hops.push_back("…");
      break;
    }
    hops.push_back(absl::StrCat(Code(hop.symbol()), InBrackets(PlaceFrom(finding, hop.range()))));
  }
  if (hops.empty()) return "";
  const std::string root = chain.root_kind().empty()
                               ? "reached"
                               : absl::StrCat("reached from ", Code(chain.root_kind()));
  return absl::StrCat(root, ": ", absl::StrJoin(hops, " → "));
}

std::string Describe(const Finding&, const finding::v1::ConfigurationEvidence& configuration) {
  change::v1::SourceRange line;
  line.set_path(configuration.path());
  line.set_first_line(configuration.line());
  return absl::StrCat(MarkdownCode(Place(line)), " says ",
                      Code(absl::StrCat(configuration.key(), " = ", configuration.value())));
}

std::string Describe(const Finding&, const finding::v1::Measurement& measurement) {
  std::string text = absl::StrCat(
      "measured in ", MarkdownText(measurement.format()), ": ", Code(measurement.expression()),
      measurement.witness_inputs().empty()
          ? ""
          : absl::StrCat(" with ", Code(absl::StrJoin(measurement.witness_inputs(), ", "))),
      " gives ", Code(measurement.result()), ", exact is ", Code(measurement.reference()));
  if (measurement.samples() > 0) {
    absl::StrAppend(&text, "; ", Grouped(measurement.failures()), " of ",
                    Grouped(measurement.samples()), " inputs fail");
  }
  if (!measurement.rewrite().empty()) {
    absl::StrAppend(&text, "; ", Code(measurement.rewrite()), " has a relative error of ",
                    absl::StrFormat("%.2g", measurement.rewrite_relative_error()));
  }
  return text;
}

std::string Describe(const Finding& finding, const finding::v1::DeltaEvidence& delta) {
  const std::string what = MarkdownText(delta.what());
  if (delta.before().empty()) {
    return absl::StrCat("new ", what, " ", Code(delta.after()),
                        InBrackets(PlaceFrom(finding, delta.after_range())));
  }
  if (delta.after().empty()) {
    return absl::StrCat("removed ", what, " ", Code(delta.before()),
                        InBrackets(PlaceFrom(finding, delta.before_range())));
  }
  return absl::StrCat(what, " was ", Code(delta.before()), ", is ", Code(delta.after()),
                      InBrackets(PlaceFrom(finding, delta.after_range())));
}

std::string Describe(const Finding& finding, const finding::v1::TestEvidence& test) {
  if (test.relation() == "none" || test.test().empty()) {
    return test.test().empty() ? "no test reaches it"
                               : absl::StrCat(Code(test.test()), " does not reach it");
  }
  return absl::StrCat(Code(test.test()), " ", MarkdownText(test.relation()), " it",
                      InBrackets(PlaceFrom(finding, test.range())));
}

std::string Describe(const Finding& finding, const finding::v1::DataFlowEvidence& flow) {
  return absl::StrJoin(flow.steps(), " → ", [&](std::string* out, const auto& step) {
    absl::StrAppend(out, MarkdownProse(step.description()),
                    InBrackets(PlaceFrom(finding, step.range())));
  });
}

std::string Describe(const Finding& finding, const Evidence& evidence) {
  switch (evidence.kind_case()) {
    case Evidence::kSyntax:
      return Describe(finding, evidence.syntax());
    case Evidence::kCallChain:
      return Describe(finding, evidence.call_chain());
    case Evidence::kConfiguration:
      return Describe(finding, evidence.configuration());
    case Evidence::kMeasurement:
      return Describe(finding, evidence.measurement());
    case Evidence::kDelta:
      return Describe(finding, evidence.delta());
    case Evidence::kTest:
      return Describe(finding, evidence.test());
    case Evidence::kDataFlow:
      return Describe(finding, evidence.data_flow());
    case Evidence::KIND_NOT_SET:
      break;
  }
  return "";
}

// Code that stands in the diff block of the finding, or on the commented lines.
bool IsSeenAnyway(const Finding& finding, const Evidence& evidence, Beside beside) {
  if (!evidence.has_syntax()) return false;
  const finding::v1::SyntaxEvidence& syntax = evidence.syntax();
  if (!finding.after_code().empty() && absl::StrContains(finding.before_code(), syntax.text())) {
    return true;
  }
  return beside == Beside::kCode && syntax.range().path() == finding.range().path() &&
         syntax.range().side() == finding.range().side() &&
         syntax.range().first_line() >= finding.range().first_line() &&
         syntax.range().first_line() <= LastLine(finding.range());
}

bool IsQuestion(absl::string_view sentence) {
  const std::string first(sentence.substr(0, sentence.find(' ')));
  for (absl::string_view word :
       {"Which", "What",   "Why", "How",   "Who", "When", "Where", "Is",    "Are", "Does",
        "Do",    "Should", "Can", "Could", "Was", "Were", "Will",  "Would", "Has", "Have"}) {
    if (first == word) return true;
  }
  return false;
}

}  // namespace

std::string SentenceMarkdown(absl::string_view sentence) {
  const std::string clean = CleanLine(sentence);
  if (clean.empty()) return "";
  bool is_closed = false;
  for (absl::string_view end : {".", "!", "?", ":", "…", "。", "！", "？"}) {
    is_closed = is_closed || absl::EndsWith(clean, end);
  }
  return absl::StrCat(MarkdownProse(clean), is_closed ? "" : IsQuestion(clean) ? "?" : ".");
}

std::string ProblemMarkdown(const Finding& finding) {
  const std::string problem = SentenceMarkdown(ProblemOf(finding));
  const std::string impact = SentenceMarkdown(finding.impact_text());
  return impact.empty() ? problem : absl::StrCat(problem, " ", impact);
}

std::vector<std::string> EvidenceMarkdown(const Finding& finding, Beside beside) {
  std::vector<std::string> lines;
  size_t untold = 0;
  for (const Evidence& evidence : finding.evidence()) {
    const std::string line = Describe(finding, evidence);
    if (line.empty() || IsSeenAnyway(finding, evidence, beside)) continue;
    if (lines.size() < kMaxEvidence) {
      lines.push_back(line);
    } else {
      ++untold;
    }
  }
  if (untold > 0) lines.back() += absl::StrCat(" … and ", untold, " more in the JSON format");
  return lines;
}

std::string RelatedMarkdown(const Finding& finding) {
  std::vector<std::string> messages;
  std::map<std::string, std::vector<std::string>> places;
  for (const finding::v1::Related& related : finding.related()) {
    const std::string message = MarkdownProse(related.message());
    const std::string place = PlaceFrom(finding, related.range());
    if (place.empty()) continue;
    if (places.count(message) == 0) messages.push_back(message);
    places[message].push_back(place);
  }
  return absl::StrJoin(messages, "; ", [&](std::string* out, const std::string& message) {
    std::vector<std::string>& at = places[message];
    const size_t total = at.size();
    if (total > kMaxRelated) at.resize(kMaxRelated);
    absl::StrAppend(out, message, message.empty() ? "" : ": ", absl::StrJoin(at, ", "));
    if (total > kMaxRelated) absl::StrAppend(out, " and ", total - kMaxRelated, " more");
  });
}

std::string CodeChangeMarkdown(const Finding& finding) {
  if (finding.after_code().empty()) return "";
  const std::string after = PrefixLines(Dedent(CleanBlock(finding.after_code())), "+ ");
  if (finding.before_code().empty()) return MarkdownCodeBlock(after, "diff");
  const std::string before = PrefixLines(Dedent(CleanBlock(finding.before_code())), "- ");
  return MarkdownCodeBlock(absl::StrCat(before, "\n", after), "diff");
}

}  // namespace allreview::report
