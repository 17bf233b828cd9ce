#include "github/json_pages.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::github {
namespace {

using github::Json;

absl::StatusOr<Json> Parse(github::Api& api, const github::ApiAnswer& answer,
                           const std::string& what, Json::value_t wanted) {
  absl::StatusOr<Json> json = github::ParseJson(answer.body, wanted);
  if (json.ok()) return json;
  api.Forget(answer);
  return absl::DataLossError(absl::StrCat(what, ": ", json.status().message()));
}

}  // namespace

absl::Status ForEach(github::Api& api, const std::string& path, const std::string& what,
                     const std::string& list, const std::function<void(const Json&)>& visit) {
  std::string url = path;
  while (!url.empty()) {
    ASSIGN_OR_RETURN(github::ApiAnswer answer, api.Send({.path_or_url = url, .what = what}));
    ASSIGN_OR_RETURN(Json json, Parse(api, answer, what,
                                      list.empty() ? Json::value_t::array : Json::value_t::object));
    for (const Json& element : list.empty() ? json : github::At(json, list.c_str())) {
      visit(element);
    }
    url = answer.next_url;
  }
  return absl::OkStatus();
}

absl::StatusOr<Json> ReadObject(github::Api& api, const std::string& path,
                                const std::string& what) {
  ASSIGN_OR_RETURN(github::ApiAnswer answer, api.Send({.path_or_url = path, .what = what}));
  return Parse(api, answer, what, Json::value_t::object);
}

}  // namespace allreview::github
