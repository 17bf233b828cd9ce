#include "services/report/story/deltas_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/story/code_change.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Delta;

constexpr size_t kMaxCodeBytes = 120;
constexpr size_t kMaxItems = 4;

enum class Way { kAdded, kRemoved, kChanged };

Way WayOf(const Delta& delta) {
  if (delta.before().empty()) return Way::kAdded;
  return delta.after().empty() ? Way::kRemoved : Way::kChanged;
}

// How a difference of one kind is told. {what} is one or more code spans; of what changed, pairs.
struct Words {
  Delta::Kind kind;
  Phrase added, removed, changed;
};

// In the order in which they are told.
constexpr Words kWords[] = {
    {Delta::KIND_BASE, Phrase("now inherits from {what}", "改为继承 {what}"),
     Phrase("no longer inherits from {what}", "不再继承 {what}"),
     Phrase("changes its base class: {what}", "基类变更：{what}")},
    {Delta::KIND_PARAMETER, Phrase("now takes {what}", "新增参数 {what}"),
     Phrase("no longer takes {what}", "删除参数 {what}"),
     Phrase("changes a parameter: {what}", "参数变更：{what}")},
    {Delta::KIND_DEFAULT, Phrase("adds the default {what}", "新增默认值 {what}"),
     Phrase("removes the default {what}", "删除默认值 {what}"),
     Phrase("changes the default: {what}", "默认值变更：{what}")},
    {Delta::KIND_VALUE, Phrase("now sets {what}", "新增设置 {what}"),
     Phrase("no longer sets {what}", "不再设置 {what}"),
     Phrase("changes {what}", "取值变更：{what}")},
    {Delta::KIND_STATE_DICT_KEY,
     Phrase("adds the checkpoint key {what}", "checkpoint 中新增键 {what}"),
     Phrase("removes the checkpoint key {what}", "checkpoint 中删除键 {what}"),
     Phrase("renames the checkpoint key: {what}", "checkpoint 键改名：{what}")},
    {Delta::KIND_RETURN, Phrase("now returns {what}", "新增返回 {what}"),
     Phrase("no longer returns {what}", "不再返回 {what}"),
     Phrase("changes what it returns: {what}", "返回值变更：{what}")},
    {Delta::KIND_RAISE, Phrase("now raises {what}", "新增抛出 {what}"),
     Phrase("no longer raises {what}", "不再抛出 {what}"),
     Phrase("changes what it raises: {what}", "抛出的异常变更：{what}")},
    {Delta::KIND_DECORATOR, Phrase("is now decorated with {what}", "新增装饰器 {what}"),
     Phrase("is no longer decorated with {what}", "删除装饰器 {what}"),
     Phrase("changes its decorator: {what}", "装饰器变更：{what}")},
    {Delta::KIND_GUARD, Phrase("adds the check {what}", "新增检查 {what}"),
     Phrase("removes the check {what}", "删除检查 {what}"),
     Phrase("changes a check: {what}", "检查条件变更：{what}")},
    {Delta::KIND_BRANCH, Phrase("now branches on {what}", "新增分支条件 {what}"),
     Phrase("no longer branches on {what}", "删除分支条件 {what}"),
     Phrase("changes a condition: {what}", "分支条件变更：{what}")},
    {Delta::KIND_LOOP, Phrase("adds the loop {what}", "新增循环 {what}"),
     Phrase("removes the loop {what}", "删除循环 {what}"),
     Phrase("changes a loop: {what}", "循环变更：{what}")},
    {Delta::KIND_COLLECTIVE, Phrase("adds communication: {what}", "新增通信：{what}"),
     Phrase("removes communication: {what}", "删除通信：{what}"),
     Phrase("changes communication: {what}", "通信变更：{what}")},
    {Delta::KIND_DTYPE, Phrase("now sets the dtype with {what}", "新增 dtype 设置 {what}"),
     Phrase("no longer sets the dtype with {what}", "删除 dtype 设置 {what}"),
     Phrase("changes the dtype: {what}", "dtype 变更：{what}")},
    {Delta::KIND_DEVICE, Phrase("now sets the device with {what}", "新增 device 设置 {what}"),
     Phrase("no longer sets the device with {what}", "删除 device 设置 {what}"),
     Phrase("changes the device: {what}", "device 变更：{what}")},
    {Delta::KIND_TENSOR_OPERATION,
     Phrase("adds the tensor operation {what}", "新增张量运算 {what}"),
     Phrase("removes the tensor operation {what}", "删除张量运算 {what}"),
     Phrase("changes a tensor operation: {what}", "张量运算变更：{what}")},
    {Delta::KIND_CALL, Phrase("now calls {what}", "新增调用 {what}"),
     Phrase("no longer calls {what}", "不再调用 {what}"),
     Phrase("changes a call: {what}", "调用变更：{what}")},
    {Delta::KIND_ENVIRONMENT_VARIABLE,
     Phrase("now reads the environment variable {what}", "新增读取环境变量 {what}"),
     Phrase("no longer reads the environment variable {what}", "不再读取环境变量 {what}"),
     Phrase("changes an environment variable: {what}", "环境变量变更：{what}")},
    {Delta::KIND_ATTRIBUTE, Phrase("now sets {what}", "新增属性 {what}"),
     Phrase("no longer sets {what}", "不再设置属性 {what}"),
     Phrase("changes an attribute: {what}", "属性变更：{what}")},
    {Delta::KIND_DOCSTRING, Phrase("adds a docstring", "新增 docstring"),
     Phrase("removes its docstring", "删除 docstring"),
     Phrase("rewrites its docstring", "改写 docstring")},
};

// Words for conditions that are not `if` tests.
constexpr Words kHandler = {
    Delta::KIND_BRANCH, Phrase("now catches {what}", "新增捕获 {what}"),
    Phrase("no longer catches {what}", "不再捕获 {what}"),
    Phrase("changes the exception that it catches: {what}", "捕获的异常变更：{what}")};
constexpr Words kExit = {Delta::KIND_GUARD,
                         Phrase("now exits early: {what}", "新增提前退出：{what}"),
                         Phrase("no longer exits early: {what}", "不再提前退出：{what}"),
                         Phrase("changes an early exit: {what}", "提前退出的条件变更：{what}")};

// In the order of kWords, with kExit and kHandler behind the kinds that they belong to.
std::vector<const Words*> AllWords() {
  std::vector<const Words*> all;
  for (const Words& words : kWords) {
    all.push_back(&words);
    if (words.kind == Delta::KIND_GUARD) all.push_back(&kExit);
    if (words.kind == Delta::KIND_BRANCH) all.push_back(&kHandler);
  }
  return all;
}

const Words* WordsOf(const Delta& delta) {
  if (HandledException(delta)) return &kHandler;
  if (delta.kind() == Delta::KIND_GUARD && !IsStoppingGuard(delta)) return &kExit;
  for (const Words& words : kWords) {
    if (words.kind == delta.kind()) return &words;
  }
  return nullptr;
}

// The exception that the function raises is a part of a check that is told.
bool IsPartOfGuard(const ChangedSymbol& symbol, const Delta& delta) {
  if (delta.kind() != Delta::KIND_RAISE) return false;
  const auto& range = delta.range();
  return std::any_of(symbol.deltas().begin(), symbol.deltas().end(), [&](const Delta& guard) {
    const auto& outer = guard.range();
    return guard.kind() == Delta::KIND_GUARD && WayOf(guard) == WayOf(delta) &&
           outer.side() == range.side() && outer.first_line() > 0 &&
           outer.first_line() <= range.first_line() && range.end_line() <= outer.end_line();
  });
}

std::string Code(absl::string_view text) {
  return MarkdownCode(Shorten(CleanLine(text), kMaxCodeBytes));
}

std::string What(Language language, const Delta& delta) {
  const auto text = [&](absl::string_view side) {
    if (HandledException(delta)) absl::ConsumePrefix(&side, "except ");
    return side;
  };
  switch (WayOf(delta)) {
    case Way::kAdded:
      return Code(text(delta.after()));
    case Way::kRemoved:
      return Code(text(delta.before()));
    case Way::kChanged:
      return CodeChange(language, text(delta.before()), text(delta.after()), kMaxCodeBytes);
  }
  return "";
}

std::string Clause(Language language, const Words& words, Way way, const std::string& what) {
  const Phrase& phrase = way == Way::kAdded     ? words.added
                         : way == Way::kRemoved ? words.removed
                                                : words.changed;
  return Say(language, phrase, {{"what", what}});
}

// "`a`, `b` and 3 more"
std::string List(Language language, const std::vector<std::string>& items) {
  if (items.size() <= kMaxItems) return absl::StrJoin(items, Comma(language));
  constexpr Phrase kMore("{items} and {count} more", "{items} 以及另外 {count} 项");
  return Say(language, kMore,
             {{"items", absl::StrJoin(items.begin(), items.begin() + kMaxItems, Comma(language))},
              {"count", absl::StrCat(items.size() - kMaxItems)}});
}

// One call in the place of another, as one clause; empty: there are more, or none.
std::string SwappedCall(Language language, std::vector<std::string>& gone,
                        std::vector<std::string>& added) {
  constexpr Phrase kSwapped("now calls {added} instead of {gone}",
                            "改为调用 {added}，不再调用 {gone}");
  if (gone.size() != 1 || added.size() != 1) return "";
  std::string text = Say(language, kSwapped, {{"added", added.front()}, {"gone", gone.front()}});
  gone.clear(), added.clear();
  return text;
}

std::string LinesText(Language language, const ChangedSymbol& symbol) {
  constexpr Phrase kChanged("+{added}, -{removed} lines", "+{added}、-{removed} 行");
  return Say(
      language, kChanged,
      {{"added", Grouped(symbol.added_lines())}, {"removed", Grouped(symbol.removed_lines())}});
}

}  // namespace

bool IsStoppingGuard(const Delta& delta) {
  if (delta.kind() != Delta::KIND_GUARD) return false;
  const std::string& text = delta.after().empty() ? delta.before() : delta.after();
  return !absl::StrContains(text, ": return") && !absl::StrContains(text, ": continue") &&
         !absl::StrContains(text, ": break");
}

bool HandledException(const Delta& delta) {
  const std::string& text = delta.after().empty() ? delta.before() : delta.after();
  return delta.kind() == Delta::KIND_BRANCH && absl::StartsWith(text, "except");
}

std::string DeltaClause(Language language, const Delta& delta) {
  const Words* words = WordsOf(delta);
  if (words != nullptr) return Clause(language, *words, WayOf(delta), What(language, delta));
  constexpr Phrase kOther("differs in {what}", "不同之处：{what}");
  return Say(language, kOther, {{"what", What(language, delta)}});
}

std::vector<std::string> DeltaClauses(Language language, const ChangedSymbol& symbol,
                                      size_t limit) {
  std::map<std::pair<const Words*, Way>, std::vector<std::string>> by_kind;
  for (const Delta& delta : symbol.deltas()) {
    if (IsPartOfGuard(symbol, delta)) continue;
    std::vector<std::string>& items = by_kind[{WordsOf(delta), WayOf(delta)}];
    const std::string what = What(language, delta);
    if (std::find(items.begin(), items.end(), what) == items.end()) items.push_back(what);
  }
  std::vector<std::string> clauses;
  int64_t left_out = symbol.more_deltas();
  const auto add = [&](std::string clause, size_t differences) {
    if (clauses.size() < limit) {
      clauses.push_back(std::move(clause));
    } else {
      left_out += static_cast<int64_t>(differences);
    }
  };
  for (const Words* words : AllWords()) {
    if (words->kind == Delta::KIND_CALL) {
      std::string swapped =
          SwappedCall(language, by_kind[{words, Way::kRemoved}], by_kind[{words, Way::kAdded}]);
      if (!swapped.empty()) add(std::move(swapped), 2);
    }
    for (const Way way : {Way::kRemoved, Way::kChanged, Way::kAdded}) {
      const auto found = by_kind.find({words, way});
      if (found == by_kind.end() || found->second.empty()) continue;
      add(Clause(language, *words, way, List(language, found->second)), found->second.size());
    }
  }
  if (left_out > 0 && !clauses.empty()) {
    constexpr Phrase kMore("{clause} ({count})", "{clause}（另有 {count}）");
    constexpr Noun kFurther = {"further difference", "further differences", "处差异"};
    clauses.back() =
        Say(language, kMore,
            {{"clause", clauses.back()}, {"count", Count(language, left_out, kFurther)}});
  }
  return clauses;
}

std::string ChangeText(Language language, const ChangedSymbol& symbol, size_t limit) {
  constexpr Phrase kNew("new", "新增");
  constexpr Phrase kGone("removed", "删除");
  constexpr Phrase kMoved("moved from {old}", "从 {old} 移来");
  constexpr Phrase kRenamed("renamed from {old}", "原名 {old}");
  constexpr Phrase kLayout("only reformatted", "仅调整格式");
  std::vector<std::string> parts;
  switch (symbol.status()) {
    case ChangedSymbol::STATUS_ADDED:
      return std::string(kNew.In(language));
    case ChangedSymbol::STATUS_REMOVED:
      return std::string(kGone.In(language));
    case ChangedSymbol::STATUS_REFORMATTED:
      return std::string(kLayout.In(language));
    case ChangedSymbol::STATUS_MOVED:
      if (!symbol.old_path().empty()) {
        parts.push_back(Say(language, kMoved, {{"old", Code(symbol.old_path())}}));
      }
      break;
    case ChangedSymbol::STATUS_RENAMED:
      if (!symbol.old_name().empty()) {
        parts.push_back(Say(language, kRenamed, {{"old", Code(symbol.old_name())}}));
      }
      break;
    default:
      break;
  }
  const std::vector<std::string> clauses = DeltaClauses(language, symbol, limit);
  parts.insert(parts.end(), clauses.begin(), clauses.end());
  if (parts.empty()) return LinesText(language, symbol);
  return absl::StrJoin(parts, Semicolon(language));
}

absl::string_view StatusText(Language language, ChangedSymbol::Status status) {
  constexpr Phrase kNew("new", "新增");
  constexpr Phrase kModified("modified", "修改");
  constexpr Phrase kRemoved("removed", "删除");
  constexpr Phrase kMoved("moved", "移动");
  constexpr Phrase kRenamed("renamed", "重命名");
  constexpr Phrase kLayout("reformatted", "仅格式");
  switch (status) {
    case ChangedSymbol::STATUS_ADDED:
      return kNew.In(language);
    case ChangedSymbol::STATUS_REMOVED:
      return kRemoved.In(language);
    case ChangedSymbol::STATUS_MOVED:
      return kMoved.In(language);
    case ChangedSymbol::STATUS_RENAMED:
      return kRenamed.In(language);
    case ChangedSymbol::STATUS_REFORMATTED:
      return kLayout.In(language);
    default:
      return kModified.In(language);
  }
}

absl::string_view KindText(Language language, analysis::v1::SymbolKind kind) {
  constexpr Phrase kFunction("function", "函数");
  constexpr Phrase kMethod("method", "方法");
  constexpr Phrase kClass("class", "类");
  constexpr Phrase kField("field", "字段");
  constexpr Phrase kConstant("constant", "常量");
  constexpr Phrase kFlag("flag", "命令行参数");
  constexpr Phrase kModule("module", "模块");
  constexpr Phrase kOther("definition", "定义");
  switch (kind) {
    case analysis::v1::SYMBOL_KIND_FUNCTION:
      return kFunction.In(language);
    case analysis::v1::SYMBOL_KIND_METHOD:
      return kMethod.In(language);
    case analysis::v1::SYMBOL_KIND_CLASS:
      return kClass.In(language);
    case analysis::v1::SYMBOL_KIND_FIELD:
      return kField.In(language);
    case analysis::v1::SYMBOL_KIND_CONSTANT:
      return kConstant.In(language);
    case analysis::v1::SYMBOL_KIND_FLAG:
      return kFlag.In(language);
    case analysis::v1::SYMBOL_KIND_MODULE:
      return kModule.In(language);
    default:
      return kOther.In(language);
  }
}

}  // namespace allreview::report
