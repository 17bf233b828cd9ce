// Tests that allow more, assert less, or carry a copy of what they test.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

bool IsTolerance(absl::string_view name) {
  return name == "atol" || name == "rtol" || name == "abs" || name == "rel" || name == "abs_tol" ||
         name == "rel_tol" || absl::EndsWith(name, "tolerance") || name == "tol";
}

std::optional<double> NumberOf(Node node) {
  double number = 0;
  if (!IsNumber(node) || !absl::SimpleAtod(node.text(), &number)) return std::nullopt;
  return number;
}

// By callee and keyword, in the order of the code.
std::map<std::string, std::vector<Node>> TolerancesOf(const Definition& test) {
  std::map<std::string, std::vector<Node>> found;
  for (Node keyword : test.body.descendants(NodeKind::kKeywordArgument)) {
    const absl::string_view name = keyword.child(Field::kName).text();
    const Node value = keyword.child(Field::kValue);
    if (!IsTolerance(name) || !IsNumber(value)) continue;
    const Node call = keyword.parent().parent();
    found[absl::StrCat(CalleeName(call), " ", name)].push_back(keyword);
  }
  return found;
}

void AskAboutTolerances(Inquiry& inquiry, const FunctionPair& pair) {
  const auto before = TolerancesOf(*pair.before);
  if (before.empty()) return;
  for (const auto& [key, after] : TolerancesOf(*pair.after)) {
    const auto old = before.find(key);
    if (old == before.end() || old->second.size() != after.size()) continue;
    for (size_t i = 0; i < after.size(); ++i) {
      const Node value = after[i].child(Field::kValue);
      const Node old_value = old->second[i].child(Field::kValue);
      const auto now = NumberOf(value), then = NumberOf(old_value);
      if (!now || !then || *now <= *then) continue;
      inquiry.Ask(*pair.file, after[i],
                  {.kind = "tolerance-widened",
                   .about = std::string(after[i].child(Field::kName).text()),
                   .weight = 65,
                   .text = Sentence(phrases::kAskTolerance,
                                    {{"test", pair.after->name},
                                     {"name", std::string(after[i].child(Field::kName).text())},
                                     {"after", std::string(value.text())},
                                     {"before", std::string(old_value.text())}})});
      return;
    }
  }
}

bool IsAssertion(Node node) {
  if (node.Is(NodeKind::kAssertStatement)) return true;
  return node.Is(NodeKind::kCall) && absl::StrContains(CalleeName(node), "assert");
}

std::vector<Node> AssertionsOf(const Definition& test) {
  std::vector<Node> assertions;
  for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kCall}) {
    for (Node node : test.body.descendants(kind)) {
      if (IsAssertion(node)) assertions.push_back(node);
    }
  }
  return assertions;
}

// Assertions that went away, and none came.
void AskAboutAssertions(Inquiry& inquiry, const FunctionPair& pair) {
  if (!absl::StartsWith(pair.after->simple_name, "test")) return;
  const std::vector<Node> after = AssertionsOf(*pair.after), before = AssertionsOf(*pair.before);
  if (after.size() >= before.size()) return;
  const bool gains = std::any_of(after.begin(), after.end(),
                                 [&](Node node) { return inquiry.IsNew(*pair.file, node); });
  if (gains) return;
  // A new helper may assert instead.
  for (Node call : pair.after->body.descendants(NodeKind::kCall)) {
    if (inquiry.IsNew(*pair.file, call)) return;
  }
  for (Node node : before) {
    if (inquiry.change().moves().WhereTo(node)) continue;
    inquiry.AskBefore(*pair.module_before, node,
                      {.kind = "assertion-is-gone",
                       .about = CodeOf(node),
                       .weight = 63,
                       .text = Sentence(phrases::kAskGoneAssertion,
                                        {{"test", pair.after->name}, {"code", CodeOf(node)}})});
    return;
  }
}

}  // namespace

void AskAboutTests(Inquiry& inquiry) {
  for (const FunctionPair& pair : inquiry.test_pairs()) {
    if (inquiry.should_stop()) return;
    AskAboutTolerances(inquiry, pair);
    AskAboutAssertions(inquiry, pair);
  }
}

}  // namespace allreview::analysis
