#include "services/analysis/conversation.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/links.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "services/analysis/blob_id.h"
#include "services/analysis/blob_store.h"
#include "services/analysis/every_name.h"

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

change::v1::Side ToProto(change::Side side) {
  return side == change::Side::kLeft ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT;
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
  const MutexLock lock(write_mutex_);
  grpc::WriteOptions options;
  if (is_buffered) options.set_buffer_hint();
  if (stream_.Write(response, options)) return absl::OkStatus();
  return absl::CancelledError("the caller is gone");
}

void Conversation::ReportProgress(absl::string_view message, int64_t done, int64_t total) {
  {
    const MutexLock lock(write_mutex_);
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

absl::StatusOr<std::vector<change::TreeFile>> ConversationRepository::ListFiles(
    change::Side side, const std::vector<std::string>& suffixes) {
  RETURN_IF_ERROR(failure_);
  absl::StatusOr<std::vector<change::TreeFile>> files = ReadTree(side, suffixes);
  if (!files.ok()) failure_ = files.status();
  return files;
}

namespace {

constexpr uint32_t kLinkMode = 0120000;
constexpr size_t kMaxLinks = 2000;  // That are read.

bool IsRegular(const v1::TreeFile& file) { return (file.mode() & 0170000) == 0100000; }

bool IsBefore(const change::TreeFile& a, const change::TreeFile& b) { return a.path < b.path; }

bool EndsInAny(absl::string_view path, const std::vector<std::string>& suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](absl::string_view suffix) { return absl::EndsWith(path, suffix); });
}

// Sorted by path.
std::vector<change::TreeFile> FilesOf(const std::vector<v1::TreeFile>& tree,
                                      const std::vector<std::string>& suffixes) {
  const bool is_every_name = suffixes == EveryName();
  std::vector<change::TreeFile> files;
  for (const v1::TreeFile& file : tree) {
    if (IsUnlistedFolder(file.path())) {
      // Whoever reads it hears why, and that it is missing.
      if (MayBeInUnlistedFolder(suffixes)) files.push_back({file.path(), file.blob_id()});
      continue;
    }
    // Symbolic links and submodules are not source.
    const bool is_source = is_every_name || IsRegular(file);
    if (is_source && EndsInAny(file.path(), suffixes)) {
      files.push_back({file.path(), file.blob_id()});
    }
  }
  if (!std::is_sorted(files.begin(), files.end(), IsBefore)) {
    std::stable_sort(files.begin(), files.end(), IsBefore);
  }
  return files;
}

}  // namespace

absl::StatusOr<std::vector<change::TreeFile>> ConversationRepository::ReadTree(
    change::Side side, const std::vector<std::string>& suffixes) {
  if (whole_trees_.count(side) == 0) {
    ASSIGN_OR_RETURN(std::vector<v1::TreeFile> tree, AskForTree(side, suffixes));
    if (std::find(suffixes.begin(), suffixes.end(), "") == suffixes.end()) {
      return FilesOf(tree, suffixes);
    }
    RETURN_IF_ERROR(FollowLinks(side, std::move(tree)));
  }
  const WholeTree& tree = whole_trees_[side];
  std::vector<change::TreeFile> files = FilesOf(tree.files, suffixes);
  if (suffixes == EveryName()) return files;  // Links are there as themselves.
  const auto own = std::ssize(files);
  std::copy_if(tree.links.begin(), tree.links.end(), std::back_inserter(files),
               [&](const change::TreeFile& link) { return EndsInAny(link.path, suffixes); });
  std::inplace_merge(files.begin(), files.begin() + own, files.end(), IsBefore);
  return files;
}

absl::Status ConversationRepository::FollowLinks(change::Side side,
                                                 std::vector<v1::TreeFile> tree) {
  std::map<std::string, std::string> ids;  // Of files, by path.
  std::vector<change::TreeFile> links;
  for (const v1::TreeFile& file : tree) {
    if (IsRegular(file)) ids[file.path()] = file.blob_id();
    if (file.mode() == kLinkMode && links.size() < kMaxLinks) {
      links.push_back({file.path(), file.blob_id()});
    }
  }
  WholeTree& whole = whole_trees_[side];
  whole.files = std::move(tree);
  if (links.empty()) return absl::OkStatus();
  std::map<std::string, std::string> texts;
  RETURN_IF_ERROR(
      Read(side, links, [&](const change::TreeFile& link, absl::StatusOr<std::string> text) {
        if (text.ok()) texts[link.path] = *std::move(text);
      }));
  std::vector<std::string> paths;
  for (const auto& [path, id] : ids) paths.push_back(path);
  for (repository::Link& link : repository::FollowLinks(paths, texts)) {
    std::string id = ids[link.target];
    whole.links.push_back({std::move(link.path), std::move(id), std::move(link.target)});
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<v1::TreeFile>> ConversationRepository::AskForTree(
    change::Side side, const std::vector<std::string>& suffixes) {
  constexpr absl::string_view kWanted = "tree or need_complete";
  v1::AnalyzeResponse question;
  (side == change::Side::kLeft ? question.mutable_need()->set_before_tree(true)
                               : question.mutable_need()->set_after_tree(true));
  for (const std::string& suffix : suffixes) question.mutable_need()->add_suffixes(suffix);
  RETURN_IF_ERROR(conversation_.Write(question));
  std::vector<v1::TreeFile> tree;
  for (;;) {
    ASSIGN_OR_RETURN(Request * request, conversation_.Read(kWanted));
    if (request->has_need_complete()) return tree;
    if (!request->has_tree() || request->tree().side() != ToProto(side)) {
      return conversation_.Unexpected(*request, kWanted);
    }
    for (v1::TreeFile& file : *request->mutable_tree()->mutable_files()) {
      tree.push_back(std::move(file));
    }
  }
}

absl::Status ConversationRepository::Read(change::Side side,
                                          const std::vector<change::TreeFile>& files,
                                          const Receiver& receive) {
  RETURN_IF_ERROR(failure_);
  if (files.empty()) return absl::OkStatus();
  // What the budget of the review ends leaves the client in the middle of an answer: nothing can be
  // asked after that.
  failure_ = absl::DeadlineExceededError("the budget of the review is used up");
  failure_ = ReadBlobs(side, files, receive);
  return failure_;
}

namespace {

absl::StatusOr<std::string> ToContent(BlobContent blob) {
  switch (blob.state) {
    case BlobContent::State::kHere:
      return std::move(blob.bytes);
    case BlobContent::State::kTooLarge:
      return absl::OutOfRangeError(English(blob.reason));
    case BlobContent::State::kFailed:
      return absl::UnavailableError(English(blob.reason));
    case BlobContent::State::kNotSent:
      break;
  }
  return absl::UnavailableError("its content was not sent");
}

}  // namespace

// Hands the files of one question over in their order, as soon as their content is there.
class ConversationRepository::Delivery {
 public:
  Delivery(ConversationRepository& owner, change::Side side,
           const std::vector<change::TreeFile>& files, const Receiver& receive)
      : owner_(owner), side_(side), files_(files), receive_(receive) {}

  // Asks for each content once, however many files have it.
  absl::Status Ask() {
    v1::AnalyzeResponse question;
    for (const change::TreeFile& file : files_) {
      if (uses_[KeyOf(file)]++ > 0) continue;
      change::v1::BlobRef& blob = *question.mutable_need()->add_blobs();
      blob.set_blob_id(file.blob_id);
      blob.set_path(PathOf(file));
      blob.set_side(ToProto(side_));
    }
    return owner_.conversation_.Write(question);
  }

  absl::Status Add(v1::Blob&& piece) {
    RETURN_IF_ERROR(blobs_.Add(std::move(piece)));
    while (next_ < files_.size() && blobs_.Has(KeyOf(files_[next_]))) HandOverNext();
    return absl::OkStatus();
  }

  // What has not come by now will not come.
  absl::Status Finish() {
    RETURN_IF_ERROR(blobs_.CheckComplete());
    while (next_ < files_.size()) HandOverNext();
    return absl::OkStatus();
  }

 private:
  static const std::string& PathOf(const change::TreeFile& file) {
    return file.target.empty() ? file.path : file.target;
  }
  std::string KeyOf(const change::TreeFile& file) const {
    return BlobStore::KeyOf(file.blob_id, PathOf(file), side_);
  }

  void HandOverNext() {
    const change::TreeFile& file = files_[next_++];
    const std::string key = KeyOf(file);
    const bool is_wanted_again = --uses_[key] > 0;
    absl::StatusOr<std::string> content = ToContent(
        is_wanted_again ? blobs_.Get(file.blob_id, PathOf(file), side_) : blobs_.Take(key));
    if (content.ok() && IsFullBlobId(file.blob_id) && !IsBlobIdOf(file.blob_id, *content)) {
      content = absl::DataLossError(absl::StrCat("its content is not blob ", file.blob_id));
    }
    if (!content.ok() && owner_.unread_files_++ == 0) {
      owner_.first_unread_ = absl::StrCat("`", file.path, "`: ", content.status().message());
    }
    receive_(file, std::move(content));
  }

  ConversationRepository& owner_;
  const change::Side side_;
  const std::vector<change::TreeFile>& files_;
  const Receiver& receive_;
  std::map<std::string, int> uses_;  // Of each key: how many files still want it.
  BlobStore blobs_{{.max_file_bytes = owner_.max_file_bytes_}};
  size_t next_ = 0;
};

absl::Status ConversationRepository::ReadBlobs(change::Side side,
                                               const std::vector<change::TreeFile>& files,
                                               const Receiver& receive) {
  constexpr absl::string_view kWanted = "blob or need_complete";
  Delivery delivery(*this, side, files, receive);
  RETURN_IF_ERROR(delivery.Ask());
  for (;;) {
    if (conversation_.ShouldStop()) return absl::DeadlineExceededError("no time is left");
    ASSIGN_OR_RETURN(Request * request, conversation_.Read(kWanted));
    if (request->has_need_complete()) return delivery.Finish();
    if (!request->has_blob()) return conversation_.Unexpected(*request, kWanted);
    RETURN_IF_ERROR(delivery.Add(std::move(*request->mutable_blob())));
  }
}

namespace {

absl::Status CannotAnswer() {
  return absl::FailedPreconditionError(
      "the rest of the repository is not known: the client said has_tree = false");
}

}  // namespace

absl::StatusOr<std::vector<change::TreeFile>> NoRepository::ListFiles(
    change::Side, const std::vector<std::string>& suffixes) {
  // Without its configuration the review of a patch lacks nothing but house rules.
  was_asked_ |= std::any_of(suffixes.begin(), suffixes.end(),
                            [](absl::string_view suffix) { return suffix == ".py"; });
  return CannotAnswer();
}

absl::Status NoRepository::Read(change::Side, const std::vector<change::TreeFile>&,
                                const Receiver&) {
  return CannotAnswer();
}

}  // namespace allreview::analysis
