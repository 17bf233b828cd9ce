#include "analyzers/repository/links.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/work_budget.h"

namespace allreview::repository {
namespace {

constexpr int kMaxChain = 40;
constexpr size_t kMaxTarget = 1024;  // Bytes.
constexpr int kMaxSteps = 300;       // From folder to folder.
constexpr size_t kMaxLinks = 20000;

// Puts what is written in a link in front of what is still to be walked.
bool Prepend(absl::string_view text, std::deque<std::string>& rest) {
  if (text.empty() || text.size() > kMaxTarget || text[0] == '/') return false;
  const std::vector<std::string> parts = absl::StrSplit(text, '/');
  rest.insert(rest.begin(), parts.begin(), parts.end());
  return true;
}

// The path without links; none: it leads nowhere.
std::optional<std::string> Resolve(const std::string& path,
                                   const std::map<std::string, std::string>& links) {
  std::vector<std::string> at;
  std::deque<std::string> rest = absl::StrSplit(path, '/');
  int followed = 0;
  for (int steps = 0; !rest.empty(); ++steps) {
    if (steps == kMaxSteps) return std::nullopt;
    const std::string part = std::move(rest.front());
    rest.pop_front();
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (at.empty()) return std::nullopt;
      at.pop_back();
      continue;
    }
    at.push_back(part);
    const auto link = links.find(absl::StrJoin(at, "/"));
    if (link == links.end()) continue;
    at.pop_back();
    if (++followed > kMaxChain || !Prepend(link->second, rest)) return std::nullopt;
  }
  return absl::StrJoin(at, "/");
}

}  // namespace

std::vector<Link> FollowLinks(const std::vector<std::string>& files,
                              const std::map<std::string, std::string>& links) {
  std::vector<Link> found;
  for (const auto& [path, text] : links) {
    Poll();
    const std::optional<std::string> target = Resolve(path, links);
    if (!target || target->empty()) continue;
    const std::string folder = absl::StrCat(*target, "/");
    if (absl::StartsWith(path, folder)) continue;
    auto file = std::lower_bound(files.begin(), files.end(), *target);
    if (file != files.end() && *file == *target) {
      found.push_back({path, *target});
    } else {
      file = std::lower_bound(file, files.end(), folder);
      for (; file != files.end() && absl::StartsWith(*file, folder); ++file) {
        if (found.size() == kMaxLinks) break;
        found.push_back({absl::StrCat(path, "/", file->substr(folder.size())), *file});
      }
    }
    if (found.size() == kMaxLinks) break;
  }
  std::sort(found.begin(), found.end(),
            [](const Link& a, const Link& b) { return a.path < b.path; });
  return found;
}

}  // namespace allreview::repository
