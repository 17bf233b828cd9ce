#ifndef GATEWAY_PIPELINE_PIPELINE_H_
#define GATEWAY_PIPELINE_PIPELINE_H_

// From a change to checked documents: fetch, parse, analyse, render.
//
//   Pipeline pipeline(stubs, {.metrics = &metrics});
//   absl::Status status = pipeline.Review(review_request, nullptr, caller, send);
//
// Stages overlap: diff text is hashed and passed on as it arrives, files go to analysis as they are
// parsed, and their content is read while git still writes the diff. No stage holds the text as a
// whole; hunk text of files without rules (data, generated, vendored, lock files, documentation)
// never leaves the parser.
//
// A service that fails does not end the review: the pipeline goes on with what it has, the
// documents name the missing part, every file that is therefore unreviewed is in the ledger, and
// allreview_missing_parts_total counts it.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gateway/pipeline/circuits.h"
#include "gateway/pipeline/fetch_session.h"
#include "gateway/pipeline/stubs.h"
#include "host/call.h"
#include "host/metrics.h"
#include "proto/review/v1/review.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {

struct PipelineOptions {
  host::Metrics* metrics = nullptr;  // Null: nothing is counted. Outlives the pipeline.
  Circuits* circuits = nullptr;      // Null: every service is always asked. Outlives it, too.
  std::vector<analysis::v1::PolicySource> policies = {};  // The operator's; before the caller's.
  // Hears after each analysis by which rules it was made. Safe from any thread; may be null.
  std::function<void(const std::string& rules_hash)> on_rules = nullptr;
};

// What a server keeps of a review.
struct Kept {
  review::v1::Review review;
  std::string diff;        // Text; empty when it is longer than was asked for.
  int64_t diff_bytes = 0;  // Of the whole text.
};

struct RunOptions {
  std::string forge_token = {};  // Secret; instead of the pull_request service's own.
  size_t max_kept_diff_bytes = 0;
  // Every document can be had of the review later, whichever are asked for now.
  bool is_complete = false;
  std::set<std::string> rules_on_probation = {};          // Counted only; see SHOWN_PROBATION.
  std::map<std::string, std::string> ignored_rules = {};  // To the reason: suppressed.
  // Called once, before the documents are sent; never when the report service did not answer: then
  // `on_not_kept` hears why.
  std::function<void(Kept kept)> keep = nullptr;
  std::function<void(const absl::Status& status)> on_not_kept = nullptr;
};

// Gets each event; false: the caller has gone. One call at a time, from several threads.
using EventReceiver = std::function<bool(const review::v1::ReviewEvent& event)>;

// Safe from any thread.
class Pipeline {
 public:
  // `stubs` outlives the pipeline.
  Pipeline(const Stubs& stubs, PipelineOptions options);

  // Fails only when there is nothing to say about the change: the reference is wrong (the status of
  // the pull request service), or the caller has gone (kCancelled). `patch` may be empty.
  absl::Status Review(const review::v1::ReviewRequest& request, const PatchReader& patch,
                      const host::Request& caller, const EventReceiver& send,
                      const RunOptions& run = {}) const;

  // The policy that holds for a change; of its repository only the base side is asked.
  absl::StatusOr<analysis::v1::ResolvedPolicy> ExplainPolicy(
      const review::v1::ExplainPolicyRequest& request, const host::Request& caller) const;

 private:
  const Stubs& stubs_;
  const PipelineOptions options_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_PIPELINE_H_
