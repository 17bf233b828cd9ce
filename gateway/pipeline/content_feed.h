#ifndef GATEWAY_PIPELINE_CONTENT_FEED_H_
#define GATEWAY_PIPELINE_CONTENT_FEED_H_

// Gives analysis the content of changed Python files, and then whatever it asks for.
//
//   ContentFeed feed(content, analysis, record, on_progress);
//   feed.Want(entry);        // For each changed file, as soon as it is known.
//   feed.CompleteFiles();    // All files have been sent to analysis.
//   feed.Finish();           // Waits until analysis has no more questions.
//
// Works on a thread of its own. A file that cannot be read is an error to analysis, which puts it
// into the ledger; a service that does not answer is a missing part in the record.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "base/guarded_thread.h"
#include "base/mutex.h"
#include "gateway/pipeline/analysis_session.h"
#include "gateway/pipeline/content.h"
#include "gateway/pipeline/record.h"

namespace allreview::gateway {

class ContentFeed {
 public:
  using ProgressReceiver = std::function<void(absl::string_view message)>;

  // The references outlive the object.
  ContentFeed(const Content& content, AnalysisSession& analysis, Record& record,
              ProgressReceiver on_progress);
  ~ContentFeed();
  ContentFeed(const ContentFeed&) = delete;
  ContentFeed& operator=(const ContentFeed&) = delete;

  // Both sides of a file, once. From any thread.
  void Want(const change::v1::FileEntry& entry);
  // Nothing more will be wanted. Before Finish.
  void CompleteFiles(analysis::v1::FilesComplete complete = {});
  void Finish();

 private:
  void FeedAll();
  std::optional<std::vector<change::v1::BlobRef>> NextBlobs();
  bool SendBlobs(const std::vector<change::v1::BlobRef>& blobs);
  void Answer(const analysis::v1::Need& need);
  bool SendTree(change::v1::Side side, const std::vector<std::string>& suffixes);

  const Content& content_;
  AnalysisSession& analysis_;
  Record& record_;
  const ProgressReceiver on_progress_;

  Mutex mutex_;
  ConditionVariable changed_;
  std::vector<change::v1::BlobRef> wanted_ ABSL_GUARDED_BY(mutex_);
  std::set<std::string> asked_ ABSL_GUARDED_BY(mutex_);  // Paths whose content has been asked for.
  bool are_files_complete_ ABSL_GUARDED_BY(mutex_) = false;
  analysis::v1::FilesComplete complete_ ABSL_GUARDED_BY(mutex_);

  GuardedThread thread_;  // Last: it uses all of the above.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_CONTENT_FEED_H_
