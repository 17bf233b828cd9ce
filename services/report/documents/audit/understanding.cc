#include "services/report/documents/audit/understanding.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/labels.h"
#include "review/markdown.h"

namespace allreview::report {
namespace {

using Check = report::v1::AuditFocus;

const Phrase& NameOf(Check::Check check) {
  static constexpr Phrase kNames[] = {Phrase("other", "其他"),
                                      Phrase("scaling", "可扩展性"),
                                      Phrase("memory", "内存"),
                                      Phrase("numerics", "数值稳定性"),
                                      Phrase("gradients", "梯度"),
                                      Phrase("devices", "设备放置"),
                                      Phrase("distributed", "分布式通信"),
                                      Phrase("performance", "性能"),
                                      Phrase("tests", "测试")};
  const int index = static_cast<int>(check);
  return kNames[index > 0 && index < static_cast<int>(std::size(kNames)) ? index : 0];
}

template <typename Texts>
std::string Codes(Language language, const Texts& texts) {
  std::vector<std::string> codes;
  for (const std::string& text : texts) codes.push_back(MarkdownCode(text));
  return absl::StrJoin(codes, Comma(language));
}

std::string SizeText(Language language, const Check::Size& size) {
  static constexpr Phrase kEach("each dimension", "每个维度");
  const std::string name =
      size.dimension().empty() ? std::string(kEach.In(language)) : MarkdownCode(size.dimension());
  return size.value() > 0 ? absl::StrCat(name, " = ", Grouped(size.value()))
                          : absl::StrCat(name, " ×", Grouped(size.factor()));
}

std::string Scope(const AuditView& view) {
  static constexpr Phrase kTree("whole files at one commit", "某一提交处的完整文件");
  static constexpr Phrase kChange("the change", "本次变更");
  static constexpr Phrase kPaths("{scope}, only {paths}", "{scope}，仅限 {paths}");
  static constexpr Phrase kNames("{scope}, only functions and files whose names contain {names}",
                                 "{scope}，仅限名称含 {names} 的函数与文件");
  std::string scope((view.is_scan ? kTree : kChange).In(view.language));
  if (!view.focus.paths().empty()) {
    scope = Say(view.language, kPaths,
                {{"scope", scope}, {"paths", Codes(view.language, view.focus.paths())}});
  }
  if (!view.focus.names().empty()) {
    scope = Say(view.language, kNames,
                {{"scope", scope}, {"names", Codes(view.language, view.focus.names())}});
  }
  return scope;
}

}  // namespace

std::string UnderstandingMarkdown(const AuditView& view) {
  static constexpr Phrase kAsked("> **Asked**: {request}", "> **问题**：{request}");
  static constexpr Phrase kUnderstood("> **Understood as**: {checks}, in {scope}",
                                      "> **理解为**：检查{checks}（范围：{scope}）");
  static constexpr Phrase kEverything("everything that a production-readiness audit covers",
                                      "生产就绪审计的全部内容");
  static constexpr Phrase kSizes("> **Sizes**: {sizes}", "> **规模**：{sizes}");
  static constexpr Phrase kUnanswered("> **Not covered by this answer**: {words}",
                                      "> **不在本回答范围内**：{words}");
  static constexpr Phrase kNotRun(
      "> The code was read, not run: nothing here was timed or measured on a device.",
      "> 只阅读代码，没有运行：以下内容都没有在设备上计时或测量。");
  const Check& focus = view.focus;
  if (focus.request().empty()) return "";
  std::vector<std::string> checks;
  for (int check : focus.checks()) {
    checks.emplace_back(NameOf(static_cast<Check::Check>(check)).In(view.language));
  }
  if (checks.empty()) checks.emplace_back(kEverything.In(view.language));
  std::vector<std::string> lines = {
      Say(view.language, kAsked, {{"request", MarkdownText(focus.request())}}),
      Say(view.language, kUnderstood,
          {{"checks", absl::StrJoin(checks, Comma(view.language))}, {"scope", Scope(view)}})};
  if (!focus.sizes().empty()) {
    std::vector<std::string> sizes;
    for (const Check::Size& size : focus.sizes()) sizes.push_back(SizeText(view.language, size));
    lines.push_back(
        Say(view.language, kSizes, {{"sizes", absl::StrJoin(sizes, Comma(view.language))}}));
  }
  if (!focus.unanswered().empty()) {
    lines.push_back(
        Say(view.language, kUnanswered, {{"words", Codes(view.language, focus.unanswered())}}));
  }
  lines.emplace_back(kNotRun.In(view.language));
  return absl::StrCat(absl::StrJoin(lines, "\n>\n"), "\n\n");
}

}  // namespace allreview::report
