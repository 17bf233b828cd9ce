// Files that are not Python.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/file_text.h"
#include "services/report/story/other_files.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::FileStory;

constexpr size_t kMaxFiles = 10;
constexpr size_t kMaxLines = 90;  // Of code, of all files, when they are all that changes.
constexpr size_t kMaxLinesBeside = 24;
constexpr size_t kMinLinesOfFile = 8;

// Files of which the model tells nothing, by what they are for.
std::string Untold(const Post& post) {
  constexpr Phrase kItem("- {class}: {names}\n", "- {class}：{names}\n");
  std::map<int, std::vector<std::string>> by_class;
  std::set<std::string> told;
  for (const FileStory& file : post.review.model().files()) told.insert(file.path());
  for (const ChangedSymbol& symbol : post.review.model().symbols()) told.insert(symbol.path());
  for (const review::v1::FileSummary& file : post.review.files()) {
    const std::string& path = PathOf(file);
    if (told.count(path) == 0) by_class[file.file_class()].push_back(path);
  }
  std::string text;
  for (const auto& [file_class, paths] : by_class) {
    text += Say(post.language, kItem,
                {{"class", Capitalised(FileClassLabel(
                               post.language, static_cast<change::v1::FileClass>(file_class)))},
                 {"names", CodeList(post.language, paths, 5)}});
  }
  return text;
}

// Definitions of which nothing changes that runs.
std::string Words(const Post& post) {
  constexpr Phrase kItem("- Only comments, docstrings or layout change in {names}\n",
                         "- 只改动注释、docstring 或排版：{names}\n");
  std::vector<std::string> names;
  std::set<std::string> quoted;
  for (const FileStory& file : post.review.model().files()) {
    if (file.hunks_size() > 0) quoted.insert(file.path());
  }
  for (const ChangedSymbol& symbol : post.review.model().symbols()) {
    const bool is_words =
        symbol.status() == ChangedSymbol::STATUS_REFORMATTED && quoted.count(symbol.path()) == 0;
    if (is_words && !symbol.is_test()) names.push_back(symbol.name());
  }
  if (names.empty()) return "";
  return Say(post.language, kItem, {{"names", CodeList(post.language, names, 5)}});
}

}  // namespace

std::string FilesSection(const Post& post) {
  constexpr Phrase kOnly("## What changes\n\n", "## 改动内容\n\n");
  constexpr Phrase kBeside("## Other files\n\n", "## 其他文件\n\n");
  constexpr Phrase kMore("- … and {count} more\n", "- ……另有 {count} 个\n");
  const bool is_all = post.walk.stops.empty() && post.walk.brief.empty();
  const auto& files = post.review.model().files();
  size_t lines = is_all ? kMaxLines : kMaxLinesBeside;
  std::string text;
  size_t told = 0;
  for (const FileStory& file : files) {
    if (++told > kMaxFiles) break;
    // What one leaves over, the next ones may have.
    const size_t left = std::min<size_t>(files.size(), kMaxFiles) - told + 1;
    const size_t share = std::max(kMinLinesOfFile, lines / left);
    const std::string of_file = OtherFileMarkdown(post.language, post.review.model(), file, share);
    if (of_file.empty()) continue;
    absl::StrAppend(&text, text.empty() ? "" : "\n", of_file);
    const size_t used = static_cast<size_t>(std::count(of_file.begin(), of_file.end(), '\n'));
    lines -= std::min(lines, used);
  }
  if (static_cast<size_t>(files.size()) > kMaxFiles) {
    absl::StrAppend(&text, "\n",
                    Say(post.language, kMore, {{"count", absl::StrCat(files.size() - kMaxFiles)}}));
  }
  if (std::string untold = Untold(post) + Words(post); !untold.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", untold);
  }
  if (text.empty()) return "";
  return absl::StrCat((is_all ? kOnly : kBeside).In(post.language), text);
}

}  // namespace allreview::report::explanation
