#include "analyzers/playbook/folders.h"

#include <algorithm>
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

bool IsBelowTests(absl::string_view folder) {
  return absl::StartsWith(folder, "tests/") || absl::StrContains(folder, "/tests/");
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
  // Another folder of the product fits these tests better.
  const int shared = SharedEnd(best, folder);
  const bool is_of_other =
      !best.empty() &&
      std::any_of(view.folders.begin(), view.folders.end(), [&](const auto& other) {
        return other != folder && other != best && !IsBelowTests(other) &&
               SharedEnd(best, other) > shared;
      });
  if (is_of_other) return "";
  if (!best.empty()) return absl::StrCat(best, "/");
  if (named == 0) return "";
  return named == 1 ? only : absl::StrCat(beside, "/", prefix, "*.py");
}

// Beside the code, and with something to say.
std::string DocumentOf(const View& view, absl::string_view folder) {
  constexpr size_t kSaysSomething = 500;
  for (absl::string_view name : {"README.md", "README.rst", "AGENTS.md", "CLAUDE.md"}) {
    const std::string path = absl::StrCat(folder, "/", name);
    const std::string* text = folder.empty() ? nullptr : view.Text(path);
    if (text != nullptr && text->size() >= kSaysSomething) return path;
  }
  return "";
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
