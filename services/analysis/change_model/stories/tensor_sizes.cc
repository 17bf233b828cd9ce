#include "services/analysis/change_model/stories/tensor_sizes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/torch/apis.h"
#include "services/analysis/change_model/stories/communication.h"
#include "services/analysis/change_model/stories/shape_rules.h"
#include "services/analysis/change_model/stories/uses.h"
#include "services/analysis/change_model/symbols/one_line.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using v1::Step;

constexpr size_t kMaxSizes = 12;  // Of one function.

// All dimensions have names or numbers, and not all are numbers.
bool IsTold(const Shape& shape) {
  if (!shape || shape->empty()) return false;
  bool has_name = false;
  for (const std::string& dim : *shape) {
    const bool is_known = !dim.empty() && dim.find_first_of("?.-[]()\"'= ") == dim.npos;
    if (!is_known || dim == "*") return false;
    has_name = has_name || absl::ascii_isalpha(static_cast<unsigned char>(dim[0])) || dim[0] == '_';
  }
  return has_name;
}

// The type that a table of bytes knows; of integers only where the code says which.
std::string TypeOf(const TensorFact& fact, absl::string_view code) {
  if (fact.dtype != "integer") return fact.dtype;
  for (absl::string_view name : {"int64", "int32", "int16", "uint8", "int8"}) {
    if (absl::StrContains(code, name)) return std::string(name);
  }
  const bool is_long = absl::StrContains(code, "torch.long") || absl::StrContains(code, ".long()");
  const bool is_range = absl::StrContains(code, "arange(") && !absl::StrContains(code, "dtype");
  return is_long || is_range ? "int64" : "";
}

class Side {
 public:
  Side(const Statements& statements, const Tensors& tensors, const python::Values& values,
       change::Side which)
      : statements_(statements), tensors_(tensors), values_(values), which_(which) {}

  // What the statement allocates; nullopt: nothing that is known.
  std::optional<TensorFound> OfStatement(int i) const {
    const Statement& statement = statements_[i];
    const Node inner = statement.node.named_child(0);
    if (statement.kind == Step::KIND_CALL) return OfBuffer(inner, statement);
    if (!inner.Is(Kind::kAssignment)) return std::nullopt;
    const Node left = inner.child(Field::kLeft), right = inner.child(Field::kRight);
    const bool is_name = left.Is(Kind::kIdentifier) || left.Is(Kind::kAttribute);
    if (!right || !is_name) return std::nullopt;
    if (std::optional<TensorFound> weight = OfModule(left, right, statement)) return weight;
    const TensorFact& fact = tensors_.OfStatement(i);
    if (!IsTold(fact.shape) || !TakesMemory(right)) return std::nullopt;
    return Make(std::string(left.text()), *fact.shape, TypeOf(fact, right.text()), statement);
  }

  // The function binds the name, to whatever it may be.
  bool Binds(absl::string_view name) {
    absl::ConsumeSuffix(&name, ".weight");
    if (targets_.empty()) {
      for (const Statement& statement : statements_.all()) {
        const Node inner = statement.node.named_child(0);
        if (inner.Is(Kind::kAssignment)) targets_.emplace(inner.child(Field::kLeft).text());
      }
    }
    return targets_.count(name) > 0;
  }

  // What the statement hands to collectives.
  void AddSent(int i, std::vector<TensorFound>& sizes) {
    ForEachHeaderNode(statements_[i], [&](Node node) {
      if (!node.Is(Kind::kCall) || sizes.size() >= kMaxSizes) return;
      const rules::Collective* op = rules::FindCollective(statements_.module(), node);
      const auto communication = CommunicationOf(statements_.module(), node);
      if (op == nullptr || op->input < 0 || !communication) return;
      const Node sent = op->ArgumentOf(node, op->input);
      if (!sent.Is(Kind::kIdentifier) || !IsBoundOnce(sent.text())) return;
      const TensorFact fact = tensors_.OfVariable(sent.text());
      if (!IsTold(fact.shape)) return;
      TensorFound size =
          Make(std::string(sent.text()), *fact.shape, TypeOf(fact, ""), statements_[i]);
      size.operation = communication->operation;
      size.group = communication->over;
      sizes.push_back(std::move(size));
    });
  }

 private:
  // A tensor of its own: no view, nothing in place.
  bool TakesMemory(Node value) const {
    value = python::WithoutParentheses(value);
    const bool is_tensor = values_.Of(value).type == python::ValueType::kTensor;
    if (value.Is(Kind::kBinaryOperator) || value.Is(Kind::kComparisonOperator)) return is_tensor;
    if (!value.Is(Kind::kCall)) return false;
    const Node function = value.child(Field::kFunction);
    std::string name = statements_.module().Resolve(function);
    if (name.empty() && is_tensor && function.Is(Kind::kAttribute)) {
      name = absl::StrCat("torch.Tensor.", function.child(Field::kAttribute).text());
    }
    const torch::Api* const api = absl::StartsWith(name, "torch.") ? torch::FindApi(name) : nullptr;
    return api != nullptr && api->kind != torch::Api::Kind::kClass && !api->is_view &&
           !api->may_be_view && api->communication == torch::Communication::kNone &&
           !absl::EndsWith(name, "_");
  }

  ShapeRules Rules() const {
    return ShapeRules(statements_.module(), SelfOf(statements_),
                      [](const std::string&) { return Shape(); });
  }

  // The weight of self.x = nn.Linear(n, m), and what nn.Parameter holds.
  std::optional<TensorFound> OfModule(Node left, Node right, const Statement& statement) const {
    if (!right.Is(Kind::kCall) || !absl::StartsWith(left.text(), "self.")) return std::nullopt;
    const std::string made = statements_.module().Resolve(right.child(Field::kFunction));
    const Node first = python::Argument(right, 0,
                                        made == "torch.nn.Linear"      ? "in_features"
                                        : made == "torch.nn.Embedding" ? "num_embeddings"
                                                                       : "data");
    const ShapeRules rules = Rules();
    Shape shape;
    std::string name(left.text());
    if (made == "torch.nn.Linear" || made == "torch.nn.Embedding") {
      const bool is_linear = made == "torch.nn.Linear";
      const Node second = python::Argument(right, 1, is_linear ? "out_features" : "embedding_dim");
      if (!first || !second) return std::nullopt;
      shape = is_linear ? Dims{rules.DimOf(second), rules.DimOf(first)}
                        : Dims{rules.DimOf(first), rules.DimOf(second)};
      absl::StrAppend(&name, ".weight");
    } else if (made == "torch.nn.Parameter" || made == "torch.nn.parameter.Parameter") {
      if (first) shape = rules.ShapeOf(first);
    }
    if (!IsTold(shape)) return std::nullopt;
    return Make(name, *shape, "", statement);
  }

  // self.register_buffer("x", torch.zeros(n))
  std::optional<TensorFound> OfBuffer(Node call, const Statement& statement) const {
    const bool is_buffer =
        call.Is(Kind::kCall) &&
        call.child(Field::kFunction).child(Field::kAttribute).text() == "register_buffer";
    const Node value = is_buffer ? python::Argument(call, 1, "tensor") : Node();
    if (!value) return std::nullopt;
    const Shape shape = Rules().ShapeOf(value);
    const absl::string_view name = python::Module::StringContent(python::Argument(call, 0, "name"));
    if (!IsTold(shape) || name.empty()) return std::nullopt;
    const TensorFact fact{
        .shape = shape, .dtype = std::string(NameOf(values_.Of(value).dtype)), .source = "derived"};
    return Make(absl::StrCat("self.", name), *shape, TypeOf(fact, value.text()), statement);
  }

  bool IsBoundOnce(absl::string_view name) {
    if (bindings_.empty()) {
      for (const python::Parameter& parameter : statements_.definition().parameters) {
        ++bindings_[std::string(parameter.name)];
      }
      for (const Statement& statement : statements_.all()) {
        for (const Use& use : UsesOf(statements_, statement)) {
          if (use.is_binding) ++bindings_[use.name];
        }
      }
    }
    const auto found = bindings_.find(name);
    return found != bindings_.end() && found->second == 1;
  }

  TensorFound Make(const std::string& name, const Dims& dims, std::string dtype,
                   const Statement& statement) const {
    TensorFound size;
    size.name = OneLine(name, 80);
    size.shape = TextOf(dims);
    size.dtype = std::move(dtype);
    size.range = ToProto(statements_.RangeOf(statement, which_));
    return size;
  }

  const Statements& statements_;
  const Tensors& tensors_;
  const python::Values& values_;
  const change::Side which_;
  std::set<std::string, std::less<>> targets_;        // Of assignments, once asked for.
  std::map<std::string, int, std::less<>> bindings_;  // How often names are bound, once asked for.
};

// One of the left side becomes "shape_before" of its namesake.
void Join(std::vector<TensorFound>& gone, TensorFound& made) {
  const auto same = std::find_if(gone.begin(), gone.end(), [&](const TensorFound& tensor) {
    return tensor.name == made.name && tensor.operation == made.operation;
  });
  if (same == gone.end()) return;
  made.shape_before = same->shape;
  made.dtype_before = same->dtype;
  gone.erase(same);
}

}  // namespace

std::vector<TensorFound> TensorSizesOf(const SizeInput& input) {
  std::vector<TensorFound> gone, made;
  Side after(input.versions.after, input.after, input.values, change::Side::kRight);
  std::optional<Side> before;
  if (input.before != nullptr) {
    before.emplace(*input.versions.before, *input.before, *input.old_values, change::Side::kLeft);
  }
  for (const AlignedStatement& aligned : input.versions.aligned) {
    if (aligned.status == Step::STATUS_KEPT || aligned.status == Step::STATUS_MOVED) continue;
    if (aligned.before >= 0 && before && gone.size() < kMaxSizes) {
      if (auto size = before->OfStatement(aligned.before)) gone.push_back(*std::move(size));
      before->AddSent(aligned.before, gone);
    }
    if (aligned.after < 0 || made.size() >= kMaxSizes) continue;
    if (input.is_moved(input.versions.after[aligned.after].node)) continue;
    if (auto size = after.OfStatement(aligned.after)) made.push_back(*std::move(size));
    after.AddSent(aligned.after, made);
  }
  for (TensorFound& tensor : made) Join(gone, tensor);
  std::erase_if(made, [](const TensorFound& tensor) {
    return tensor.shape == tensor.shape_before && tensor.dtype == tensor.dtype_before;
  });
  for (TensorFound& tensor : made) {
    tensor.is_open =
        tensor.is_new() && tensor.operation.empty() && before && before->Binds(tensor.name);
  }
  for (TensorFound& tensor : gone) tensor.is_open = after.Binds(tensor.name);
  for (TensorFound& tensor : gone) {
    tensor.shape_before = std::exchange(tensor.shape, "");
    tensor.dtype_before = std::exchange(tensor.dtype, "");
    made.push_back(std::move(tensor));
  }
  return made;
}

}  // namespace allreview::analysis
