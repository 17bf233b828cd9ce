#ifndef GITHUB_JSON_PAGES_H_
#define GITHUB_JSON_PAGES_H_

// Lists of GitHub's REST API, all pages. For .cc files: includes the JSON library.

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "github/api.h"
#include "github/json.h"

namespace allreview::github {

// Calls `visit` for each element, page by page as the Link headers lead. `list` names the member
// that holds the elements; empty: the answer is the list. A body that is not what it should be is
// kDataLoss.
absl::Status ForEach(github::Api& api, const std::string& path, const std::string& what,
                     const std::string& list,
                     const std::function<void(const github::Json&)>& visit);

// One object.
absl::StatusOr<github::Json> ReadObject(github::Api& api, const std::string& path,
                                        const std::string& what);

}  // namespace allreview::github

#endif  // GITHUB_JSON_PAGES_H_
