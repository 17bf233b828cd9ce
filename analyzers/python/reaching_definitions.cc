// ControlFlow::DefinitionsReaching: a search backwards from the use for the points that bind the
// name.

#include <algorithm>
#include <map>
#include <vector>

#include "analyzers/python/control_flow.h"
#include "base/poll.h"

namespace allreview::python {
namespace {

bool IsComprehension(Kind kind) {
  return kind == Kind::kListComprehension || kind == Kind::kSetComprehension ||
         kind == Kind::kDictionaryComprehension || kind == Kind::kGeneratorExpression;
}

bool IsWalrus(const Binding& binding) { return binding.node.parent().Is(Kind::kNamedExpression); }

// A `:=` that its statement may not come to, or more than once.
bool IsConditional(const Binding& binding) {
  if (!IsWalrus(binding)) return false;
  for (Node around = binding.node.parent(); around; around = around.parent()) {
    if (around.parent().Is(Kind::kBlock) || around.parent().Is(Kind::kModule)) return false;
    if (around.Is(Kind::kBooleanOperator) || around.Is(Kind::kConditionalExpression) ||
        IsComprehension(around.kind())) {
      return true;
    }
  }
  return false;
}

bool ShareComprehension(Node a, Node b) {
  for (Node around = a.parent(); around; around = around.parent()) {
    if (IsComprehension(around.kind()) && around.Contains(b)) return true;
  }
  return false;
}

}  // namespace

class ReachingDefinitions {
 public:
  using Point = ControlFlow::Point;
  using Edge = ControlFlow::Edge;
  using EdgeKind = ControlFlow::EdgeKind;

  ReachingDefinitions(const ControlFlow& flow, Node use) : flow_(flow), use_(use) {}

  std::vector<const Binding*> Find() {
    const Scopes& scopes = flow_.module_->scopes();
    const auto [scope, bindings, use_scope] = scopes.MeaningOf(use_, use_.text());
    if (scope < 0) return {};
    const Scope::Kind kind = scopes.scopes()[static_cast<size_t>(scope)].kind;
    if (kind == Scope::Kind::kComprehension || kind == Scope::Kind::kLambda) {
      for (const Binding& binding : bindings) Record(binding);
      return found_;
    }
    const Node owner = flow_.owner_;
    const Node body = owner.Is(Kind::kModule) ? owner : owner.child(Field::kBody);
    const Point start = flow_.PointOf(use_);
    if (start == ControlFlow::kNone || !flow_.IsReachable(start) ||
        scopes.ScopeOf(body) != static_cast<uint32_t>(scope)) {
      return {};
    }
    for (const Binding& binding : bindings) Place(binding);
    if (!SearchBefore(start)) SearchAbove(start);
    std::sort(found_.begin(), found_.end(),
              [](const Binding* a, const Binding* b) { return a->node.index() < b->node.index(); });
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return found_;
  }

 private:
  void Place(const Binding& binding) {
    Point point = flow_.PointOf(binding.node);
    if (point == ControlFlow::kNone) {
      if (binding.kind != Binding::Kind::kParameter) return Record(binding);  // Another function's.
      point = ControlFlow::kEntry;
    }
    Poll();
    for (Point copy : flow_.CopiesOf(point)) at_[copy].push_back(&binding);
  }

  void Record(const Binding& binding) { found_.push_back(&binding); }

  // What the use's own point binds before it comes to the use. True: nothing else matters.
  bool SearchBefore(Point start) {
    const auto bindings = at_.find(start);
    if (bindings == at_.end()) return false;
    for (auto it = bindings->second.rbegin(); it != bindings->second.rend(); ++it) {
      const Binding& binding = **it;
      if (binding.node == use_) continue;
      const bool is_earlier = binding.node.index() < use_.index();
      bool is_bound = false;
      if (IsWalrus(binding)) {
        const bool comes_around = ShareComprehension(binding.node, use_);
        is_bound = comes_around || (is_earlier && !binding.value.Contains(use_));
      } else {
        is_bound = is_earlier && (binding.kind == Binding::Kind::kWith ||
                                  binding.kind == Binding::Kind::kPattern);
      }
      if (!is_bound) continue;
      Record(binding);
      if (!IsConditional(binding)) return true;
    }
    return false;
  }

  void SearchAbove(Point start) {
    PollBytes(static_cast<size_t>(flow_.size()) / 8);
    std::vector<bool> is_seen(static_cast<size_t>(flow_.size()), false);
    std::vector<Point> open;
    for (Point copy : flow_.CopiesOf(start)) {
      if (flow_.IsReachable(copy)) open.push_back(copy);
    }
    for (Point point : open) is_seen[point] = true;
    while (!open.empty()) {
      Poll();
      const Point point = open.back();
      open.pop_back();
      for (const Edge& edge : flow_.into_[point]) {
        if (Binds(edge) || is_seen[edge.to]) continue;
        is_seen[edge.to] = true;
        open.push_back(edge.to);
      }
    }
  }

  // Records what the point that the edge comes from binds on it. True: the name certainly is bound
  // there, what was before does not matter.
  bool Binds(const Edge& edge) {
    const auto bindings = at_.find(edge.to);
    if (bindings == at_.end()) return false;
    // Some of several bindings may be done when the exception comes.
    const bool is_only = bindings->second.size() == 1;
    const bool is_header = flow_.NodeOf(edge.to).Is(Kind::kExceptClause);
    bool is_certain = false;
    for (const Binding* binding : bindings->second) {
      const bool is_pattern = binding->kind == Binding::Kind::kPattern;
      if (is_header || binding->kind == Binding::Kind::kLoop) {
        if (edge.kind != EdgeKind::kTrue) continue;
      } else if (edge.kind == EdgeKind::kException) {
        if (is_only && !is_pattern && !IsWalrus(*binding)) continue;
      }
      Record(*binding);
      is_certain |= edge.kind != EdgeKind::kException && !IsConditional(*binding) &&
                    (!is_pattern || edge.kind == EdgeKind::kTrue);
    }
    return is_certain;
  }

  const ControlFlow& flow_;
  Node use_;
  std::map<Point, std::vector<const Binding*>> at_;  // In source order.
  std::vector<const Binding*> found_;
};

std::vector<const Binding*> ControlFlow::DefinitionsReaching(Node identifier) const {
  if (!identifier.Is(Kind::kIdentifier)) return {};
  return ReachingDefinitions(*this, identifier).Find();
}

}  // namespace allreview::python
