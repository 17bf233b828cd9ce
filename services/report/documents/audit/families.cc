#include "services/report/documents/audit/families.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/rule_table.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/audit/finding_sections.h"
#include "services/report/documents/audit/observations.h"
#include "services/report/documents/numerics.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;
using Check = report::v1::AuditFocus;

constexpr Phrase kHead("| Family | What was checked | Result |", "| 类别 | 检查内容 | 结果 |");
constexpr Phrase kRuleHead("| Rule | What it checks | Result |", "| 规则 | 检查内容 | 结果 |");
constexpr Phrase kClean("clean", "未发现问题");
constexpr Phrase kUnknown("not checked", "未检查");
constexpr Phrase kSomeAt("{findings}: {places}", "{findings}：{places}");
constexpr Phrase kGrowing("{functions} with allocations of two or more dimensions (see Scaling)",
                          "{functions}分配了二维及以上的张量，见“可扩展性”");
constexpr Noun kFunctions = {"function", "functions", "个函数"};

struct Family {
  Check::Check check;
  Phrase name, what;
};
constexpr Family kFamilies[] = {
    {Check::CHECK_MEMORY, Phrase("Memory", "内存"),
     Phrase("graphs kept by losses and statistics, outputs held by contexts, buffers freed or "
            "rebound too early, concatenation in loops, materialised edge tensors, pinned and "
            "repeated allocations, open files, mutable defaults",
            "损失与统计量滞留的计算图、context 持有的输出、过早释放或重新绑定的缓冲区、循环内拼接、"
            "物化的边张量、锁页与重复分配、未关闭的文件、可变默认参数")},
    {Check::CHECK_NUMERICS, Phrase("Numerics", "数值"),
     Phrase("softmax and log chains, divisions and roots without a guard, cumulative sums that "
            "drift or overflow, low-precision accumulators, mask sentinels, NaN comparisons, "
            "precision of reductions",
            "softmax 与 log 链、缺少保护的除法与开方、会漂移或溢出的累积和、低精度累加器、"
            "mask 哨兵值、NaN 比较、归约精度")},
    {Check::CHECK_GRADIENTS, Phrase("Gradients", "梯度"),
     Phrase("autograd functions (arity, saved tensors, context), tensors changed in place, `.data` "
            "and tensors made of tensors, `requires_grad`, NaN gradients behind `where`, "
            "checkpointing",
            "autograd 函数（返回个数、saved tensors、context）、原地修改的张量、`.data` 与 "
            "`torch.tensor(tensor)`、`requires_grad`、`where` 背后的 NaN 梯度、激活重计算")},
    {Check::CHECK_DEVICES, Phrase("Devices", "设备"),
     Phrase("factories without a device, tensors made on the host and moved, constants and Python "
            "data copied to the device, synchronisation with the host, CPU tensors in collectives, "
            "local rank",
            "未指定 device 的张量创建、先在 host 创建再搬运、常量与 Python 数据的拷贝、host "
            "同步、集合通信中的 CPU 张量、local rank")},
};

std::string Result(const AuditView& view, const std::vector<const Finding*>& found) {
  if (!view.IsAnalysed()) return std::string(kUnknown.In(view.language));
  if (found.empty()) return std::string(kClean.In(view.language));
  return Say(view.language, kSomeAt,
             {{"findings", Count(view.language, static_cast<int64_t>(found.size()), kFindingNoun)},
              {"places", PlacesText(view, found, 3)}});
}

bool HasCheck(const Finding& finding, Check::Check check) {
  const std::vector<Check::Check> checks = ChecksOf(finding);
  return std::find(checks.begin(), checks.end(), check) != checks.end();
}

int LargeAllocations(const AuditView& view) {
  int count = 0;
  for (const analysis::v1::Scaling* scaling : view.scaling) {
    int degree = 0;
    if (scaling->memory().products().empty()) continue;
    for (const auto& factor : scaling->memory().products(0).factors()) degree += factor.power();
    count += degree >= 2;
  }
  return count;
}

std::string ResultOfFamily(const AuditView& view, const Family& family) {
  std::vector<const Finding*> found;
  for (const Finding* finding : view.findings) {
    if (HasCheck(*finding, family.check)) found.push_back(finding);
  }
  std::string result = Result(view, found);
  const std::string measured = NumericsSentence(view.language, view.review().numerics());
  if (family.check == Check::CHECK_NUMERICS && !measured.empty()) {
    absl::StrAppend(&result, Semicolon(view.language), measured);
  }
  const int large = family.check == Check::CHECK_MEMORY ? LargeAllocations(view) : 0;
  if (large == 0) return result;
  const std::string functions = Count(view.language, large, kFunctions);
  const std::string growing = Say(view.language, kGrowing, {{"functions", functions}});
  return found.empty() ? growing : absl::StrCat(result, Semicolon(view.language), growing);
}

bool SpeaksOfSemiMarkov(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  for (absl::string_view word : {"semicrf", "semi_crf", "semi-crf", "semimarkov", "semi_markov",
                                 "semi-markov", "cum_scores", "max_duration", "duration_bias"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// Something of the audited code that speaks of it; empty: nothing does.
std::string SemiMarkovEvidence(const AuditView& view) {
  for (const Finding* finding : view.findings) {
    if (finding->category() == "semi-markov") return Place(finding->range());
  }
  for (const analysis::v1::ChangedSymbol& symbol : view.review().model().symbols()) {
    if (SpeaksOfSemiMarkov(symbol.name()) || SpeaksOfSemiMarkov(symbol.signature_after())) {
      return absl::StrCat(symbol.path(), ":", symbol.name());
    }
  }
  for (const review::v1::FileSummary& file : view.review().files()) {
    if (file.language() == "python" && SpeaksOfSemiMarkov(file.entry().new_path())) {
      return file.entry().new_path();
    }
  }
  return "";
}

// Empty: it found nothing. What the table of costs shows is no less there because the rule looks
// for another form.
std::string ResultOfRule(const AuditView& view, absl::string_view rule) {
  static constexpr Phrase kByScaling("{function} holds one, see Recommendations",
                                     "{function} 持有一个，见“建议”");
  std::vector<const Finding*> found;
  for (const Finding* finding : view.findings) {
    if (finding->rule_id() == rule) found.push_back(finding);
  }
  if (!found.empty()) return Result(view, found);
  if (rule != "materialised-edge-tensor") return "";
  const std::vector<const analysis::v1::Scaling*> held = LargeSequenceAllocations(view);
  if (held.empty()) return "";
  return Say(view.language, kByScaling,
             {{"function", MarkdownCellCode(NameOfSymbol(held[0]->symbol()))}});
}

}  // namespace

std::string FamiliesMarkdown(const AuditView& view) {
  // Of what nobody read nothing is known.
  if (!view.HasRead()) return "";
  static constexpr Phrase kCheckedClean("Checked without a finding: {names}.",
                                        "已检查，未发现问题：{names}。");
  std::string rows;
  std::vector<std::string> clean;
  for (const Family& family : kFamilies) {
    if (!view.Wants(family.check)) continue;
    const std::string result = ResultOfFamily(view, family);
    if (result == kClean.In(view.language)) {
      clean.push_back(absl::AsciiStrToLower(family.name.In(view.language)));
      continue;
    }
    absl::StrAppend(&rows, "| ", family.name.In(view.language), " | ",
                    family.what.In(view.language), " | ", result, " |\n");
  }
  if (rows.empty() && clean.empty()) return "";
  const std::string failures = view.Wants(Check::CHECK_NUMERICS)
                                   ? NumericsFailures(view.language, view.review().numerics())
                                   : "";
  std::string text;
  if (!rows.empty()) {
    text = absl::StrCat(kHead.In(view.language), "\n| --- | --- | --- |\n", rows, "\n");
  }
  if (!clean.empty()) {
    absl::StrAppend(
        &text,
        Say(view.language, kCheckedClean, {{"names", absl::StrJoin(clean, Comma(view.language))}}),
        "\n\n");
  }
  return absl::StrCat(text, failures);
}

std::string SemiMarkovMarkdown(const AuditView& view) {
  static constexpr Phrase kPresent("The code contains semi-Markov models, for example {evidence}.",
                                   "代码中包含 semi-Markov 模型，例如 {evidence}。");
  static constexpr Phrase kCleanRules("{rules} of this family found nothing.",
                                      "该类别中有 {rules}未发现问题。");
  static constexpr Noun kRules = {"rule", "rules", "条规则"};
  const std::string evidence = SemiMarkovEvidence(view);
  if (evidence.empty()) return "";
  std::string rows;
  int64_t clean = 0;
  for (const rules::RuleInfo& rule : rules::RuleTable()) {
    if (rule.assures.en.empty()) continue;
    const absl::string_view what =
        view.language == Language::kChinese ? rule.assures.zh : rule.assures.en;
    const std::string result = ResultOfRule(view, rule.id);
    if (result.empty()) {
      ++clean;
      continue;
    }
    absl::StrAppend(&rows, "| ", MarkdownCellCode(rule.id), " | ", what, " | ", result, " |\n");
  }
  std::string text =
      absl::StrCat(Say(view.language, kPresent, {{"evidence", MarkdownCode(evidence)}}), "\n\n");
  if (!view.IsAnalysed()) return absl::StrCat(text, kUnknown.In(view.language), "\n\n");
  if (!rows.empty()) {
    absl::StrAppend(&text, kRuleHead.In(view.language), "\n| --- | --- | --- |\n", rows, "\n");
  }
  if (clean == 0) return text;
  return absl::StrCat(
      text, Say(view.language, kCleanRules, {{"rules", Count(view.language, clean, kRules)}}),
      "\n\n");
}

}  // namespace allreview::report
