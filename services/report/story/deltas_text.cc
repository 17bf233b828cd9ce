#include "services/report/story/deltas_text.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/separators.h"
#include "services/report/story/delta_words.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Delta;

constexpr size_t kMaxItems = 4;
constexpr size_t kMaxCodeBytes = 120;

std::string Code(absl::string_view text) {
  return MarkdownCode(Shorten(CleanLine(text), kMaxCodeBytes));
}

bool IsInside(const Delta& inner, const Delta& outer) {
  const auto& a = inner.range();
  const auto& b = outer.range();
  return a.side() == b.side() && b.first_line() > 0 && b.first_line() <= a.first_line() &&
         a.end_line() <= b.end_line();
}

bool IsOneOf(const Delta& delta, std::initializer_list<Delta::Kind> kinds) {
  return std::find(kinds.begin(), kinds.end(), delta.kind()) != kinds.end();
}

// The exception that the function raises is a part of a check that is told. Calls are parts of what
// the function asks, returns or keeps, dtypes and devices also of the calls that take them.
bool IsPartOfAnother(const ChangedSymbol& symbol, const Delta& delta) {
  const DeltaWay way = WayOf(delta);
  const bool is_call = IsOneOf(delta, {Delta::KIND_CALL, Delta::KIND_TENSOR_OPERATION,
                                       Delta::KIND_DTYPE, Delta::KIND_DEVICE});
  if (way == DeltaWay::kChanged || (!is_call && delta.kind() != Delta::KIND_RAISE)) return false;
  const auto text = [&](const Delta& of) -> const std::string& {
    return way == DeltaWay::kAdded ? of.after() : of.before();
  };
  return std::any_of(symbol.deltas().begin(), symbol.deltas().end(), [&](const Delta& whole) {
    if (!is_call) {
      return whole.kind() == Delta::KIND_GUARD && WayOf(whole) == way && IsInside(delta, whole);
    }
    if (whole.kind() == Delta::KIND_BRANCH) return absl::StrContains(text(whole), text(delta));
    const bool is_call_around = IsOneOf(delta, {Delta::KIND_DTYPE, Delta::KIND_DEVICE}) &&
                                WayOf(whole) == way &&
                                IsOneOf(whole, {Delta::KIND_CALL, Delta::KIND_TENSOR_OPERATION});
    if (is_call_around) return IsInside(delta, whole);
    if (!IsOneOf(whole, {Delta::KIND_RETURN, Delta::KIND_ATTRIBUTE})) return false;
    return IsInside(delta, whole) || absl::StrContains(text(whole), text(delta));
  });
}

// "`a`, `b` and 3 more"
std::string List(Language language, const std::vector<std::string>& items) {
  if (items.size() <= kMaxItems) return absl::StrJoin(items, Comma(language));
  constexpr Phrase kMore("{items} and {count} more", "{items} 及另外 {count} 项");
  return Say(language, kMore,
             {{"items", absl::StrJoin(items.begin(), items.begin() + kMaxItems, Comma(language))},
              {"count", absl::StrCat(items.size() - kMaxItems)}});
}

// One call in the place of another, as one clause; empty: there are more, or none.
std::string SwappedCall(Language language, std::vector<std::string>& gone,
                        std::vector<std::string>& added) {
  constexpr Phrase kSwapped("now calls {added} instead of {gone}",
                            "由调用 {gone} 改为调用 {added}");
  if (gone.size() != 1 || added.size() != 1) return "";
  std::string text = Say(language, kSwapped, {{"added", added.front()}, {"gone", gone.front()}});
  gone.clear(), added.clear();
  return text;
}

// The condition of a branch that is new; null: it is no such branch.
const std::string* NewConditionOf(const Delta& delta) {
  const std::string& text = delta.after();
  const bool is_condition = delta.kind() == Delta::KIND_BRANCH &&
                            WayOf(delta) == DeltaWay::kAdded && !HandledException(delta) &&
                            !absl::StartsWith(text, "match ") && !absl::StartsWith(text, "case ") &&
                            !absl::StrContains(text, " else ");
  return is_condition ? &text : nullptr;
}

class Clauses {
 public:
  Clauses(Language language, const ChangedSymbol& symbol) : language_(language), symbol_(symbol) {}

  std::vector<std::string> All() {
    std::vector<const Delta*> free;
    for (const Delta& delta : symbol_.deltas()) {
      if (IsPartOfAnother(symbol_, delta)) continue;
      const Delta* const branch = BranchAround(delta);
      (branch == nullptr ? free : inside_[branch]).push_back(&delta);
    }
    return Tell(free);
  }

 private:
  // What only happens in a branch that is new is told with its condition.
  const Delta* BranchAround(const Delta& delta) const {
    if (WayOf(delta) != DeltaWay::kAdded || delta.kind() == Delta::KIND_BRANCH) return nullptr;
    for (const Delta& branch : symbol_.deltas()) {
      if (NewConditionOf(branch) != nullptr && IsInside(delta, branch)) return &branch;
    }
    return nullptr;
  }

  using Group = std::pair<const DeltaWords*, DeltaWay>;

  std::vector<std::string> Tell(const std::vector<const Delta*>& deltas) {
    std::map<Group, std::vector<std::string>> groups;
    std::vector<std::string> conditional;
    for (const Delta* delta : deltas) {
      const auto inside = inside_.find(delta);
      if (inside != inside_.end()) {
        conditional.push_back(Conditional(*delta, inside->second));
        continue;
      }
      std::vector<std::string>& items = groups[{WordsOf(*delta), WayOf(*delta)}];
      std::string what = WhatOf(language_, *delta);
      if (std::find(items.begin(), items.end(), what) == items.end()) {
        items.push_back(std::move(what));
      }
    }
    std::vector<std::string> clauses;
    for (const DeltaWords* words : AllDeltaWords()) {
      if (words->kind == Delta::KIND_BRANCH) {
        std::move(conditional.begin(), conditional.end(), std::back_inserter(clauses));
        conditional.clear();
      }
      AddGroups(*words, groups, clauses);
    }
    return clauses;
  }

  void AddGroups(const DeltaWords& words, std::map<Group, std::vector<std::string>>& groups,
                 std::vector<std::string>& clauses) const {
    if (words.kind == Delta::KIND_CALL) {
      std::string swapped = SwappedCall(language_, groups[{&words, DeltaWay::kRemoved}],
                                        groups[{&words, DeltaWay::kAdded}]);
      if (!swapped.empty()) clauses.push_back(std::move(swapped));
    }
    for (const DeltaWay way : {DeltaWay::kRemoved, DeltaWay::kChanged, DeltaWay::kAdded}) {
      const auto found = groups.find({&words, way});
      if (found == groups.end() || found->second.empty()) continue;
      clauses.push_back(ClauseOf(language_, words, way, List(language_, found->second)));
    }
  }

  std::string Conditional(const Delta& branch, const std::vector<const Delta*>& inside) {
    constexpr Phrase kWhen("{clauses} if {condition}", "满足 {condition} 时，{clauses}");
    return Say(language_, kWhen,
               {{"clauses", absl::StrJoin(Tell(inside), ClauseComma(language_))},
                {"condition", WhatOf(language_, branch)}});
  }

  const Language language_;
  const ChangedSymbol& symbol_;
  std::map<const Delta*, std::vector<const Delta*>> inside_;
};

}  // namespace

std::string DeltaClause(Language language, const Delta& delta) {
  const DeltaWords* words = WordsOf(delta);
  const std::string what = WhatOf(language, delta);
  if (words != nullptr) return ClauseOf(language, *words, WayOf(delta), what);
  constexpr Phrase kOther("differs in {what}", "不同之处：{what}");
  return Say(language, kOther, {{"what", what}});
}

std::vector<std::string> DeltaClauses(Language language, const ChangedSymbol& symbol,
                                      size_t limit) {
  std::vector<std::string> clauses = Clauses(language, symbol).All();
  if (clauses.size() > limit) clauses.resize(limit);
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
      if (symbol.deltas().empty()) return std::string(kLayout.In(language));
      break;
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
