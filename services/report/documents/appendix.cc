#include "services/report/documents/appendix.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/policy/ledger.h"
#include "services/report/display_text.h"
#include "services/report/labels.h"
#include "services/report/markdown.h"

namespace allreview::report {
namespace {

using change::v1::LedgerEntry;
using review::v1::Review;

constexpr size_t kMaxCell = 200;  // Bytes.

constexpr size_t kMaxListed = 20;
constexpr size_t kMaxReasonRows = 12;

// "- a\n- b\n- … and 3 more\n".
std::string List(const std::vector<std::string>& items) {
  std::string list;
  for (size_t i = 0; i < items.size() && i < kMaxListed; ++i) {
    absl::StrAppend(&list, "- ", items[i], "\n");
  }
  if (items.size() > kMaxListed) {
    absl::StrAppend(&list, "- … and ", items.size() - kMaxListed, " more\n");
  }
  return list;
}

// A bold title and a list; empty: no items.
std::string Titled(absl::string_view title, const std::vector<std::string>& items) {
  return items.empty() ? "" : absl::StrCat("\n**", title, "**\n\n", List(items));
}

std::string CoverageTable(const Review& review) {
  std::map<std::pair<int, std::string>, int> rows;
  for (const LedgerEntry& entry : review.ledger()) {
    if (entry.hunk() >= 0) continue;
    const std::string accepted = entry.is_accepted() ? " (accepted by policy)" : "";
    ++rows[{entry.state(), absl::StrCat(MarkdownCell(entry.reason(), kMaxCell), accepted)}];
  }
  if (rows.empty()) return "";
  std::string table = "| State | Files | Reason |\n| --- | ---: | --- |\n";
  size_t shown = 0;
  int untold = 0;
  for (const auto& [key, files] : rows) {
    if (shown++ >= kMaxReasonRows) {
      untold += files;
      continue;
    }
    absl::StrAppend(&table, "| ", StateLabel(static_cast<LedgerEntry::State>(key.first)), " | ",
                    Grouped(files), " | ", key.second.empty() ? "every rule ran" : key.second,
                    " |\n");
  }
  if (untold > 0) absl::StrAppend(&table, "| … | ", untold, " | further reasons |\n");
  return table;
}

std::vector<std::string> Unreviewed(const Review& review) {
  std::vector<std::string> items;
  for (const LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry)) continue;
    const std::string hunk =
        entry.hunk() >= 0 ? absl::StrCat(", hunk ", entry.hunk() + 1) : std::string();
    const std::string reason = MarkdownProse(Shorten(entry.reason(), 200));
    items.push_back(absl::StrCat(
        entry.path().empty() ? "files whose names are not known" : MarkdownCode(entry.path()), hunk,
        ": ", StateLabel(entry.state()), reason.empty() ? "" : absl::StrCat(" - ", reason)));
  }
  return items;
}

std::vector<std::string> Suppressed(const Review& review) {
  std::vector<std::string> items;
  for (const finding::v1::Finding& finding : review.findings()) {
    if (finding.shown() != finding::v1::SHOWN_SUPPRESSED) continue;
    const finding::v1::Suppression& suppression = finding.suppression();
    items.push_back(absl::StrCat(
        MarkdownCode(Place(finding.range())), " ", MarkdownCode(finding.rule_id()), " - ",
        MarkdownText(suppression.reason()),
        suppression.until().empty() ? "" : absl::StrCat(" (until ", suppression.until(), ")")));
  }
  return items;
}

std::vector<std::string> Missing(const Review& review) {
  std::vector<std::string> items;
  for (const change::v1::MissingPart& part : review.missing()) {
    items.push_back(MarkdownProse(MissingSentence(part)));
  }
  return items;
}

std::string Describe(const change::v1::Diagnostic& diagnostic) {
  std::string place;
  if (!diagnostic.path().empty()) place = MarkdownCode(PlaceOf(diagnostic)) + ": ";
  if (diagnostic.path().empty() && diagnostic.line() > 0) {
    place = absl::StrCat("input line ", diagnostic.line(), ": ");
  }
  const bool is_error = diagnostic.level() == change::v1::Diagnostic::LEVEL_ERROR;
  const std::string hint = MarkdownProse(diagnostic.hint());
  const std::string code = MarkdownCode(diagnostic.code());
  return absl::StrCat(is_error ? "error: " : "", place, MarkdownProse(diagnostic.message()),
                      hint.empty() ? "" : "; ", hint,
                      code.empty() ? "" : absl::StrCat(" (", code, ")"));
}

std::vector<std::string> Notes(const Review& review) {
  std::vector<std::string> items;
  for (const auto& diagnostic : review.diagnostics()) items.push_back(Describe(diagnostic));
  for (const auto& diagnostic : review.policy().diagnostics()) {
    items.push_back(Describe(diagnostic));
  }
  std::vector<std::string> values;
  for (const analysis::v1::PolicyValue& value : review.policy().values()) {
    if (value.origin() == "default" || value.origin().empty()) continue;
    values.push_back(absl::StrCat(MarkdownCode(absl::StrCat(value.key(), ": ", value.value())),
                                  " (", MarkdownText(value.origin()), ")"));
  }
  constexpr size_t kMaxValues = 8;
  if (values.empty()) return items;
  const size_t total = values.size();
  if (total > kMaxValues) values.resize(kMaxValues);
  items.push_back(absl::StrCat(
      "Policy differs from the defaults: ", absl::StrJoin(values, ", "),
      total > kMaxValues ? absl::StrCat(" and ", total - kMaxValues, " more") : "", "."));
  return items;
}

absl::string_view ServiceLabel(absl::string_view service) {
  if (service == "numerics") return "numerical checks";
  if (service == "analysis") return "checks by rules";
  if (service == "diff") return "reading of the diff";
  if (service == "pull_request") return "content of the change";
  return service;
}

// Enough of a hash to recognise it.
std::string Short(absl::string_view hash) {
  return hash.empty() ? "-" : std::string(hash.substr(0, 12));
}

}  // namespace

bool IsGap(const LedgerEntry& entry) {
  return policy::IsGap({.path = entry.path(),
                        .hunk = entry.hunk(),
                        .state = static_cast<policy::CoverageState>(entry.state()),
                        .file_class = static_cast<policy::FileClass>(entry.file_class()),
                        .is_accepted = entry.is_accepted()});
}

std::string CoverageSentence(const Review& review) {
  const int reviewed = review.counts().files_reviewed();
  const int total = reviewed + review.counts().files_unreviewed();
  if (total == 0) return "no file of this change needs a review by rules";
  return absl::StrCat(
      reviewed, " of ", Plural(total, "file"),
      total == 1 ? " that needs a review was reviewed" : " that need a review were reviewed");
}

std::string FoldedMarkdown(const Review& review) {
  std::map<int, std::vector<std::string>> by_state;
  std::map<int, int> totals;
  for (const review::v1::FoldedCount& folded : review.folded()) {
    if (folded.shown() == finding::v1::SHOWN_SUPPRESSED) continue;  // Listed one by one.
    by_state[folded.shown()].push_back(
        absl::StrCat(folded.count(), " × ", MarkdownCode(folded.rule_id())));
    totals[folded.shown()] += folded.count();
  }
  return absl::StrJoin(by_state, "; ", [&](std::string* out, const auto& state) {
    absl::StrAppend(out, absl::StrJoin(state.second, ", "), " (",
                    ShownLabel(static_cast<finding::v1::Shown>(state.first)), ")");
  });
}

std::string MissingSentence(const change::v1::MissingPart& part) {
  const std::string reason = part.is_expected()      ? "not configured"
                             : part.reason().empty() ? part.code()
                                                     : part.reason();
  std::string sentence = absl::StrCat(ServiceLabel(part.service()), ": ", reason);
  if (!part.is_expected() && !part.effect().empty()) {
    absl::StrAppend(&sentence, "; therefore absent: ", part.effect());
  }
  return sentence;
}

std::string ReceiptLine(const review::v1::Receipt& receipt) {
  std::string line = absl::StrCat("receipt ", receipt.digest(), " = engine ", receipt.engine(),
                                  ", rules ", Short(receipt.rules()), ", policy ",
                                  Short(receipt.policy()), ", head ", Short(receipt.head()));
  if (!receipt.merge_base().empty()) {
    absl::StrAppend(&line, ", merge base ", Short(receipt.merge_base()));
  }
  return absl::StrCat(line, ", diff ", Short(receipt.diff()), ", options ",
                      Short(receipt.options()));
}

std::string AppendixMarkdown(const Review& review) {
  std::string text = "---\n";
  const std::string folded = FoldedMarkdown(review);
  if (!folded.empty()) {
    absl::StrAppend(&text, "\n**Not shown in full**: ", folded,
                    ". The JSON format holds every finding.\n");
  }
  absl::StrAppend(&text, Titled("Suppressed in the code", Suppressed(review)));
  absl::StrAppend(&text, "\n**Coverage**: ", CoverageSentence(review), ".\n");
  const std::string table = CoverageTable(review);
  if (!table.empty()) absl::StrAppend(&text, "\n", table);
  absl::StrAppend(&text, Titled("Not reviewed", Unreviewed(review)),
                  Titled("Missing parts", Missing(review)), Titled("Notes", Notes(review)), "\n",
                  MarkdownCode(ReceiptLine(review.receipt())), "\n");
  return text;
}

}  // namespace allreview::report
