#ifndef REVIEW_CODE_URL_H_
#define REVIEW_CODE_URL_H_

// Where a forge shows the code of a pull request. Pure.
//
//   CodeUrl({.pull_request = "https://github.com/acme/train/pull/7", .number = 7, .commit = head})
//     -> "https://github.com/acme/train/blob/HEAD"
//   UrlOfLines("https://github.com/acme/train/blob/HEAD", range)
//     -> "https://github.com/acme/train/blob/HEAD/train/loss.py#L6-L7"

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"

namespace allreview {

struct CodeAtCommit {
  absl::string_view pull_request;  // Address of its page.
  int64_t number = 0;
  absl::string_view commit;
};

// Empty: no address over https is known, or no commit.
std::string CodeUrl(const CodeAtCommit& code);

// Empty without `code_url`, and for lines that are gone.
std::string UrlOfLines(absl::string_view code_url, const change::v1::SourceRange& range);

// A path as a relative URI: bytes that a URI cannot hold are percent-encoded.
std::string PathToUri(absl::string_view path_text);

}  // namespace allreview

#endif  // REVIEW_CODE_URL_H_
