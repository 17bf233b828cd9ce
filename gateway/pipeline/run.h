#ifndef GATEWAY_PIPELINE_RUN_H_
#define GATEWAY_PIPELINE_RUN_H_

// One review on its way through the pipeline; see pipeline.h. Used once.
//
// Threads: the caller's reads the change and writes its text to the parser; one starts analysis as
// soon as the repository's policy is there; one reads file content and answers questions of
// analysis (ContentFeed); the sessions have one each for reading. Nobody reads and writes one
// stream in turns, so back-pressure cannot become a deadlock.

#include <map>
#include <memory>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/hash.h"
#include "base/mutex.h"
#include "gateway/pipeline/analysis_session.h"
#include "gateway/pipeline/content.h"
#include "gateway/pipeline/content_feed.h"
#include "gateway/pipeline/diff_session.h"
#include "gateway/pipeline/fetch_session.h"
#include "gateway/pipeline/outcome.h"
#include "gateway/pipeline/pipeline.h"
#include "gateway/pipeline/record.h"
#include "gateway/pipeline/render.h"

namespace allreview::gateway {

class Run {
 public:
  // The arguments outlive the object.
  Run(const Stubs& stubs, const PipelineOptions& options, const RunOptions& run,
      const review::v1::ReviewRequest& request, const host::Request& caller,
      const EventReceiver& send);

  absl::Status Execute(const PatchReader& patch);

 private:
  absl::StatusOr<bool> Open(FetchSession& fetch);
  void ReadChange(FetchSession& fetch);
  bool ReceiveChange(pull_request::v1::FetchChangeResponse& response, Sha256& hash,
                     DiffSession& diff);
  void ReceiveFile(diff::v1::ParseResponse& response);
  void StartAnalysis();
  void AddRepositoryRules(analysis::v1::Start& start);
  bool WantsNumerics() const;
  void RunNumerics();
  absl::Status Deliver();
  void LogMissing() const;
  void Progress(absl::string_view stage, absl::string_view message, int64_t done = 0,
                int64_t total = 0);
  host::Request RequestTo(absl::string_view service, const host::Request& request);
  absl::Status Note(absl::string_view service, const absl::Status& status);
  bool NeedsDetails() const;
  bool NeedsPlaybook() const;
  void ApplyRunOptions();
  void KeepDiff(absl::string_view chunk);
  void Keep(Rendered& rendered);
  bool Send(const review::v1::ReviewEvent& event);

  const Stubs& stubs_;
  const PipelineOptions& options_;
  const RunOptions& run_;
  const review::v1::ReviewRequest& request_;
  const host::Request& caller_;
  const absl::Time start_ = absl::Now();
  Stage understand_;
  const host::Request work_;  // The caller's, less the time that rendering needs.
  const absl::Duration budget_;
  const EventReceiver& send_;
  Mutex send_mutex_;

  pull_request::v1::Opened opened_;
  Kept kept_;
  std::map<std::string, absl::Status> refused_;  // Services that are left alone, and why.
  Record record_;
  std::unique_ptr<Content> content_;
  std::unique_ptr<AnalysisSession> analysis_;
  std::unique_ptr<ContentFeed> feed_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_RUN_H_
