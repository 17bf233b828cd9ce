#ifndef SERVICES_PULL_REQUEST_GIT_OBJECTS_H_
#define SERVICES_PULL_REQUEST_GIT_OBJECTS_H_

// One `git cat-file --batch` that answers all questions for objects of a repository.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<GitObjects> objects, GitObjects::Start(scratch, control));
//   RETURN_IF_ERROR(objects->Read({"HEAD^{commit}"}, 1 << 20, receive));
//
// Start returns at once; git gets ready in the meantime. For one thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"
#include "base/subprocess.h"
#include "services/pull_request/git_scratch.h"

namespace allreview::pull_request {

struct GitObject {
  std::string id;
  std::string type;  // "blob", "commit", "tree" or "tag".
  int64_t size = 0;
  absl::string_view content;  // Valid during the call that receives it.
};

class GitObjects {
 public:
  // The scratch folder outlives the object.
  static absl::StatusOr<std::unique_ptr<GitObjects>> Start(const GitScratch& scratch,
                                                           const CallControl& control);

  // Calls `receive` once for each name, in order. A name is an id or an expression of git's that
  // contains no line break. kNotFound: no such object, or more than one; kResourceExhausted: larger
  // than `max_bytes`, of which nothing is kept in memory; kDataLoss: git cannot read it, which ends
  // git, so that the rest is asked of a new process. The call itself fails when git does not work
  // at all, or `receive` fails.
  using Receiver = std::function<absl::Status(size_t index, absl::StatusOr<GitObject> object)>;
  absl::Status Read(const std::vector<std::string>& names, int64_t max_bytes,
                    const Receiver& receive);

  // Every question has been answered in full, so that the next one gets its own answer.
  bool is_idle() const { return is_idle_ && available_.empty(); }
  // For the calls from now on.
  void set_control(const CallControl& control) { control_ = control; }

 private:
  using Answer = absl::StatusOr<GitObject>;

  GitObjects(const GitScratch& scratch, CallControl control)
      : scratch_(scratch), control_(std::move(control)) {}
  absl::Status StartProcess();
  absl::Status Restart();
  absl::StatusOr<size_t> Ask(const std::vector<std::string>& names, size_t first);
  absl::Status More();
  absl::StatusOr<std::string> ReadLine();
  absl::Status ReadContent(int64_t size, bool is_kept);
  absl::StatusOr<Answer> ReadAnswer(const std::string& name, int64_t max_bytes);

  const GitScratch& scratch_;
  int restarts_ = 0;
  std::unique_ptr<Subprocess> process_;
  CallControl control_;
  absl::string_view available_;  // Output not yet used.
  std::string content_;
  bool is_idle_ = true;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_OBJECTS_H_
