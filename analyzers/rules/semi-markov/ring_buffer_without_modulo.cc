// A ring buffer of the last K positions that is indexed by a position, or by two different moduli.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/semi-markov/domain.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kNoModulo("no-modulo",
                           "`{ring}` is indexed by the position `{index}` without a modulo",
                           "`{ring}` 以位置 `{index}` 为下标，没有取模");
constexpr Phrase kIndexWith("index-with", "Index with `({index}) % K`",
                            "以 `({index}) % K` 为下标");
constexpr Phrase kTwoModuli(
    "two-moduli", "`{ring}` is indexed modulo `{first}` here and modulo `{second}` on line {line}",
    "`{ring}` 在这里对 `{first}` 取模，而在第 {line} 行对 `{second}` 取模");
constexpr Phrase kOneModulus("one-modulus", "Use one modulus for all slots of `{ring}`",
                             "对 `{ring}` 的所有槽位使用同一个模数");
constexpr Phrase kOtherModulus("other-modulus", "the other modulus", "另一个模数");
constexpr Phrase kPhrases[] = {kNoModulo, kIndexWith, kTwoModuli, kOneModulus, kOtherModulus};

// alpha_ring, ring, ring_ptr; not ring_checkpoints, which hold many.
bool IsRing(absl::string_view name) {
  bool is_ring = false;
  for (absl::string_view word : absl::StrSplit(name, '_')) {
    if (absl::StartsWith(word, "ckpt") || absl::StartsWith(word, "checkpoint")) return false;
    is_ring |= word == "ring" || word == "rings";
  }
  return is_ring;
}

struct Slot {
  absl::string_view ring;
  Node index;  // As it stands there.
};

// ring[:, index]: all indices. ring_ptr + index * stride_ring_k: the factor of its stride.
void CollectSlots(Node node, std::vector<Slot>* slots) {
  if (node.Is(NodeKind::kSubscript)) {
    const absl::string_view name = LastName(node.child(Field::kValue));
    if (!IsRing(name)) return;
    for (Node index : node.children()) {
      if (index.field() == Field::kSubscript && !index.Is(NodeKind::kSlice)) {
        slots->push_back({name, index});
      }
    }
    return;
  }
  if (!node.Is(NodeKind::kBinaryOperator) || node.child(Field::kOperator).text() != "*") return;
  const Node stride = node.child(Field::kRight);
  if (stride.Is(NodeKind::kIdentifier) && absl::StrContains(stride.text(), "stride") &&
      IsRing(stride.text())) {
    slots->push_back({stride.text(), node.child(Field::kLeft)});
  }
}

// The right operand of the last `%`. Null: there is none.
Node ModulusIn(Node value) {
  if (value.Is(NodeKind::kBinaryOperator) && value.child(Field::kOperator).text() == "%") {
    return value.child(Field::kRight);
  }
  for (Node node : value.descendants()) {
    if (node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == "%") {
      return node.child(Field::kRight);
    }
  }
  return Node();
}

// A position of the sequence, or computed from one: the variable of a loop over time. Null: no.
Node PositionIn(Node value, Node at) {
  const auto is_position = [&](Node node) {
    if (!node.Is(NodeKind::kIdentifier) || !IsVariable(node)) return false;
    for (Node outer = at.parent(); outer && !outer.Is(NodeKind::kFunctionDefinition);
         outer = outer.parent()) {
      if (!outer.Is(NodeKind::kForStatement)) continue;
      const std::optional<RangeLoop> loop = RangeLoopOf(outer);
      if (loop && loop->variable.text() == node.text()) return loop->IsOverTime();
    }
    return false;
  };
  const bool is_sum =
      value.Is(NodeKind::kBinaryOperator) &&
      (value.child(Field::kOperator).text() == "-" || value.child(Field::kOperator).text() == "+");
  if (!is_sum) return is_position(value) ? value : Node();
  for (Field side : {Field::kLeft, Field::kRight}) {
    if (is_position(value.child(side))) return value.child(side);
  }
  return Node();
}

void ReportMissing(FileContext& file, const Slot& slot, Node value) {
  file.Report(
      {.at = slot.index,
       .params = {{"what", Sentence(kNoModulo, {{"ring", slot.ring}, {"index", value.text()}})},
                  {"advice", Sentence(kIndexWith, {{"index", value.text()}})}},
       .because = FirstChanged(file, {slot.index, value})});
}

void ReportMismatch(FileContext& file, const Slot& slot, Node modulus, Node first) {
  file.Report(
      {.at = slot.index,
       .params = {{"what", Sentence(kTwoModuli, {{"ring", slot.ring},
                                                 {"first", modulus.text()},
                                                 {"second", first.text()},
                                                 {"line", absl::StrCat(first.first_line())}})},
                  {"advice", Sentence(kOneModulus, {{"ring", slot.ring}})}},
       .because = FirstChanged(file, {slot.index, modulus, first}),
       .related = {{kOtherModulus, RangeOf(file.module(), first)}}});
}

// Most functions have none. Their text tells it too, but is long, and full of strings.
bool MayHoldRing(Node function) {
  for (Node node : function.descendants(NodeKind::kSubscript)) {
    if (absl::StrContains(LastName(node.child(Field::kValue)), "ring")) return true;
  }
  for (Node node : function.descendants(NodeKind::kBinaryOperator)) {
    const Node right = node.child(Field::kRight);
    if (right.Is(NodeKind::kIdentifier) && absl::StrContains(right.text(), "ring")) return true;
  }
  return false;
}

void Check(FileContext& file, Node function) {
  const python::Definition* definition = DefinitionOf(file.module(), function);
  if (definition == nullptr || !MayHoldRing(function)) return;
  std::vector<Slot> slots;
  ForEachOwnNode(definition->body, [&](Node node) { CollectSlots(node, &slots); });
  if (slots.empty() || !SpeaksOfSemiMarkov(file.module())) return;
  std::map<absl::string_view, Node> moduli;
  std::map<absl::string_view, bool> is_reported;
  for (const Slot& slot : slots) {
    if (is_reported[slot.ring]) continue;
    const Node value = file.module().Dereference(slot.index);
    if (const Node modulus = ModulusIn(value)) {
      const auto [known, is_new] = moduli.try_emplace(slot.ring, modulus);
      if (is_new || known->second.text() == modulus.text()) continue;
      is_reported[slot.ring] = true;
      ReportMismatch(file, slot, modulus, known->second);
    } else if (PositionIn(value, slot.index)) {
      is_reported[slot.ring] = true;
      ReportMissing(file, slot, value);
    }
  }
}

}  // namespace

extern constinit const Rule kRingBufferWithoutModulo = {
    .info =
        {.id = "ring-buffer-without-modulo",
         .title = {"Ring buffer indexed without one modulo", "环形缓冲区的下标没有统一取模"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"{what}", "{what}"},
         .consequence =
             {"After the first K positions it reads outside the ring, or reads slots of other "
              "positions: scores are wrong or the kernel faults",
              "超过前 K 个位置后会读到环之外，或读到属于其他位置的槽位：分数错误或 kernel 出错"},
         .advice = {"{advice}", "{advice}"},
         .phrases = kPhrases,
         .why = "A ring of K slots stores position t in slot t % K. Reads and writes must agree on "
                "that.",
         .fix = "Compute each slot as the position modulo the size of the ring.",
         .bad = R"py(
def semi_markov_scan(ring, edge, T, K):
    for t in range(1, T + 1):
        for k in range(1, K + 1):
            ring[:, t % K] += ring[:, t - k] + edge[t, k - 1]
    return ring
)py",
         .good = R"py(
def semi_markov_scan(ring, edge, T, K):
    for t in range(1, T + 1):
        for k in range(1, K + 1):
            ring[:, t % K] += ring[:, (t - k) % K] + edge[t, k - 1]
    return ring
)py",
         .checks = {AuditCheck::kMemory},
         .assures = {"indices of ring buffers wrap around", "环形缓冲区索引取模"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
