#include "analyzers/intent/guide_sentences.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzers/intent/author_text.h"

namespace allreview::intent {
namespace {

using change::Side;
using change::TreeFile;

constexpr size_t kMaxGuides = 40;
constexpr size_t kMaxGuideBytes = 512 << 10;

absl::string_view FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : path.substr(0, slash);
}

// Folders of changed files, and those above them; "" is the repository.
std::set<std::string> FoldersOf(const change::AnalysedChange& change) {
  std::set<std::string> folders;
  for (const change::ChangedFile& file : change.changed_files()) {
    absl::string_view folder = FolderOf(file.path);
    while (folders.insert(std::string(folder)).second && !folder.empty()) folder = FolderOf(folder);
  }
  return folders;
}

// A README at the root is about the product.
bool IsNear(const std::set<std::string>& folders, absl::string_view path) {
  const absl::string_view folder = FolderOf(path);
  if (folder.empty() && absl::EndsWith(path, "README.md")) return false;
  return folders.count(std::string(folder)) > 0;
}

Sentence SentenceOf(AuthorSentence from, const std::string& path) {
  return {.text = std::move(from.text),
          .source = Source::kGuide,
          .roles = from.roles,
          .path = path,
          .first_line = from.line,
          .last_line = from.line,
          .section = std::move(from.section),
          .owner = {},
          .subject = {.kind = Subject::Kind::kFolder, .name = std::string(FolderOf(path))},
          .presence = Presence::kBoth};
}

}  // namespace

std::vector<Sentence> SentencesOfGuides(const change::AnalysedChange& change) {
  const Side side = change.is_scan() ? Side::kRight : Side::kLeft;
  const std::set<std::string> folders = FoldersOf(change);
  std::vector<TreeFile> wanted;
  for (const TreeFile& file :
       change.texts().List(side, {"AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md", "README.md"})) {
    if (wanted.size() < kMaxGuides && IsNear(folders, file.path)) wanted.push_back(file);
  }
  change.texts().Fetch(side, wanted);
  std::vector<Sentence> sentences;
  for (const TreeFile& file : wanted) {
    const std::string* text = change.texts().Read(side, file);
    if (text == nullptr || text->size() > kMaxGuideBytes) continue;
    for (AuthorSentence& one : ReadAuthorText(*text, Voice::kGuide).sentences) {
      if (!one.roles.empty()) sentences.push_back(SentenceOf(std::move(one), file.path));
    }
  }
  return sentences;
}

}  // namespace allreview::intent
