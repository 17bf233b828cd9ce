#include "analyzers/diff/diagnostic.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace allreview::diff {
namespace {

// $d: the quoted words, $f and $w: the numbers found and wanted.
struct Entry {
  Code code;
  absl::string_view name, message, hint;
};

constexpr absl::string_view kMakeAgain =
    "make the patch again with `git diff`; do not edit it by hand";
constexpr absl::string_view kFetchAgain =
    "the text was probably cut; fetch or make the patch again and check its size";

constexpr Entry kEntries[] = {
    {Code::kAnsiColour, "ANSI_COLOUR", "line begins with a terminal colour code, a diff was wanted",
     "run `git diff --no-color`"},
    {Code::kBadHunkHeader, "BAD_HUNK_HEADER",
     "found $d, wanted a hunk header such as `@@ -1,2 +1,3 @@`", kMakeAgain},
    {Code::kBadLinePrefix, "BAD_LINE_PREFIX",
     "line in a hunk begins with neither space, `+`, `-` nor `\\`: $d",
     "a mail program or editor changed white space; send the patch as an attachment"},
    {Code::kBadMode, "BAD_MODE", "found $d, wanted an octal file mode such as 100644", kMakeAgain},
    {Code::kBadQuotedPath, "BAD_QUOTED_PATH",
     "quoted path has an unknown escape or no closing quotation mark: $d", kMakeAgain},
    {Code::kCombinedUnsupported, "COMBINED_UNSUPPORTED",
     "combined diff of $f parents, at most $w are understood",
     "run `git diff <parent> <merge>` for the parent of interest"},
    {Code::kContradictoryHeaders, "CONTRADICTORY_HEADERS",
     "header $d contradicts a header before it", kMakeAgain},
    {Code::kDeletedFileHasNewLines, "DELETED_FILE_HAS_NEW_LINES",
     "file is deleted but its hunk promises $f new lines", kMakeAgain},
    {Code::kEncodingUtf16, "ENCODING_UTF16", "text is UTF-16, wanted UTF-8 or plain bytes",
     "PowerShell's `>` writes UTF-16; run `git diff --output=FILE` instead"},
    {Code::kHunkOrder, "HUNK_ORDER",
     "hunk begins at line $f, before the end of the previous hunk at line $w",
     "the hunks were reordered; make the patch again with `git diff`"},
    {Code::kHunkTooLong, "HUNK_TOO_LONG", "hunk goes on after the lines that its header counts: $d",
     kMakeAgain},
    {Code::kHunkWithoutFile, "HUNK_WITHOUT_FILE", "hunk stands before any file header",
     "send the whole patch from its `diff --git` line on"},
    {Code::kIncompleteFile, "INCOMPLETE_FILE",
     "file header is not followed by what changed: no hunk, mode, rename or binary notice",
     kFetchAgain},
    {Code::kIncompleteRename, "INCOMPLETE_RENAME",
     "file has only one of the two lines `from` and `to` of a rename or copy", kFetchAgain},
    {Code::kLimitBytes, "LIMIT_BYTES", "text has $f bytes, the limit is $w",
     "split the change, or raise the limit on bytes"},
    {Code::kLimitFiles, "LIMIT_FILES", "change has more than $w files; the rest was not read",
     "split the change, or raise the limit on files"},
    {Code::kNewFileHasOldLines, "NEW_FILE_HAS_OLD_LINES",
     "file is new but its hunk promises $f old lines", kMakeAgain},
    {Code::kNoChangeHunk, "NO_CHANGE_HUNK", "hunk neither adds nor removes a line", kMakeAgain},
    {Code::kNoHunk, "NO_HUNK", "file header `---`/`+++` is not followed by a hunk", kFetchAgain},
    {Code::kNumberRange, "NUMBER_RANGE", "number in $d is larger than 2147483647", kMakeAgain},
    {Code::kOnlyInFolder, "ONLY_IN_FOLDER",
     "file is in one of the two folders only, and its content is not shown: $d",
     "run `diff -ruN`, which shows such files in full"},
    {Code::kStrayEofMarker, "STRAY_EOF_MARKER",
     "a `\\ No newline at end of file` does not follow the last line of its side", kMakeAgain},
    {Code::kSubmoduleLog, "SUBMODULE_LOG",
     "submodule is shown by the log of its commits, not as a change of a file: $d",
     "run `git diff --submodule=short`"},
    {Code::kTruncatedBinary, "TRUNCATED_BINARY",
     "binary patch ends here, wanted more data or an empty line", kFetchAgain},
    {Code::kTruncatedHunk, "TRUNCATED_HUNK",
     "hunk ends $f lines short of the $w that its header counts", kFetchAgain},
    {Code::kUnsafePath, "UNSAFE_PATH", "path leaves the repository or is not a file's: $d",
     "run `git diff` from inside the repository; such a path is never opened"},
    {Code::kUnsupportedFormat, "UNSUPPORTED_FORMAT", "this is not a unified diff: $d",
     "run `git diff` or `diff -u`"},
    {Code::kBadSimilarity, "BAD_SIMILARITY", "found $d, wanted 0% to 100%; ignored", kMakeAgain},
    {Code::kByteOrderMark, "BYTE_ORDER_MARK", "text begins with a byte order mark; ignored",
     "save the patch as UTF-8 without BOM"},
    {Code::kCombined, "COMBINED",
     "combined diff of $f parents; counted and numbered against the first",
     "run `git diff <parent> <merge>` for another parent"},
    {Code::kCrlfPatch, "CRLF_PATCH",
     "the patch's own header lines end in CR LF; one CR of each line is taken as its line end",
     "keep patches as they are: `git config core.autocrlf false`, or send them as attachments"},
    {Code::kEmpty, "EMPTY", "text holds no file change",
     "nothing to do if none was meant; else compare other revisions"},
    {Code::kForeignHeader, "FOREIGN_HEADER", "header of another tool: $d",
     "understood; with `git diff` modes and renames would be known, too"},
    {Code::kGarbage, "GARBAGE", "$f lines belong to no file and were skipped, from $d",
     "remove the text between the files"},
    {Code::kInvalidUtf8, "INVALID_UTF8", "line is not valid UTF-8; its bytes are kept",
     "nothing, if the file has another encoding"},
    {Code::kLongLine, "LONG_LINE", "line has $f bytes, more than $w; kept, but no rule reads it",
     "mark data files in .gitattributes, or raise the limit on line length"},
    {Code::kNoFinalNewline, "NO_FINAL_NEWLINE", "the last line of the patch lacks its line end",
     "the patch went through a tool that strips it; check that nothing else is missing"},
    {Code::kNoPrefix, "NO_PREFIX", "paths carry no `a/` and `b/`; they are taken as they stand",
     "run `git diff --src-prefix=a/ --dst-prefix=b/`"},
    {Code::kNulInText, "NUL_IN_TEXT", "line of a text hunk holds a NUL byte; kept",
     "mark the file as binary in .gitattributes"},
    {Code::kRepeatedFile, "REPEATED_FILE",
     "file appears a second time; the first is in line $f of the diff",
     "review commits one by one, or leave the file in one place only"},
    {Code::kStrippedContext, "STRIPPED_CONTEXT",
     "empty line in a hunk is taken as an empty context line",
     "an editor or mail program strips trailing white space; switch that off for patches"},
    {Code::kUnknownHeader, "UNKNOWN_HEADER", "unknown header $d; skipped", "check the git version"},
    {Code::kUnmerged, "UNMERGED", "path has merge conflicts and therefore no diff: $d",
     "resolve the conflicts and run `git diff` again"},
};

const Entry& Find(Code code) {
  static_assert(sizeof(kEntries) / sizeof(Entry) == static_cast<size_t>(kLastCode) + 1);
  return kEntries[static_cast<size_t>(code)];  // Same order as the enumeration; tested.
}

// In back quotes, cut to one readable line.
std::string Quote(absl::string_view words) {
  constexpr size_t kLimit = 60;
  return absl::StrCat("`", words.substr(0, kLimit), words.size() > kLimit ? "…`" : "`");
}

}  // namespace

absl::string_view CodeName(Code code) { return Find(code).name; }

std::string Message(const Diagnostic& diagnostic) {
  std::string words = Quote(diagnostic.detail);
  return absl::StrReplaceAll(Find(diagnostic.code).message,
                             {{"$d", words},
                              {"$f", absl::StrCat(diagnostic.found)},
                              {"$w", absl::StrCat(diagnostic.wanted)}});
}

std::string Hint(const Diagnostic& diagnostic) {
  absl::string_view words = diagnostic.detail;
  if (diagnostic.code == Code::kBadLinePrefix &&
      (absl::StrContains(words, "[-") || absl::StrContains(words, "{+"))) {
    return "run `git diff` without --word-diff";
  }
  if (diagnostic.code == Code::kGarbage && diagnostic.found == 1 && words.size() < 80) {
    return "if a mail program encoded the text (`=3D`, lines that end in `=`), send the patch as "
           "an "
           "attachment; else remove the line";
  }
  return std::string(Find(diagnostic.code).hint);
}

}  // namespace allreview::diff
