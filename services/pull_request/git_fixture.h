#ifndef SERVICES_PULL_REQUEST_GIT_FIXTURE_H_
#define SERVICES_PULL_REQUEST_GIT_FIXTURE_H_

// Real repositories for tests, in a temporary folder that goes away with the object.
//
//   GitFixture repo;
//   repo.Write("a.py", "x = 1\n");
//   std::string first = repo.Commit("Add a");
//
// A git command that fails ends the test program: nothing that follows would mean anything.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {

// A folder of its own.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  // Creates folders as needed.
  void Write(const std::string& path, absl::string_view content) const;

 private:
  std::string path_;
};

class GitFixture {
 public:
  // Further arguments of `git init`, for example "--bare".
  explicit GitFixture(const std::vector<std::string>& init_arguments = {});

  const std::string& path() const { return path_; }
  // The folder that the repository lies in.
  const TemporaryFolder& folder() const { return folder_; }

  void Write(const std::string& path, absl::string_view content) const;
  void Remove(const std::string& path) const;
  // Standard output of a git command in the work tree.
  std::string Git(const std::vector<std::string>& arguments) const;
  // Commits everything in the work tree; returns the id.
  std::string Commit(const std::string& message) const;
  // What `git diff ARGUMENTS` prints with the flags that the contract names.
  std::string Diff(const std::vector<std::string>& arguments) const;

 private:
  TemporaryFolder folder_;
  std::string path_;
};

// Keeps everything that a source sends.
class RecordingSink : public ChangeSink {
 public:
  absl::Status OnOpened(const v1::Opened& message) override;
  absl::Status OnFiles(const v1::FileList& message) override;
  absl::Status OnDiff(absl::string_view chunk) override;
  absl::Status OnLedger(const change::v1::LedgerEntry& entry) override;
  absl::Status OnDiagnostic(const change::v1::Diagnostic& diagnostic) override;

  v1::Opened opened;
  std::vector<change::v1::FileEntry> files;
  std::string diff;
  std::vector<change::v1::LedgerEntry> ledger;
  std::vector<change::v1::Diagnostic> diagnostics;
};

// "M a.py", "R090 a.py -> b.py", "A link 120000": status, paths, the new mode where it is not that
// of an ordinary file.
std::vector<std::string> Describe(const std::vector<change::v1::FileEntry>& files);

// Access to every folder, as the command line has it.
LocalAccess AllowAll();

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_FIXTURE_H_
