#include "analyzers/playbook/folders.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/author_text.h"
#include "analyzers/playbook/guide_text.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxLargest = 12;
constexpr size_t kMaxConventions = 4;
constexpr int kMinFiles = 3;
constexpr int kMinMentions = 3;
constexpr size_t kMaxBytes = 16 << 20;  // Of documents that are searched for one folder.

std::string FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : std::string(path.substr(0, slash));
}

// How many components at their ends are the same.
int SharedEnd(absl::string_view a, absl::string_view b) {
  const std::vector<absl::string_view> x = absl::StrSplit(a, '/'), y = absl::StrSplit(b, '/');
  int shared = 0;
  while (shared < static_cast<int>(std::min(x.size(), y.size())) &&
         x[x.size() - 1 - shared] == y[y.size() - 1 - shared]) {
    ++shared;
  }
  return shared;
}

std::string TestsOf(const View& view, absl::string_view folder) {
  const absl::string_view base = BaseName(folder);
  std::map<std::string, int> folders;
  int named = 0;
  std::string beside, only;
  const std::string prefix = absl::StrCat("test_", base);
  for (const repository::IndexedFile* test : view.tests) {
    const std::string at = FolderOf(test->path());
    if (BaseName(at) == base) ++folders[at];
    if (absl::StartsWith(BaseName(test->path()), prefix)) {
      ++named;
      only = test->path();
      beside = at;
    }
  }
  std::string best;
  for (const auto& [at, count] : folders) {
    const int more = SharedEnd(at, folder) - SharedEnd(best, folder);
    if (best.empty() || more > 0 || (more == 0 && at.size() < best.size())) best = at;
  }
  if (!best.empty()) return absl::StrCat(best, "/");
  if (named == 0) return "";
  return named == 1 ? only : absl::StrCat(beside, "/", prefix, "*.py");
}

int Mentions(absl::string_view text, absl::string_view wanted) {
  int count = 0;
  while (count < 100) {
    const void* found = memmem(text.data(), text.size(), wanted.data(), wanted.size());
    if (found == nullptr) break;
    ++count;
    text.remove_prefix(static_cast<size_t>(static_cast<const char*>(found) - text.data()) + 1);
  }
  return count;
}

std::string DocumentOf(const View& view, absl::string_view folder) {
  for (absl::string_view name : {"README.md", "README.rst", "AGENTS.md", "CLAUDE.md"}) {
    const std::string path = absl::StrCat(folder, "/", name);
    if (!folder.empty() && view.HasFile(path)) return path;
  }
  // As documents beside the package write it.
  absl::ConsumePrefix(&folder, "src/");
  if (!absl::StrContains(folder, "/")) return "";  // One word alone may be anything.
  const std::string wanted = absl::StrCat(folder, "/");
  std::string best;
  int most = kMinMentions - 1;
  size_t bytes = 0;
  for (const house::File& file : view.input.texts) {
    const bool is_hidden = file.path[0] == '.' || absl::StrContains(file.path, "/.");
    if (!IsMarkup(file.path) || is_hidden || !absl::StrContains(file.path, "/")) continue;
    bytes += file.content.size();
    if (bytes > kMaxBytes) break;
    const int count = Mentions(file.content, wanted);
    if (count > most) {
      most = count;
      best = file.path;
    }
  }
  return best;
}

bool IsConvention(absl::string_view path) {
  std::string name = absl::AsciiStrToLower(BaseName(path));
  for (absl::string_view word : {"convention", "guideline", "principle", "invariant", "style_guide",
                                 "styleguide", "coding_style", "philosophy"}) {
    if (absl::StrContains(name, word)) return true;
  }
  return false;
}

}  // namespace

FolderGuide GuideOf(const View& view, absl::string_view folder) {
  if (folder.empty() || folder == view.package) return {};
  return {.document = DocumentOf(view, folder), .tests = TestsOf(view, folder)};
}

std::vector<std::string> LargestFolders(const View& view) {
  std::map<std::string, int> counts;
  for (const repository::IndexedFile* file : view.product) {
    if (!view.package.empty() && absl::StartsWith(file->path(), absl::StrCat(view.package, "/"))) {
      ++counts[FolderOf(file->path())];
    }
  }
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [folder, count] : counts) {
    if (count >= kMinFiles) order.emplace_back(-count, folder);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> folders;
  for (size_t i = 0; i < order.size() && i < kMaxLargest; ++i) folders.push_back(order[i].second);
  return folders;
}

std::vector<NamedGuide> ConventionFiles(const View& view) {
  std::vector<NamedGuide> guides;
  for (const house::File& file : view.input.texts) {
    if (guides.size() == kMaxConventions) break;
    if ((!IsMarkup(file.path) && !absl::EndsWith(file.path, ".mdc")) || !IsConvention(file.path)) {
      continue;
    }
    // Translations have the name of what they translate.
    const bool is_again = std::any_of(guides.begin(), guides.end(), [&](const NamedGuide& other) {
      return BaseName(other.path) == BaseName(file.path);
    });
    if (is_again) continue;
    NamedGuide guide{.path = file.path, .purpose = "", .line = 0};
    int seen = 0;
    for (const intent::AuthorSentence& said :
         intent::ReadAuthorText(WithoutFrontMatter(file.content), intent::Voice::kGuide)
             .sentences) {
      const bool says_when =
          absl::StartsWith(said.text, "Read this") || absl::StartsWith(said.text, "Consult this");
      if (says_when) {
        guide.purpose = std::string(absl::StripPrefix(said.text, "Description: "));
        guide.line = said.line;
      }
      if (says_when || ++seen == 8) break;
    }
    guides.push_back(std::move(guide));
  }
  return guides;
}

}  // namespace allreview::playbook
