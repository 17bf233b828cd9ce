#include "services/report/documents/explanation/clauses.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/difference.h"
#include "services/report/story/code_change.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::Step;

constexpr size_t kMaxCode = 72;

std::string Code(absl::string_view code) { return CodeOf(Condense(code, kMaxCode)); }

// What follows a keyword: "x" of "return x".
std::string Rest(absl::string_view code, absl::string_view keyword) {
  std::string text = Condense(code, 200);
  absl::string_view rest = text;
  absl::ConsumePrefix(&rest, keyword);
  absl::ConsumeSuffix(&rest, ":");
  while (absl::ConsumePrefix(&rest, " ")) continue;
  return Condense(rest, kMaxCode);
}

std::string Assignment(Language language, const Step& step) {
  constexpr Phrase kSets("sets {name} to {value}", "将 {name} 设为 {value}");
  constexpr Phrase kAdds("adds {value} to {name}", "将 {value} 累加到 {name}");
  const std::string text = Condense(step.code(), 200);
  const size_t plus = FindOutside(text, " += ");
  if (plus != std::string::npos) {
    return Say(
        language, kAdds,
        {{"name", CodeOf(text.substr(0, plus), 60)}, {"value", Code(text.substr(plus + 4))}});
  }
  const size_t equals = FindOutside(text, " = ");
  if (equals == std::string::npos) return Code(step.code());
  return Say(
      language, kSets,
      {{"name", CodeOf(text.substr(0, equals), 60)}, {"value", Code(text.substr(equals + 3))}});
}

std::string Added(Language language, const Step& step) {
  constexpr Phrase kCalls("calls {what}", "调用 {what}");
  constexpr Phrase kReturns("returns {what}", "返回 {what}");
  constexpr Phrase kReturnsNone("returns", "直接返回");
  constexpr Phrase kYields("yields {what}", "产出 {what}");
  constexpr Phrase kRaises("raises {what}", "抛出 {what}");
  constexpr Phrase kRequires("requires {what}", "要求 {what}");
  constexpr Phrase kBreaks("breaks out of the loop", "跳出循环");
  constexpr Phrase kContinues("continues with the next item", "继续处理下一项");
  constexpr Phrase kDefines("defines {what} locally", "在内部定义 {what}");
  constexpr Phrase kImports("imports {what} locally", "在局部导入 {what}");
  constexpr Phrase kRuns("runs {what}", "执行 {what}");
  const absl::string_view code = step.code();
  switch (step.kind()) {
    case Step::KIND_ASSIGNMENT:
      return Assignment(language, step);
    case Step::KIND_CALL:
      return Say(language, kCalls, {{"what", Code(code)}});
    case Step::KIND_RETURN:
      if (absl::StartsWith(code, "yield")) {
        return Say(language, kYields, {{"what", CodeOf(Rest(code, "yield"))}});
      }
      if (Rest(code, "return").empty()) return std::string(kReturnsNone.In(language));
      return Say(language, kReturns, {{"what", CodeOf(Rest(code, "return"))}});
    case Step::KIND_RAISE:
      return Say(language, kRaises, {{"what", CodeOf(Rest(code, "raise"))}});
    case Step::KIND_ASSERT: {
      const std::string test = Rest(code, "assert");
      return Say(language, kRequires,
                 {{"what", CodeOf(WithoutParentheses(test.substr(0, FindOutside(test, ", "))))}});
    }
    case Step::KIND_JUMP:
      return std::string((absl::StartsWith(code, "break") ? kBreaks : kContinues).In(language));
    case Step::KIND_DEFINITION:
      return Say(language, kDefines, {{"what", Code(code)}});
    case Step::KIND_OTHER:
      if (absl::StartsWith(code, "from ") || absl::StartsWith(code, "import ")) {
        const size_t names = code.find("import ");
        return Say(language, kImports, {{"what", Code(code.substr(names + 7))}});
      }
      return Say(language, kRuns, {{"what", Code(code)}});
    default:
      return Say(language, kRuns, {{"what", Code(code)}});
  }
}

// What differs, not the whole statement twice.
std::string Changed(Language language, const Step& step) {
  constexpr Phrase kBecomes("{before} becomes {after}", "{before} 改为 {after}");
  if (auto items = ItemChange(language, step.code_before(), step.code())) return *items;
  const auto [before, after] = CondensePair(step.code_before(), step.code(), kMaxCode);
  return Say(language, kBecomes, {{"before", CodeOf(before)}, {"after", CodeOf(after)}});
}

// "for each `x` in `xs`"; "for each `…`" of what cannot be divided.
std::string ForClause(Language language, const std::string& loop) {
  constexpr Phrase kForIn("for each {item} in {items}", "对 {items} 中的每个 {item}");
  constexpr Phrase kFor("for each {what}", "对每个 {what}");
  const size_t in = FindOutside(loop, " in ");
  if (in == std::string::npos) return Say(language, kFor, {{"what", CodeOf(loop)}});
  return Say(language, kForIn,
             {{"item", CodeOf(loop.substr(0, in))}, {"items", CodeOf(loop.substr(in + 4))}});
}

std::string WhileClause(Language language, const std::string& test) {
  constexpr Phrase kForever("in a loop", "在循环中");
  constexpr Phrase kWhile("while {what}", "当 {what} 成立时循环");
  if (test == "True" || test == "1") return std::string(kForever.In(language));
  return Say(language, kWhile, {{"what", CodeOf(test)}});
}

}  // namespace

bool IsHeaderStep(const Step& step) {
  return step.kind() == Step::KIND_IF || step.kind() == Step::KIND_ELSE ||
         step.kind() == Step::KIND_LOOP || step.kind() == Step::KIND_WITH ||
         step.kind() == Step::KIND_TRY || step.kind() == Step::KIND_MATCH;
}

bool IsClauseStep(const Step& step) {
  if (step.kind() == Step::KIND_ELSE) return true;
  for (absl::string_view keyword : {"elif", "except", "finally", "case"}) {
    if (absl::StartsWith(step.code(), keyword)) return IsHeaderStep(step);
  }
  return false;
}

std::string HeaderClause(Language language, const Step& step) {
  constexpr Phrase kIf("if {what}", "如果 {what}");
  constexpr Phrase kElif("otherwise, if {what}", "否则，如果 {what}");
  constexpr Phrase kElse("otherwise", "否则");
  constexpr Phrase kWith("inside {what}", "在 {what} 中");
  constexpr Phrase kExcept("on {what}", "捕获 {what} 时");
  constexpr Phrase kFinally("always at the end", "最后始终");
  constexpr Phrase kCase("for the case {what}", "匹配 {what} 时");
  const struct {
    absl::string_view keyword;
    Phrase phrase;
  } kHeaders[] = {{"if ", kIf},         {"elif ", kElif}, {"with ", kWith}, {"async with ", kWith},
                  {"except ", kExcept}, {"case ", kCase}, {"else", kElse},  {"finally", kFinally}};
  const absl::string_view code = step.code();
  for (absl::string_view keyword : {"for ", "async for "}) {
    if (absl::StartsWith(code, keyword)) return ForClause(language, Rest(code, keyword));
  }
  if (absl::StartsWith(code, "while ")) return WhileClause(language, Rest(code, "while "));
  for (const auto& [keyword, phrase] : kHeaders) {
    if (!absl::StartsWith(code, keyword)) continue;
    if (keyword.back() != ' ') return std::string(phrase.In(language));
    return Say(language, phrase, {{"what", CodeOf(Rest(code, keyword))}});
  }
  return "";
}

std::string StepClause(Language language, const Step& step) {
  constexpr Phrase kDrops("removes {what}", "删除 {what}");
  constexpr Phrase kMoves("{what} moves here", "{what} 移到此处");
  switch (step.status()) {
    case Step::STATUS_CHANGED:
      return Changed(language, step);
    case Step::STATUS_REMOVED:
      return Say(language, kDrops, {{"what", Code(step.code())}});
    case Step::STATUS_MOVED:
      return Say(language, kMoves, {{"what", Code(step.code())}});
    default:
      return Added(language, step);
  }
}

std::string CalleeNote(Language language, const Step& step) {
  constexpr Phrase kNote("{name}: {doc}", "{name}：{doc}");
  if (step.status() == Step::STATUS_REMOVED) return "";
  for (const analysis::v1::StepCall& call : step.calls()) {
    if (!call.is_new() || call.doc().empty() || call.is_changed()) continue;
    return Say(language, kNote,
               {{"name", CodeOf(SimpleName(call.callee()))}, {"doc", Quoted(call.doc())}});
  }
  return "";
}

}  // namespace allreview::report::explanation
