#include "analyzers/test_plan/new_settings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// By its name: a dataclass alone may be any record.
bool IsConfiguration(const Definition& definition) {
  if (definition.kind != Definition::Kind::kClass) return false;
  for (absl::string_view ending : {"Config", "Configuration", "Args", "Arguments", "Options"}) {
    if (absl::EndsWith(definition.simple_name, ending)) return true;
  }
  return false;
}

// A handle to something that tests make themselves, or says which, not how.
bool IsHandleType(absl::string_view annotation) {
  for (absl::string_view word : {"ProcessGroup", "Callable", "Stream", "Module", "Tensor", "Handle",
                                 "Collection", "ClassVar", "InitVar", "Path", "Timers", "Event"}) {
    if (absl::StrContains(annotation, word)) return true;
  }
  return false;
}

bool IsIdentifierOrPath(absl::string_view name) {
  for (absl::string_view ending :
       {"_path", "_dir", "_file", "_id", "_ids", "_url", "_token", "_name", "_key", "_rank",
        "_prefix", "_group", "_port", "_host", "_project", "_entity"}) {
    if (absl::EndsWith(name, ending)) return true;
  }
  return name == "path" || name == "name" || name == "id";
}

bool IsNotAParameter(Node value) {
  if (!value.Is(Kind::kCall)) return false;
  return python::KeywordArgument(value, "init").Is(Kind::kFalse);
}

// `name: annotation = value` in the body of a class; null: another statement.
Node FieldOf(Node statement) {
  if (!statement.Is(Kind::kExpressionStatement)) return Node();
  const Node assignment = statement.named_child(0);
  const bool is_field = assignment.Is(Kind::kAssignment) && assignment.child(Field::kType) &&
                        assignment.child(Field::kLeft).Is(Kind::kIdentifier);
  return is_field ? assignment : Node();
}

bool HadField(const moves::Moves& moves, const Definition& a_class, absl::string_view name) {
  const Definition* before = moves.WhereFrom(a_class);
  if (before == nullptr) return false;
  for (Node statement : before->body.children()) {
    const Node field = FieldOf(statement);
    if (field && field.child(Field::kLeft).text() == name) return true;
  }
  return false;
}

// The option's text "--use-x"; empty: not a call of add_argument with a constant option.
std::string OptionOf(Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute) ||
      function.child(Field::kAttribute).text() != "add_argument") {
    return "";
  }
  for (Node argument : python::ArgumentsOf(call).positional) {
    const absl::string_view text = Module::StringContent(argument);
    if (absl::StartsWith(text, "--")) return std::string(text);
  }
  return "";
}

std::string DestinationOf(Node call, absl::string_view option) {
  const absl::string_view given = Module::StringContent(python::KeywordArgument(call, "dest"));
  if (!given.empty()) return std::string(given);
  return absl::StrReplaceAll(absl::StripPrefix(option, "--"), {{"-", "_"}});
}

bool Contains(Node outer, Node inner) { return outer && outer.Contains(inner); }

// The value of the node decides which way the code goes.
bool IsInCondition(Node node) {
  for (Node at = node, parent = node.parent(); parent; at = parent, parent = parent.parent()) {
    switch (parent.kind()) {
      case Kind::kIfStatement:
      case Kind::kElifClause:
      case Kind::kWhileStatement:
        return Contains(parent.child(Field::kCondition), node);
      case Kind::kConditionalExpression:  // value if condition else other
        if (parent.named_child(1) == at) return true;
        break;
      case Kind::kComparisonOperator:
      case Kind::kBooleanOperator:
      case Kind::kNotOperator:
      case Kind::kIfClause:
        return true;
      case Kind::kMatchStatement:
        return Contains(parent.child(Field::kSubject), node);
      case Kind::kAssertStatement:  // Guards, but takes no other way.
      case Kind::kBlock:
      case Kind::kModule:
        return false;
      default:
        break;
    }
  }
  return false;
}

// config.name, getattr(args, "name").
bool Reads(Node node, absl::string_view name) {
  if (node.Is(Kind::kAttribute)) return node.child(Field::kAttribute).text() == name;
  if (!node.Is(Kind::kCall) || node.child(Field::kFunction).text() != "getattr") return false;
  const std::vector<Node> arguments = python::ArgumentsOf(node).positional;
  return arguments.size() > 1 && Module::StringContent(arguments[1]) == name;
}

bool FindReader(const std::vector<AnalysedFile>& files, NewSetting* setting) {
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || !paths::IsProductSource(file.changed->path)) continue;
    if (!absl::StrContains(file.after->source(), setting->name)) continue;
    for (Node node : file.after->tree().root().descendants()) {
      if (!Reads(node, setting->name) || !IsInCondition(node)) continue;
      setting->reader_file = &file;
      setting->reader = node;
      return true;
    }
  }
  return false;
}

std::vector<NewSetting> NewFields(const AnalysedFile& file, const Definition& a_class,
                                  const moves::Moves& moves) {
  std::vector<NewSetting> settings;
  for (Node statement : a_class.body.children()) {
    const Node field = FieldOf(statement);
    if (!field || !file.lines.Touches(statement)) continue;
    const absl::string_view name = field.child(Field::kLeft).text();
    if (absl::StartsWith(name, "_") || IsIdentifierOrPath(name)) continue;
    if (IsHandleType(field.child(Field::kType).text())) continue;
    const Node value = field.child(Field::kRight);
    if (IsNotAParameter(value) || HadField(moves, a_class, name)) continue;
    settings.push_back(
        {.file = &file, .at = statement, .owner = &a_class, .name = std::string(name)});
  }
  return settings;
}

std::vector<NewSetting> NewFlags(const AnalysedFile& file) {
  std::vector<NewSetting> settings;
  if (!absl::StrContains(file.after->source(), "add_argument")) return settings;
  for (Node node : file.after->tree().root().descendants(Kind::kCall)) {
    if (!file.lines.Touches(node)) continue;
    const std::string option = OptionOf(node);
    if (option.empty()) continue;
    const bool was_there =
        file.before != nullptr && (absl::StrContains(file.before->source(), "\"" + option + "\"") ||
                                   absl::StrContains(file.before->source(), "'" + option + "'"));
    std::string name = DestinationOf(node, option);
    if (was_there || IsIdentifierOrPath(name)) continue;
    settings.push_back({.file = &file, .at = node, .name = std::move(name), .option = option});
  }
  return settings;
}

}  // namespace

std::vector<NewSetting> CollectNewSettings(const std::vector<AnalysedFile>& files,
                                           const moves::Moves& moves) {
  std::vector<NewSetting> settings;
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || !paths::IsProductSource(file.changed->path)) continue;
    if (file.lines.added().empty()) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (!IsConfiguration(definition)) continue;
      for (NewSetting& field : NewFields(file, definition, moves))
        settings.push_back(std::move(field));
    }
    for (NewSetting& flag : NewFlags(file)) settings.push_back(std::move(flag));
  }
  const auto is_unread = [&](NewSetting& setting) { return !FindReader(files, &setting); };
  settings.erase(std::remove_if(settings.begin(), settings.end(), is_unread), settings.end());
  return settings;
}

}  // namespace allreview::test_plan
