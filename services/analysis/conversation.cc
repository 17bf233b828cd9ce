#include "services/analysis/conversation.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "services/analysis/blob_store.h"

namespace allreview::analysis {
namespace {

using Request = v1::AnalyzeRequest;

absl::string_view NameOf(Request::PartCase part) {
  switch (part) {
    case Request::kStart:
      return "start";
    case Request::kFile:
      return "file";
    case Request::kContinuation:
      return "continuation";
    case Request::kBlob:
      return "blob";
    case Request::kFilesComplete:
      return "files_complete";
    case Request::kTree:
      return "tree";
    case Request::kNeedComplete:
      return "need_complete";
    case Request::PART_NOT_SET:
      break;
  }
  return "nothing that this version knows";
}

change::v1::Side ToProto(rules::Side side) {
  return side == rules::Side::kLeft ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT;
}

// A tenth of the time that is left, at most half a second, is kept for the answer.
std::chrono::system_clock::time_point StopAt(std::chrono::system_clock::time_point deadline) {
  using std::chrono::milliseconds;
  if (deadline == std::chrono::system_clock::time_point::max()) return deadline;
  const auto left = deadline - std::chrono::system_clock::now();
  const auto tenth = std::chrono::duration_cast<milliseconds>(left / 10);
  return deadline - std::clamp(tenth, milliseconds(0), milliseconds(500));
}

}  // namespace

Conversation::Conversation(grpc::ServerContext& context, AnalyzeStream& stream)
    : context_(context), stream_(stream), stop_at_(StopAt(context.deadline())) {}

absl::StatusOr<Request*> Conversation::Read(absl::string_view wanted) {
  if (stream_.Read(&request_)) {
    ++messages_;
    return &request_;
  }
  if (context_.IsCancelled()) return absl::CancelledError("the caller is gone");
  return absl::InvalidArgumentError(
      absl::StrCat("the stream ended after ", messages_, " messages, wanted ", wanted));
}

absl::Status Conversation::Write(const v1::AnalyzeResponse& response, bool is_buffered) {
  const std::lock_guard<std::mutex> lock(write_mutex_);
  grpc::WriteOptions options;
  if (is_buffered) options.set_buffer_hint();
  if (stream_.Write(response, options)) return absl::OkStatus();
  return absl::CancelledError("the caller is gone");
}

void Conversation::ReportProgress(absl::string_view message, int64_t done, int64_t total) {
  {
    const std::lock_guard<std::mutex> lock(write_mutex_);
    const Clock::time_point now = Clock::now();
    if (now - last_progress_ < std::chrono::milliseconds(100)) return;
    last_progress_ = now;
  }
  v1::AnalyzeResponse response;
  response.mutable_progress()->set_message(std::string(message));
  response.mutable_progress()->set_done(done);
  response.mutable_progress()->set_total(total);
  // A caller that is gone shows at the next read or write that matters.
  Write(response).IgnoreError();
}

bool Conversation::ShouldStop() const { return context_.IsCancelled() || Clock::now() >= stop_at_; }

absl::Status Conversation::Unexpected(const Request& request, absl::string_view wanted) const {
  return absl::InvalidArgumentError(absl::StrCat("message ", messages_, " is ",
                                                 NameOf(request.part_case()), ", wanted ", wanted));
}

absl::StatusOr<std::vector<rules::TreeFile>> ConversationRepository::ListPythonFiles(
    rules::Side side) {
  RETURN_IF_ERROR(failure_);
  absl::StatusOr<std::vector<rules::TreeFile>> files = ReadTree(side);
  if (!files.ok()) failure_ = files.status();
  return files;
}

absl::StatusOr<std::vector<rules::TreeFile>> ConversationRepository::ReadTree(rules::Side side) {
  constexpr absl::string_view kWanted = "tree or need_complete";
  v1::AnalyzeResponse question;
  (side == rules::Side::kLeft ? question.mutable_need()->set_before_tree(true)
                              : question.mutable_need()->set_after_tree(true));
  RETURN_IF_ERROR(conversation_.Write(question));
  std::vector<rules::TreeFile> files;
  for (;;) {
    ASSIGN_OR_RETURN(Request * request, conversation_.Read(kWanted));
    if (request->has_need_complete()) break;
    if (!request->has_tree() || request->tree().side() != ToProto(side)) {
      return conversation_.Unexpected(*request, kWanted);
    }
    for (v1::TreeFile& file : *request->mutable_tree()->mutable_files()) {
      // Symbolic links and submodules are not source.
      const bool is_regular = (file.mode() & 0170000) == 0100000;
      if (!is_regular || !absl::EndsWith(file.path(), ".py")) continue;
      files.push_back({std::move(*file.mutable_path()), std::move(*file.mutable_blob_id())});
    }
  }
  const auto by_path = [](const rules::TreeFile& a, const rules::TreeFile& b) {
    return a.path < b.path;
  };
  if (!std::is_sorted(files.begin(), files.end(), by_path)) {
    std::stable_sort(files.begin(), files.end(), by_path);
  }
  return files;
}

absl::Status ConversationRepository::Read(rules::Side side,
                                          const std::vector<rules::TreeFile>& files,
                                          const Receiver& receive) {
  RETURN_IF_ERROR(failure_);
  if (files.empty()) return absl::OkStatus();
  failure_ = ReadBlobs(side, files, receive);
  return failure_;
}

namespace {

absl::StatusOr<std::string> ToContent(BlobContent blob) {
  switch (blob.state) {
    case BlobContent::State::kHere:
      return std::move(blob.bytes);
    case BlobContent::State::kTooLarge:
      return absl::OutOfRangeError(blob.reason);
    case BlobContent::State::kFailed:
      return absl::UnavailableError(blob.reason);
    case BlobContent::State::kNotSent:
      break;
  }
  return absl::UnavailableError("its content was not sent");
}

}  // namespace

absl::Status ConversationRepository::ReadBlobs(rules::Side side,
                                               const std::vector<rules::TreeFile>& files,
                                               const Receiver& receive) {
  constexpr absl::string_view kWanted = "blob or need_complete";
  v1::AnalyzeResponse question;
  std::map<std::string, int> uses;  // Of each key: how many files still want it.
  for (const rules::TreeFile& file : files) {
    if (uses[BlobStore::KeyOf(file.blob_id, file.path, side)]++ > 0) continue;
    change::v1::BlobRef& blob = *question.mutable_need()->add_blobs();
    blob.set_blob_id(file.blob_id);
    blob.set_path(file.path);
    blob.set_side(ToProto(side));
  }
  RETURN_IF_ERROR(conversation_.Write(question));
  BlobStore blobs({.max_file_bytes = max_file_bytes_});
  size_t next = 0;
  // Hands over every file from `next` on whose content is here; all of them when none will come.
  const auto deliver = [&](bool is_last) {
    for (; next < files.size(); ++next) {
      const rules::TreeFile& file = files[next];
      const std::string key = BlobStore::KeyOf(file.blob_id, file.path, side);
      if (!is_last && !blobs.Has(key)) return;
      const bool is_shared = --uses[key] > 0;
      receive(file,
              ToContent(is_shared ? blobs.Get(file.blob_id, file.path, side) : blobs.Take(key)));
    }
  };
  for (;;) {
    if (conversation_.ShouldStop()) return absl::DeadlineExceededError("no time is left");
    ASSIGN_OR_RETURN(Request * request, conversation_.Read(kWanted));
    if (request->has_need_complete()) break;
    if (!request->has_blob()) return conversation_.Unexpected(*request, kWanted);
    RETURN_IF_ERROR(blobs.Add(std::move(*request->mutable_blob())));
    deliver(false);
  }
  RETURN_IF_ERROR(blobs.CheckComplete());
  deliver(true);
  return absl::OkStatus();
}

namespace {

absl::Status CannotAnswer() {
  return absl::FailedPreconditionError(
      "the rest of the repository is not known: the client said has_tree = false");
}

}  // namespace

absl::StatusOr<std::vector<rules::TreeFile>> NoRepository::ListPythonFiles(rules::Side) {
  return CannotAnswer();
}

absl::Status NoRepository::Read(rules::Side, const std::vector<rules::TreeFile>&, const Receiver&) {
  return CannotAnswer();
}

}  // namespace allreview::analysis
