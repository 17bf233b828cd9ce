#ifndef GATEWAY_CLI_REVIEW_WATCH_H_
#define GATEWAY_CLI_REVIEW_WATCH_H_

// `allreview review --watch`: which files decide whether the change is reviewed again.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "gateway/cli/watch_files.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::cli {

// kInvalidArgument: the change is none that changes on this disk.
absl::Status CheckWatch(const Arguments& arguments, const change::v1::ChangeRef& ref);

// The folders of the repository's files, and where git keeps its index.
absl::StatusOr<std::unique_ptr<FileWatch>> WatchRepository(const std::string& repository,
                                                           const Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REVIEW_WATCH_H_
