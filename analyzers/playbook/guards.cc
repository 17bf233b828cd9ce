#include "analyzers/playbook/guards.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxFiles = 120;

// "fast_kernels" of "from fast_kernels.ops import f".
std::string LibraryOf(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  if (!absl::ConsumePrefix(&line, "import ") && !absl::ConsumePrefix(&line, "from ")) return "";
  line = absl::StripLeadingAsciiWhitespace(line);
  return std::string(line.substr(0, line.find_first_of(" ,.;")));
}

}  // namespace

bool IsGuardName(absl::string_view name) {
  return absl::StartsWith(name, "HAVE_") || absl::StartsWith(name, "HAS_");
}

std::vector<Guard> GuardsIn(absl::string_view text) {
  std::vector<Guard> guards;
  std::set<std::string> seen;
  std::string library;  // That the try statement that is open imports.
  bool has_several = false, is_handler = false;
  size_t indent = 0;
  ForEachLine(text, [&](int number, absl::string_view line) {
    const absl::string_view code = absl::StripAsciiWhitespace(line);
    if (code.empty() || code[0] == '#') return;
    const size_t its = line.find_first_not_of(' ');
    if (code == "try:") {
      library.clear();
      has_several = is_handler = false;
      indent = its;
      return;
    }
    if (its <= indent && !absl::StartsWith(code, "except") && !absl::StartsWith(code, "else") &&
        !absl::StartsWith(code, "finally")) {
      library.clear();
    }
    is_handler |= absl::StartsWith(code, "except");
    const std::string imported = its > indent && !is_handler ? LibraryOf(code) : "";
    if (!imported.empty()) {
      has_several |= !library.empty() && library != imported;
      library = imported;
    }
    if (!IsGuardName(code)) return;
    const std::string flag(code.substr(0, code.find_first_of(" =:")));
    const absl::string_view rest = code.substr(flag.size());
    if (!absl::StrContains(rest, "=") || absl::StrContains(rest.substr(0, 3), "==")) return;
    if (library.empty() && absl::StrContains(code, "False")) return;  // Before its try statement.
    if (seen.insert(flag).second) guards.push_back({flag, has_several ? "" : library, number});
  });
  return guards;
}

std::vector<std::string> FilesWithGuards(repository::RepositoryIndex& index) {
  std::vector<std::pair<int, std::string>> found;
  for (const repository::IndexedFile* file : index.AllFiles()) {
    if (!file->is_known() || !paths::IsProductSource(file->path())) continue;
    int count = 0;
    const absl::string_view words = repository::IdentifiersOfFacts(file->encoded_facts());
    for (absl::string_view prefix : {"\nHAVE_", "\nHAS_"}) {
      for (size_t at = words.find(prefix); at != absl::string_view::npos;
           at = words.find(prefix, at + 1)) {
        ++count;
      }
    }
    if (count > 0) found.emplace_back(-count, file->path());
  }
  std::sort(found.begin(), found.end());
  if (found.size() > kMaxFiles) found.resize(kMaxFiles);
  std::vector<std::string> paths;
  for (auto& [count, path] : found) paths.push_back(std::move(path));
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace allreview::playbook
