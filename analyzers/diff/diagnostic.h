#ifndef ANALYZERS_DIFF_DIAGNOSTIC_H_
#define ANALYZERS_DIFF_DIAGNOSTIC_H_

// What the parser has to say about a text. Small records; the sentences are made on demand.
//
//   for (const Diagnostic& d : diff.diagnostics()) {
//     std::cerr << d.line << ": " << CodeName(d.code) << ": " << English(Message(d));
//   }

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::diff {

enum class Code : uint8_t {
  // Errors: the file they name yields no record.
  kAnsiColour,
  kBadHunkHeader,
  kBadLinePrefix,
  kBadMode,
  kBadQuotedPath,
  kCombinedUnsupported,
  kContradictoryHeaders,
  kDeletedFileHasNewLines,
  kEncodingUtf16,
  kHunkOrder,
  kHunkTooLong,
  kHunkWithoutFile,
  kIncompleteFile,
  kIncompleteRename,
  kLimitBytes,
  kLimitFiles,
  kNewFileHasOldLines,
  kNoChangeHunk,
  kNoHunk,
  kNumberRange,
  kOnlyInFolder,
  kStrayEofMarker,
  kSubmoduleLog,
  kTruncatedBinary,
  kTruncatedHunk,
  kUnsafePath,
  kUnsupportedFormat,
  // Warnings: something odd was understood all the same.
  kBadSimilarity,
  kByteOrderMark,
  kCombined,
  kCrlfPatch,
  kEmpty,
  kForeignHeader,
  kGarbage,
  kInvalidUtf8,
  kLongLine,
  kNoFinalNewline,
  kNoPrefix,
  kNulInText,
  kRepeatedFile,
  kStrippedContext,
  kUnknownHeader,
  kUnmerged,
};

inline constexpr Code kFirstWarning = Code::kBadSimilarity;
inline constexpr Code kLastCode = Code::kUnmerged;

struct Diagnostic {
  Code code = Code::kEmpty;
  uint32_t line = 0;              // Of the text, 1-based. 0: not one line.
  absl::string_view path;         // Of the file concerned, if known. Into the text or the Diff.
  absl::string_view detail;       // The words of the text that the message quotes. Into the text.
  int64_t found = 0, wanted = 0;  // Numbers that the message states; their meaning is the code's.

  bool is_error() const { return code < kFirstWarning; }
};

// "TRUNCATED_HUNK".
absl::string_view CodeName(Code code);
// One sentence: what was found, what was wanted. May hold any bytes of the text, but no line end.
Words Message(const Diagnostic& diagnostic);
// What to do next.
Words Hint(const Diagnostic& diagnostic);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_DIAGNOSTIC_H_
