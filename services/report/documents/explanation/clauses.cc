#include "services/report/documents/explanation/clauses.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/condense.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr size_t kMaxCode = 72;

constexpr Phrase kIf("if {what}", "如果 {what}");

// What follows a keyword: "x" of "return x".
std::string Rest(absl::string_view code, absl::string_view keyword) {
  std::string text = Condense(code, 200);
  absl::string_view rest = text;
  absl::ConsumePrefix(&rest, keyword);
  absl::ConsumeSuffix(&rest, ":");
  while (absl::ConsumePrefix(&rest, " ")) continue;
  return Condense(rest, kMaxCode);
}

// "for each `x` of `xs`"; "for each `…`" of what cannot be divided.
std::string ForClause(Language language, const std::string& loop) {
  constexpr Phrase kForIn("for each {item} of {items}", "对 {items} 中的每个 {item}");
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

// Under which condition an `else` runs, by the `if` that it belongs to.
std::string ElseClause(Language language, const FunctionStory& story, int at) {
  constexpr Phrase kUnless("unless {what}", "除非 {what}");
  constexpr Phrase kOtherwise("in the remaining case", "其余情况下");
  const Step& clause = story.steps(at);
  for (int i = at - 1; i >= 0 && story.steps(i).depth() >= clause.depth(); --i) {
    const Step& step = story.steps(i);
    if (step.depth() > clause.depth() || step.status() == Step::STATUS_REMOVED) continue;
    if (!absl::StartsWith(step.code(), "if ")) break;
    return Say(language, kUnless, {{"what", CodeOf(Rest(step.code(), "if "))}});
  }
  return std::string(kOtherwise.In(language));
}

// The last step on the right side that begins at or before the line; -1: none.
int StepAt(const FunctionStory& story, int line) {
  int found = -1;
  for (int i = 0; i < story.steps_size(); ++i) {
    const Step& step = story.steps(i);
    if (step.status() == Step::STATUS_REMOVED) continue;
    if (step.range().first_line() > line) break;
    found = i;
  }
  return found;
}

}  // namespace

bool IsHeaderStep(const Step& step) {
  return step.kind() == Step::KIND_IF || step.kind() == Step::KIND_ELSE ||
         step.kind() == Step::KIND_LOOP || step.kind() == Step::KIND_WITH ||
         step.kind() == Step::KIND_TRY || step.kind() == Step::KIND_MATCH;
}

std::string HeaderClause(Language language, const Step& step) {
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

std::string ConditionsAround(Language language, const FunctionStory& story, int line) {
  const int at = StepAt(story, line);
  if (at < 0) return "";
  std::vector<std::string> clauses;  // Innermost first.
  int depth = story.steps(at).depth();
  for (int i = at - 1; i >= 0 && depth > 0 && clauses.size() < 2; --i) {
    const Step& step = story.steps(i);
    if (step.status() == Step::STATUS_REMOVED || step.depth() >= depth) continue;
    depth = step.depth();
    std::string clause;
    if (step.kind() == Step::KIND_ELSE) {
      clause = ElseClause(language, story, i);
    } else if (absl::StartsWith(step.code(), "elif ")) {
      clause = Say(language, kIf, {{"what", CodeOf(Rest(step.code(), "elif "))}});
    } else if (step.kind() == Step::KIND_IF || step.kind() == Step::KIND_LOOP) {
      clause = HeaderClause(language, step);
    }
    if (!clause.empty()) clauses.push_back(std::move(clause));
  }
  std::reverse(clauses.begin(), clauses.end());
  return absl::StrJoin(clauses, language == Language::kChinese ? "，" : ", ");
}

}  // namespace allreview::report::explanation
