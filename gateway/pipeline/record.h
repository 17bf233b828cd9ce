#ifndef GATEWAY_PIPELINE_RECORD_H_
#define GATEWAY_PIPELINE_RECORD_H_

// What the pipeline has learned of one change. What a review says of it is not decided here:
// review/decision.h.
//
//   record.AddListed(entry);                 // From the source's file list.
//   record.AddFile(&file);                   // From the parsed diff; completes its blob ids.
//   record.AddMissing("analysis", status);   // A service that did not answer.
//   record.Complete();                       // Files that never arrived have an entry, too.
//
// Holds no hunk text. The methods that begin with Add are safe from any thread; everything else is
// for the time after the streams have ended.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "proto/analysis/v1/house.pb.h"
#include "proto/analysis/v1/playbook.pb.h"
#include "proto/analysis/v1/policy.pb.h"
#include "proto/analysis/v1/tests.pb.h"
#include "proto/change/v1/change.pb.h"
#include "proto/diff/v1/diff.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/numerics/v1/expression.pb.h"
#include "sentences/sentence.h"

namespace allreview::gateway {

// What a service found out about the change.
struct Analysis {
  analysis::v1::ResolvedPolicy policy;
  bool has_policy = false;
  std::vector<finding::v1::Finding> findings;
  std::vector<change::v1::LedgerEntry> ledger;
  std::vector<change::v1::Diagnostic> diagnostics;
  analysis::v1::ChangeModel model;
  bool has_model = false;
  analysis::v1::HouseRules house;
  bool has_house = false;
  analysis::v1::TestEvidence tests;
  bool has_tests = false;
  analysis::v1::Playbook playbook;
  bool has_playbook = false;
  numerics::v1::ChangedExpressions expressions;
  bool is_done = false;  // The service has said that this is all.
  std::string rules_hash;
  std::string engine_version;
  double cpu_seconds = 0;
};

class Record {
 public:
  void AddListed(const change::v1::FileEntry& entry);
  // Fills blob ids and modes that the diff text lacks or abbreviates from the file list, and keeps
  // a copy without text.
  void AddFile(diff::v1::DiffFile* file);
  void AddContinuation(const diff::v1::HunkContinuation& continuation);
  void AddLedger(const change::v1::LedgerEntry& entry);
  // A diagnostic of the fetch or of the parser.
  void AddDiagnostic(const change::v1::Diagnostic& diagnostic);
  void AddDiffDiagnostic(const change::v1::Diagnostic& diagnostic);
  // One entry for each service, the first.
  void AddMissing(absl::string_view service, const absl::Status& status, const Words& effect);

  // A service that nobody asked for: no failure.
  void AddUnconfigured(absl::string_view service, const Words& effect);

  bool IsMissing(absl::string_view service) const;

  // Takes over analysis' own entries. Files that the source listed and the diff lacks are added to
  // files(); they and input that the parser refused get an entry that says why, if they have none.
  void Complete();

  change::v1::ChangeInfo change;
  diff::v1::Summary summary;
  bool has_summary = false;
  std::string diff_sha256;
  Analysis analysis;
  numerics::v1::NumericsReport numerics;
  bool has_numerics = false;
  double cpu_seconds = 0;  // Of services beside analysis.

  const std::vector<diff::v1::DiffFile>& files() const { return files_; }
  // As reported: several stages may speak of one file, and none of another.
  const std::vector<change::v1::LedgerEntry>& ledger() const { return ledger_; }
  const std::vector<change::v1::MissingPart>& missing() const { return missing_; }
  const std::vector<change::v1::Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  bool HasEntry(const std::string& path) const;
  void AddUnreadableInput();
  void AddListedButAbsentFiles();
  change::v1::LedgerEntry AbsentEntry(const std::string& path) const;
  const change::v1::MissingPart* FindMissing(absl::string_view service) const;

  mutable Mutex mutex_;
  std::map<std::string, change::v1::FileEntry> listed_;  // By new path.
  std::set<std::string> parsed_;                         // New paths of files_.
  std::vector<diff::v1::DiffFile> files_;
  std::vector<change::v1::LedgerEntry> ledger_;
  std::vector<change::v1::MissingPart> missing_;
  std::vector<change::v1::Diagnostic> diagnostics_;
  std::vector<change::v1::Diagnostic> diff_errors_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_RECORD_H_
