#include "services/pull_request/git_objects.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "services/pull_request/git_raw.h"

namespace allreview::pull_request {
namespace {

// Questions asked before the first answer is read; they fit into the socket's buffer.
constexpr size_t kBatchBytes = 32 << 10;
constexpr size_t kMaxLine = 64 << 10;
// Processes that one reader may lose to objects that git cannot read: some seconds of work.
constexpr int kMaxRestarts = 1000;
constexpr char kNoObject[] = "0000000000000000000000000000000000000000";

}  // namespace

absl::StatusOr<std::unique_ptr<GitObjects>> GitObjects::Start(const GitScratch& scratch,
                                                              const CallControl& control) {
  auto objects = std::unique_ptr<GitObjects>(new GitObjects(scratch, control));
  RETURN_IF_ERROR(objects->StartProcess());
  return objects;
}

absl::Status GitObjects::StartProcess() {
  SubprocessOptions options = scratch_.Command({"cat-file", "--batch"});
  options.has_input = true;
  available_ = absl::string_view();
  ASSIGN_OR_RETURN(process_, Subprocess::Start(options));
  return absl::OkStatus();
}

// After an object at which git has ended. An object that cannot exist shows whether git works.
absl::Status GitObjects::Restart() {
  if (++restarts_ > kMaxRestarts) {
    return absl::DataLossError(absl::StrCat("git could not read more than ", kMaxRestarts,
                                            " of the repository's objects; run `git fsck` in it"));
  }
  RETURN_IF_ERROR(StartProcess());
  if (absl::Status asked = process_->Write(absl::StrCat(kNoObject, "\n"), control_);
      !asked.ok() && !absl::IsUnavailable(asked)) {
    return asked;
  }
  return ReadLine().status();
}

absl::Status GitObjects::More() {
  ASSIGN_OR_RETURN(available_, process_->Read(control_));
  if (!available_.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(process_->Wait(control_).status());
  return absl::DataLossError(
      absl::StrCat("git could not read the repository's objects: ",
                   ToDisplayText(absl::StripTrailingAsciiWhitespace(process_->error_text()))));
}

absl::StatusOr<std::string> GitObjects::ReadLine() {
  std::string line;
  for (;;) {
    if (available_.empty()) RETURN_IF_ERROR(More());
    size_t end = std::min(available_.find('\n'), available_.size());
    line.append(available_.data(), end);
    bool is_complete = end < available_.size();
    available_.remove_prefix(is_complete ? end + 1 : end);
    if (is_complete) return line;
    if (line.size() > kMaxLine) return absl::InternalError("git cat-file: its answer is too long");
  }
}

// Into content_, or nowhere; with the line end that follows it.
absl::Status GitObjects::ReadContent(int64_t size, bool is_kept) {
  content_.clear();
  if (is_kept) content_.reserve(size);
  for (int64_t left = size + 1; left > 0;) {
    if (available_.empty()) RETURN_IF_ERROR(More());
    size_t n = std::min<int64_t>(left, available_.size());
    if (is_kept) content_.append(available_.data(), std::min<int64_t>(n, left - 1));
    available_.remove_prefix(n);
    left -= n;
  }
  return absl::OkStatus();
}

// Fails when there is no answer, as git has ended or nobody waits any more.
absl::StatusOr<GitObjects::Answer> GitObjects::ReadAnswer(const std::string& name,
                                                          int64_t max_bytes) {
  ASSIGN_OR_RETURN(std::string line, ReadLine());
  std::vector<std::string> fields = absl::StrSplit(line, ' ');
  GitObject object;
  if (fields.size() != 3 || !IsFullObjectId(fields[0]) ||
      !absl::SimpleAtoi(fields[2], &object.size)) {
    bool is_ambiguous = absl::EndsWith(line, " ambiguous");
    return Answer(absl::NotFoundError(
        absl::StrCat("\"", ToDisplayText(name), "\"",
                     is_ambiguous ? " is the beginning of more than one object's id"
                                  : " does not exist in the repository")));
  }
  object.id = fields[0];
  object.type = fields[1];
  bool is_kept = object.size <= max_bytes;
  RETURN_IF_ERROR(ReadContent(object.size, is_kept));
  if (!is_kept) {
    return Answer(absl::ResourceExhaustedError(
        absl::StrCat("the ", object.type, " ", object.id, " has ", object.size,
                     " bytes, over the limit of ", max_bytes)));
  }
  object.content = content_;
  return Answer(std::move(object));
}

// Returns the index of the first name that was not asked for.
absl::StatusOr<size_t> GitObjects::Ask(const std::vector<std::string>& names, size_t first) {
  std::string questions;
  size_t end = first;
  for (; end < names.size() && questions.size() < kBatchBytes; ++end) {
    if (names[end].find('\n') != std::string::npos) {
      return absl::InvalidArgumentError("the name of a git object contains a line break");
    }
    absl::StrAppend(&questions, names[end], "\n");
  }
  // Git may end at the first of them while we write the last; its answers tell which one it was.
  absl::Status written = process_->Write(questions, control_);
  if (!written.ok() && !absl::IsUnavailable(written)) return written;
  return end;
}

absl::Status GitObjects::Read(const std::vector<std::string>& names, int64_t max_bytes,
                              const Receiver& receive) {
  is_idle_ = false;
  for (size_t next = 0; next < names.size();) {
    ASSIGN_OR_RETURN(const size_t end, Ask(names, next));
    bool is_running = true;
    while (is_running && next < end) {
      absl::StatusOr<Answer> answer = ReadAnswer(names[next], max_bytes);
      if (!answer.ok() && !absl::IsDataLoss(answer.status())) return answer.status();
      is_running = answer.ok();
      if (!is_running) RETURN_IF_ERROR(Restart());
      RETURN_IF_ERROR(receive(next++, is_running ? *std::move(answer) : answer.status()));
    }
  }
  is_idle_ = true;
  return absl::OkStatus();
}

}  // namespace allreview::pull_request
