// A name that only exists when an optional import worked, used without asking.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/import_guards.h"
#include "analyzers/rules/configuration/optional_imports.h"
#include "analyzers/rules/configuration/usage.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kBindFallback(
    "bind-fallback",
    "bind a fallback in the except clause, or raise ImportError with a hint if it is missing",
    "在 except 子句中绑定备用实现，或者在缺失时抛出带提示的 ImportError");
constexpr Phrase kBeginWithGuard("begin-with-guard",
                                 "begin with `if not {flag}: raise ImportError(...)`",
                                 "在开头加上 `if not {flag}: raise ImportError(...)`");
constexpr Phrase kBoundHere("bound-here", "bound only if this import succeeds",
                            "只有这个 import 成功时才会绑定");
constexpr Phrase kPhrases[] = {kBindFallback, kBeginWithGuard, kBoundHere};

// How many callers up somebody may ask.
constexpr int kDepth = 3;
// A name that stands more often in a file, like `forward`, says nothing.
constexpr int kMaxMentions = 12;

bool FileAsks(const OptionalImport& import, const repository::IndexedFile& file) {
  for (absl::string_view flag : import.flags) {
    if (file.HasIdentifier(flag)) return true;
  }
  const absl::string_view words = repository::IdentifiersOfFacts(file.encoded_facts());
  return absl::StrContains(words, "HAVE_") || absl::StrContains(words, "HAS_");
}

// Places outside of tests that call the function or, of a method, make an object of its class.
std::vector<repository::Call> CallsOf(FileContext& file, const Definition& definition) {
  repository::Project& project = file.project();
  std::vector<repository::Call> calls = project.CallersOf(file.AbsoluteName(definition));
  if (const Definition* a_class = file.module().EnclosingClass(definition.node)) {
    for (repository::Call& call : project.CallersOf(file.AbsoluteName(*a_class))) {
      calls.push_back(std::move(call));
    }
  }
  std::erase_if(calls, [](const repository::Call& call) { return paths::IsTestPath(call.path); });
  return calls;
}

bool IsReachedGuarded(FileContext& file, const OptionalImport& import, const Definition& definition,
                      int depth);

// Every mention of the name in this file asks, or lies in a function that is only reached so.
enum class Mentioned { kNowhere, kGuarded, kUnguarded };
Mentioned MentionsInFile(FileContext& file, const OptionalImport& import, const Definition& of,
                         int depth) {
  Mentioned answer = Mentioned::kNowhere;
  int mentions = 0;
  for (Node node : file.module().identifiers().Of({of.simple_name})) {
    if (node.parent() == of.node || of.node.Contains(node)) continue;
    if (++mentions > kMaxMentions) return Mentioned::kUnguarded;
    const Definition* function = file.module().EnclosingFunction(node);
    const bool is_guarded =
        IsGuarded(import, node) ||
        (function != nullptr && IsReachedGuarded(file, import, *function, depth - 1));
    if (!is_guarded) return Mentioned::kUnguarded;
    answer = Mentioned::kGuarded;
  }
  return answer;
}

// Whoever is known to get here has asked.
bool IsReachedGuarded(FileContext& file, const OptionalImport& import, const Definition& definition,
                      int depth) {
  if (depth == 0) return false;
  Mentioned mentioned = MentionsInFile(file, import, definition, depth);
  const Definition* a_class = file.module().EnclosingClass(definition.node);
  if (mentioned != Mentioned::kGuarded && a_class != nullptr) {
    mentioned = MentionsInFile(file, import, *a_class, depth);
  }
  if (mentioned == Mentioned::kUnguarded) return false;
  bool is_called = mentioned == Mentioned::kGuarded;
  for (const repository::Call& call : CallsOf(file, definition)) {
    if (call.path == file.module().path()) continue;  // Among the mentions.
    const repository::Found caller = file.project().FindDefinition(call.caller);
    if (!caller || !FileAsks(import, *caller.file)) return false;
    is_called = true;
  }
  return is_called;
}

// Evaluated when the function is called: not a decorator, default or annotation.
const Definition* FunctionRunning(const Module& module, Node node) {
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr || !function->body.Contains(node)) return nullptr;
  for (Node around = node; around != function->body; around = around.parent()) {
    if (around.Is(NodeKind::kType)) return nullptr;
  }
  return function;
}

void Report(FileContext& file, const OptionalImport& import, const Definition& function,
            Node node) {
  const std::string flag = import.flags.empty() ? "" : std::string(*import.flags.begin());
  file.Report({.at = node,
               .params = {{"name", std::string(node.text())},
                          {"line", absl::StrCat(import.statement.first_line())},
                          {"function", std::string(function.simple_name)},
                          {"remedy", flag.empty() ? kBindFallback
                                                  : Sentence(kBeginWithGuard, {{"flag", flag}})}},
               .related = {{kBoundHere, RangeOf(file.module(), import.statement)}}});
}

void Check(FileContext& file, Node root) {
  const Module& module = file.module();
  if (file.is_test()) return;
  const std::vector<OptionalImport> imports = OptionalImportsIn(module);
  if (imports.empty()) return;
  std::map<absl::string_view, const OptionalImport*> by_name;
  for (const OptionalImport& import : imports) {
    for (absl::string_view name : import.names) by_name[name] = &import;
  }
  std::set<std::pair<const Definition*, absl::string_view>> reported;
  std::vector<const OptionalImport*> by_number;
  for (absl::string_view name : module.identifiers().names()) {
    const auto found = by_name.find(name);
    by_number.push_back(found == by_name.end() ? nullptr : found->second);
  }
  module.identifiers().ForEachIn(root, [&](Node node, uint32_t number) {
    const OptionalImport* const import = by_number[number];
    if (import == nullptr || !file.IsChanged(node) || !IsVariable(node)) return;
    if (module.scopes().LookUp(node, node.text()) != 0) return;
    const Definition* function = FunctionRunning(module, node);
    if (function == nullptr || IsGuarded(*import, node)) return;
    if (IsReachedGuarded(file, *import, *function, kDepth)) return;
    if (!reported.emplace(function, node.text()).second) return;
    Report(file, *import, *function, node);
  });
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnguardedUseOfOptionalImport = {
    .info =
        {.id = "unguarded-use-of-optional-import",
         .title = {"Optional import used without checking that it exists",
                   "使用可选依赖前没有检查它是否存在"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{function}` uses `{name}`, which exists only if the import at line {line} succeeds",
              "`{function}` 使用了 `{name}`，而只有第 {line} 行的 import 成功时它才存在"},
         .consequence =
             {"Without the package, `{function}` raises a NameError for `{name}` that does not say "
              "what to install",
              "缺少该包时 `{function}` 会对 `{name}` 抛出 NameError，且不会提示需要安装什么"},
         .advice = {"In `{function}`: {remedy}", "在 `{function}` 中：{remedy}"},
         .phrases = configuration::kPhrases,
         .why =
             "The handler of the import lets the program continue without binding the name. Code "
             "that checks the flag of the import, or the feature it serves (in the function, its "
             "class, a decorator or its callers), or that catches the error, is not reported.",
         .fix = "Check the flag where the feature starts, and say what to install.",
         .bad = R"py(
try:
    import fused
    HAVE_FUSED = True
except ImportError:
    HAVE_FUSED = False


def norm(x):
    return fused.norm(x)
)py",
         .good = R"py(
try:
    import fused
    HAVE_FUSED = True
except ImportError:
    HAVE_FUSED = False


def norm(x):
    if not HAVE_FUSED:
        raise ImportError("pip install fused")
    return fused.norm(x)
)py",
         .tier = Tier::kHint},
    .kinds = {NodeKind::kModule},
    .check = configuration::Check};

}  // namespace allreview::rules
