#ifndef SARIF_LOG_H_
#define SARIF_LOG_H_

// What a tool said, as a SARIF 2.1.0 log holds it, with references inside the log resolved: the
// rule of a result, the text of a message. Places still are URIs; see uri.h. Plain data.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace allreview::sarif {

// Lines and columns are 1-based, 0: not given. Columns count as Run::are_columns_utf16 says;
// `end_column` is exclusive. Offsets are 0-based, -1: not given.
struct Region {
  int64_t start_line = 0, start_column = 0, end_line = 0, end_column = 0;
  int64_t char_offset = -1, char_length = 0;
  int64_t byte_offset = -1, byte_length = 0;
};

// A file as a log names it: by a URI, by its place in Run::artifacts, or by both.
struct FileReference {
  std::string uri = {}, uri_base_id = {};
  int64_t index = -1;
};

struct Location {
  FileReference file = {};
  Region region = {};
  std::string message = {};
};

struct Replacement {
  Region deleted = {};
  std::string inserted = {};
};

struct FileChange {
  FileReference file = {};
  std::vector<Replacement> replacements = {};
};

struct Fix {
  std::string description = {};
  std::vector<FileChange> changes = {};
};

struct Rule {
  std::string id = {}, name = {};
  std::string short_description = {}, full_description = {}, help = {}, help_uri = {};
  std::string level = {};             // "error", "warning", "note", "none"; empty: not given.
  std::string precision = {};         // "very-high"…"low", as CodeQL and GitHub define it.
  std::string problem_severity = {};  // "error", "warning", "recommendation".
  double security_severity = -1;      // 0 to 10; -1: not given.
  std::vector<std::string> tags = {};
  std::map<std::string, std::string> messages = {};  // By id.
};

struct Result {
  std::string rule_id = {};  // Never empty.
  int rule = -1;             // In Run::rules; -1: the log says nothing of it.
  std::string level = {};    // As given; empty: the rule's.
  std::string kind = {};     // "fail", "pass", "open", "review"…; empty: "fail".
  std::string message = {};  // Plain text.
  std::vector<Location> locations = {}, related = {};
  std::vector<Location> steps = {};  // Of its first code flow.
  std::vector<Fix> fixes = {};
  std::map<std::string, std::string> fingerprints = {};  // And partial ones.
  bool is_suppressed = false;  // In the source or outside of it, and nobody has rejected that.
  bool is_absent = false;      // Of an earlier run; not found by this one.
};

struct Run {
  std::string tool = {}, version = {};
  std::string automation_id = {};
  std::vector<Rule> rules = {};  // Of the driver, then of the extensions.
  std::vector<Result> results = {};
  std::vector<FileReference> artifacts = {};
  std::map<std::string, FileReference> bases = {};  // originalUriBaseIds.
  std::vector<std::string> roots = {};  // URIs of checkouts, as far as the log names them.
  bool is_success = false;        // Every invocation says that it ended well, and there is one.
  bool are_columns_utf16 = true;  // Else they count code points.
};

struct Log {
  std::vector<Run> runs = {};
};

}  // namespace allreview::sarif

#endif  // SARIF_LOG_H_
