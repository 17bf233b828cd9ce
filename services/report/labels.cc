#include "services/report/labels.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace allreview::report {
namespace {

// Values that this version does not know read as the first word, which is that of "unspecified".
template <size_t N>
absl::string_view Look(const std::array<absl::string_view, N>& words, int value) {
  return value > 0 && static_cast<size_t>(value) < N ? words[value] : words[0];
}

}  // namespace

absl::string_view SeverityLabel(finding::v1::Severity severity) {
  static constexpr std::array<absl::string_view, 5> kWords = {"", "P0", "P1", "P2", "P3"};
  return Look(kWords, severity);
}

absl::string_view HintMark(const finding::v1::Finding& finding) {
  return finding.is_hint() ? ", hint" : "";
}

absl::string_view ImpactLabel(finding::v1::Impact impact) {
  static constexpr std::array<absl::string_view, 5> kWords = {"", "Critical", "High", "Medium",
                                                              "Low"};
  return Look(kWords, impact);
}

absl::string_view StateLabel(change::v1::LedgerEntry::State state) {
  static constexpr std::array<absl::string_view, 9> kWords = {
      "unknown",     "reviewed",    "data",      "generated",  "binary",
      "unsupported", "not fetched", "timed out", "over budget"};
  return Look(kWords, state);
}

absl::string_view FileClassLabel(change::v1::FileClass file_class) {
  static constexpr std::array<absl::string_view, 12> kWords = {
      "unknown",   "source",   "test", "documentation", "configuration", "data",
      "generated", "vendored", "lock", "binary",        "submodule",     "symlink"};
  return Look(kWords, file_class);
}

absl::string_view FileStatusLabel(change::v1::FileStatus status) {
  static constexpr std::array<absl::string_view, 7> kWords = {
      "changed", "added", "modified", "deleted", "renamed", "copied", "type changed"};
  return Look(kWords, status);
}

absl::string_view ConclusionLabel(review::v1::Conclusion conclusion) {
  static constexpr std::array<absl::string_view, 5> kWords = {"unknown", "success", "findings",
                                                              "incomplete", "blocked"};
  return Look(kWords, conclusion);
}

absl::string_view ShownLabel(finding::v1::Shown shown) {
  static constexpr std::array<absl::string_view, 7> kWords = {"unknown",
                                                              "in full",
                                                              "over the budget",
                                                              "beside P0 or P1",
                                                              "suppressed in the code",
                                                              "below the severity asked for",
                                                              "rule on probation"};
  return Look(kWords, shown);
}

int LastLine(const change::v1::SourceRange& range) {
  if (range.first_line() <= 0) return 0;
  return std::max(range.first_line(), range.end_line() - 1);
}

std::string Place(const change::v1::SourceRange& range) {
  if (range.first_line() <= 0) return range.path();
  const int last = LastLine(range);
  if (last == range.first_line()) return absl::StrCat(range.path(), ":", last);
  return absl::StrCat(range.path(), ":", range.first_line(), "-", last);
}

std::string PlaceOf(const change::v1::Diagnostic& diagnostic) {
  if (diagnostic.column() <= 0) return diagnostic.path();
  return absl::StrCat(diagnostic.path(), ":", diagnostic.line(), ":", diagnostic.column());
}

std::string Plural(int64_t count, absl::string_view singular, absl::string_view plural) {
  if (count == 1) return absl::StrCat("1 ", singular);
  return plural.empty() ? absl::StrCat(Grouped(count), " ", singular, "s")
                        : absl::StrCat(Grouped(count), " ", plural);
}

std::string Grouped(int64_t number) {
  std::string digits = absl::StrCat(std::abs(number));
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(i, 1, ',');
  return number < 0 ? "-" + digits : digits;
}

absl::string_view ProblemOf(const finding::v1::Finding& finding) {
  if (!finding.problem().empty()) return finding.problem();
  if (!finding.title().empty()) return finding.title();
  return finding.rule_id();
}

std::string CurrentPath(const review::v1::Review& review, const change::v1::SourceRange& range) {
  if (range.side() != change::v1::SIDE_LEFT) return range.path();
  for (const review::v1::FileSummary& file : review.files()) {
    const bool is_renamed = file.entry().status() == change::v1::FILE_STATUS_RENAMED;
    if (is_renamed && file.entry().old_path() == range.path()) return file.entry().new_path();
  }
  return range.path();
}

bool IsShown(const finding::v1::Finding& finding) {
  return finding.shown() == finding::v1::SHOWN_FULL;
}

}  // namespace allreview::report
