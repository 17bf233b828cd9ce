#include "gateway/api/json_body.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/edit_distance.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/util/json_util.h"
#include "nlohmann/json.hpp"

namespace allreview::api {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using nlohmann::json;

constexpr int kMaxDepth = 32;
constexpr size_t kMaxQuotedBytes = 100;

std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", absl::Utf8SafeCHexEscape(text.substr(0, kMaxQuotedBytes)),
                      text.size() > kMaxQuotedBytes ? "…" : "", "\"");
}

const FieldDescriptor* FindByName(const Descriptor& type, const std::string& name) {
  const FieldDescriptor* field = type.FindFieldByName(name);
  return field != nullptr ? field : type.FindFieldByCamelcaseName(name);
}

absl::Status UnknownField(const Descriptor& type, const std::string& place,
                          const std::string& name) {
  std::vector<std::string> names;
  for (int i = 0; i < type.field_count(); ++i) names.push_back(type.field(i)->name());
  const std::string nearest = Nearest(name, names);
  return absl::InvalidArgumentError(absl::StrCat(
      place.empty() ? "the body" : place, " has the field ", Quoted(name), ", which ", type.name(),
      " does not know", nearest.empty() ? "" : absl::StrCat("; did you mean \"", nearest, "\"")));
}

bool IsWellKnown(const Descriptor& type) { return type.file()->package() == "google.protobuf"; }

// protobuf's own parser refuses unknown fields, too, but cannot say what was meant.
absl::Status CheckNames(const json& value, const Descriptor& type, const std::string& place,
                        int depth) {
  if (depth > kMaxDepth) {
    return absl::InvalidArgumentError(absl::StrCat(place, " is nested too deeply"));
  }
  if (!value.is_object() || IsWellKnown(type)) return absl::OkStatus();
  for (const auto& [name, member] : value.items()) {
    const FieldDescriptor* field = FindByName(type, name);
    if (field == nullptr) return UnknownField(type, place, name);
    const Descriptor* inner = field->message_type();
    if (inner == nullptr || field->is_map()) continue;
    const std::string here = absl::StrCat(place, place.empty() ? "" : ".", field->name());
    if (!member.is_array()) {
      RETURN_IF_ERROR(CheckNames(member, *inner, here, depth + 1));
      continue;
    }
    for (const json& element : member) {
      RETURN_IF_ERROR(CheckNames(element, *inner, here, depth + 1));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ParseJsonBody(absl::string_view text, google::protobuf::Message& message) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return absl::OkStatus();
  if (!IsValidUtf8(text)) return absl::InvalidArgumentError("the body is not UTF-8");
  const json value = json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) return absl::InvalidArgumentError("the body is not JSON");
  if (!value.is_object()) {
    return absl::InvalidArgumentError("the body is no JSON object; wanted {…}");
  }
  const Descriptor& type = *message.GetDescriptor();
  RETURN_IF_ERROR(CheckNames(value, type, "", 0));
  google::protobuf::util::JsonParseOptions options;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(text.data(), text.size()), &message, options);
  if (status.ok()) return absl::OkStatus();
  const std::string reason(status.message().data(), status.message().size());
  return absl::InvalidArgumentError(
      absl::StrCat("the body is no ", type.name(), ": ", absl::string_view(reason).substr(0, 200)));
}

}  // namespace allreview::api
