#ifndef ANALYZERS_POLICY_LEDGER_H_
#define ANALYZERS_POLICY_LEDGER_H_

// The coverage ledger: what became of each file of a change. Pure.
//
//   std::vector<LedgerEntry> ledger = MergeLedger(
//       {.files = files, .reported = entries_of_all_stages, .accepted_languages = {"shell"}});
//
// Afterwards each path of `files` and of `reported` has exactly one entry for the whole file
// (hunk == -1), and hunks have entries only where their state differs from it. Sorted by path, then
// hunk. Merging a merged ledger changes nothing.
//
// Precedence. Several stages may speak of one file; the one that claims least wins, so that no
// later stage can cover up an earlier failure:
//   not fetched > timed out > over budget > unsupported > binary > generated > data > reviewed
// In one state the earliest stage wins (pull_request, diff, analysis, gateway, others by name),
// then the smaller reason in English.
//
// A file that nobody reported gets an entry all the same: by its class where no rules apply
// (data, generated, binary), else `gap_state` with `gap_reason`. It never counts as reviewed.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::policy {

// Same order as change.v1.LedgerEntry.State.
enum class CoverageState {
  kUnknown,
  kReviewed,
  kData,
  kGenerated,
  kBinary,
  kUnsupported,
  kNotFetched,
  kTimedOut,
  kOverBudget,
};

// Same order as change.v1.FileClass.
enum class FileClass {
  kUnknown,
  kSource,
  kTest,
  kDocumentation,
  kConfiguration,
  kData,
  kGenerated,
  kVendored,
  kLock,
  kBinary,
  kSubmodule,
  kSymlink,
};

struct LedgerEntry {
  std::string
      path;       // New path; old path for deleted files. Empty: files whose names are not known.
  int hunk = -1;  // 0-based; -1: the whole file.
  CoverageState state = CoverageState::kUnknown;  // kUnknown never survives MergeLedger.
  Words reason = {};                              // Empty only for kReviewed.
  FileClass file_class = FileClass::kUnknown;
  std::string language = {};
  std::string stage = {};
  bool is_accepted = false;

  friend bool operator==(const LedgerEntry&, const LedgerEntry&) = default;
};

// A file that the change lists.
struct ListedFile {
  std::string path = {};
  FileClass file_class = FileClass::kUnknown;
  std::string language = {};
};

struct LedgerInput {
  std::vector<ListedFile> files = {};
  std::vector<LedgerEntry> reported = {};
  std::vector<std::string> accepted_languages = {};  // Their unsupported files become accepted.
  Words gap_reason = {};                             // Empty: "no service reported this file".
  CoverageState gap_state = CoverageState::kNotFetched;
};

std::vector<LedgerEntry> MergeLedger(const LedgerInput& input);

// Program text, or a file of which nothing is known.
bool MustBeReviewed(FileClass file_class);

// A part that had to be reviewed and was not, and that policy does not accept.
bool IsGap(const LedgerEntry& entry);

// The state that a file has by its class alone: kData, kGenerated, kBinary; kUnknown for program
// text and unknown classes.
CoverageState StateByClass(FileClass file_class);

// "reviewed", "not fetched"…
Phrase StateName(CoverageState state);

// Whether a file is one of `paths`, files and folders relative to the same root, or lies in one.
bool LiesIn(absl::string_view path, const std::vector<std::string>& paths);

// Files (not hunks) of a merged ledger.
struct FileCounts {
  int reviewed = 0;
  int unreviewed = 0;        // With a gap in the file or in one of its hunks.
  int accepted = 0;          // Unsupported, and policy says that this is fine.
  int must_be_reviewed = 0;  // The sum.
};
FileCounts CountFiles(const std::vector<LedgerEntry>& ledger);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_LEDGER_H_
