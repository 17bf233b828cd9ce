#include "gateway/api/request.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/edit_distance.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "gateway/api/fields.h"
#include "gateway/api/json_body.h"

namespace allreview::api {
namespace {

using google::protobuf::Message;

constexpr size_t kMaxNameBytes = 100;

// A body of the type text/x-diff is a diff where the route takes one.
bool HasDiff(const ApiRoute& route, const http::HttpRequest& request) {
  const std::string* type = request.Header("content-type");
  return !route.diff_field.empty() && type != nullptr &&
         absl::StartsWithIgnoreCase(*type, "text/x-diff");
}

absl::Status UnknownParameter(absl::Span<const Parameter> known, const std::string& name) {
  std::vector<std::string> names;
  for (const Parameter& parameter : known) names.emplace_back(parameter.name);
  const std::string nearest = Nearest(name, names);
  std::string hint = names.empty() ? "there are none here"
                                   : absl::StrCat("there are ", absl::StrJoin(names, ", "));
  if (!nearest.empty()) hint = absl::StrCat("did you mean \"", nearest, "\"");
  return absl::InvalidArgumentError(absl::StrCat(
      "the query parameter \"", absl::Utf8SafeCHexEscape(CutToBytes(name, kMaxNameBytes)),
      "\" is not known; ", hint));
}

absl::Status BindQuery(const ApiRoute& route, const http::HttpRequest& request, Message& message) {
  std::vector<std::string> seen;
  const absl::Span<const Parameter> all = HasDiff(route, request) ? route.diff_query : route.query;
  for (const auto& [name, value] : request.query) {
    const auto* parameter =
        std::find_if(all.begin(), all.end(),
                     [&name = name](const Parameter& known) { return known.name == name; });
    if (parameter == all.end()) return UnknownParameter(all, name);
    const bool is_repeated = FindField(message.GetDescriptor(), parameter->field)->is_repeated();
    if (!is_repeated && std::find(seen.begin(), seen.end(), name) != seen.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the query parameter ", name, " is there twice"));
    }
    seen.push_back(name);
    const absl::Status status = SetField(message, parameter->field, value);
    if (status.ok()) continue;
    return absl::Status(status.code(),
                        absl::StrCat("the query parameter ", name, ": ", status.message()));
  }
  return absl::OkStatus();
}

absl::Status BindBody(const ApiRoute& route, const http::HttpRequest& request, Message& message) {
  if (!route.has_body) {
    if (request.body.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError("the request has a body; nothing here reads one");
  }
  if (HasDiff(route, request)) return SetField(message, route.diff_field, request.body);
  // A page of another origin may send other types without asking, so they never change anything.
  const std::string* type = request.Header("content-type");
  if (type == nullptr || !(absl::StartsWithIgnoreCase(*type, "application/json") ||
                           absl::StartsWithIgnoreCase(*type, "application/sarif+json"))) {
    return absl::InvalidArgumentError(
        absl::StrCat("the body is not declared as JSON; send \"content-type: application/json\"",
                     route.diff_field.empty() ? "" : ", or a diff as \"text/x-diff\""));
  }
  if (!route.body_field.empty()) return SetField(message, route.body_field, request.body);
  return ParseJsonBody(request.body, message);
}

}  // namespace

std::unique_ptr<Message> NewMessage(const google::protobuf::Descriptor& type) {
  return std::unique_ptr<Message>(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(&type)->New());
}

absl::Status BindRequest(const ApiRoute& route, const http::HttpRequest& request,
                         Message& message) {
  RETURN_IF_ERROR(BindBody(route, request, message));
  RETURN_IF_ERROR(BindQuery(route, request, message));
  for (const Parameter& parameter : route.path) {
    const std::string* value = request.Parameter(parameter.name);
    if (parameter.field.empty() || value == nullptr) continue;
    const absl::Status status = SetField(message, parameter.field, *value);
    if (status.ok()) continue;
    return absl::NotFoundError(
        absl::StrCat("the path names no known ", parameter.name, ": ", status.message()));
  }
  return absl::OkStatus();
}

}  // namespace allreview::api
