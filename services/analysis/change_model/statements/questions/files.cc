// Files that are written where they are read: who breaks off leaves a part, and an existing file
// counts as whole.

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 20;  // Of one function.

// `open(path, "wb")`; other ways to write a file by its path: the path.
Node OpenedForWriting(Node call) {
  const Node mode = python::Argument(call, 1, "mode");
  const absl::string_view text = python::Module::StringContent(mode);
  return absl::StartsWith(text, "w") ? python::Argument(call, 0, "file") : Node();
}

Node WrittenPath(Node call) {
  const absl::string_view callee = CalleeName(call);
  const Node object = call.child(Field::kFunction).child(Field::kObject);
  if (callee == "open" && !object) return OpenedForWriting(call);
  if (callee == "write_bytes" || callee == "write_text") return object;
  if (callee == "urlretrieve") return python::Argument(call, 1, "filename");
  const bool is_of_torch = object.text() == "torch" || object.text() == "np" ||
                           object.text() == "numpy" || object.text() == "shutil";
  if (!is_of_torch) return Node();
  if (callee == "save") return python::Argument(call, object.text() == "torch" ? 1 : 0, "f");
  if (absl::StartsWith(callee, "savez")) return python::Argument(call, 0, "file");
  static constexpr absl::string_view kCopies[] = {"copy", "copy2", "copyfile", "copytree"};
  return object.text() == "shutil" && IsAmong(callee, kCopies) ? python::Argument(call, 1, "dst")
                                                               : Node();
}

// It is put into its place when it is whole, or removed when it is not.
bool IsCareful(const Definition& function) {
  const absl::string_view text = function.body.text();
  for (absl::string_view word : {"rename", "replace(", "os.link", "shutil.move", "tmp", "temp",
                                 "os.remove", "unlink", "rmtree", "atomic"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

// The path in `os.path.exists(path)` and `path.exists()`, as it is written.
Node ExistingPath(Node condition) {
  if (!condition.Is(NodeKind::kCall)) return Node();
  const absl::string_view callee = CalleeName(condition);
  if (callee != "exists" && callee != "isfile" && callee != "is_file") return Node();
  const python::Arguments arguments = python::ArgumentsOf(condition);
  if (arguments.positional.size() == 1) return arguments.positional[0];
  return arguments.positional.empty() ? condition.child(Field::kFunction).child(Field::kObject)
                                      : Node();
}

// The last statement of the arm leaves without an error.
bool Leaves(Node block) {
  const Node last = block.last_named_child();
  return last.Is(NodeKind::kReturnStatement) || last.Is(NodeKind::kContinueStatement);
}

// A question whether the path exists that decides on the statement at `use`. Null: there is none.
Node ExistenceAsked(const Definition& function, absl::string_view path, Node use) {
  int tried = 0;
  for (Node statement : function.body.descendants(NodeKind::kIfStatement)) {
    if (++tried > kMaxTried) break;
    Node condition = python::WithoutParentheses(statement.child(Field::kCondition));
    const bool is_negated = condition.Is(NodeKind::kNotOperator);
    if (is_negated) condition = python::WithoutParentheses(condition.named_child(0));
    if (ExistingPath(condition).text() != path || path.empty()) continue;
    const Node arm = statement.child(Field::kConsequence);
    const bool skips = !is_negated && Leaves(arm) && statement.end_byte() <= use.first_byte();
    if (skips || (is_negated && arm.Contains(use))) return statement;
  }
  return Node();
}

struct Asked {
  const Definition* function = nullptr;
  Node statement;
};

// In the function itself, or in one that calls it with that path.
Asked FindAsked(const python::Module& module, const Definition& function, Node call, Node path) {
  if (const Node own = ExistenceAsked(function, path.text(), call)) return {&function, own};
  int position = -1;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    if (function.parameters[i].name == path.text()) position = static_cast<int>(i);
  }
  if (position < 0) return {};
  if (function.kind == Definition::Kind::kMethod) --position;
  int tried = 0;
  for (Node caller : module.CallsOf({function.simple_name})) {
    const Definition* around = module.EnclosingFunction(caller);
    if (around == nullptr || ++tried > kMaxTried) continue;
    const Node handed = python::Argument(caller, position, path.text());
    if (!handed) continue;
    if (const Node asked = ExistenceAsked(*around, handed.text(), caller)) return {around, asked};
  }
  return {};
}

void AskAboutWrites(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  if (IsCareful(*touched.function)) return;
  int tried = 0;
  for (Node call : touched.function->body.descendants(NodeKind::kCall)) {
    const Node path = WrittenPath(call);
    if (!path || !IsPlainName(path) || !inquiry.IsNew(*touched.file, call)) continue;
    if (++tried > kMaxTried || module.EnclosingFunction(call) != touched.function) continue;
    const Asked asked = FindAsked(module, *touched.function, call, path);
    if (asked.function == nullptr || IsCareful(*asked.function)) continue;
    const Node condition = asked.statement.child(Field::kCondition);
    inquiry.Ask(*touched.file, call,
                {.kind = "partial-file-counts-as-whole",
                 .about = CodeOf(path),
                 .weight = 86,
                 .text = Sentence(phrases::kAskPartialFile,
                                  {{"function", touched.function->name},
                                   {"path", CodeOf(path)},
                                   {"reader", asked.function->name},
                                   {"place", PlaceOf(module, module, condition)}}),
                 .also = {rules::RangeOf(module, condition)}});
    return;
  }
}

}  // namespace

void AskAboutFiles(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutWrites(inquiry, touched);
  }
}

}  // namespace allreview::analysis
