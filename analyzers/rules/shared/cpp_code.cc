#include "analyzers/rules/shared/cpp_code.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr size_t kMaxLineBytes = 100;
constexpr size_t kMaxFactors = 16;
constexpr int kMaxLooks = 500;  // At checks and branches.

// What names the largest number of 32 bits, or asks whether it is enough.
bool NamesLimit(absl::string_view text) {
  for (absl::string_view word :
       {"INT_MAX", "INT32_MAX", "UINT32_MAX", "2147483647", "0x7fffffff", "numeric_limits<int",
        "numeric_limits<uint32", "32BitIndexMath", "1 << 31", "1LL << 31", "1ULL << 31"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

absl::string_view Head(Node node) {
  constexpr size_t kMaxBytes = 500;
  return node.text().substr(0, kMaxBytes);
}

}  // namespace

std::string OneLine(Node node) {
  constexpr size_t kMaxRead = 1'000;
  std::string line = absl::StrJoin(absl::StrSplit(node.text().substr(0, kMaxRead),
                                                  absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty()),
                                   " ");
  line = absl::StrReplaceAll(line, {{"( ", "("}, {" )", ")"}, {"[ ", "["}, {" ]", "]"}});
  if (line.size() > kMaxLineBytes) line = absl::StrCat(line.substr(0, kMaxLineBytes), "...");
  return line;
}

bool IsBinary(Node node, absl::string_view op) {
  return node.Is(cpp::Kind::kBinaryExpression) && node.child(cpp::Field::kOperator).text() == op;
}

std::vector<Node> FactorsOf(Node product) {
  std::vector<Node> factors, open = {product};
  while (!open.empty() && factors.size() + open.size() <= kMaxFactors) {
    Poll();
    const Node node = cpp::WithoutParentheses(open.back());
    open.pop_back();
    if (IsBinary(node, "*")) {
      open.push_back(node.child(cpp::Field::kRight));
      open.push_back(node.child(cpp::Field::kLeft));
    } else {
      factors.push_back(node);
    }
  }
  return factors;
}

bool IsBoundTo32Bits(const cpp::Unit& unit, Node node) {
  const cpp::Function* const function = unit.EnclosingFunction(node);
  if (function == nullptr) return false;
  int looks = 0;
  for (const cpp::Check& check : unit.checks()) {
    if (++looks > kMaxLooks) break;
    if (function->node.Contains(check.node) && NamesLimit(Head(check.node))) return true;
  }
  for (Node branch : function->node.descendants(cpp::Kind::kIfStatement)) {
    if (++looks > kMaxLooks) break;
    if (NamesLimit(Head(branch.child(cpp::Field::kCondition)))) return true;
  }
  return false;
}

}  // namespace allreview::rules
