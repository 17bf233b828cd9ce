#include "gateway/pipeline/content_feed.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/languages.h"
#include "base/mutex.h"
#include "sentences/phrases/coverage.h"
#include "sentences/phrases/missing.h"

namespace allreview::gateway {
namespace {

using analysis::v1::AnalyzeRequest;
using analysis::v1::Need;
using change::v1::BlobRef;
using change::v1::FileEntry;
using pull_request::v1::ListTreeResponse;
using pull_request::v1::ReadBlobsResponse;

constexpr uint32_t kModeTypeMask = 0170000;
constexpr uint32_t kRegularFile = 0100000;

bool IsRegular(uint32_t mode) { return mode == 0 || (mode & kModeTypeMask) == kRegularFile; }

}  // namespace

ContentFeed::ContentFeed(const Content& content, AnalysisSession& analysis, Record& record,
                         ProgressReceiver on_progress)
    : content_(content),
      analysis_(analysis),
      record_(record),
      on_progress_(std::move(on_progress)),
      thread_([this] { FeedAll(); }, [this] { analysis_.Cancel(); }) {}

// Without Finish an exception is on its way: nobody waits for the rest.
ContentFeed::~ContentFeed() {
  if (!thread_.IsJoinable()) return;
  analysis_.Cancel();
  CompleteFiles();
}

void ContentFeed::CompleteFiles(analysis::v1::FilesComplete complete) {
  MutexLock lock(mutex_);
  complete_ = std::move(complete);
  are_files_complete_ = true;
  changed_.NotifyAll();
}

void ContentFeed::Finish() {
  if (thread_.IsJoinable()) thread_.Join();
}

void ContentFeed::Want(const FileEntry& entry) {
  if (!record_.change.has_content()) return;
  MutexLock lock(mutex_);
  if (!asked_.insert(entry.new_path()).second) return;
  const auto add = [&](const std::string& id, const std::string& path, change::v1::Side side)
                       ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
                         BlobRef& blob = wanted_.emplace_back();
                         blob.set_blob_id(id);
                         blob.set_path(path);
                         blob.set_side(side);
                       };
  if (entry.status() != change::v1::FILE_STATUS_ADDED && IsRegular(entry.old_mode())) {
    add(entry.old_blob_id(), entry.old_path(), change::v1::SIDE_LEFT);
  }
  if (entry.status() != change::v1::FILE_STATUS_DELETED && IsRegular(entry.new_mode())) {
    add(entry.new_blob_id(), entry.new_path(), change::v1::SIDE_RIGHT);
  }
  changed_.NotifyAll();
}

// None: all files are known and their content has been asked for.
std::optional<std::vector<BlobRef>> ContentFeed::NextBlobs() {
  MutexLock lock(mutex_);
  changed_.Wait(lock, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return !wanted_.empty() || are_files_complete_;
  });
  if (wanted_.empty()) return std::nullopt;
  return std::exchange(wanted_, {});
}

void ContentFeed::FeedAll() {
  while (const std::optional<std::vector<BlobRef>> blobs = NextBlobs()) SendBlobs(*blobs);
  AnalyzeRequest message;
  {
    MutexLock lock(mutex_);
    *message.mutable_files_complete() = std::move(complete_);
  }
  analysis_.Send(message);
  while (const std::optional<Need> need = analysis_.NextNeed()) Answer(*need);
}

bool ContentFeed::SendBlobs(const std::vector<BlobRef>& blobs) {
  on_progress_(absl::StrCat("reading ", blobs.size(), blobs.size() == 1 ? " file" : " files"));
  size_t finished = 0;
  bool is_heard = true;
  AnalyzeRequest message;
  const auto send = [&](const BlobRef& ref, ReadBlobsResponse& piece) {
    analysis::v1::Blob* blob = message.mutable_blob();
    blob->set_blob_id(ref.blob_id());
    blob->set_path(ref.path());
    blob->set_side(ref.side());
    blob->mutable_content()->swap(*piece.mutable_content());
    blob->set_is_last(piece.is_last());
    blob->set_error(piece.error());
    if (piece.is_last()) ++finished;
    is_heard = analysis_.Send(message);
    return is_heard;
  };
  const absl::Status status = content_.Read(blobs, send);
  if (status.ok()) return is_heard;
  record_.AddMissing("pull_request", status, phrases::kContentNotRead);
  // The rest gets an error each, so that analysis does not wait for it.
  while (is_heard && finished < blobs.size()) {
    ReadBlobsResponse piece;
    piece.set_is_last(true);
    piece.set_error(English(Sentence(
        phrases::kServiceDidNotAnswer,
        {{"service", "pull_request"}, {"code", absl::StatusCodeToString(status.code())}})));
    send(blobs[finished], piece);
  }
  return is_heard;
}

void ContentFeed::Answer(const Need& need) {
  bool is_heard = true;
  std::vector<std::string> suffixes(need.suffixes().begin(), need.suffixes().end());
  if (suffixes.empty()) suffixes = SuffixesOf(Reader::kPython);
  if (need.after_tree()) is_heard = SendTree(change::v1::SIDE_RIGHT, suffixes);
  if (is_heard && need.before_tree()) is_heard = SendTree(change::v1::SIDE_LEFT, suffixes);
  if (is_heard && need.blobs_size() > 0) {
    is_heard = SendBlobs({need.blobs().begin(), need.blobs().end()});
  }
  if (!is_heard) return;
  AnalyzeRequest message;
  message.mutable_need_complete();
  analysis_.Send(message);
}

bool ContentFeed::SendTree(change::v1::Side side, const std::vector<std::string>& suffixes) {
  bool is_heard = true;
  const absl::Status status = content_.List(side, suffixes, [&](const ListTreeResponse& batch) {
    AnalyzeRequest message;
    message.mutable_tree()->set_side(side);
    for (const pull_request::v1::TreeEntry& entry : batch.entries()) {
      analysis::v1::TreeFile* file = message.mutable_tree()->add_files();
      file->set_path(entry.path());
      file->set_mode(entry.mode());
      file->set_blob_id(entry.blob_id());
    }
    is_heard = analysis_.Send(message);
    return is_heard;
  });
  if (!status.ok()) {
    record_.AddMissing("pull_request", status, phrases::kTreeNotListed);
  }
  return is_heard;
}

}  // namespace allreview::gateway
