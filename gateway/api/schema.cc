#include "gateway/api/schema.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "gateway/api/comments.h"

namespace allreview::api {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

std::string NameOf(absl::string_view full_name) {
  return std::string(absl::StripPrefix(full_name, "allreview."));
}

Json ReferenceTo(absl::string_view name) {
  return {{"$ref", absl::StrCat("#/components/schemas/", name)}};
}

void Describe(Json& schema, absl::string_view full_name) {
  const absl::string_view comment = CommentOf(full_name);
  if (!comment.empty()) schema["description"] = std::string(comment);
}

// The types of google.protobuf that have a JSON form of their own.
Json WellKnown(const Descriptor& type) {
  if (type.name() == "Timestamp") return {{"type", "string"}, {"format", "date-time"}};
  if (type.name() == "Duration") {
    return {{"type", "string"}, {"pattern", "^-?[0-9]+(\\.[0-9]+)?s$"}};
  }
  return {{"type", "object"}};
}

}  // namespace

Messages MessagesIn(const std::vector<const Descriptor*>& types) {
  Messages found;
  std::vector<const Descriptor*> left = types;
  while (!left.empty()) {
    const Descriptor* type = left.back();
    left.pop_back();
    if (!found.insert(type).second) continue;
    for (int i = 0; i < type->field_count(); ++i) {
      if (const Descriptor* inner = type->field(i)->message_type()) left.push_back(inner);
    }
  }
  return found;
}

Json SchemaSet::Reference(const Descriptor& message) {
  if (message.file()->package() == "google.protobuf") return WellKnown(message);
  const std::string name = NameOf(message.full_name());
  if (schemas_.count(name) > 0) return ReferenceTo(name);
  schemas_[name] = Json();  // Messages may hold themselves.
  Json schema = {{"type", "object"}};
  Describe(schema, message.full_name());
  const bool is_written = written_.count(&message) > 0;
  Json properties = Json::object();
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& field = *message.field(i);
    properties[field.name()] = Field(field);
    if (!is_written && !field.has_presence()) schema["required"].push_back(field.name());
  }
  if (!properties.empty()) schema["properties"] = std::move(properties);
  if (is_written) schema["additionalProperties"] = false;
  schemas_[name] = std::move(schema);
  return ReferenceTo(name);
}

Json SchemaSet::Reference(const EnumDescriptor& type) {
  const std::string name = NameOf(type.full_name());
  if (schemas_.count(name) > 0) return ReferenceTo(name);
  Json schema = {{"type", "string"}};
  Describe(schema, type.full_name());
  std::string values;
  for (int i = 0; i < type.value_count(); ++i) {
    schema["enum"].push_back(type.value(i)->name());
    const absl::string_view comment = CommentOf(type.value(i)->full_name());
    if (!comment.empty()) absl::StrAppend(&values, " ", type.value(i)->name(), ": ", comment);
  }
  if (!values.empty())
    schema["description"] = absl::StrCat(schema.value("description", ""), values);
  schemas_[name] = std::move(schema);
  return ReferenceTo(name);
}

Json SchemaSet::Value(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_UINT32:
      return {{"type", "integer"}, {"format", "int32"}};
    // Proto JSON writes these as text, because JavaScript's numbers are too small for them.
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
      return {{"type", "string"}, {"format", "int64"}};
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      return {{"type", Json::array({"number", "string"})}, {"format", "double"}};
    case FieldDescriptor::CPPTYPE_BOOL:
      return {{"type", "boolean"}};
    case FieldDescriptor::CPPTYPE_ENUM:
      return Reference(*field.enum_type());
    case FieldDescriptor::CPPTYPE_STRING:
      if (field.type() == FieldDescriptor::TYPE_BYTES) {
        return {{"type", "string"}, {"contentEncoding", "base64"}};
      }
      return {{"type", "string"}};
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return Reference(*field.message_type());
  }
  return Json::object();
}

Json SchemaSet::Field(const FieldDescriptor& field) {
  Json schema;
  if (field.is_map()) {
    schema = {{"type", "object"},
              {"additionalProperties", Value(*field.message_type()->map_value())}};
  } else if (field.is_repeated()) {
    schema = {{"type", "array"}, {"items", Value(field)}};
  } else {
    schema = Value(field);
  }
  Describe(schema, field.full_name());
  return schema;
}

Json SchemaSet::Take() {
  Json all = Json::object();
  for (auto& [name, schema] : schemas_) all[name] = std::move(schema);
  schemas_.clear();
  return all;
}

}  // namespace allreview::api
