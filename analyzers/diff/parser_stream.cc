// Between the files: finding the next one, mails and messages, garbage, giving up a file.

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/diff/parser.h"
#include "base/poll.h"

namespace allreview::diff {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool IsUtf16(absl::string_view text) {
  if (absl::StartsWith(text, "\xFF\xFE") || absl::StartsWith(text, "\xFE\xFF")) return true;
  // Without a mark: every other byte of ASCII is NUL.
  if (text.size() < 8) return false;
  bool is_little = true, is_big = true;
  for (int i = 0; i < 8; i += 2) {
    is_little &= text[i] != '\0' && text[i + 1] == '\0';
    is_big &= text[i] == '\0' && text[i + 1] != '\0';
  }
  return is_little || is_big;
}

// "Only in old/core: a.py", as diff -r says it. Gives the path below the compared folder.
std::optional<std::string> PathOfOnlyIn(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "Only in ")) return std::nullopt;
  const size_t colon = line.rfind(": ");
  if (colon == absl::string_view::npos || colon == 0) return std::nullopt;
  const absl::string_view folder = line.substr(0, colon), name = line.substr(colon + 2);
  if (name.empty() || absl::StrContains(name, '/')) return std::nullopt;
  const size_t slash = folder.find('/');
  if (slash == absl::string_view::npos || slash + 1 == folder.size()) return std::string(name);
  return absl::StrCat(folder.substr(slash + 1), "/", name);
}

// "Submodule kit 1234567..89abcde:", as git diff --submodule=log says it.
absl::string_view PathOfSubmoduleLog(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "Submodule ")) return {};
  const size_t dots = line.rfind("..");
  if (dots == absl::string_view::npos) return {};
  const size_t space = line.rfind(' ', dots);
  return space == absl::string_view::npos ? absl::string_view() : line.substr(0, space);
}

bool IsColour(absl::string_view line) { return absl::StartsWith(line, "\x1B["); }

}  // namespace

Parser::Parser(absl::string_view text, const ParseOptions& options)
    : text_(text), options_(options) {
  diff_.text_ = text;
  MoveTo(0, 1);
}

Diff Parser::Parse() {
  if (!CheckText()) return std::move(diff_);
  if (options_.fragment_path.empty()) {
    ReadStream();
  } else {
    ReadFragment();
  }
  FinishStream();
  return std::move(diff_);
}

void Parser::MoveTo(size_t position, uint32_t line) {
  position_ = std::min(position, text_.size());
  line_ = line;
  const void* end = position_ < text_.size()
                        ? std::memchr(text_.data() + position_, '\n', text_.size() - position_)
                        : nullptr;
  line_end_ = end == nullptr ? text_.size() : static_cast<const char*>(end) - text_.data();
  PollBytes(line_end_ - position_);
}

absl::string_view Parser::Line() const {
  absl::string_view line = RawLine();
  absl::ConsumeSuffix(&line, "\r");
  return line;
}

absl::string_view Parser::LineAfter(int count) const {
  size_t begin = position_, end = line_end_;
  for (; count > 0; --count) {
    if (end >= text_.size()) return absl::string_view();
    begin = end + 1;
    end = std::min(text_.find('\n', begin), text_.size());
  }
  absl::string_view line = text_.substr(begin, end - begin);
  absl::ConsumeSuffix(&line, "\r");
  return line;
}

bool Parser::Fail(Code code, uint32_t line, absl::string_view detail, int64_t found,
                  int64_t wanted) {
  failure_ = {
      .code = code, .line = line, .path = {}, .detail = detail, .found = found, .wanted = wanted};
  return false;
}

void Parser::Warn(Code code, uint32_t line, absl::string_view detail, int64_t found,
                  int64_t wanted) {
  diff_.diagnostics_.push_back(
      {.code = code, .line = line, .path = {}, .detail = detail, .found = found, .wanted = wanted});
}

void Parser::WarnOnce(Code code, uint32_t line, absl::string_view detail, int64_t found,
                      int64_t wanted) {
  uint32_t bit = uint32_t{1} << (static_cast<int>(code) - static_cast<int>(kFirstWarning));
  if (draft_.warned & bit) return;
  draft_.warned |= bit;
  Warn(code, line, detail, found, wanted);
}

absl::string_view Parser::InternPath(std::string&& path) {
  diff_.decoded_paths_.push_back(std::move(path));
  return diff_.decoded_paths_.back();
}

// Whether the text can be read at all.
bool Parser::CheckText() {
  constexpr int64_t kMaxOffset = 0xFFFFFFF0;  // Offsets have 32 bits.
  int64_t size = static_cast<int64_t>(text_.size());
  int64_t limit = std::min(options_.max_bytes, kMaxOffset);
  if (size > limit) {
    Warn(Code::kLimitBytes, 1, {}, size, limit);
    return false;
  }
  if (IsUtf16(text_)) {
    Warn(Code::kEncodingUtf16, 1);
    return false;
  }
  if (options_.fragment_path.empty() && absl::StartsWith(text_, kByteOrderMark)) {
    Warn(Code::kByteOrderMark, 1);
    position_ = kByteOrderMark.size();
  }
  return true;
}

void Parser::ReadStream() {
  while (!AtEnd() && !is_stopped_) {
    if (FileReader reader = ReaderHere()) {
      ReadFile(reader);
    } else {
      ReadStrayLine();
    }
  }
}

void Parser::ReadFragment() {
  while (!AtEnd() && Line().empty()) NextLine();
  if (AtEnd()) return;
  draft_ = Draft{};
  draft_.file.begin = static_cast<uint32_t>(position_);
  draft_.file.first_line = line_;
  draft_.file.old_path = draft_.file.new_path = options_.fragment_path;
  draft_.first_diagnostic = diff_.diagnostics_.size();
  bool is_ok =
      CheckPaths() &&
      (absl::StartsWith(RawLine(), "@@") ? ReadHunks() : Fail(Code::kBadHunkHeader, line_, Line()));
  if (is_ok && !AtEnd() && !absl::StripAsciiWhitespace(text_.substr(position_)).empty()) {
    is_ok = Fail(Code::kGarbage, line_, Line(), 1);
    failure_.code = Code::kBadHunkHeader;
  }
  if (is_ok) {
    CommitFile();
  } else {
    failure_.path = options_.fragment_path;
    AbandonFile();
  }
  MoveTo(text_.size(), line_);
}

// A `---` line, a `+++` line and a hunk.
bool Parser::IsPlainFileHere() const {
  return absl::StartsWith(RawLine(), "--- ") && absl::StartsWith(LineAfter(1), "+++ ") &&
         absl::StartsWith(LineAfter(2), "@@ -");
}

// What reads the file that begins on this line; null when none does.
Parser::FileReader Parser::ReaderHere() const {
  absl::string_view line = RawLine();
  if (line.empty()) return nullptr;
  switch (line[0]) {
    case 'd':
      if (absl::StartsWith(line, "diff --git ")) return &Parser::ReadGitFile;
      if (absl::StartsWith(line, "diff --cc ") || absl::StartsWith(line, "diff --combined ")) {
        return &Parser::ReadCombinedFile;
      }
      if (absl::StartsWith(line, "diff -") &&
          (absl::StartsWith(LineAfter(1), "--- ") || absl::StartsWith(LineAfter(1), "Binary "))) {
        return &Parser::ReadPlainFile;
      }
      return nullptr;
    case 'I':
      return absl::StartsWith(line, "Index: ") && (absl::StartsWith(LineAfter(1), "====") ||
                                                   absl::StartsWith(LineAfter(1), "--- "))
                 ? &Parser::ReadPlainFile
                 : nullptr;
    case '-':
      return IsPlainFileHere() ? &Parser::ReadPlainFile : nullptr;
    case 'B':
      return absl::StartsWith(line, "Binary files ") && absl::EndsWith(Line(), " differ")
                 ? &Parser::ReadPlainFile
                 : nullptr;
    default:
      return nullptr;
  }
}

void Parser::ReadFile(FileReader reader) {
  FlushGarbage();
  stray_ = Stray::kUnknown;
  if (++files_seen_ > options_.max_files) {
    Warn(Code::kLimitFiles, line_, {}, files_seen_, options_.max_files);
    is_stopped_ = true;
    return;
  }
  draft_ = Draft{};
  draft_.file.begin = static_cast<uint32_t>(position_);
  draft_.file.first_line = line_;
  draft_.file.first_hunk = static_cast<uint32_t>(diff_.hunks_.size());
  draft_.first_diagnostic = diff_.diagnostics_.size();
  if ((this->*reader)()) {
    CommitFile();
  } else {
    AbandonFile();
    Resynchronise();
  }
}

void Parser::CommitFile() {
  File& file = draft_.file;
  file.end = static_cast<uint32_t>(position_);
  file.hunk_count = static_cast<uint32_t>(diff_.hunks_.size() - file.first_hunk);
  for (auto hunk = diff_.hunks_.begin() + file.first_hunk; hunk != diff_.hunks_.end(); ++hunk) {
    file.additions += hunk->added;
    file.deletions += hunk->removed();
  }
  if (AtEnd() && text_.back() != '\n' && options_.fragment_path.empty()) {
    Warn(Code::kNoFinalNewline, line_ - 1);
  }
  NoteRepetition();
  for (size_t i = draft_.first_diagnostic; i < diff_.diagnostics_.size(); ++i) {
    diff_.diagnostics_[i].path = file.new_path;
  }
  diff_.files_.push_back(file);
}

// A changed type is two files of one path: the old one deleted, the new one added.
void Parser::NoteRepetition() {
  const File& file = draft_.file;
  const auto [known, is_first] = first_lines_.emplace(file.new_path, file.first_line);
  if (is_first) return;
  const File& previous = diff_.files_.back();
  const bool is_type_change = previous.status == Status::kDeleted &&
                              file.status == Status::kAdded && previous.new_path == file.new_path;
  if (!is_type_change) Warn(Code::kRepeatedFile, file.first_line, {}, known->second);
}

// The path of a file that was not understood to its end.
absl::string_view Parser::GuessPath() const {
  if (!draft_.file.new_path.empty()) return draft_.file.new_path;
  if (draft_.to) return draft_.to.path;
  PathPair paths{draft_.before.path, draft_.after.path};
  if (draft_.after.is_null) paths.after = paths.before;
  if (draft_.git_paths) paths = *draft_.git_paths;
  if (paths.after.empty()) return draft_.plain_path;
  return paths.after.substr(HasPrefixes(paths.before, paths.after) ? 2 : 0);
}

// The file leaves nothing but its error.
void Parser::AbandonFile() {
  diff_.hunks_.resize(draft_.file.first_hunk);
  diff_.diagnostics_.resize(draft_.first_diagnostic);
  if (failure_.path.empty()) failure_.path = GuessPath();
  diff_.diagnostics_.push_back(failure_);
}

// Skips to the next file. The names and hunks of the file itself are no new file.
void Parser::Resynchronise() {
  bool is_own = (draft_.is_git || draft_.is_foreign) && !draft_.before;
  if (position_ == draft_.file.begin) NextLine();
  while (!AtEnd()) {
    if (IsPlainFileHere()) {
      if (!is_own || !HasOwnNameHere()) return;
      is_own = false;
    } else if (IsFileHere() || IsMailStart(Line()) ||
               absl::StartsWith(RawLine(), "* Unmerged path ")) {
      return;
    }
    NextLine();
  }
}

// A line outside the files.
void Parser::ReadStrayLine() {
  absl::string_view line = Line();
  bool is_blank = absl::StripAsciiWhitespace(line).empty();
  if (!is_blank && !ReadKnownStrayLine(line) && stray_ == Stray::kUnknown) {
    if (garbage_line_ == 0) {
      garbage_line_ = line_;
      garbage_words_ = line;
    }
    ++garbage_lines_;
  }
  NextLine();
}

// True when the line is understood, or needs no warning of its own.
bool Parser::ReadKnownStrayLine(absl::string_view line) {
  if (IsMailStart(line) ||
      (stray_ == Stray::kUnknown && (IsMailHeader(line) || IsLogStart(line)))) {
    is_in_mail_ = true;
    stray_ = Stray::kPreamble;
    first_lines_.clear();  // Each patch of a series may change the same files.
  } else if (absl::StartsWith(line, "@@ ") || absl::StartsWith(line, "@@@ ")) {
    if (stray_ == Stray::kSkipped || ParseHunkHeader(line).outcome == HunkHeader::Outcome::kBad) {
      return false;
    }
    AddError(Code::kHunkWithoutFile, line);
  } else if (absl::ConsumePrefix(&line, "* Unmerged path ")) {
    FlushGarbage();
    Warn(Code::kUnmerged, line_, line);
  } else if (stray_ != Stray::kPreamble && ReadUnshownFile(line)) {
    return true;
  } else if (stray_ != Stray::kUnknown) {
    return true;
  } else if (absl::StartsWith(line, "Property changes on: ")) {
    stray_ = Stray::kSkipped;
  } else if ((line == "-- " || line == "--") && garbage_line_ == 0 && files_seen_ > 0) {
    stray_ = Stray::kPreamble;  // The signature of a mail.
  } else if (IsColour(line)) {
    AddError(Code::kAnsiColour, line);
  } else if (IsNormalDiffCommand(line) &&
             (absl::StartsWith(LineAfter(1), "< ") || absl::StartsWith(LineAfter(1), "> "))) {
    AddError(Code::kUnsupportedFormat, line);
  } else if (absl::StartsWith(line, "*** ") && absl::StartsWith(LineAfter(1), "--- ") &&
             absl::StartsWith(LineAfter(2), "*****")) {
    AddError(Code::kUnsupportedFormat, line);
  } else {
    return IsStatLine(line);
  }
  return true;
}

// A line that stands for a change without showing it.
bool Parser::ReadUnshownFile(absl::string_view line) {
  if (absl::StartsWith(line, "Only in ")) {
    std::optional<std::string> path = PathOfOnlyIn(line);
    if (!path) return false;
    FlushGarbage();
    Warn(Code::kOnlyInFolder, line_, line);
    diff_.diagnostics_.back().path = InternPath(*std::move(path));
    return true;
  }
  const absl::string_view submodule = PathOfSubmoduleLog(line);
  if (submodule.empty()) return false;
  AddError(Code::kSubmoduleLog, line);
  diff_.diagnostics_.back().path = submodule;
  return true;
}

// An error for text that is not a file; what follows belongs to it, up to the next file.
void Parser::AddError(Code code, absl::string_view detail) {
  FlushGarbage();
  Warn(code, line_, detail);
  stray_ = Stray::kSkipped;
}

void Parser::FlushGarbage() {
  if (garbage_line_ == 0) return;
  Warn(Code::kGarbage, garbage_line_, garbage_words_, garbage_lines_);
  garbage_line_ = 0;
  garbage_lines_ = 0;
}

void Parser::FinishStream() {
  FlushGarbage();
  if (!diff_.files_.empty()) return;
  Diagnostic* garbage = nullptr;
  for (Diagnostic& diagnostic : diff_.diagnostics_) {
    if (diagnostic.is_error()) return;
    if (diagnostic.code == Code::kGarbage && garbage == nullptr) garbage = &diagnostic;
  }
  if (garbage != nullptr) {
    garbage->code = Code::kUnsupportedFormat;  // Not one file: this is something else than a diff.
  } else {
    Warn(Code::kEmpty, 0);
  }
}

Diff ParseUnifiedDiff(absl::string_view text, const ParseOptions& options) {
  return Parser(text, options).Parse();
}

}  // namespace allreview::diff
