#include "gateway/pipeline/content.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/pipeline/fetch_session.h"

namespace allreview::gateway {

using analysis::v1::PolicySource;
using analysis::v1::RuleFile;
using change::v1::BlobRef;
using pull_request::v1::ListTreeRequest;
using pull_request::v1::ListTreeResponse;
using pull_request::v1::ReadBlobsRequest;
using pull_request::v1::ReadBlobsResponse;

constexpr char kPolicyPath[] = ".allreview.yaml";

absl::Status Content::Read(const std::vector<BlobRef>& blobs, const PieceReceiver& receive) const {
  ReadBlobsRequest message;
  *message.mutable_pinned() = opened_.pinned();
  message.set_before_tree(opened_.before_tree());
  message.set_after_tree(opened_.after_tree());
  SetForgeToken(forge_token_, message);
  for (const BlobRef& blob : blobs) *message.add_blobs() = blob;
  const host::ClientContextPtr context = host::NewClientContext(request_);
  const auto reader = stub_.ReadBlobs(context.get(), message);
  ReadBlobsResponse piece;
  size_t index = 0;
  bool is_wanted = true;
  while (reader->Read(&piece)) {
    if (index >= blobs.size()) break;
    const bool is_last = piece.is_last();
    if (is_wanted && !receive(blobs[index], piece)) {
      is_wanted = false;
      context->TryCancel();
    }
    if (is_last) ++index;
  }
  const grpc::Status status = reader->Finish();
  if (!is_wanted) return absl::OkStatus();
  RETURN_IF_ERROR(host::FromGrpc(status));
  if (index < blobs.size()) {
    return absl::DataLossError(
        absl::StrCat("asked for ", blobs.size(), " files, got ", index, " of them"));
  }
  return absl::OkStatus();
}

absl::Status Content::List(change::v1::Side side, const std::vector<std::string>& suffixes,
                           const TreeReceiver& receive) const {
  ListTreeRequest message;
  *message.mutable_pinned() = opened_.pinned();
  message.set_before_tree(opened_.before_tree());
  message.set_after_tree(opened_.after_tree());
  SetForgeToken(forge_token_, message);
  message.set_side(side);
  for (const std::string& suffix : suffixes) message.add_suffixes(suffix);
  const host::ClientContextPtr context = host::NewClientContext(request_);
  const auto reader = stub_.ListTree(context.get(), message);
  ListTreeResponse batch;
  bool is_wanted = true;
  while (reader->Read(&batch)) {
    if (is_wanted && !receive(batch)) {
      is_wanted = false;
      context->TryCancel();
    }
  }
  const grpc::Status status = reader->Finish();
  return is_wanted ? host::FromGrpc(status) : absl::OkStatus();
}

absl::StatusOr<Content::File> Content::ReadWhole(const BlobRef& blob) const {
  File file;
  RETURN_IF_ERROR(Read({blob}, [&](const BlobRef&, ReadBlobsResponse& piece) {
    file.code = piece.code();
    file.error = piece.error();
    file.content += piece.content();
    return true;
  }));
  return file;
}

absl::StatusOr<std::optional<std::string>> Content::ReadBaseFile(const std::string& path) const {
  if (!opened_.info().has_content() || opened_.pinned().has_patch()) {
    return std::optional<std::string>();
  }
  BlobRef blob;
  blob.set_path(path);
  blob.set_side(change::v1::SIDE_LEFT);
  ASSIGN_OR_RETURN(File file, ReadWhole(blob));
  if (file.code == "INVALID_ARGUMENT") {
    // A source that reads by id only: its tree knows the id.
    RETURN_IF_ERROR(List(change::v1::SIDE_LEFT, {path}, [&](const ListTreeResponse& batch) {
      for (const pull_request::v1::TreeEntry& entry : batch.entries()) {
        if (entry.path() == path) blob.set_blob_id(entry.blob_id());
      }
      return true;
    }));
    if (blob.blob_id().empty()) return std::optional<std::string>();
    ASSIGN_OR_RETURN(file, ReadWhole(blob));
  }
  if (file.code == "NOT_FOUND") return std::optional<std::string>();
  if (!file.error.empty()) return absl::DataLossError(absl::StrCat(path, ": ", file.error));
  return std::optional<std::string>(std::move(file.content));
}

absl::StatusOr<std::optional<PolicySource>> Content::ReadRepositoryPolicy() const {
  ASSIGN_OR_RETURN(std::optional<std::string> content, ReadBaseFile(kPolicyPath));
  if (!content.has_value()) return std::optional<PolicySource>();
  PolicySource policy;
  policy.set_kind(PolicySource::KIND_REPOSITORY);
  policy.set_name(kPolicyPath);
  policy.set_content(*std::move(content));
  return policy;
}

absl::StatusOr<std::vector<RuleFile>> Content::ReadRuleFiles(
    const google::protobuf::RepeatedPtrField<std::string>& paths) const {
  std::vector<RuleFile> files;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(std::optional<std::string> content, ReadBaseFile(path));
    if (!content.has_value()) continue;  // Analysis says so, with the line of the policy.
    RuleFile& file = files.emplace_back();
    file.set_name(path);
    file.set_content(*std::move(content));
    file.set_is_named_by_policy(true);
  }
  return files;
}

}  // namespace allreview::gateway
