#include "analyzers/rules/distributed/async_calls.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr size_t kMaxCalls = 100;  // Each costs a walk over the function.

bool IsAsynchronous(const Collective& op, Node call) {
  if (op.kind == Collective::Kind::kBatch || op.name == "isend" || op.name == "irecv") return true;
  const int position = op.PositionOf("async_op");
  return position >= 0 && python::Argument(call, position, "async_op").Is(Kind::kTrue);
}

bool IsCoalesced(Node call) {
  for (Node with = Around(call, Kind::kWithStatement); with;
       with = Around(with.parent(), Kind::kWithStatement)) {
    if (absl::StrContains(with.child(Kind::kWithClause).text(), "coalescing_manager")) return true;
  }
  return false;
}

bool IsLocal(const Module& module, Node function, Node name) {
  if (!name.Is(Kind::kIdentifier)) return false;
  const int scope = module.scopes().LookUp(name, name.text());
  return scope > 0 && module.scopes().scopes()[static_cast<size_t>(scope)].owner == function;
}

bool MakesContainer(const Module& module, Node value) {
  value = python::WithoutParentheses(value);
  if (value.Is(Kind::kList) || value.Is(Kind::kDictionary) || value.Is(Kind::kListComprehension)) {
    return true;
  }
  if (!value.Is(Kind::kCall)) return false;
  const absl::string_view callee = CalleeName(value);
  if (callee == "batch_isend_irecv") return true;
  return (callee == "list" || callee == "dict" || callee == "set" || callee == "deque" ||
          callee == "defaultdict") &&
         value.child(Field::kFunction).Is(Kind::kIdentifier) &&
         module.scopes().LookUp(value, callee) <= 0;
}

// A local variable that holds nothing but containers made here.
bool IsOwnContainer(const Module& module, Node function, Node name) {
  if (!IsLocal(module, function, name)) return false;
  for (const python::Binding& binding : module.scopes().MeaningOf(name, name.text()).bindings) {
    if (binding.kind == python::Binding::Kind::kAugmented ||
        binding.kind == python::Binding::Kind::kDelete) {
      continue;
    }
    if (binding.kind != python::Binding::Kind::kAssignment ||
        !MakesContainer(module, binding.value)) {
      return false;
    }
  }
  return true;
}

Handle ContainerOf(const Module& module, Node function, Node name) {
  if (!IsOwnContainer(module, function, name)) return {};
  return {.kind = Handle::Kind::kContainer, .name = name};
}

// `value` is what an assignment binds to one local name.
Handle BoundTo(const Module& module, Node function, Node value) {
  const Node assignment = value.parent();
  if (!assignment.Is(Kind::kAssignment) || value.field() != Field::kRight ||
      !assignment.parent().Is(Kind::kExpressionStatement)) {
    return {};
  }
  const Node name = assignment.child(Field::kLeft);
  if (!IsLocal(module, function, name)) return {};
  if (name.text() == "_") return {.kind = Handle::Kind::kDropped};
  return {.kind = Handle::Kind::kLocal, .name = name};
}

// The list `x` of `x.append(value)`.
Node AppendedTo(Node value) {
  const Node call = value.parent().parent();
  const Node method = call.child(Field::kFunction);
  if (!value.parent().Is(Kind::kArgumentList) || !call.Is(Kind::kCall) ||
      !call.parent().Is(Kind::kExpressionStatement) || !method.Is(Kind::kAttribute)) {
    return Node();
  }
  const absl::string_view name = method.child(Field::kAttribute).text();
  return name == "append" || name == "add" ? method.child(Field::kObject) : Node();
}

Handle HandleOf(const Module& module, Node function, Node call) {
  const Node parent = call.parent();
  if (parent.Is(Kind::kExpressionStatement)) return {.kind = Handle::Kind::kDropped};
  if (parent.Is(Kind::kAssignment)) {
    Handle handle = BoundTo(module, function, call);
    if (handle.kind == Handle::Kind::kLocal && CalleeName(call) == "batch_isend_irecv") {
      return ContainerOf(module, function, handle.name);
    }
    return handle;
  }
  if (Node list = AppendedTo(call)) return ContainerOf(module, function, list);
  // [op(t, async_op=True) for t in tensors], or a plain list.
  if (parent.Is(Kind::kListComprehension) || parent.Is(Kind::kList)) {
    const Node around = parent.parent();
    if (around.Is(Kind::kAugmentedAssignment)) {
      return ContainerOf(module, function, around.child(Field::kLeft));
    }
    if (around.Is(Kind::kExpressionStatement)) return {.kind = Handle::Kind::kDropped};
    const Handle bound = BoundTo(module, function, parent);
    if (bound.kind == Handle::Kind::kLocal) return ContainerOf(module, function, bound.name);
    return bound;
  }
  return {};
}

enum class Use { kBinding, kWait, kTest, kStore, kOther };

// Its value counts only as true or false.
bool IsTested(Node node) {
  while (node.parent().Is(Kind::kNotOperator) || node.parent().Is(Kind::kParenthesizedExpression) ||
         (node.parent().Is(Kind::kBooleanOperator))) {
    node = node.parent();
  }
  return node.field() == Field::kCondition || node.parent().Is(Kind::kAssertStatement);
}

bool ComparesToNone(Node comparison) {
  return comparison.Is(Kind::kComparisonOperator) && comparison.named_child_count() == 2 &&
         (comparison.named_child(0).Is(Kind::kNone) || comparison.named_child(1).Is(Kind::kNone));
}

Use UseOfMember(Node attribute) {
  const absl::string_view method = attribute.child(Field::kAttribute).text();
  const Node call = attribute.parent();
  if (!call.Is(Kind::kCall) || call.child(Field::kFunction) != attribute) return Use::kOther;
  if (absl::StartsWith(method, "wait") || method == "synchronize") return Use::kWait;
  if (!call.parent().Is(Kind::kExpressionStatement)) return Use::kOther;
  for (absl::string_view store : {"append", "add", "extend", "insert", "clear", "update"}) {
    if (method == store) return Use::kStore;
  }
  return Use::kOther;
}

Use UseOf(Node mention) {
  const Node parent = mention.parent();
  switch (parent.kind()) {
    case Kind::kAttribute:
      return UseOfMember(parent);
    case Kind::kComparisonOperator:
      return ComparesToNone(parent) ? Use::kTest : Use::kOther;
    case Kind::kDeleteStatement:
      return Use::kStore;
    case Kind::kAugmentedAssignment:
      return mention.field() == Field::kLeft ? Use::kStore : Use::kOther;
    case Kind::kSubscript:
      return parent.field() == Field::kLeft && parent.parent().Is(Kind::kAssignment) ? Use::kStore
                                                                                     : Use::kOther;
    case Kind::kForStatement:
    case Kind::kForInClause:
      return mention.field() == Field::kRight ? Use::kWait : Use::kBinding;
    case Kind::kAssignment:
      return mention.field() == Field::kLeft ? Use::kBinding : Use::kOther;
    case Kind::kArgumentList:
      return CalleeName(parent.parent()) == "len" ? Use::kTest : Use::kOther;
    default:
      return IsTested(mention) ? Use::kTest : Use::kOther;
  }
}

bool IsMention(Node node, absl::string_view name) {
  if (!node.Is(Kind::kIdentifier) || node.text() != name) return false;
  const Kind parent = node.parent().kind();
  if (parent == Kind::kAttribute) return node.field() != Field::kAttribute;
  return parent != Kind::kKeywordArgument || node.field() != Field::kName;
}

bool IsInLambda(Node node) { return static_cast<bool>(Around(node, Kind::kLambda)); }

bool IsSynchronize(const Module& module, Node node) {
  return node.Is(Kind::kCall) && CalleeName(node) == "synchronize" &&
         module.Calls(node, "torch.cuda.synchronize");
}

// `h = op(...)` and then nothing but `handles.append(h)`: the list is what counts.
Handle Followed(const Module& module, Node function, const Handle& handle) {
  if (handle.kind != Handle::Kind::kLocal) return handle;
  const HandleUses uses = UsesOf(module, function, handle.name);
  if (!uses.waits.empty() || uses.others.size() != 1 || uses.is_captured) return handle;
  const Node list = AppendedTo(uses.others[0]);
  if (!list) return handle;
  return ContainerOf(module, function, list);
}

std::set<absl::string_view> NamesIn(const std::vector<ControlFlow::Decision>& decisions) {
  std::set<absl::string_view> names;
  for (const ControlFlow::Decision& decision : decisions) {
    for (Node node : decision.condition.descendants()) {
      if (node.Is(Kind::kIdentifier)) names.insert(node.text());
    }
    if (decision.condition.Is(Kind::kIdentifier)) names.insert(decision.condition.text());
  }
  names.erase("self");
  names.erase("ctx");
  return names;
}

}  // namespace

std::vector<AsyncCall> AsyncCallsIn(const Module& module, Node function) {
  std::vector<AsyncCall> calls;
  const auto says_so = [text = function.text()] {
    return absl::StrContains(text, "async_op") || absl::StrContains(text, "isend") ||
           absl::StrContains(text, "irecv");
  };
  ForEachOwnNode(function.child(Field::kBody), Kind::kCall, [&](Node node) {
    if (calls.size() == kMaxCalls) return;
    const Collective* op = FindCollective(module, node);
    if (op == nullptr || !IsAsynchronous(*op, node) || IsCoalesced(node)) return;
    if (calls.empty() && !says_so()) return;
    AsyncCall call{.call = node, .op = std::string(op->name)};
    call.written = op->ArgumentOf(node, op->output);
    call.read = op->ArgumentOf(node, op->input);
    call.handle = Followed(module, function, HandleOf(module, function, node));
    calls.push_back(std::move(call));
  });
  return calls;
}

HandleUses UsesOf(const Module& module, Node function, Node name) {
  HandleUses uses;
  for (Node node : function.child(Field::kBody).descendants()) {
    if (!IsMention(node, name.text())) continue;
    // In a nested function it runs at another time.
    if (!IsLocal(module, function, node)) continue;
    const bool is_nested =
        module.EnclosingFunction(node) != module.EnclosingFunction(name) || IsInLambda(node);
    uses.is_captured |= is_nested;
    switch (is_nested ? Use::kOther : UseOf(node)) {
      case Use::kBinding:
        uses.bindings.push_back(node);
        break;
      case Use::kWait:
        uses.waits.push_back(node);
        break;
      case Use::kTest:
        uses.tests.push_back(node);
        break;
      case Use::kStore:
        uses.stores.push_back(node);
        break;
      case Use::kOther:
        uses.others.push_back(node);
        break;
    }
  }
  return uses;
}

std::vector<ControlFlow::Point> WaitingPoints(const Module& module, const ControlFlow& flow,
                                              Node function, const AsyncCall& op,
                                              const HandleUses& uses) {
  std::vector<ControlFlow::Point> points;
  const auto add = [&](Node mention) {
    points.push_back(flow.PointOf(mention));
    for (Node around = mention.parent(); around && around != function; around = around.parent()) {
      const bool decides = around.Is(Kind::kIfStatement) || around.Is(Kind::kElifClause) ||
                           around.Is(Kind::kWhileStatement) || around.Is(Kind::kForStatement) ||
                           around.Is(Kind::kCaseClause);
      if (decides && !around.Contains(op.call)) points.push_back(flow.PointOf(around));
    }
  };
  for (const std::vector<Node>* mentions : {&uses.waits, &uses.tests, &uses.others}) {
    for (Node mention : *mentions) add(mention);
  }
  ForEachOwnNode(function.child(Field::kBody), [&](Node node) {
    if (IsSynchronize(module, node)) add(node);
  });
  return points;
}

bool AreRelated(const std::vector<ControlFlow::Decision>& a,
                const std::vector<ControlFlow::Decision>& b) {
  const std::set<absl::string_view> names = NamesIn(a);
  for (absl::string_view name : NamesIn(b)) {
    if (names.count(name) != 0) return true;
  }
  return false;
}

std::vector<ControlFlow::Decision> DecisionsOn(const ControlFlow& flow,
                                               const std::vector<ControlFlow::Point>& path) {
  std::vector<ControlFlow::Decision> decisions;
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    const Node condition = flow.NodeOf(path[i]);
    if (condition.field() != Field::kCondition) continue;
    for (const ControlFlow::Edge& edge : flow.From(path[i])) {
      if (edge.to != path[i + 1]) continue;
      decisions.push_back({condition, edge.kind == ControlFlow::EdgeKind::kTrue});
      break;
    }
  }
  return decisions;
}

}  // namespace allreview::rules
