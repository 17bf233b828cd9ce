// args.x where no parser and no configuration has an x.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Module;
using repository::IndexedFile;

constexpr Phrase kAddFlag("add-flag", "Add a flag for `{name}`, or read an existing one",
                          "为 `{name}` 添加命令行参数，或者读取已有的参数");
constexpr Phrase kArgumentsFromHere("arguments-from-here", "the arguments come from here",
                                    "参数来自这里");
constexpr Phrase kAlsoReadHere("also-read-here", "also read here", "这里也读取");
constexpr Phrase kPhrases[] = {kAlsoReadHere, kAddFlag, kArgumentsFromHere};

bool IsParserCall(absl::string_view name) {
  return name == "get_args" || name == "parse_args" || name == "parse_known_args" ||
         absl::StartsWith(name, "parse_arg");
}

// Some name of the module stands for what a parser gives.
bool HasArguments(const Module& module) {
  const std::vector<python::Binding>& bindings = module.scopes().bindings();
  return std::any_of(bindings.begin(), bindings.end(), [](const python::Binding& binding) {
    return binding.value.Is(NodeKind::kCall) && IsParserCall(CalleeName(binding.value));
  });
}

// The call gives the options of this repository.
bool GivesArguments(ChangeContext& change, const Module& module, Node call) {
  if (!call.Is(NodeKind::kCall) || !IsParserCall(CalleeName(call))) return false;
  const Node function = call.child(Field::kFunction);
  if (change.project().FindDefinition(module.Resolve(function))) return true;
  if (!function.Is(NodeKind::kAttribute) || CalleeName(call) != "parse_args") return false;
  // parser = argparse.ArgumentParser(...)
  const Node parser = module.Dereference(function.child(Field::kObject));
  return parser.Is(NodeKind::kCall) && CalleeName(parser) == "ArgumentParser";
}

// The value is read as it is: not args.model.width, options of another form, nor args.items().
bool IsRead(Node attribute) {
  const Node parent = attribute.parent();
  switch (parent.kind()) {
    case NodeKind::kAttribute:
    case NodeKind::kDeleteStatement:
    case NodeKind::kPatternList:
    case NodeKind::kTuplePattern:
      return false;
    case NodeKind::kCall:
      return attribute.field() != Field::kFunction;
    case NodeKind::kAssignment:
    case NodeKind::kForStatement:
      return attribute.field() != Field::kLeft;
    default:
      return true;
  }
}

bool IsSetSomewhere(ChangeContext& change, const std::string& name) {
  if (!change.project().FindFlags(name).empty() || !change.project().FindFields(name).empty() ||
      !change.project().WritersOf(name).empty()) {
    return true;
  }
  for (const IndexedFile* file : change.index().FilesMentioning(name)) {
    const std::vector<std::string>& names = file->facts().stored_names;
    if (std::binary_search(names.begin(), names.end(), name)) return true;
  }
  return false;
}

bool IsGuarded(Node node) {
  for (; node && !node.Is(NodeKind::kFunctionDefinition); node = node.parent()) {
    if (node.Is(NodeKind::kTryStatement)) return true;
  }
  return false;
}

// A flag of nearly that name, as its value is called. Empty: none.
std::string NearestFlag(ChangeContext& change, const std::string& name) {
  std::vector<std::string> flags;
  for (const IndexedFile* file : change.index().FilesMentioning("parser")) {
    for (const repository::FlagFacts& flag : file->facts().flags) flags.push_back(flag.destination);
  }
  return Nearest(name, flags);
}

// What gives `args` of `args.name`, when that is no flag. Null: it is one, or nobody knows.
Node UnknownSource(ChangeContext& change, const AnalysedFile& file, Node attribute) {
  const Node object = attribute.child(Field::kObject);
  if (!object.Is(NodeKind::kIdentifier) || !absl::EndsWith(object.text(), "args") ||
      !file.lines.Touches(attribute) || !IsRead(attribute) || IsGuarded(attribute)) {
    return Node();
  }
  const std::string name(attribute.child(Field::kAttribute).text());
  const Node source = file.after->Dereference(object);
  if (absl::StartsWith(name, "_") || source == object ||
      !GivesArguments(change, *file.after, source) || !change.project().is_complete() ||
      IsSetSomewhere(change, name)) {
    return Node();
  }
  return source;
}

void Report(ChangeContext& change, const AnalysedFile& file, const std::vector<Node>& reads,
            Node source) {
  const std::string args(reads[0].child(Field::kObject).text());
  const std::string name(reads[0].child(Field::kAttribute).text());
  const std::string nearest = NearestFlag(change, name);
  Observation observation{
      .at = reads[0],
      .params = {{"args", args},
                 {"name", name},
                 {"source", OneLine(source)},
                 {"remedy", nearest.empty()
                                ? Sentence(kAddFlag, {{"name", name}})
                                : Sentence(phrases::kDidYouMean,
                                           {{"name", absl::StrCat(args, ".", nearest)}})}},
      .related = {{kArgumentsFromHere, RangeOf(*file.after, source)}}};
  for (size_t i = 1; i < reads.size(); ++i) {
    observation.related.push_back({kAlsoReadHere, RangeOf(*file.after, reads[i])});
  }
  change.Report(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    if (file.lines.added().empty() || !HasArguments(*file.after)) continue;
    std::map<absl::string_view, std::vector<Node>> reads;  // By name.
    std::map<absl::string_view, Node> sources;
    for (Node node : file.after->tree().root().descendants(NodeKind::kAttribute)) {
      const Node source = UnknownSource(change, file, node);
      if (!source) continue;
      const absl::string_view name = node.child(Field::kAttribute).text();
      reads[name].push_back(node);
      sources.emplace(name, source);
    }
    for (const auto& [name, nodes] : reads) Report(change, file, nodes, sources[name]);
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kArgsAttributeWithoutFlag = {
    .info =
        {.id = "args-attribute-without-flag",
         .title = {"Argument that no parser sets", "读取了没有任何 parser 设置的参数"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{args}.{name}` is read from `{source}`, but no flag, configuration field or "
                     "assignment in the repository defines `{name}`",
                     "从 `{source}` 读取了 "
                     "`{args}.{name}`，但仓库中没有任何命令行参数、配置字段或赋值定义了 `{name}`"},
         .consequence = {"The line raises AttributeError when it runs",
                         "执行到这一行会抛出 AttributeError"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = contracts::kPhrases,
         .why = "Flags are declared in one file and read in a hundred others. Renaming or removing "
                "a flag leaves reads behind, often in tools that rarely run.",
         .fix = "Declare the flag, or read one that exists.",
         .bad = R"py(
import argparse

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir")
    args = parser.parse_args()
    return args.out_folder
)py",
         .good = R"py(
import argparse

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir")
    args = parser.parse_args()
    return args.output_dir
)py",
         .references =
             {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/no-member.html"}},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
