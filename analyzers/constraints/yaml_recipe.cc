#include "analyzers/constraints/yaml_recipe.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/constraints/shell_recipe.h"
#include "base/yaml.h"

namespace allreview::constraints {
namespace {

bool IsSwitchedOn(const YamlNode& value) {
  return !value.is_quoted && (value.scalar == "true" || value.scalar == "True");
}

bool IsPlain(const YamlNode& value) {
  if (value.kind != YamlNode::Kind::kScalar || value.scalar.empty()) return false;
  if (!value.is_quoted && (value.scalar == "false" || value.scalar == "False")) return false;
  // "[1 2]" is what a harness makes several values of.
  return value.scalar.find_first_of("${[\n") == std::string::npos;
}

Invocation::Given GivenBy(const YamlNode& key, const YamlNode& value, int group) {
  Invocation::Given given;
  given.option = key.scalar;
  given.line = key.line;
  given.group = group;
  if (IsSwitchedOn(value)) return given;
  given.is_clear = IsPlain(value);
  for (absl::string_view part : absl::StrSplit(value.scalar, ' ', absl::SkipEmpty())) {
    given.values.emplace_back(part);
  }
  return given;
}

// Lines before that on which the text of a value begins.
int LinesBefore(absl::string_view source_line, const YamlNode& value) {
  const size_t last = source_line.find_last_not_of(" \t\r-+0123456789");
  const bool is_block = last != absl::string_view::npos && source_line[last] == '|';
  return value.line - !is_block;
}

}  // namespace

std::vector<Invocation> CommandsInYaml(absl::string_view yaml) {
  std::vector<Invocation> found;
  const absl::StatusOr<std::vector<YamlNode>> documents = ParseYamlDocuments(yaml);
  if (!documents.ok()) return found;
  const std::vector<absl::string_view> lines = absl::StrSplit(yaml, '\n');
  ForEachNode(*documents, [&](const YamlNode& node) {
    if (!absl::StrContains(node.scalar, ".py") && !absl::StrContains(node.scalar, " -m ")) return;
    if (node.line < 1 || node.line > static_cast<int>(lines.size())) return;
    const int before = LinesBefore(lines[node.line - 1], node);
    for (Invocation& invocation : ReadShellRecipe(node.scalar).invocations) {
      invocation.line += before;
      for (Invocation::Given& given : invocation.options) given.line += before;
      found.push_back(std::move(invocation));
    }
  });
  return found;
}

std::vector<Invocation> OptionGroupsIn(absl::string_view yaml) {
  std::vector<Invocation> groups;
  const absl::StatusOr<std::vector<YamlNode>> documents = ParseYamlDocuments(yaml);
  if (!documents.ok()) return groups;
  int number = 0;
  ForEachNode(*documents, [&](const YamlNode& node) {
    Invocation group;
    ++number;
    for (const auto& [key, value] : node.entries) {
      if (key.kind == YamlNode::Kind::kScalar && IsOption(key.scalar)) {
        group.options.push_back(GivenBy(key, value, number));
      }
    }
    if (group.options.empty()) return;
    group.line = group.options.front().line;
    groups.push_back(std::move(group));
  });
  return groups;
}

}  // namespace allreview::constraints
