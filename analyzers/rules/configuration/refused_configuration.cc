// A recipe, or a call that makes a configuration, gives values that the repository's own validation
// refuses in every run.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/constraints/command_line.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/configuration/refusals.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/parsed_files.h"
#include "analyzers/rules/text_observation.h"

namespace allreview::rules {

extern const Rule kRefusedConfiguration;

namespace configuration {
namespace {

using constraints::CommandLine;
using constraints::Reason;
using constraints::Refusal;

constexpr Phrase kMakeTrue("make-true", "so that `{condition}` holds", "使 `{condition}` 成立");
constexpr Phrase kMakeFalse("make-false", "so that `{condition}` no longer holds",
                            "使 `{condition}` 不再成立");
constexpr Phrase kRefusedHere("refused-here", "this check refuses them", "这项检查拒绝这些值");
constexpr Phrase kPhrases[] = {kMakeTrue, kMakeFalse, kRefusedHere};

constexpr int kMaxCalls = 2'000;  // Of one file.

Params ParamsOf(const Refusal& refusal) {
  const Phrase& goal = IsAssertion(refusal) ? kMakeTrue : kMakeFalse;
  return {{"values", ValuesText(refusal)},
          {"place", PlaceText(refusal)},
          {"goal", Sentence(goal, {{"condition", ConditionText(refusal)}})}};
}

bool MayMakeConfiguration(Node call) {
  const absl::string_view name = CalleeName(call);
  return !name.empty() &&
         (absl::ascii_isupper(static_cast<unsigned char>(name[0])) || name == "partial");
}

// Some `try` or `with` around the call is ready for what it raises.
bool IsExpected(Node call) {
  for (Node node = call; node && !node.Is(NodeKind::kFunctionDefinition); node = node.parent()) {
    const bool is_caught = node.parent().Is(NodeKind::kTryStatement) &&
                           node.field() == Field::kBody &&
                           node.parent().child(NodeKind::kExceptClause);
    if (is_caught || repository::ExpectsFailure(node)) return true;
  }
  return false;
}

// The argument on a new line that the refusal depends on. Null: none.
Node NewArgument(const AnalysedFile& file, Node call, const Refusal& refusal) {
  for (Node keyword : python::ArgumentsOf(call).keywords) {
    if (!file.lines.Touches(keyword)) continue;
    const absl::string_view name = keyword.child(Field::kName).text();
    for (const Reason& reason : refusal.reasons) {
      if (reason.origin == Reason::Origin::kGiven && reason.name == name) return keyword;
    }
  }
  return {};
}

bool IsRecipe(const ChangedFile& file) {
  const std::vector<std::string> suffixes = RecipeSuffixes();
  return !file.is_deleted && absl::c_any_of(suffixes, [&](const std::string& suffix) {
    return absl::EndsWith(file.path, suffix);
  });
}

bool MakesConfiguration(const AnalysedFile& file, Node call) {
  return MayMakeConfiguration(call) && file.lines.Touches(call);
}

// Costs no question.
bool HasSomethingToCheck(ChangeContext& change) {
  return absl::c_any_of(change.changed_files(), IsRecipe) ||
         absl::c_any_of(change.python_files(), [](const AnalysedFile& file) {
           for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
             if (MakesConfiguration(file, call)) return true;
           }
           return false;
         });
}

void CheckCalls(ChangeContext& change, const AnalysedFile& file,
                const constraints::Modules& modules) {
  int left = kMaxCalls;
  for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
    if (!MakesConfiguration(file, call) || --left < 0) continue;
    constraints::Interpreter interpreter(change.project(), modules);
    interpreter.RunConstruction(*file.after, call);
    const Refusal* refusal = interpreter.refusal();
    if (refusal == nullptr || IsExpected(call)) continue;
    Node at = NewArgument(file, call, *refusal);
    if (!at && file.lines.Starts(call)) at = call.child(Field::kFunction);
    if (!at) continue;
    change.Report(
        file,
        {.at = at, .params = ParamsOf(*refusal), .related = {{kRefusedHere, RangeOf(*refusal)}}});
  }
}

void CheckRecipe(ChangeContext& change, const ChangedFile& file,
                 constraints::RecipeChecks& checks) {
  const std::string* text = change.texts().Read(Side::kRight, file.path);
  if (text == nullptr) return;
  std::set<int> reported;
  for (const CommandLine& line : constraints::CommandLinesIn(file.path, *text)) {
    const std::optional<Refusal> refusal = checks.RefusalOf(file.path, line);
    if (!refusal) continue;
    const int at = NewRecipeLine(change, file, *refusal);
    if (at == 0 || !reported.insert(at).second) continue;
    ReportInText(
        kRefusedConfiguration.info, file, *text,
        {.line = at, .params = ParamsOf(*refusal), .related = {{kRefusedHere, RangeOf(*refusal)}}});
  }
}

void CheckChange(ChangeContext& change) {
  if (!HasSomethingToCheck(change) || !change.project().is_complete()) return;
  ParsedFiles files(change, Side::kRight);
  const constraints::Modules modules = [&](absl::string_view path) { return files.Find(path); };
  for (const AnalysedFile& file : change.python_files()) CheckCalls(change, file, modules);
  constraints::RecipeChecks checks(change.project(), change.index(), modules);
  for (const ChangedFile& file : change.changed_files()) {
    if (IsRecipe(file)) CheckRecipe(change, file, checks);
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kRefusedConfiguration = {
    .info =
        {.id = "refused-configuration",
         .title = {"Configuration that its own validation refuses", "配置被仓库自己的校验拒绝"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"With {values} the check at {place} always fails",
                     "在 {values} 的情况下，{place} 处的检查必定失败"},
         .consequence = {"Every start with this configuration ends with the error of that check",
                         "用这份配置启动时，每次都会因该检查报错而退出"},
         .advice = {"Change one of these values, {goal}", "改动其中一个值，{goal}"},
         .phrases = configuration::kPhrases,
         .why = "Validation functions and __post_init__ refuse combinations of settings. A "
                "recipe that gives one of these combinations cannot start. The check is run "
                "over the values that the recipe gives and the defaults of all others; what "
                "is unknown decides nothing.",
         .fix = "Correct the value, or drop the setting that it does not go with.",
         .bad = R"py(
# --- pkg/config.py
from dataclasses import dataclass


@dataclass
class ModelConfig:
    num_heads: int = 8
    tensor_parallel: int = 1

    def __post_init__(self):
        if self.num_heads % self.tensor_parallel != 0:
            raise ValueError("num_heads must be divisible by tensor_parallel")
# --- pkg/recipes.py
from pkg.config import ModelConfig


def small():
    return ModelConfig(num_heads=12, tensor_parallel=8)
)py",
         .good = R"py(
# --- pkg/config.py
from dataclasses import dataclass


@dataclass
class ModelConfig:
    num_heads: int = 8
    tensor_parallel: int = 1

    def __post_init__(self):
        if self.num_heads % self.tensor_parallel != 0:
            raise ValueError("num_heads must be divisible by tensor_parallel")
# --- pkg/recipes.py
from pkg.config import ModelConfig


def small():
    return ModelConfig(num_heads=16, tensor_parallel=8)
)py"},
    .skips_tests = true,
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
