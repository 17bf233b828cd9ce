#include "services/report/documents/summary.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/description.h"
#include "services/report/display_text.h"
#include "services/report/documents/test_verification.h"
#include "services/report/finding_text.h"
#include "services/report/labels.h"
#include "services/report/markdown.h"
#include "services/report/structure_diagram.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using review::v1::Review;

constexpr size_t kMaxSentenceBytes = 400;
constexpr size_t kMaxNames = 5;
constexpr int kMaxSubjects = 5;

// Body of the pull request; else those of the commits.
Description Describe(const change::v1::ChangeInfo& change) {
  Description description = ReadDescription(change.body());
  const bool is_silent = description.what.empty() && description.why.empty() &&
                         description.how.empty() && description.issues.empty();
  if (!is_silent) return description;
  std::string bodies;
  for (const change::v1::Commit& commit : change.commits()) {
    absl::StrAppend(&bodies, commit.body(), "\n\n");
  }
  return ReadDescription(bodies);
}

std::string Sentences(const std::vector<std::string>& sentences, size_t limit) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(limit, sentences.size()); ++i) {
    shown.push_back(SentenceMarkdown(Shorten(sentences[i], kMaxSentenceBytes)));
  }
  return absl::StrJoin(shown, " ");
}

std::string Subjects(const change::v1::ChangeInfo& change) {
  std::vector<std::string> subjects;
  for (const change::v1::Commit& commit : change.commits()) {
    if (static_cast<int>(subjects.size()) == kMaxSubjects) break;
    subjects.push_back(MarkdownProse(Shorten(commit.subject(), kMaxSentenceBytes)));
  }
  if (subjects.empty()) return "";
  const int untold = change.commits_size() - static_cast<int>(subjects.size());
  return absl::StrCat(Plural(change.commits_size(), "commit"), ": ", absl::StrJoin(subjects, "; "),
                      untold > 0 ? absl::StrCat("; … and ", untold, " more.") : ".");
}

// The folder that all files share, with its slash; empty: the root.
std::string SharedFolder(const Review& review) {
  if (review.files().empty()) return "";
  std::string shared = review.files(0).entry().new_path();
  for (const review::v1::FileSummary& file : review.files()) {
    const std::string& path = file.entry().new_path();
    const auto end = std::mismatch(shared.begin(), shared.end(), path.begin(), path.end()).first;
    shared.erase(end, shared.end());
  }
  return shared.substr(0, shared.rfind('/') + 1);
}

std::string Extent(const Review& review) {
  const std::string folder = SharedFolder(review);
  return absl::StrCat("The diff touches ", Plural(review.totals().files(), "file"),
                      folder.empty() ? "" : absl::StrCat(" under ", MarkdownCode(folder)), ".");
}

std::string What(const Review& review, const Description& description) {
  const change::v1::ChangeInfo& change = review.change();
  // "Merge branch 'x' into 'y'" tells less than the body below it.
  const bool is_merge =
      absl::StartsWith(change.title(), "Merge branch ") && !description.what.empty();
  std::string what = change.title().empty()
                         ? Subjects(change)
                         : SentenceMarkdown(Shorten(change.title(), kMaxSentenceBytes));
  if (is_merge) return Sentences(description.what, 3);
  if (what.empty()) what = Extent(review);
  const std::string more = Sentences(description.what, 2);
  return more.empty() ? what : absl::StrCat(what, " ", more);
}

std::string Why(const Review& review, const Description& description) {
  std::string issues;
  if (!description.issues.empty()) {
    std::vector<std::string> names;
    for (const std::string& issue : description.issues) names.push_back(MarkdownCode(issue));
    issues = absl::StrCat("Closes ", absl::StrJoin(names, ", "), ".");
  }
  const std::string reasons = Sentences(description.why, 3);
  if (!reasons.empty()) return issues.empty() ? reasons : absl::StrCat(reasons, " ", issues);
  if (!issues.empty()) return absl::StrCat(issues, " The author gives no further reason.");
  if (LacksReason(review)) return "The author gives no reason; see the questions.";
  return description.what.empty() && description.how.empty()
             ? "The change came without a description."
             : "The description gives no explicit reason.";
}

// "2 new (`a`, `b`)"; empty: none.
std::string Names(absl::string_view what, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(kMaxNames, names.size()); ++i) {
    shown.push_back(MarkdownCode(Shorten(names[i], 80)));
  }
  if (names.size() > kMaxNames) shown.push_back("…");
  return absl::StrCat(names.size(), " ", what, " (", absl::StrJoin(shown, ", "), ")");
}

// What the syntax trees say, independent of the author.
std::string Structure(const analysis::v1::ChangeModel& model) {
  std::map<int, std::vector<std::string>> names;
  int tests = 0;
  for (const ChangedSymbol* shown : SymbolsWorthShowing(model)) {
    const ChangedSymbol& symbol = *shown;
    if (symbol.is_test()) {
      ++tests;
      continue;
    }
    const bool is_plain = symbol.status() == ChangedSymbol::STATUS_ADDED ||
                          symbol.status() == ChangedSymbol::STATUS_REMOVED;
    names[is_plain ? symbol.status() : ChangedSymbol::STATUS_MODIFIED].push_back(symbol.name());
  }
  std::vector<std::string> parts;
  for (const auto& [status, word] :
       {std::pair<int, absl::string_view>{ChangedSymbol::STATUS_ADDED, "new"},
        {ChangedSymbol::STATUS_MODIFIED, "modified"},
        {ChangedSymbol::STATUS_REMOVED, "removed"}}) {
    if (std::string part = Names(word, names[status]); !part.empty()) parts.push_back(part);
  }
  if (tests > 0) parts.push_back(absl::StrCat(Plural(tests, "definition"), " of tests"));
  if (parts.empty()) return "";
  return absl::StrCat("Definitions: ", absl::StrJoin(parts, ", "), ".");
}

std::string Signatures(const analysis::v1::ChangeModel& model) {
  constexpr size_t kMaxSignatures = 3;
  std::vector<std::string> changes;
  size_t untold = 0;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_changed = !symbol.signature_before().empty() &&
                            !symbol.signature_after().empty() &&
                            symbol.signature_before() != symbol.signature_after();
    if (!is_changed || symbol.is_test()) continue;
    if (changes.size() == kMaxSignatures) {
      ++untold;
      continue;
    }
    changes.push_back(absl::StrCat("  - ", MarkdownCode(Shorten(symbol.signature_before(), 160)),
                                   " → ", MarkdownCode(Shorten(symbol.signature_after(), 160)),
                                   "\n"));
  }
  if (changes.empty()) return "";
  if (untold > 0) changes.push_back(absl::StrCat("  - … and ", untold, " more\n"));
  return absl::StrCat("- Signatures that change:\n", absl::StrJoin(changes, ""));
}

std::string How(const Review& review, const Description& description) {
  const std::string told = Sentences(description.how, 3);
  const std::string structure = Structure(review.model());
  if (told.empty() && structure.empty()) {
    return absl::StrCat(review.change().title().empty() ? "" : Extent(review) + " ",
                        "No definition in Python changes.");
  }
  return absl::StrCat(told, told.empty() || structure.empty() ? "" : " ", structure);
}

std::string ScopeTable(const Review& review) {
  struct Row {
    int files = 0;
    int64_t additions = 0, deletions = 0;
  };
  std::map<int, Row> rows;
  for (const review::v1::FileSummary& file : review.files()) {
    Row& row = rows[file.file_class()];
    ++row.files;
    row.additions += file.additions();
    row.deletions += file.deletions();
  }
  std::string table = "| Scope | Files | Added | Removed |\n| --- | ---: | ---: | ---: |\n";
  for (const auto& [file_class, row] : rows) {
    absl::StrAppend(&table, "| ", FileClassLabel(static_cast<change::v1::FileClass>(file_class)),
                    " | ", Grouped(row.files), " | +", Grouped(row.additions), " | -",
                    Grouped(row.deletions), " |\n");
  }
  if (rows.size() != 1) {
    absl::StrAppend(&table, "| **total** | ", Grouped(review.totals().files()), " | +",
                    Grouped(review.totals().additions()), " | -",
                    Grouped(review.totals().deletions()), " |\n");
  }
  return table;
}

std::string Complexity(const diff::v1::Complexity& complexity) {
  if (complexity.label().empty()) return "";
  return absl::StrCat("Complexity: **", MarkdownText(complexity.label()), "** (",
                      Plural(complexity.code_lines(), "line"), " of code, ",
                      Plural(complexity.test_lines(), "line"), " of tests; score ",
                      Grouped(complexity.score()), ").\n\n");
}

std::string Capitalised(absl::string_view word) {
  std::string result(word);
  if (!result.empty()) result[0] = absl::ascii_toupper(result[0]);
  return result;
}

}  // namespace

bool LacksReason(const Review& review) {
  const change::v1::ChangeInfo& change = review.change();
  const bool has_author =
      change.number() > 0 || !change.title().empty() || !change.commits().empty();
  if (!has_author) return false;
  const Description description = Describe(change);
  return description.what.empty() && description.why.empty() && description.how.empty() &&
         description.issues.empty();
}

std::string SummaryMarkdown(const Review& review) {
  const Description description = Describe(review.change());
  std::string text = absl::StrCat(
      "**", Capitalised(ConclusionLabel(review.conclusion())),
      "**: ", SentenceMarkdown(review.conclusion_reason()), "\n\n",
      "- **What**: ", What(review, description), "\n- **Why**: ", Why(review, description),
      "\n- **How**: ", How(review, description), "\n", Signatures(review.model()), "\n",
      ScopeTable(review), "\n", Complexity(review.complexity()));
  const std::optional<std::string> diagram = StructureDiagram(review.model(), {});
  if (diagram) {
    absl::StrAppend(&text, "```mermaid\n", *diagram, "```\n");
  } else {
    absl::StrAppend(&text, "No diagram: no definition in Python changes.\n");
  }
  const std::string tests = TestVerificationMarkdown(review.tests());
  return tests.empty() ? text : absl::StrCat(text, "\n", tests);
}

}  // namespace allreview::report
