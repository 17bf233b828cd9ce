// Arguments that the callee does not take: in new calls, and in old ones whose callee changed.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/call_edits.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/remove_argument.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Module;
using repository::IndexedFile;

constexpr size_t kMaxRelated = 50;

// ---- A changed definition: reported once, there.

Related Describe(const BrokenCall& call) {
  const std::string where = call.symbol.empty() ? "the module" : "`" + call.symbol + "`";
  return {absl::StrCat("called in ", where, ": `", call.callee, "` ", call.why),
          RangeOf(call.path, call.place)};
}

void ReportDefinition(ChangeContext& change, const SignatureChange& changed,
                      const std::vector<BrokenCall>& broken) {
  const bool is_one = broken.size() == 1;
  const std::string calls = absl::StrCat(broken.size(), is_one ? " call" : " calls");
  Observation observation{
      .at = PlaceOfChange(*changed.file, *changed.after),
      .params = {{"function", changed.after->name},
                 {"fault", absl::StrCat("The new signature of `", changed.after->name, "` breaks ",
                                        calls, " in the repository, for example ", broken[0].path,
                                        ":", broken[0].place.line)},
                 {"why", broken[0].why},
                 {"what", is_one ? "The call" : "Each of these calls"},
                 {"remedy", absl::StrCat("Adapt the ", calls,
                                         ", or keep the old parameters working with defaults")}},
      .cause = CauseInHeader(*changed.file, *changed.after)};
  observation.evidence.push_back(SignatureDelta(changed));
  for (const BrokenCall& call : broken) {
    if (observation.related.size() == kMaxRelated) break;
    observation.related.push_back(Describe(call));
  }
  change.Report(*changed.file, std::move(observation));
}

// ---- A new call.

std::string RemedyFor(const Callable& callee, const Misfit& misfit,
                      const repository::ArgumentFacts& call) {
  std::string takes = absl::StrCat("`", callee.name, "` takes ", SignatureText(callee.parameters));
  if (misfit.unknown_keyword.empty()) return takes;
  std::vector<std::string> free;  // Parameters that the call does not name.
  for (const repository::ParameterFacts& parameter : callee.parameters) {
    if (std::find(call.keywords.begin(), call.keywords.end(), parameter.name) ==
        call.keywords.end()) {
      free.push_back(parameter.name);
    }
  }
  const std::string nearest = Nearest(misfit.unknown_keyword, free);
  return nearest.empty() ? takes : absl::StrCat("Did you mean `", nearest, "`? ", takes);
}

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
                 {"fault", absl::StrCat("`", callee.name, "` (", callee.path, ":",
                                        callee.place.line, ") cannot be called like this")},
                 {"why", misfit.why},
                 {"what", "The call"},
                 {"remedy", RemedyFor(callee, misfit, call)}},
      .because = node,
      .related = {{absl::StrCat("defined here: ", SignatureText(callee.parameters)),
                   RangeOf(callee.path, callee.place)}}};
  // Without a similar parameter the keyword is of old times; a literal is no loss.
  if (keyword && IsLiteralArgument(keyword.child(Field::kValue)) &&
      Nearest(misfit.unknown_keyword, NamesOf(callee.parameters)).empty()) {
    observation.edits = {RemoveArgument(module, keyword)};
  }
  change.Report(file, std::move(observation));
}

template <typename Call>
void CheckCall(ChangeContext& change, SignatureChanges& changes, const AnalysedFile& file,
               const IndexedFile& indexed, const Call& call) {
  if (call.is_guarded || !file.lines.HasAdded(call.place.line, call.place.end_line - 1)) return;
  const CallableRef callee = changes.after().Of(indexed, call);
  if (callee == nullptr) return;
  const std::optional<Misfit> misfit = FindMisfit(call, callee->parameters);
  if (!misfit || changes.IsBrokenByChange(indexed, call, *callee)) return;
  ReportCall(change, file, call, *callee, *misfit);
}

void CheckChange(ChangeContext& change) {
  SignatureChanges changes(change);
  for (const SignatureChange& changed : changes.all()) {
    const std::vector<BrokenCall> broken = changes.BrokenBy(changed);
    if (!broken.empty()) ReportDefinition(change, changed, broken);
  }
  for (const AnalysedFile& file : change.python_files()) {
    if (!HasNewCalls(file)) continue;
    const IndexedFile* indexed = change.index().FindModule(file.after->name());
    if (indexed == nullptr || indexed->path() != file.changed->path) continue;
    for (const auto& call : indexed->facts().calls) {
      CheckCall(change, changes, file, *indexed, call);
    }
    for (const auto& call : indexed->facts().method_calls) {
      CheckCall(change, changes, file, *indexed, call);
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kCallDoesNotFitSignature = {
    .info = {.id = "call-does-not-fit-signature",
             .title = {"Call does not fit the signature", "调用与签名不匹配"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{fault}: it {why}", "{fault}：{why}"},
             .consequence = {"{what} raises TypeError when it runs",
                             "{what}在执行时会抛出 TypeError"},
             .advice = {"{remedy}", "{remedy}"},
             .why = "Python checks arguments when a call runs, so a forgotten caller shows up in "
                    "production, often in a branch that no test reaches. New calls are reported "
                    "where they stand; old ones that fitted before the change are listed at the "
                    "definition that it changes.",
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
             .version = 2},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
