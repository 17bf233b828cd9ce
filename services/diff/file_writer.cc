#include "services/diff/file_writer.h"

#include <algorithm>
#include <utility>

namespace allreview {

FileWriter::FileWriter(diff::v1::DiffFile file, Send send) : send_(std::move(send)) {
  bytes_ = file.ByteSizeLong();
  *message_.mutable_file() = std::move(file);
}

void FileWriter::AddHunk(diff::v1::Hunk hunk) {
  constexpr size_t kFirstText = 4096;  // A hunk is not parted from all of its text.
  MakeRoom(hunk.ByteSizeLong() + kFirstText);
  bytes_ += hunk.ByteSizeLong() + 8;
  auto& hunks = message_.has_file() ? *message_.mutable_file()->mutable_hunks()
                                    : *message_.mutable_continuation()->mutable_hunks();
  *hunks.Add() = std::move(hunk);
}

void FileWriter::AddText(absl::string_view text) {
  while (!text.empty()) {
    MakeRoom(1);
    absl::string_view part = text.substr(0, kMaxMessageBytes - bytes_);
    // At a line end where there is one; a long line is cut anywhere.
    size_t line_end = part.size() < text.size() ? part.rfind('\n') : absl::string_view::npos;
    if (line_end != absl::string_view::npos) part = part.substr(0, line_end + 1);
    diff::v1::Hunk* hunk = HunkHere();
    std::string& target = hunk != nullptr ? *hunk->mutable_text()
                                          : *message_.mutable_continuation()->mutable_append_text();
    target.append(part.data(), part.size());
    bytes_ += part.size();
    text.remove_prefix(part.size());
    if (!text.empty()) Flush();
  }
}

void FileWriter::AddPair(diff::v1::LinePair pair) {
  size_t bytes = pair.ByteSizeLong() + 4;
  MakeRoom(bytes);
  bytes_ += bytes;
  diff::v1::Hunk* hunk = HunkHere();
  *(hunk != nullptr ? hunk->add_pairs() : message_.mutable_continuation()->add_append_pairs()) =
      std::move(pair);
}

void FileWriter::AddMoved(diff::v1::MovedBlock block) {
  size_t bytes = block.ByteSizeLong() + 4;
  MakeRoom(bytes);
  bytes_ += bytes;
  diff::v1::Hunk* hunk = HunkHere();
  *(hunk != nullptr ? hunk->add_moved() : message_.mutable_continuation()->add_append_moved()) =
      std::move(block);
}

bool FileWriter::Finish() {
  Flush();
  return !is_broken_;
}

void FileWriter::MakeRoom(size_t bytes) {
  if (bytes_ > 0 && bytes_ + bytes > kMaxMessageBytes) Flush();
}

void FileWriter::Flush() {
  if (message_.part_case() != diff::v1::ParseResponse::PART_NOT_SET && !is_broken_) {
    is_broken_ = !send_(message_);
  }
  message_.Clear();
  bytes_ = 0;
}

diff::v1::Hunk* FileWriter::HunkHere() {
  if (message_.has_file()) {
    auto& hunks = *message_.mutable_file()->mutable_hunks();
    return hunks.empty() ? nullptr : &hunks[hunks.size() - 1];
  }
  auto& hunks = *message_.mutable_continuation()->mutable_hunks();
  return hunks.empty() ? nullptr : &hunks[hunks.size() - 1];
}

}  // namespace allreview
