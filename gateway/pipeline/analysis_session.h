#ifndef GATEWAY_PIPELINE_ANALYSIS_SESSION_H_
#define GATEWAY_PIPELINE_ANALYSIS_SESSION_H_

// One call of Analyze. Several threads feed it; a thread of its own reads, so that neither end ever
// waits for the other to stop writing.
//
//   AnalysisSession session(*stubs.analysis, request, on_progress);
//   session.Start(start);                        // Send waits for this.
//   session.Send(message);                       // From any thread.
//   while (std::optional<Need> need = session.NextNeed()) { … }
//   absl::Status status = session.Finish(&record.analysis);

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "base/guarded_thread.h"
#include "base/mutex.h"
#include "gateway/pipeline/record.h"
#include "host/call.h"
#include "proto/analysis/v1/analysis.grpc.pb.h"

namespace allreview::gateway {

class AnalysisSession {
 public:
  using ProgressReceiver = std::function<void(const analysis::v1::AnalysisProgress& progress)>;

  AnalysisSession(analysis::v1::AnalysisService::StubInterface& stub, const host::Request& request,
                  ProgressReceiver on_progress);
  ~AnalysisSession();
  AnalysisSession(const AnalysisSession&) = delete;
  AnalysisSession& operator=(const AnalysisSession&) = delete;

  // Once, and before anybody waits for Send in vain.
  void Start(const analysis::v1::Start& start);

  // Ends the call: whoever waits for it goes on.
  void Cancel() { context_->TryCancel(); }

  // Waits for Start and while the service is behind. False: the service listens no more.
  bool Send(const analysis::v1::AnalyzeRequest& message);

  // Waits for the next question; none: the service has said all that it will.
  std::optional<analysis::v1::Need> NextNeed();

  // Ends the call and waits for the rest of the answer. What had been said before an error is in
  // `result`, too. kDataLoss: the service ended without saying that it is done.
  absl::Status Finish(Analysis* result);

 private:
  using Exchange = grpc::ClientReaderWriterInterface<analysis::v1::AnalyzeRequest,
                                                     analysis::v1::AnalyzeResponse>;

  bool IsOver();
  void ReadAll();
  void SetOver();
  void Receive(analysis::v1::AnalyzeResponse& response);

  host::ClientContextPtr context_;
  std::unique_ptr<Exchange> exchange_;
  const ProgressReceiver on_progress_;
  Analysis result_;  // Of the reading thread until it has been joined.

  Mutex write_mutex_;  // Held while writing.
  Mutex mutex_;
  ConditionVariable changed_;
  bool is_started_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_over_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<analysis::v1::Need> needs_ ABSL_GUARDED_BY(mutex_);
  GuardedThread reader_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_ANALYSIS_SESSION_H_
