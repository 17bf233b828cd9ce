// copy(path, use_shm) where the second parameter is cache_dir and use_shm is another one.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/call_edits.h"
#include "analyzers/rules/contracts/callables.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using repository::IndexedFile;
using repository::ParameterFacts;

constexpr Phrase kDefinedHere("defined-here", "defined here", "定义在这里");
constexpr Phrase kPhrases[] = {kDefinedHere};

constexpr size_t kMinName = 4;  // Short names stand for many things.

// `use_shm` of `use_shm` and of `self.config.use_shm`. Empty: another expression.
absl::string_view NameOf(Node argument) {
  if (argument.Is(NodeKind::kIdentifier)) return argument.text();
  return argument.Is(NodeKind::kAttribute) ? argument.child(Field::kAttribute).text() : "";
}

// They have a word in common: `mask` may well go where `attention_mask` is asked for.
bool ShareAWord(absl::string_view a, absl::string_view b) {
  const std::vector<absl::string_view> words = absl::StrSplit(a, '_', absl::SkipEmpty());
  const std::vector<absl::string_view> others = absl::StrSplit(b, '_', absl::SkipEmpty());
  return std::any_of(words.begin(), words.end(), [&](absl::string_view word) {
    return std::any_of(others.begin(), others.end(), [&](absl::string_view other) {
      return absl::StartsWith(word, other) || absl::StartsWith(other, word);
    });
  });
}

struct Slip {
  size_t slot = 0;   // Where the argument went,
  size_t meant = 0;  // and the parameter of its name.
};

// An argument whose own parameter stands elsewhere and gets nothing. What must be given, and what
// comes first, is more often called something else by its caller.
std::vector<Slip> FindSlips(const std::vector<Node>& arguments, Node call,
                            const std::vector<ParameterFacts>& parameters) {
  std::vector<Slip> slips;
  const size_t given = std::min(arguments.size(), parameters.size());
  for (size_t slot = 1; slot < given; ++slot) {
    const absl::string_view name = NameOf(arguments[slot]);
    const ParameterFacts& taken = parameters[slot];
    if (!taken.has_default || name.size() < kMinName || name == taken.name ||
        ShareAWord(name, taken.name))
      continue;
    for (size_t meant = given; meant < parameters.size(); ++meant) {
      const bool is_named = parameters[meant].name == name;
      if (is_named && !python::KeywordArgument(call, name)) slips.push_back({slot, meant});
    }
  }
  return slips;
}

// Everything is one further, say because a parameter was added: told once, at the first.
void Report(ChangeContext& change, const AnalysedFile& file, Node call, const Callable& callee,
            const Slip& slip) {
  const Node argument = python::ArgumentsOf(call).positional[slip.slot];
  const std::string meant = callee.parameters[slip.meant].name;
  change.Report(file, {.at = argument,
                       .params = {{"argument", std::string(argument.text())},
                                  {"function", callee.name},
                                  {"parameter", callee.parameters[slip.slot].name},
                                  {"meant", meant}},
                       .because = call,
                       .related = {{kDefinedHere, RangeOf(callee.path, callee.place)}}});
}

template <typename Call>
void CheckCall(ChangeContext& change, Callables& callables, const AnalysedFile& file,
               const IndexedFile& indexed, const Call& call) {
  if (call.positional < 1 || !file.lines.HasAdded(call.place.line, call.place.end_line - 1)) return;
  const Node node = CallAt(*file.after, call.place);
  if (!node) return;
  const python::Arguments arguments = python::ArgumentsOf(node);
  if (arguments.has_star || arguments.has_double_star) return;
  const auto is_named = [](Node argument) { return NameOf(argument).size() >= kMinName; };
  if (std::none_of(arguments.positional.begin(), arguments.positional.end(), is_named)) return;
  const CallableRef callee = callables.Of(indexed, call);
  if (callee == nullptr) return;
  const std::vector<Slip> slips = FindSlips(arguments.positional, node, callee->parameters);
  if (!slips.empty()) Report(change, file, node, *callee, slips[0]);
}

void CheckChange(ChangeContext& change) {
  Callables callables(change.project());
  ForEachCallBesideNewOnes(
      change, [&](const AnalysedFile& file, const IndexedFile& indexed, const auto& call) {
        CheckCall(change, callables, file, indexed, call);
      });
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kArgumentForAnotherParameter = {
    .info =
        {.id = "argument-for-another-parameter",
         .title = {"Argument in the place of another parameter", "实参落在了另一个形参的位置"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{argument}` is passed as `{parameter}` of `{function}`, which has a "
                     "parameter `{meant}` that gets nothing",
                     "`{argument}` 传给了 `{function}` 的 `{parameter}`，而它有一个未收到值的形参 "
                     "`{meant}`"},
         .consequence = {"`{meant}` keeps its default, and `{parameter}` is something else than "
                         "the function expects",
                         "`{meant}` 保持默认值，而 `{parameter}` 得到的不是函数所期望的值"},
         .advice = {"Pass it by name: `{meant}={argument}`", "以关键字传参：`{meant}={argument}`"},
         .phrases = contracts::kPhrases,
         .why = "Python matches positional arguments by position only; a parameter that was "
                "put in between, or that was forgotten, moves all that follow.",
         .fix = "Pass it by name.",
         .bad = R"py(
def copy(path, cache_dir=None, use_shm=False):
    return path

def fetch(path, use_shm):
    return copy(path, use_shm)
)py",
         .good = R"py(
def copy(path, cache_dir=None, use_shm=False):
    return path

def fetch(path, use_shm):
    return copy(path, use_shm=use_shm)
)py"},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
