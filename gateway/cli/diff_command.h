#ifndef GATEWAY_CLI_DIFF_COMMAND_H_
#define GATEWAY_CLI_DIFF_COMMAND_H_

#include <ostream>
#include <vector>

#include "gateway/cli/environment.h"
#include "proto/diff/v1/diff.pb.h"
#include "services/host/flags.h"

namespace allreview::cli {

// `allreview diff`. Returns the exit code: kFindings when a part of the diff was not understood.
int RunDiff(const host::Flags& flags, Environment& environment);

struct ParsedDiff {
  std::vector<diff::v1::DiffFile> files;  // Without text.
  std::vector<change::v1::Diagnostic> diagnostics;
  diff::v1::Summary summary;
};

void WriteDiffText(const ParsedDiff& diff, std::ostream& out);
void WriteDiffJson(const ParsedDiff& diff, std::ostream& out);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_DIFF_COMMAND_H_
