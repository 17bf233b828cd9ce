#include "proto/print/print_message.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/check.h"
#include "base/outline.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/text_format.h"
#include "proto/change/v1/change.pb.h"

namespace allreview {
namespace {

using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr size_t kMaxText = 200;  // Of a string.
constexpr size_t kMaxLine = 120;  // Of a message that stands on one line.
constexpr int kSingular = -1;     // The index of a field that is not repeated.

// One fact, or a name with the facts below it.
struct Fact {
  std::string text;
  std::vector<Fact> parts = {};
};

// "P0" of SEVERITY_P0, whose type begins with SEVERITY_UNSPECIFIED.
std::string NameOf(const EnumValueDescriptor& value) {
  absl::string_view name = value.name();
  absl::string_view prefix = value.type()->value(0)->name();
  if (absl::ConsumeSuffix(&prefix, "UNSPECIFIED")) absl::ConsumePrefix(&name, prefix);
  return std::string(name);
}

std::string RangeText(const change::v1::SourceRange& range) {
  std::string text =
      absl::StrCat(range.side() == change::v1::SIDE_LEFT ? "old " : "", Excerpt(range.path()));
  if (range.first_line() == 0) return text;
  absl::StrAppend(&text, " ", range.first_line());
  const int last_line = std::max(range.end_line() - 1, range.first_line());
  const bool has_columns = range.first_column() > 0 || range.end_column() > 0;
  if (has_columns) absl::StrAppend(&text, ":", range.first_column() + 1);
  if (has_columns || last_line > range.first_line()) absl::StrAppend(&text, "-", last_line);
  if (range.end_column() > 0) absl::StrAppend(&text, ":", range.end_column() + 1);
  return text;
}

// A value that is no message.
std::string ScalarText(const Message& message, const FieldDescriptor& field, int index) {
  const auto& reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    std::string scratch;
    return Excerpt(index == kSingular
                       ? reflection.GetStringReference(message, &field, &scratch)
                       : reflection.GetRepeatedStringReference(message, &field, index, &scratch),
                   kMaxText);
  }
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    return NameOf(index == kSingular ? *reflection.GetEnum(message, &field)
                                     : *reflection.GetRepeatedEnum(message, &field, index));
  }
  std::string text;
  google::protobuf::TextFormat::PrintFieldValueToString(message, &field, index, &text);
  return text;
}

std::vector<Fact> FactsOf(const Message& message);

Fact FactOf(absl::string_view name, const Message& message, const FieldDescriptor& field,
            int index) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
    return {absl::StrCat(name, " ", ScalarText(message, field, index))};
  }
  const auto& reflection = *message.GetReflection();
  const Message& value = index == kSingular ? reflection.GetMessage(message, &field)
                                            : reflection.GetRepeatedMessage(message, &field, index);
  if (value.GetDescriptor() == change::v1::SourceRange::descriptor()) {
    return {absl::StrCat(name, " ", RangeText(static_cast<const change::v1::SourceRange&>(value)))};
  }
  return {std::string(name), FactsOf(value)};
}

// The entries of a map, as fields that are named "params.key".
std::vector<Fact> EntriesOf(const Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  const FieldDescriptor& key = *field.message_type()->map_key();
  std::map<std::string, Fact> entries;
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    const Message& entry = reflection.GetRepeatedMessage(message, &field, i);
    const std::string text = ScalarText(entry, key, kSingular);
    // A key is a name, which needs no quotes.
    absl::string_view key_name = text;
    if (absl::ConsumePrefix(&key_name, "\"")) absl::ConsumeSuffix(&key_name, "\"");
    std::string name = absl::StrCat(field.name(), ".", key_name);
    Fact fact = FactOf(name, entry, *field.message_type()->map_value(), kSingular);
    entries.emplace(std::move(name), std::move(fact));
  }
  std::vector<Fact> sorted;
  for (auto& [name, fact] : entries) sorted.push_back(std::move(fact));
  return sorted;
}

std::vector<Fact> FactsOfField(const Message& message, const FieldDescriptor& field) {
  if (field.is_map()) return EntriesOf(message, field);
  if (!field.is_repeated()) return {FactOf(field.name(), message, field, kSingular)};
  std::vector<Fact> facts;
  for (int i = 0; i < message.GetReflection()->FieldSize(message, &field); ++i) {
    facts.push_back(FactOf(field.name(), message, field, i));
  }
  return facts;
}

// Those that are set, by number.
std::vector<const FieldDescriptor*> FieldsOf(const Message& message) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  return fields;
}

std::vector<Fact> FactsOf(const Message& message) {
  std::vector<Fact> facts;
  for (const FieldDescriptor* field : FieldsOf(message)) {
    for (Fact& fact : FactsOfField(message, *field)) facts.push_back(std::move(fact));
  }
  return facts;
}

// Empty: it needs several.
std::string OneLine(const Fact& fact) {
  std::string line = fact.text;
  for (const Fact& part : fact.parts) {
    if (!part.parts.empty()) return "";
    absl::StrAppend(&line, &part == &fact.parts.front() ? " " : ", ", part.text);
    if (line.size() > kMaxLine) return "";
  }
  return line;
}

void Add(const Fact& fact, int depth, Outline& outline) {
  if (outline.is_full()) return;
  const std::string line = OneLine(fact);
  outline.Add(depth, line.empty() ? fact.text : line);
  if (!line.empty()) return;
  for (const Fact& part : fact.parts) Add(part, depth + 1, outline);
}

std::string Print(const Message& message, const std::vector<const FieldDescriptor*>& fields) {
  Outline outline;
  for (const FieldDescriptor* field : fields) {
    if (outline.is_full()) break;
    for (const Fact& fact : FactsOfField(message, *field)) Add(fact, 0, outline);
  }
  return std::move(outline).Finish();
}

}  // namespace

std::string PrintMessage(const Message& message) { return Print(message, FieldsOf(message)); }

std::string PrintFields(const Message& message, absl::Span<const absl::string_view> names) {
  for (absl::string_view name : names) {
    CHECK(message.GetDescriptor()->FindFieldByName(std::string(name)) != nullptr);
  }
  std::vector<const FieldDescriptor*> fields = FieldsOf(message);
  std::erase_if(fields, [&](const FieldDescriptor* field) {
    return std::find(names.begin(), names.end(), field->name()) == names.end();
  });
  return Print(message, fields);
}

}  // namespace allreview
