#include "services/analysis/change_model/stories/state_uses.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/reach/condition.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr size_t kMaxAliases = 4;  // States that one local name may stand for.

// Up through `x[0]` and `x.data`.
Node WholeTarget(Node node) {
  for (Node parent = node.parent();; parent = node.parent()) {
    const bool is_element = parent.Is(Kind::kSubscript) && node.field() == Field::kValue;
    const bool is_data = parent.Is(Kind::kAttribute) && node.field() == Field::kObject &&
                         parent.child(Field::kAttribute).text() == "data";
    if (!is_element && !is_data) return node;
    node = parent;
  }
}

// The method that is called on the node. Empty: none is.
absl::string_view MethodOn(Node node) {
  const Node attribute = node.parent();
  const bool is_method = attribute.Is(Kind::kAttribute) && node.field() == Field::kObject &&
                         attribute.parent().Is(Kind::kCall) &&
                         attribute.field() == Field::kFunction;
  return is_method ? attribute.child(Field::kAttribute).text() : absl::string_view();
}

struct Access {
  bool reads = true, writes = false;
};

// What happens to the variable or attribute there.
Access AccessOf(Node node) {
  const Node target = WholeTarget(node);
  const Node parent = target.parent();
  const absl::string_view method = MethodOn(target);
  if (!method.empty()) return {!ReplacesContent(method), ChangesObject(method)};
  const bool is_left = target.field() == Field::kLeft;
  if (parent.Is(Kind::kAugmentedAssignment) && is_left) return {true, true};
  if ((parent.Is(Kind::kAssignment) && is_left) || rules::IsRebound(target)) {
    return {target != node && target.Is(Kind::kSubscript), true};
  }
  return {};
}

// `x` of register_buffer("x", …); empty: nothing is registered.
std::string RegisteredState(Node node) {
  if (!node.Is(Kind::kCall)) return "";
  const absl::string_view callee = rules::LastName(node.child(Field::kFunction));
  if (callee != "register_buffer" && callee != "register_parameter") return "";
  const Node name = python::Argument(node, 0, "name");
  return name.Is(Kind::kString) ? std::string(python::Module::StringContent(name)) : "";
}

}  // namespace

bool ChangesObject(absl::string_view method) {
  static constexpr absl::string_view kContainers[] = {
      "append", "extend", "insert", "add",     "update",     "pop",     "popitem",   "popleft",
      "remove", "clear",  "sort",   "reverse", "appendleft", "discard", "setdefault"};
  if (std::find(std::begin(kContainers), std::end(kContainers), method) != std::end(kContainers)) {
    return true;
  }
  return method.size() > 1 && method.back() == '_' && method.front() != '_' &&
         method != "requires_grad_" && method != "share_memory_";
}

bool ReplacesContent(absl::string_view method) {
  static constexpr absl::string_view kAll[] = {"copy_",   "zero_",    "fill_", "clear",
                                               "normal_", "uniform_", "set_"};
  return std::find(std::begin(kAll), std::end(kAll), method) != std::end(kAll);
}

StateNames::StateNames(const change::AnalysedChange& change) {
  for (const change::AnalysedFile& file : change.files()) {
    if (file.after != nullptr) AddFrom(*file.after);
  }
}

void StateNames::AddFrom(const python::Module& module) {
  for (Node node : module.tree().root().descendants()) {
    if (node.Is(Kind::kAttribute)) {
      const bool is_set = rules::IsRebound(node) ||
                          (node.parent().Is(Kind::kAssignment) && node.field() == Field::kLeft);
      if (is_set && node.child(Field::kObject).text() == "self") {
        names_.emplace(node.child(Field::kAttribute).text());
      }
    } else if (std::string name = RegisteredState(node); !name.empty()) {
      names_.insert(std::move(name));
    }
  }
  std::erase_if(names_, [](const std::string& name) {
    return name.empty() || reach::IsNamedLikeSettings(name);
  });
}

class StateUses::Collector {
 public:
  explicit Collector(const StateNames& names) : names_(names) {}

  std::vector<StateUse> Collect(const Statement& statement) {
    uses_.clear();
    ForEachHeaderNode(statement, [&](Node node) {
      if (node.Is(Kind::kAttribute)) VisitAttribute(node);
      if (node.Is(Kind::kIdentifier) && rules::IsVariable(node)) VisitVariable(node);
      if (const std::string made = RegisteredState(node); names_.Has(made)) {
        Add(absl::StrCat("self.", made), true);
      }
    });
    LearnAliases(statement);
    return std::move(uses_);
  }

 private:
  // `object.name` of a known state; empty: it is none.
  std::string StateOf(Node node) const {
    const Node object = node.Is(Kind::kAttribute) ? node.child(Field::kObject) : Node();
    if (!object.Is(Kind::kIdentifier)) return "";
    // What settings and the context of an autograd function hold is theirs.
    if (object.text() == "ctx" || reach::IsNamedLikeSettings(object.text())) return "";
    const absl::string_view name = node.child(Field::kAttribute).text();
    return names_.Has(name) ? absl::StrCat("self.", name) : "";
  }

  void VisitAttribute(Node node) {
    const bool is_called = node.parent().Is(Kind::kCall) && node.field() == Field::kFunction;
    const std::string state = StateOf(node);
    if (state.empty() || is_called) return;
    const Access access = AccessOf(node);
    if (access.reads) Add(state, false);
    if (access.writes) Add(state, true);
  }

  void VisitVariable(Node node) {
    const auto found = aliases_.find(node.text());
    if (found == aliases_.end()) return;
    const Node target = WholeTarget(node);
    // Bound anew it stands for something else; a list that holds states is none itself.
    const absl::string_view method = MethodOn(target);
    const bool is_tensor_call = !method.empty() && method.back() == '_' && ChangesObject(method);
    const bool is_element =
        target != node && target.field() == Field::kLeft && target.parent().Is(Kind::kAssignment);
    if (!is_tensor_call && !is_element) return;
    for (const std::string& state : found->second) Add(state, true);
  }

  void LearnAliases(const Statement& statement) {
    const Node inner =
        statement.kind == v1::Step::KIND_LOOP ? statement.node : statement.node.named_child(0);
    if (inner.Is(Kind::kAssignment)) {
      Bind(inner.child(Field::kLeft), inner.child(Field::kRight));
    } else if (inner.Is(Kind::kForStatement)) {
      BindLoop(inner.child(Field::kLeft), inner.child(Field::kRight));
    } else if (inner.Is(Kind::kCall) && rules::LastName(inner) == "append") {
      const Node list = inner.child(Field::kFunction).child(Field::kObject);
      const std::string state = StateOf(python::Argument(inner, 0, ""));
      if (!list.Is(Kind::kIdentifier) || state.empty()) return;
      std::set<std::string>& states = aliases_[std::string(list.text())];
      if (states.size() < kMaxAliases) states.insert(state);
    }
  }

  void Bind(Node target, Node value) {
    if (!target.Is(Kind::kIdentifier)) return;
    const std::string state = StateOf(value);
    aliases_.erase(std::string(target.text()));
    if (!state.empty()) aliases_[std::string(target.text())] = {state};
  }

  // `for a, b in zip(as, bs)`, `for i, a in enumerate(as)`, `for a in as`.
  void BindLoop(Node target, Node value) {
    std::vector<Node> targets = rules::ElementsOf(target);
    std::vector<Node> values = {value};
    if (value.Is(Kind::kCall)) {
      const absl::string_view callee = rules::LastName(value);
      values = python::ArgumentsOf(value).positional;
      if (callee == "enumerate" && targets.size() == 2) {
        targets = rules::ElementsOf(targets[1]);
      } else if (callee != "zip") {
        return;
      }
    }
    for (size_t i = 0; i < targets.size() && i < values.size(); ++i) {
      if (!targets[i].Is(Kind::kIdentifier)) continue;
      const auto known = aliases_.find(values[i].text());
      aliases_[std::string(targets[i].text())] =
          known == aliases_.end() ? std::set<std::string>() : known->second;
    }
  }

  void Add(const std::string& state, bool is_write) {
    const StateUse use = {state, is_write};
    if (std::find(uses_.begin(), uses_.end(), use) == uses_.end()) uses_.push_back(use);
  }

  const StateNames& names_;
  std::map<std::string, std::set<std::string>, std::less<>> aliases_;  // Local name to states.
  std::vector<StateUse> uses_;
};

StateUses::StateUses(const Statements& statements, const StateNames& names) {
  Collector collector(names);
  for (const Statement& statement : statements.all()) {
    uses_.push_back(collector.Collect(statement));
  }
}

}  // namespace allreview::analysis
