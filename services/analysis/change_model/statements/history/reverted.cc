// A change that takes back an earlier commit.

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "analyzers/paths/paths.h"
#include "sentences/statements/history.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/consequences/make_statement.h"
#include "services/analysis/change_model/statements/history/edits.h"
#include "services/analysis/change_model/statements/history/history.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::v1::LineCommit;

// Lines without blanks, with their path, as often as they stand there.
using LineSet = std::multiset<std::string>;

struct Sides {
  LineSet removed, added;
};

void AddLines(absl::string_view path, const EditLines& lines, LineSet& to) {
  for (const EditLine& line : lines) to.insert(absl::StrCat(path, "\n", line.text));
}

// What the first removed line of the change is part of.
struct Place {
  const change::AnalysedFile* file = nullptr;
  int line = 0;
};

EditLines LinesAt(const python::Module& module, const std::vector<int>& numbers) {
  std::vector<std::string> lines;
  for (int number : numbers) lines.emplace_back(module.tree().LineText(number));
  return SignificantOf(lines);
}

// All lines of the product; what only came from elsewhere was removed there.
Sides SidesOf(const change::AnalysedChange& change, Place& place) {
  Sides sides;
  for (const change::AnalysedFile& file : change.files()) {
    if (file.before == nullptr || file.after == nullptr) continue;
    const std::string& path = file.changed->old_path;
    if (!paths::IsProductSource(path)) continue;
    for (const change::ChangedHunk& hunk : file.changed->hunks) {
      AddLines(path, LinesAt(*file.before, hunk.removed), sides.removed);
      AddLines(path, LinesAt(*file.after, hunk.added), sides.added);
      AddLines(path, LinesAt(*file.after, hunk.moved), sides.added);
      if (place.file == nullptr && !hunk.removed.empty()) place = {&file, hunk.removed.front()};
    }
  }
  return sides;
}

Sides SidesOf(const LineCommit& commit) {
  Sides sides;
  for (const change::v1::LineEdit& edit : commit.edits()) {
    if (!paths::IsProductSource(edit.path())) continue;
    AddLines(edit.path(), SignificantOf({edit.removed().begin(), edit.removed().end()}),
             sides.removed);
    AddLines(edit.path(), SignificantOf({edit.added().begin(), edit.added().end()}), sides.added);
  }
  return sides;
}

// All but a few lines are the same.
bool AreSame(const LineSet& a, const LineSet& b) {
  const size_t most = std::max(a.size(), b.size()), least = std::min(a.size(), b.size());
  if (least * 10 < most * 8) return false;
  size_t shared = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) {
      ++shared, ++i, ++j;
    } else {
      *i < *j ? ++i : ++j;
    }
  }
  return shared * 10 >= most * 8;
}

}  // namespace

std::string AddReverted(const change::AnalysedChange& change, const LineCommits& past,
                        v1::ChangeModel* model) {
  constexpr size_t kMinLines = 5, kShownId = 8, kMaxSubject = 120;
  constexpr int kWeight = 2'000;  // It tells all of the change.
  Place place;
  const Sides own = SidesOf(change, place);
  if (place.file == nullptr || own.removed.size() + own.added.size() < kMinLines) return "";
  for (const LineCommit& commit : past) {
    const Sides earlier = SidesOf(commit);
    if (!AreSame(own.removed, earlier.added) || !AreSame(own.added, earlier.removed)) continue;
    const auto& path = place.file->before->path();
    const std::string id(absl::string_view(commit.id()).substr(0, kShownId));
    *model->add_statements() =
        ToProto({.kind = v1::ChangeStatement::KIND_EFFECT,
                 .subject = IdOf(path, ""),
                 .predicate = "takes-back-commit",
                 .object = commit.id(),
                 .weight = kWeight,
                 .text = Sentence(phrases::kHistoryReverts,
                                  {{"commit", absl::StrCat("`", id, "`")},
                                   {"subject", Shown(commit.subject(), kMaxSubject)},
                                   {"date", commit.date()}}),
                 .places = {{.path = std::string(path),
                             .side = rules::Side::kLeft,
                             .first_line = place.line,
                             .end_line = place.line + 1}}});
    return commit.id();
  }
  return "";
}

}  // namespace allreview::analysis
