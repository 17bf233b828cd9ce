#ifndef TESTS_HONESTY_MEMORY_CHANGE_H_
#define TESTS_HONESTY_MEMORY_CHANGE_H_

// A change that exists in memory only, and the service that the pipeline gets it from.
//
//   MemoryChange change{.before = {{"a.py", {"x = 1\n"}}}, .after = {{"a.py", {"x = 2\n"}}}};
//   MemorySource source;             // A pull_request.v1.PullRequestService.
//   source.Set(&change);
//
// Says what git says of such a change: text with three lines of context, "Binary files differ" for
// content with a NUL byte near its beginning, renames as they are given. For one review at a time.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"

namespace allreview::honesty {

struct MemoryFile {
  std::string content;
  uint32_t mode = 0100644;

  friend bool operator==(const MemoryFile&, const MemoryFile&) = default;
};

struct MemoryChange {
  std::map<std::string, MemoryFile> before, after;  // By path.
  // New path to old one. A copy when the old one is still there.
  std::map<std::string, std::string> renames = {};
};

// As `git diff --full-index` writes it.
std::string DiffOf(const MemoryChange& change);

class MemorySource final : public pull_request::v1::PullRequestService::Service {
 public:
  // Borrowed until the next call.
  void Set(const MemoryChange* change) { change_ = change; }

  grpc::Status FetchChange(
      grpc::ServerContext* context, const pull_request::v1::FetchChangeRequest* request,
      grpc::ServerWriter<pull_request::v1::FetchChangeResponse>* writer) override;
  grpc::Status ReadBlobs(grpc::ServerContext* context,
                         const pull_request::v1::ReadBlobsRequest* request,
                         grpc::ServerWriter<pull_request::v1::ReadBlobsResponse>* writer) override;
  grpc::Status ListTree(grpc::ServerContext* context,
                        const pull_request::v1::ListTreeRequest* request,
                        grpc::ServerWriter<pull_request::v1::ListTreeResponse>* writer) override;

 private:
  const MemoryChange* change_ = nullptr;
};

}  // namespace allreview::honesty

#endif  // TESTS_HONESTY_MEMORY_CHANGE_H_
