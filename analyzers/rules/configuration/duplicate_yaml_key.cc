// One mapping of a YAML file has a key twice.

#include <map>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "base/yaml.h"

namespace allreview::rules {

extern const Rule kDuplicateYamlKey;

namespace configuration {
namespace {

// Templates leave both branches in the text.
bool IsTemplate(absl::string_view text) {
  return absl::StrContains(text, "{%") || absl::StrContains(text, "{{-");
}

// Nothing is lost then.
bool IsSameScalar(const YamlNode& a, const YamlNode& b) {
  return a.kind == YamlNode::Kind::kScalar && b.kind == a.kind && a.scalar == b.scalar;
}

void CheckMapping(const YamlNode& map, const RecipeText& recipe, RecipeReporter& reporter) {
  std::map<absl::string_view, const std::pair<YamlNode, YamlNode>*> seen;
  for (const auto& entry : map.entries) {
    const YamlNode& key = entry.first;
    if (key.kind != YamlNode::Kind::kScalar || key.scalar == "<<") continue;
    const auto [at, is_new] = seen.emplace(key.scalar, &entry);
    if (is_new) continue;
    const YamlNode& first = at->second->first;
    const bool is_of_change = recipe.IsNew(key.line) || recipe.IsNew(first.line);
    if (!is_of_change || IsSameScalar(at->second->second, entry.second)) continue;
    reporter.Report(
        {.line = key.line, .params = {{"key", key.scalar}, {"line", absl::StrCat(first.line)}}});
  }
}

void CheckKeys(ChangeContext& change) {
  if (!absl::c_any_of(change.changed_files(),
                      [](const ChangedFile& file) { return IsYamlPath(file.path); })) {
    return;
  }
  for (const RecipeText& recipe : ChangedRecipes(change)) {
    if (!IsYamlPath(recipe.file->path) || IsTemplate(*recipe.after)) continue;
    const auto documents = ParseYamlDocuments(*recipe.after);
    if (!documents.ok()) continue;
    RecipeReporter reporter(kDuplicateYamlKey.info, recipe);
    ForEachNode(*documents, [&](const YamlNode& node) { CheckMapping(node, recipe, reporter); });
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kDuplicateYamlKey = {
    .info = {.id = "duplicate-yaml-key",
             .title = {"YAML mapping with a key twice", "YAML 中有重复的键"},
             .severity = Severity::kP1,
             .message = {"The mapping has `{key}` already in line {line}",
                         "键 `{key}` 与第 {line} 行重复"},
             .consequence =
                 {"PyYAML keeps only the last value and says nothing: what line {line} sets "
                  "is lost; stricter readers refuse the file",
                  "PyYAML 遇到重复键会静默覆盖，第 {line} 行的设置实际不生效；更严格的解析器则拒绝"
                  "整个文件"},
             .advice = {"Keep one `{key}`, or rename one of the two",
                        "只保留一个 `{key}`，或给其中一个改名"},
             .why =
                 "YAML demands that keys of a mapping are unique, and common readers do not check "
                 "it. Merge keys and templates are passed over.",
             .fix = "Merge the two entries into one.",
             .bad = R"py(
# --- configs/train.yaml
optimizer:
  lr: 0.1
  weight_decay: 0.01
  lr: 0.2
)py",
             .good = R"py(
# --- configs/train.yaml
optimizer:
  lr: 0.2
  weight_decay: 0.01
)py",
             .references = {"https://yaml.org/spec/1.2.2/#321-representation-graph"}},
    .check_change = configuration::CheckKeys};

}  // namespace allreview::rules
