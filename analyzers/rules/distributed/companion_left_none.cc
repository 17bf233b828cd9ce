// FP16_Optimizer(...) without timers beside one with them; its step() calls self.timers.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/parsed_files.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;

constexpr Phrase kTwinHere("twin-here", "passes it", "这里传入了它");
constexpr Phrase kUsedHere("used-here", "uses it without a test", "未经检查就使用它");
constexpr Phrase kPhrases[] = {kTwinHere, kUsedHere};

constexpr size_t kMaxCalls = 20;  // Of one class in one file.

// `self.name` of that name, where it is read.
bool IsReadOf(Node node, absl::string_view attribute) {
  return node.Is(NodeKind::kAttribute) && node.child(Field::kObject).text() == "self" &&
         node.child(Field::kAttribute).text() == attribute;
}

// Something in the class asks what `self.name` is.
bool IsTested(const Definition& a_class, absl::string_view attribute) {
  const std::string text = absl::StrCat("self.", attribute);
  for (Node node : a_class.body.descendants(NodeKind::kAttribute)) {
    if (!IsReadOf(node, attribute)) continue;
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kComparisonOperator) || parent.Is(NodeKind::kNotOperator) ||
        parent.Is(NodeKind::kBooleanOperator) || parent.Is(NodeKind::kAssertStatement) ||
        node.field() == Field::kCondition ||
        (parent.Is(NodeKind::kConditionalExpression) && parent.named_child(1) == node)) {
      return true;
    }
  }
  return false;
}

// A use for which None does not do: it is called, or has an attribute. Null: none.
Node UseOf(const Module& module, const Definition& a_class, absl::string_view attribute) {
  for (Node node : a_class.body.descendants(NodeKind::kAttribute)) {
    if (!IsReadOf(node, attribute)) continue;
    const Node parent = node.parent();
    const bool is_called = parent.Is(NodeKind::kCall) && node.field() == Field::kFunction;
    const bool is_object = parent.Is(NodeKind::kAttribute) && node.field() == Field::kObject;
    const Definition* method = module.EnclosingFunction(node);
    // What a property or a nested function does may never run.
    if ((is_called || is_object) && method != nullptr && method->decorators.empty() &&
        method->kind == Definition::Kind::kMethod) {
      return node;
    }
  }
  return {};
}

// The constructor keeps the parameter, whose default is None, as it is, and a method uses it so
// that None fails. Null: nothing of the kind is known.
Node FatalUse(const Module& module, const Definition& a_class, absl::string_view name) {
  const Definition* init = module.FindDefinition(absl::StrCat(a_class.name, ".__init__"));
  const Parameter* parameter = init == nullptr ? nullptr : FindParameter(*init, name);
  if (parameter == nullptr || !parameter->default_value.Is(NodeKind::kNone)) return {};
  Node kept;
  bool is_rebound = false;
  ForEachOwnNode(init->body, NodeKind::kAssignment, [&](Node assignment) {
    const Node left = assignment.child(Field::kLeft);
    if (left.text() == name) is_rebound = true;
    if (left.Is(NodeKind::kAttribute) && assignment.child(Field::kRight).text() == name) {
      kept = left;
    }
  });
  if (!kept || is_rebound || kept.child(Field::kObject).text() != "self") return {};
  const absl::string_view attribute = kept.child(Field::kAttribute).text();
  const bool is_only_value = module.SelfAttributeValues(a_class, attribute).size() == 1;
  if (!is_only_value || IsTested(a_class, attribute)) return {};
  return UseOf(module, a_class, attribute);
}

using Calls = std::map<std::string, std::vector<Node>>;

// Calls of what looks like a class of the repository, by its absolute name.
Calls ConstructionsIn(const Module& module) {
  Calls calls;
  for (Node call : module.tree().root().descendants(NodeKind::kCall)) {
    const absl::string_view name = CalleeName(call);
    if (name.empty() || !absl::ascii_isupper(name[0])) continue;
    if (python::ArgumentsOf(call).keywords.empty()) continue;
    calls[std::string(call.child(Field::kFunction).text())].push_back(call);
  }
  Calls by_class;
  for (auto& [text, group] : calls) {
    if (group.size() < 2 || group.size() > kMaxCalls) continue;
    const std::string name = module.Resolve(group[0].child(Field::kFunction));
    if (!name.empty()) by_class[name] = std::move(group);
  }
  return by_class;
}

class Search {
 public:
  Search(ChangeContext& change, const AnalysedFile& file)
      : change_(change), file_(file), files_(change, Side::kRight) {}

  void Run() {
    for (const auto& [name, calls] : ConstructionsIn(*file_.after)) {
      for (Node call : calls) CheckCall(name, call, calls);
    }
  }

 private:
  // Keywords that other calls of the class pass and this one does not.
  std::map<absl::string_view, Node> MissingIn(Node call, const std::vector<Node>& calls) const {
    std::map<absl::string_view, Node> missing;
    const python::Arguments own = python::ArgumentsOf(call);
    if (own.has_star || own.has_double_star) return missing;
    for (Node other : calls) {
      const python::Arguments arguments = python::ArgumentsOf(other);
      if (arguments.positional.size() != own.positional.size()) continue;
      for (Node keyword : arguments.keywords) {
        const absl::string_view name = keyword.child(Field::kName).text();
        const bool is_given = static_cast<bool>(python::KeywordArgument(call, name));
        if (!is_given && !keyword.child(Field::kValue).Is(NodeKind::kNone)) {
          missing.emplace(name, keyword);
        }
      }
    }
    return missing;
  }

  void CheckCall(const std::string& name, Node call, const std::vector<Node>& calls) {
    if (!file_.lines.Touches(call)) return;
    const auto missing = MissingIn(call, calls);
    if (missing.empty()) return;
    const repository::Found found = change_.project().FindDefinition(name);
    if (!found || found.definition->kind != Definition::Kind::kClass) return;
    const Module* module = files_.Find(found.path);
    const Definition* a_class =
        module == nullptr ? nullptr : module->FindDefinition(found.definition->name);
    if (a_class == nullptr) return;
    for (const auto& [keyword, twin] : missing) {
      const Node use = FatalUse(*module, *a_class, keyword);
      if (!use || IsSetFromOutside(use)) continue;
      change_.Report(file_, {.at = call,
                             .params = {{"class", std::string(a_class->simple_name)},
                                        {"keyword", std::string(keyword)},
                                        {"use", OneLine(use.parent())},
                                        {"path", found.path},
                                        {"line", absl::StrCat(use.first_line())}},
                             .related = {{kTwinHere, RangeOf(*file_.after, twin)},
                                         {kUsedHere, RangeOf(*module, use)}}});
      return;
    }
  }

  // The file gives some object an attribute of that name.
  bool IsSetFromOutside(Node use) const {
    const absl::string_view name = use.child(Field::kAttribute).text();
    for (Node node : file_.after->tree().root().descendants(NodeKind::kAssignment)) {
      const Node left = node.child(Field::kLeft);
      if (left.Is(NodeKind::kAttribute) && left.child(Field::kAttribute).text() == name &&
          left.child(Field::kObject).text() != "self") {
        return true;
      }
    }
    return false;
  }

  ChangeContext& change_;
  const AnalysedFile& file_;
  ParsedFiles files_;
};

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) Search(change, file).Run();
}

}  // namespace

extern constinit const Rule kCompanionLeftNone = {
    .info = {.id = "companion-left-none",
             .title = {"Object made without a companion that it calls",
                       "创建对象时漏传了它要调用的参数"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{class}` is made without `{keyword}`, so it is None, and `{use}` "
                         "({path}:{line}) uses it without a test",
                         "创建 `{class}` 时没有传入 `{keyword}`，它因此为 None，而 `{use}`"
                         "（{path}:{line}）未经检查就使用它"},
             .consequence = {"This branch works until that line runs, which then raises",
                             "这个分支在执行到该行之前都正常，执行到时会抛出异常"},
             .advice = {"Pass `{keyword}` as the other call does",
                        "像另一处调用那样传入 `{keyword}`"},
             .phrases = kPhrases,
             .why = "Branches of a configuration often build the same object, and an argument that "
                    "was added to one of the calls is easily forgotten in the other. A default of "
                    "None then hides the mistake until the first use.",
             .fix = "Pass the argument in all calls, or make it required.",
             .bad = R"py(
class Scaler:
    def __init__(self, scale, timers=None):
        self.scale = scale
        self.timers = timers

    def step(self):
        self.timers("step").start()

def build(dynamic, timers):
    if dynamic:
        return Scaler(scale=0.0, timers=timers)
    return Scaler(scale=1.0)
)py",
             .good = R"py(
class Scaler:
    def __init__(self, scale, timers=None):
        self.scale = scale
        self.timers = timers

    def step(self):
        self.timers("step").start()

def build(dynamic, timers):
    if dynamic:
        return Scaler(scale=0.0, timers=timers)
    return Scaler(scale=1.0, timers=timers)
)py"},
    .skips_tests = true,
    .check_change = CheckChange};

}  // namespace allreview::rules
