#include "gateway/api/fields.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/check.h"
#include "base/edit_distance.h"
#include "base/status_macros.h"

namespace allreview::api {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// "ReviewState" -> "REVIEW_STATE_", by which our enums name their values.
std::string PrefixOf(const EnumDescriptor& type) {
  std::string prefix;
  for (char c : type.name()) {
    if (absl::ascii_isupper(c) && !prefix.empty()) prefix.push_back('_');
    prefix.push_back(absl::ascii_toupper(c));
  }
  return prefix + "_";
}

absl::Status Wanted(absl::string_view wanted) {
  return absl::InvalidArgumentError(absl::StrCat("wanted ", wanted));
}

const EnumValueDescriptor* FindValue(const EnumDescriptor& type, const std::string& text) {
  const std::string short_name = absl::StrReplaceAll(text, {{"_", "-"}});
  for (int i = 0; i < type.value_count(); ++i) {
    const EnumValueDescriptor& value = *type.value(i);
    if (value.number() != 0 && (text == value.name() || short_name == ShortName(value)))
      return &value;
  }
  return nullptr;
}

absl::Status SetEnum(Message& message, const FieldDescriptor& field, const std::string& text) {
  const EnumDescriptor& type = *field.enum_type();
  const EnumValueDescriptor* value = FindValue(type, text);
  if (value == nullptr) {
    const std::vector<std::string> names = ShortNames(type);
    const std::string nearest = Nearest(text, names);
    return Wanted(absl::StrCat("one of ", absl::StrJoin(names, ", "),
                               nearest.empty() ? "" : absl::StrCat("; did you mean ", nearest)));
  }
  const Reflection& reflection = *message.GetReflection();
  field.is_repeated() ? reflection.AddEnum(&message, &field, value)
                      : reflection.SetEnum(&message, &field, value);
  return absl::OkStatus();
}

template <typename Number>
absl::Status SetNumber(Message& message, const FieldDescriptor& field, const std::string& text) {
  Number value = 0;
  if (!absl::SimpleAtoi(text, &value) || value < 0) return Wanted("a whole number, 0 or more");
  const Reflection& reflection = *message.GetReflection();
  if constexpr (sizeof(Number) == sizeof(int64_t)) {
    reflection.SetInt64(&message, &field, value);
  } else {
    reflection.SetInt32(&message, &field, value);
  }
  return absl::OkStatus();
}

absl::Status SetOne(Message& message, const FieldDescriptor& field, const std::string& text) {
  const Reflection& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      field.is_repeated() ? reflection.AddString(&message, &field, text)
                          : reflection.SetString(&message, &field, text);
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_BOOL:
      if (text != "true" && text != "false") return Wanted("true or false");
      reflection.SetBool(&message, &field, text == "true");
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_INT32:
      return SetNumber<int32_t>(message, field, text);
    case FieldDescriptor::CPPTYPE_INT64:
      return SetNumber<int64_t>(message, field, text);
    case FieldDescriptor::CPPTYPE_ENUM:
      return SetEnum(message, field, text);
    default:
      return absl::InternalError(absl::StrCat(field.full_name(), " cannot be in a URL"));
  }
}

}  // namespace

std::string ShortName(const EnumValueDescriptor& value) {
  return absl::StrReplaceAll(
      absl::AsciiStrToLower(absl::StripPrefix(value.name(), PrefixOf(*value.type()))),
      {{"_", "-"}});
}

std::vector<std::string> ShortNames(const EnumDescriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() != 0) names.push_back(ShortName(*type.value(i)));
  }
  return names;
}

const FieldDescriptor* FindField(const Descriptor* message, absl::string_view path) {
  const FieldDescriptor* field = nullptr;
  for (absl::string_view name : absl::StrSplit(path, '.')) {
    CHECK(message != nullptr) << "of " << path;
    field = message->FindFieldByName(std::string(name));
    CHECK(field != nullptr) << message->full_name() << " has no " << path;
    message = field->message_type();
  }
  return field;
}

absl::Status SetField(Message& message, absl::string_view path, const std::string& text) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(path, absl::MaxSplits('.', 1));
  const FieldDescriptor& field = *FindField(message.GetDescriptor(), parts.first);
  if (!parts.second.empty()) {
    return SetField(*message.GetReflection()->MutableMessage(&message, &field), parts.second, text);
  }
  if (!field.is_repeated()) return SetOne(message, field, text);
  for (absl::string_view one : absl::StrSplit(text, ',')) {
    RETURN_IF_ERROR(SetOne(message, field, std::string(one)));
  }
  return absl::OkStatus();
}

}  // namespace allreview::api
