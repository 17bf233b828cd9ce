#include "analyzers/tensor_expressions/expression.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/syntax.h"
#include "analyzers/tensor_expressions/domain.h"
#include "analyzers/tensor_expressions/evaluator.h"
#include "analyzers/tensor_expressions/lower.h"
#include "analyzers/tensor_expressions/roles.h"
#include "base/status_macros.h"

namespace allreview::tensor_expressions {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr std::pair<absl::string_view, absl::string_view> kNames[] = {
    {"torch", "torch"},
    {"F", "torch.nn.functional"},
    {"nn", "torch.nn"},
    {"math", "math"},
    {"np", "numpy"},
    {"numpy", "numpy"},
    {"Tensor", "torch.Tensor"},
    {"abs", "builtins.abs"},
    {"pow", "builtins.pow"},
    {"max", "builtins.max"},
    {"min", "builtins.min"},
    {"float", "builtins.float"},
    {"int", "builtins.int"},
    {"round", "builtins.round"},
    {"sum", "builtins.sum"},
    {"inf", "math.inf"},
    {"nan", "math.nan"},
    {"fp64", "island.float64"},
    {"fp32", "island.float32"},
    {"bf16", "island.bfloat16"},
    {"fp16", "island.float16"},
};

bool IsCallee(Node name) {
  return name.parent().Is(Kind::kCall) && name.field() == Field::kFunction;
}

// An expression without a file around it: names are inputs.
class Inputs : public Environment {
 public:
  Inputs(Terms& terms, std::vector<Domain> domains) : terms_(terms), domains_(std::move(domains)) {}

  std::string Resolve(Node expression) override {
    if (expression.Is(Kind::kAttribute)) {
      const std::string object = Resolve(expression.child(Field::kObject));
      if (object.empty()) return "";
      return absl::StrCat(object, ".", expression.child(Field::kAttribute).text());
    }
    if (!expression.Is(Kind::kIdentifier)) return "";
    // A domain makes any name a variable.
    if (FindDomain(domains_, expression.text()) != nullptr && !IsCallee(expression)) return "";
    for (const auto& [name, dotted] : kNames) {
      if (name == expression.text()) return std::string(dotted);
    }
    return "";
  }

  std::optional<Value> Variable(Node name) override {
    if (!name.Is(Kind::kIdentifier) || IsCallee(name) || !Resolve(name).empty()) {
      return std::nullopt;
    }
    const std::string text(name.text());
    const auto known = inputs_.find(text);
    if (known != inputs_.end()) return Value{TermRef{known->second}};
    const int term = AddInput(name);
    inputs_[text] = term;
    return Value{TermRef{term}};
  }

  Value Opaque(Node, const Unknown& why) override { return {why}; }

  std::optional<Value> Call(Node, const std::string&, CallValues) override { return std::nullopt; }

  std::optional<double> SizeOf(int term, int dim) override {
    const Term& of = terms_[term];
    const Domain* domain =
        of.kind == Term::Kind::kInput ? FindDomain(domains_, of.input.name) : nullptr;
    if (domain == nullptr) return std::nullopt;
    const int count = static_cast<int>(domain->sizes.size());
    const int at = dim < 0 ? dim + count : dim;
    if (at < 0 || at >= count || domain->sizes[at] == 0) return std::nullopt;
    return static_cast<double>(domain->sizes[at]);
  }

  std::optional<numerics::Format> autocast() override { return std::nullopt; }

 private:
  int AddInput(Node name) {
    numerics::Input input = {.name = std::string(name.text())};
    input.role = RoleOfName(input.name).value_or(numerics::Role::kActivation);
    if (const Domain* domain = FindDomain(domains_, input.name)) {
      input.distribution = domain->distribution;
      input.extent = domain->extent();
    }
    return terms_.Add({.kind = Term::Kind::kInput, .input = std::move(input), .node = name});
  }

  Terms& terms_;
  std::vector<Domain> domains_;
  std::map<std::string, int> inputs_;
};

absl::Status SyntaxError(absl::string_view expression, uint32_t byte) {
  return absl::InvalidArgumentError(absl::StrCat("expression '", expression,
                                                 "': not a Python expression at column ", byte + 1,
                                                 " ('", expression.substr(byte, 20), "')"));
}

// The one expression of a text.
absl::StatusOr<Node> OnlyExpression(const python::SyntaxTree& tree) {
  const Node root = tree.root();
  for (const Node node : root.descendants()) {
    if (node.Is(Kind::kError) || node.IsMissing()) {
      return SyntaxError(tree.source(), node.first_byte());
    }
  }
  const Node statement = root.named_child(0);
  if (root.named_child_count() != 1 || !statement.Is(Kind::kExpressionStatement) ||
      statement.named_child_count() != 1 || statement.named_child(0).Is(Kind::kAssignment)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "expression '", tree.source(), "': wanted one expression, as in torch.exp(x) - 1"));
  }
  return statement.named_child(0);
}

absl::Status Explain(absl::string_view expression, const Unknown& why) {
  const std::string text = absl::StrCat(
      "expression '", expression, "'", why.node ? absl::StrCat(" at '", why.node.text(), "'") : "",
      ": ", RefusalSentence(why.reason).In(Language::kEnglish),
      why.detail.empty() ? "" : absl::StrCat(" (", why.detail, ")"));
  return why.reason == Refusal::kInvalid ? absl::InvalidArgumentError(text)
                                         : absl::UnimplementedError(text);
}

}  // namespace

absl::StatusOr<numerics::Graph> ReadExpression(absl::string_view expression,
                                               absl::string_view domains,
                                               numerics::Semantics semantics) {
  expression = absl::StripAsciiWhitespace(expression);
  ASSIGN_OR_RETURN(std::vector<Domain> known, ReadDomains(domains));
  ASSIGN_OR_RETURN(const python::SyntaxTree tree, python::SyntaxTree::Parse(expression));
  ASSIGN_OR_RETURN(const Node root, OnlyExpression(tree));
  Terms terms;
  Inputs inputs(terms, std::move(known));
  const Value value = Evaluator(terms, inputs).Evaluate(root);
  if (const Unknown* unknown = value.As<Unknown>()) return Explain(expression, *unknown);
  const TermRef* result = value.As<TermRef>();
  if (result == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("expression '", expression,
                                                   "': computes with no input; name one, as in ",
                                                   "torch.exp(x) with x~N(0,1)[1024]"));
  }
  Lowered lowered =
      Lower(terms, {result->term}, {.semantics = semantics, .text = std::string(expression)});
  if (!lowered.status.ok()) {
    const Node at = lowered.failed_term >= 0 ? terms[lowered.failed_term].node : root;
    return absl::Status(lowered.status.code(),
                        absl::StrCat("expression '", expression, "' at '", at.text(),
                                     "': ", lowered.status.message()));
  }
  return std::move(lowered.graph);
}

}  // namespace allreview::tensor_expressions
