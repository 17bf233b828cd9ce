#include "services/report/documents/audit/release.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/test_verification.h"
#include "services/report/story/statement_lines.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::TestCheck;

constexpr size_t kMaxQuestions = 5;
constexpr size_t kMaxUntested = 3;

std::string List(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) absl::StrAppend(&text, "- ", item, "\n");
  return text;
}

// Keys that checkpoints of the new code hold and the old code does not know.
std::vector<std::string> NewKeys(const AuditView& view) {
  std::vector<std::string> keys;
  for (const ChangeStatement* statement :
       StatementsOf(view.review().model(), {ChangeStatement::KIND_CHECKPOINT}, 20)) {
    const bool is_new = absl::EndsWith(statement->predicate(), "-key-new");
    const std::string key = MarkdownCode(statement->object());
    if (is_new && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

// What is new with its file nobody set before.
bool IsOfNewFile(const AuditView& view, const std::string& path) {
  for (const auto& file : view.review().files()) {
    if (file.entry().new_path() == path) {
      return file.entry().status() == change::v1::FILE_STATUS_ADDED;
    }
  }
  return false;
}

// A flag or field of production code that the change brings, and no member of an enumeration, which
// configurations name by its value.
bool IsNewSetting(const AuditView& view, const ChangedSymbol& symbol) {
  const bool is_field = symbol.kind() == analysis::v1::SYMBOL_KIND_FIELD;
  const bool is_setting = is_field || symbol.kind() == analysis::v1::SYMBOL_KIND_FLAG;
  if (!is_setting || symbol.status() != ChangedSymbol::STATUS_ADDED || symbol.is_test() ||
      view.SettingOf(symbol.path()) != Setting::kProduction || IsOfNewFile(view, symbol.path())) {
    return false;
  }
  const std::string name = symbol.name().substr(symbol.name().rfind('.') + 1);  // npos + 1 is 0.
  return !is_field || absl::AsciiStrToUpper(name) != name;
}

// Settings that the old code does not know.
std::string NewSettings(const AuditView& view) {
  constexpr size_t kMost = 4;
  std::set<std::string> new_classes;
  for (const ChangedSymbol& symbol : view.review().model().symbols()) {
    const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED &&
                        symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS;
    if (is_new) new_classes.insert(symbol.name());
  }
  std::vector<std::string> names;
  for (const ChangedSymbol& symbol : view.review().model().symbols()) {
    if (!IsNewSetting(view, symbol)) continue;
    const size_t dot = symbol.name().rfind('.');
    const bool has_class = dot != std::string::npos;
    // What holds a new class is what configurations name.
    if (has_class && new_classes.contains(symbol.name().substr(0, dot))) continue;
    names.push_back(MarkdownCode(has_class ? symbol.name().substr(dot + 1) : symbol.name()));
    if (names.size() == kMost) break;
  }
  return absl::StrJoin(names, Comma(view.language));
}

std::vector<std::string> WaysBack(const AuditView& view) {
  constexpr Phrase kKeys(
      "Checkpoints that the new code writes hold {keys}, which the old code does not know: keep "
      "the last one from before.",
      "新代码写出的 checkpoint 含有旧代码不认识的 {keys}：请保留升级前的最后一个。");
  constexpr Phrase kNewSettings(
      "The old code does not know {names}: jobs that set one of these must drop it.",
      "旧代码不认识 {names}：设置了其中任何一项的任务需去掉它。");
  std::vector<std::string> ways;
  for (const ChangeStatement* statement :
       StatementsOf(view.review().model(), {ChangeStatement::KIND_ALTERNATIVE}, 20)) {
    if (statement->predicate() != "old-way-stays" || ways.size() == 2) continue;
    ways.push_back(StatementMarkdown(view.language, *statement, WithPlace::kYes));
  }
  if (const std::vector<std::string> keys = NewKeys(view); !keys.empty()) {
    ways.push_back(
        Say(view.language, kKeys, {{"keys", absl::StrJoin(keys, Comma(view.language))}}));
  }
  if (const std::string names = NewSettings(view); !names.empty()) {
    ways.push_back(Say(view.language, kNewSettings, {{"names", names}}));
  }
  return ways;
}

}  // namespace

std::vector<std::string> OpenPoints(const AuditView& view) {
  constexpr Phrase kMore("{count} more questions are in the review.",
                         "评审文档中另有 {count} 个问题。");
  std::vector<std::string> points;
  if (!view.focus.checks().empty()) return points;
  const Statements questions = OpenQuestions(view.review());
  for (size_t i = 0; i < std::min(questions.size(), kMaxQuestions); ++i) {
    points.push_back(StatementItem(view.language, *questions[i]));
  }
  if (questions.size() > kMaxQuestions) {
    points.push_back(
        Say(view.language, kMore, {{"count", absl::StrCat(questions.size() - kMaxQuestions)}}));
  }
  const Statements untested =
      StatementsOf(view.review().model(), {ChangeStatement::KIND_UNTESTED}, kMaxUntested);
  for (const ChangeStatement* statement : untested) {
    points.push_back(StatementItem(view.language, *statement));
  }
  for (const TestCheck& check : view.review().tests().checks()) {
    // The statements say it of each function.
    const bool is_told = check.check() == "unit-tests" && !untested.empty();
    if (check.state() != TestCheck::STATE_MISSING || is_told) continue;
    points.push_back(TestToAdd(view.language, check));
  }
  return points;
}

std::string RolloutMarkdown(const AuditView& view) {
  constexpr Phrase kWatch("**After the rollout**", "**上线之后**");
  constexpr Phrase kBack("**Rolling back**", "**回退**");
  std::vector<std::string> watch;
  for (const ChangeStatement* statement :
       StatementsOf(view.review().model(), {ChangeStatement::KIND_WATCH}, 4)) {
    watch.push_back(StatementMarkdown(view.language, *statement, WithPlace::kYes));
  }
  std::string text;
  if (!watch.empty()) absl::StrAppend(&text, kWatch.In(view.language), "\n\n", List(watch), "\n");
  // That a revert is enough nobody knows: keys and settings are made in many ways.
  const std::vector<std::string> ways = WaysBack(view);
  if (ways.empty()) return text;
  return absl::StrCat(text, kBack.In(view.language), "\n\n", List(ways), "\n");
}

}  // namespace allreview::report
