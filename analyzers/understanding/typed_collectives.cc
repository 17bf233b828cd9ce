// What collectives of torch.distributed make of tensors with types, and which they refuse.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/torch/apis.h"
#include "analyzers/understanding/spmd_types.h"

namespace allreview::understanding {
namespace {

// Along the axis of the group: what is read, and what is written.
struct Row {
  absl::string_view name;
  Placement reads, writes;
};
constexpr Row kRows[] = {
    {"all_gather", Placement::kVarying, Placement::kReplicated},
    {"all_gather_into_tensor", Placement::kVarying, Placement::kReplicated},
    {"all_reduce", Placement::kPartial, Placement::kReplicated},
    {"all_to_all_single", Placement::kVarying, Placement::kVarying},
    {"reduce_scatter", Placement::kPartial, Placement::kVarying},
    {"reduce_scatter_tensor", Placement::kPartial, Placement::kVarying},
};

std::string WhyNot(const Value* tensor, absl::string_view axis, Placement wanted,
                   absl::string_view role) {
  const AxisPlacement* const known =
      tensor == nullptr || tensor->ranks() == nullptr ? nullptr : tensor->ranks()->Find(axis);
  if (known == nullptr || !IsType(known->placement) || known->placement == wanted) return "";
  // What is the same everywhere may be declared as either.
  const bool is_same =
      wanted == Placement::kReplicated && known->placement == Placement::kInvariant;
  if (is_same && role == "writes") return "";
  return absl::StrCat("what it ", role, " is ", SymbolOf(*known), " along ", axis, ", not ",
                      SymbolOf({.axis = "", .placement = wanted}));
}

// A list of tensors that are all alike stands for one of them.
Value TensorIn(const Value& value) {
  const Atom* const only = value.only();
  const bool is_list = only != nullptr && only->kind == Atom::Kind::kList;
  return is_list ? Value::AnyOf(only->parts) : value;
}

}  // namespace

namespace {

// As compilers write them: torch.ops._c10d_functional.all_reduce.default(x, "sum", group).
std::optional<Typing> TypeTracedCollective(absl::string_view name, const AskingCall& call) {
  name = name.substr(0, name.find('.'));
  if (call.arguments.empty()) return std::nullopt;
  const Value& read = call.arguments.front().value;
  if (name == "wait_tensor") {
    return IsTyped(read) ? std::optional(Typing{.result = *read.ranks()}) : std::nullopt;
  }
  const std::optional<std::string> axis = AxisOf(&call.arguments.back().value);
  for (const Row& row : kRows) {
    if (row.name != name || !axis) continue;
    Ranks ranks = IsTyped(read) ? *read.ranks() : Ranks();
    ranks.Set({.axis = *axis, .placement = row.writes});
    return Typing{.result = std::move(ranks)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Typing> TypeCollective(const AskingCall& call) {
  absl::string_view traced = call.full;
  if (absl::ConsumePrefix(&traced, "torch.ops._c10d_functional.")) {
    return TypeTracedCollective(traced, call);
  }
  if (!absl::StartsWith(call.full, "torch.distributed.")) return std::nullopt;
  const torch::Api* const api = torch::FindApi(call.full);
  if (api == nullptr || api->communication != torch::Communication::kTensor) return std::nullopt;
  const absl::string_view name = api->name.substr(api->name.rfind('.') + 1);
  const Value* const written = ArgumentOf(*api, api->writes, call.arguments);
  const Value* const read = ArgumentOf(*api, api->reads, call.arguments);
  const Value* const group = ArgumentOf(*api, api->group, call.arguments);
  if (written == nullptr || read == nullptr || group == nullptr) return std::nullopt;
  const std::optional<std::vector<std::string>> spans = SpansOf(*group);
  if (!spans || spans->size() != 1) return std::nullopt;
  for (const Row& row : kRows) {
    if (row.name != name) continue;
    const bool is_in_place = read == written;
    const Value output = TensorIn(*written);
    std::string why = WhyNot(read, (*spans)[0], row.reads, "reads");
    if (why.empty() && !is_in_place) why = WhyNot(&output, (*spans)[0], row.writes, "writes");
    if (!why.empty()) return Typing{.why = std::move(why)};
    if (!IsTyped(*read) || written->CanBe(Atom::Kind::kList)) return std::nullopt;
    Ranks ranks = *read->ranks();
    ranks.Set({.axis = (*spans)[0], .placement = row.writes});
    return Typing{.changed = written, .becomes = std::move(ranks)};
  }
  return std::nullopt;
}

}  // namespace allreview::understanding
