#ifndef SERVICES_PULL_REQUEST_GIT_SOURCE_FIXTURE_H_
#define SERVICES_PULL_REQUEST_GIT_SOURCE_FIXTURE_H_

// Short ways to ask a git source, for tests.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/git_fixture.h"

namespace allreview::pull_request {

change::v1::LocalRepository Reference(const std::string& path,
                                      change::v1::LocalRepository::Mode mode,
                                      const std::string& base, const std::string& head = "");
change::v1::LocalRepository Range(const GitFixture& repo, const std::string& base,
                                  const std::string& head);
change::v1::LocalRepository WorkingTree(const GitFixture& repo);

// What Fetch sends.
absl::StatusOr<RecordingSink> FetchLocal(const change::v1::LocalRepository& reference,
                                         int context_lines = 3);

// A blob of the right side.
change::v1::BlobRef Blob(const std::string& id, const std::string& path = "");

// The content of each blob, or "error: ...".
std::vector<std::string> ReadLocal(const change::v1::LocalRepository& reference,
                                   const std::vector<change::v1::BlobRef>& blobs,
                                   int64_t max_bytes = 1 << 20);

// "path id" of each file.
std::vector<std::string> ListLocal(const change::v1::LocalRepository& reference,
                                   change::v1::Side side,
                                   const std::vector<std::string>& suffixes = {});

// "line 1\n" and so on.
std::string Lines(int first, int last);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_SOURCE_FIXTURE_H_
