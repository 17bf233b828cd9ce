#include "services/pull_request/git_source_fixture.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_source.h"

namespace allreview::pull_request {

using change::v1::BlobRef;
using change::v1::LocalRepository;

LocalRepository Reference(const std::string& path, LocalRepository::Mode mode,
                          const std::string& base, const std::string& head) {
  LocalRepository reference;
  reference.set_path(path);
  reference.set_mode(mode);
  reference.set_base(base);
  reference.set_head(head);
  return reference;
}

LocalRepository Range(const GitFixture& repo, const std::string& base, const std::string& head) {
  return Reference(repo.path(), LocalRepository::MODE_RANGE, base, head);
}

LocalRepository WorkingTree(const GitFixture& repo) {
  return Reference(repo.path(), LocalRepository::MODE_WORKING_TREE, "");
}

absl::StatusOr<RecordingSink> FetchLocal(const LocalRepository& reference, int context_lines) {
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewGitSource(reference, AllowAll(), {});
  if (!source.ok()) return source.status();
  RecordingSink sink;
  absl::StatusOr<v1::Done> done = (*source)->Fetch({.context_lines = context_lines}, sink);
  if (!done.ok()) return done.status();
  EXPECT_EQ(done->rung(), "git");
  return sink;
}

std::vector<std::string> ReadLocal(const LocalRepository& reference,
                                   const std::vector<BlobRef>& blobs, int64_t max_bytes) {
  std::vector<std::string> contents;
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewGitSource(reference, AllowAll(), {});
  EXPECT_OK(source);
  EXPECT_OK((*source)->ReadBlobs(
      blobs, {.max_blob_bytes = max_bytes},
      [&](const BlobRef&, const absl::StatusOr<absl::string_view>& content) {
        contents.push_back(content.ok() ? std::string(*content)
                                        : absl::StrCat("error: ", content.status().message()));
        return absl::OkStatus();
      }));
  return contents;
}

BlobRef Blob(const std::string& id, const std::string& path) {
  BlobRef blob;
  blob.set_blob_id(id);
  blob.set_path(path);
  blob.set_side(change::v1::SIDE_RIGHT);
  return blob;
}

std::vector<std::string> ListLocal(const LocalRepository& reference, change::v1::Side side,
                                   const std::vector<std::string>& suffixes) {
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewGitSource(reference, AllowAll(), {});
  EXPECT_OK(source);
  absl::StatusOr<std::vector<v1::TreeEntry>> entries = (*source)->ListTree(side, suffixes);
  EXPECT_OK(entries);
  std::vector<std::string> lines;
  for (const v1::TreeEntry& entry : *entries) {
    lines.push_back(absl::StrCat(entry.path(), " ", entry.blob_id()));
  }
  return lines;
}

std::string Lines(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) absl::StrAppend(&text, "line ", i, "\n");
  return text;
}

}  // namespace allreview::pull_request
