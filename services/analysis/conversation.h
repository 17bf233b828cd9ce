#ifndef SERVICES_ANALYSIS_CONVERSATION_H_
#define SERVICES_ANALYSIS_CONVERSATION_H_

// One Analyze call as the protocol sees it: messages in order, one at a time, and a budget of time.

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/repository_reader.h"
#include "base/mutex.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/sync_stream.h"
#include "proto/analysis/v1/analysis.grpc.pb.h"

namespace allreview::analysis {

using AnalyzeStream = grpc::ServerReaderWriter<v1::AnalyzeResponse, v1::AnalyzeRequest>;

class Conversation {
 public:
  // Both are borrowed.
  Conversation(grpc::ServerContext& context, AnalyzeStream& stream);

  // The next message, valid until the next call. kCancelled when the caller is gone,
  // kInvalidArgument ("wanted …") when it has closed its side too early. For one thread at a time.
  absl::StatusOr<v1::AnalyzeRequest*> Read(absl::string_view wanted);

  // kCancelled when the caller is gone. Safe from any thread.
  absl::Status Write(const v1::AnalyzeResponse& response, bool is_buffered = false);

  // At most ten times a second. Safe from any thread.
  void ReportProgress(absl::string_view message, int64_t done, int64_t total);

  // The caller is gone, or so little of its deadline is left that what was found must go out now.
  // Safe from any thread.
  bool ShouldStop() const;

  bool IsCancelled() const { return context_.IsCancelled(); }

  // kInvalidArgument, naming the message's position and kind.
  absl::Status Unexpected(const v1::AnalyzeRequest& request, absl::string_view wanted) const;

 private:
  using Clock = std::chrono::system_clock;  // As gRPC's deadlines.

  grpc::ServerContext& context_;
  AnalyzeStream& stream_;
  const Clock::time_point stop_at_;
  v1::AnalyzeRequest request_;
  int64_t messages_ = 0;
  Mutex write_mutex_;
  Clock::time_point last_progress_ ABSL_GUARDED_BY(write_mutex_);
};

// The rest of the repository, which the client holds: asks with `need`, reads the answers. A tree
// that has been listed as a whole is not asked for again; then its symbolic links count as the
// files to which they lead (analyzers/repository/links.h).
class ConversationRepository : public change::RepositoryReader {
 public:
  ConversationRepository(Conversation& conversation, int64_t max_file_bytes)
      : conversation_(conversation), max_file_bytes_(max_file_bytes) {}

  absl::StatusOr<std::vector<change::TreeFile>> ListFiles(
      change::Side side, const std::vector<std::string>& suffixes) override;
  absl::Status Read(change::Side side, const std::vector<change::TreeFile>& files,
                    const Receiver& receive) override;

  // What went wrong with the protocol itself, rather than with one file.
  const absl::Status& status() const { return failure_; }

  // Files that were asked for and could not be had, and the first of them with its reason.
  int unread_files() const { return unread_files_; }
  const std::string& first_unread() const { return first_unread_; }

 private:
  class Delivery;

  absl::StatusOr<std::vector<change::TreeFile>> ReadTree(change::Side side,
                                                         const std::vector<std::string>& suffixes);
  absl::Status ReadBlobs(change::Side side, const std::vector<change::TreeFile>& files,
                         const Receiver& receive);

  // Adds what the links of a whole tree lead to.
  absl::Status FollowLinks(change::Side side, std::vector<v1::TreeFile> tree);
  absl::StatusOr<std::vector<v1::TreeFile>> AskForTree(change::Side side,
                                                       const std::vector<std::string>& suffixes);

  Conversation& conversation_;
  const int64_t max_file_bytes_;
  struct WholeTree {
    std::vector<v1::TreeFile> files;
    std::vector<change::TreeFile> links;  // Sorted by path.
  };
  std::map<change::Side, WholeTree> whole_trees_;
  absl::Status failure_;
  int unread_files_ = 0;
  std::string first_unread_;
};

// For a client that cannot answer: every question fails with kFailedPrecondition.
class NoRepository : public change::RepositoryReader {
 public:
  // Whether a rule had a question.
  bool was_asked() const { return was_asked_; }

  absl::StatusOr<std::vector<change::TreeFile>> ListFiles(
      change::Side side, const std::vector<std::string>& suffixes) override;
  absl::Status Read(change::Side side, const std::vector<change::TreeFile>& files,
                    const Receiver& receive) override;

 private:
  bool was_asked_ = false;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CONVERSATION_H_
