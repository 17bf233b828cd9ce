#ifndef TESTS_FAKES_GITHUB_ANSWERS_H_
#define TESTS_FAKES_GITHUB_ANSWERS_H_

// Answers as GitHub words them; for the parts of the fake GitHub.

#include <cstddef>
#include <cstdint>
#include <string>

#include "nlohmann/json.hpp"
#include "tests/fakes/github_errors.h"
#include "tests/fakes/http_server.h"

namespace allreview::fakes {

ServedResponse JsonAnswer(const nlohmann::json& json, int status = 200);
ServedResponse NotFoundAnswer();

// The two shapes of a 422: strings, and one object.
ServedResponse Unprocessable(const std::string& error);
ServedResponse Unprocessable(const std::string& resource, const std::string& field,
                             const std::string& code, const std::string& message);

// A number of the query between 1 and `most`; `missing` when there is none.
size_t Parameter(const ServedRequest& request, const std::string& name, size_t missing,
                 size_t most);

// Where the pages of a list are found.
struct PageOrigin {
  std::string base_url;
  int64_t repository_id = 0;
};

// The page of `all` that was asked for, with its Link header. `all` is a list, or an object whose
// member `list` is one.
ServedResponse PageAnswer(const ServedRequest& request, const PageOrigin& origin,
                          nlohmann::json all, const std::string& list = "");

// Link header as GitHub writes it: by the repository's number, whatever the request said.
void AddPaging(const ServedRequest& request, const PageOrigin& origin, size_t total,
               ServedResponse& response);

// Characters, as GitHub counts them for its limits.
size_t CountCharacters(const std::string& text);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_ANSWERS_H_
