#include "services/pull_request/patch_source.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/change_source.h"
#include "services/pull_request/git_history.h"
#include "services/pull_request/git_repository.h"
#include "services/pull_request/mail.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;

constexpr char kNullId[] = "0000000000000000000000000000000000000000";

absl::Status NoId(const BlobRef& blob) {
  if (blob.blob_id().empty()) {
    return absl::NotFoundError("the patch does not name the blob of this version");
  }
  return absl::InvalidArgumentError(
      absl::StrCat("\"", ToDisplayText(blob.blob_id().substr(0, 100)), "\" is no git object id"));
}

void DescribeMails(const std::vector<Mail>& mails, change::v1::ChangeInfo* info) {
  const Mail* described = nullptr;
  int patches = 0;
  for (const Mail& mail : mails) {
    if (mail.is_cover_letter) described = &mail;
    if (mail.is_cover_letter || !mail.has_diff) continue;
    ++patches;
    info->set_author(mail.author);
    if (info->commits_size() >= kMaxCommits) continue;
    change::v1::Commit* commit = info->add_commits();
    commit->set_id(mail.commit);
    commit->set_subject(mail.subject);
    commit->set_body(mail.body);
    commit->set_author(mail.author);
  }
  if (described == nullptr && patches == 1) {
    info->set_title(info->commits(0).subject());
    info->set_body(info->commits(0).body());
  } else if (described != nullptr) {
    info->set_title(described->subject);
    info->set_body(described->body);
  }
}

class PatchSource : public ChangeSource {
 public:
  PatchSource(change::v1::Patch patch, LocalAccess access, CallControl control)
      : patch_(std::move(patch)), access_(std::move(access)), control_(std::move(control)) {}

  absl::StatusOr<v1::Done> Fetch(const FetchOptions&, ChangeSink& sink) override;

  absl::Status ReadBlobs(const std::vector<BlobRef>& blobs, const ReadOptions& options,
                         const BlobReceiver& receive) override;

  absl::StatusOr<std::vector<v1::TreeEntry>> ListTree(change::v1::Side,
                                                      const std::vector<std::string>&) override {
    return absl::FailedPreconditionError(
        absl::StrCat("patch \"", Name(),
                     "\" names no tree; review a range of its repository to have other files "
                     "considered"));
  }

 private:
  std::string Name() const { return ToDisplayText(patch_.name().empty() ? "-" : patch_.name()); }
  absl::Status Open();

  change::v1::Patch patch_;
  LocalAccess access_;
  CallControl control_;
  std::unique_ptr<GitRepository> git_;
};

absl::Status PatchSource::Open() {
  if (git_ != nullptr) return absl::OkStatus();
  if (patch_.repository().empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("patch \"", Name(),
                     "\" comes without a repository, so that only its hunks are known; pass the "
                     "repository that it belongs to"));
  }
  ASSIGN_OR_RETURN(git_, GitRepository::Open(patch_.repository(), access_, control_));
  return absl::OkStatus();
}

absl::StatusOr<v1::Done> PatchSource::Fetch(const FetchOptions&, ChangeSink& sink) {
  v1::Opened opened;
  change::v1::ChangeInfo* info = opened.mutable_info();
  change::v1::Patch* pinned = opened.mutable_pinned()->mutable_patch();
  pinned->set_name(patch_.name());
  if (!patch_.repository().empty()) {
    RETURN_IF_ERROR(Open());
    info->set_repository(git_->layout().Name());
    info->set_has_content(true);
    pinned->set_repository(patch_.repository());
  }
  Mailbox mailbox;
  if (LooksLikeMail(patch_.text())) mailbox = ParseMailbox(patch_.text());
  DescribeMails(mailbox.mails, info);
  RETURN_IF_ERROR(sink.OnOpened(opened));
  RETURN_IF_ERROR(sink.OnDiff(mailbox.decoded.has_value() ? *mailbox.decoded : patch_.text()));
  for (const Mail& mail : mailbox.mails) {
    if (!mail.is_multipart) continue;
    RETURN_IF_ERROR(sink.OnDiagnostic(
        ToDiagnostic({.code = "MULTIPART_MAIL",
                      .message = Sentence(phrases::kMailOfParts, {{"subject", mail.subject}}),
                      .hint = phrases::kSaveAttachedPatch})));
  }
  v1::Done done;
  done.set_rung("patch");
  return done;
}

absl::Status PatchSource::ReadBlobs(const std::vector<BlobRef>& blobs, const ReadOptions& options,
                                    const BlobReceiver& receive) {
  if (absl::Status status = Open(); !status.ok()) {
    if (!patch_.repository().empty()) return status;
    for (const BlobRef& blob : blobs) RETURN_IF_ERROR(receive(blob, status));
    return absl::OkStatus();
  }
  std::vector<std::string> names;
  for (const BlobRef& blob : blobs) {
    // The suffix keeps commits and trees out of the search for an abbreviated id. Where there is no
    // id, as of a file that was renamed and nothing else, the null id stands for no object.
    names.push_back(IsObjectIdPrefix(blob.blob_id()) ? blob.blob_id() + "^{blob}" : kNullId);
  }
  ASSIGN_OR_RETURN(GitObjects * objects, git_->Objects());
  return objects->Read(
      names, options.max_blob_bytes, [&](size_t i, absl::StatusOr<GitObject> object) {
        if (!IsObjectIdPrefix(blobs[i].blob_id())) return receive(blobs[i], NoId(blobs[i]));
        if (object.ok() && absl::StartsWith(object->id, blobs[i].blob_id())) {
          return receive(blobs[i], object->content);
        }
        if (!object.ok() && !absl::IsNotFound(object.status())) {
          return receive(blobs[i], object.status());
        }
        return receive(blobs[i], absl::NotFoundError(absl::StrCat(
                                     "\"", blobs[i].blob_id(), "\" is no single file version in \"",
                                     ToDisplayText(patch_.repository()), "\"")));
      });
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChangeSource>> NewPatchSource(change::v1::Patch patch,
                                                             const LocalAccess& access,
                                                             const CallControl& control) {
  return std::make_unique<PatchSource>(std::move(patch), access, control);
}

}  // namespace allreview::pull_request
