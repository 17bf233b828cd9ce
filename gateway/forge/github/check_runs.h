#ifndef GATEWAY_FORGE_GITHUB_CHECK_RUNS_H_
#define GATEWAY_FORGE_GITHUB_CHECK_RUNS_H_

// A check as GitHub has it, a check run: found again by its external id, so that it is made once,
// and with its annotations in batches. Internal to GitHubForgeApi.
//
// Takes one request to look, one to write, and one more for each fifty annotations. Interrupted, it
// goes on with the annotations that are not there yet.

#include <string>

#include "absl/status/statusor.h"
#include "gateway/forge/forge_api.h"
#include "github/api.h"

namespace allreview::gateway {

// kPermissionDenied and kNotFound: check runs are not for this token.
absl::StatusOr<WrittenCheck> WriteCheckRun(github::Api& api, const std::string& repository,
                                           const Check& check);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_CHECK_RUNS_H_
