// Arguments that the callee does not take: in new calls, and in old ones whose callee changed.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/call_edits.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/remove_argument.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Module;
using repository::IndexedFile;

constexpr Phrase kCalledIn("called-in", "called in {where}: `{callee}` {why}",
                           "在 {where} 中调用：`{callee}` {why}");
constexpr Phrase kTheModule("the-module", "the module", "模块");
constexpr Phrase kBreaksCall(
    "breaks-call",
    "The new signature of `{function}` breaks 1 call in the repository ({place}): it {why}",
    "`{function}` 的新签名破坏了仓库中的 1 处调用（{place}）：{why}");
constexpr Phrase kBreaksCalls(
    "breaks-calls",
    "The new signature of `{function}` breaks {count} calls in the repository, for example "
    "{place}: it {why}",
    "`{function}` 的新签名破坏了仓库中的 {count} 处调用，例如 {place}：{why}");
constexpr Phrase kCannotBeCalled("cannot-be-called",
                                 "`{function}` ({place}) cannot be called like this: it {why}",
                                 "`{function}`（{place}）不能这样调用：{why}");
constexpr Phrase kDoesNotFit("does-not-fit", "This call does not fit: `{reason}`",
                             "该调用不匹配：`{reason}`");
constexpr Phrase kSeeSignature("see-signature", "Give what it takes, or change its signature",
                               "按其签名传参，或修改签名");
constexpr Phrase kTheCall("the-call", "The call", "该调用");
constexpr Phrase kEachOfTheCalls("each-of-the-calls", "Each of these calls", "这些调用每一个");
constexpr Phrase kAdaptCall("adapt-call",
                            "Adapt the call, or keep the old parameters working with defaults",
                            "修改该调用，或者用默认值让旧参数继续可用");
constexpr Phrase kAdaptCalls(
    "adapt-calls", "Adapt the {count} calls, or keep the old parameters working with defaults",
    "修改这 {count} 处调用，或者用默认值让旧参数继续可用");
constexpr Phrase kTakes("takes", "`{function}` takes {signature}",
                        "`{function}` 的参数为 {signature}");
constexpr Phrase kMeantAndTakes("meant-and-takes",
                                "Did you mean `{name}`? `{function}` takes {signature}",
                                "是否应为 `{name}`？`{function}` 的参数为 {signature}");
constexpr Phrase kDefinedWith("defined-with", "defined here: {signature}",
                              "定义在这里：{signature}");
constexpr Phrase kPhrases[] = {kCalledIn,       kTheModule,  kBreaksCall,   kBreaksCalls,
                               kCannotBeCalled, kDoesNotFit, kSeeSignature, kTheCall,
                               kEachOfTheCalls, kAdaptCall,  kAdaptCalls,   kTakes,
                               kMeantAndTakes,  kDefinedWith};

constexpr size_t kMaxRelated = 50;

// ---- A changed definition: reported once, there.

Related Describe(const BrokenCall& call) {
  const Words where = call.symbol.empty() ? kTheModule : Words("`" + call.symbol + "`");
  return {Sentence(kCalledIn, {{"where", where}, {"callee", call.callee}, {"why", call.why}}),
          RangeOf(call.path, call.place)};
}

void ReportDefinition(ChangeContext& change, const SignatureChange& changed,
                      const std::vector<BrokenCall>& broken) {
  const int64_t count = broken.size();
  Observation observation{
      .at = PlaceOfChange(*changed.file, *changed.after),
      .params = {{"function", changed.after->name},
                 {"fault",
                  Counted(count, kBreaksCall, kBreaksCalls,
                          {{"function", changed.after->name},
                           {"place", absl::StrCat(broken[0].path, ":", broken[0].place.line)},
                           {"why", broken[0].why}})},
                 {"what", count == 1 ? kTheCall : kEachOfTheCalls},
                 {"remedy", Counted(count, kAdaptCall, kAdaptCalls)}},
      .cause = CauseInHeader(*changed.file, *changed.after)};
  observation.evidence.push_back(SignatureDelta(changed));
  for (const BrokenCall& call : broken) {
    if (observation.related.size() == kMaxRelated) break;
    observation.related.push_back(Describe(call));
  }
  change.Report(*changed.file, std::move(observation));
}

// ---- A new call.

Words RemedyFor(const Callable& callee, const Misfit& misfit,
                const repository::ArgumentFacts& call) {
  const Params takes = {{"function", callee.name}, {"signature", SignatureText(callee.parameters)}};
  if (misfit.unknown_keyword.empty()) return Sentence(kTakes, takes);
  std::vector<std::string> free;  // Parameters that the call does not name.
  for (const repository::ParameterFacts& parameter : callee.parameters) {
    if (std::find(call.keywords.begin(), call.keywords.end(), parameter.name) ==
        call.keywords.end()) {
      free.push_back(parameter.name);
    }
  }
  const std::string nearest = Nearest(misfit.unknown_keyword, free);
  if (nearest.empty()) return Sentence(kTakes, takes);
  return Sentence(kMeantAndTakes, {{"name", nearest}, takes[0], takes[1]});
}

// Calls that were reported, by path and first line.
using Reported = std::set<std::pair<std::string, int>>;

template <typename Call>
void ReportCall(ChangeContext& change, const AnalysedFile& file, const Call& call,
                const Callable& callee, const Misfit& misfit) {
  const Module& module = *file.after;
  const Node node = CallAt(module, call.place);
  if (!node) return;
  const Node keyword = KeywordNode(node, misfit.unknown_keyword);
  Observation observation{
      .at = keyword ? keyword : node.child(Field::kFunction),
      .params = {{"function", callee.name},
                 {"fault", Sentence(kCannotBeCalled,
                                    {{"function", callee.name},
                                     {"place", absl::StrCat(callee.path, ":", callee.place.line)},
                                     {"why", misfit.why}})},
                 {"what", kTheCall},
                 {"remedy", RemedyFor(callee, misfit, call)}},
      .because = node,
      .related = {{Sentence(kDefinedWith, {{"signature", SignatureText(callee.parameters)}}),
                   RangeOf(callee.path, callee.place)}}};
  // Without a similar parameter the keyword is of old times; a literal is no loss.
  if (keyword && IsLiteralArgument(keyword.child(Field::kValue)) &&
      Nearest(misfit.unknown_keyword, NamesOf(callee.parameters)).empty()) {
    observation.edits = {RemoveArgument(module, keyword)};
  }
  change.Report(file, std::move(observation));
}

// Under `if __name__ == "__main__":` of a module that others load: a demo, which nobody runs.
bool IsInDemo(ChangeContext& change, const AnalysedFile& file, Node around) {
  const auto is_guard = [](Node node) {
    return node.Is(NodeKind::kIfStatement) &&
           absl::StrContains(node.child(Field::kCondition).text(), "__name__");
  };
  while (around && !is_guard(around)) around = around.parent();
  if (!around) return false;
  const std::vector<IndexedFile*> named =
      change.index().FilesWithWord(repository::LastPart(file.after->name()));
  return std::any_of(named.begin(), named.end(),
                     [&](const IndexedFile* other) { return other->path() != file.changed->path; });
}

template <typename Call>
void CheckCall(ChangeContext& change, SignatureChanges& changes, const AnalysedFile& file,
               const IndexedFile& indexed, const Call& call, Reported& reported) {
  if (call.is_guarded || !file.lines.HasAdded(call.place.line, call.place.end_line - 1)) return;
  const CallableRef callee = changes.after().Of(indexed, call);
  if (callee == nullptr) return;
  const std::optional<Misfit> misfit = FindMisfit(call, callee->parameters);
  if (!misfit || changes.IsBrokenByChange(indexed, call, *callee) ||
      MayBeReplaced(change, *callee) || IsInDemo(change, file, CallAt(*file.after, call.place))) {
    return;
  }
  ReportCall(change, file, call, *callee, *misfit);
  reported.emplace(file.changed->path, call.place.line);
}

// What names and signatures alone do not tell: through objects, dataclasses and super().
void ReportOthers(ChangeContext& change, const Reported& reported) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kCall)) {
    const bool is_known = reported.contains({found->file->changed->path, found->at.first_line()});
    if (is_known || !CanBeCalled(found->failure.object) ||
        IsInDemo(change, *found->file, found->at)) {
      continue;
    }
    const Node callee = found->at.child(Field::kFunction);
    Observation observation = Observe(change, *found);
    observation.params = {
        {"function", OneLine(callee ? callee : found->at)},
        {"fault", Sentence(kDoesNotFit,
                           {{"reason", absl::StrReplaceAll(found->failure.why, {{"`", "'"}})}})},
        {"what", kTheCall},
        {"remedy", kSeeSignature}};
    change.Report(*found->file, std::move(observation));
  }
}

void CheckChange(ChangeContext& change) {
  SignatureChanges changes(change);
  Reported reported;
  for (const SignatureChange& changed : changes.all()) {
    const std::vector<BrokenCall> broken = changes.BrokenBy(changed);
    for (const BrokenCall& call : broken) reported.emplace(call.path, call.place.line);
    if (!broken.empty()) ReportDefinition(change, changed, broken);
  }
  ForEachCallBesideNewOnes(
      change, [&](const AnalysedFile& file, const IndexedFile& indexed, const auto& call) {
        CheckCall(change, changes, file, indexed, call, reported);
      });
  ReportOthers(change, reported);
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kCallDoesNotFitSignature = {
    .info = {.id = "call-does-not-fit-signature",
             .title = {"Call does not match the signature", "调用与签名不匹配"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{fault}", "{fault}"},
             .consequence = {"{what} raises TypeError when it runs",
                             "{what}在执行时会抛出 TypeError"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = contracts::kPhrases,
             .why = "Python checks arguments when a call runs, so a forgotten caller shows up in "
                    "production, often in a branch that no test reaches. New calls are reported "
                    "where they are; existing calls that matched before the change are listed at "
                    "the changed definition.",
             .fix = "Change the callers in the same change. Where other repositories call the "
                    "function, add new parameters at the end, with defaults.",
             .bad = R"py(
# --- pkg/ops.py before
def scale(x, factor):
    return x * factor
# --- pkg/ops.py after
def scale(x, factor, dim):
    return x * factor
# --- pkg/use.py unchanged
from pkg.ops import scale

def use(x):
    return scale(x, 2)
)py",
             .good = R"py(
# --- pkg/ops.py before
def scale(x, factor):
    return x * factor
# --- pkg/ops.py after
def scale(x, factor, dim=None):
    return x * factor
# --- pkg/use.py unchanged
from pkg.ops import scale

def use(x):
    return scale(x, 2)
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "no-value-for-parameter.html",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "too-many-function-args.html",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "unexpected-keyword-arg.html",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "redundant-keyword-arg.html"},
             .version = 6},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
