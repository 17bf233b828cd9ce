// total_losses[name] = loss, where another tracker that fills the same dictionary adds to it.

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;
using repository::IndexedFile;

constexpr Phrase kAddsHere("sibling-adds-here", "the sibling adds here", "同类函数在这里累加");
constexpr Phrase kPhrases[] = {kAddsHere};

constexpr int kMaxFiles = 8;

// "total_loss_dict": what is kept there is the sum since somebody emptied it.
bool IsTotal(absl::string_view name) {
  for (absl::string_view word : absl::StrSplit(name, '_')) {
    if (IsOneOf(word, {"total", "totals", "accumulated", "accum", "running"})) return true;
  }
  return false;
}

// Stores of a function into the dictionary: `d[k] = v` and `d[k] += v`.
struct Stores {
  Node plain, added;
  bool is_looked_up = false;  // Its old entries are read, so that they may be part of the new.
};
Stores StoresInto(const Definition& function, absl::string_view dictionary) {
  Stores stores;
  ForEachOwnNode(function.body, [&](Node node) {
    const bool is_plain = node.Is(NodeKind::kAssignment);
    if (is_plain || node.Is(NodeKind::kAugmentedAssignment)) {
      const Node target = node.child(Field::kLeft);
      if (!target.Is(NodeKind::kSubscript)) return;
      if (target.child(Field::kValue).text() != dictionary) return;
      Node& first = is_plain ? stores.plain : stores.added;
      if (!first) first = node;
      const Node value = node.child(Field::kRight);
      stores.is_looked_up |= MentionsName(value.text(), dictionary);
    } else if (node.Is(NodeKind::kComparisonOperator)) {
      const Node last = node.last_named_child();
      stores.is_looked_up |= last.text() == dictionary && absl::StrContains(node.text(), " in ");
    }
  });
  return stores;
}

// Another function with a parameter of that name adds to it.
Node AdditionIn(const Module& module, absl::string_view parameter) {
  for (const Definition& function : module.definitions()) {
    if (function.kind == Definition::Kind::kClass) continue;
    if (FindParameter(function, parameter) == nullptr) continue;
    if (const Node added = StoresInto(function, parameter).added) return added;
  }
  return {};
}

// The place in the repository where a sibling adds. Empty path: none.
Range SiblingAddition(ChangeContext& change, const AnalysedFile& file, absl::string_view name) {
  if (const Node added = AdditionIn(*file.after, name)) return RangeOf(*file.after, added);
  int read = 0;
  for (IndexedFile* other : change.index().FilesWithIdentifier(name)) {
    const bool counts =
        other->path() != file.changed->path && !absl::StrContains(other->path(), "test");
    if (!counts || ++read > kMaxFiles) continue;
    const std::string* text = change.texts().Read(Side::kRight, other->path());
    if (text == nullptr) continue;
    absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse(other->path(), *text);
    if (!module.ok()) continue;
    if (const Node added = AdditionIn(**module, name)) return RangeOf(**module, added);
  }
  return {};
}

void CheckFunction(ChangeContext& change, const AnalysedFile& file, const Definition& function) {
  for (const Parameter& parameter : function.parameters) {
    if (!IsTotal(parameter.name)) continue;
    const Stores stores = StoresInto(function, parameter.name);
    if (!stores.plain || stores.added || stores.is_looked_up) continue;
    const Node key = stores.plain.child(Field::kLeft).child(Field::kSubscript);
    if (key.Is(NodeKind::kString)) continue;  // One fixed entry may well be no sum.
    const Range added = SiblingAddition(change, file, parameter.name);
    if (added.path.empty()) continue;
    change.Report(file, {.at = stores.plain,
                         .params = {{"dictionary", std::string(parameter.name)},
                                    {"value", OneLine(stores.plain.child(Field::kRight))},
                                    {"path", added.path}},
                         .because = function.body,
                         .related = {{kAddsHere, added}}});
  }
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (const Definition& function : file.after->definitions()) {
      if (function.kind == Definition::Kind::kClass || !file.lines.Touches(function.node)) continue;
      CheckFunction(change, file, function);
    }
  }
}

}  // namespace

extern constinit const Rule kOverwrittenWhereSiblingsAccumulate = {
    .info =
        {.id = "overwritten-where-siblings-accumulate",
         .title = {"Entry of a running total overwritten", "累计值的条目被覆盖"},
         .confidence = Confidence::kMedium,
         .message =
             {"`{dictionary}` gets `{value}` by assignment, while the other function that "
              "fills it adds (`{path}`)",
              "`{dictionary}` 通过赋值得到 `{value}`，而另一个填充它的函数是累加（`{path}`）"},
         .consequence = {"Only the last step counts; a reader that divides by the number of steps "
                         "reports too small a value",
                         "只有最后一步被计入；按步数相除的读取方会报告过小的值"},
         .advice = {"Add to the entry when it is there", "条目已存在时在其上累加"},
         .phrases = kPhrases,
         .why = "A dictionary of totals is divided by the number of steps since the last report. "
                "An entry that is assigned holds one step.",
         .fix = "Accumulate, as the siblings do.",
         .bad = R"py(
def track_loss(losses, total_losses):
    for name, loss in losses.items():
        if name in total_losses:
            total_losses[name] += loss
        else:
            total_losses[name] = loss

def track_aux(losses, total_losses):
    for name, loss in losses.items():
        total_losses[name] = loss
)py",
         .good = R"py(
def track_loss(losses, total_losses):
    for name, loss in losses.items():
        if name in total_losses:
            total_losses[name] += loss
        else:
            total_losses[name] = loss

def track_aux(losses, total_losses):
    for name, loss in losses.items():
        total_losses[name] = total_losses.get(name, 0) + loss
)py"},
    .skips_tests = true,
    .check_change = CheckChange};

}  // namespace allreview::rules
