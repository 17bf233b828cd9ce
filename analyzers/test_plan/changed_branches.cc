#include "analyzers/test_plan/changed_branches.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "analyzers/test_plan/parallel_sizes.h"
#include "sentences/phrases/tests.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Node;
using NodeKind = python::Kind;
using Branch = TestVerification::Branch;
using Proof = TestVerification::Proof;
using reach::Verdict;

constexpr size_t kMaxBranches = 40;
constexpr size_t kMaxProofs = 3;
constexpr size_t kMaxNames = 8;  // That are followed to see what a size is of.

bool IsProduct(const AnalysedFile& file) {
  return file.after != nullptr && paths::IsProductSource(file.changed->path) &&
         !paths::IsTestPath(file.changed->path);
}

const Definition* FunctionAt(const python::Module& module, absl::string_view absolute) {
  const std::string prefix = absl::StrCat(module.name(), ".");
  if (!absl::StartsWith(absolute, prefix)) return nullptr;
  const Definition* found = module.FindDefinition(absolute.substr(prefix.size()));
  return found == nullptr || found->kind == Definition::Kind::kClass ? nullptr : found;
}

std::vector<Proof> ProofsOf(const Verdict& verdict) {
  std::vector<Proof> proofs;
  for (const Verdict::Place& place : verdict.places) {
    if (proofs.size() == kMaxProofs) break;
    proofs.push_back({.path = place.path,
                      .line = place.line,
                      .test = "",
                      .found = Sentence(phrases::kGives, {{"what", place.what}})});
  }
  return proofs;
}

// ---- Settings and parameters.

// What a condition is when it must be true, and when it must be false.
struct Sides {
  std::optional<reach::Guard> when_true, when_false;
};

void AddSettled(const change::AnalysedChange& change, const AnalysedFile& file, const Sides& sides,
                ReachingTests& reaching, std::vector<Branch>& branches) {
  if (!sides.when_true || !sides.when_false) return;
  const Definition* function = FunctionAt(*file.after, sides.when_true->function);
  if (function == nullptr) return;
  const Verdict is_true = change.reach().ByTests(*sides.when_true);
  const Verdict is_false = change.reach().ByTests(*sides.when_false);
  const bool never_true = is_true.state == Verdict::State::kNever;
  const bool never_false = is_false.state == Verdict::State::kNever;
  const bool is_known =
      never_true || never_false ||
      (is_true.state == Verdict::State::kMade && is_false.state == Verdict::State::kMade);
  if (!is_known || (never_true && never_false)) return;
  Branch branch{.path = file.changed->path,
                .function = function->name,
                .condition = sides.when_true->text,
                .line = sides.when_true->line};
  if (never_true || never_false) {
    branch.state = never_true ? Branch::State::kNeverTrue : Branch::State::kNeverFalse;
    branch.proofs = ProofsOf(never_true ? is_true : is_false);
  } else {
    // That somebody sets it so is no proof that the code runs with it.
    if (reaching.Of(file, *function).empty()) return;
    branch.state = Branch::State::kBothWays;
    branch.proofs = ProofsOf(is_true);
  }
  branches.push_back(std::move(branch));
}

void AddSettled(const change::AnalysedChange& change, const AnalysedFile& file,
                const repository::IndexedFile& indexed, ReachingTests& reaching,
                std::vector<Branch>& branches) {
  std::map<std::pair<int, std::string>, Sides> by_condition;
  for (const reach::Guard& guard : change.reach().BranchesOf(indexed)) {
    if (!file.lines.HasAdded(guard.line, guard.line)) continue;
    Sides& sides = by_condition[{guard.line, guard.text}];
    (guard.must_be ? sides.when_true : sides.when_false) = guard;
  }
  for (const auto& [place, sides] : by_condition) {
    if (branches.size() == kMaxBranches) return;
    AddSettled(change, file, sides, reaching, branches);
  }
}

// ---- Sizes of groups.

// All that the expression is made of, through local names and `self.x`.
std::string Unfolded(const python::Module& module, Node expression) {
  std::string text(module.Dereference(expression).text());
  size_t names = 0;
  for (Node identifier : module.Dereference(expression).descendants(NodeKind::kIdentifier)) {
    if (++names > kMaxNames) break;
    const Node value = module.ReachingValue(identifier);
    if (value && value.text().size() < 200) absl::StrAppend(&text, " ", value.text());
  }
  return text;
}

// It counts the ranks of a group that splits the model, not the data: tests on one rank have one.
bool IsModelParallelSize(absl::string_view text) {
  const bool counts = absl::StrContains(text, ".size()") || absl::StrContains(text, "world_size") ||
                      absl::StrContains(text, "parallel_size");
  if (!counts) return false;
  const std::string lower = absl::AsciiStrToLower(text);
  bool splits_model = false;
  for (absl::string_view part : absl::StrSplit(lower, absl::ByAnyChar("_.()[], \n\t"))) {
    if (part == "dp" || part == "data" || part == "world" || part == "fsdp") return false;
    splits_model = splits_model || part == "tp" || part == "cp" || part == "pp" || part == "ep" ||
                   part == "tensor" || part == "context" || part == "pipeline" || part == "expert";
  }
  return splits_model;
}

// `size > 1`: true on several ranks; `size == 1`: false there.
struct SizeTest {
  Node size;
  bool is_true_on_several = false;
};

std::optional<SizeTest> SizeTestOf(Node comparison) {
  if (comparison.named_child_count() != 2 || comparison.named_child(1).text() != "1") {
    return std::nullopt;
  }
  const Node size = comparison.named_child(0);
  const absl::string_view text = comparison.text();
  const absl::string_view op = absl::StripAsciiWhitespace(
      text.substr(size.text().size(), text.size() - size.text().size() - 1));
  if (op == ">" || op == "!=") return SizeTest{size, true};
  if (op == "==" || op == "<=") return SizeTest{size, false};
  return std::nullopt;
}

// Where a test that gets there starts its ranks, when that is one; nothing: it may be several.
std::optional<Proof> OneRank(const reach::ReachingTest& test, const TextOfTest& text_of) {
  const TestText* text = text_of(test.path);
  if (text == nullptr || FindParallelSizes(text->text()).has_any()) return std::nullopt;
  // Another program may start the ranks; a file that sets up groups says how many.
  const int line = text->LineOf("initialize_model_parallel");
  if (line == 0) return std::nullopt;
  return Proof{.path = test.path,
               .line = line,
               .test = test.name.substr(test.name.rfind('.') + 1),
               .found = phrases::kOneRank};
}

void AddSizes(const AnalysedFile& file, ReachingTests& reaching, const TextOfTest& text_of,
              std::vector<Branch>& branches) {
  for (Node comparison : file.after->tree().root().descendants(NodeKind::kComparisonOperator)) {
    if (branches.size() == kMaxBranches) return;
    if (!file.lines.Touches(comparison)) continue;
    const Definition* function = file.after->EnclosingFunction(comparison);
    const std::optional<SizeTest> test = SizeTestOf(comparison);
    if (function == nullptr || !test) continue;
    if (!IsModelParallelSize(Unfolded(*file.after, test->size))) continue;
    const std::vector<reach::ReachingTest>& tests = reaching.Of(file, *function);
    Branch branch{
        .path = file.changed->path,
        .function = function->name,
        .condition = std::string(comparison.text()),
        .line = comparison.first_line(),
        .state = test->is_true_on_several ? Branch::State::kNeverTrue : Branch::State::kNeverFalse};
    const bool all_have_one = std::all_of(tests.begin(), tests.end(), [&](const auto& reaching) {
      std::optional<Proof> proof = OneRank(reaching, text_of);
      if (!proof) return false;
      const bool is_told = std::any_of(branch.proofs.begin(), branch.proofs.end(),
                                       [&](const Proof& told) { return told.path == proof->path; });
      if (!is_told && branch.proofs.size() < kMaxProofs) branch.proofs.push_back(*proof);
      return true;
    });
    if (all_have_one && !tests.empty()) branches.push_back(std::move(branch));
  }
}

}  // namespace

std::vector<Branch> ChangedBranches(const change::AnalysedChange& change, ReachingTests& reaching,
                                    const TextOfTest& text_of) {
  std::vector<Branch> branches;
  if (!change.index().is_complete()) return branches;
  std::map<absl::string_view, const repository::IndexedFile*> indexed;
  for (const repository::IndexedFile* file : change.index().AllFiles()) {
    indexed.emplace(file->path(), file);
  }
  for (const AnalysedFile& file : change.files()) {
    const auto found = indexed.find(file.changed->path);
    if (!IsProduct(file) || found == indexed.end()) continue;
    AddSettled(change, file, *found->second, reaching, branches);
    AddSizes(file, reaching, text_of, branches);
  }
  std::stable_sort(branches.begin(), branches.end(), [](const Branch& a, const Branch& b) {
    return std::tie(a.path, a.line) < std::tie(b.path, b.line);
  });
  return branches;
}

}  // namespace allreview::test_plan
