#include "proto/report/v1/catalogue.h"

#include <vector>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/generated_enum_reflection.h"

namespace allreview::report {
namespace {

const auto& OptionOf(v1::Document) { return v1::document_info; }
const auto& OptionOf(v1::Format) { return v1::format_info; }

template <typename Value>
absl::Span<const Value> ValuesOf() {
  static const auto& values = *[] {
    auto* all = new std::vector<Value>;
    const google::protobuf::EnumDescriptor& type = *google::protobuf::GetEnumDescriptor<Value>();
    for (int i = 0; i < type.value_count(); ++i) {
      if (type.value(i)->number() != 0) all->push_back(Value(type.value(i)->number()));
    }
    return all;
  }();
  return values;
}

template <typename Value>
const auto& InfoOfValue(Value value) {
  const google::protobuf::EnumValueDescriptor* found =
      google::protobuf::GetEnumDescriptor<Value>()->FindValueByNumber(value);
  const google::protobuf::EnumValueOptions& options =
      found == nullptr ? google::protobuf::EnumValueOptions::default_instance() : found->options();
  return options.GetExtension(OptionOf(value));
}

template <typename Value>
std::optional<Value> ValueNamed(absl::string_view name) {
  for (Value value : ValuesOf<Value>()) {
    if (InfoOf(value).name() == name) return value;
  }
  return std::nullopt;
}

template <typename Value>
std::vector<absl::string_view>* NamesOf(absl::Span<const Value> values) {
  auto* names = new std::vector<absl::string_view>;
  for (Value value : values) names->push_back(InfoOf(value).name());
  return names;
}

}  // namespace

absl::Span<const v1::Document> Documents() { return ValuesOf<v1::Document>(); }

absl::Span<const v1::Format> Formats() { return ValuesOf<v1::Format>(); }

const v1::DocumentInfo& InfoOf(v1::Document document) { return InfoOfValue(document); }

const v1::FormatInfo& InfoOf(v1::Format format) { return InfoOfValue(format); }

std::optional<v1::Document> DocumentNamed(absl::string_view name) {
  return ValueNamed<v1::Document>(name);
}

std::optional<v1::Format> FormatNamed(absl::string_view name) {
  return ValueNamed<v1::Format>(name);
}

absl::Span<const absl::string_view> DocumentNames() {
  static const auto& names = *NamesOf(Documents());
  return names;
}

absl::Span<const absl::string_view> FormatNames() {
  static const auto& names = *NamesOf(Formats());
  return names;
}

absl::Span<const absl::string_view> NamesOfFormatsOfAllDocuments() {
  static const auto& names = *[] {
    auto* all = new std::vector<absl::string_view>;
    for (v1::Format format : Formats()) {
      if (InfoOf(format).is_of_all_documents()) all->push_back(InfoOf(format).name());
    }
    return all;
  }();
  return names;
}

}  // namespace allreview::report
