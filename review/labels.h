#ifndef REVIEW_LABELS_H_
#define REVIEW_LABELS_H_

// The words that documents, formats, GitHub and the web page use for the same thing, and the places
// that they name. Pure.
//
//   StateLabel(Language::kEnglish, entry.state())  // "not fetched"
//
// Words are views of literals.

#include <string>

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview {

absl::string_view SeverityLabel(finding::v1::Severity severity);  // "P0"; unspecified: "".
// ", hint", or "".
absl::string_view HintMark(Language language, const finding::v1::Finding& finding);
absl::string_view StateLabel(Language language,
                             change::v1::LedgerEntry::State state);  // "not fetched".
absl::string_view FileClassLabel(Language language, change::v1::FileClass file_class);  // "source".
absl::string_view ConclusionLabel(Language language,
                                  review::v1::Conclusion conclusion);       // "incomplete".
absl::string_view ShownLabel(Language language, finding::v1::Shown shown);  // "over the budget".

// Last line of a range, 1-based, inclusive; 0 for a whole file.
int LastLine(const change::v1::SourceRange& range);

// "a/b.py:12", "a/b.py:12-15", or the path alone for a whole file.
std::string Place(const change::v1::SourceRange& range);
// The path, with line and column where the column is known: the line may else be that of a diff.
std::string PlaceOf(const change::v1::Diagnostic& diagnostic);

// Things that every document counts.
inline constexpr Noun kFileNoun = {"file", "files", "个文件"};
inline constexpr Noun kLineNoun = {"line", "lines", "行"};
inline constexpr Noun kFindingNoun = {"finding", "findings", "个问题"};

// The sentence of a finding: its problem, else its title, else its rule.
absl::string_view ProblemOf(const finding::v1::Finding& finding);

// Where the file of a range is after the change: what was removed from a renamed file stands under
// the new name.
std::string CurrentPath(const review::v1::Review& review, const change::v1::SourceRange& range);

bool IsShown(const finding::v1::Finding& finding);

}  // namespace allreview

#endif  // REVIEW_LABELS_H_
