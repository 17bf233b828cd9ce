// Ten and more new lines that stand elsewhere as well, in the repository or in the same change.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/clones.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kModuleLevel("module-level", "module level", "模块级");
constexpr Phrase kCallOrInherit("call-or-inherit", "Call or inherit `{name}` from {path}",
                                "调用或继承 {path} 中的 `{name}`");
constexpr Phrase kImportInstead("import-instead",
                                "Import `{name}` from {path} instead of writing it again",
                                "从 {path} 导入 `{name}`，不要重写一遍");
constexpr Phrase kExtractShared(
    "extract-shared",
    "Extract the shared lines into one function next to {name} in {path}, and call it from both "
    "places",
    "把共同的代码提取成一个函数（与 {path} 的 {name} 放在一起），两处都调用它");
constexpr Phrase kExtractSimilar(
    "extract-similar",
    "Extract the shared lines into one function next to {name} in {path}, with the differences as "
    "parameters, and call it from both places",
    "把共同的代码提取成一个函数（与 {path} 的 {name} 放在一起），不同之处作为参数，两处都调用它");
constexpr Phrase kSameLines("same-lines", "the same lines", "相同的代码行");
constexpr Phrase kSimilarLines("similar-lines", "the same lines with other names",
                               "除变量名外相同的代码行");
constexpr Phrase kLinesAlsoHere("lines-also-here", "lines {first}-{last} also appear here",
                                "第 {first}-{last} 行的代码这里也有");
constexpr Phrase kAreSame("are-same", "are the same as", "与以下位置相同：");
constexpr Phrase kDifferInNames("differ-in-names", "differ only in names from",
                                "与以下位置只有变量名不同：");
constexpr Phrase kPhrases[] = {kModuleLevel,    kCallOrInherit, kImportInstead, kExtractShared,
                               kExtractSimilar, kSameLines,     kSimilarLines,  kLinesAlsoHere,
                               kAreSame,        kDifferInNames};

Node FirstNodeOf(const Module& module, int line) {
  const python::SyntaxTree& tree = module.tree();
  const absl::string_view text = tree.LineText(line);
  const size_t first = text.find_first_not_of(" \t");
  return tree.NodeAt(tree.LineStart(line) +
                     static_cast<uint32_t>(first == absl::string_view::npos ? 0 : first));
}

// "`Router.route`" or "the module level": where the copied lines stand.
Words PlaceIn(const Module& module, int line) {
  const Definition* function = module.EnclosingDefinition(FirstNodeOf(module, line));
  if (function == nullptr) return kModuleLevel;
  return absl::StrCat("`", function->name, "`");
}

// The function or method that the lines are, more or less, on the other side: it can be called as
// it is.
const Definition* WholeFunction(const Module& module, int first, int last) {
  for (const Definition& definition : module.definitions()) {
    if (definition.kind == Definition::Kind::kClass || !definition.body) continue;
    const bool is_nested = definition.parent >= 0 &&
                           module.definitions()[definition.parent].kind != Definition::Kind::kClass;
    // A docstring is no part of what was compared.
    Node start = definition.body.named_child(0);
    if (start.Is(NodeKind::kExpressionStatement) && start.named_child(0).Is(NodeKind::kString) &&
        definition.body.named_child_count() > 1) {
      start = definition.body.named_child(1);
    }
    const int end = definition.body.last_line();
    if (is_nested || start.first_line() < first || end > last) continue;
    if (2 * (end - start.first_line() + 1) > last - first) return &definition;
  }
  return nullptr;
}

Words AdviceFor(const Clone& clone) {
  const Module& other = *clone.other;
  const Definition* whole = WholeFunction(other, clone.other_first, clone.other_last);
  if (whole != nullptr && clone.is_exact) {
    const bool is_method = whole->kind == Definition::Kind::kMethod;
    return Sentence(is_method ? kCallOrInherit : kImportInstead,
                    {{"name", whole->name}, {"path", other.path()}});
  }
  return Sentence(clone.is_exact ? kExtractShared : kExtractSimilar,
                  {{"name", PlaceIn(other, clone.other_first)}, {"path", other.path()}});
}

Range RangeOfLines(const Module& module, int first, int last) {
  const python::SyntaxTree& tree = module.tree();
  return {.path = module.path(),
          .first_line = first,
          .end_line = last + 1,
          .first_byte = tree.LineStart(first),
          .end_byte = tree.LineStart(last + 1)};
}

// Copies between the same two functions are one finding.
std::string PairOf(const Clone& clone) {
  return absl::StrCat(clone.file->after->path(), ":",
                      English(PlaceIn(*clone.file->after, clone.first)), " ", clone.other->path(),
                      ":", English(PlaceIn(*clone.other, clone.other_first)));
}

// `others` are further copies between the same functions.
void Report(const Clone& clone, const std::vector<const Clone*>& others, ChangeContext& change) {
  const Module& module = *clone.file->after;
  const Module& other = *clone.other;
  const Node at = FirstNodeOf(module, clone.first);
  std::vector<Related> related = {{clone.is_exact ? kSameLines : kSimilarLines,
                                   RangeOfLines(other, clone.other_first, clone.other_last)}};
  for (const Clone* more : others) {
    related.push_back({Sentence(kLinesAlsoHere, {{"first", absl::StrCat(more->first)},
                                                 {"last", absl::StrCat(more->last)}}),
                       RangeOfLines(other, more->other_first, more->other_last)});
  }
  change.Report(*clone.file, {.at = at,
                              .params = {{"first", absl::StrCat(clone.first)},
                                         {"last", absl::StrCat(clone.last)},
                                         {"path", other.path()},
                                         {"other_first", absl::StrCat(clone.other_first)},
                                         {"other_last", absl::StrCat(clone.other_last)},
                                         {"count", absl::StrCat(clone.lines)},
                                         {"tokens", absl::StrCat(clone.tokens)},
                                         {"how", clone.is_exact ? kAreSame : kDifferInNames},
                                         {"place", PlaceIn(other, clone.other_first)},
                                         {"advice", AdviceFor(clone)}},
                              .related = std::move(related),
                              .severity = clone.is_exact ? Severity::kP2 : Severity::kP3,
                              .impact = clone.is_exact ? Impact::kMedium : Impact::kLow});
}

void CheckChange(ChangeContext& change) {
  const std::vector<Clone> clones = FindClones(change);
  std::map<std::string, std::vector<const Clone*>> by_pair;
  for (const Clone& clone : clones) by_pair[PairOf(clone)].push_back(&clone);
  for (const auto& [pair, copies] : by_pair) {  // The longest one comes first.
    Report(*copies[0], {copies.begin() + 1, copies.end()}, change);
  }
}

}  // namespace

extern constinit const Rule kDuplicatedCode = {
    .info =
        {.id = "duplicated-code",
         .title = {"Lines that already exist elsewhere", "别处已有的代码"},
         .pillar = Pillar::kMaintainability,
         .message = {"Lines {first}-{last} {how} {path}:{other_first}-{other_last} ({place}; "
                     "{count} lines of code)",
                     "第 {first}-{last} 行{how} "
                     "{path}:{other_first}-{other_last}（{place}，{count} 行代码）"},
         .consequence = {"The next fix will probably change only one of the two places",
                         "下一次修复很可能只改到两处中的一处"},
         .advice = {"{advice}", "{advice}"},
         .phrases = kPhrases,
         .why =
             "Copies drift apart: one is corrected, the other keeps the bug. Ten lines with at "
             "least a hundred tokens are reported; comments, imports and white space do not count.",
         .fix = "Import the existing function, or extract the shared lines into one.",
         .bad = R"py(
# --- pkg/a.py unchanged
def balance(sizes, count):
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread
# --- pkg/b.py
def spread_out(sizes, count):
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread
)py",
         .good = R"py(
# --- pkg/b.py
from pkg.a import balance

def spread_out(sizes, count):
    return balance(sizes, count)
)py",
         .references = {"PMD CPD", "https://rules.sonarsource.com/python/RSPEC-4144/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/refactor/"
                        "duplicate-code.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
