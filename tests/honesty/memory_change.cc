#include "tests/honesty/memory_change.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/hash.h"

namespace allreview::honesty {
namespace {

using change::v1::FileEntry;
using pull_request::v1::FetchChangeResponse;

constexpr int kContextLines = 3;
constexpr size_t kBinaryProbeBytes = 8000;

// With their line ends.
std::vector<absl::string_view> LinesOf(absl::string_view text) {
  std::vector<absl::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void AddLine(char kind, absl::string_view line, std::string& text) {
  absl::StrAppend(&text, absl::string_view(&kind, 1), line);
  if (!absl::EndsWith(line, "\n")) absl::StrAppend(&text, "\n\\ No newline at end of file\n");
}

bool IsBinary(absl::string_view content) {
  return content.substr(0, kBinaryProbeBytes).find('\0') != absl::string_view::npos;
}

// One hunk, from the first to the last line that differs.
std::string HunkOf(absl::string_view before, absl::string_view after) {
  const std::vector<absl::string_view> old_lines = LinesOf(before), new_lines = LinesOf(after);
  size_t head = 0;
  while (head < std::min(old_lines.size(), new_lines.size()) &&
         old_lines[head] == new_lines[head]) {
    ++head;
  }
  size_t tail = 0;
  while (tail < std::min(old_lines.size(), new_lines.size()) - head &&
         old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail]) {
    ++tail;
  }
  const size_t first = head - std::min<size_t>(head, kContextLines);
  const size_t after_tail = std::min<size_t>(tail, kContextLines);
  const size_t old_count = old_lines.size() - tail + after_tail - first;
  const size_t new_count = new_lines.size() - tail + after_tail - first;
  std::string text = absl::StrCat("@@ -", first + (old_count > 0), ",", old_count, " +",
                                  first + (new_count > 0), ",", new_count, " @@\n");
  for (size_t i = first; i < head; ++i) AddLine(' ', old_lines[i], text);
  for (size_t i = head; i < old_lines.size() - tail; ++i) AddLine('-', old_lines[i], text);
  for (size_t i = head; i < new_lines.size() - tail; ++i) AddLine('+', new_lines[i], text);
  for (size_t i = 0; i < after_tail; ++i) {
    AddLine(' ', old_lines[old_lines.size() - tail + i], text);
  }
  return text;
}

const MemoryFile* Find(const std::map<std::string, MemoryFile>& files, const std::string& path) {
  const auto file = files.find(path);
  return file == files.end() ? nullptr : &file->second;
}

std::string IdOf(const MemoryFile* file) { return file == nullptr ? "" : GitBlobId(file->content); }

std::string IdText(const MemoryFile* file) {
  return file == nullptr ? std::string(40, '0') : IdOf(file);
}

// Old path first. A file whose kind changes goes and comes.
struct Step {
  std::string old_path, new_path;
  const MemoryFile* before = nullptr;
  const MemoryFile* after = nullptr;
  bool is_copy = false;

  bool is_rename() const { return before != nullptr && after != nullptr && old_path != new_path; }
};

std::vector<Step> StepsOf(const MemoryChange& change) {
  std::vector<Step> steps;
  std::set<std::string> gone;  // By renames.
  for (const auto& [to, from] : change.renames) {
    const MemoryFile* const before = Find(change.before, from);
    const MemoryFile* const after = Find(change.after, to);
    if (before == nullptr || after == nullptr || change.before.count(to) > 0) continue;
    const bool is_copy = change.after.count(from) > 0;
    steps.push_back({from, to, before, after, is_copy});
    if (!is_copy) gone.insert(from);
  }
  std::set<std::string> paths;
  for (const auto* side : {&change.before, &change.after}) {
    for (const auto& [path, file] : *side) paths.insert(path);
  }
  for (const std::string& path : paths) {
    const bool is_target = std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
      return step.is_rename() && step.new_path == path;
    });
    const MemoryFile* const before = gone.count(path) > 0 ? nullptr : Find(change.before, path);
    const MemoryFile* const after = is_target ? nullptr : Find(change.after, path);
    if ((before == nullptr && after == nullptr) || (before && after && *before == *after)) continue;
    const bool is_new_kind = before && after && (before->mode >> 12) != (after->mode >> 12);
    if (is_new_kind) steps.push_back({path, path, before, nullptr, false});
    steps.push_back({path, path, is_new_kind ? nullptr : before, after, false});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.new_path < b.new_path; });
  return steps;
}

std::string DiffOf(const Step& step) {
  std::string text = absl::StrCat("diff --git a/", step.old_path, " b/", step.new_path, "\n");
  if (step.before == nullptr) {
    absl::StrAppendFormat(&text, "new file mode %06o\n", step.after->mode);
  } else if (step.after == nullptr) {
    absl::StrAppendFormat(&text, "deleted file mode %06o\n", step.before->mode);
  } else if (step.before->mode != step.after->mode) {
    absl::StrAppendFormat(&text, "old mode %06o\nnew mode %06o\n", step.before->mode,
                          step.after->mode);
  }
  if (step.is_rename()) {
    const absl::string_view word = step.is_copy ? "copy" : "rename";
    absl::StrAppend(&text, "similarity index 90%\n", word, " from ", step.old_path, "\n", word,
                    " to ", step.new_path, "\n");
  }
  const absl::string_view before = step.before ? step.before->content : absl::string_view();
  const absl::string_view after = step.after ? step.after->content : absl::string_view();
  if (before == after) return text;
  absl::StrAppend(&text, "index ", IdText(step.before), "..", IdText(step.after));
  if (step.before && step.after && step.before->mode == step.after->mode) {
    absl::StrAppendFormat(&text, " %06o", step.after->mode);
  }
  text += "\n";
  const std::string old_side = step.before ? absl::StrCat("a/", step.old_path) : "/dev/null";
  const std::string new_side = step.after ? absl::StrCat("b/", step.new_path) : "/dev/null";
  if (IsBinary(before) || IsBinary(after)) {
    absl::StrAppend(&text, "Binary files ", old_side, " and ", new_side, " differ\n");
    return text;
  }
  absl::StrAppend(&text, "--- ", old_side, "\n+++ ", new_side, "\n", HunkOf(before, after));
  return text;
}

FileEntry EntryOf(const Step& step) {
  FileEntry entry;
  entry.set_status(step.is_copy             ? change::v1::FILE_STATUS_COPIED
                   : step.is_rename()       ? change::v1::FILE_STATUS_RENAMED
                   : step.before == nullptr ? change::v1::FILE_STATUS_ADDED
                   : step.after == nullptr  ? change::v1::FILE_STATUS_DELETED
                                            : change::v1::FILE_STATUS_MODIFIED);
  entry.set_old_path(step.old_path);
  entry.set_new_path(step.new_path);
  if (step.before) entry.set_old_mode(step.before->mode);
  if (step.after) entry.set_new_mode(step.after->mode);
  entry.set_old_blob_id(IdOf(step.before));
  entry.set_new_blob_id(IdOf(step.after));
  return entry;
}

}  // namespace

std::string DiffOf(const MemoryChange& change) {
  std::string text;
  for (const Step& step : StepsOf(change)) absl::StrAppend(&text, DiffOf(step));
  return text;
}

grpc::Status MemorySource::FetchChange(grpc::ServerContext*,
                                       const pull_request::v1::FetchChangeRequest* request,
                                       grpc::ServerWriter<FetchChangeResponse>* writer) {
  FetchChangeResponse message;
  *message.mutable_opened()->mutable_pinned() = request->ref();
  change::v1::ChangeInfo& info = *message.mutable_opened()->mutable_info();
  info.set_title("A change");
  info.set_base_commit(std::string(40, '1'));
  info.set_head_commit(std::string(40, '2'));
  info.set_merge_base_commit(std::string(40, '1'));
  info.set_has_content(true);
  message.mutable_opened()->set_before_tree(std::string(40, '3'));
  message.mutable_opened()->set_after_tree(std::string(40, '4'));
  writer->Write(message);
  message.mutable_files();
  for (const Step& step : StepsOf(*change_)) *message.mutable_files()->add_files() = EntryOf(step);
  writer->Write(message);
  const std::string text = DiffOf(*change_);
  constexpr size_t kChunk = 1 << 20;
  for (size_t at = 0; at < text.size(); at += kChunk) {
    message.set_diff_chunk(text.substr(at, kChunk));
    writer->Write(message);
  }
  message.mutable_done()->set_rung("memory");
  writer->Write(message);
  return grpc::Status::OK;
}

grpc::Status MemorySource::ReadBlobs(
    grpc::ServerContext*, const pull_request::v1::ReadBlobsRequest* request,
    grpc::ServerWriter<pull_request::v1::ReadBlobsResponse>* writer) {
  constexpr int64_t kDefaultMaxBytes = 4 << 20;
  const int64_t max_bytes =
      request->max_blob_bytes() > 0 ? request->max_blob_bytes() : kDefaultMaxBytes;
  std::map<std::string, const MemoryFile*> by_id;
  for (const auto* side : {&change_->before, &change_->after}) {
    for (const auto& [path, file] : *side) by_id[GitBlobId(file.content)] = &file;
  }
  for (const change::v1::BlobRef& ref : request->blobs()) {
    const auto& side = ref.side() == change::v1::SIDE_LEFT ? change_->before : change_->after;
    const auto known = by_id.find(ref.blob_id());
    const MemoryFile* const file = !ref.blob_id().empty()
                                       ? (known == by_id.end() ? nullptr : known->second)
                                       : Find(side, ref.path());
    pull_request::v1::ReadBlobsResponse piece;
    piece.set_blob_id(ref.blob_id());
    piece.set_is_last(true);
    if (file == nullptr) {
      piece.set_error("no such file");
      piece.set_code("NOT_FOUND");
    } else if (static_cast<int64_t>(file->content.size()) > max_bytes) {
      piece.set_error(absl::StrCat("the file has ", file->content.size(), " bytes"));
      piece.set_code("RESOURCE_EXHAUSTED");
    } else {
      piece.set_content(file->content);
      piece.set_size(static_cast<int64_t>(file->content.size()));
    }
    writer->Write(piece);
  }
  return grpc::Status::OK;
}

grpc::Status MemorySource::ListTree(
    grpc::ServerContext*, const pull_request::v1::ListTreeRequest* request,
    grpc::ServerWriter<pull_request::v1::ListTreeResponse>* writer) {
  pull_request::v1::ListTreeResponse batch;
  const bool is_left = request->side() == change::v1::SIDE_LEFT;
  for (const auto& listed : is_left ? change_->before : change_->after) {
    const std::string& path = listed.first;
    const auto& file = listed.second;
    const bool is_wanted =
        request->suffixes().empty() ||
        std::any_of(request->suffixes().begin(), request->suffixes().end(),
                    [&](const std::string& suffix) { return absl::EndsWith(path, suffix); });
    if (!is_wanted) continue;
    pull_request::v1::TreeEntry& entry = *batch.add_entries();
    entry.set_path(path);
    entry.set_mode(file.mode);
    entry.set_blob_id(GitBlobId(file.content));
  }
  writer->Write(batch);
  return grpc::Status::OK;
}

}  // namespace allreview::honesty
