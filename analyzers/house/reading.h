#ifndef ANALYZERS_HOUSE_READING_H_
#define ANALYZERS_HOUSE_READING_H_

// What the readers of single files find; read_policy.h puts it together.

#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"

namespace allreview::house {

struct Reading {
  std::vector<Claim> claims;
  std::vector<Hook> hooks;
  std::vector<Command> commands;
  Process process;
  std::vector<OwnerRule> owners;
  std::set<std::string> scripts_in_ci;  // Paths of scripts that a workflow runs.
  bool runs_commit_hooks = false;       // A workflow runs those of .pre-commit-config.yaml.
  std::vector<Diagnostic> diagnostics;
};

// pyproject.toml.
Reading ReadPyproject(const File& file);
// .pylintrc, .flake8, setup.cfg, tox.ini, mypy.ini.
Reading ReadIniFile(const File& file);
// .pre-commit-config.yaml and codecov.yml.
Reading ReadPreCommit(const File& file);
Reading ReadCodecov(const File& file);
// Workflows, by lines: which tools and scripts their steps run.
Reading ReadWorkflow(const File& file);
// A shell script: the tools that it runs.
Reading ReadScript(const File& file);
// AGENTS.md and the like: fixed phrases, and commands of code blocks.
Reading ReadDocument(const File& file);
Reading ReadOwners(const File& file);

// Where a part begins at or after `from`; npos: nowhere. Much faster than string_view's on long
// texts.
inline size_t FindPart(absl::string_view text, absl::string_view part, size_t from = 0) {
  if (from >= text.size()) return absl::string_view::npos;
  const void* found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
  return found == nullptr ? absl::string_view::npos
                          : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

// "lint" tools and formatters by the name of their command; "" for other words.
absl::string_view ToolOf(absl::string_view command_word);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_READING_H_
