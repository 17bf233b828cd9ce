#include "gateway/pipeline/record.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/mutex.h"
#include "base/utf8.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/coverage.h"
#include "sentences/phrases/missing.h"

namespace allreview::gateway {
namespace {

using change::v1::Diagnostic;
using change::v1::FileEntry;
using change::v1::LedgerEntry;
using change::v1::MissingPart;
using diff::v1::DiffFile;

constexpr size_t kMaxReasonBytes = 300;

std::string PathOf(const FileEntry& entry) {
  return entry.new_path().empty() ? entry.old_path() : entry.new_path();
}

bool IsAbbreviationOf(absl::string_view text, absl::string_view full) {
  return text.size() < full.size() && absl::StartsWith(full, text);
}

LedgerEntry::State StateOfFailure(const MissingPart& missing) {
  return missing.code() == "DEADLINE_EXCEEDED" ? LedgerEntry::STATE_TIMED_OUT
                                               : LedgerEntry::STATE_NOT_FETCHED;
}

Sentence ReasonOf(const MissingPart& missing) {
  return {phrases::kServiceDidNotAnswer,
          {{"service", missing.service()}, {"code", missing.code()}}};
}

// What could not be understood, and where.
Sentence ReasonOf(const Phrase& what, const Diagnostic& error) {
  return {what, {{"code", error.code()}, {"line", absl::StrCat(error.line())}}};
}

void SetReason(const Words& reason, LedgerEntry& entry) {
  entry.set_reason(English(reason));
  *entry.mutable_reason_text() = ToText(reason);
}

void SetEffect(const Words& effect, MissingPart& part) {
  part.set_effect(English(effect));
  *part.mutable_effect_text() = ToText(effect);
}

// A status message as one line of display text.
std::string OneLine(absl::string_view message) {
  std::string text = ToDisplayText(message.substr(0, kMaxReasonBytes));
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return text;
}

// Everything of the hunks but their text and what was derived from it.
void CopyRanges(const google::protobuf::RepeatedPtrField<diff::v1::Hunk>& from, DiffFile* to) {
  for (const diff::v1::Hunk& hunk : from) {
    diff::v1::Hunk* copy = to->add_hunks();
    copy->set_old_start(hunk.old_start());
    copy->set_old_lines(hunk.old_lines());
    copy->set_new_start(hunk.new_start());
    copy->set_new_lines(hunk.new_lines());
    copy->set_section(hunk.section());
  }
}

}  // namespace

void Record::AddListed(const FileEntry& entry) {
  MutexLock lock(mutex_);
  listed_.emplace(PathOf(entry), entry);
}

void Record::AddFile(DiffFile* file) {
  MutexLock lock(mutex_);
  FileEntry& entry = *file->mutable_entry();
  const auto listed = listed_.find(PathOf(entry));
  if (listed != listed_.end()) {
    const FileEntry& known = listed->second;
    if (IsAbbreviationOf(entry.old_blob_id(), known.old_blob_id())) {
      entry.set_old_blob_id(known.old_blob_id());
    }
    if (IsAbbreviationOf(entry.new_blob_id(), known.new_blob_id())) {
      entry.set_new_blob_id(known.new_blob_id());
    }
    if (entry.old_mode() == 0) entry.set_old_mode(known.old_mode());
    if (entry.new_mode() == 0) entry.set_new_mode(known.new_mode());
  }
  parsed_.insert(PathOf(entry));

  // Copied without hunks first: their text may be megabytes.
  google::protobuf::RepeatedPtrField<diff::v1::Hunk> hunks;
  hunks.Swap(file->mutable_hunks());
  files_.push_back(*file);
  hunks.Swap(file->mutable_hunks());
  CopyRanges(file->hunks(), &files_.back());
}

void Record::AddContinuation(const diff::v1::HunkContinuation& continuation) {
  MutexLock lock(mutex_);
  if (!files_.empty()) CopyRanges(continuation.hunks(), &files_.back());
}

void Record::AddLedger(const LedgerEntry& entry) {
  MutexLock lock(mutex_);
  ledger_.push_back(entry);
}

void Record::AddDiagnostic(const Diagnostic& diagnostic) {
  MutexLock lock(mutex_);
  diagnostics_.push_back(diagnostic);
}

void Record::AddDiffDiagnostic(const Diagnostic& diagnostic) {
  MutexLock lock(mutex_);
  diagnostics_.push_back(diagnostic);
  if (diagnostic.level() == Diagnostic::LEVEL_ERROR) diff_errors_.push_back(diagnostic);
}

void Record::AddMissing(absl::string_view service, const absl::Status& status,
                        const Words& effect) {
  MutexLock lock(mutex_);
  if (FindMissing(service) != nullptr) return;
  MissingPart& part = missing_.emplace_back();
  part.set_service(std::string(service));
  part.set_code(absl::StatusCodeToString(status.code()));
  part.set_reason(OneLine(status.message()));
  SetEffect(effect, part);
}

void Record::AddUnconfigured(absl::string_view service, const Words& effect) {
  MutexLock lock(mutex_);
  MissingPart& part = missing_.emplace_back();
  part.set_service(std::string(service));
  part.set_reason(English(phrases::kNotConfigured));
  *part.mutable_reason_text() = ToText(phrases::kNotConfigured);
  SetEffect(effect, part);
  part.set_is_expected(true);
}

bool Record::IsMissing(absl::string_view service) const {
  MutexLock lock(mutex_);
  return FindMissing(service) != nullptr;
}

const MissingPart* Record::FindMissing(absl::string_view service) const {
  for (const MissingPart& part : missing_) {
    if (part.service() == service) return &part;
  }
  return nullptr;
}

void Record::Complete() {
  MutexLock lock(mutex_);
  ledger_.insert(ledger_.end(), analysis.ledger.begin(), analysis.ledger.end());
  AddListedButAbsentFiles();
  AddUnreadableInput();
}

bool Record::HasEntry(const std::string& path) const {
  return std::any_of(ledger_.begin(), ledger_.end(), [&](const LedgerEntry& entry) {
    return entry.path() == path && entry.hunk() < 0;
  });
}

void Record::AddListedButAbsentFiles() {
  for (const auto& [path, listed] : listed_) {
    if (parsed_.count(path) > 0) continue;
    *files_.emplace_back().mutable_entry() = listed;
    if (!HasEntry(path)) ledger_.push_back(AbsentEntry(path));
  }
}

LedgerEntry Record::AbsentEntry(const std::string& path) const {
  LedgerEntry entry;
  entry.set_path(path);
  entry.set_hunk(-1);
  entry.set_stage("gateway");
  entry.set_state(LedgerEntry::STATE_NOT_FETCHED);
  for (const Diagnostic& error : diff_errors_) {
    if (error.path() != path) continue;
    SetReason(ReasonOf(phrases::kDiffNotUnderstood, error), entry);
    return entry;
  }
  for (absl::string_view service : {"diff", "pull_request"}) {
    if (const MissingPart* missing = FindMissing(service)) {
      entry.set_state(StateOfFailure(*missing));
      SetReason(ReasonOf(*missing), entry);
      return entry;
    }
  }
  SetReason(phrases::kListedButNotInDiff, entry);
  return entry;
}

void Record::AddUnreadableInput() {
  for (const Diagnostic& error : diff_errors_) {
    const std::string path =
        error.path().empty() ? absl::StrCat("(line ", error.line(), " of the diff)") : error.path();
    if (HasEntry(path)) continue;
    LedgerEntry entry = AbsentEntry(path);
    SetReason(ReasonOf(phrases::kPartOfDiffNotUnderstood, error), entry);
    ledger_.push_back(std::move(entry));
  }
}

}  // namespace allreview::gateway
