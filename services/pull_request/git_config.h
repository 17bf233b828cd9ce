#ifndef SERVICES_PULL_REQUEST_GIT_CONFIG_H_
#define SERVICES_PULL_REQUEST_GIT_CONFIG_H_

// Reads a repository's config file as data, so that git itself need not read it: much of what can
// stand there makes git run a program.
//
//   GitConfig config = ParseGitConfig(text);
//   std::optional<std::string> url = config.Get("remote", "origin", "url");
//
// Pure. Lines that git would refuse are skipped; include directives are not followed.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::pull_request {

struct GitConfigEntry {
  std::string section;     // Lower case.
  std::string subsection;  // As written. Empty: none.
  std::string key;         // Lower case.
  std::string value;       // "true" where only the key stands.
};

struct GitConfig {
  std::vector<GitConfigEntry> entries;  // In the order of the file.

  // The last value, as git decides.
  std::optional<std::string> Get(absl::string_view section, absl::string_view subsection,
                                 absl::string_view key) const;
};

GitConfig ParseGitConfig(absl::string_view text);

// The text of a config file that git reads back to the same entry.
std::string FormatGitConfig(const GitConfig& config);

// The part of a repository's configuration that says how its data is stored and how its files lie
// on disk, and which remote branch a branch follows. It names no program and no server.
GitConfig SafePartOf(const GitConfig& config);

// "owner/name" of a remote's URL; empty when it has no such part (a local folder).
std::string RepositoryNameOfUrl(absl::string_view url);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_CONFIG_H_
