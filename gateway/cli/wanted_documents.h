#ifndef GATEWAY_CLI_WANTED_DOCUMENTS_H_
#define GATEWAY_CLI_WANTED_DOCUMENTS_H_

// From --documents, --format, --language and --output to what is to be rendered, and where it goes.
//
//   --documents=all --format=html --output=out/   ->  out/review.html, out/deep-dive.html, ...
//   --format=sarif --output=r.sarif               ->  r.sarif
//
// Formats for machines hold the review alone: beside other documents they are written once. A name
// that is a folder, ends in "/", or is that of several documents is a folder's.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "proto/report/v1/report.pb.h"

namespace allreview::cli {

struct WantedDocument {
  report::v1::DocumentRequest request;
  std::string output;     // A file; "-": standard output.
  std::string folder;     // The folder of that file, to be made if it is missing. Empty: the file's
                          // own affair.
  bool is_patch = false;  // The edits of the review, which is asked for in JSON.
};

// kInvalidArgument: the flags contradict each other, or two documents would go to one place. Makes
// nothing: the folder of an output need not exist.
absl::StatusOr<std::vector<WantedDocument>> WantedDocuments(const Arguments& arguments,
                                                            const Environment& environment,
                                                            absl::string_view default_documents);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_WANTED_DOCUMENTS_H_
