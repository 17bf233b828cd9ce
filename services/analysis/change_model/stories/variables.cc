#include "services/analysis/change_model/stories/variables.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/outside_calls.h"
#include "services/analysis/change_model/stories/uses.h"
#include "services/analysis/change_model/symbols/one_line.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using python::ValueType;
using v1::Step;
using v1::Variable;

constexpr size_t kMaxVariables = 12;
constexpr int kMaxFeeds = 5;

// What is known of one name while the function is read.
struct Record {
  int order = 0;  // Of first sight.
  int reads = 0, writes = 0, tests = 0;
  int first_binding = -1;  // Statement.
  Node first_node;
  bool is_parameter = false, is_loop = false, grows = false, is_returned = false;
  std::vector<std::string> feeds = {};
};

// The call whose argument the name is, through elements and operators; null: none.
Node CallAround(Node node, const Statement& statement) {
  for (Node outer = node.parent();
       outer && statement.node.Contains(outer) && outer != statement.node; outer = outer.parent()) {
    if (outer.Is(Kind::kCall) && outer.child(Field::kArguments).Contains(node)) return outer;
  }
  return Node();
}

// The value of the name becomes a part of the next one: `x += y`, `x = x + y`, `x = cat([x, y])`.
// `x = x.view(2)` and `x = layer(x)` keep nothing of it.
bool IsGrownFrom(Node name) {
  Node outer = name.parent();
  if (outer.Is(Kind::kAugmentedAssignment)) return name.field() == Field::kLeft;
  while (outer.Is(Kind::kParenthesizedExpression) || outer.Is(Kind::kList) ||
         outer.Is(Kind::kTuple)) {
    outer = outer.parent();
  }
  if (outer.Is(Kind::kBinaryOperator)) return true;
  if (!outer.Is(Kind::kArgumentList)) return false;
  const absl::string_view callee = outer.parent().child(Field::kFunction).text();
  const absl::string_view function = callee.substr(callee.rfind('.') + 1);  // npos + 1 is 0.
  for (absl::string_view grows :
       {"cat", "concat", "concatenate", "logaddexp", "maximum", "minimum", "add", "max", "min"}) {
    if (function == grows) return true;
  }
  return false;
}

class VariableCollector {
 public:
  explicit VariableCollector(const Statements& statements) : statements_(statements) {}

  std::map<std::string, Record> Collect() {
    for (const python::Parameter& parameter : statements_.definition().parameters) {
      if (parameter.name.empty() || parameter.name == SelfOf(statements_)) continue;
      Record& record = RecordOf(std::string(parameter.name));
      record.is_parameter = true;
      record.first_node = parameter.node;
    }
    for (int i = 0; i < statements_.size(); ++i) CollectFrom(i);
    return std::move(records_);
  }

 private:
  Record& RecordOf(const std::string& name) {
    const auto [place, is_new] = records_.try_emplace(name);
    if (is_new) place->second.order = static_cast<int>(records_.size());
    return place->second;
  }

  bool IsInLoop(int i) const {
    for (int header = statements_[i].parent; header >= 0; header = statements_[header].parent) {
      if (statements_[header].kind == Step::KIND_LOOP) return true;
    }
    return false;
  }

  void CollectFrom(int i) {
    const Statement& statement = statements_[i];
    const std::vector<Use> uses = UsesOf(statements_, statement);
    std::vector<std::string> targets;
    for (const Use& use : uses) {
      const bool is_new = std::find(targets.begin(), targets.end(), use.name) == targets.end();
      if (use.is_write && is_new) targets.push_back(use.name);
    }
    for (const Use& use : uses) {
      Record& record = RecordOf(use.name);
      use.is_write ? CountWrite(i, use, uses, record) : CountRead(i, use, targets, record);
    }
  }

  void CountWrite(int i, const Use& use, const std::vector<Use>& uses, Record& record) {
    const Statement& statement = statements_[i];
    ++record.writes;
    if (record.first_binding < 0 && !record.is_parameter) {
      record.first_binding = i;
      record.first_node = use.node;
    }
    if (statement.node.Is(Kind::kForStatement)) record.is_loop = true;
    const bool grows_itself = std::any_of(uses.begin(), uses.end(), [&](const Use& other) {
      return !other.is_write && other.name == use.name && IsGrownFrom(other.node);
    });
    const bool is_element = !use.is_binding && statement.kind == Step::KIND_ASSIGNMENT;
    if ((grows_itself || is_element) && IsInLoop(i)) record.grows = true;
  }

  void CountRead(int i, const Use& use, const std::vector<std::string>& targets, Record& record) {
    const Statement& statement = statements_[i];
    ++record.reads;
    if (statement.kind == Step::KIND_IF || statement.node.Is(Kind::kWhileStatement)) {
      ++record.tests;
    }
    const Node method = use.node.parent();
    const bool appends = method.Is(Kind::kAttribute) && use.node.field() == Field::kObject &&
                         (method.child(Field::kAttribute).text() == "append" ||
                          method.child(Field::kAttribute).text() == "extend");
    if (appends && IsInLoop(i)) record.grows = true;
    if (statement.node.Is(Kind::kReturnStatement)) {
      for (Node element : rules::ElementsOf(statement.node.named_child(0))) {
        record.is_returned = record.is_returned || element == use.node;
      }
      AddFeed(record, "return");
    }
    for (const std::string& target : targets) {
      if (target != use.name) AddFeed(record, target);
    }
    if (!targets.empty() || statement.kind == Step::KIND_RETURN) return;
    if (const Node call = CallAround(use.node, statement)) {
      const absl::string_view callee = rules::CalleeName(call);
      if (!callee.empty() && !IsPlain(callee)) AddFeed(record, absl::StrCat(callee, "()"));
    }
  }

  // Says nothing about where a value goes.
  static bool IsPlain(absl::string_view callee) {
    for (absl::string_view name :
         {"len",   "isinstance", "getattr",   "hasattr", "int",  "float", "str",
          "range", "print",      "enumerate", "zip",     "list", "tuple", "max",
          "min",   "super",      "append",    "extend",  "bool", "type",  "repr"}) {
      if (callee == name) return true;
    }
    return false;
  }

  static void AddFeed(Record& record, std::string feed) {
    const bool is_new =
        std::find(record.feeds.begin(), record.feeds.end(), feed) == record.feeds.end();
    if (is_new) record.feeds.push_back(std::move(feed));
  }

  const Statements& statements_;
  std::map<std::string, Record> records_;
};

bool IsHandle(Node value, const python::Values& values) {
  if (!value) return false;
  const ValueType type = values.Of(value).type;
  if (type == ValueType::kWork || type == ValueType::kStream || type == ValueType::kEvent) {
    return true;
  }
  return value.Is(Kind::kCall) && (rules::CalleeName(value) == "open" ||
                                   python::KeywordArgument(value, "async_op").Is(Kind::kTrue));
}

// Right side of the first binding. Null: a loop, a with statement, an unpacking of a parameter.
Node OriginOf(const Statements& statements, const Record& record) {
  if (record.first_binding < 0) return Node();
  const Node inner = statements[record.first_binding].node.named_child(0);
  if (inner.Is(Kind::kAssignment)) return inner.child(Field::kRight);
  if (inner.Is(Kind::kAugmentedAssignment)) return inner.child(Field::kRight);
  const Node statement = statements[record.first_binding].node;
  return statement.Is(Kind::kForStatement) ? statement.child(Field::kRight) : Node();
}

Variable::Role RoleOf(const std::string& name, const Record& record, Node origin,
                      const python::Values& values) {
  if (record.is_parameter) return Variable::ROLE_PARAMETER;
  if (absl::StartsWith(name, "self.")) return Variable::ROLE_ATTRIBUTE;
  if (record.is_loop) return Variable::ROLE_LOOP;
  if (record.grows) return Variable::ROLE_ACCUMULATOR;
  if (record.is_returned) return Variable::ROLE_RESULT;
  if (IsHandle(origin, values)) return Variable::ROLE_HANDLE;
  if (record.tests > 0 && record.tests == record.reads) return Variable::ROLE_FLAG;
  return Variable::ROLE_INTERMEDIATE;
}

std::set<std::string> NamesIn(const Statements& statements) {
  std::set<std::string> names;
  for (const python::Parameter& parameter : statements.definition().parameters) {
    names.emplace(parameter.name);
  }
  for (const Statement& statement : statements.all()) {
    for (const Use& use : UsesOf(statements, statement)) names.insert(use.name);
  }
  return names;
}

bool Carries(const Record& record) {
  if (record.is_parameter) return record.reads + record.writes > 1;
  return record.is_returned || record.grows || record.reads + record.writes > 2;
}

}  // namespace

std::vector<Variable> VariablesOf(const Statements& after, const Statements* before,
                                  const Tensors& tensors, const python::Values& values) {
  const std::map<std::string, Record> records = VariableCollector(after).Collect();
  const std::set<std::string> old = before ? NamesIn(*before) : std::set<std::string>();
  std::vector<const std::pair<const std::string, Record>*> chosen;
  for (const auto& entry : records) {
    if (Carries(entry.second)) chosen.push_back(&entry);
  }
  std::sort(chosen.begin(), chosen.end(), [](const auto* a, const auto* b) {
    const int uses_a = a->second.reads + a->second.writes;
    const int uses_b = b->second.reads + b->second.writes;
    return uses_a != uses_b ? uses_a > uses_b : a->second.order < b->second.order;
  });
  if (chosen.size() > kMaxVariables) chosen.resize(kMaxVariables);
  std::vector<Variable> variables;
  for (const auto* entry : chosen) {
    const auto& [name, record] = *entry;
    const Node origin = OriginOf(after, record);
    Variable variable;
    variable.set_name(ToDisplayText(name));
    variable.set_role(RoleOf(name, record, origin, values));
    if (origin) variable.set_origin(OneLine(origin.text(), 120));
    if (record.first_node) {
      *variable.mutable_range() = ToProto(rules::RangeOf(after.module(), record.first_node));
    }
    variable.set_reads(record.reads);
    variable.set_writes(record.writes);
    for (const std::string& feed : record.feeds) {
      if (variable.feeds_size() < kMaxFeeds) variable.add_feeds(ToDisplayText(feed));
    }
    const TensorFact fact = tensors.OfVariable(name);
    variable.set_shape(ToDisplayText(TextOf(fact.shape)));
    variable.set_dtype(fact.dtype);
    variable.set_is_new(old.count(name) == 0);
    variables.push_back(std::move(variable));
  }
  return variables;
}

}  // namespace allreview::analysis
