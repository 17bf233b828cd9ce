#ifndef ANALYZERS_RULES_CONFIGURATION_FILES_AFTER_H_
#define ANALYZERS_RULES_CONFIGURATION_FILES_AFTER_H_

// Files of some kinds in the repository after a change, and those that the change took away: for
// rules about paths that recipes and build files name.
//
//   const FilesAfter scripts(change, {".py", ".sh"});
//   if (!scripts.Has("tools/convert.py")) ...   // Perhaps scripts.GoneTo("tools/convert.py").

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

class FilesAfter {
 public:
  FilesAfter(ChangeContext& change, const std::vector<std::string>& suffixes);

  bool is_empty() const { return by_name_.empty(); }
  // Some file ends so.
  bool Has(absl::string_view path) const;
  // Files of that name, wherever they are, and of the same folder; sorted, the path itself among
  // them if it is there.
  const std::vector<std::string>& Namesakes(absl::string_view path) const;
  const std::vector<std::string>& Beside(absl::string_view path) const;
  // The first folder of the path has some of the files.
  bool LeadsInside(absl::string_view path) const;
  // What the change makes of a file that it renames; "": it deletes it. Null: neither.
  const std::string* GoneTo(absl::string_view path) const;

 private:
  using Lists = std::map<std::string, std::vector<std::string>, std::less<>>;

  static const std::vector<std::string>& ListOf(const Lists& lists, absl::string_view key);

  Lists by_name_, by_folder_;
  std::map<std::string, std::string, std::less<>> gone_;
};

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_FILES_AFTER_H_
