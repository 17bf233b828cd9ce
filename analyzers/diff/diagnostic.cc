#include "analyzers/diff/diagnostic.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "sentences/phrases/input.h"

namespace allreview::diff {
namespace {

struct Entry {
  Code code;
  absl::string_view name;
  Phrase message, hint;
};

constexpr Entry kEntries[] = {
    {Code::kAnsiColour, "ANSI_COLOUR", phrases::kAnsiColour, phrases::kRunWithoutColour},
    {Code::kBadHunkHeader, "BAD_HUNK_HEADER", phrases::kBadHunkHeader, phrases::kMakeAgain},
    {Code::kBadLinePrefix, "BAD_LINE_PREFIX", phrases::kBadLinePrefix, phrases::kSendAsAttachment},
    {Code::kBadMode, "BAD_MODE", phrases::kBadMode, phrases::kMakeAgain},
    {Code::kBadQuotedPath, "BAD_QUOTED_PATH", phrases::kBadQuotedPath, phrases::kMakeAgain},
    {Code::kCombinedUnsupported, "COMBINED_UNSUPPORTED", phrases::kCombinedUnsupported,
     phrases::kRunForParent},
    {Code::kContradictoryHeaders, "CONTRADICTORY_HEADERS", phrases::kContradictoryHeaders,
     phrases::kMakeAgain},
    {Code::kDeletedFileHasNewLines, "DELETED_FILE_HAS_NEW_LINES", phrases::kDeletedFileHasNewLines,
     phrases::kMakeAgain},
    {Code::kEncodingUtf16, "ENCODING_UTF16", phrases::kEncodingUtf16, phrases::kRunWithOutput},
    {Code::kHunkOrder, "HUNK_ORDER", phrases::kHunkOrder, phrases::kHunksReordered},
    {Code::kHunkTooLong, "HUNK_TOO_LONG", phrases::kHunkTooLong, phrases::kMakeAgain},
    {Code::kHunkWithoutFile, "HUNK_WITHOUT_FILE", phrases::kHunkWithoutFile,
     phrases::kSendWholePatch},
    {Code::kIncompleteFile, "INCOMPLETE_FILE", phrases::kIncompleteFile, phrases::kFetchAgain},
    {Code::kIncompleteRename, "INCOMPLETE_RENAME", phrases::kIncompleteRename,
     phrases::kFetchAgain},
    {Code::kLimitBytes, "LIMIT_BYTES", phrases::kLimitBytes, phrases::kSplitOrRaiseBytes},
    {Code::kLimitFiles, "LIMIT_FILES", phrases::kLimitFiles, phrases::kSplitOrRaiseFiles},
    {Code::kNewFileHasOldLines, "NEW_FILE_HAS_OLD_LINES", phrases::kNewFileHasOldLines,
     phrases::kMakeAgain},
    {Code::kNoChangeHunk, "NO_CHANGE_HUNK", phrases::kNoChangeHunk, phrases::kMakeAgain},
    {Code::kNoHunk, "NO_HUNK", phrases::kNoHunk, phrases::kFetchAgain},
    {Code::kNumberRange, "NUMBER_RANGE", phrases::kNumberRange, phrases::kMakeAgain},
    {Code::kOnlyInFolder, "ONLY_IN_FOLDER", phrases::kOnlyInFolder, phrases::kRunForNewFiles},
    {Code::kStrayEofMarker, "STRAY_EOF_MARKER", phrases::kStrayEofMarker, phrases::kMakeAgain},
    {Code::kSubmoduleLog, "SUBMODULE_LOG", phrases::kSubmoduleLog, phrases::kRunForSubmodules},
    {Code::kTruncatedBinary, "TRUNCATED_BINARY", phrases::kTruncatedBinary, phrases::kFetchAgain},
    {Code::kTruncatedHunk, "TRUNCATED_HUNK", phrases::kTruncatedHunk, phrases::kFetchAgain},
    {Code::kUnsafePath, "UNSAFE_PATH", phrases::kUnsafePath, phrases::kRunInsideRepository},
    {Code::kUnsupportedFormat, "UNSUPPORTED_FORMAT", phrases::kUnsupportedFormat,
     phrases::kRunDiff},
    {Code::kBadSimilarity, "BAD_SIMILARITY", phrases::kBadSimilarity, phrases::kMakeAgain},
    {Code::kByteOrderMark, "BYTE_ORDER_MARK", phrases::kByteOrderMark, phrases::kSaveWithoutBom},
    {Code::kCombined, "COMBINED", phrases::kCombined, phrases::kRunForAnotherParent},
    {Code::kCrlfPatch, "CRLF_PATCH", phrases::kCrlfPatch, phrases::kKeepPatchesAsTheyAre},
    {Code::kEmpty, "EMPTY", phrases::kEmptyInput, phrases::kCompareOthers},
    {Code::kForeignHeader, "FOREIGN_HEADER", phrases::kForeignHeader, phrases::kUnderstoodWithGit},
    {Code::kGarbage, "GARBAGE", phrases::kGarbage, phrases::kRemoveTextBetween},
    {Code::kInvalidUtf8, "INVALID_UTF8", phrases::kInvalidUtf8, phrases::kNothingIfOtherEncoding},
    {Code::kLongLine, "LONG_LINE", phrases::kLongLine, phrases::kMarkDataOrRaise},
    {Code::kNoFinalNewline, "NO_FINAL_NEWLINE", phrases::kNoFinalNewline,
     phrases::kCheckNothingMissing},
    {Code::kNoPrefix, "NO_PREFIX", phrases::kNoPrefix, phrases::kRunWithPrefixes},
    {Code::kNulInText, "NUL_IN_TEXT", phrases::kNulInText, phrases::kMarkAsBinary},
    {Code::kRepeatedFile, "REPEATED_FILE", phrases::kRepeatedFile, phrases::kReviewOneByOne},
    {Code::kStrippedContext, "STRIPPED_CONTEXT", phrases::kStrippedContext,
     phrases::kSwitchStrippingOff},
    {Code::kUnknownHeader, "UNKNOWN_HEADER", phrases::kUnknownHeader, phrases::kCheckGitVersion},
    {Code::kUnmerged, "UNMERGED", phrases::kUnmerged, phrases::kResolveConflicts},
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

Words Message(const Diagnostic& diagnostic) {
  const Phrase& phrase = Find(diagnostic.code).message;
  const Params known = {{"words", Quote(diagnostic.detail)},
                        {"found", absl::StrCat(diagnostic.found)},
                        {"wanted", absl::StrCat(diagnostic.wanted)}};
  Sentence message(phrase);
  for (absl::string_view name : PlaceholdersOf(phrase.In(Language::kEnglish))) {
    message.params.push_back(*std::find_if(known.begin(), known.end(),
                                           [&](const auto& param) { return param.first == name; }));
  }
  return message;
}

Words Hint(const Diagnostic& diagnostic) {
  absl::string_view words = diagnostic.detail;
  if (diagnostic.code == Code::kBadLinePrefix &&
      (absl::StrContains(words, "[-") || absl::StrContains(words, "{+"))) {
    return phrases::kRunWithoutWordDiff;
  }
  if (diagnostic.code == Code::kGarbage && diagnostic.found == 1 && words.size() < 80) {
    return phrases::kRemoveLineOrAttach;
  }
  return Find(diagnostic.code).hint;
}

}  // namespace allreview::diff
