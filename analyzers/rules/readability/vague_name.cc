// tmp, foo, data2, do_it: names that say nothing.

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;

constexpr Phrase kPublicParameter("public-parameter", "parameter of a public function",
                                  "公开函数的参数");
constexpr Phrase kUsedUpTo("used-up-to", ", used up to line {line}", "（一直用到第 {line} 行）");
constexpr Phrase kKindLocal("kind-local", "local variable", "局部变量");
constexpr Phrase kKindClass("vague-class", "class", "类");
constexpr Phrase kKindFunction("vague-function", "function", "函数");
constexpr Phrase kPhrases[] = {kKindClass, kKindFunction, kPublicParameter, kUsedUpTo, kKindLocal};

constexpr int kLongLife = 15;  // Lines for which a local may be called anything.

constexpr absl::string_view kVagueStems[] = {"tmp", "foo", "bar", "baz", "qux", "asdf", "xxx"};
constexpr absl::string_view kVagueNames[] = {"do_it",   "do_stuff",    "do_something",
                                             "my_func", "my_function", "my_class",
                                             "MyClass", "Foo",         "Bar"};
// With a number behind them.
constexpr absl::string_view kVagueWithNumber[] = {"data", "obj", "thing", "stuff",
                                                  "var",  "val", "func"};

bool IsVague(absl::string_view name) {
  while (!name.empty() && name.back() == '_') name.remove_suffix(1);
  while (!name.empty() && name.front() == '_') name.remove_prefix(1);
  const bool is_numbered = !name.empty() && absl::ascii_isdigit(name.back());
  absl::string_view stem = name;
  while (!stem.empty() && absl::ascii_isdigit(stem.back())) stem.remove_suffix(1);
  return IsOneOf(stem, kVagueStems) || IsOneOf(name, kVagueNames) ||
         (is_numbered && IsOneOf(stem, kVagueWithNumber));
}

void Report(FileContext& file, Node name, Words what, Words life = {}) {
  file.Report({.at = name,
               .params = {{"name", std::string(name.text())},
                          {"what", std::move(what)},
                          {"life", std::move(life)}}});
}

bool IsExempt(const FileContext& file) {
  const absl::string_view path = file.module().path();
  return file.is_test() || IsKernelPath(path) || IsForeignPath(path);
}

bool HasVagueName(const Definition& definition) {
  return IsVague(definition.simple_name) ||
         std::any_of(definition.parameters.begin(), definition.parameters.end(),
                     [](const Parameter& parameter) { return IsVague(parameter.name); });
}

void CheckDefinition(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* definition = DefinitionOf(module, node);
  if (definition == nullptr || !HasVagueName(*definition)) return;
  if (IsExempt(file) || IsKernel(module, *definition)) return;
  const bool is_class = definition->kind == Definition::Kind::kClass;
  if (IsVague(definition->simple_name)) {
    Report(file, node.child(Field::kName), is_class ? kKindClass : kKindFunction);
  }
  if (absl::StartsWith(definition->simple_name, "_")) return;
  for (const Parameter& parameter : definition->parameters) {
    if (!IsVague(parameter.name)) continue;
    Report(file, parameter.node, kPublicParameter);
  }
}

// Only `for` and comprehensions give it values.
bool IsLoopName(Node identifier) {
  for (Node node = identifier.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kForInClause)) return true;
    if (node.Is(NodeKind::kForStatement)) return node.child(Field::kLeft).Contains(identifier);
    if (node.Is(NodeKind::kBlock)) return false;
  }
  return false;
}

void CheckLocal(FileContext& file, Node assignment) {
  const Node name = assignment.child(Field::kLeft);
  if (!name.Is(NodeKind::kIdentifier) || !IsVague(name.text()) || IsLoopName(name)) return;
  if (IsExempt(file)) return;
  const Definition* function = file.module().EnclosingFunction(assignment);
  if (function == nullptr || IsKernel(file.module(), *function)) return;
  int last = name.first_line();
  bool is_first = true;
  ForEachOwnNode(function->body, NodeKind::kIdentifier, [&](Node node) {
    if (node.text() != name.text() || !IsVariable(node)) return;
    is_first = is_first && node.first_byte() >= name.first_byte();
    last = std::max(last, node.first_line());
  });
  const int life = last - name.first_line();
  if (!is_first || life <= kLongLife) return;
  Report(file, name, kKindLocal, Sentence(kUsedUpTo, {{"line", absl::StrCat(last)}}));
}

void Check(FileContext& file, Node node) {
  node.Is(NodeKind::kAssignment) ? CheckLocal(file, node) : CheckDefinition(file, node);
}

}  // namespace

extern constinit const Rule kVagueName = {
    .info = {.id = "vague-name",
             .title = {"Name that says nothing", "命名没有信息量"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kMedium,
             .message = {"`{name}` is not a meaningful name for a {what}{life}",
                         "`{name}` 不适合用来命名{what}{life}"},
             .consequence = {"Readers have to infer from its uses what it holds, and a search "
                             "finds everything else with that name",
                             "读者只能从用法中猜测它的内容，搜索时也会搜出所有同名的东西"},
             .advice = {"Name it for what it holds or does", "按它保存的内容或所做的事来命名"},
             .phrases = kPhrases,
             .why = "A name that fits everything is a placeholder. Within a few lines it does no "
                    "harm; in an interface or a long function it does.",
             .fix = "Rename it.",
             .bad = R"py(
def do_it(data2):
    return data2.sum()
)py",
             .good = R"py(
def total_of(counts):
    return counts.sum()
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/"
                            "convention/disallowed-name.html",
                            "https://rules.sonarsource.com/python/RSPEC-117/"},
             .tier = Tier::kHint},
    .kinds = {NodeKind::kFunctionDefinition, NodeKind::kClassDefinition, NodeKind::kAssignment},
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
