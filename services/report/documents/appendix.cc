#include "services/report/documents/appendix.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/ledger.h"
#include "review/markdown.h"
#include "review/reported.h"
#include "services/report/documents/numerics.h"

namespace allreview::report {
namespace {

using change::v1::LedgerEntry;
using review::v1::Review;

constexpr size_t kMaxCell = 200;  // Bytes.

constexpr size_t kMaxListed = 20;
constexpr size_t kMaxReasonRows = 12;

// "- a\n- b\n- … and 3 more\n".
std::string List(Language language, const std::vector<std::string>& items) {
  static constexpr Phrase kMore("- … and {count} more", "- ……另有 {count} 项");
  std::string list;
  for (size_t i = 0; i < items.size() && i < kMaxListed; ++i) {
    absl::StrAppend(&list, "- ", items[i], "\n");
  }
  if (items.size() > kMaxListed) {
    absl::StrAppend(
        &list, Say(language, kMore, {{"count", absl::StrCat(items.size() - kMaxListed)}}), "\n");
  }
  return list;
}

// A bold title and a list; empty: no items.
std::string Titled(Language language, const Phrase& title, const std::vector<std::string>& items) {
  return items.empty() ? ""
                       : absl::StrCat("\n**", title.In(language), "**\n\n", List(language, items));
}

std::string CoverageTable(Language language, const Review& review) {
  static constexpr Phrase kHead("| State | Files | Reason |", "| 状态 | 文件数 | 原因 |");
  static constexpr Phrase kAccepted(" (accepted by policy)", "（策略已接受）");
  static constexpr Phrase kAllRan("every rule ran", "所有规则均已运行");
  static constexpr Phrase kFurther("other reasons", "其他原因");
  std::map<std::pair<int, std::string>, int> rows;
  for (const LedgerEntry& entry : review.ledger()) {
    if (entry.hunk() >= 0) continue;
    const absl::string_view accepted = entry.is_accepted() ? kAccepted.In(language) : "";
    ++rows[{entry.state(), absl::StrCat(MarkdownCell(entry.reason(), kMaxCell), accepted)}];
  }
  if (rows.empty()) return "";
  std::string table = absl::StrCat(kHead.In(language), "\n| --- | ---: | --- |\n");
  size_t shown = 0;
  int untold = 0;
  for (const auto& [key, files] : rows) {
    if (shown++ >= kMaxReasonRows) {
      untold += files;
      continue;
    }
    absl::StrAppend(&table, "| ", StateLabel(language, static_cast<LedgerEntry::State>(key.first)),
                    " | ", Grouped(files), " | ",
                    key.second.empty() ? kAllRan.In(language) : absl::string_view(key.second),
                    " |\n");
  }
  if (untold > 0) absl::StrAppend(&table, "| … | ", untold, " | ", kFurther.In(language), " |\n");
  return table;
}

// What has the same reason stands in one item.
std::vector<std::string> Unreviewed(Language language, const Review& review) {
  static constexpr Phrase kHunk(", hunk {hunk}", "，第 {hunk} 个 hunk");
  static constexpr Phrase kUnnamed("files with unknown names", "名称未知的文件");
  static constexpr Phrase kMore("and {count} more", "另有 {count} 个");
  constexpr size_t kMaxNames = 12;
  std::map<std::string, std::vector<std::string>> names;  // By reason.
  for (const LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry)) continue;
    const std::string hunk =
        entry.hunk() >= 0 ? Say(language, kHunk, {{"hunk", absl::StrCat(entry.hunk() + 1)}}) : "";
    const std::string reason = MarkdownProse(Shorten(entry.reason(), 200));
    const std::string name =
        entry.path().empty() ? std::string(kUnnamed.In(language)) : MarkdownCode(entry.path());
    names[absl::StrCat(StateLabel(language, entry.state()), reason.empty() ? "" : " - ", reason)]
        .push_back(absl::StrCat(name, hunk));
  }
  std::vector<std::string> items;
  for (auto& [reason, of_reason] : names) {
    if (of_reason.size() > kMaxNames) {
      const std::string more = absl::StrCat(of_reason.size() - kMaxNames);
      of_reason.resize(kMaxNames);
      of_reason.push_back(Say(language, kMore, {{"count", more}}));
    }
    items.push_back(
        absl::StrCat(reason, Colon(language), absl::StrJoin(of_reason, Comma(language))));
  }
  return items;
}

std::vector<std::string> Suppressed(Language language, const Review& review) {
  static constexpr Phrase kUntil("until {date}", "有效期至 {date}");
  std::vector<std::string> items;
  for (const finding::v1::Finding& finding : review.findings()) {
    if (finding.shown() != finding::v1::SHOWN_SUPPRESSED) continue;
    const finding::v1::Suppression& suppression = finding.suppression();
    const std::string until =
        suppression.until().empty() ? "" : Say(language, kUntil, {{"date", suppression.until()}});
    items.push_back(absl::StrCat(MarkdownCode(Place(finding.range())), " ",
                                 MarkdownCode(finding.rule_id()), " - ",
                                 MarkdownText(suppression.reason()), InBrackets(language, until)));
  }
  return items;
}

std::vector<std::string> Missing(Language language, const Review& review) {
  std::vector<std::string> items;
  for (const change::v1::MissingPart& part : review.missing()) {
    items.push_back(MarkdownProse(MissingSentence(language, part)));
  }
  return items;
}

std::string Describe(Language language, const change::v1::Diagnostic& diagnostic) {
  static constexpr Phrase kError("error: ", "错误：");
  static constexpr Phrase kInputLine("input line {line}: ", "输入第 {line} 行：");
  std::string place;
  if (!diagnostic.path().empty()) {
    place = absl::StrCat(MarkdownCode(PlaceOf(diagnostic)), Colon(language));
  }
  if (diagnostic.path().empty() && diagnostic.line() > 0) {
    place = Say(language, kInputLine, {{"line", absl::StrCat(diagnostic.line())}});
  }
  const bool is_error = diagnostic.level() == change::v1::Diagnostic::LEVEL_ERROR;
  const std::string hint = MarkdownProse(diagnostic.hint());
  return absl::StrCat(is_error ? kError.In(language) : "", place,
                      MarkdownProse(diagnostic.message()), hint.empty() ? "" : Semicolon(language),
                      hint, InBrackets(language, MarkdownCode(diagnostic.code())));
}

constexpr int kMaxNamedRules = 3;

bool IsRuleOff(const analysis::v1::PolicyValue& value) {
  return absl::StartsWith(value.key(), "rules.") &&
         (value.value() == "false" || value.value() == "off");
}

// How many rules each line of the policy switches off, where it is more than a reader looks at.
std::map<std::string, int> RulesOffByOrigin(const Review& review) {
  std::map<std::string, int> off;
  for (const analysis::v1::PolicyValue& value : review.policy().values()) {
    if (IsRuleOff(value) && absl::EndsWith(value.key(), ".enabled")) ++off[value.origin()];
  }
  std::erase_if(off, [](const auto& entry) { return entry.second <= kMaxNamedRules; });
  return off;
}

// "Policy differs from the defaults: …"; empty: it does not.
std::string PolicyNote(Language language, const Review& review) {
  constexpr size_t kMaxValues = 8;
  static constexpr Phrase kDiffers("Policy differs from the defaults: {values}.",
                                   "策略与默认值不同：{values}。");
  static constexpr Phrase kMore(" and {count} more", "，另有 {count} 项");
  static constexpr Phrase kOff("{count} rules off", "关闭 {count} 条规则");
  std::vector<std::string> values;
  const std::map<std::string, int> off = RulesOffByOrigin(review);
  for (const auto& [origin, count] : off) {
    values.push_back(absl::StrCat(Say(language, kOff, {{"count", absl::StrCat(count)}}),
                                  InBrackets(language, MarkdownText(origin))));
  }
  for (const analysis::v1::PolicyValue& value : review.policy().values()) {
    if (value.origin() == "default" || value.origin().empty()) continue;
    if (off.contains(value.origin()) && IsRuleOff(value)) continue;
    values.push_back(absl::StrCat(MarkdownCode(absl::StrCat(value.key(), ": ", value.value())),
                                  InBrackets(language, MarkdownText(value.origin()))));
  }
  if (values.empty()) return "";
  const size_t total = values.size();
  if (total > kMaxValues) values.resize(kMaxValues);
  std::string told = absl::StrJoin(values, Comma(language));
  if (total > kMaxValues) {
    told += Say(language, kMore, {{"count", absl::StrCat(total - kMaxValues)}});
  }
  return Say(language, kDiffers, {{"values", told}});
}

std::vector<std::string> Notes(Language language, const Review& review) {
  std::vector<std::string> items;
  for (const auto& diagnostic : review.diagnostics()) {
    items.push_back(Describe(language, diagnostic));
  }
  for (const auto& diagnostic : review.policy().diagnostics()) {
    items.push_back(Describe(language, diagnostic));
  }
  std::string note = PolicyNote(language, review);
  if (!note.empty()) items.push_back(std::move(note));
  return items;
}

absl::string_view ServiceLabel(Language language, absl::string_view service) {
  static constexpr Phrase kNumerics("numerical checks", "数值检查");
  static constexpr Phrase kAnalysis("checks by rules", "规则检查");
  static constexpr Phrase kDiff("parsing the diff", "diff 解析");
  static constexpr Phrase kPullRequest("content of the change", "变更内容");
  if (service == "numerics") return kNumerics.In(language);
  if (service == "analysis") return kAnalysis.In(language);
  if (service == "diff") return kDiff.In(language);
  if (service == "pull_request") return kPullRequest.In(language);
  return service;
}

// Enough of a hash to recognise it.
// Files and parts that nobody read.
std::string Gaps(Language language, const Review& review) {
  static constexpr Phrase kNotReviewed("Not reviewed", "未评审");
  static constexpr Phrase kMissing("Missing parts", "缺失部分");
  return absl::StrCat(Titled(language, kNotReviewed, Unreviewed(language, review)),
                      Titled(language, kMissing, Missing(language, review)));
}

std::string Short(absl::string_view hash) {
  return hash.empty() ? "-" : std::string(hash.substr(0, 12));
}

}  // namespace

std::string CoverageSentence(Language language, const Review& review) {
  static constexpr Phrase kNone("no changed file needs a review by rules",
                                "没有改动的文件需要按规则评审");
  static constexpr Phrase kNoneOfScan("no scanned file needs a review by rules",
                                      "扫描的文件都不需要按规则评审");
  static constexpr Phrase kOne("{reviewed} of 1 file that needs a review was reviewed",
                               "1 个需要评审的文件中已评审 {reviewed} 个");
  static constexpr Phrase kMany("{reviewed} of {total} files that need a review were reviewed",
                                "{total} 个需要评审的文件中已评审 {reviewed} 个");
  const int reviewed = review.counts().files_reviewed();
  const int total = reviewed + review.counts().files_unreviewed();
  if (total == 0) return std::string((IsScan(review) ? kNoneOfScan : kNone).In(language));
  return Say(language, total == 1 ? kOne : kMany,
             {{"reviewed", absl::StrCat(reviewed)}, {"total", Grouped(total)}});
}

std::string FoldedMarkdown(Language language, const Review& review) {
  std::map<int, std::vector<std::string>> by_state;
  for (const review::v1::FoldedCount& folded : review.folded()) {
    if (folded.shown() == finding::v1::SHOWN_SUPPRESSED) continue;  // Listed one by one.
    if (IsScan(review) && IsReported(folded.shown())) continue;     // A scan lists them.
    by_state[folded.shown()].push_back(
        absl::StrCat(folded.count(), " × ", MarkdownCode(folded.rule_id())));
  }
  return absl::StrJoin(by_state, Semicolon(language), [&](std::string* out, const auto& state) {
    const auto shown = static_cast<finding::v1::Shown>(state.first);
    absl::StrAppend(out, absl::StrJoin(state.second, Comma(language)),
                    InBrackets(language, ShownLabel(language, shown)));
  });
}

std::string MissingSentence(Language language, const change::v1::MissingPart& part) {
  static constexpr Phrase kNotConfigured("not configured", "未配置");
  static constexpr Phrase kAbsent("{sentence}; as a result, {effect}", "{sentence}；因此{effect}");
  const std::string reason = part.is_expected()      ? std::string(kNotConfigured.In(language))
                             : part.reason().empty() ? part.code()
                                                     : part.reason();
  std::string sentence =
      absl::StrCat(ServiceLabel(language, part.service()), Colon(language), reason);
  if (part.is_expected() || part.effect().empty()) return sentence;
  return Say(language, kAbsent, {{"sentence", sentence}, {"effect", part.effect()}});
}

std::string ReceiptLine(const review::v1::Receipt& receipt) {
  std::string line = absl::StrCat("receipt ", receipt.digest(), " = engine ", receipt.engine(),
                                  ", rules ", Short(receipt.rules()), ", policy ",
                                  Short(receipt.policy()), ", head ", Short(receipt.head()));
  if (!receipt.merge_base().empty()) {
    absl::StrAppend(&line, ", merge base ", Short(receipt.merge_base()));
  }
  return absl::StrCat(line, ", diff ", Short(receipt.diff()), ", options ",
                      Short(receipt.options()), ", outcome ", Short(receipt.outcome()));
}

std::string AppendixMarkdown(Language language, const Review& review, Folding folding) {
  static constexpr Phrase kFolded(
      "**Not shown in full**: {folded}. The JSON format holds every finding.",
      "**未完整展示**：{folded}。JSON 格式包含全部问题。");
  static constexpr Phrase kCoverage("**Coverage**: {sentence}.", "**覆盖情况**：{sentence}。");
  static constexpr Phrase kNumerics("**Numerical checks**: {sentence}.",
                                    "**数值检查**：{sentence}。");
  static constexpr Phrase kSuppressed("Suppressed in the code", "已在代码中抑制");
  static constexpr Phrase kNotes("Notes", "备注");
  std::string text = "---\n";
  const std::string folded = folding == Folding::kTold ? FoldedMarkdown(language, review) : "";
  if (!folded.empty()) {
    absl::StrAppend(&text, "\n", Say(language, kFolded, {{"folded", folded}}), "\n");
  }
  text += Titled(language, kSuppressed, Suppressed(language, review));
  // Of a change the files that nobody read are listed by name.
  const std::string table = IsScan(review) ? CoverageTable(language, review) : "";
  if (!table.empty()) absl::StrAppend(&text, "\n", table);
  absl::StrAppend(&text, Gaps(language, review), Titled(language, kNotes, Notes(language, review)));
  // That everything was read is no news.
  const bool is_whole = review.counts().files_reviewed() > 0 &&
                        review.counts().files_unreviewed() == 0 && !IsScan(review);
  std::string end =
      is_whole ? "" : Say(language, kCoverage, {{"sentence", CoverageSentence(language, review)}});
  const std::string numerics = NumericsSentence(language, review.numerics(), IsScan(review));
  if (!numerics.empty()) {
    end = JoinSentences(language, end, Say(language, kNumerics, {{"sentence", numerics}}));
  }
  const bool has_receipt = folding != Folding::kBesideReview || IsScan(review);
  if (!has_receipt && end.empty()) return text == "---\n" ? "" : text;
  return absl::StrCat(text, "\n", end, end.empty() || !has_receipt ? "" : " ",
                      has_receipt ? MarkdownCode(ReceiptLine(review.receipt())) : "", "\n");
}

std::string UnreadMarkdown(Language language, const Review& review) {
  const bool is_lost =
      std::any_of(review.ledger().begin(), review.ledger().end(), [](const LedgerEntry& entry) {
        return IsGap(entry) && entry.state() != LedgerEntry::STATE_UNSUPPORTED;
      });
  // Files of other languages are told of where they are; that no rule reads them is for a review.
  if (!is_lost && review.missing().empty()) return "";
  return absl::StrCat("---\n", Gaps(language, review));
}

}  // namespace allreview::report
