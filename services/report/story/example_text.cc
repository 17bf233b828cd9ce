#include "services/report/story/example_text.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/markdown.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"

namespace allreview::report {
namespace {

using analysis::v1::WorkedExample;
using Row = WorkedExample::Row;

// "`num_tokens` = 4, `num_experts` = 2".
std::string Sizes(Language language, const WorkedExample& example) {
  std::vector<std::string> sizes;
  for (const WorkedExample::Size& size : example.sizes()) {
    sizes.push_back(absl::StrCat(MarkdownCode(size.name()), " = ", size.value()));
  }
  return absl::StrJoin(sizes, Comma(language));
}

// "`config.is_fused` is false".
std::string Assumptions(Language language, const WorkedExample& example) {
  std::vector<std::string> assumptions;
  for (const change::v1::TextValue& assumption : example.assumptions()) {
    const std::optional<Words> words = FromText(assumption, FindStatementPhrase);
    if (words) assumptions.push_back(MarkdownProse(In(language, *words)));
  }
  return absl::StrJoin(assumptions, Comma(language));
}

// "`scores` [m, n] = `[[1, 2]]`".
std::string Inputs(Language language, const WorkedExample& example) {
  std::vector<std::string> inputs;
  for (const Row& row : example.rows()) {
    if (!row.is_input() || !row.expression().empty()) continue;
    const std::string shape =
        row.shape().empty() ? "" : absl::StrCat(" ", MarkdownCode(row.shape()));
    inputs.push_back(
        absl::StrCat(MarkdownCode(row.name()), shape, " = ", MarkdownCode(row.after())));
  }
  return absl::StrJoin(inputs, Comma(language));
}

std::string StepCell(Language language, const Row& row) {
  constexpr Phrase kAfterLoop("{name} after the loop", "循环结束后的 {name}");
  constexpr Phrase kGiven("{name}, made up", "{name}（假设）");
  constexpr Phrase kPart("{code}: {name}", "{code}：{name}");
  const std::string name = MarkdownCellCode(row.name());
  if (row.is_input()) return Say(language, kGiven, {{"name", name}});
  if (row.expression().empty()) return Say(language, kAfterLoop, {{"name", name}});
  const std::string code = MarkdownCellCode(row.expression());
  if (absl::StartsWith(row.expression(), row.name())) return code;
  return Say(language, kPart, {{"code", code}, {"name", name}});
}

std::string ValueCell(const std::string& value) {
  return value.empty() ? "-" : MarkdownCellCode(value);
}

std::string Table(Language language, const WorkedExample& example, bool is_changed) {
  constexpr Phrase kBoth("| Step | Before | After |\n| --- | --- | --- |\n",
                         "| 步骤 | 变更前 | 变更后 |\n| --- | --- | --- |\n");
  constexpr Phrase kOne("| Step | Value |\n| --- | --- |\n", "| 步骤 | 值 |\n| --- | --- |\n");
  std::string text((is_changed ? kBoth : kOne).In(language));
  for (const Row& row : example.rows()) {
    if (row.is_input() && row.expression().empty()) continue;
    absl::StrAppend(&text, "| ", StepCell(language, row),
                    is_changed ? absl::StrCat(" | ", ValueCell(row.before())) : "", " | ",
                    ValueCell(row.after()), " |\n");
  }
  return text;
}

std::string TextOf(Language language, const WorkedExample& example) {
  constexpr Phrase kGiven("\n**Worked example.** {given}:\n\n", "\n**算例。** {given}：\n\n");
  constexpr Phrase kNone("\n**Worked example:**\n\n", "\n**算例：**\n\n");
  constexpr Phrase kAssuming("assuming {assumptions}", "假设 {assumptions}");
  const bool is_changed = std::any_of(example.rows().begin(), example.rows().end(),
                                      [](const Row& row) { return !row.before().empty(); });
  std::vector<std::string> given{Sizes(language, example), Inputs(language, example)};
  if (const std::string assumptions = Assumptions(language, example); !assumptions.empty()) {
    given.push_back(Say(language, kAssuming, {{"assumptions", assumptions}}));
  }
  given.erase(std::remove(given.begin(), given.end(), ""), given.end());
  const std::string intro =
      given.empty() ? std::string(kNone.In(language))
                    : Say(language, kGiven, {{"given", absl::StrJoin(given, Semicolon(language))}});
  return absl::StrCat(intro, Table(language, example, is_changed));
}

}  // namespace

std::string ExampleText(Language language, const analysis::v1::ChangeModel& model,
                        absl::string_view symbol) {
  for (const WorkedExample& example : model.examples()) {
    if (example.symbol() == symbol) return TextOf(language, example);
  }
  return "";
}

}  // namespace allreview::report
