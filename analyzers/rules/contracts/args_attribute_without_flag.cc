// args.x where no parser and no configuration has an x.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
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
constexpr Phrase kNothingDefines(
    "nothing-defines",
    "no flag, configuration field or assignment in the repository defines `{name}`",
    "仓库中没有任何命令行参数、配置字段或赋值定义了 `{name}`");
constexpr Phrase kNoFlagOfField(
    "no-flag-of-field",
    "`{name}` of `{class}` is left out where its fields become flags "
    "({place}), and nothing else defines it",
    "`{class}` 的字段生成命令行参数时排除了 `{name}`（{place}），也没有其他定义");
constexpr Phrase kLeftOutHere("left-out-here", "the field is left out here", "该字段在这里被排除");
constexpr Phrase kMakeFlag(
    "make-flag", "Let the field `{name}` become a flag, or read it from the configuration",
    "让字段 `{name}` 成为命令行参数，或从配置中读取它");
constexpr Phrase kPhrases[] = {kAlsoReadHere,  kAddFlag,     kArgumentsFromHere, kNothingDefines,
                               kNoFlagOfField, kLeftOutHere, kMakeFlag};

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

// The file imports a parser of another project, whose flags nobody knows.
bool ImportsForeignParser(ChangeContext& change, const IndexedFile& file) {
  const auto& imports = file.facts().imports;
  return std::any_of(imports.begin(), imports.end(), [&](const repository::ImportFacts& import) {
    return import.is_from && IsParserCall(repository::LastPart(import.target)) &&
           !change.project().FindDefinition(import.target);
  });
}

// The call gives the options of this repository.
bool GivesArguments(ChangeContext& change, const Module& module, Node call) {
  if (!call.Is(NodeKind::kCall) || !IsParserCall(CalleeName(call))) return false;
  const Node function = call.child(Field::kFunction);
  if (const repository::Found parser = change.project().FindDefinition(module.Resolve(function))) {
    return !ImportsForeignParser(change, *parser.file);
  }
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

// ---- Fields of classes that become flags, but for those that are left out:
//   Factory(TrainingConfig, exclude=["micro_batches"]).build(parser)

// Where a field is left out.
struct LeftOut {
  std::string class_name;
  Range place;
};

std::unique_ptr<Module> ParseFile(ChangeContext& change, const std::string& path) {
  const std::string* text = change.texts().Read(Side::kRight, path);
  if (text == nullptr) return nullptr;
  absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse(path, *text);
  return module.ok() ? *std::move(module) : nullptr;
}

// The text in a list, tuple or set that the call is given as what to exclude. Null: it is not.
Node ExclusionBy(const Module& module, Node call, absl::string_view name) {
  for (Node keyword : python::ArgumentsOf(call).keywords) {
    if (!absl::StrContains(keyword.child(Field::kName).text(), "exclude")) continue;
    const Node texts = module.Dereference(keyword.child(Field::kValue));
    const bool is_display =
        texts.Is(NodeKind::kList) || texts.Is(NodeKind::kTuple) || texts.Is(NodeKind::kSet);
    if (!is_display) continue;
    for (Node text : texts.named_children()) {
      if (Module::StringContent(text) == name) return text;
    }
  }
  return Node();
}

// The class whose fields the call is about; "": nobody knows.
std::string ClassGivenTo(ChangeContext& change, const Module& module, Node call) {
  const std::vector<Node> given = python::ArgumentsOf(call).positional;
  if (given.empty()) return "";
  const repository::Found found = change.project().FindDefinition(module.Resolve(given[0]));
  return found ? found.name : "";
}

bool HasField(ChangeContext& change, const std::string& class_name, const std::string& name) {
  const auto fields = change.project().FieldsOf(class_name);
  return std::any_of(fields.begin(), fields.end(),
                     [&](const auto& one) { return one.field->name == name; });
}

// The function or class goes through fields() of what it is given and adds an option for each.
bool MakesFlags(ChangeContext& change, const repository::Found& callee) {
  if (!callee) return false;
  const std::unique_ptr<Module> module = ParseFile(change, callee.path);
  const python::Definition* const definition =
      module == nullptr ? nullptr : module->FindDefinition(callee.definition->name);
  return definition != nullptr && absl::StrContains(definition->node.text(), "fields(") &&
         absl::StrContains(definition->node.text(), ".add_argument(");
}

// Some other call of it makes a flag of a field of that name, or may do so.
bool MakesFlagOf(ChangeContext& change, const std::string& callee, const std::string& name) {
  for (const IndexedFile* file : change.index().FilesMentioning(repository::LastPart(callee))) {
    if (paths::IsTestPath(file->path())) continue;
    const std::unique_ptr<Module> module = ParseFile(change, file->path());
    if (module == nullptr) return true;
    for (Node call : module->CallsOf({repository::LastPart(callee)})) {
      const Node function = call.child(Field::kFunction);
      if (change.project().FindDefinition(module->Resolve(function)).name != callee) continue;
      const std::string given = ClassGivenTo(change, *module, call);
      if (given.empty()) return true;
      if (HasField(change, given, name) && !ExclusionBy(*module, call, name)) return true;
    }
  }
  return false;
}

// Each class that has the field becomes flags without it. None: nobody knows that.
std::optional<LeftOut> FindLeftOut(ChangeContext& change, const std::string& name) {
  std::optional<LeftOut> left_out;
  for (const IndexedFile* file : change.index().AllFiles()) {
    const bool may_leave_out =
        repository::HasWord(repository::StringWordsOfFacts(file->encoded_facts()), name) &&
        file->HasIdentifier("exclude") && !paths::IsTestPath(file->path());
    const std::unique_ptr<Module> module =
        may_leave_out ? ParseFile(change, file->path()) : nullptr;
    if (module == nullptr) continue;
    for (Node call : module->tree().root().descendants(NodeKind::kCall)) {
      const Node exclusion = ExclusionBy(*module, call, name);
      if (!exclusion) continue;
      const std::string given = ClassGivenTo(change, *module, call);
      const repository::Found callee =
          change.project().FindDefinition(module->Resolve(call.child(Field::kFunction)));
      if (!HasField(change, given, name) || !MakesFlags(change, callee)) continue;
      if (MakesFlagOf(change, callee.name, name)) return std::nullopt;
      left_out = {given, RangeOf(*module, exclusion)};
    }
  }
  if (!left_out) return std::nullopt;
  for (const repository::ConfigurationField& one : change.project().FindFields(name)) {
    const bool is_it = change.project().IsSubclass(left_out->class_name, one.class_name) ==
                       repository::Project::Answer::kYes;
    if (!is_it && !paths::IsTestPath(one.path)) return std::nullopt;
  }
  return left_out;
}

bool IsStoredSomewhere(ChangeContext& change, const std::string& name) {
  for (const IndexedFile* file : change.index().FilesMentioning(name)) {
    const std::vector<std::string>& names = file->facts().stored_names;
    if (std::binary_search(names.begin(), names.end(), name)) return true;
  }
  return false;
}

// A flag, a field that becomes one, or an assignment.
bool IsDefined(ChangeContext& change, const std::string& name) {
  if (!change.project().FindFlags(name).empty() || !change.project().WritersOf(name).empty() ||
      IsStoredSomewhere(change, name)) {
    return true;
  }
  return !change.project().FindFields(name).empty() && !FindLeftOut(change, name);
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
      IsDefined(change, name)) {
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
                 {"fault", Sentence(kNothingDefines, {{"name", name}})},
                 {"remedy", nearest.empty()
                                ? Sentence(kAddFlag, {{"name", name}})
                                : Sentence(phrases::kDidYouMean,
                                           {{"name", absl::StrCat(args, ".", nearest)}})}},
      .related = {{kArgumentsFromHere, RangeOf(*file.after, source)}}};
  if (const std::optional<LeftOut> left_out = FindLeftOut(change, name)) {
    const Range& at = left_out->place;
    observation.params[3].second = Sentence(
        kNoFlagOfField, {{"name", name},
                         {"class", std::string(repository::LastPart(left_out->class_name))},
                         {"place", absl::StrCat(at.path, ":", at.first_line)}});
    observation.params[4].second = Sentence(kMakeFlag, {{"name", name}});
    observation.related.push_back({kLeftOutHere, at});
    observation.severity = Severity::kP0;
  }
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
         .message = {"`{args}.{name}` is read from `{source}`, but {fault}",
                     "从 `{source}` 读取了 `{args}.{name}`，但{fault}"},
         .consequence = {"The line raises AttributeError when it runs",
                         "执行到这一行会抛出 AttributeError"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = contracts::kPhrases,
         .why = "Flags are declared in one file and read in a hundred others. Renaming or removing "
                "a flag leaves reads behind, often in tools that rarely run. Fields of a dataclass "
                "count as flags, unless the call that makes flags of them leaves them out.",
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
             {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/no-member.html"},
         .version = 2},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
