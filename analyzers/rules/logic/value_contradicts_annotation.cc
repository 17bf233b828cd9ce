// def last(x: Float[Tensor, "b n"]) -> Float[Tensor, "b n"]: return x[:, 1:]

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/ir/code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kResult("annotated-result", "what the function returns", "函数的返回值");
constexpr Phrase kName("annotated-name", "`{name}`", "`{name}`");
constexpr Phrase kArgument("annotated-argument", "the argument `{name}` of `{function}` ({place})",
                           "`{function}`（{place}）的参数 `{name}`");
constexpr Phrase kPhrases[] = {kResult, kName, kArgument};

Words WhatOf(const ChangeContext& change, const Failure& failure) {
  if (failure.name == "return") return Sentence(kResult, {});
  if (failure.way.empty()) return Sentence(kName, {{"name", failure.name}});
  const understanding::Program& program = change.failures().program();
  const understanding::CodeRef callee = failure.way[0].code;
  const ir::Code& code = program.code(callee);
  return Sentence(kArgument, {{"name", failure.name},
                              {"function", std::string(program.name(callee.file, code.name))},
                              {"place", absl::StrCat(program.path(callee.file), ":", code.line)}});
}

std::string TextOf(const understanding::Value& value) {
  return value.WithoutRanks().WithoutMemory().ToText();
}

// The author has told type checkers so, at the end of the line.
bool IsExcused(const CertainFailure& found) {
  const absl::string_view source = found.file->after->source(), text = found.at.text();
  const absl::string_view rest =
      source.substr(static_cast<size_t>(text.data() - source.data()) + text.size());
  return absl::StrContains(rest.substr(0, rest.find('\n')), "type: ignore");
}

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kAnnotation)) {
    if (IsExcused(*found)) continue;
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(found->at)},
                          {"what", WhatOf(change, found->failure)},
                          {"given", TextOf(found->failure.object)},
                          {"declared", TextOf(found->failure.other)}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kValueContradictsAnnotation = {
    .info =
        {.id = "value-contradicts-annotation",
         .title = {"Value that contradicts its annotation", "值与其标注矛盾"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"In `{expression}` {what} is `{given}`; the annotation says `{declared}`",
                     "`{expression}` 中{what}为 `{given}`，而标注为 `{declared}`"},
         .consequence = {"Nothing is raised here: who relies on the annotation computes with "
                         "another shape or takes another branch",
                         "此处不会报错：依赖该标注的代码会按另一种形状计算，或走到另一个分支"},
         .advice = {"Correct the one that is wrong, the annotation or the value",
                    "改正有误的一方：标注或取值"},
         .phrases = kPhrases,
         .why = "Shapes in annotations (jaxtyping, `Tensor[[B, 3]]`) and `Literal` are promises to "
                "callers. The value is known on every way to this line, and it has another rank, a "
                "size that differs for every value of the names, elements of another kind, or is "
                "none of the literals. Sizes with different names may be equal, so they "
                "contradict nothing; nor do `...`, `*batch`, `#n` and `_`.",
         .fix = "Write the shape beside the lines that make the value; where they are right, so is "
                "another annotation.",
         .bad = R"py(
from jaxtyping import Float
from torch import Tensor

def targets(ids: Float[Tensor, "batch tokens"]) -> Float[Tensor, "batch tokens"]:
    return ids[:, 1:]
)py",
         .good = R"py(
from jaxtyping import Float
from torch import Tensor

def targets(ids: Float[Tensor, "batch tokens"]) -> Float[Tensor, "batch tokens-1"]:
    return ids[:, 1:]
)py",
         .references = {"https://docs.kidger.site/jaxtyping/api/array/"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
