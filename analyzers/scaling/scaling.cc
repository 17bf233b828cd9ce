#include "analyzers/scaling/scaling.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/scaling/operations.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int64_t kMaxCoefficient = 1'000'000'000;

bool IsComprehension(Node node) {
  return node.Is(Kind::kListComprehension) || node.Is(Kind::kSetComprehension) ||
         node.Is(Kind::kDictionaryComprehension) || node.Is(Kind::kGeneratorExpression);
}

// Code that runs once for each item.
struct Loop {
  Node node;
  uint32_t end = 0;  // Index after its last node.
  Size count;
  bool is_part = false;  // Of what an outer loop runs over.
};

class Collector {
 public:
  Collector(const python::Module& module, const python::Definition& function,
            const python::Values& values, const Aliases& aliases)
      : function_(function),
        is_kernel_(python::TraitsOf(module, function).is_triton),
        reader_(module, function, values, &aliases) {}

  FunctionScaling Collect() {
    uint32_t skip_to = 0;
    for (Node node : function_.body.descendants()) {
      if (node.index() < skip_to) continue;
      while (!loops_.empty() && node.index() >= loops_.back().end) loops_.pop_back();
      if (node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition)) {
        skip_to = node.subtree_end();
        continue;
      }
      Enter(node);
      // Blocks of a kernel live in registers.
      if (!is_kernel_) Visit(node);
    }
    return Finish();
  }

 private:
  void Enter(Node node) {
    const Node parent = node.parent();
    if (node.Is(Kind::kBlock) && parent.Is(Kind::kForStatement) && node.field() == Field::kBody) {
      EnterLoop(parent, node, parent.child(Field::kLeft), parent.child(Field::kRight));
    } else if (node.Is(Kind::kBlock) && parent.Is(Kind::kWhileStatement)) {
      EnterWhile(parent, node);
    } else if (IsComprehension(parent) && node.field() == Field::kBody) {
      for (Node clause : parent.children()) {
        if (!clause.Is(Kind::kForInClause)) continue;
        EnterLoop(clause, node, clause.child(Field::kLeft), clause.child(Field::kRight));
      }
      if (!parent.Is(Kind::kGeneratorExpression)) AddGrowth(parent, node, LoopsFrom(parent));
    }
  }

  void EnterLoop(Node loop, Node body, Node target, Node iterable) {
    bool is_part = false;
    for (const Loop& outer : loops_) is_part = is_part || UsesItemOf(outer, iterable);
    Size count = reader_.CountOf(iterable);
    if (!loops_.empty() && IsPartOfAList(iterable)) {
      // Rounds of the outer loop most likely share the list: no product is certain.
      is_part = true;
      count = Size::Constant(1);
    }
    PushLoop({.node = loop, .end = body.subtree_end(), .count = count, .is_part = is_part});
    targets_[loop.index()] = target;
  }

  // `spans[begin:end]` whose bounds are no numbers.
  static bool IsPartOfAList(Node iterable) {
    iterable = python::WithoutParentheses(iterable);
    const Node slice = iterable.child(Field::kSubscript);
    if (!iterable.Is(Kind::kSubscript) || !slice.Is(Kind::kSlice)) return false;
    const bool has_both = slice.named_child_count() == 2 && !absl::StartsWith(slice.text(), ":");
    return has_both && !IntegerOf(slice.named_child(0)) && !IntegerOf(slice.named_child(1));
  }

  // `for p in layer.parameters()` inside of `for layer in layers`.
  bool UsesItemOf(const Loop& outer, Node iterable) const {
    const auto target = targets_.find(outer.node.index());
    if (target == targets_.end()) return false;
    std::set<std::string> names;
    const auto collect = [&](Node node) {
      if (node.Is(Kind::kIdentifier)) names.insert(std::string(node.text()));
    };
    collect(target->second);
    for (Node node : target->second.descendants()) collect(node);
    if (iterable.Is(Kind::kCall) && reader_.CalleeOf(iterable).name == "range") return false;
    if (iterable.Is(Kind::kIdentifier)) return names.count(std::string(iterable.text())) > 0;
    for (Node node : iterable.descendants()) {
      if (node.Is(Kind::kIdentifier) && names.count(std::string(node.text()))) return true;
    }
    return false;
  }

  // `while i < n: … i += 1`. Others end when nobody knows.
  void EnterWhile(Node loop, Node body) {
    const Node condition = python::WithoutParentheses(loop.child(Field::kCondition));
    if (!condition.Is(Kind::kComparisonOperator) || condition.named_child_count() != 2) return;
    for (const bool is_left : {true, false}) {
      const Node counter = condition.named_child(is_left ? 0 : 1);
      const Node bound = condition.named_child(is_left ? 1 : 0);
      for (Node node : body.descendants(Kind::kAugmentedAssignment)) {
        if (node.child(Field::kLeft).text() != counter.text()) continue;
        const absl::string_view op = node.child(Field::kOperator).text();
        const Size step = reader_.SizeOf(node.child(Field::kRight));
        Size count;
        if (op == "+=") count = reader_.SizeOf(bound) / step;
        if (op == "-=") count = Size::Symbol(counter.text()) / step;
        if (op == "*=" || op == "<<=") count = Size::Logarithm(reader_.SizeOf(bound));
        if (op == "//=" || op == ">>=") count = Size::Logarithm(Size::Symbol(counter.text()));
        if (count.terms().empty()) continue;
        PushLoop({.node = loop, .end = body.subtree_end(), .count = count});
        return;
      }
    }
  }

  void PushLoop(Loop loop) {
    const bool grows = !loop.count.Lead().empty();
    loops_.push_back(std::move(loop));
    if (!grows) return;
    AddTerm({.kind = Term::Kind::kLoop, .node = loops_.back().node}, Size::Constant(1), loops_);
  }

  // Loops that begin inside of the node.
  std::vector<Loop> LoopsFrom(Node node) const {
    std::vector<Loop> loops;
    for (const Loop& loop : loops_) {
      if (node.Contains(loop.node)) loops.push_back(loop);
    }
    return loops;
  }

  void Visit(Node node) {
    if (node.Is(Kind::kCall) || node.Is(Kind::kBinaryOperator) ||
        node.Is(Kind::kComparisonOperator)) {
      VisitExpression(node);
    } else if (node.Is(Kind::kAssignment) || node.Is(Kind::kAugmentedAssignment)) {
      VisitAssignment(node);
    }
  }

  void VisitExpression(Node node) {
    if (const std::optional<OperationCost> cost = CostOf(reader_, node)) {
      Term term = {.kind = cost->is_allocation ? Term::Kind::kAllocation : Term::Kind::kOperation,
                   .node = node,
                   .element_bytes = ElementBytes(reader_, node)};
      if (cost->memory) SetMemory(*cost->memory, &term);
      AddTerm(std::move(term), cost->time, loops_);
      return;
    }
    if (loops_.empty()) return;
    if (const std::optional<Size> items = ListScan(reader_, node)) {
      AddTerm({.kind = Term::Kind::kOperation, .node = node}, *items, loops_);
      return;
    }
    if (!node.Is(Kind::kCall)) return;
    const Node function = node.child(Field::kFunction);
    const absl::string_view method = function.child(Field::kAttribute).text();
    const python::Arguments arguments = python::ArgumentsOf(node);
    if (!function.Is(Kind::kAttribute) || arguments.positional.empty()) return;
    if (method != "append" && method != "appendleft" && method != "extend") return;
    AddGrowth(node, arguments.positional[0], LoopsBehind(function.child(Field::kObject)));
  }

  // `x = torch.cat([x, y])`, `text += piece`, `items = items + [y]`: each round copies all so far.
  void VisitAssignment(Node node) {
    const Node target = node.child(Field::kLeft);
    const Node value = python::WithoutParentheses(node.child(Field::kRight));
    if (loops_.empty() || !value) return;
    if (target.Is(Kind::kSubscript)) return VisitSlot(node, target, value);
    if (!target.Is(Kind::kIdentifier)) return;
    const std::vector<Loop> loops = LoopsBehind(target);
    if (loops.empty()) return;
    bool is_copy = false;
    if (node.Is(Kind::kAugmentedAssignment)) {
      is_copy = node.child(Field::kOperator).text() == "+=" &&
                reader_.values().Of(value).type == python::ValueType::kString;
    } else if (value.Is(Kind::kCall)) {
      const std::string name = reader_.CalleeOf(value).name;
      const Node list = python::Argument(value, 0, "tensors");
      if (name == "cat" || name == "concat" || name == "concatenate" || name == "vstack" ||
          name == "hstack") {
        for (Node child : list.named_children()) {
          is_copy = is_copy || child.text() == target.text();
        }
      }
    } else if (value.Is(Kind::kBinaryOperator) && value.child(Field::kOperator).text() == "+") {
      is_copy = value.child(Field::kLeft).text() == target.text() &&
                value.child(Field::kRight).Is(Kind::kList);
    }
    if (!is_copy) return;
    Size rounds = Size::Constant(1);
    for (const Loop& loop : loops) rounds = rounds * loop.count;
    Term term = {.kind = Term::Kind::kOperation, .node = node};
    SetMemory(rounds, &term);
    AddTerm(std::move(term), rounds, loops_);
  }

  // `outputs[i] = x` of a list or dictionary.
  void VisitSlot(Node node, Node target, Node value) {
    const Node container = target.child(Field::kValue);
    const python::ValueType type = reader_.values().Of(container).type;
    const Node made = reader_.module().Dereference(container);  // [None] * T
    const bool is_list = type == python::ValueType::kSequence || type == python::ValueType::kDict ||
                         (made.Is(Kind::kBinaryOperator) && made.named_child(0).Is(Kind::kList));
    if (!is_list) return;
    AddGrowth(node, value, LoopsBehind(container));
  }

  // Loops around the current node that do not make the list anew.
  std::vector<Loop> LoopsBehind(Node list) const {
    uint32_t made = 0;
    if (list.Is(Kind::kIdentifier)) {
      const python::Scopes& scopes = reader_.module().scopes();
      const int scope = scopes.LookUp(list, list.text());
      if (scope >= 0) {
        for (const python::Binding& binding :
             scopes.BindingsOf(static_cast<uint32_t>(scope), list.text())) {
          const Node value = python::WithoutParentheses(binding.value);
          const bool is_fresh = value && !value.Is(Kind::kBinaryOperator) &&
                                !absl::StrContains(value.text(), list.text());
          if (is_fresh && binding.node.index() < list.index()) made = binding.node.index();
        }
      }
    }
    std::vector<Loop> loops;
    for (const Loop& loop : loops_) {
      if (loop.node.index() > made) loops.push_back(loop);
    }
    return loops;
  }

  void AddGrowth(Node node, Node item, const std::vector<Loop>& loops) {
    Size items = Size::Constant(1);
    for (const Loop& loop : loops) items = items * loop.count;
    if (items.Lead().empty()) return;
    const Shape shape = reader_.ShapeOf(item);
    const Size item_size = shape.is_closed() ? shape.Elements() : Size::Constant(1);
    Term term = {.kind = Term::Kind::kGrowingList, .node = node};
    SetMemory(items * item_size, &term);
    AddTerm(std::move(term), item_size, loops_);
  }

  void SetMemory(const Size& size, Term* term) {
    term->memory = size.Lead();
    const double coefficient = size.LeadCoefficient();
    term->coefficient = std::clamp<int64_t>(std::lround(coefficient), 1, kMaxCoefficient);
    for (const Product& product : size.Products()) AddProduct(product, &result_.memory);
  }

  void AddTerm(Term term, const Size& time, const std::vector<Loop>& loops) {
    Size total = time;
    Size counted = time;
    for (const Loop& loop : loops) {
      total = total * loop.count;
      if (!loop.is_part) counted = counted * loop.count;
    }
    term.time = total.Lead();
    for (const Product& product : total.Products()) AddProduct(product, &result_.time);
    result_.degree = std::max(result_.degree, DegreeOf(counted.Lead()));
    if (term.time.empty() && (!term.memory || term.memory->empty())) return;
    result_.terms.push_back(std::move(term));
  }

  FunctionScaling Finish() {
    if (result_.time.empty()) result_.time.emplace_back();
    if (result_.memory.empty()) result_.memory.emplace_back();
    std::vector<Term>& terms = result_.terms;
    // An outer loop says nothing that what runs in it does not.
    terms.erase(std::remove_if(terms.begin(), terms.end(),
                               [&](const Term& term) { return IsOutgrown(term); }),
                terms.end());
    std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
      if (a.time != b.time) return GrowsFaster(a.time, b.time);
      return a.memory.value_or(Product()) != b.memory.value_or(Product()) &&
             GrowsFaster(a.memory.value_or(Product()), b.memory.value_or(Product()));
    });
    return std::move(result_);
  }

  bool IsOutgrown(const Term& term) const {
    if (term.kind != Term::Kind::kLoop) return false;
    return std::any_of(result_.terms.begin(), result_.terms.end(), [&](const Term& other) {
      return &other != &term && term.node.Contains(other.node) && other.time != term.time &&
             IsDominatedBy(term.time, other.time);
    });
  }

  const python::Definition& function_;
  const bool is_kernel_;
  const SizeReader reader_;
  std::vector<Loop> loops_;
  std::map<uint32_t, Node> targets_;  // By loop.
  FunctionScaling result_;
};

}  // namespace

FunctionScaling ScalingOf(const python::Module& module, const python::Definition& function,
                          const python::Values& values, const Aliases& aliases) {
  return Collector(module, function, values, aliases).Collect();
}

bool IsWorthShowing(const FunctionScaling& scaling) {
  // Lists that a program keeps of its parts are short.
  const auto counts = [](const Product& product) {
    int degree = DegreeOf(product);
    for (const Factor& factor : product) {
      if (absl::StartsWith(factor.dimension, "len(") && factor.power == 1) --degree;
    }
    return degree;
  };
  const bool is_steep = std::any_of(scaling.time.begin(), scaling.time.end(),
                                    [&](const Product& time) { return counts(time) >= 2; });
  return (scaling.degree >= 2 && is_steep) || counts(scaling.memory.front()) >= 2;
}

}  // namespace allreview::scaling
