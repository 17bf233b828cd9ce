#include "gateway/http/proxy_identity.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::http {
namespace {

constexpr absl::string_view kAuthorization = "authorization";

// Removes all fields of that name and returns their values.
std::vector<std::string> Take(Fields& fields, absl::string_view name) {
  std::vector<std::string> values;
  for (auto field = fields.begin(); field != fields.end();) {
    if (field->first != name) {
      ++field;
      continue;
    }
    values.push_back(std::move(field->second));
    field = fields.erase(field);
  }
  return values;
}

bool HasApiToken(const Fields& fields) {
  return std::any_of(fields.begin(), fields.end(), [](const auto& field) {
    return field.first == kAuthorization && absl::StartsWithIgnoreCase(field.second, "bearer art_");
  });
}

std::vector<std::string> GroupsOf(const std::vector<std::string>& values) {
  std::vector<std::string> groups;
  for (const std::string& value : values) {
    for (absl::string_view group : absl::StrSplit(value, ',')) {
      group = absl::StripAsciiWhitespace(group);
      if (!group.empty()) groups.emplace_back(group);
    }
  }
  return groups;
}

absl::Status Twice(const std::string& header) {
  return absl::InvalidArgumentError(absl::StrCat(
      "the header ", header, " is there twice; the proxy must replace what clients send"));
}

}  // namespace

absl::Status ReadProxyIdentity(const ProxyIdentity& identity, bool is_trusted, Fields& headers) {
  if (identity.user_header.empty()) return absl::OkStatus();
  const std::vector<std::string> users = Take(headers, identity.user_header);
  const std::vector<std::string> groups = Take(headers, identity.groups_header);
  if (!is_trusted || HasApiToken(headers)) return absl::OkStatus();
  if (users.size() > 1) return Twice(identity.user_header);
  if (groups.size() > 1) return Twice(identity.groups_header);
  // Before us there may be pages that need no login.
  if (users.empty() || users.front().empty()) return absl::OkStatus();
  absl::StatusOr<std::string> authorization = identity.vouch(users.front(), GroupsOf(groups));
  if (!authorization.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the header ", identity.user_header, ": ", authorization.status().message()));
  }
  Take(headers, kAuthorization);
  headers.emplace_back(kAuthorization, *std::move(authorization));
  return absl::OkStatus();
}

}  // namespace allreview::http
