// Sections 2.2 and 7.1: every file of the change.

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/file_text.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using review::v1::FileSummary;

constexpr int kMaxRows = 40;  // More files than that are told by folder.
constexpr size_t kMinFilesOfFolder = 3;
constexpr size_t kMaxTests = 3;  // Files and names of tests that are named.

enum class Category { kNew, kModified, kDeleted, kRenamed };

Category CategoryOf(const FileSummary& file) {
  switch (file.entry().status()) {
    case change::v1::FILE_STATUS_ADDED:
    case change::v1::FILE_STATUS_COPIED:
      return Category::kNew;
    case change::v1::FILE_STATUS_DELETED:
      return Category::kDeleted;
    case change::v1::FILE_STATUS_RENAMED:
      return Category::kRenamed;
    default:
      return Category::kModified;
  }
}

absl::string_view CategoryLabel(Language language, Category category) {
  constexpr Phrase kNew("New", "新增");
  constexpr Phrase kModified("Modified", "修改");
  constexpr Phrase kDeleted("Deleted", "删除");
  constexpr Phrase kRenamed("Renamed", "重命名");
  switch (category) {
    case Category::kNew:
      return kNew.In(language);
    case Category::kModified:
      return kModified.In(language);
    case Category::kDeleted:
      return kDeleted.In(language);
    case Category::kRenamed:
      return kRenamed.In(language);
  }
  return "";
}

using Files = std::vector<const FileSummary*>;

// Files of one folder in one row: how many of which class, and their lines.
std::string FolderRow(const Subject& subject, Category category, const std::string& folder,
                      const Files& files) {
  std::map<int, int64_t> classes;
  int64_t additions = 0, deletions = 0;
  for (const FileSummary* file : files) {
    ++classes[file->file_class()];
    additions += file->additions();
    deletions += file->deletions();
  }
  std::vector<std::string> counts;
  for (const auto& [file_class, count] : classes) {
    counts.push_back(
        CountFiles(subject.language, count, static_cast<change::v1::FileClass>(file_class)));
  }
  constexpr Phrase kFolder("{counts}, +{added} and -{removed} lines (listed in 7.1)",
                           "{counts}，共 +{added}、-{removed} 行（列表见 7.1）");
  return absl::StrCat("| ", CategoryLabel(subject.language, category), " | ",
                      MarkdownCellCode(folder.empty() ? "./" : folder), " | ",
                      Say(subject.language, kFolder,
                          {{"counts", absl::StrJoin(counts, Comma(subject.language))},
                           {"added", Grouped(additions)},
                           {"removed", Grouped(deletions)}}),
                      " |\n");
}

// Code spans with bars would end the cell.
std::string Cell(const std::string& markdown) {
  return absl::StrContains(markdown, "|") ? MarkdownText(WithoutMarks(markdown)) : markdown;
}

std::string FileRow(const Subject& subject, Category category, const FileSummary& file) {
  return absl::StrCat(
      "| ", CategoryLabel(subject.language, category), " | ", MarkdownCellCode(PathOf(file)), " | ",
      Cell(AsSentence(subject.language, FileText(subject.language, file, subject.index))), " |\n");
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// In the order of the paths; a folder stands where its first file would.
std::string Rows(const Subject& subject, Category category, const Files& files, bool has_many) {
  std::map<std::string, Files> folders;
  if (has_many) {
    for (const FileSummary* file : files) folders[FolderOf(PathOf(*file))].push_back(file);
  }
  std::string rows;
  for (const FileSummary* file : files) {
    Files& folder = folders[FolderOf(PathOf(*file))];
    if (has_many && folder.size() >= kMinFilesOfFolder) {
      rows += FolderRow(subject, category, FolderOf(PathOf(*file)), folder);
      folder.assign(1, nullptr);  // Told.
    } else if (!has_many || folder.front() != nullptr) {
      rows += FileRow(subject, category, *file);
    }
  }
  return rows;
}

// All test files in one row, which says what they test with.
std::string TestRow(const Subject& subject, const Files& files) {
  constexpr Phrase kTests("Tests", "测试");
  std::vector<std::string> paths, names;
  for (const FileSummary* file : files) paths.push_back(MarkdownCellCode(PathOf(*file)));
  // A class stands for its methods.
  for (const bool is_class : {true, false}) {
    for (const auto* symbol : subject.tests) {
      const bool stands_alone = ScopeOf(symbol->name()).empty();
      const bool fits = is_class == (symbol->kind() == analysis::v1::SYMBOL_KIND_CLASS);
      if (stands_alone && fits && IsDefinition(*symbol)) names.push_back(CodeOf(symbol->name()));
    }
  }
  return absl::StrCat("| ", kTests.In(subject.language), " | ",
                      JoinNames(subject.language, paths, kMaxTests), " | ",
                      names.empty()
                          ? CountFiles(subject.language, static_cast<int64_t>(files.size()),
                                       change::v1::FILE_CLASS_TEST)
                          : JoinNames(subject.language, names, kMaxTests),
                      " |\n");
}

// "path  [+1, -2]", the path padded to `width` columns.
std::string FileLine(const FileSummary& file, size_t width) {
  const change::v1::FileEntry& entry = file.entry();
  std::string path = CleanCode(PathOf(file));
  if (CategoryOf(file) == Category::kRenamed && entry.old_path() != entry.new_path()) {
    path = absl::StrCat(CleanCode(entry.old_path()), " -> ", path);
  }
  const size_t used = static_cast<size_t>(DisplayWidth(path));
  if (used < width) path.append(width - used, ' ');
  return absl::StrCat(path, "  [+", file.additions(), ", -", file.deletions(), "]\n");
}

}  // namespace

std::string ScopeTable(const Subject& subject) {
  if (subject.review.files().empty()) {
    constexpr Phrase kNothing("there is no file to list", "没有可列出的文件");
    return NothingHere(subject, kNothing);
  }
  std::map<Category, Files> categories;
  Files tests;
  for (const FileSummary& file : subject.review.files()) {
    const bool is_test = file.file_class() == change::v1::FILE_CLASS_TEST;
    (is_test && !subject.tests.empty() ? tests : categories[CategoryOf(file)]).push_back(&file);
  }
  constexpr Phrase kHead("| Category | Files | Description |\n| --- | --- | --- |\n",
                         "| 类别 | 文件 | 说明 |\n| --- | --- | --- |\n");
  std::string text(kHead.In(subject.language));
  const bool has_many = subject.review.files_size() > kMaxRows;
  for (const auto& [category, files] : categories) {
    text += Rows(subject, category, files, has_many);
  }
  if (!tests.empty()) text += TestRow(subject, tests);
  return text;
}

std::string FileChanges(const Subject& subject) {
  if (subject.review.files().empty()) {
    constexpr Phrase kNothing("there is no file to list", "没有可列出的文件");
    return NothingHere(subject, kNothing);
  }
  // Aligned unless a few long paths would push everything to the right.
  size_t width = 0;
  for (const FileSummary& file : subject.review.files()) {
    const size_t used = static_cast<size_t>(DisplayWidth(CleanCode(PathOf(file))));
    if (used <= 60) width = std::max(width, used);
  }
  std::string lines;
  for (const FileSummary& file : subject.review.files()) {
    lines += FileLine(file, width);
  }
  return MarkdownCodeBlock(lines, "text");
}

}  // namespace allreview::report::deep_dive
