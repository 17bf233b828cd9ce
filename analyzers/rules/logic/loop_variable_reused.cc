// for i in rows: for i in columns: ... i: the inner loop takes the variable of the outer one.

#include <string>
#include <vector>

#include "analyzers/python/control_flow.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kOuterLoop("outer-loop", "the outer loop", "外层循环");
constexpr Phrase kReadAfter("read-after", "read after the inner loop", "在内层循环之后读取");
constexpr Phrase kPhrases[] = {kOuterLoop, kReadAfter};

// The names that the loop binds.
std::vector<absl::string_view> NamesOf(Node loop) {
  std::vector<absl::string_view> names;
  for (Node element : ElementsOf(loop.child(Field::kLeft))) {
    if (element.Is(NodeKind::kIdentifier) && element.text() != "_") names.push_back(element.text());
  }
  return names;
}

// The next loop around it that binds the name, in the same function.
Node LoopAround(Node loop, absl::string_view name) {
  for (Node node = loop.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kFunctionDefinition) || node.Is(NodeKind::kClassDefinition)) break;
    // `else` of a loop runs when that is over.
    if (node.Is(NodeKind::kForStatement) && node.child(Field::kBody).Contains(loop)) {
      for (absl::string_view one : NamesOf(node)) {
        if (one == name) return node;
      }
    }
  }
  return {};
}

// The first place behind the inner loop, in the body of the outer one, that may read what the inner
// one left in the name.
Node ReadAfter(const FileContext& file, Node outer, Node inner, absl::string_view name) {
  const Node body = outer.child(Field::kBody);
  const python::SyntaxTree& tree = *body.tree();
  for (uint32_t i = inner.subtree_end(); i < body.subtree_end(); ++i) {
    const Node node = tree.node(i);
    if (!node.Is(NodeKind::kIdentifier) || node.text() != name || !IsVariable(node) ||
        IsRebound(node)) {
      continue;
    }
    for (const python::Binding* binding : file.flow(node).DefinitionsReaching(node)) {
      if (inner.child(Field::kLeft).Contains(binding->node)) return node;
    }
  }
  return {};
}

// The outer variable is used as such before the inner loop takes it.
bool IsReadBefore(Node outer, Node inner, absl::string_view name) {
  const Node body = outer.child(Field::kBody);
  const python::SyntaxTree& tree = *body.tree();
  for (uint32_t i = body.index() + 1; i < inner.index(); ++i) {
    const Node node = tree.node(i);
    if (node.Is(NodeKind::kIdentifier) && node.text() == name && IsVariable(node)) return true;
  }
  return false;
}

void Check(FileContext& file, Node inner) {
  for (absl::string_view name : NamesOf(inner)) {
    const Node outer = LoopAround(inner, name);
    if (!outer) continue;
    const Node read = ReadAfter(file, outer, inner, name);
    // Without it the outer loop may only count; over the same values, each is worked on again for
    // each of them.
    const bool is_same =
        logic::IsSameCode(outer.child(Field::kRight), inner.child(Field::kRight)) &&
        !IsReadBefore(outer, inner, name);
    if (!read && !is_same) continue;
    Observation observation{
        .at = inner.child(Field::kLeft),
        .params = {{"name", std::string(name)}, {"line", std::to_string(outer.first_line())}},
        .related = {{kOuterLoop, RangeOf(file.module(), outer.child(Field::kLeft))}}};
    if (read) {
      observation.because = file.IsChanged(read) ? read : observation.at;
      observation.related.push_back({kReadAfter, RangeOf(file.module(), read)});
    }
    file.Report(std::move(observation));
    return;
  }
}

}  // namespace

extern constinit const Rule kLoopVariableReused = {
    .info = {.id = "loop-variable-reused",
             .title = {"Inner loop takes the variable of the outer one",
                       "内层循环覆盖了外层循环的变量"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"This loop binds `{name}`, which the loop on line {line} counts with",
                         "此循环绑定了 `{name}`，而第 {line} 行的循环正用它计数"},
             .consequence = {"From here on `{name}` is the last value of the inner loop: what "
                             "follows works on another item, or all items are done again for each",
                             "此后 `{name}` 是内层循环的最后一个值：后续代码处理的是另一项，"
                             "或者每一项都会被重复处理"},
             .advice = {"Give the inner loop a variable of its own", "为内层循环使用另一个变量"},
             .phrases = kPhrases,
             .why = "Loops in Python have no scope of their own.",
             .fix = "Rename the variable of the inner loop.",
             .bad = R"py(
def run(rows, parts):
    for i in range(len(rows)):
        for i in range(len(parts)):
            parts[i].start()
        rows[i].finish()
)py",
             .good = R"py(
def run(rows, parts):
    for i in range(len(rows)):
        for j in range(len(parts)):
            parts[j].start()
        rows[i].finish()
)py",
             .references = {"https://docs.astral.sh/ruff/rules/redefined-loop-name/"},
             .version = 2},
    .kinds = {NodeKind::kForStatement},
    .check = Check};

}  // namespace allreview::rules
