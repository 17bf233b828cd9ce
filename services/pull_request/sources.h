#ifndef SERVICES_PULL_REQUEST_SOURCES_H_
#define SERVICES_PULL_REQUEST_SOURCES_H_

// The table of sources: which kind of reference is read by whom.
//
//   Sources sources(options);
//   ASSIGN_OR_RETURN(std::unique_ptr<ChangeSource> source, sources.Open(reference, control));
//
// One object for the process; safe from any thread. A source that it makes must not outlive it.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "base/call_control.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/options.h"

namespace allreview::pull_request {

// What came with the call besides the reference.
struct SourceExtras {
  // What Opened said of a pinned reference; empty for one that is not.
  std::string before_tree = {};
  std::string after_tree = {};
  // Secret, for the configured server of the forge only. Empty: the operator's.
  std::string forge_token = {};
};

class Sources {
 public:
  explicit Sources(PullRequestOptions options);
  ~Sources();
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  // kInvalidArgument for a reference without a source; else as the source's own factory.
  absl::StatusOr<std::unique_ptr<ChangeSource>> Open(const change::v1::ChangeRef& reference,
                                                     const CallControl& control,
                                                     const SourceExtras& extras = {});

  // What a factory may use; defined in sources.cc.
  struct Shared;

 private:
  std::unique_ptr<Shared> shared_;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_SOURCES_H_
