#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/house/reading.h"
#include "base/yaml.h"
#include "sentences/phrases/house.h"

namespace allreview::house {
namespace {

// Null: no map, or no such key.
const YamlNode* Find(const YamlNode* map, absl::string_view key) {
  if (map == nullptr) return nullptr;
  for (const auto& [name, value] : map->entries) {
    if (name.scalar == key) return &value;
  }
  return nullptr;
}

std::string Text(const YamlNode* map, absl::string_view key) {
  const YamlNode* node = Find(map, key);
  return node == nullptr ? "" : node->scalar;
}

absl::StatusOr<YamlNode> Parse(const File& file, Reading* reading) {
  absl::StatusOr<YamlNode> root = ParseYaml(file.content);
  if (!root.ok()) {
    const YamlError error = YamlErrorOf(root.status());
    reading->diagnostics.push_back({{file.path, error.line}, error.message});
  }
  return root;
}

Hook HookOf(const File& file, const YamlNode& node) {
  Hook hook{
      .id = Text(&node, "id"), .arguments = "", .files = {}, .source = {file.path, node.line}};
  if (const YamlNode* arguments = Find(&node, "args")) {
    for (const YamlNode& argument : arguments->items) {
      absl::StrAppend(&hook.arguments, " ", argument.scalar);
    }
    // "python -m flake8": the tool is started by another program.
    absl::string_view rest = hook.arguments;
    if (absl::ConsumePrefix(&rest, absl::StrCat(" -m ", hook.id)) &&
        (rest.empty() || rest[0] == ' ')) {
      hook.arguments = std::string(rest);
    }
  }
  hook.files = {.files = Text(&node, "files"), .exclude = Text(&node, "exclude")};
  return hook;
}

}  // namespace

Reading ReadPreCommit(const File& file) {
  Reading reading;
  const absl::StatusOr<YamlNode> root = Parse(file, &reading);
  if (!root.ok()) return reading;
  const YamlNode* repositories = Find(&*root, "repos");
  if (repositories == nullptr) return reading;
  for (const YamlNode& repository : repositories->items) {
    const YamlNode* hooks = Find(&repository, "hooks");
    if (hooks == nullptr) continue;
    for (const YamlNode& node : hooks->items) {
      Hook hook = HookOf(file, node);
      const PathMatcher matcher(hook.files);
      if (!matcher.error().empty()) {
        reading.diagnostics.push_back(
            {hook.source,
             Sentence(phrases::kHookLeftOut, {{"hook", hook.id}, {"reason", matcher.error()}})});
      } else if (!ToolOf(hook.id).empty()) {
        reading.hooks.push_back(std::move(hook));
      }
    }
  }
  return reading;
}

Reading ReadCodecov(const File& file) {
  Reading reading;
  const absl::StatusOr<YamlNode> root = Parse(file, &reading);
  if (!root.ok()) return reading;
  const YamlNode* patch = Find(Find(Find(&*root, "coverage"), "status"), "patch");
  const YamlNode* target = Find(patch, "target");
  if (target == nullptr) target = Find(Find(patch, "default"), "target");
  if (target == nullptr || target->scalar.empty()) return reading;
  reading.claims.push_back({.id = "patch-coverage",
                            .value = target->scalar,
                            .level = Level::kCiEnforced,
                            .tool = "codecov",
                            .files = {},
                            .source = {file.path, target->line}});
  return reading;
}

}  // namespace allreview::house
