// New rows of tables, and decorators that enter new definitions in one: what makes code reachable
// by a name of a configuration.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/paths/paths.h"
#include "sentences/statements/edits.h"
#include "sentences/statements/effects.h"
#include "sentences/statements/sequel.h"
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

// "Small" of `Small` and of "Small"; empty: it names nothing.
std::string NamedBy(Node value) {
  if (IsName(value)) return Flat(value.text());
  const absl::string_view text =
      value.Is(Kind::kString) ? python::Module::StringContent(value) : absl::string_view();
  return std::all_of(text.begin(), text.end(), IsNameByte) ? std::string(text) : "";
}

struct Row {
  Node node;
  std::string key, value;
};

// A new row; nothing otherwise.
void TakeRow(const AnalysedFile& file, Node row, Node key, Node value, std::vector<Row>& rows) {
  const std::string named = NamedBy(value);
  const bool is_short = key.text().size() <= kMaxBytes && named.size() <= kMaxBytes;
  if (is_short && !named.empty() && IsAllNew(file, row)) {
    rows.push_back({row, Flat(key.text()), named});
  }
}

Words RowsText(Node table, const std::vector<Row>& rows) {
  if (rows.size() == 1) {
    return Sentence(phrases::kEditRegisters, {{"table", Shown(table.text())},
                                              {"key", Shown(rows[0].key)},
                                              {"value", Shown(rows[0].value)}});
  }
  constexpr size_t kMaxRows = 4;
  std::vector<std::string> told;
  for (const Row& row : rows) {
    if (told.size() < kMaxRows) told.push_back(absl::StrCat(row.key, ": ", row.value));
  }
  Words list = CodeList(told);
  if (rows.size() > told.size()) {
    list = Sentence(phrases::kEffectAndMore,
                    {{"names", list}, {"count", absl::StrCat(rows.size() - told.size())}});
  }
  return Sentence(phrases::kRegistersRows, {{"table", Shown(table.text())}, {"rows", list}});
}

void AddTable(const AnalysedFile& file, Node table, const std::vector<Row>& rows,
              std::vector<Effect>& effects) {
  if (rows.empty() || table.text().size() > kMaxBytes) return;
  const std::string path = file.after->path();
  effects.push_back({.subject = absl::StrCat(path, ":"),
                     .predicate = "registers",
                     .object = Shown(absl::StrCat(table.text(), "[", rows[0].key, "]")),
                     .text = RowsText(table, rows),
                     .places = {PlaceOf(path, rows[0].node)},
                     .weight = kWeight});
}

// Rows of "{key: name}" and of "OrderedDict([(key, name)])".
std::vector<Row> RowsOf(const AnalysedFile& file, Node table) {
  std::vector<Row> rows;
  if (table.Is(Kind::kCall)) {
    const std::vector<Node> given = python::ArgumentsOf(table).positional;
    const bool is_table = given.size() == 1 && given[0].Is(Kind::kList) &&
                          absl::EndsWith(table.child(python::Field::kFunction).text(), "ict");
    if (!is_table) return rows;
    for (Node row : given[0].named_children()) {
      if (!row.Is(Kind::kTuple) || row.named_child_count() != 2) continue;
      TakeRow(file, row, row.named_child(0), row.named_child(1), rows);
    }
  } else if (table.Is(Kind::kDictionary)) {
    for (Node pair : table.named_children()) {
      if (pair.Is(Kind::kPair)) TakeRow(file, pair, pair.named_child(0), pair.named_child(1), rows);
    }
  }
  return rows;
}

// "TABLE[key] = name" and new rows of "TABLE = {key: name}", outside of functions.
void AddRows(const AnalysedFile& file, std::vector<Effect>& effects) {
  for (Node assignment : file.after->tree().root().descendants(Kind::kAssignment)) {
    if (effects.size() > 20) return;
    if (file.after->EnclosingFunction(assignment) != nullptr) continue;
    const Node left = assignment.named_child(0);
    const Node right = assignment.named_child(assignment.named_child_count() - 1);
    if (left.Is(Kind::kSubscript)) {
      std::vector<Row> rows;
      if (IsName(right)) TakeRow(file, assignment, left.named_child(1), right, rows);
      AddTable(file, left.named_child(0), rows, effects);
    } else if (left.Is(Kind::kIdentifier) && !IsAllNew(file, assignment)) {
      AddTable(file, left, RowsOf(file, right), effects);
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
