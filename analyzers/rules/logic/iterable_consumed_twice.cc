// for x in rows: ...; list(rows): a generator is empty when it is walked again.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::ControlFlow;
using python::Module;

constexpr Phrase kIsIterator("is-iterator", "`{name}` is an iterator (`{value}`)",
                             "`{name}` 是迭代器（`{value}`）");
constexpr Phrase kMayBeIterator("may-be-iterator",
                                "`{name}` may be an iterator (it is annotated `{value}`)",
                                "`{name}` 可能是迭代器（标注为 `{value}`）");
constexpr Phrase kFirstTraversal("first-traversal", "the first traversal", "第一次遍历");
constexpr Phrase kPhrases[] = {kIsIterator, kMayBeIterator, kFirstTraversal};

constexpr absl::string_view kConsumers[] = {"list", "tuple", "set", "frozenset", "sum",  "any",
                                            "all",  "max",   "min", "sorted",    "dict", "deque"};
constexpr absl::string_view kConsumingMethods[] = {"extend", "join"};
constexpr absl::string_view kWrappers[] = {"enumerate", "zip", "map", "filter", "tqdm"};
constexpr absl::string_view kIterators[] = {"map", "filter", "zip", "enumerate", "reversed"};
constexpr absl::string_view kModuleMethods[] = {
    "parameters", "named_parameters", "modules", "named_modules",
    "children",   "named_children",   "buffers", "named_buffers"};

bool IsComprehension(Node node) {
  return node.Is(NodeKind::kListComprehension) || node.Is(NodeKind::kSetComprehension) ||
         node.Is(NodeKind::kDictionaryComprehension);
}

// The expression is an argument of it, given by position.
Node CallWith(Node expression) {
  const Node parent = expression.parent();
  if (expression.Is(NodeKind::kGeneratorExpression) && parent.Is(NodeKind::kCall)) {
    return expression.field() == Field::kArguments ? parent : Node();
  }
  return parent.Is(NodeKind::kArgumentList) ? parent.parent() : Node();
}

// The call takes everything that the argument gives.
bool Consumes(Node call) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view name = CalleeName(call);
  if (function.Is(NodeKind::kAttribute)) return IsOneOf(name, kConsumingMethods);
  if (!IsOneOf(name, kConsumers)) return false;
  const bool compares = name == "max" || name == "min";  // max(a, b) looks at none of them.
  return !compares || python::ArgumentsOf(call).positional.size() < 2;
}

// What walks over the variable where it stands: a loop, a comprehension or a call. Null: nothing.
Node TraversalOf(Node variable) {
  for (Node node = variable; node;) {
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kForStatement)) {
      return node.field() == Field::kRight ? parent : Node();
    }
    if (parent.Is(NodeKind::kForInClause)) {
      if (node.field() != Field::kRight) return Node();
      if (IsComprehension(parent.parent())) return parent.parent();
      node = parent.parent();
      if (!node.Is(NodeKind::kGeneratorExpression)) return Node();
      continue;
    }
    if (parent.Is(NodeKind::kListSplat)) return parent;
    const Node call = CallWith(node);
    if (!call.Is(NodeKind::kCall)) return Node();
    if (Consumes(call)) return call;
    if (!IsOneOf(CalleeName(call), kWrappers)) return Node();
    node = call;
  }
  return Node();
}

// "Iterable" of `typing.Iterable[Tensor]`.
absl::string_view HeadOf(absl::string_view type) {
  while (!type.empty() && (type.front() == ' ' || type.front() == '\n')) type.remove_prefix(1);
  type = type.substr(0, type.find('['));
  while (!type.empty() && type.back() == ' ') type.remove_suffix(1);
  const size_t dot = type.rfind('.');
  return dot == absl::string_view::npos ? type : type.substr(dot + 1);
}

// The alternatives of `Union[A, B[C]]`, `Optional[A]` and `A | B`.
std::vector<absl::string_view> AlternativesOf(absl::string_view type) {
  const absl::string_view head = HeadOf(type);
  if ((head == "Union" || head == "Optional") && absl::EndsWith(type, "]")) {
    type = type.substr(type.find('[') + 1);
    type.remove_suffix(1);
  }
  std::vector<absl::string_view> alternatives;
  int depth = 0;
  size_t first = 0;
  for (size_t i = 0; i <= type.size(); ++i) {
    const char c = i < type.size() ? type[i] : ',';
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (depth > 0 || (c != ',' && c != '|')) continue;
    alternatives.push_back(type.substr(first, i - first));
    first = i + 1;
  }
  return alternatives;
}

// An iterator is given, or is usual beside a single tensor, as model.parameters(), and no list is
// promised. Whoever writes `Iterable` alone mostly gets lists.
bool AllowsIterator(Node annotation) {
  bool is_iterable = false, is_iterator = false, is_tensor = false;
  for (absl::string_view alternative : AlternativesOf(annotation.text())) {
    const absl::string_view head = HeadOf(alternative);
    is_iterable |= head == "Iterable";
    is_iterator |= head == "Iterator" || head == "Generator";
    is_tensor |= head == "Tensor" || head == "Parameter";
    if (!IsOneOf(head, {"Iterable", "Iterator", "Generator", "Tensor", "Parameter", "None", "int",
                        "float", "bool", ""})) {
      return false;
    }
  }
  return is_iterator || (is_iterable && is_tensor);
}

bool IsNamedLikeModule(Node object) {
  const absl::string_view name = LastName(object);
  return absl::StrContains(name, "model") || absl::StrContains(name, "module");
}

// The value is an iterator and nothing else.
bool IsIterator(const FileContext& file, Node value) {
  value = python::WithoutParentheses(value);
  if (value.Is(NodeKind::kGeneratorExpression)) return true;
  if (!value.Is(NodeKind::kCall)) return false;
  const Node function = value.child(Field::kFunction);
  const absl::string_view name = CalleeName(value);
  if (function.Is(NodeKind::kIdentifier)) {
    return IsOneOf(name, kIterators) &&
           file.module().Resolve(function) == absl::StrCat("builtins.", name);
  }
  if (!function.Is(NodeKind::kAttribute) || !IsOneOf(name, kModuleMethods)) return false;
  const Node object = function.child(Field::kObject);
  return IsNamedLikeModule(object) || file.values().Of(object).type == python::ValueType::kModule;
}

struct Use {
  Node variable, traversal;
  ControlFlow::Point point = ControlFlow::kNone;
};

struct Source {
  const Binding* binding = nullptr;
  Node value;  // What makes it an iterator: an expression, or an annotation.
  bool is_certain = false;
};

// Where the iterator comes from that the variable may be. nullopt: it is none for all we know.
std::optional<Source> SourceOf(const FileContext& file, const python::Definition& function,
                               const std::vector<const Binding*>& bindings) {
  for (const Binding* binding : bindings) {
    if (binding->kind == Binding::Kind::kAssignment && bindings.size() == 1 && binding->value &&
        IsIterator(file, binding->value)) {
      return Source{binding, binding->value, true};
    }
    if (binding->kind != Binding::Kind::kParameter) continue;
    const python::Parameter* parameter = FindParameter(function, binding->name);
    if (parameter != nullptr && parameter->annotation && AllowsIterator(parameter->annotation)) {
      return Source{binding, parameter->annotation, false};
    }
  }
  return std::nullopt;
}

// The code asks what it was given, or uses it as a sequence.
bool IsTakenForSequence(const python::Definition& function, absl::string_view name) {
  return AnyOwnNode(function.body, NodeKind::kIdentifier, [&](Node node) {
    if (node.text() != name) return false;
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kSubscript)) return node.field() == Field::kValue;
    if (!parent.Is(NodeKind::kArgumentList)) return false;
    const Node call = parent.parent();
    const absl::string_view callee = CalleeName(call);
    if (callee == "len" || callee == "hasattr" || callee == "iter" || callee == "next") return true;
    if (callee != "isinstance") return false;
    const Node types = python::Argument(call, 1, "class_or_tuple");
    for (absl::string_view type : {"list", "List", "tuple", "Tuple", "Sequence", "Generator",
                                   "Iterator", "Collection", "Sized", "dict"}) {
      if (MentionsName(types.text(), type)) return true;
    }
    return false;
  });
}

// One may run without the other: only a part of the statement is evaluated.
bool IsConditional(Node node) {
  for (Node at = node; at && at != python::StatementOf(node); at = at.parent()) {
    if (at.Is(NodeKind::kConditionalExpression) || at.Is(NodeKind::kBooleanOperator)) return true;
  }
  return false;
}

// The second runs only after the first, and nothing binds the name in between.
bool RunsAfter(const ControlFlow& flow, const Use& first, const Use& second,
               const std::vector<ControlFlow::Point>& rebindings) {
  if (IsConditional(first.traversal) || first.traversal.Contains(second.variable)) return false;
  if (first.point == second.point) return !IsConditional(second.traversal);
  return flow.Dominates(first.point, second.point) &&
         !flow.PathBetween(first.point, second.point, rebindings, ControlFlow::Paths::kNormal)
              .empty();
}

void Report(FileContext& file, const Source& source, const Use& first, const Use& second) {
  const std::string name(second.variable.text());
  Observation observation{
      .at = second.variable,
      .params = {{"problem", Sentence(source.is_certain ? kIsIterator : kMayBeIterator,
                                      {{"name", name}, {"value", OneLine(source.value)}})},
                 {"name", name},
                 {"line", absl::StrCat(first.variable.first_line())}},
      .because = FirstChanged(file, {second.variable, first.variable, source.value}),
      .related = {{kFirstTraversal, RangeOf(file.module(), first.traversal)}}};
  if (!source.is_certain) observation.confidence = Confidence::kMedium;
  file.Report(std::move(observation));
}

// The points where the name gets another value.
std::vector<ControlFlow::Point> RebindingsOf(const FileContext& file, const ControlFlow& flow,
                                             Node variable) {
  std::vector<ControlFlow::Point> points;
  for (const Binding& binding :
       file.module().scopes().MeaningOf(variable, variable.text()).bindings) {
    if (binding.kind == Binding::Kind::kParameter) continue;
    if (const auto point = flow.PointOf(binding.node); point >= 0) points.push_back(point);
  }
  return points;
}

// The first pair of traversals of one variable, the second of which gets nothing.
void CheckUses(FileContext& file, const python::Definition& function, const std::vector<Use>& uses,
               const ControlFlow& flow, std::vector<absl::string_view>& done) {
  for (size_t j = 1; j < uses.size(); ++j) {
    const Use& second = uses[j];
    const absl::string_view name = second.variable.text();
    if (IsOneOf(name, done)) continue;
    for (size_t i = 0; i < j; ++i) {
      const Use& first = uses[i];
      if (first.variable.text() != name) continue;
      const auto bindings = flow.DefinitionsReaching(first.variable);
      const std::optional<Source> source = SourceOf(file, function, bindings);
      if (!source || flow.DefinitionsReaching(second.variable) != bindings ||
          !RunsAfter(flow, first, second, RebindingsOf(file, flow, second.variable))) {
        continue;
      }
      // Tests know what they give to their own functions.
      if (!source->is_certain && (file.is_test() || IsTakenForSequence(function, name))) continue;
      done.push_back(name);
      Report(file, *source, first, second);
      break;
    }
  }
}

void Check(FileContext& file, Node node) {
  const python::Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr || function->body.HasError()) return;
  std::vector<Use> uses;
  ForEachOwnNode(function->body, NodeKind::kIdentifier, [&](Node identifier) {
    if (!IsVariable(identifier)) return;
    if (const Node traversal = TraversalOf(identifier)) uses.push_back({identifier, traversal});
  });
  if (uses.size() < 2) return;
  const ControlFlow& flow = file.flow(function->body.named_child(0));
  for (Use& use : uses) use.point = flow.PointOf(use.variable);
  std::vector<absl::string_view> done;
  CheckUses(file, *function, uses, flow, done);
}

}  // namespace

extern constinit const Rule kIterableConsumedTwice = {
    .info =
        {.id = "iterable-consumed-twice",
         .title = {"Iterator traversed twice", "迭代器被遍历两次"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"{problem}, and line {line} has already consumed it",
                     "{problem}，第 {line} 行已经把它消耗掉"},
         .consequence =
             {"This traversal sees only what is left, usually nothing: sums are 0 "
              "and loops do nothing, without an error",
              "这次遍历只能得到剩下的元素，通常一个也没有：求和为 0，循环什么也不做，而且不会报错"},
         .advice = {"Store it in a list before the first traversal: `{name} = list({name})`",
                    "在第一次遍历之前存成列表：`{name} = list({name})`"},
         .phrases = kPhrases,
         .why = "A generator, `map`, `zip` or `model.parameters()` can be traversed only once. The "
                "second traversal is empty. `Iterable` promises callers that a generator is fine.",
         .fix = "Make a list first, or annotate the parameter as Sequence.",
         .bad = R"py(
def clip(model, limit):
    params = (p for p in model.parameters() if p.grad is not None)
    total = sum(p.grad.norm() for p in params)
    for p in params:
        p.grad.mul_(limit / total)
)py",
         .good = R"py(
def clip(model, limit):
    params = [p for p in model.parameters() if p.grad is not None]
    total = sum(p.grad.norm() for p in params)
    for p in params:
        p.grad.mul_(limit / total)
)py",
         .references = {"https://docs.python.org/3/glossary.html#term-iterator"},
         .version = 2},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
