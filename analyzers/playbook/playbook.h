#ifndef ANALYZERS_PLAYBOOK_PLAYBOOK_H_
#define ANALYZERS_PLAYBOOK_PLAYBOOK_H_

// The conventions of a repository at one commit, derived from its files.
//
//   std::vector<std::string> wanted;  // Of all paths, those with IsPlaybookText(path).
//   Playbook playbook = BuildPlaybook({.paths = paths, .texts = texts, .index = index});
//
// A statement is an id with values; who renders it puts it into words. Each one says where it comes
// from: a line, or how many of how many files. What is not there is not said; the few statements
// about absence ("no type checker is configured") say so by their ids.
//
// Pure but for the index, which it loads. Output is in a fixed order.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::playbook {

struct Provenance {
  std::string path;
  int line = 0;   // 1-based. 0: the file as a whole, or a count.
  int count = 0;  // How many files or places agree…
  int of = 0;     // …of how many.
};

struct Statement {
  std::string id;
  std::map<std::string, std::string> values;  // Of a list, one item on each line.
  std::vector<Provenance> provenance;
  std::string topic;
};

struct Section {
  std::string id;
  std::vector<Statement> statements;
  std::string reason_empty;  // An id, when there are none.
};

struct Contradiction {
  struct Claim {
    std::string value;
    Provenance provenance;
  };
  std::string topic;
  std::vector<Claim> claims;
};

struct Stale {
  std::string what, text;
  Provenance provenance;
};

struct Playbook {
  std::vector<Section> sections;
  std::vector<Contradiction> contradictions;
  std::vector<Stale> stale;
  int stale_left_out = 0;
  int documents_checked = 0;
  std::vector<Provenance> unread;
};

// What a commit of the past did.
struct PastCommit {
  struct Option {
    std::string path, owner, name;  // A field of a class, or a flag without owner.
  };
  std::vector<std::string> added, changed;  // Paths.
  std::vector<Option> options;              // That it added.
};

struct PlaybookInput {
  const std::vector<std::string>& paths;  // All files, sorted.
  const std::vector<house::File>& texts;  // Sorted by path.
  repository::RepositoryIndex& index;
  const std::vector<std::string>& subjects;  // Of the last commits, newest first. Empty: not known.
  const std::vector<house::File>& python;    // Texts that WantedPython named; may be fewer.
  std::vector<PastCommit> past = {};         // The last commits, in any order. Empty: not known.
};

// Configuration, documents, scripts.
bool IsPlaybookText(absl::string_view path);

// The few Python files that are read as text, sorted: those with guards of optional libraries, the
// tests that are shown as examples, those with helpers to log, and what changed together.
std::vector<std::string> WantedPython(const std::vector<std::string>& paths,
                                      repository::RepositoryIndex& index,
                                      const std::vector<PastCommit>& past);

Playbook BuildPlaybook(const PlaybookInput& input);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_PLAYBOOK_H_
