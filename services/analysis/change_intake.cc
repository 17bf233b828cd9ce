#include "services/analysis/change_intake.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/classify.h"
#include "analyzers/diff/generated_mark.h"
#include "analyzers/notebook/notebook.h"
#include "analyzers/python/source_text.h"
#include "base/languages.h"
#include "base/status_macros.h"
#include "sentences/phrases/coverage.h"
#include "services/analysis/blob_id.h"
#include "services/analysis/conversion/conversion.h"
#include "services/analysis/file_readers.h"
#include "services/analysis/patched_content.h"

namespace allreview::analysis {
namespace {

using policy::CoverageState;
using policy::FileClass;
using policy::LedgerEntry;

// Content ids are cache keys: an abbreviated one, as patches have, could name two contents.
Words ReasonByClass(FileClass file_class) {
  switch (file_class) {
    case FileClass::kDocumentation:
      return phrases::kDocumentationHasNoRules;
    case FileClass::kConfiguration:
      return phrases::kConfigurationHasNoRules;
    case FileClass::kData:
      return phrases::kDataHasNoRules;
    case FileClass::kLock:
      return phrases::kLockFileHasNoRules;
    case FileClass::kGenerated:
      return phrases::kGeneratedCode;
    case FileClass::kVendored:
      return phrases::kVendoredCode;
    case FileClass::kBinary:
      return phrases::kBinaryContent;
    case FileClass::kSubmodule:
      return phrases::kSubmodule;
    case FileClass::kSymlink:
      return phrases::kSymbolicLink;
    default:
      return "";
  }
}

void Mark(LedgerEntry& entry, CoverageState state, Words reason) {
  if (entry.state != CoverageState::kUnknown) return;
  entry.state = state;
  entry.reason = std::move(reason);
}

bool IsMissing(const BlobContent& content) {
  return content.state == BlobContent::State::kNotSent ||
         content.state == BlobContent::State::kFailed;
}

// Such a change has no lines, and a patch no word of the content: nothing is left to review.
bool IsOnlyOfMode(const diff::v1::DiffFile& file) {
  const change::v1::FileEntry& entry = file.entry();
  return entry.status() == change::v1::FILE_STATUS_MODIFIED && entry.old_mode() != 0 &&
         entry.new_mode() != 0 && entry.old_mode() != entry.new_mode() &&
         entry.old_blob_id() == entry.new_blob_id() && file.hunk_count() == 0;
}

Words SizeReason(int64_t max_file_bytes) {
  return Sentence(phrases::kFileOverLimit, {{"bytes", absl::StrCat(max_file_bytes)}});
}

// Sets content and id of one version, or marks the entry with why that is not to be had.
void Assign(BlobContent content, const Phrase& unread, std::optional<std::string>& text,
            std::string& blob_id, LedgerEntry& entry) {
  switch (content.state) {
    case BlobContent::State::kHere:
      text = std::move(content.bytes);
      blob_id = BlobIdOf(*text, blob_id);  // Whatever the client says.
      break;
    case BlobContent::State::kFailed:
      Mark(entry, CoverageState::kNotFetched, Sentence(unread, {{"reason", content.reason}}));
      break;
    case BlobContent::State::kTooLarge:
      Mark(entry, CoverageState::kOverBudget, content.reason);
      break;
    case BlobContent::State::kNotSent:
      break;
  }
}

// Whether the code before the change is in it: under another name or mark, or in an encoding that
// nobody reads, it was none that rules could see. Bytes that Python refuses hide none.
bool WasRead(const diff::v1::DiffFile& file, const change::ChangedFile& changed) {
  const auto classify = [](const std::string& path, uint32_t mode,
                           const std::optional<std::string>& text) {
    const absl::string_view head = text ? absl::string_view(*text) : "";
    return diff::Classify({.path = path, .mode = mode, .head = head.substr(0, diff::kHeadBytes)});
  };
  const diff::Classification after = classify(changed.path, file.entry().new_mode(), changed.after);
  // A mark that stays where it is: lines of the file are reviewed one by one, not the file.
  const bool is_in_place = file.entry().status() == change::v1::FILE_STATUS_MODIFIED;
  if (!IsProgramText(after) && is_in_place) return true;
  const diff::Classification before =
      classify(changed.old_path, file.entry().old_mode(), changed.before);
  const auto problem = changed.before ? ProblemOf(changed.language, *changed.before) : std::nullopt;
  return ReaderOf(before.language) == ReaderOf(after.language) && IsProgramText(before) &&
         !(problem && problem->kind == python::SourceProblem::Kind::kEncoding);
}

// Every line is new to the rules: a text file, a marked file or one in an encoding that nobody
// reads becomes code by a change of its name, its mark or its first line alone.
void CountAsNew(change::ChangedFile& changed) {
  const std::string& text = *changed.after;
  const bool has_last_line = !text.empty() && text.back() != '\n';
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + has_last_line;
  change::ChangedHunk all;
  all.new_start = 1;
  all.new_lines = lines;
  for (int line = 1; line <= lines; ++line) all.added.push_back(line);
  changed.hunks = {std::move(all)};
  changed.is_added = true;
  changed.before.reset();
}

// Puts the Python of the cells in the place of a notebook, line by line.
void TakeCells(change::ChangedFile& changed, LedgerEntry& entry) {
  if (changed.before && notebook::IsNotebookPath(changed.old_path)) {
    changed.before = notebook::PythonOf(*changed.before);
  }
  if (!changed.after || !notebook::IsNotebookPath(changed.path)) return;
  changed.after = notebook::PythonOf(*changed.after);
  if (changed.after) {
    changed.language = "python";
    return;
  }
  Mark(entry, CoverageState::kUnsupported, phrases::kNotebookNotRead);
}

Words SeriesReason(int64_t first_line, int64_t later_line) {
  if (first_line == 0) return phrases::kChangedMoreThanOnce;
  return Sentence(phrases::kChangedMoreThanOnceInLines,
                  {{"first", absl::StrCat(first_line)}, {"later", absl::StrCat(later_line)}});
}

struct Versions {
  BlobContent before, after;
};

// As they were sent. The side where a file does not exist is known: it is empty.
Versions VersionsOf(const change::ChangedFile& changed, const BlobStore& blobs) {
  Versions versions = {.before = {BlobContent::State::kHere, "", ""},
                       .after = {BlobContent::State::kHere, "", ""}};
  if (!changed.is_added) {
    versions.before = blobs.Get(changed.before_blob_id, changed.old_path, change::Side::kLeft);
  }
  if (!changed.is_deleted) {
    versions.after = blobs.Get(changed.after_blob_id, changed.path, change::Side::kRight);
  }
  return versions;
}

// Rules run all the same, on what they can see.
void MarkSourceProblem(const change::ChangedFile& changed, LedgerEntry& entry) {
  const auto problem = ProblemOf(changed.language, *changed.after);
  if (!problem) return;
  const bool is_encoding = problem->kind == python::SourceProblem::Kind::kEncoding;
  Mark(entry, is_encoding ? CoverageState::kUnsupported : CoverageState::kBinary,
       Sentence(phrases::kUnreadableInLine,
                {{"line", absl::StrCat(problem->line)}, {"what", problem->what}}));
}

}  // namespace

int64_t MaxFileBytes(const v1::Start& start) {
  constexpr int64_t kDefault = 4 << 20;
  constexpr int64_t kMost = 64 << 20;
  return start.max_file_bytes() <= 0 ? kDefault : std::min(start.max_file_bytes(), kMost);
}

ChangeIntake::ChangeIntake(const v1::Start& start)
    : max_file_bytes_(MaxFileBytes(start)),
      has_content_(start.change().has_content()),
      has_tree_(start.has_tree()),
      is_detailed_(start.is_detailed()),
      has_tool_logs_(!start.tool_logs().empty()),
      blobs_({.max_file_bytes = max_file_bytes_}) {}

void ChangeIntake::AddFile(diff::v1::DiffFile&& file) {
  diff::v1::DiffFile& added = files_.emplace_back(std::move(file));
  if (has_tool_logs_ || IsForRules(added) || (is_detailed_ && IsForReaders(added))) return;
  for (diff::v1::Hunk& hunk : *added.mutable_hunks()) hunk.clear_text();
}

absl::Status ChangeIntake::AddContinuation(diff::v1::HunkContinuation&& continuation) {
  if (files_.empty()) {
    return absl::InvalidArgumentError("a continuation came before any file");
  }
  diff::v1::DiffFile& file = files_.back();
  const bool is_for_rules = has_tool_logs_ || IsForRules(file);
  if (!continuation.append_text().empty()) {
    if (file.hunks().empty()) {
      return absl::InvalidArgumentError(absl::StrCat("a continuation of \"",
                                                     file.entry().new_path(),
                                                     "\" appends to a hunk, but there is none"));
    }
    std::string& text = *file.mutable_hunks(file.hunks_size() - 1)->mutable_text();
    if (is_for_rules) text += continuation.append_text();
  }
  for (diff::v1::Hunk& hunk : *continuation.mutable_hunks()) {
    if (!is_for_rules) hunk.clear_text();
    file.add_hunks()->Swap(&hunk);
  }
  return absl::OkStatus();
}

// Why neither version of a modified file is known, and what to do about it.
Words ChangeIntake::ReasonForMissing(const diff::v1::DiffFile& file,
                                     const Words& source_reason) const {
  if (has_tree_) return source_reason.is_empty() ? phrases::kContentNotSent : source_reason;
  if (file.entry().old_blob_id().empty()) return phrases::kPatchNamesNoBlobs;
  if (!has_content_) return phrases::kPatchShowsOnlyHunks;
  if (source_reason.is_empty()) return phrases::kPassRepository;
  return WordList{Joint::kSemicolon, {source_reason, phrases::kPassRepository}};
}

BlobContent ChangeIntake::Make(const diff::v1::DiffFile& file, change::Side wanted,
                               absl::string_view other, const BlobContent& missing) const {
  absl::StatusOr<std::string> made = MakeVersion(file, wanted, other);
  if (!made.ok()) {
    const Params params = {{"reason", missing.reason}, {"why", made.status().message()}};
    return {BlobContent::State::kFailed, "",
            Sentence(missing.reason.is_empty() ? phrases::kHunksDoNotMakeIt
                                               : phrases::kNotSentAndHunksDoNotMakeIt,
                     params)};
  }
  if (static_cast<int64_t>(made->size()) > max_file_bytes_) {
    return {BlobContent::State::kTooLarge, "", SizeReason(max_file_bytes_)};
  }
  return {BlobContent::State::kHere, *std::move(made), ""};
}

void ChangeIntake::SetContent(const diff::v1::DiffFile& file, change::ChangedFile& changed,
                              LedgerEntry& entry) const {
  constexpr BlobContent::State kHere = BlobContent::State::kHere;
  auto [before, after] = VersionsOf(changed, blobs_);
  if (IsMissing(before) && IsMissing(after) && IsOnlyOfMode(file)) {
    changed.language.clear();  // There is nothing for rules to read.
    Mark(entry, CoverageState::kReviewed, "");
    return;
  }
  if (IsMissing(before) && IsMissing(after)) {
    Mark(entry, CoverageState::kNotFetched,
         ReasonForMissing(file, before.reason.is_empty() ? after.reason : before.reason));
    return;
  }
  for (const BlobContent* content : {&before, &after}) {
    if (content->state != BlobContent::State::kTooLarge) continue;
    Mark(entry, CoverageState::kOverBudget, content->reason);
  }
  if (IsMissing(after) && before.state == kHere) {
    after = Make(file, change::Side::kRight, before.bytes, after);
  } else if (IsMissing(before) && after.state == kHere) {
    before = Make(file, change::Side::kLeft, after.bytes, before);
  }
  if (!changed.is_deleted) {
    Assign(std::move(after), phrases::kNewVersionUnread, changed.after, changed.after_blob_id,
           entry);
  }
  if (!changed.is_added) {
    Assign(std::move(before), phrases::kOldVersionUnread, changed.before, changed.before_blob_id,
           entry);
  }
  if (changed.after) {
    MarkSourceProblem(changed, entry);
    if (!changed.is_added && !WasRead(file, changed)) CountAsNew(changed);
  }
  TakeCells(changed, entry);
}

change::ChangedFile ChangeIntake::Convert(const diff::v1::DiffFile& file,
                                          LedgerEntry& entry) const {
  change::ChangedFile changed = FromProto(file);
  entry.path = changed.path;
  entry.hunk = -1;
  entry.file_class = FromProto(file.file_class());
  entry.language = file.language();
  entry.stage = "analysis";
  const bool is_recipe = IsRecipe(file);
  if (!is_recipe) {
    Mark(entry, policy::StateByClass(entry.file_class), ReasonByClass(entry.file_class));
  }
  if (file.is_binary()) {
    Mark(entry, CoverageState::kBinary, phrases::kBinaryUnderSourceName);
  }
  if (IsLink(file.entry())) {
    Mark(entry, CoverageState::kBinary, phrases::kLinkUnderSourceName);
  }
  if (entry.state != CoverageState::kUnknown || is_recipe) {
    changed.role = change::FileRole::kOther;
  } else if (!IsParsed(ReaderOf(file.language()))) {
    Mark(entry, CoverageState::kUnsupported,
         file.language().empty()
             ? Words(phrases::kLanguageNotKnown)
             : Sentence(phrases::kNoRulesForLanguage, {{"language", file.language()}}));
  } else {
    changed.language = file.language();
    SetContent(file, changed, entry);
  }
  if (entry.file_class == FileClass::kTest) changed.role = change::FileRole::kTest;
  return changed;
}

absl::StatusOr<ChangedFiles> ChangeIntake::Finish() {
  RETURN_IF_ERROR(blobs_.CheckComplete());
  ChangedFiles result;
  struct Place {
    size_t index;
    int64_t input_line;
  };
  std::map<std::string, Place> places;
  for (diff::v1::DiffFile& file : files_) {
    LedgerEntry entry;
    change::ChangedFile changed = Convert(file, entry);
    const int64_t input_line = file.first_input_line();
    file.Clear();
    const auto [place, is_new] =
        places.emplace(changed.path, Place{result.files.size(), input_line});
    if (is_new) {
      result.ledger[changed.path] = std::move(entry);
      result.files.push_back(std::move(changed));
      continue;
    }
    // A series of patches: hunks of different versions cannot be laid over one content.
    LedgerEntry& known = result.ledger[changed.path];
    if (known.state == CoverageState::kUnknown || known.state == CoverageState::kNotFetched) {
      known.state = CoverageState::kNotFetched;
      known.reason = SeriesReason(place->second.input_line, input_line);
    }
    result.files[place->second.index] = std::move(changed);
  }
  return result;
}

}  // namespace allreview::analysis
