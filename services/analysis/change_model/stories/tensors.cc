#include "services/analysis/change_model/stories/tensors.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/variables.h"
#include "services/analysis/change_model/stories/said_shapes.h"
#include "services/analysis/change_model/stories/shape_rules.h"
#include "services/analysis/change_model/stories/uses.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using v1::Step;

// "x" and "self.x"; empty for other expressions.
std::string NameOf(Node expression, absl::string_view self) {
  if (expression.Is(Kind::kIdentifier)) return std::string(expression.text());
  if (expression.Is(Kind::kAttribute) && !self.empty() &&
      expression.child(Field::kObject).text() == self) {
    return absl::StrCat("self.", expression.child(Field::kAttribute).text());
  }
  return "";
}

// x of `x.shape` and `x.size()`. Null: neither.
Node ObjectOfShape(Node value) {
  value = python::WithoutParentheses(value);
  if (value.Is(Kind::kCall) && python::ArgumentsOf(value).positional.empty()) {
    value = value.child(Field::kFunction);
    return value.child(Field::kAttribute).text() == "size" ? value.child(Field::kObject) : Node();
  }
  const bool is_shape =
      value.Is(Kind::kAttribute) && value.child(Field::kAttribute).text() == "shape";
  return is_shape ? value.child(Field::kObject) : Node();
}

// What stands behind a parameter on its line: "x: Tensor,  # [b, s]".
absl::string_view CommentBehind(Node parameter) {
  const python::SyntaxTree& tree = *parameter.tree();
  const int line = tree.LineOf(parameter.end_byte() - 1);
  const uint32_t column = parameter.end_byte() - tree.LineStart(line);
  absl::string_view rest = tree.LineText(line);
  rest.remove_prefix(std::min<size_t>(column, rest.size()));
  const size_t hash = rest.find_first_not_of(" ,\t");
  if (hash == absl::string_view::npos || rest[hash] != '#') return "";
  return rest.substr(hash + 1);
}

}  // namespace

absl::string_view NameOf(python::Dtype dtype) {
  switch (dtype) {
    case python::Dtype::kFloat64:
      return "float64";
    case python::Dtype::kFloat32:
      return "float32";
    case python::Dtype::kFloat16:
      return "float16";
    case python::Dtype::kBfloat16:
      return "bfloat16";
    case python::Dtype::kFloat8:
      return "float8";
    case python::Dtype::kInteger:
      return "integer";
    case python::Dtype::kBool:
      return "bool";
    case python::Dtype::kUnknown:
      return "";
  }
  return "";
}

Tensors::Tensors(const Statements& statements, const python::Values& values,
                 const Docstring& docstring)
    : statements_(statements), values_(values), of_statements_(statements.size()) {
  AddParameters(docstring);
  RunBlock(0, statements.size());
}

TensorFact Tensors::OfVariable(absl::string_view name) const {
  const auto found = first_.find(std::string(name));
  return found == first_.end() ? TensorFact() : found->second;
}

void Tensors::AddParameters(const Docstring& docstring) {
  for (const python::Parameter& parameter : statements_.definition().parameters) {
    TensorFact fact;
    if (parameter.annotation) {
      fact.shape = ShapeInText(parameter.annotation.text());
      if (!absl::StrContains(parameter.annotation.text(), "Tensor")) fact.shape.reset();
      if (fact.shape) fact.source = "annotation";
      fact.dtype = std::string(
          NameOf(python::ValueOfAnnotation(statements_.module(), parameter.annotation).dtype));
    }
    const auto entry = docstring.parameters.find(std::string(parameter.name));
    if (!fact.shape && entry != docstring.parameters.end()) {
      fact.shape = ShapeInText(entry->second.type);
      if (!fact.shape) fact.shape = ShapeInText(entry->second.text);
      if (fact.shape) fact.source = "docstring";
    }
    const bool may_be_tensor =
        !parameter.annotation || absl::StrContains(parameter.annotation.text(), "Tensor");
    if (!fact.shape && may_be_tensor) {
      fact.shape = ShapeInComment(CommentBehind(parameter.node));
      if (fact.shape) fact.source = "comment";
    }
    Bind(std::string(parameter.name), fact);
  }
}

void Tensors::Bind(const std::string& name, const TensorFact& fact) {
  if (name.empty()) return;
  if (fact.shape || !fact.dtype.empty()) {
    first_.try_emplace(name, fact);
    environment_[name] = fact;
  } else {
    environment_.erase(name);
  }
}

void Tensors::Merge(Environment& into, const Environment& other) {
  for (auto it = into.begin(); it != into.end();) {
    const auto same = other.find(it->first);
    if (same == other.end()) {
      it = into.erase(it);
      continue;
    }
    if (same->second.shape != it->second.shape) it->second.shape.reset();
    if (same->second.dtype != it->second.dtype) it->second.dtype.clear();
    ++it;
  }
}

void Tensors::RunBlock(int first, int end) {
  for (int i = first; i < end;) {
    int last = statements_[i].end;
    while (last < end && statements_[last].head == i) last = statements_[last].end;
    switch (statements_[i].kind) {
      case Step::KIND_IF:
      case Step::KIND_TRY:
      case Step::KIND_MATCH:
        RunBranches(i, last);
        break;
      case Step::KIND_LOOP:
        RunLoop(i, last);
        break;
      case Step::KIND_DEFINITION: {
        const Environment outer = environment_;
        RunBlock(i + 1, last);
        environment_ = outer;
        break;
      }
      default:
        RunStatement(i);
        RunBlock(i + 1, last);
        break;
    }
    i = last;
  }
}

// The block ends by leaving: what it found does not hold behind it.
bool Tensors::Leaves(int clause) const {
  int last = -1;
  for (int i = clause + 1; i < statements_[clause].end; i = statements_[i].end) last = i;
  if (last < 0) return false;
  const Step::Kind kind = statements_[last].kind;
  return kind == Step::KIND_RETURN || kind == Step::KIND_RAISE || kind == Step::KIND_JUMP;
}

void Tensors::RunBranches(int head, int end) {
  const Environment before = environment_;
  std::optional<Environment> merged;
  bool is_complete = false;
  for (int i = head; i < end; i = statements_[i].end) {
    environment_ = before;
    RunBlock(i + 1, statements_[i].end);
    is_complete = is_complete || statements_[i].kind == Step::KIND_ELSE;
    if (Leaves(i)) continue;
    if (merged)
      Merge(*merged, environment_);
    else
      merged = environment_;
  }
  // None of them may have run.
  const bool may_be_skipped = !is_complete && statements_[head].kind != Step::KIND_TRY;
  if (merged && may_be_skipped) Merge(*merged, before);
  environment_ = merged ? *std::move(merged) : before;
}

void Tensors::RunLoop(int head, int end) {
  // What the loop binds has another value in its second round.
  for (int i = head; i < end; ++i) {
    for (const Use& use : UsesOf(statements_, statements_[i])) {
      if (use.is_binding) environment_.erase(use.name);
    }
  }
  const Environment before = environment_;
  RunBlock(head + 1, end);
  Merge(environment_, before);
}

void Tensors::RunStatement(int i) {
  const Statement& statement = statements_[i];
  const Node inner = statement.node.named_child(0);
  if (statement.kind == Step::KIND_ASSERT) return RunAssert(inner);
  if (inner.Is(Kind::kAssignment)) return RunAssignment(i, inner);
  if (inner.Is(Kind::kAugmentedAssignment)) return RunAugmented(i, inner);
  if (statement.kind != Step::KIND_RETURN || !inner) return;
  const ShapeRules rules(statements_.module(), SelfOf(statements_), [&](const std::string& name) {
    const auto found = environment_.find(name);
    return found == environment_.end() ? Shape() : found->second.shape;
  });
  TensorFact& fact = of_statements_[i];
  fact.shape = rules.Of(inner).shape;
  if (fact.shape) fact.source = "derived";
  const python::Value value = values_.Of(inner);
  if (value.type == python::ValueType::kTensor) fact.dtype = std::string(NameOf(value.dtype));
}

void Tensors::RunAssignment(int i, Node assignment) {
  const Node left = assignment.child(Field::kLeft), right = assignment.child(Field::kRight);
  if (!right) return;
  const absl::string_view self = SelfOf(statements_);
  if (ObjectOfShape(right)) return NameDims(left, right);
  const ShapeRules rules(statements_.module(), self, [&](const std::string& name) {
    const auto found = environment_.find(name);
    return found == environment_.end() ? Shape() : found->second.shape;
  });
  const ShapeResult derived = rules.Of(right);
  TensorFact fact{.shape = derived.shape, .dtype = "", .source = derived.shape ? "derived" : ""};
  const std::vector<Node> targets = rules::ElementsOf(left);
  const python::Value value = values_.Of(right);
  if (const Shape said = SaidOfTarget(statements_, statements_[i], assignment, derived.shape)) {
    const bool fits = MayBeTensor(value.type) && !Contradict(said, derived.shape);
    fact.shape = fits ? said : Shape();
    fact.source = fits ? "comment" : "";
  }
  if (value.type == python::ValueType::kTensor) fact.dtype = std::string(NameOf(value.dtype));
  const bool is_one = targets.size() == 1 && !left.Is(Kind::kPatternList);
  if (is_one) {
    if (left.Is(Kind::kIdentifier) || left.Is(Kind::kAttribute)) Bind(NameOf(left, self), fact);
    of_statements_[i] = std::move(fact);
    return;
  }
  bool are_alike = true;
  const std::vector<Node> values = rules::ElementsOf(right);
  for (size_t k = 0; k < targets.size(); ++k) {
    TensorFact part = fact;
    if (fact.source != "comment") {
      part.shape = k < derived.parts.size() ? derived.parts[k] : std::nullopt;
      if (values.size() == targets.size() && derived.parts.empty()) {
        part.shape = rules.Of(values[k]).shape;
      }
      part.source = part.shape ? "derived" : "";
    }
    if (k == 0)
      of_statements_[i] = part;
    else
      are_alike = are_alike && part.shape == of_statements_[i].shape;
    Bind(NameOf(targets[k], self), part);
  }
  if (!are_alike) of_statements_[i] = TensorFact();
}

// In place: the target stays what it was, unless the author says otherwise.
void Tensors::RunAugmented(int i, Node assignment) {
  const std::string name = NameOf(assignment.child(Field::kLeft), SelfOf(statements_));
  const auto known = environment_.find(name);
  TensorFact fact = known == environment_.end() ? TensorFact() : known->second;
  const Shape said = ShapeInComment(statements_.CommentBehind(statements_[i]));
  if (said && !Contradict(said, fact.shape)) {
    fact.shape = said;
    fact.source = "comment";
    Bind(name, fact);
  }
  if (fact.shape && fact.source != "comment") fact.source = "derived";
  of_statements_[i] = std::move(fact);
}

// `s, b, h = x.shape` names the dimensions of x.
void Tensors::NameDims(Node targets, Node value) {
  const std::string name = NameOf(ObjectOfShape(value), SelfOf(statements_));
  const std::vector<Node> names = rules::ElementsOf(targets);
  if (name.empty() || !targets.Is(Kind::kPatternList)) return;
  const TensorFact known = environment_.count(name) ? environment_[name] : TensorFact();
  Dims dims;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].Is(Kind::kIdentifier)) return;
    const bool is_dropped = names[i].text() == "_";
    const bool is_known = known.shape && known.shape->size() == names.size();
    dims.push_back(!is_dropped ? std::string(names[i].text()) : is_known ? (*known.shape)[i] : "?");
  }
  Bind(name, {.shape = std::move(dims), .dtype = known.dtype, .source = "derived"});
}

// assert x.shape == (b, s)
void Tensors::RunAssert(Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(Kind::kComparisonOperator) || condition.named_child_count() != 2) return;
  if (!absl::StrContains(condition.text(), "==")) return;
  const std::string name = NameOf(ObjectOfShape(condition.named_child(0)), SelfOf(statements_));
  const Node sizes = python::WithoutParentheses(condition.named_child(1));
  if (name.empty() || (!sizes.Is(Kind::kTuple) && !sizes.Is(Kind::kList))) return;
  const ShapeRules rules(statements_.module(), SelfOf(statements_),
                         [](const std::string&) { return Shape(); });
  Dims dims;
  for (Node size : rules::ElementsOf(sizes)) dims.push_back(rules.DimOf(size));
  const std::string dtype = environment_.count(name) ? environment_[name].dtype : "";
  Bind(name, {.shape = std::move(dims), .dtype = dtype, .source = "assert"});
}

}  // namespace allreview::analysis
