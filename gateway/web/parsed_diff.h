#ifndef GATEWAY_WEB_PARSED_DIFF_H_
#define GATEWAY_WEB_PARSED_DIFF_H_

#include <vector>

#include "proto/change/v1/change.pb.h"
#include "proto/diff/v1/diff.pb.h"

namespace allreview::web {

// A diff as DiffService reads it, with the text of its hunks whole.
struct ParsedDiff {
  std::vector<diff::v1::DiffFile> files = {};
  std::vector<change::v1::Diagnostic> diagnostics = {};
};

}  // namespace allreview::web

#endif  // GATEWAY_WEB_PARSED_DIFF_H_
