#include "gateway/cli/rule_files.h"

#include <dirent.h>

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace allreview::cli {
namespace {

absl::StatusOr<std::vector<std::string>> FilesOf(const std::string& path, const std::string& what) {
  DIR* const folder = opendir(path.c_str());
  if (folder == nullptr) return std::vector<std::string>{path};
  std::vector<std::string> files;
  while (const dirent* entry = readdir(folder)) {
    const absl::string_view name = entry->d_name;
    if (absl::EndsWith(name, ".yaml") || absl::EndsWith(name, ".yml")) {
      files.push_back(absl::StrCat(absl::StripSuffix(path, "/"), "/", name));
    }
  }
  closedir(folder);
  if (files.empty()) {
    return absl::NotFoundError(absl::StrCat(what, ": no *.yaml or *.yml in \"", path, "\""));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

absl::StatusOr<std::vector<analysis::v1::RuleFile>> ReadRuleFiles(
    const std::vector<std::string>& paths, const std::string& what) {
  std::vector<analysis::v1::RuleFile> files;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(const std::vector<std::string> names, FilesOf(path, what));
    for (const std::string& name : names) {
      absl::StatusOr<std::string> content = ReadFile(name);
      if (!content.ok()) {
        return absl::Status(content.status().code(),
                            absl::StrCat(what, ": ", content.status().message()));
      }
      analysis::v1::RuleFile& file = files.emplace_back();
      file.set_name(name);
      file.set_content(*std::move(content));
    }
  }
  return files;
}

}  // namespace allreview::cli
