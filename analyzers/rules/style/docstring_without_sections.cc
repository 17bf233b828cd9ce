// A long new public function whose docstring leaves out its arguments, or promises a value that is
// never returned. One finding for a file.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/style/docstring_arguments.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kPromisesValue("promises-value", "promises a value that is never returned",
                                "承诺了一个从未返回的值");
constexpr Phrase kNoArguments("no-arguments", "does not explain its arguments", "没有说明参数");
constexpr Phrase kNoRaises("no-raises", "does not say that it raises ValueError",
                           "没有说明会抛出 ValueError");
constexpr Phrase kMoreLikeIt("more-like-it", " (and {count} more like it)",
                             "（另有 {count} 处类似）");
constexpr Phrase kOfOther("of-other", "`{function}` {problem}", "`{function}` {problem}");
constexpr Phrase kPhrases[] = {kPromisesValue, kNoArguments, kNoRaises, kMoreLikeIt, kOfOther};

constexpr int kMinStatements = 12;
constexpr int kMinParameters = 2;

int CountParameters(const Definition& function) {
  int count = 0;
  for (const python::Parameter& parameter : function.parameters) {
    count += parameter.name != "self" && parameter.name != "cls" && !parameter.name.empty();
  }
  return count;
}

struct Body {
  bool returns_value = false;
  bool raises_value_error = false;
};

Body LookInto(const Definition& function) {
  Body body;
  ForEachOwnNode(function.body, [&](Node node) {
    if (node.Is(NodeKind::kReturnStatement) && node.named_child(0)) body.returns_value = true;
    if (node.Is(NodeKind::kYield)) body.returns_value = true;
    if (node.Is(NodeKind::kRaiseStatement) && absl::StartsWith(node.text(), "raise ValueError")) {
      body.raises_value_error = true;
    }
  });
  return body;
}

// What is wrong with the docstring; nothing: it is fine.
std::optional<Phrase> ProblemOf(const python::Module& module, const Definition& function,
                                Node docstring) {
  const Body body = LookInto(function);
  if (HasSection(docstring.text(), "Returns") && !body.returns_value &&
      !HasDecorator(function, {"abstractmethod", "contextmanager"})) {
    return kPromisesValue;
  }
  if (CountStatements(function) < kMinStatements) return std::nullopt;
  const bool lists = ArgumentsIn(module, docstring).has_section;
  if (!lists && CountParameters(function) >= kMinParameters) return kNoArguments;
  if (lists && body.raises_value_error && !HasSection(docstring.text(), "Raises")) {
    return kNoRaises;
  }
  return std::nullopt;
}

struct Found {
  const Definition* function;
  Phrase problem;
};

void ReportFile(ChangeContext& change, const AnalysedFile& file, const std::vector<Found>& all) {
  const Found& first = all.front();
  Observation observation{.at = first.function->node.child(Field::kName)};
  observation.params = {
      {"function", first.function->name},
      {"problem", first.problem},
      {"more", all.size() == 1 ? Words()
                               : Sentence(kMoreLikeIt, {{"count", absl::StrCat(all.size() - 1)}})}};
  for (size_t i = 1; i < all.size(); ++i) {
    observation.related.push_back(
        {Sentence(kOfOther, {{"function", all[i].function->name}, {"problem", all[i].problem}}),
         RangeOf(*file.after, all[i].function->node.child(Field::kName))});
  }
  change.Report(file, std::move(observation));
}

void Check(ChangeContext& change) {
  std::map<const AnalysedFile*, std::vector<Found>> by_file;
  ForEachNewDefinition(
      change.files(), change.moves(), [&](const AnalysedFile& file, const Definition& function) {
        if (function.kind == Definition::Kind::kClass || !IsPublic(*file.after, function)) return;
        const Node docstring = DocstringOf(function);
        if (!docstring) return;
        const std::optional<Phrase> problem = ProblemOf(*file.after, function, docstring);
        if (problem) by_file[&file].push_back({&function, *problem});
      });
  for (const AnalysedFile& file : change.files()) {
    const auto found = by_file.find(&file);
    if (found != by_file.end()) ReportFile(change, file, found->second);
  }
}

}  // namespace

extern constinit const Rule kDocstringWithoutSections = {
    .info = {.id = "docstring-without-sections",
             .title = {"Docstring without sections", "docstring 缺少应有的小节"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kMedium,
             .message = {"The docstring of `{function}` {problem}{more}",
                         "`{function}` 的 docstring {problem}{more}"},
             .consequence = {"Callers have to read the code", "调用方只能去读代码"},
             .advice = {"Add or correct the section", "补充或更正该小节"},
             .phrases = kPhrases,
             .why = "Callers of a long function rely on its docstring.",
             .fix = "Add or correct the section.",
             .bad = R"py(
def close(store):
    """Closes a store.

    Returns:
        Whether it was open.
    """
    store.close()
)py",
             .good = R"py(
def close(store):
    """Closes a store.

    Returns:
        Whether it was open.
    """
    return store.close()
)py",
             .references = {"https://docs.astral.sh/ruff/rules/docstring-missing-returns/",
                            "https://docs.astral.sh/ruff/rules/docstring-missing-exception/"},
             .tier = Tier::kOff},
    .check_change = Check};

}  // namespace allreview::rules
