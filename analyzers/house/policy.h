#ifndef ANALYZERS_HOUSE_POLICY_H_
#define ANALYZERS_HOUSE_POLICY_H_

// What a repository asks of new code, as its own files say it. Plain data.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/path_filter.h"
#include "sentences/sentence.h"

namespace allreview::house {

// A text of the base tree.
struct File {
  std::string path, content;
};

struct Place {
  std::string path;
  int line = 0;  // 1-based.
  friend bool operator==(const Place&, const Place&) = default;
};

// kCiEnforced: a tool that CI or a commit hook runs reports it. kDeclared: somebody wrote it down.
// kNorm: nobody did, but nearly all code does it.
enum class Level { kCiEnforced, kDeclared, kNorm };

struct Compliance {
  int64_t complies = 0, total = 0;
  int percent() const { return total == 0 ? 0 : static_cast<int>(complies * 100 / total); }
};

// One thing that one place says. Ids and values are those of the tables in claims.h.
struct Claim {
  std::string id, value;
  Level level = Level::kDeclared;
  std::string tool;  // "pylint C0116": who reports it. Empty: prose.
  PathFilter files;
  Place source;
  Words said = {};  // The value, where it is no name or number. Empty: as `value` is.
};

// What is asked, after all claims about it were weighed.
struct Entry {
  std::string id;   // "line-length"
  Words statement;  // "lines of at most 100 characters"
  Level level = Level::kDeclared;
  std::string value;  // "100"; may be empty.
  std::string tool;
  PathFilter files;
  Place source;
  std::optional<Compliance> compliance;  // Of the code that exists; nullopt: not measured.
  bool is_active = true;                 // False: declared, but the code does otherwise.
  std::vector<Claim> more;               // Other places that say so, or otherwise.
};

// Places that disagree, and which of them is followed.
struct Conflict {
  std::string id;
  Words text;  // "line length 100 (pyproject.toml:184) or 119 (docs/style.md:12): 100 holds"
  std::vector<Place> places;
};

enum class Purpose { kInstall, kFormat, kLint, kTest };

// A command that some text of the repository shows or runs.
struct Command {
  Purpose purpose = Purpose::kTest;
  std::string line;
  Place source;
  bool is_run_by_ci = false;
};

// A tool that runs over files, from .pre-commit-config.yaml or a script that CI runs.
struct Hook {
  std::string id;         // "black"
  std::string arguments;  // " --skip-string-normalization", or empty.
  PathFilter files;
  Place source;
  bool is_run_by_ci = false;
};

// How a change is to be submitted.
struct Process {
  std::optional<Place> draft, sign_off, linked_issue;
  bool wants_signature = false;  // git commit -S.
};

struct OwnerRule {
  std::string pattern;
  std::vector<std::string> owners;  // "@team"
  int line = 0;
};

struct Diagnostic {
  Place place;
  Words message;
};

struct Policy {
  std::vector<Entry> entries;  // Sorted by level, then id.
  std::vector<Conflict> conflicts;
  std::vector<Command> commands;  // In the order of preference.
  std::vector<Hook> hooks;
  Process process;
  std::string owners_path;
  std::vector<OwnerRule> owners;  // In the order of the file: the last that fits a path decides.
  std::vector<Diagnostic> diagnostics;

  // Null: nobody asks for that.
  const Entry* Find(absl::string_view id) const {
    for (const Entry& entry : entries) {
      if (entry.id == id) return &entry;
    }
    return nullptr;
  }
};

// "pyproject.toml:184"
std::string ToString(const Place& place);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_POLICY_H_
