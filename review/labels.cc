#include "review/labels.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "sentences/phrases/coverage.h"

namespace allreview {
namespace {

// A word for each value of an enumeration, by number: with one missing it does not compile. Values
// that this version does not know read as the first word, which is that of "unspecified".
template <size_t N>
absl::string_view Look(Language language, const std::array<Phrase, N>& words, int value) {
  return words[value > 0 && static_cast<size_t>(value) < N ? value : 0].In(language);
}

}  // namespace

absl::string_view SeverityLabel(finding::v1::Severity severity) {
  static constexpr std::array<absl::string_view, finding::v1::Severity_ARRAYSIZE> kWords = {
      "", "P0", "P1", "P2", "P3"};
  return finding::v1::Severity_IsValid(severity) ? kWords[severity] : "";
}

absl::string_view HintMark(Language language, const finding::v1::Finding& finding) {
  static constexpr Phrase kHint(", hint", "，提示");
  return finding.is_hint() ? kHint.In(language) : "";
}

absl::string_view StateLabel(Language language, change::v1::LedgerEntry::State state) {
  static constexpr std::array<Phrase, change::v1::LedgerEntry::State_ARRAYSIZE> kWords = {
      phrases::kStateUnknown,    phrases::kStateReviewed, phrases::kStateData,
      phrases::kStateGenerated,  phrases::kStateBinary,   phrases::kStateUnsupported,
      phrases::kStateNotFetched, phrases::kStateTimedOut, phrases::kStateOverBudget};
  return Look(language, kWords, state);
}

absl::string_view FileClassLabel(Language language, change::v1::FileClass file_class) {
  static constexpr std::array<Phrase, change::v1::FileClass_ARRAYSIZE> kWords = {
      Phrase("unknown", "未知"), {"source", "源码"},         {"test", "测试"},
      {"documentation", "文档"}, {"configuration", "配置"},  {"data", "数据"},
      {"generated", "生成文件"}, {"vendored", "第三方代码"}, {"lock", "锁文件"},
      {"binary", "二进制"},      {"submodule", "子模块"},    {"symlink", "符号链接"}};
  return Look(language, kWords, file_class);
}

absl::string_view ConclusionLabel(Language language, review::v1::Conclusion conclusion) {
  static constexpr std::array<Phrase, review::v1::Conclusion_ARRAYSIZE> kWords = {
      Phrase("unknown", "未知"),
      {"success", "通过"},
      {"findings", "有建议"},
      {"incomplete", "评审不完整"},
      {"blocked", "阻断合并"}};
  return Look(language, kWords, conclusion);
}

absl::string_view ShownLabel(Language language, finding::v1::Shown shown) {
  static constexpr std::array<Phrase, finding::v1::Shown_ARRAYSIZE> kWords = {
      Phrase("unknown", "未知"),
      {"in full", "完整展示"},
      {"over the budget", "超出展示上限"},
      {"P0/P1 come first", "先处理 P0/P1"},
      {"suppressed in the code", "已在代码中抑制"},
      {"below the requested severity", "低于所要求的严重级别"},
      {"rule on probation", "规则处于试用期"},
      {"in the baseline", "已在基线中"}};
  return Look(language, kWords, shown);
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

}  // namespace allreview
