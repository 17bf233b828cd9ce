#include "analyzers/policy/policy_schema.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tools/schemas/schemas.h"

namespace allreview::schemas {
namespace {

using policy::KeySpec;
using policy::ValueType;

Json Words(std::initializer_list<const char*> words) {
  return {{"type", "string"}, {"enum", words}};
}

Json Strings(const char* pattern) {
  return {{"type", "array"},
          {"items", {{"type", "string"}, {"minLength", 1}, {"pattern", pattern}}}};
}

Json SchemaOf(const KeySpec& spec) {
  switch (spec.type) {
    case ValueType::kInteger:
      return {{"type", "integer"}, {"minimum", spec.min}, {"maximum", spec.max}};
    case ValueType::kSeverity:
      return Words({"P0", "P1", "P2", "P3"});
    case ValueType::kSeverityOrNone:
      return Words({"P0", "P1", "P2", "P3", "none"});
    case ValueType::kBool:
      return {{"type", "boolean"}};
    case ValueType::kTier:
      return Words({"on", "hint", "off"});
    case ValueType::kLanguage:
      return Words({"en", "zh"});
    case ValueType::kRuleIds:
      return Strings("^[a-z0-9-]+$");
    case ValueType::kLanguages:
      return Strings("^[a-z0-9+#_.-]{1,40}$");
    case ValueType::kFiles:
      return Strings(".");
  }
  return {};
}

// As YAML would read it.
Json DefaultOf(const KeySpec& spec) {
  if (spec.default_value == "[]") return Json::array();
  if (spec.type == ValueType::kBool) return spec.default_value == "true";
  if (spec.type == ValueType::kInteger) return std::stoi(std::string(spec.default_value));
  return std::string(spec.default_value);
}

// A section may also be empty.
Json Section() {
  return {{"type", {"object", "null"}},
          {"properties", Json::object()},
          {"additionalProperties", false}};
}

// Ids of rules, but for the keys that stand beside them.
std::string RuleIdPattern() {
  std::vector<std::string> keys;
  for (const KeySpec& spec : policy::KeySpecs()) {
    const std::vector<std::string> parts = absl::StrSplit(spec.key, '.');
    if (parts.size() == 2 && parts[0] == "rules") keys.push_back(parts[1]);
  }
  return absl::StrCat("^(?!(", absl::StrJoin(keys, "|"), ")$)[a-z0-9-]+$");
}

// The section that holds `key`, made where it is missing.
Json& SectionOf(const std::vector<std::string>& parts, Json& root) {
  Json* section = &root;
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    Json& members = parts[i] == "<id>" ? (*section)["patternProperties"][RuleIdPattern()]
                                       : (*section)["properties"][parts[i]];
    if (members.is_null()) members = Section();
    section = &members;
  }
  return *section;
}

}  // namespace

Json PolicySchema() {
  Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"},
               {"title", "Policy of AllReview (.allreview.yaml)"},
               {"description", "`allreview config explain` tells what holds, and why."}};
  root.update(Section());
  for (const KeySpec& spec : policy::KeySpecs()) {
    const std::vector<std::string> parts = absl::StrSplit(spec.key, '.');
    Json schema = SchemaOf(spec);
    schema["description"] = std::string(spec.documentation);
    if (!spec.default_value.empty()) schema["default"] = DefaultOf(spec);
    SectionOf(parts, root)["properties"][parts.back()] = std::move(schema);
  }
  return root;
}

}  // namespace allreview::schemas
