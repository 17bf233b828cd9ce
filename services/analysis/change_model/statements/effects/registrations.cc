// New rows of tables, and decorators that enter new definitions in one: what makes code reachable
// by a name of a configuration.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/paths/paths.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/effect.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Kind;
using python::Node;

constexpr int kWeight = 820;
constexpr size_t kMaxBytes = 80;

change::v1::SourceRange PlaceOf(const std::string& path, Node node) {
  change::v1::SourceRange range;
  range.set_path(path);
  range.set_side(change::v1::SIDE_RIGHT);
  range.set_first_line(node.first_line());
  range.set_end_line(node.last_line() + 1);
  return range;
}

bool IsAllNew(const AnalysedFile& file, Node node) {
  for (int line = node.first_line(); line <= node.last_line(); ++line) {
    if (!file.lines.HasAdded(line, line)) return false;
  }
  return true;
}

bool IsName(Node node) { return node.Is(Kind::kIdentifier) || node.Is(Kind::kAttribute); }

void AddRow(const AnalysedFile& file, Node row, Node table, Node key, Node value,
            std::vector<Effect>& effects) {
  const bool is_short = table.text().size() <= kMaxBytes && key.text().size() <= kMaxBytes &&
                        value.text().size() <= kMaxBytes;
  if (!is_short || !IsName(value) || !IsAllNew(file, row)) return;
  const std::string path = file.after->path();
  effects.push_back(
      {.subject = absl::StrCat(path, ":"),
       .predicate = "registers",
       .object = Shown(absl::StrCat(table.text(), "[", key.text(), "]")),
       .text = Sentence(phrases::kEditRegisters, {{"table", Shown(table.text())},
                                                  {"key", Shown(Flat(key.text()))},
                                                  {"value", Shown(Flat(value.text()))}}),
       .places = {PlaceOf(path, row)},
       .weight = kWeight});
}

// "TABLE[key] = name" and "TABLE = {key: name}", outside of functions.
void AddRows(const AnalysedFile& file, std::vector<Effect>& effects) {
  for (Node assignment : file.after->tree().root().descendants(Kind::kAssignment)) {
    if (effects.size() > 20) return;
    if (file.after->EnclosingFunction(assignment) != nullptr) continue;
    const Node left = assignment.named_child(0);
    const Node right = assignment.named_child(assignment.named_child_count() - 1);
    if (left.Is(Kind::kSubscript)) {
      AddRow(file, assignment, left.named_child(0), left.named_child(1), right, effects);
    } else if (right.Is(Kind::kDictionary) && left.Is(Kind::kIdentifier) &&
               !IsAllNew(file, assignment)) {
      for (Node pair : right.named_children()) {
        if (!pair.Is(Kind::kPair)) continue;
        AddRow(file, pair, left, pair.named_child(0), pair.named_child(1), effects);
      }
    }
  }
}

void AddDecorated(const AnalysedFile& file, std::vector<Effect>& effects) {
  for (const python::Definition& definition : file.after->definitions()) {
    for (const Node decorator : definition.decorators) {
      const std::string text = Flat(decorator.text());
      const bool registers = absl::StrContains(absl::AsciiStrToLower(text), "regist");
      if (!registers || text.size() > kMaxBytes || !IsAllNew(file, decorator)) continue;
      effects.push_back({.subject = absl::StrCat(file.after->path(), ":", definition.name),
                         .predicate = "registers",
                         .object = text,
                         .text = Sentence(phrases::kEditRegistersBy,
                                          {{"decorator", Shown(absl::StrCat("@", text))},
                                           {"value", Shown(definition.name)}}),
                         .places = {PlaceOf(file.after->path(), decorator)},
                         .weight = kWeight});
    }
  }
}

}  // namespace

std::vector<Effect> EffectsOfRegistrations(const change::AnalysedChange& change) {
  std::vector<Effect> effects;
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr || paths::IsTestPath(file.after->path())) continue;
    // A table of a new file is told by what it holds.
    if (file.before != nullptr) AddRows(file, effects);
    AddDecorated(file, effects);
  }
  return effects;
}

}  // namespace allreview::analysis
