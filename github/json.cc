#include "github/json.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace allreview::github {
namespace {

// Depth of brackets outside strings; garbage may give any number.
bool IsTooDeep(absl::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

const char* NameOf(Json::value_t type) {
  return type == Json::value_t::array ? "an array" : "an object";
}

absl::StatusOr<Json> ParseWith(absl::string_view body, Json::value_t wanted,
                               const Json::parser_callback_t& filter) {
  if (IsTooDeep(body)) {
    return absl::DataLossError(
        absl::StrCat("the JSON is nested more than ", kMaxJsonDepth, " deep"));
  }
  Json json = Json::parse(body.begin(), body.end(), filter, /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    return absl::DataLossError(absl::StrCat("the ", body.size(), " bytes are not valid JSON"));
  }
  if (json.type() != wanted) {
    return absl::DataLossError(
        absl::StrCat("found ", json.type_name(), ", wanted ", NameOf(wanted)));
  }
  return json;
}

}  // namespace

absl::StatusOr<Json> ParseJson(absl::string_view body, Json::value_t wanted) {
  return ParseWith(body, wanted, nullptr);
}

absl::StatusOr<Json> ParseJsonMembers(absl::string_view body, const std::set<std::string>& names) {
  return ParseWith(body, Json::value_t::object,
                   [&names](int depth, Json::parse_event_t event, Json& parsed) {
                     bool is_member = depth == 1 && event == Json::parse_event_t::key;
                     return !is_member || names.count(parsed.get_ref<const std::string&>()) > 0;
                   });
}

const Json& At(const Json& json, const char* name) {
  static const Json* const null = new Json();
  if (!json.is_object()) return *null;
  auto found = json.find(name);
  return found == json.end() ? *null : *found;
}

std::string Text(const Json& json, const char* name) {
  const Json& value = At(json, name);
  return value.is_string() ? value.get_ref<const std::string&>() : "";
}

bool Bool(const Json& json, const char* name) {
  const Json& value = At(json, name);
  return value.is_boolean() && value.get<bool>();
}

int64_t Number(const Json& json, const char* name, int64_t missing) {
  const Json& value = At(json, name);
  return value.is_number_integer() ? value.get<int64_t>() : missing;
}

std::string ToText(const Json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

}  // namespace allreview::github
