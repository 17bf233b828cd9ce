#ifndef ANALYZERS_HOUSE_PATH_FILTER_H_
#define ANALYZERS_HOUSE_PATH_FILTER_H_

// Which paths a tool looks at, as its configuration says it.
//
//   const PathMatcher matcher({.files = "^pkg/core/.*", .exclude = "^pkg/core/vendored/"});
//   if (matcher.Matches("pkg/core/a.py")) ...
//
// Expressions are Python's, searched anywhere in the path. One that RE2 cannot read (look-ahead and
// the like), or that is too long, matches nothing; `error` then says why. Matching takes time by
// the length of the path.

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace re2 {
class RE2;
}

namespace allreview::house {

// Empty: all paths, none.
struct PathFilter {
  std::string files, exclude;
  bool is_everything() const { return files.empty() && exclude.empty(); }
  friend bool operator==(const PathFilter&, const PathFilter&) = default;
};

class PathMatcher {
 public:
  explicit PathMatcher(const PathFilter& filter);
  ~PathMatcher();
  PathMatcher(PathMatcher&&) noexcept;

  bool Matches(absl::string_view path) const;
  std::vector<std::string> Select(const std::vector<std::string>& paths) const;
  const std::string& error() const { return error_; }

 private:
  std::unique_ptr<re2::RE2> files_, exclude_;
  std::string error_;
};

// Regular expression for a path pattern of CODEOWNERS (and .gitignore), or of per-file settings of
// linters: "docs/", "*.py", "/setup.py", "a/**/b".
std::string ExpressionOfPattern(absl::string_view pattern);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_PATH_FILTER_H_
