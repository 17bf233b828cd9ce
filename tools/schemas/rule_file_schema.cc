#include <string>
#include <utility>

#include "absl/types/span.h"
#include "analyzers/organisation_rules/kinds.h"
#include "analyzers/organisation_rules/predicate.h"
#include "analyzers/organisation_rules/shape.h"
#include "tools/schemas/schemas.h"

namespace allreview::schemas {
namespace {

using organisation_rules::PredicateKind;
using organisation_rules::RuleKey;
using organisation_rules::Shape;

Json Reference(const char* name) { return {{"$ref", std::string("#/definitions/") + name}}; }

Json OneOrMore(const Json& item) {
  return {{"anyOf", {item, {{"type", "array"}, {"minItems", 1}, {"items", item}}}}};
}

Json Words(absl::Span<const absl::string_view> words) {
  Json list = Json::array();
  for (absl::string_view word : words) list.push_back(std::string(word));
  return {{"enum", std::move(list)}};
}

Json Mapping(absl::Span<const RuleKey> keys);

Json Tests(absl::Span<const RuleKey> keys) {
  return {{"type", "array"},
          {"minItems", 1},
          {"items", {{"anyOf", {Reference("text"), Mapping(keys)}}}}};
}

Json SchemaOf(Shape shape, absl::Span<const absl::string_view> words,
              absl::Span<const RuleKey> keys) {
  switch (shape) {
    case Shape::kMapping:
      return Mapping(keys);
    case Shape::kFlag:
      return {{"type", "boolean"}};
    case Shape::kCapture:
      return Reference("capture");
    case Shape::kSwitch:
      return {{"anyOf", {{{"type", "boolean"}}, Reference("capture")}}};
    case Shape::kText:
    case Shape::kQuery:
      return Reference("text");
    case Shape::kTexts:
      return OneOrMore(Reference("text"));
    case Shape::kWord:
      return Words(words);
    case Shape::kWords:
      return OneOrMore(Words(words));
    case Shape::kKinds:
      return OneOrMore(Reference("kind"));
    case Shape::kRegex:
      return {{"type", "string"}, {"minLength", 1}, {"maxLength", 1000}};
    case Shape::kCount:
      return {{"type", "integer"}, {"minimum", 0}, {"maximum", 1000}};
    case Shape::kNumber:
      return {{"type", "number"}};
    case Shape::kCapturePair:
      return {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", Reference("capture")}};
    case Shape::kConditions:
      return OneOrMore(Reference("condition"));
    case Shape::kConditionList:
      return {{"type", "array"}, {"minItems", 1}, {"items", OneOrMore(Reference("condition"))}};
    case Shape::kTests:
      return Tests(keys);
  }
  return {};
}

// With a mapping in its place where there are keys for one.
Json ValueOf(Shape shape, absl::Span<const absl::string_view> words,
             absl::Span<const RuleKey> keys) {
  Json schema = SchemaOf(shape, words, keys);
  if (keys.empty() || shape == Shape::kMapping || shape == Shape::kTests) return schema;
  return {{"anyOf", {std::move(schema), Mapping(keys)}}};
}

Json Mapping(absl::Span<const RuleKey> keys) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const RuleKey& key : keys) {
    Json schema = ValueOf(key.shape, key.words, key.fields);
    if (!key.documentation.empty()) {
      // Beside a $ref nothing else is read.
      if (schema.contains("$ref")) schema = {{"allOf", {std::move(schema)}}};
      schema["description"] = std::string(key.documentation);
    }
    properties[std::string(key.key)] = std::move(schema);
    if (key.is_required) required.push_back(std::string(key.key));
  }
  Json mapping = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) mapping["required"] = std::move(required);
  mapping["additionalProperties"] = false;
  return mapping;
}

Json Conditions() {
  Json properties = Json::object();
  for (const PredicateKind& kind : organisation_rules::AllPredicates()) {
    properties[std::string(kind.key)] = ValueOf(kind.shape, {}, kind.fields);
  }
  return {{"type", "object"},
          {"minProperties", 1},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

Json Definitions() {
  return {// YAML reads `is: 3` as a number, and the program as text.
          {"text", {{"type", {"string", "number", "boolean"}}, {"minLength", 1}}},
          {"capture", {{"type", "string"}, {"pattern", "^@?[a-z_]+$"}}},
          {"kind", {{"enum", organisation_rules::KindNames()}}},
          {"condition", Conditions()}};
}

}  // namespace

Json RuleFileSchema() {
  Json rule = Mapping(organisation_rules::RuleKeys());
  rule["properties"]["id"]["allOf"].push_back(
      {{"pattern", "^[a-z0-9]+(-[a-z0-9]+)*$"}, {"maxLength", 80}});
  return {{"$schema", "http://json-schema.org/draft-07/schema#"},
          {"title", "Rules of an organisation for AllReview"},
          {"description", "`allreview rules test FILE` checks the rest, and runs the tests."},
          {"type", "object"},
          {"properties",
           {{"rules",
             {{"type", "array"}, {"minItems", 1}, {"maxItems", 200}, {"items", std::move(rule)}}}}},
          {"required", {"rules"}},
          {"additionalProperties", false},
          {"definitions", Definitions()}};
}

}  // namespace allreview::schemas
