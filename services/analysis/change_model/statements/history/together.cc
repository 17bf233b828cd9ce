// Files that change together, of which this change leaves one as it was.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "sentences/statements/history.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/consequences/make_statement.h"
#include "services/analysis/change_model/statements/history/edits.h"
#include "services/analysis/change_model/statements/history/history.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

constexpr int kLast = 12, kLeast = 8;  // Commits that are looked at.
constexpr int kShare = 80;             // Of 100.
constexpr int kMinWords = 7;           // Of a line that says which edit is meant.
constexpr int kMaxSame = 2;            // Lines of the other file; more are a habit.
constexpr size_t kMaxRead = 6;

struct Together {
  int commits = 0;
  std::map<std::string, int> others;
};

// Of the last commits that changed a file: how many there are, and what else they changed.
Together ChangedWith(const LineCommits& past, const std::string& path) {
  Together together;
  for (const change::v1::LineCommit& commit : past) {
    const auto& paths = commit.paths();
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) continue;
    if (++together.commits > kLast) {
      --together.commits;
      break;
    }
    for (const std::string& other : paths) {
      if (other != path) ++together.others[other];
    }
  }
  return together;
}

// Where a line stands in a text; 0: nowhere, or too often.
int OnlyLineOf(const std::string& text, const std::string& wanted) {
  int found = 0, count = 0, number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (WithoutBlanks(line) != wanted) continue;
    if (count++ == 0) found = number;
  }
  return count <= kMaxSame ? found : 0;
}

// A line that the change replaces in a file and that another file still has, without the new one.
struct Left {
  const ChangedEdit* edit = nullptr;
  const EditLine* line = nullptr;
  int other_line = 0;
};

std::optional<Left> LeftIn(const std::string& text, const std::vector<ChangedEdit>& edits,
                           const std::string& path) {
  for (const ChangedEdit& edit : edits) {
    if (edit.file->changed->path != path || edit.added.empty()) continue;
    const bool has_new =
        std::any_of(edit.added.begin(), edit.added.end(), [&](const EditLine& line) {
          return line.words >= kMinWords && OnlyLineOf(text, line.text) > 0;
        });
    if (has_new) continue;
    for (const EditLine& line : edit.removed) {
      if (line.words < kMinWords || IndexOf({line}, edit.added) >= 0) continue;
      const int at = OnlyLineOf(text, line.text);
      if (at > 0) return Left{&edit, &line, at};
    }
  }
  return std::nullopt;
}

v1::ChangeStatement Ask(const Left& left, const std::string& other, int with, int commits) {
  const std::string path = left.edit->file->before->path();
  return ToProto(
      {.kind = v1::ChangeStatement::KIND_QUESTION,
       .subject = IdOf(path, ""),
       .predicate = "companion-stays",
       .object = other,
       .weight = 84,
       .text = Sentence(phrases::kHistoryTogether,
                        {{"count", absl::StrCat(with)},
                         {"commits", absl::StrCat(commits)},
                         {"path", path},
                         {"other", other},
                         {"line", Shown(left.line->code)},
                         {"place", absl::StrCat(other, ":", left.other_line)}}),
       .places = {
           {.path = path,
            .side = rules::Side::kLeft,
            .first_line = left.line->line,
            .end_line = left.line->line + 1},
           {.path = other, .first_line = left.other_line, .end_line = left.other_line + 1}}});
}

}  // namespace

void AddCompanions(const change::AnalysedChange& change, const LineCommits& past,
                   v1::ChangeModel* model) {
  const std::vector<ChangedEdit> edits = EditsOf(change);
  std::set<std::string> changed, seen;
  for (const change::AnalysedFile& file : change.files()) changed.insert(file.changed->path);
  size_t read = 0;
  for (const ChangedEdit& edit : edits) {
    const std::string& path = edit.file->changed->path;
    if (!seen.insert(path).second) continue;
    const Together together = ChangedWith(past, path);
    if (together.commits < kLeast) continue;
    for (const auto& [other, count] : together.others) {
      const bool is_companion = count * 100 >= together.commits * kShare &&
                                changed.count(other) == 0 && absl::EndsWith(other, ".py") &&
                                paths::IsProductSource(other);
      if (!is_companion || ++read > kMaxRead) continue;
      const std::string* text = change.texts().Read(change::Side::kRight, other);
      if (text == nullptr) continue;
      const std::optional<Left> left = LeftIn(*text, edits, path);
      if (!left) continue;
      *model->add_statements() = Ask(*left, other, count, together.commits);
      return;
    }
  }
}

}  // namespace allreview::analysis
