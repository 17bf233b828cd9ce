#ifndef ANALYZERS_PLAYBOOK_CI_JOBS_H_
#define ANALYZERS_PLAYBOOK_CI_JOBS_H_

// What the workflows run, job by job: through `make TARGET` to the recipe, in the folders that the
// steps work in.
//
//   for (const CiJob& job : CiJobsOf(texts, has_path)) {
//     if (job.has_tests()) Use(job.pythons, job.commands);
//   }

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"
#include "analyzers/playbook/playbook.h"
#include "analyzers/playbook/shell_commands.h"

namespace allreview::playbook {

struct CiCommand {
  ShellCommand shell;  // `${{ inputs.x }}` is <x> in its line.
  std::optional<house::Purpose> purpose;
};

struct CiJob {
  std::vector<CiCommand> commands;
  std::vector<std::pair<std::string, Provenance>> pythons;  // "3.11", in the order of the file.
  std::string image;                                        // Of its container; empty: none.
  Provenance image_place;
  bool is_on_pull_requests = false;  // Or called by other workflows.
  bool has_tests() const;
};

// Those on pull requests first. `has_path` as in shell_commands.h.
std::vector<CiJob> CiJobsOf(const std::vector<house::File>& texts,
                            const std::function<bool(absl::string_view path)>& has_path);

// A recipe with the variables of its Makefile put in.
struct MakeTarget {
  std::string name;
  int line = 0;
  std::vector<std::string> commands;
};
std::vector<MakeTarget> MakeTargetsOf(absl::string_view makefile);

// What the command is for; scripts and modules that test are tests, too.
std::optional<house::Purpose> PurposeOfCommand(absl::string_view line);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_CI_JOBS_H_
