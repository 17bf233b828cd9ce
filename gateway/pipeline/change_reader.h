#ifndef GATEWAY_PIPELINE_CHANGE_READER_H_
#define GATEWAY_PIPELINE_CHANGE_READER_H_

// Reads a change into a record: fetches it, has it parsed and analysed. Used once.
//
// Threads: the caller's reads the change and writes its text to the parser; one starts analysis as
// soon as the repository's policy is there; one reads file content and answers questions of
// analysis (ContentFeed); the sessions have one each for reading. Nobody reads and writes one
// stream in turns, so back-pressure cannot become a deadlock.

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/hash.h"
#include "gateway/pipeline/analysis_session.h"
#include "gateway/pipeline/content.h"
#include "gateway/pipeline/content_feed.h"
#include "gateway/pipeline/diff_session.h"
#include "gateway/pipeline/fetch_session.h"
#include "gateway/pipeline/record.h"
#include "gateway/pipeline/run_context.h"

namespace allreview::gateway {

// The text of the change, for a server that keeps it.
struct KeptDiff {
  std::string text = {};  // Empty when it is longer than RunOptions.max_kept_diff_bytes.
  int64_t bytes = 0;      // Of the whole text.
};

class ChangeReader {
 public:
  // The arguments outlive the object. `work` is what calls may take.
  ChangeReader(const RunContext& context, const host::Request& work, bool wants_expressions,
               Record& record)
      : context_(context), work_(work), wants_expressions_(wants_expressions), record_(record) {}

  // What cannot be read is missing in the record. Fails when the reference is wrong (the status of
  // the pull request service) or the caller has gone (kCancelled).
  absl::Status Read(const PatchReader& patch);

  KeptDiff TakeDiff() { return std::move(diff_); }  // After Read.

 private:
  absl::StatusOr<bool> Open(FetchSession& fetch);
  void ReadChange(FetchSession& fetch);
  void ReceiveChange(pull_request::v1::FetchChangeResponse& response, Sha256& hash,
                     DiffSession& diff);
  void ReceiveFile(diff::v1::ParseResponse& response);
  void StartAnalysis();
  void AddRepositoryRules(analysis::v1::Start& start);
  // Whether some document has this need: &DocumentInfo::needs_details.
  bool Needs(bool (report::v1::DocumentInfo::*need)() const) const;
  bool OmitsEdits() const;
  void KeepDiff(absl::string_view chunk);

  const RunContext& context_;
  const host::Request& work_;
  const bool wants_expressions_;
  Record& record_;
  KeptDiff diff_;
  pull_request::v1::Opened opened_;
  analysis::v1::FilesComplete complete_;  // What is sent behind all files.
  host::Request analysis_request_;
  std::unique_ptr<Content> content_;
  std::unique_ptr<AnalysisSession> analysis_;
  std::unique_ptr<ContentFeed> feed_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_CHANGE_READER_H_
