// def build(x, mask=None): return inner(x, y=y), where inner takes mask, too, and nothing reads it.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/call_edits.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/contracts/callables.h"
#include "analyzers/rules/contracts/unread_parameters.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;
using repository::IndexedFile;
using repository::ParameterFacts;

constexpr Phrase kTakesIt("takes-parameter", "takes `{parameters}`", "接受 `{parameters}`");
constexpr Phrase kPhrases[] = {kTakesIt};

constexpr int kMinForwarded = 2;  // Fewer do not show that the function hands its options on.

// How many parameters of the function the call hands on to parameters of the same name.
int CountForwarded(const Definition& function, Node call,
                   const std::vector<ParameterFacts>& taken) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  int count = 0;
  const auto is_own = [&](Node value, absl::string_view name) {
    return value.Is(NodeKind::kIdentifier) && value.text() == name &&
           FindParameter(function, name) != nullptr;
  };
  for (size_t i = 0; i < arguments.positional.size() && i < taken.size(); ++i) {
    count += is_own(arguments.positional[i], taken[i].name);
  }
  for (Node keyword : arguments.keywords) {
    count += is_own(keyword.child(Field::kValue), keyword.child(Field::kName).text());
  }
  return count;
}

class FileSearch {
 public:
  FileSearch(ChangeContext& change, Callables& callables, const AnalysedFile& file,
             const IndexedFile& indexed)
      : change_(change), callables_(callables), file_(file), indexed_(indexed) {}

  template <typename Call>
  void Check(const Call& call) {
    if (call.has_star || call.has_double_star || call.keywords.size() + call.positional < 2) return;
    const Node node = CallAt(*file_.after, call.place);
    const Definition* function = file_.after->EnclosingFunction(node);
    if (function == nullptr || UnreadOf(*function).empty()) return;
    const CallableRef callee = callables_.Of(indexed_, call);
    if (callee == nullptr) return;
    const Unread& idle = UnreadByCallee(*callee);
    std::vector<const Parameter*> lost;
    for (const ParameterFacts* left_out : LeftOut(call, callee->parameters)) {
      const auto unread = UnreadOf(*function).find(left_out->name);
      const bool is_lost = unread != UnreadOf(*function).end() && left_out->has_default &&
                           idle.find(left_out->name) == idle.end() &&
                           !IsSaidToBeUnused(*function, left_out->name);
      if (is_lost) lost.push_back(unread->second);
    }
    if (lost.empty() || CountForwarded(*function, node, callee->parameters) < kMinForwarded) return;
    // Several calls of one callee in a function have one cause.
    if (said_.emplace(function, callee->name).second) Report(*function, node, *callee, lost);
  }

 private:
  // What the callee takes and does not read either, as far as this file shows it.
  const Unread& UnreadByCallee(const Callable& callee) {
    static const Unread kNone;
    const Definition* const definition =
        callee.path == file_.after->path() ? file_.after->FindDefinition(callee.name) : nullptr;
    return definition == nullptr ? kNone : UnreadOf(*definition);
  }
  const Unread& UnreadOf(const Definition& function) {
    const auto [it, is_new] = unread_.try_emplace(&function);
    if (is_new) it->second = UnreadParameters(function);
    return it->second;
  }

  void Report(const Definition& function, Node call, const Callable& callee,
              const std::vector<const Parameter*>& lost) {
    std::vector<std::string> names, arguments;
    bool is_mask = false;
    for (const Parameter* parameter : lost) {
      names.emplace_back(parameter->name);
      arguments.push_back(absl::StrCat(parameter->name, "=", parameter->name));
      is_mask |=
          absl::StrContains(parameter->name, "mask") || absl::StrContains(parameter->name, "rng");
    }
    const std::string listed = absl::StrJoin(names, "`, `");
    const ArgumentSlot slot = EndOfArguments(call);
    change_.Report(
        file_,
        {.at = call,
         .params = {{"function", std::string(function.simple_name)},
                    {"callee", callee.name},
                    {"parameters", listed},
                    {"arguments", absl::StrJoin(arguments, ", ")}},
         .because = file_.lines.Touches(call) ? call : lost[0]->node,
         .related = {{Sentence(kTakesIt, {{"parameters", listed}}),
                      RangeOf(callee.path, callee.place)}},
         .edits = {{.path = file_.after->path(),
                    .first_byte = slot.byte,
                    .end_byte = slot.byte,
                    .replacement = absl::StrCat(slot.separator, absl::StrJoin(arguments, ", "))}},
         .severity = is_mask ? std::optional(Severity::kP1) : std::nullopt});
  }

  ChangeContext& change_;
  Callables& callables_;
  const AnalysedFile& file_;
  const IndexedFile& indexed_;
  std::map<const Definition*, Unread> unread_;
  std::set<std::pair<const Definition*, std::string>> said_;
};

// Some function that the change touches calls others and leaves a parameter unread. Costs no
// question.
bool MayLoseParameters(const AnalysedFile& file) {
  return std::any_of(
      file.after->definitions().begin(), file.after->definitions().end(),
      [&](const Definition& function) {
        return function.kind != Definition::Kind::kClass && file.lines.Touches(function.node) &&
               AnyOwnNode(function.body, NodeKind::kCall, [](Node) { return true; }) &&
               !UnreadParameters(function).empty();
      });
}

void CheckChange(ChangeContext& change) {
  Callables callables(change.project());
  for (const AnalysedFile& file : change.python_files()) {
    if (!MayLoseParameters(file)) continue;
    const IndexedFile* indexed = change.index().FindModule(file.after->name());
    if (indexed == nullptr || indexed->path() != file.changed->path) continue;
    FileSearch search(change, callables, file, *indexed);
    for (const auto& call : indexed->facts().calls) search.Check(call);
    for (const auto& call : indexed->facts().method_calls) search.Check(call);
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kParameterNotForwarded = {
    .info =
        {.id = "parameter-not-forwarded",
         .title = {"Parameter that is neither used nor passed on to a callee that takes it",
                   "形参既未使用，也没有传给接受它的被调函数"},
         .severity = Severity::kP2,
         .impact = Impact::kMedium,
         .message = {"`{function}` never reads `{parameters}`, and this call of `{callee}`, which "
                     "takes the same, does not pass it on",
                     "`{function}` 从未读取 `{parameters}`，而这里调用同样接受它的 `{callee}` "
                     "时也没有传入"},
         .consequence = {"What callers pass as `{parameters}` has no effect: `{callee}` uses its "
                         "default",
                         "调用方传入的 `{parameters}` 不起作用：`{callee}` 使用默认值"},
         .advice = {"Pass `{arguments}`, or remove the parameter",
                    "传入 `{arguments}`，或者删除该形参"},
         .phrases = contracts::kPhrases,
         .why = "A function that hands its options on to another one, and takes an option that it "
                "neither reads nor hands on, has lost it: usually the option was added to the "
                "callee and to the signature, and the call was forgotten.",
         .fix = "Pass the parameter on.",
         .bad = R"py(
def attend(q, k, v, scale=1.0, mask=None):
    return q @ k * scale + mask @ v

def layer(q, k, v, scale, mask=None):
    return attend(q, k, v, scale=scale)
)py",
         .good = R"py(
def attend(q, k, v, scale=1.0, mask=None):
    return q @ k * scale + mask @ v

def layer(q, k, v, scale, mask=None):
    return attend(q, k, v, scale=scale, mask=mask)
)py",
         .version = 2},
    .skips_tests = true,
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
