#include "services/pull_request/github_patch.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analyzers/diff/unified_diff.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;

constexpr uint32_t kUsualMode = 0100644;
constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";

bool IsAdded(const FileEntry& entry) { return entry.status() == change::v1::FILE_STATUS_ADDED; }
bool IsDeleted(const FileEntry& entry) { return entry.status() == change::v1::FILE_STATUS_DELETED; }

std::string Octal(uint32_t mode) { return absl::StrFormat("%06o", mode == 0 ? kUsualMode : mode); }

// The name in a `---`, `+++` or `Binary files` line: git ends a name that contains a space with a
// TAB.
std::string SideName(absl::string_view prefix, absl::string_view path, bool is_there) {
  if (!is_there) return "/dev/null";
  std::string name = QuoteGitPath(absl::StrCat(prefix, path));
  return absl::StrContains(path, ' ') ? name + "\t" : name;
}

void AppendModes(const FileEntry& entry, std::string& text) {
  if (IsAdded(entry)) {
    absl::StrAppend(&text, "new file mode ", Octal(entry.new_mode()), "\n");
  } else if (IsDeleted(entry)) {
    absl::StrAppend(&text, "deleted file mode ", Octal(entry.old_mode()), "\n");
  } else if (entry.old_mode() != entry.new_mode() && entry.old_mode() != 0 &&
             entry.new_mode() != 0) {
    absl::StrAppend(&text, "old mode ", Octal(entry.old_mode()), "\nnew mode ",
                    Octal(entry.new_mode()), "\n");
  }
}

void AppendMove(const FileEntry& entry, absl::string_view old_path, absl::string_view new_path,
                std::string& text) {
  bool is_copy = entry.status() == change::v1::FILE_STATUS_COPIED;
  if (!is_copy && entry.status() != change::v1::FILE_STATUS_RENAMED) return;
  absl::string_view word = is_copy ? "copy" : "rename";
  if (entry.similarity() > 0) {
    absl::StrAppend(&text, "similarity index ", entry.similarity(), "%\n");
  }
  absl::StrAppend(&text, word, " from ", QuoteGitPath(old_path), "\n", word, " to ",
                  QuoteGitPath(new_path), "\n");
}

void AppendIndex(const FileEntry& entry, std::string& text) {
  std::string old_id = entry.old_blob_id(), new_id = entry.new_blob_id();
  if (IsAdded(entry)) old_id = std::string(new_id.size(), '0');
  if (IsDeleted(entry)) new_id = std::string(old_id.size(), '0');
  if (old_id.empty() || new_id.empty() || old_id == new_id) return;
  absl::StrAppend(&text, "index ", old_id, "..", new_id);
  bool has_mode = entry.old_mode() == entry.new_mode() && entry.new_mode() != 0;
  absl::StrAppend(&text, has_mode ? " " + Octal(entry.new_mode()) : "", "\n");
}

struct ByteCounts {
  int64_t added = 0;
  int64_t removed = 0;
};

// Counts the content in hunks, line ends included, where a marker does not say that there is none.
ByteCounts CountBytes(absl::string_view hunks) {
  ByteCounts bytes;
  char last = ' ';
  while (!hunks.empty()) {
    int64_t end = std::min(hunks.find('\n'), hunks.size() - 1) + 1;
    int64_t has_newline = hunks[end - 1] == '\n' ? 0 : 1;  // A patch lacks its last one.
    int64_t size = end - 1 + has_newline;
    char prefix = hunks[0];
    if (prefix == '+' || (prefix == '\\' && last == '+')) bytes.added += prefix == '+' ? size : -1;
    if (prefix == '-' || (prefix == '\\' && last == '-'))
      bytes.removed += prefix == '-' ? size : -1;
    last = prefix;
    hunks.remove_prefix(end);
  }
  return bytes;
}

}  // namespace

std::string QuoteGitPath(absl::string_view path) {
  std::string inner;
  for (unsigned char c : path) {
    static constexpr absl::string_view kNamed = "\a\b\t\n\v\f\r\"\\";
    static constexpr absl::string_view kLetters = "abtnvfr\"\\";
    size_t named = kNamed.find(static_cast<char>(c));
    if (named != absl::string_view::npos) {
      inner += '\\';
      inner += kLetters[named];
    } else if (c < 0x20 || c >= 0x7F) {
      absl::StrAppendFormat(&inner, "\\%03o", c);
    } else {
      inner += static_cast<char>(c);
    }
  }
  return inner == path ? inner : absl::StrCat("\"", inner, "\"");
}

std::string ComposeFileDiff(const FileEntry& entry, const FileContentChange& content) {
  std::string old_path = FromPathText(entry.old_path());
  std::string new_path = FromPathText(entry.new_path());
  std::string text = absl::StrCat("diff --git ", QuoteGitPath(absl::StrCat("a/", old_path)), " ",
                                  QuoteGitPath(absl::StrCat("b/", new_path)), "\n");
  AppendModes(entry, text);
  AppendMove(entry, old_path, new_path, text);
  AppendIndex(entry, text);
  std::string before = SideName("a/", old_path, !IsAdded(entry));
  std::string after = SideName("b/", new_path, !IsDeleted(entry));
  if (content.is_binary) {
    absl::StrAppend(&text, "Binary files ", before, " and ", after, " differ\n");
  } else if (!content.hunks.empty()) {
    absl::StrAppend(&text, "--- ", before, "\n+++ ", after, "\n", content.hunks);
  }
  return text;
}

absl::Status CheckPatch(absl::string_view patch, const PatchClaims& claims) {
  if (absl::StrContains(patch, kReplacement)) {
    return absl::DataLossError("its patch has characters that may stand for other bytes");
  }
  diff::Diff parsed = diff::ParseUnifiedDiff(patch, {.fragment_path = claims.path});
  for (const diff::Diagnostic& diagnostic : parsed.diagnostics()) {
    if (diagnostic.is_error()) {
      return absl::DataLossError(absl::StrCat("its patch is not whole: line ", diagnostic.line,
                                              ": ",
                                              ToDisplayText(English(diff::Message(diagnostic)))));
    }
  }
  if (parsed.additions() != claims.additions || parsed.deletions() != claims.deletions) {
    return absl::DataLossError(absl::StrCat("its patch has +", parsed.additions(), " -",
                                            parsed.deletions(), " lines of +", claims.additions,
                                            " -", claims.deletions));
  }
  if (claims.old_size < 0 || claims.new_size < 0) return absl::OkStatus();
  ByteCounts bytes = CountBytes(patch);
  int64_t found = bytes.added - bytes.removed, wanted = claims.new_size - claims.old_size;
  if (found == wanted) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("its patch changes the size by ", found,
                                          " bytes, its versions differ by ", wanted));
}

int EstimateSimilarity(int64_t old_size, int64_t new_size, absl::string_view hunks) {
  if (old_size < 0 || new_size < 0) return 0;
  if (hunks.empty()) return 100;
  int64_t larger = std::max<int64_t>({old_size, new_size, 1});
  int64_t kept = std::max<int64_t>(old_size - CountBytes(hunks).removed, 0);
  return static_cast<int>(std::clamp<int64_t>(kept * 100 / larger, 1, 99));
}

}  // namespace allreview::pull_request
