#ifndef SERVICES_ANALYSIS_CHANGE_INTAKE_H_
#define SERVICES_ANALYSIS_CHANGE_INTAKE_H_

// Collects the files of a change as they arrive and decides, for each, whether rules can see it.
//
//   ChangeIntake intake(start);
//   RETURN_IF_ERROR(intake.AddFile(…)); … AddContinuation, AddBlob …
//   ASSIGN_OR_RETURN(ChangedFiles files, intake.Finish());
//
// Python outside generated and vendored code goes to the rules, which run on what they can see of
// it. What the interpreter may read in another way (binary content, links, NUL bytes, encodings) is
// no reviewed file; and a file that was not read as Python before the change is new as a whole,
// however few of its lines changed. A version whose content was not
// sent, or cannot be read, is made out of the other version and the hunks (patched_content.h);
// where that fails, the ledger entry says why. For one thread.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/policy/ledger.h"
#include "proto/analysis/v1/analysis.pb.h"
#include "proto/diff/v1/diff.pb.h"
#include "services/analysis/blob_store.h"

namespace allreview::analysis {

struct ChangedFiles {
  std::vector<change::ChangedFile> files;  // In input order; every path once.
  // What is known of each path before any rule has run; state kUnknown: the rules will tell.
  std::map<std::string, policy::LedgerEntry> ledger;
};

class ChangeIntake {
 public:
  explicit ChangeIntake(const v1::Start& start);

  void AddFile(diff::v1::DiffFile&& file);
  // kInvalidArgument when there is no file, or no hunk, that it continues.
  absl::Status AddContinuation(diff::v1::HunkContinuation&& continuation);
  absl::Status AddBlob(v1::Blob&& blob) { return blobs_.Add(std::move(blob)); }

  absl::StatusOr<ChangedFiles> Finish();

  int64_t max_file_bytes() const { return max_file_bytes_; }

 private:
  change::ChangedFile Convert(const diff::v1::DiffFile& file, policy::LedgerEntry& entry) const;
  void SetContent(const diff::v1::DiffFile& file, change::ChangedFile& changed,
                  policy::LedgerEntry& entry) const;
  BlobContent Make(const diff::v1::DiffFile& file, change::Side wanted, absl::string_view other,
                   const BlobContent& missing) const;
  Words ReasonForMissing(const diff::v1::DiffFile& file, const Words& source_reason) const;

  const int64_t max_file_bytes_;
  const bool has_content_;    // Blobs can be read.
  const bool has_tree_;       // There is more than a patch.
  const bool is_detailed_;    // Documents quote text that rules do not read.
  const bool has_tool_logs_;  // Other tools speak of lines that rules do not read.
  std::vector<diff::v1::DiffFile> files_;
  BlobStore blobs_;
};

// Start.max_file_bytes with its default, and never above what the service allows.
int64_t MaxFileBytes(const v1::Start& start);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_INTAKE_H_
