#ifndef GATEWAY_CLI_DOCUMENTS_H_
#define GATEWAY_CLI_DOCUMENTS_H_

// Where the documents of a review go.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<Documents> documents, Documents::Open({"-", "a.sarif"}, out));
//   RETURN_IF_ERROR(documents->Write(chunk));   // For each chunk.
//   RETURN_IF_ERROR(documents->Finish());
//
// A file appears under its name when all is written: a review that fails leaves the old one. What
// is no regular file (a pipe, /dev/stdout) is written directly.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/output.h"
#include "proto/report/v1/report.pb.h"

namespace allreview::cli {

// Folders that are made for documents. Those that are still empty in the end are removed.
class NewFolders {
 public:
  NewFolders() = default;
  ~NewFolders();
  NewFolders(NewFolders&&) = default;
  NewFolders& operator=(NewFolders&&) = default;

  // With those above it, as far as they are missing.
  absl::Status Make(const std::string& path);

  // The innermost first.
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::vector<std::string> paths_;
};

class Documents {
 public:
  // "-" is `standard_output`, which outlives the object. Fails when a file cannot be made.
  static absl::StatusOr<std::unique_ptr<Documents>> Open(const std::vector<std::string>& names,
                                                         Output& standard_output);

  // What is written for this document is `convert` of all its text, in Finish().
  using Conversion = std::function<absl::StatusOr<std::string>(absl::string_view text)>;
  void Convert(size_t index, Conversion convert);

  // Removes what was not finished.
  ~Documents();
  Documents(const Documents&) = delete;
  Documents& operator=(const Documents&) = delete;

  absl::Status Write(const report::v1::DocumentChunk& chunk);
  // kDataLoss when a document did not arrive to its end.
  absl::Status Finish();

  // Files to remove when the process ends without destructors.
  std::vector<std::string> Unfinished() const;

 private:
  struct Target {
    std::string name;
    std::string temporary;  // Empty: written directly.
    int fd = -1;
    std::unique_ptr<Output> file;
    Output* output = nullptr;
    bool is_complete = false;
    Conversion convert;  // Empty: none.
    std::string text;    // What is to be converted.
  };

  Documents() = default;
  static absl::Status OpenFile(Target& target);

  std::vector<Target> targets_;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_DOCUMENTS_H_
