#include "proto/compatibility/breaking_changes.h"

#include <map>

#include "absl/strings/str_cat.h"

namespace allreview {
namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::EnumDescriptorProto;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;
using google::protobuf::MethodDescriptorProto;
using google::protobuf::ServiceDescriptorProto;

// Every element by full name, as one line that says all that a peer depends on.
using Elements = std::map<std::string, std::string>;

std::string OneofOf(const DescriptorProto& message, const FieldDescriptorProto& field) {
  if (!field.has_oneof_index() || field.proto3_optional()) return "";
  return absl::StrCat(" in oneof ", message.oneof_decl(field.oneof_index()).name());
}

void AddEnum(const std::string& scope, const EnumDescriptorProto& type, Elements& elements) {
  std::string name = absl::StrCat(scope, ".", type.name());
  elements[name] = "enum";
  for (const auto& value : type.value()) {
    elements[absl::StrCat(name, "=", value.number())] = absl::StrCat("value ", value.name());
  }
}

void AddMessage(const std::string& scope, const DescriptorProto& message, Elements& elements) {
  std::string name = absl::StrCat(scope, ".", message.name());
  elements[name] = "message";
  for (const FieldDescriptorProto& field : message.field()) {
    elements[absl::StrCat(name, "#", field.number())] = absl::StrCat(
        FieldDescriptorProto::Label_Name(field.label()), " ",
        FieldDescriptorProto::Type_Name(field.type()), " ", field.type_name(), " ", field.name(),
        field.proto3_optional() ? " optional" : "", OneofOf(message, field));
  }
  for (const auto& nested : message.nested_type()) AddMessage(name, nested, elements);
  for (const auto& type : message.enum_type()) AddEnum(name, type, elements);
}

void AddService(const std::string& scope, const ServiceDescriptorProto& service,
                Elements& elements) {
  std::string name = absl::StrCat(scope, ".", service.name());
  elements[name] = "service";
  for (const MethodDescriptorProto& method : service.method()) {
    elements[absl::StrCat(name, "/", method.name())] =
        absl::StrCat(method.client_streaming() ? "stream " : "", method.input_type(), " returns ",
                     method.server_streaming() ? "stream " : "", method.output_type());
  }
}

Elements ElementsOf(const FileDescriptorSet& set) {
  Elements elements;
  for (const FileDescriptorProto& file : set.file()) {
    for (const auto& message : file.message_type()) AddMessage(file.package(), message, elements);
    for (const auto& type : file.enum_type()) AddEnum(file.package(), type, elements);
    for (const auto& service : file.service()) AddService(file.package(), service, elements);
  }
  return elements;
}

}  // namespace

std::vector<std::string> BreakingChanges(const FileDescriptorSet& baseline,
                                         const FileDescriptorSet& current) {
  std::vector<std::string> changes;
  Elements now = ElementsOf(current);
  for (const auto& [name, meaning] : ElementsOf(baseline)) {
    auto found = now.find(name);
    if (found == now.end()) {
      changes.push_back(absl::StrCat(name, ": \"", meaning, "\" is gone"));
    } else if (found->second != meaning) {
      changes.push_back(absl::StrCat(name, ": was \"", meaning, "\", is \"", found->second, "\""));
    }
  }
  return changes;
}

}  // namespace allreview
