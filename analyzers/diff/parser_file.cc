// The headers of one file, and which content follows them.

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/diff/parser.h"

namespace allreview::diff {
namespace {

constexpr absl::string_view kNull = "/dev/null";

// "commit 0123…" of the next entry of `git log -p`, a signature, the next mail.
bool IsMailEnd(absl::string_view line) {
  return line == "-- " || line == "--" || IsMailStart(line) || IsLogStart(line);
}

// Whether a name of a `---` or `+++` line is that of the `diff --git` line, with or without prefix.
bool IsSameName(absl::string_view name, absl::string_view git_name) {
  auto without_prefix = [](absl::string_view path) {
    return path.size() > 2 && path[1] == '/' ? path.substr(2) : path;
  };
  return name == git_name || without_prefix(name) == git_name || name == without_prefix(git_name);
}

}  // namespace

// Header lines end without `---` where the file has no content, as in renames.
bool Parser::IsHeaderEnd(absl::string_view line) const {
  return absl::StripAsciiWhitespace(line).empty() || IsMailEnd(line) ||
         absl::StartsWith(line, "* Unmerged path ");
}

// The headers of a patch never end in CR by themselves: paths that do are quoted.
void Parser::NoteLineEnd() {
  if (draft_.file.is_crlf_patch || !absl::EndsWith(RawLine(), "\r")) return;
  draft_.file.is_crlf_patch = true;
  Warn(Code::kCrlfPatch, line_);
}

bool Parser::ReadGitFile() {
  draft_.is_git = true;
  NoteLineEnd();
  absl::string_view words = Line();
  absl::ConsumePrefix(&words, "diff --git ");
  draft_.git_words = words;
  uint32_t line = line_;
  NextLine();
  GitLine git =
      SplitGitLine(words, [this](std::string&& path) { return InternPath(std::move(path)); });
  if (git.is_bad_quote) return Fail(Code::kBadQuotedPath, line, words);
  draft_.git_paths = git.paths;
  if (git.paths && git.paths->before.size() == git.paths->after.size() &&
      !IsSafePath(
          git.paths->after.substr(HasPrefixes(git.paths->before, git.paths->after) ? 2 : 0))) {
    return Fail(Code::kUnsafePath, line, words);
  }
  return ReadGitHeaders() && ReadContent() && ResolveGitFile();
}

// Up to the content, or the end of a file without content.
bool Parser::ReadGitHeaders() {
  while (!AtEnd()) {
    absl::string_view line = Line();
    if (absl::StartsWith(line, "--- ")) {
      // Another name: a plain file follows one without content.
      return !HasOwnNameHere() || ReadNames();
    }
    if (absl::StartsWith(line, "@@") || line == "GIT binary patch" ||
        absl::StartsWith(line, "Binary files ") || IsFileHere() || IsHeaderEnd(line)) {
      return true;
    }
    if (!ReadGitHeader(line)) return false;
    NextLine();
  }
  return true;
}

// Whether the `---` line names the file of the headers before it.
bool Parser::HasOwnNameHere() {
  ReadPath read = ReadFilePath(Line().substr(4),
                               [this](std::string&& path) { return InternPath(std::move(path)); });
  if (read.is_bad_quote || read.path == kNull) return true;
  if (draft_.from) return IsSameName(read.path, draft_.from.path);
  return !draft_.git_paths || IsSameName(read.path, draft_.git_paths->before);
}

bool Parser::ReadGitHeader(absl::string_view line) {
  File& file = draft_.file;
  absl::string_view words = line;
  if (absl::ConsumePrefix(&words, "index ")) return ReadIndexHeader(words);
  if (absl::ConsumePrefix(&words, "similarity index ")) {
    ReadPercentHeader(line, words, file.similarity);
    return true;
  }
  if (absl::ConsumePrefix(&words, "dissimilarity index ")) {
    ReadPercentHeader(line, words, file.dissimilarity);
    return true;
  }
  bool is_known = false;
  if (!ReadModeHeader(line, is_known) || !ReadMoveHeader(line, is_known)) return false;
  if (!is_known) WarnOnce(Code::kUnknownHeader, line_, line);
  return true;
}

bool Parser::ReadModeHeader(absl::string_view line, bool& is_known) {
  File& file = draft_.file;
  absl::string_view words = line;
  is_known = true;
  if (absl::ConsumePrefix(&words, "old mode ")) {
    draft_.has_mode_change = true;
    return ReadMode(words, file.old_mode);
  }
  if (absl::ConsumePrefix(&words, "new mode ")) {
    draft_.has_mode_change = true;
    return ReadMode(words, file.new_mode);
  }
  bool is_new = absl::ConsumePrefix(&words, "new file mode ");
  if (!is_new && !absl::ConsumePrefix(&words, "deleted file mode ")) {
    is_known = false;
    return true;
  }
  if ((is_new ? draft_.is_deleted : draft_.is_new) || draft_.is_rename || draft_.is_copy) {
    return Fail(Code::kContradictoryHeaders, line_, line);
  }
  (is_new ? draft_.is_new : draft_.is_deleted) = true;
  return ReadMode(words, is_new ? file.new_mode : file.old_mode);
}

bool Parser::ReadMoveHeader(absl::string_view line, bool& is_known) {
  absl::string_view words = line;
  bool is_rename = absl::ConsumePrefix(&words, "rename ");
  bool is_copy = !is_rename && absl::ConsumePrefix(&words, "copy ");
  if (!is_rename && !is_copy) return true;
  bool is_from = absl::ConsumePrefix(&words, "from ") || absl::ConsumePrefix(&words, "old ");
  if (!is_from && !absl::ConsumePrefix(&words, "to ") && !absl::ConsumePrefix(&words, "new ")) {
    return true;
  }
  is_known = true;
  if (draft_.is_new || draft_.is_deleted || (is_rename ? draft_.is_copy : draft_.is_rename)) {
    return Fail(Code::kContradictoryHeaders, line_, line);
  }
  (is_rename ? draft_.is_rename : draft_.is_copy) = true;
  return ReadName(words, is_from ? draft_.from : draft_.to);
}

void Parser::ReadPercentHeader(absl::string_view line, absl::string_view words, uint8_t& percent) {
  if (std::optional<uint8_t> value = ParsePercent(words)) {
    percent = *value;
  } else {
    WarnOnce(Code::kBadSimilarity, line_, line);
  }
}

bool Parser::ReadMode(absl::string_view words, uint16_t& mode) {
  std::optional<uint16_t> value = ParseMode(words);
  if (!value) return Fail(Code::kBadMode, line_, words);
  mode = *value;
  return true;
}

// `0123456..789abcd 100644`; the mode only where it did not change.
bool Parser::ReadIndexHeader(absl::string_view words) {
  File& file = draft_.file;
  absl::string_view ids = words.substr(0, words.find(' '));
  size_t dots = ids.find("..");
  if (dots == absl::string_view::npos || !IsObjectId(ids.substr(0, dots)) ||
      !IsObjectId(ids.substr(dots + 2))) {
    WarnOnce(Code::kUnknownHeader, line_, Line());
    return true;
  }
  file.old_blob_id = ids.substr(0, dots);
  file.new_blob_id = ids.substr(dots + 2);
  if (ids.size() == words.size()) return true;
  if (!ReadMode(words.substr(ids.size() + 1), file.old_mode)) return false;
  file.new_mode = file.old_mode;
  return true;
}

// The `---` and `+++` lines.
bool Parser::ReadNames() {
  NoteLineEnd();
  if (!ReadName(Line().substr(4), draft_.before)) return false;
  NextLine();
  if (AtEnd() || !absl::StartsWith(RawLine(), "+++ ")) {
    return Fail(Code::kIncompleteFile, draft_.before.line);
  }
  if (!ReadName(Line().substr(4), draft_.after)) return false;
  if (draft_.git_paths && !draft_.after.is_null &&
      !IsSameName(draft_.after.path, draft_.git_paths->after)) {
    return Fail(Code::kContradictoryHeaders, line_, Line());
  }
  NextLine();
  return true;
}

bool Parser::ReadName(absl::string_view words, Name& name) {
  ReadPath read =
      ReadFilePath(words, [this](std::string&& path) { return InternPath(std::move(path)); });
  if (read.is_bad_quote) return Fail(Code::kBadQuotedPath, line_, words);
  name = {.path = read.path,
          .label = absl::StripAsciiWhitespace(read.rest),
          .line = line_,
          .is_null = !read.is_quoted && read.path == kNull,
          .is_quoted = read.is_quoted};
  return true;
}

// Hunks, a binary patch or a binary notice, if there is any.
bool Parser::ReadContent() {
  if (AtEnd()) return true;
  absl::string_view line = Line();
  if (absl::StartsWith(line, "@@")) return ReadHunks();
  if (line == "GIT binary patch") return ReadBinaryPatch();
  if (absl::StartsWith(line, "Binary files ") && absl::EndsWith(line, "differ")) {
    draft_.file.is_binary = true;
    NextLine();
  }
  return true;
}

bool Parser::ReadCombinedFile() {
  draft_.is_git = draft_.is_combined = true;
  draft_.file.parents = 2;
  NoteLineEnd();
  absl::string_view words = Line();
  if (!absl::ConsumePrefix(&words, "diff --cc ")) absl::ConsumePrefix(&words, "diff --combined ");
  Name name;
  if (!ReadName(words, name)) return false;
  draft_.plain_path = name.path;
  NextLine();
  if (!IsSafePath(name.path)) return Fail(Code::kUnsafePath, name.line, words);
  if (!ReadCombinedHeaders()) return false;
  Warn(Code::kCombined, draft_.file.first_line, {}, draft_.file.parents);
  return ReadContent() && ResolveCombinedFile();
}

bool Parser::ReadCombinedHeaders() {
  while (!AtEnd()) {
    absl::string_view line = Line();
    if (IsPlainFileHere()) return true;
    if (absl::StartsWith(line, "--- ")) {
      // With --combined-all-paths one line for each parent; the first one counts.
      if (!draft_.before && !ReadName(line.substr(4), draft_.before)) return false;
    } else if (absl::StartsWith(line, "+++ ")) {
      if (!ReadName(line.substr(4), draft_.after)) return false;
    } else if (absl::StartsWith(line, "@@") || absl::StartsWith(line, "Binary files ") ||
               IsFileHere() || IsHeaderEnd(line)) {
      return true;
    } else if (!ReadCombinedHeader(line)) {
      return false;
    }
    NextLine();
  }
  return true;
}

// As in a git file, but with one value for each parent: `index 1,2..3`, `mode 1,2..3`.
bool Parser::ReadCombinedHeader(absl::string_view line) {
  File& file = draft_.file;
  absl::string_view words = line;
  if (absl::ConsumePrefix(&words, "index ")) {
    size_t dots = words.find("..");
    absl::string_view parents = words.substr(0, dots);
    int64_t count = 1 + std::count(parents.begin(), parents.end(), ',');
    if (count > kMaxParents) {
      return Fail(Code::kCombinedUnsupported, draft_.file.first_line, {}, count, kMaxParents);
    }
    file.parents = static_cast<uint8_t>(count);
    absl::string_view before = parents.substr(0, parents.find(','));
    absl::string_view after = dots == absl::string_view::npos ? "" : words.substr(dots + 2);
    if (IsObjectId(before)) file.old_blob_id = before;
    if (IsObjectId(after)) file.new_blob_id = after;
    return true;
  }
  bool is_new = absl::ConsumePrefix(&words, "new file mode ");
  bool is_deleted = !is_new && absl::ConsumePrefix(&words, "deleted file mode ");
  if (is_new || is_deleted) {
    if (draft_.is_new || draft_.is_deleted) {
      return Fail(Code::kContradictoryHeaders, line_, line);
    }
    (is_new ? draft_.is_new : draft_.is_deleted) = true;
    words = words.substr(0, words.find(','));
    return ReadMode(words, is_new ? file.new_mode : file.old_mode);
  }
  if (!absl::ConsumePrefix(&words, "mode ")) {
    WarnOnce(Code::kUnknownHeader, line_, line);
    return true;
  }
  draft_.has_mode_change = true;
  size_t dots = words.find("..");
  if (dots == absl::string_view::npos) return Fail(Code::kBadMode, line_, words);
  return ReadMode(words.substr(0, std::min(dots, words.find(','))), file.old_mode) &&
         ReadMode(words.substr(dots + 2), file.new_mode);
}

// A file of GNU diff, Subversion or Mercurial: `---` and `+++`, perhaps after a line of the tool's
// own.
bool Parser::ReadPlainFile() {
  NoteLineEnd();
  absl::string_view line = Line(), words = line;
  if (!absl::StartsWith(line, "--- ") && !absl::StartsWith(line, "Binary files ")) {
    draft_.is_foreign = true;
    Warn(Code::kForeignHeader, line_, line);
    if (absl::ConsumePrefix(&words, "Index: ")) {
      draft_.plain_path = words;
    } else if (size_t space = words.rfind(' '); space != absl::string_view::npos) {
      draft_.plain_path = words.substr(space + 1);
    }
    NextLine();
    if (!AtEnd() && absl::StartsWith(RawLine(), "====")) NextLine();
    // Subversion in git's format: its line is a preface only.
    if (!AtEnd() && absl::StartsWith(RawLine(), "diff --git ")) return ReadGitFile();
  }
  if (!AtEnd() && absl::StartsWith(RawLine(), "--- ")) {
    if (!ReadNames()) return false;
  }
  return ReadPlainContent() && ResolvePlainFile();
}

bool Parser::ReadPlainContent() {
  if (AtEnd()) return true;
  absl::string_view line = Line();
  if (absl::StartsWith(line, "@@")) return ReadHunks();
  absl::string_view words = line;
  if (absl::ConsumePrefix(&words, "Binary files ") && absl::ConsumeSuffix(&words, " differ")) {
    std::optional<PathPair> pair = SplitBinaryLine(words);
    if (!pair) return Fail(Code::kIncompleteFile, line_, line);
    draft_.before = {.path = pair->before, .line = line_, .is_null = pair->before == kNull};
    draft_.after = {.path = pair->after, .line = line_, .is_null = pair->after == kNull};
  } else if (absl::StartsWith(line, "Cannot display: file marked as a binary type.")) {
    // Subversion.
  } else if (absl::ConsumePrefix(&words, "Binary file ") &&
             absl::ConsumeSuffix(&words, " has changed")) {
    draft_.plain_path = words;  // Mercurial.
  } else {
    return true;
  }
  draft_.file.is_binary = true;
  NextLine();
  if (!AtEnd() && absl::StartsWith(RawLine(), "svn:mime-type")) NextLine();
  return true;
}

}  // namespace allreview::diff
