// JUnit's XML as CI systems read it: a suite for each file that needs a review, with a failed test
// for each finding, so that findings show where failed tests do. Fits the schema of Jenkins'
// xUnit plugin (junit-10.xsd), which has no lines: those stand in the text of a failure.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "review/causes.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/ledger.h"
#include "review/reported.h"
#include "services/report/documents/appendix.h"
#include "services/report/formats/formats.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;

// Display text holds no control characters; of the rest XML knows all but two.
std::string Escape(absl::string_view text) {
  return absl::StrReplaceAll(CleanBlock(text), {{"&", "&amp;"},
                                                {"<", "&lt;"},
                                                {">", "&gt;"},
                                                {"\"", "&quot;"},
                                                {"\xEF\xBF\xBE", "\uFFFD"},
                                                {"\xEF\xBF\xBF", "\uFFFD"}});
}

// Line ends of an attribute would become blanks.
std::string Attribute(absl::string_view name, absl::string_view value) {
  return absl::StrCat(" ", name, "=\"", Escape(CleanLine(value)), "\"");
}

// What did not pass in a test.
struct Fault {
  bool is_error = false;  // It was not reviewed; else a finding.
  std::string type;
  std::string message;
  std::string text;
};

struct Counts {
  int tests = 0, failures = 0, errors = 0;

  void Add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
  }

  std::string ToXml() const {
    return absl::StrCat(" tests=\"", tests, "\" failures=\"", failures, "\" errors=\"", errors,
                        "\"");
  }
};

// The tests of one file.
class Suite {
 public:
  // Two tests of one name would count as one.
  void Add(const std::string& name, const Fault* fault) {
    const int ordinal = ++names_[name];
    ++counts_.tests;
    tests_.push_back({ordinal == 1 ? name : absl::StrCat(name, " (", ordinal, ")"), ""});
    if (fault == nullptr) return;
    ++(fault->is_error ? counts_.errors : counts_.failures);
    const absl::string_view element = fault->is_error ? "error" : "failure";
    tests_.back().second = absl::StrCat("      <", element, Attribute("type", fault->type),
                                        Attribute("message", fault->message), ">",
                                        Escape(fault->text), "</", element, ">\n");
  }

  std::string ToXml(const std::string& name) const {
    std::string xml = absl::StrCat("  <testsuite", Attribute("name", name), counts_.ToXml(), ">\n");
    for (const auto& [test, fault] : tests_) {
      absl::StrAppend(&xml, "    <testcase", Attribute("name", test), Attribute("classname", name));
      absl::StrAppend(&xml,
                      fault.empty() ? "/>\n" : absl::StrCat(">\n", fault, "    </testcase>\n"));
    }
    return absl::StrCat(xml, "  </testsuite>\n");
  }

  const Counts& counts() const { return counts_; }

 private:
  std::map<std::string, int> names_;
  std::vector<std::pair<std::string, std::string>> tests_;  // Name, and the element of the fault.
  Counts counts_;
};

Fault FaultOf(Language language, const Finding& finding) {
  static constexpr Phrase kFix("Fix: {fix}", "修改建议：{fix}");
  const std::string problem(ProblemOf(finding));
  std::string text = absl::StrCat(Place(finding.range()), "\n", problem);
  if (!finding.impact_text().empty()) absl::StrAppend(&text, "\n", finding.impact_text());
  if (!finding.fix().empty()) {
    absl::StrAppend(&text, "\n", Say(language, kFix, {{"fix", finding.fix()}}));
  }
  const std::string same = SameCauseText(language, finding);
  if (!same.empty()) absl::StrAppend(&text, "\n", same);
  const bool is_question = finding.kind() == finding::v1::KIND_QUESTION;
  return {.type = std::string(is_question ? "question" : SeverityLabel(finding.severity())),
          .message = problem,
          .text = std::move(text)};
}

Fault FaultOf(const change::v1::LedgerEntry& entry) {
  const std::string state(StateLabel(Language::kEnglish, entry.state()));
  return {.is_error = true, .type = state, .message = entry.reason(), .text = entry.reason()};
}

// Each file that needs a review passes or not, whether rules found something or not.
std::map<std::string, Suite> SuitesOf(Language language, const review::v1::Review& review) {
  std::map<std::string, Suite> suites;
  for (const change::v1::LedgerEntry& entry : review.ledger()) {
    const std::string name =
        entry.hunk() < 0 ? "review" : absl::StrCat("review of hunk ", entry.hunk() + 1);
    if (IsGap(entry)) {
      const Fault fault = FaultOf(entry);
      suites[entry.path()].Add(name, &fault);
    } else if (entry.state() == change::v1::LedgerEntry::STATE_REVIEWED && entry.hunk() < 0) {
      suites[entry.path()].Add(name, nullptr);
    }
  }
  for (const Finding& finding : review.findings()) {
    if (!IsReported(finding.shown()) || finding.kind() == finding::v1::KIND_PRAISE) continue;
    const Fault fault = FaultOf(language, finding);
    // Without the line: a test keeps its name when lines above it come and go.
    suites[CurrentPath(review, finding.range())].Add(
        absl::StrCat(finding.rule_id(), ": ", ProblemOf(finding)), &fault);
  }
  return suites;
}

}  // namespace

std::string RenderJunit(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  const Language language = LanguageOf(request.language());
  const review::v1::Review& review = assembly.review;
  // What no file tells: a service that did not answer, a part of the input that was not read.
  Suite conclusion;
  const Fault incomplete = {
      .is_error = true,
      .type = "incomplete",
      .message = review.conclusion_reason(),
      .text = absl::StrCat(review.conclusion_reason(), "\n", ReceiptLine(review.receipt()))};
  conclusion.Add("review is complete", review.gate().is_incomplete() ? &incomplete : nullptr);
  Counts total = conclusion.counts();
  std::string suites = conclusion.ToXml("allreview");
  for (const auto& [path, suite] : SuitesOf(language, review)) {
    total.Add(suite.counts());
    suites += suite.ToXml(path.empty() ? "-" : path);
  }
  return absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"allreview\"",
                      total.ToXml(), ">\n", suites, "</testsuites>\n");
}

}  // namespace allreview::report
