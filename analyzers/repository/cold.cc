#include "analyzers/repository/cold.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "base/last_answer.h"
#include "base/text_search.h"

namespace allreview::repository {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr size_t kMaxConditionBytes = 400;

template <size_t n>
bool IsOneOf(absl::string_view text, const absl::string_view (&words)[n]) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

// Calls `matches` with each run of letters and digits: "log", "interval" of `args.log_interval`.
template <typename Predicate>
bool AnyWord(absl::string_view text, Predicate matches) {
  size_t first = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && absl::ascii_isalnum(static_cast<unsigned char>(text[i]))) continue;
    if (i > first && matches(text.substr(first, i - first))) return true;
    first = i + 1;
  }
  return false;
}

bool IsRareWord(absl::string_view word) {
  constexpr absl::string_view kWords[] = {
      "log",     "logs",    "logging",  "logger",        "debug",    "debugging",
      "verbose", "profile", "profiler", "profiling",     "interval", "nan",
      "nans",    "isnan",   "inf",      "deterministic", "first"};
  return IsOneOf(word, kWords);
}

}  // namespace

bool IsColdName(absl::string_view name) {
  if (absl::StartsWith(name, "__") && name != "__call__") return true;
  while (absl::ConsumePrefix(&name, "_")) continue;
  for (absl::string_view prefix :
       {"setup", "init", "reset_param", "build", "create", "load", "save", "convert", "export",
        "report", "print", "dump", "warmup", "profile", "bench", "debug", "eval", "generate"}) {
    if (absl::StartsWith(name, prefix)) return true;
  }
  if (absl::StrContains(name, "checkpoint") || absl::StrContains(name, "state_dict")) return true;
  return AnyWord(name, [](absl::string_view word) {
    constexpr absl::string_view kWords[] = {"log",    "logs",    "logging", "logger",
                                            "config", "configs", "args",    "report",
                                            "print",  "warmup",  "profile", "profiler"};
    return IsOneOf(word, kWords);
  });
}

bool IsColdPath(absl::string_view path) {
  thread_local LastAnswer<bool> last;
  return last.To(path, [&] {
    return paths::IsTestPath(path) ||
           HoldsAnyOf(path, {"tools/", "tasks/", "datasets/", "tokenizers/", "export/", "logging",
                             "checkpoint", "server", "client"});
  });
}

bool IsInferencePath(absl::string_view path) { return absl::StrContains(path, "inference/"); }

bool IsRareCondition(absl::string_view condition) {
  const absl::string_view text = condition.substr(0, kMaxConditionBytes);
  if (absl::StrContains(text, "is None") || absl::StrContains(text, "not hasattr")) return true;
  if (absl::StrContains(text, "rank") && absl::StrContains(text, "== 0")) return true;
  return AnyWord(text, IsRareWord);
}

bool StartsColdBlock(Node node) {
  switch (node.kind()) {
    case Kind::kRaiseStatement:
    case Kind::kAssertStatement:
    case Kind::kExceptClause:
      return true;
    case Kind::kBlock: {
      const Node around = node.parent();
      return (around.Is(Kind::kIfStatement) || around.Is(Kind::kElifClause)) &&
             node == around.child(Field::kConsequence) &&
             IsRareCondition(around.child(Field::kCondition).text());
    }
    default:
      return false;
  }
}

bool IsColdBlock(Node node) {
  for (Node around = node; around && !around.Is(Kind::kFunctionDefinition);
       around = around.parent()) {
    if (StartsColdBlock(around)) return true;
  }
  return false;
}

bool StartsCapture(const python::Module& module, Node node) {
  const Node with = node.parent();
  if (!node.Is(Kind::kBlock) || !with.Is(Kind::kWithStatement)) return false;
  const Node clause = with.child(Kind::kWithClause);
  if (!absl::StrContains(clause.text(), "graph(")) return false;
  for (Node item : clause.descendants(Kind::kCall)) {
    if (module.Calls(item, "torch.cuda.graph")) return true;
  }
  return false;
}

}  // namespace allreview::repository
