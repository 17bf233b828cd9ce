// loss = loss_sum / global_tokens; dist_mean(loss): each rank holds a share of the mean, to be
// summed.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kDividedHere("divided-by-global-count", "divided by a count of all ranks",
                              "除以所有 rank 的总数");
constexpr Phrase kAveraged("averaged-over-ranks", "averages", "对各 rank 取平均");
constexpr Phrase kLargest("largest-of-ranks", "takes the largest or smallest of",
                          "取各 rank 中的最大或最小值");
constexpr Phrase kPhrases[] = {kDividedHere, kAveraged, kLargest};

constexpr size_t kMaxVisited = 400;

// "global_valid_tokens", "num_global_samples": a count of all ranks by its name.
bool IsGlobalCount(Node divisor) {
  const absl::string_view name = LastName(BaseOf(divisor));
  bool is_global = false, is_count = false;
  for (absl::string_view word : absl::StrSplit(name, '_')) {
    is_global |= word == "global";
    is_count |= IsOneOf(word, {"tokens", "ntokens", "token", "samples", "count", "valid", "num"});
  }
  return is_global && is_count;
}

// The values of one function, with what is appended to lists and divided in place.
class Origins {
 public:
  explicit Origins(const Definition& function) : values_(OwnNodes(function.body)) {
    ForEachOwnNode(function.body, [&](Node node) {
      if (node.Is(NodeKind::kAugmentedAssignment)) {
        if (node.child(Field::kOperator).text() == "/=") Keep(node.child(Field::kLeft), node);
      } else if (node.Is(NodeKind::kCall)) {
        const Node callee = node.child(Field::kFunction);
        if (CalleeName(node) == "append" || CalleeName(node) == "div_") {
          Keep(callee.child(Field::kObject), node);
        }
      } else if (node.Is(NodeKind::kReturnStatement)) {
        returned_.push_back(node);
      }
    });
  }

  // The division by a count of all ranks that the value of an expression came from. Null: none, or
  // something else was done to it on the way. `calls`: methods of self that made it.
  struct Found {
    Node division;
    std::vector<absl::string_view> calls;
  };
  Found DivisionBehind(Node expression) const { return Search({expression}); }
  Found DivisionOfReturned() const { return Search(returned_); }

 private:
  using Nodes = std::vector<Node>;

  void Keep(Node object, Node change) {
    if (object.Is(NodeKind::kIdentifier)) changes_[object.text()].push_back(change);
  }

  static Node DivisorOf(Node node) {
    if (node.Is(NodeKind::kBinaryOperator) || node.Is(NodeKind::kAugmentedAssignment)) {
      const absl::string_view op = node.child(Field::kOperator).text();
      return op == "/" || op == "/=" ? node.child(Field::kRight) : Node();
    }
    return node.Is(NodeKind::kCall) && IsOneOf(CalleeName(node), {"div", "div_"})
               ? python::Argument(node, 0, "other")
               : Node();
  }

  // Operators besides `+` make another quantity of it: `loss * global_tokens / local_tokens`.
  static bool IsOtherQuantity(Node node) {
    if (node.Is(NodeKind::kBinaryOperator)) {
      const absl::string_view op = node.child(Field::kOperator).text();
      return op != "+" && op != "/";
    }
    return node.Is(NodeKind::kCall) && (absl::StrContains(CalleeName(node), "all_reduce") ||
                                        absl::StrContains(CalleeName(node), "dist_"));
  }

  // Names that stand for a value, not for a method or keyword of it.
  static bool IsValue(Node node) { return node.Is(NodeKind::kIdentifier) && IsVariable(node); }

  Found Search(Nodes work) const {
    Found found;
    std::set<absl::string_view> names;
    for (size_t visited = 0; !work.empty() && visited < kMaxVisited; ++visited) {
      const Node node = work.back();
      work.pop_back();
      if (const Node divisor = DivisorOf(node); divisor && IsGlobalCount(divisor)) {
        found.division = node;
        return found;
      }
      if (IsOtherQuantity(node)) continue;
      if (node.Is(NodeKind::kCall) &&
          node.child(Field::kFunction).child(Field::kObject).text() == "self") {
        found.calls.push_back(CalleeName(node));
        continue;
      }
      if (IsValue(node) && names.insert(node.text()).second) {
        const Nodes behind = BehindName(node.text());
        work.insert(work.end(), behind.begin(), behind.end());
      }
      const bool is_divided = node.Is(NodeKind::kBinaryOperator) && DivisorOf(node);
      for (Node child : node.named_children()) {
        if (is_divided && child.field() == Field::kRight) continue;
        work.push_back(child);
      }
    }
    return found;
  }

  Nodes BehindName(absl::string_view name) const {
    Nodes behind = values_.Of(name);
    const auto changes = changes_.find(name);
    if (changes == changes_.end()) return behind;
    for (Node change : changes->second) {
      const bool is_append = change.Is(NodeKind::kCall) && CalleeName(change) == "append";
      behind.push_back(is_append ? change.child(Field::kArguments) : change);
    }
    return behind;
  }

  LocalValues values_;
  std::map<absl::string_view, Nodes> changes_;
  Nodes returned_;
};

// What a call reduces and how; `reduced` null: it sums, or reduces nothing.
struct Reduction {
  Node reduced;
  bool is_mean = false;
};
Reduction ReductionOf(const Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  if (IsOneOf(name, {"dist_mean", "dist_max", "dist_min"})) {
    return {python::Argument(call, 0, "x"), name == "dist_mean"};
  }
  if (name != "all_reduce") return {};
  const Collective* op = FindCollective(module, call);
  if (op == nullptr) return {};
  const absl::string_view how = op->ArgumentOf(call, "op").text();
  const bool is_mean = absl::EndsWith(how, "AVG");
  if (!is_mean && !absl::EndsWith(how, "MAX") && !absl::EndsWith(how, "MIN")) return {};
  return {op->ArgumentOf(call, 0), is_mean};
}

Node DivisionIn(const Module& module, const Definition& function, Node reduced) {
  const Origins::Found found = Origins(function).DivisionBehind(reduced);
  if (found.division) return found.division;
  const Definition* a_class = module.EnclosingClass(function.node);
  if (a_class == nullptr) return {};
  for (absl::string_view name : found.calls) {
    const Definition* method = module.FindDefinition(absl::StrCat(a_class->name, ".", name));
    if (method == nullptr || !method->body) continue;
    if (const Node division = Origins(*method).DivisionOfReturned().division) return division;
  }
  return {};
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Reduction reduction = ReductionOf(module, call);
  if (!reduction.reduced) return;
  const Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return;
  const Node division = DivisionIn(module, *function, reduction.reduced);
  if (!division) return;
  Observation observation{.at = call,
                          .params = {{"value", OneLine(reduction.reduced)},
                                     {"division", OneLine(division)},
                                     {"line", absl::StrCat(division.first_line())},
                                     {"how", reduction.is_mean ? kAveraged : kLargest}},
                          .related = {{kDividedHere, RangeOf(module, division)}}};
  if (!file.IsChanged(call)) observation.because = division;
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kShareOfGlobalMeanReduced = {
    .info =
        {.id = "share-of-global-mean-reduced",
         .title = {"Share of a global mean averaged or maximised over ranks",
                   "对全局均值的份额再求平均或最大值"},
         .severity = Severity::kP2,
         .impact = Impact::kMedium,
         .message = {"This {how} `{value}` over ranks, but line {line} has already divided it by a "
                     "count of all ranks (`{division}`)",
                     "这里{how}（`{value}`），但第 {line} 行已经除以所有 rank 的总数"
                     "（`{division}`）"},
         .consequence = {"Each rank holds its share of the mean, and only their sum is the mean: "
                         "the reported value is too small by about the number of ranks",
                         "每个 rank 只持有均值的一份，只有求和才得到均值：报告的值大约小了 rank "
                         "数那么多倍"},
         .advice = {"Sum the shares, or divide by this rank's own count before taking a mean or "
                    "maximum",
                    "对各份额求和，或者先除以本 rank 自己的计数，再求平均或最大值"},
         .phrases = kPhrases,
         .why = "A local sum divided by the global number of tokens is one summand of the global "
                "mean. Averaging these divides by the number of ranks again, and their maximum is "
                "the loss of no rank.",
         .fix = "Reduce with SUM; for a maximum, restore the local mean first.",
         .bad = R"py(
import torch.distributed as dist

def report(loss_sum, global_tokens, group):
    loss = loss_sum / global_tokens
    dist.all_reduce(loss, op=dist.ReduceOp.AVG, group=group)
    return loss
)py",
         .good = R"py(
import torch.distributed as dist

def report(loss_sum, global_tokens, group):
    loss = loss_sum / global_tokens
    dist.all_reduce(loss, op=dist.ReduceOp.SUM, group=group)
    return loss
)py"},
    .kinds = {NodeKind::kCall},
    .names = "all_reduce dist_mean dist_max dist_min",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
