// f(tp_group=pp_group), f(ep_size=num_experts): sizes, ranks and groups of another axis.

#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/axes_internal.h"
#include "analyzers/rules/distributed/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kExpertCount("number-of-experts", "a number of experts", "专家的数量");
constexpr Phrase kPhrases[] = {kExpertCount};

// What a parameter asks for by its name, and what an argument is.
struct Pair {
  Group wanted, given;
};

std::optional<Group> StemOf(absl::string_view name, absl::string_view suffix) {
  if (!absl::ConsumeSuffix(&name, suffix)) return std::nullopt;
  absl::ConsumeSuffix(&name, "_world");
  const auto named = AxesOfStem(name);
  return named && !named->is_decided_elsewhere ? std::optional(KnownGroup(*named, name, true))
                                               : std::nullopt;
}

Pair PairOf(const Module& module, absl::string_view name, Node value) {
  if (const auto size = StemOf(name, "_size")) return {*size, SizeOf(module, value)};
  if (const auto rank = StemOf(name, "_rank")) return {*rank, RankOf(module, value)};
  const bool is_group = absl::EndsWith(name, "_group") || absl::EndsWith(name, "_pg");
  const auto named = is_group ? AxesOfGroupName(name) : std::nullopt;
  if (!named || named->is_decided_elsewhere || named->is_world) return {};
  return {KnownGroup(*named, name, true), GroupOf(module, value)};
}

bool IsExpertCount(Node value) {
  return IsOneOf(LastName(value), {"num_experts", "n_experts", "num_moe_experts", "moe_experts",
                                   "num_local_experts", "n_routed_experts"});
}

// Axes of the two have nothing in common: a combined group often stands for a part of it.
bool AreOfDifferentAxes(const Group& wanted, const Group& given) {
  return given.is_known() && (wanted.axes & given.axes) == 0 && AreDifferent(wanted, given);
}

void Check(FileContext& file, Node keyword) {
  if (!keyword.parent().Is(NodeKind::kArgumentList)) return;
  const Module& module = file.module();
  const absl::string_view name = keyword.child(Field::kName).text();
  const Node value = python::WithoutParentheses(keyword.child(Field::kValue));
  const Pair pair = PairOf(module, name, value);
  if (!pair.wanted.is_known()) return;
  const bool is_count = pair.wanted.axes == kExpertAxis && IsExpertCount(value);
  if (!is_count && !AreOfDifferentAxes(pair.wanted, pair.given)) return;
  const Words given = is_count ? Words(kExpertCount) : Describe(pair.given);
  file.Report({.at = keyword,
               .params = {{"parameter", std::string(name)},
                          {"argument", OneLine(value)},
                          {"wanted", Describe(pair.wanted)},
                          {"given", given}}});
}

}  // namespace

extern constinit const Rule kArgumentOfAnotherAxis = {
    .info = {.id = "argument-of-another-axis",
             .title = {"Argument that belongs to another parallel axis", "实参属于另一个并行轴"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{parameter}` speaks of {wanted}, but `{argument}` is of {given}",
                         "`{parameter}` 指的是 {wanted}，而 `{argument}` 属于 {given}"},
             .consequence = {"The callee counts, cuts or communicates along the wrong axis, which "
                             "shows only when the two sizes differ",
                             "被调函数会沿着错误的轴计数、切分或通信，只有两者大小不同时才会显现"},
             .advice = {"Pass the size, rank or group of {wanted}",
                        "传入 {wanted} 的大小、rank 或组"},
             .phrases = kPhrases,
             .why = "Names of parameters say which axis of the mesh of ranks they are about. An "
                    "argument of another axis fits by type and is wrong by meaning.",
             .fix = "Pass what the parameter asks for.",
             .bad = R"py(
def build(make_layer, pg_collection):
    return make_layer(tp_group=pg_collection.pp)
)py",
             .good = R"py(
def build(make_layer, pg_collection):
    return make_layer(tp_group=pg_collection.tp)
)py"},
    .kinds = {NodeKind::kKeywordArgument},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
