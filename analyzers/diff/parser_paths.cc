// What the headers of a file add up to: paths, status, completeness.

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/diff/parser.h"

namespace allreview::diff {
namespace {

absl::string_view WithoutDot(absl::string_view path) {
  while (absl::StartsWith(path, "./")) path.remove_prefix(2);
  return path;
}

// Without its first component; empty when it has only one.
absl::string_view Tail(absl::string_view path) {
  size_t slash = path.find('/');
  return slash == absl::string_view::npos ? absl::string_view() : path.substr(slash + 1);
}

}  // namespace

bool Parser::ResolveGitFile() {
  const Name &before = draft_.before, &after = draft_.after;
  if (before && diff_.hunks_.size() == draft_.file.first_hunk && !draft_.file.is_binary &&
      !(draft_.is_new && IsEmptyBlobId(draft_.file.new_blob_id)) &&
      !(draft_.is_deleted && IsEmptyBlobId(draft_.file.old_blob_id))) {
    return Fail(Code::kNoHunk, before.line);
  }
  if (bool(draft_.from) != bool(draft_.to)) {
    return Fail(Code::kIncompleteRename, draft_.file.first_line);
  }
  if (before && draft_.is_new != before.is_null && (draft_.is_new || after.is_null)) {
    return Fail(Code::kContradictoryHeaders, before.line, "---");
  }
  if (after && draft_.is_deleted != after.is_null && (draft_.is_deleted || before.is_null)) {
    return Fail(Code::kContradictoryHeaders, after.line, "+++");
  }
  if (before.is_null) draft_.is_new = true;
  if (after.is_null) draft_.is_deleted = true;
  if (!CheckComplete()) return Fail(Code::kIncompleteFile, draft_.file.first_line);
  return ResolveGitPaths() && ResolveStatus() && CheckPaths();
}

// Whether something says what changed, and no content is missing.
bool Parser::CheckComplete() const {
  const File& file = draft_.file;
  if (diff_.hunks_.size() > file.first_hunk || file.is_binary) return true;
  bool has_ids = !file.old_blob_id.empty();
  if (draft_.is_new)
    return !has_ids || IsEmptyBlobId(file.new_blob_id) || IsNullId(file.new_blob_id);
  if (draft_.is_deleted) {
    return !has_ids || IsEmptyBlobId(file.old_blob_id) || IsNullId(file.old_blob_id);
  }
  if (has_ids && file.old_blob_id != file.new_blob_id) return false;
  return draft_.has_mode_change || draft_.is_rename || draft_.is_copy;
}

bool Parser::ResolveGitPaths() {
  File& file = draft_.file;
  const Name &before = draft_.before, &after = draft_.after;
  absl::string_view old_path, new_path;
  if (draft_.git_paths) {
    // Checked against `---` and `+++` where these were read.
    old_path = draft_.git_paths->before;
    new_path = draft_.git_paths->after;
  } else if (before) {
    old_path = before.is_null ? absl::string_view() : before.path;
    new_path = after.is_null ? absl::string_view() : after.path;
  } else if (!draft_.from) {
    return Fail(Code::kIncompleteFile, file.first_line, draft_.git_words);
  }
  if (draft_.from) {
    bool is_bare = draft_.git_words == absl::StrCat(draft_.from.path, " ", draft_.to.path) ||
                   (draft_.git_paths && draft_.git_paths->before == draft_.from.path &&
                    draft_.git_paths->after == draft_.to.path);
    if (is_bare) WarnOnce(Code::kNoPrefix, file.first_line);
    file.old_path = draft_.from.path;
    file.new_path = draft_.to.path;
    return true;
  }
  if (old_path != new_path && !Tail(old_path).empty() && Tail(old_path) == Tail(new_path)) {
    // Without rename lines both sides are one file, so prefixes of any name can be told.
    old_path = Tail(old_path);
    new_path = Tail(new_path);
  } else if (!HasPrefixes(old_path, new_path)) {
    WarnOnce(Code::kNoPrefix, file.first_line);
  } else {
    if (old_path.size() > 2) old_path.remove_prefix(2);
    if (new_path.size() > 2) new_path.remove_prefix(2);
  }
  file.old_path = old_path.empty() ? new_path : old_path;
  file.new_path = new_path.empty() ? old_path : new_path;
  return true;
}

bool Parser::ResolveStatus() {
  File& file = draft_.file;
  if (draft_.is_new) {
    file.status = Status::kAdded;
    file.old_path = file.new_path;
    file.old_mode = 0;
  } else if (draft_.is_deleted) {
    file.status = Status::kDeleted;
    file.new_path = file.old_path;
    file.new_mode = 0;
  } else if (draft_.is_copy) {
    file.status = Status::kCopied;
  } else if (draft_.is_rename || file.old_path != file.new_path) {
    file.status = Status::kRenamed;
  }
  if (!draft_.is_rename && !draft_.is_copy) file.similarity = 0;
  return true;
}

bool Parser::CheckPaths() {
  for (absl::string_view path : {draft_.file.old_path, draft_.file.new_path}) {
    if (IsSafePath(path)) continue;
    uint32_t line = draft_.from ? draft_.from.line : draft_.file.first_line;
    return Fail(Code::kUnsafePath, line, path);
  }
  return true;
}

bool Parser::ResolveCombinedFile() {
  File& file = draft_.file;
  bool has_hunks = diff_.hunks_.size() > file.first_hunk;
  if (draft_.before && !has_hunks && !file.is_binary)
    return Fail(Code::kNoHunk, draft_.before.line);
  if (!has_hunks && !file.is_binary && !draft_.is_new && !draft_.is_deleted &&
      !draft_.has_mode_change) {
    return Fail(Code::kIncompleteFile, file.first_line);
  }
  if (draft_.before.is_null) draft_.is_new = true;
  if (draft_.after.is_null) draft_.is_deleted = true;
  file.old_path = file.new_path = draft_.plain_path;
  return ResolveStatus() && CheckPaths();
}

bool Parser::ResolvePlainFile() {
  File& file = draft_.file;
  Name &before = draft_.before, &after = draft_.after;
  bool has_hunks = diff_.hunks_.size() > file.first_hunk;
  if (before && !has_hunks && !file.is_binary) return Fail(Code::kNoHunk, before.line);
  // Mercurial and Subversion may have changed properties only.
  if (!before && !file.is_binary && draft_.plain_path.empty()) {
    return Fail(Code::kIncompleteFile, file.first_line);
  }
  if (has_hunks) {
    const Hunk& hunk = diff_.hunks_[file.first_hunk];
    bool is_single = diff_.hunks_.size() == file.first_hunk + 1;
    // A file that is truly dated 1970 has lines.
    bool is_absent =
        IsEpoch(before.label) || before.label == "(revision 0)" || before.label == "(nonexistent)";
    draft_.is_new = before.is_null || (is_absent && is_single && hunk.old_lines == 0);
    is_absent = IsEpoch(after.label) || after.label == "(nonexistent)";
    draft_.is_deleted = after.is_null || (is_absent && is_single && hunk.new_lines == 0);
  } else {
    draft_.is_new = before.is_null;
    draft_.is_deleted = after.is_null;
  }
  if (before && draft_.is_new && draft_.is_deleted) {
    return Fail(Code::kContradictoryHeaders, after.line, "+++");
  }
  absl::string_view old_path = WithoutDot(before ? before.path : draft_.plain_path);
  absl::string_view new_path = WithoutDot(before ? after.path : draft_.plain_path);
  if (draft_.is_new) old_path = {};
  if (draft_.is_deleted) new_path = {};
  if (HasPrefixes(old_path, new_path)) {
    absl::ConsumePrefix(&old_path, old_path.substr(0, 2));
    absl::ConsumePrefix(&new_path, new_path.substr(0, 2));
  }
  if (old_path != new_path && !old_path.empty() && Tail(old_path) == Tail(new_path)) {
    new_path = Tail(new_path).empty() ? new_path : Tail(new_path);  // `diff -r old new`
  }
  file.new_path = new_path.empty() ? old_path : new_path;
  file.old_path = file.new_path;
  return ResolveStatus() && CheckPaths();
}

}  // namespace allreview::diff
