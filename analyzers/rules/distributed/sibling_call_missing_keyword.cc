// Nine groups are created with a timeout, the tenth without.

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kOneOfOthers("one-of-others", "one of the others", "其他调用之一");
constexpr Phrase kPhrases[] = {kOneOfOthers};

constexpr size_t kMinCalls = 5;
constexpr size_t kMaxTwins = 40;
constexpr size_t kMinTwins = 3;  // Other calls of the same shape.

// Constructors of groups and shards: their calls in one function belong together.
bool IsConstructor(absl::string_view callee) {
  return callee == "new_group" || callee == "new_subgroups" ||
         absl::StartsWith(callee, "ShardedTensor") || absl::StartsWith(callee, "make_sharded") ||
         (absl::StartsWith(callee, "create_") && absl::StrContains(callee, "group"));
}

struct Keyword {
  std::vector<Node> values;  // In source order.
  bool IsInMost(size_t calls) const { return values.size() * 10 >= calls * 9; }
  // The one expression that all calls give; "": they differ.
  std::string CommonText() const {
    for (Node value : values) {
      if (value.text() != values[0].text()) return "";
    }
    return std::string(values[0].text());
  }
};

std::map<absl::string_view, Keyword> KeywordsOf(const std::vector<Node>& calls) {
  std::map<absl::string_view, Keyword> keywords;
  for (Node call : calls) {
    for (Node keyword : python::ArgumentsOf(call).keywords) {
      keywords[keyword.child(Field::kName).text()].values.push_back(keyword.child(Field::kValue));
    }
  }
  return keywords;
}

// What decides which elements count, which numbers are drawn or who takes part: no call of several
// alike leaves that to a default.
bool IsCompanion(absl::string_view keyword) {
  return absl::StrContains(keyword, "rng_state") || absl::EndsWith(keyword, "mask") ||
         absl::EndsWith(keyword, "process_group") || keyword == "group" || keyword == "generator";
}

// Everything that a call hands over but values: two calls of one shape differ in values alone.
struct Shape {
  size_t positional = 0;
  std::set<absl::string_view> keywords;
  std::string double_star;
  friend bool operator==(const Shape&, const Shape&) = default;
};

Shape ShapeOf(Node call) {
  Shape shape;
  const python::Arguments arguments = python::ArgumentsOf(call);
  shape.positional = arguments.positional.size();
  for (Node keyword : arguments.keywords) {
    shape.keywords.insert(keyword.child(Field::kName).text());
  }
  for (Node argument : call.child(Field::kArguments).named_children()) {
    const bool is_star =
        argument.Is(NodeKind::kDictionarySplat) || argument.Is(NodeKind::kListSplat);
    if (is_star) absl::StrAppend(&shape.double_star, argument.text(), ",");
  }
  return shape;
}

void Report(FileContext& file, Node call, absl::string_view name, const Keyword& keyword,
            size_t calls, std::optional<Severity> severity = std::nullopt) {
  const std::string common = keyword.CommonText();
  Observation observation{
      .at = call,
      .params = {{"callee", std::string(call.child(Field::kFunction).text())},
                 {"keyword", std::string(name)},
                 {"count", absl::StrCat(keyword.values.size())},
                 {"calls", absl::StrCat(calls)},
                 {"value", common.empty() ? "..." : common}},
      .related = {{kOneOfOthers, RangeOf(file.module(), keyword.values[0].parent())}},
      .severity = severity};
  // Some values are made for one call; a common one that is bound before all of them serves here.
  const Node value = keyword.values[0];
  if (!common.empty() && value.Is(NodeKind::kIdentifier) &&
      value.first_byte() < call.first_byte()) {
    const ArgumentSlot slot = EndOfArguments(call);
    observation.edits = {{.path = file.module().path(),
                          .first_byte = slot.byte,
                          .end_byte = slot.byte,
                          .replacement = absl::StrCat(slot.separator, name, "=", common)}};
  }
  file.Report(std::move(observation));
}

void CheckCalls(FileContext& file, const std::vector<Node>& calls) {
  const auto keywords = KeywordsOf(calls);
  for (Node call : calls) {
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.has_double_star || arguments.has_star) continue;
    std::vector<absl::string_view> missing;
    for (const auto& [name, keyword] : keywords) {
      if (keyword.IsInMost(calls.size()) && !python::KeywordArgument(call, name)) {
        missing.push_back(name);
      }
    }
    if (missing.size() != 1) continue;
    Report(file, call, missing[0], keywords.at(missing[0]), calls.size());
  }
}

// One of several calls of the same shape lacks a mask, a group or a state of random numbers.
void CheckTwins(FileContext& file, const std::vector<Node>& calls) {
  std::vector<Shape> shapes;
  for (Node call : calls) shapes.push_back(ShapeOf(call));
  for (size_t i = 0; i < calls.size(); ++i) {
    const Shape& twin = shapes[i == 0 ? 1 : 0];
    if (shapes[i].positional + shapes[i].keywords.size() < kMinTwins) continue;
    for (absl::string_view name : twin.keywords) {
      Shape completed = shapes[i];
      if (!IsCompanion(name) || !completed.keywords.insert(name).second) continue;
      const auto is_twin = [&](const Shape& other) { return other == completed; };
      if (std::count_if(shapes.begin(), shapes.end(), is_twin) + 1 !=
          static_cast<std::ptrdiff_t>(calls.size())) {
        continue;
      }
      Report(file, calls[i], name, KeywordsOf(calls).at(name), calls.size(), Severity::kP1);
    }
  }
}

void Check(FileContext& file, Node node) {
  const Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr) return;
  std::map<absl::string_view, std::vector<Node>> calls;
  ForEachOwnNode(function->body, NodeKind::kCall,
                 [&](Node call) { calls[call.child(Field::kFunction).text()].push_back(call); });
  for (const auto& [callee, group] : calls) {
    if (IsConstructor(CalleeName(group[0]))) {
      if (group.size() >= kMinCalls) CheckCalls(file, group);
    } else if (group.size() > kMinTwins && group.size() <= kMaxTwins) {
      CheckTwins(file, group);
    }
  }
}

}  // namespace

extern constinit const Rule kSiblingCallMissingKeyword = {
    .info =
        {.id = "sibling-call-missing-keyword",
         .title = {"One of several similar calls omits an argument",
                   "众多同类调用中有一处漏了参数"},
         .confidence = Confidence::kMedium,
         .message =
             {"{count} of {calls} calls of `{callee}` in this function pass `{keyword}`; this one "
              "does not",
              "该函数中 {calls} 处 `{callee}` 调用有 {count} 处传入了 `{keyword}`，这一处没有"},
         .consequence = {"This call silently uses the default, for example a different timeout "
                         "than the others",
                         "这处调用会悄悄使用默认值，例如超时时间与其他调用都不同"},
         .advice = {"Pass `{keyword}={value}` here too, or explain in a comment why not",
                    "这里也传入 `{keyword}={value}`，或者用注释说明为什么不传"},
         .phrases = kPhrases,
         .why = "A function that creates many groups or shards in the same way intends them to be "
                "alike. The call without the argument is usually an oversight.",
         .fix = "Pass the argument, as the other calls do.",
         .bad = R"py(
def initialize(create_group, ranks, timeout):
    a = create_group(ranks[0], timeout=timeout)
    b = create_group(ranks[1], timeout=timeout)
    c = create_group(ranks[2], timeout=timeout)
    d = create_group(ranks[3], timeout=timeout)
    e = create_group(ranks[4], timeout=timeout)
    f = create_group(ranks[5], timeout=timeout)
    g = create_group(ranks[6], timeout=timeout)
    h = create_group(ranks[7], timeout=timeout)
    i = create_group(ranks[8], timeout=timeout)
    j = create_group(ranks[9])
    return a, b, c, d, e, f, g, h, i, j
)py",
         .good = R"py(
def initialize(create_group, ranks, timeout):
    return [create_group(r, timeout=timeout) for r in ranks]
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
