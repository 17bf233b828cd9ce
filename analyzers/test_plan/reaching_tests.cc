#include "analyzers/test_plan/reaching_tests.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/moves/moves.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"

namespace allreview::test_plan {
namespace {

using python::Definition;
using reach::ReachingTest;

constexpr int kMaxTests = 20;
constexpr size_t kMaxCalls = 20;

// The text that has to be there for the code at the node to run; empty: none is known.
std::string TextNeeded(reach::Reach& reach, const python::Module& module, python::Node node) {
  for (const reach::Guard& guard : reach.GuardsOf(module, node)) {
    const reach::Condition& condition = guard.condition;
    const bool is_equal = condition.op == ir::Operator::kEqual && condition.must_be;
    if (is_equal && condition.constant.kind == reach::Scalar::Kind::kText) {
      return condition.constant.text;
    }
  }
  return "";
}

}  // namespace

bool ReachingTests::IsChanged(const std::string& path) const {
  return std::any_of(change_.files().begin(), change_.files().end(),
                     [&](const change::AnalysedFile& file) { return file.changed->path == path; });
}

// Texts one of which must be given for the function to run; empty: it may run without.
std::set<std::string> ReachingTests::TextsAround(const Definition& definition) {
  std::set<std::string> texts;
  size_t calls = 0;
  for (const change::AnalysedFile& file : change_.files()) {
    if (file.after == nullptr || paths::IsTestPath(file.changed->path)) continue;
    for (python::Node call : file.after->CallsOf({definition.simple_name})) {
      if (++calls > kMaxCalls) return {};
      std::string text = TextNeeded(change_.reach(), *file.after, call);
      if (text.empty()) return {};
      texts.insert(std::move(text));
    }
  }
  return texts;
}

// In the test, or in what serves the tests of its file.
bool ReachingTests::SaysOneOf(const ReachingTest& test, const repository::IndexedFile& file,
                              const std::set<std::string>& texts) const {
  const std::string* content = change_.texts().Read(change::Side::kRight, test.path);
  if (content == nullptr) return true;
  std::vector<std::string> lines = absl::StrSplit(*content, '\n');
  for (const repository::DefinitionFacts& other : file.facts().definitions) {
    const bool is_test = other.kind != Definition::Kind::kClass &&
                         absl::StartsWith(repository::LastPart(other.name), "test");
    if (!is_test || other.place == test.place) continue;
    for (int line = other.place.line; line < other.place.end_line; ++line) {
      if (line >= 1 && static_cast<size_t>(line) <= lines.size()) lines[line - 1].clear();
    }
  }
  const std::string own = absl::StrJoin(lines, "\n");
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return absl::StrContains(own, text); });
}

const std::vector<ReachingTest>& ReachingTests::Of(const change::AnalysedFile& file,
                                                   const Definition& definition) {
  const auto [known, is_first] = known_.try_emplace(&definition);
  std::vector<ReachingTest>& tests = known->second;
  if (!is_first) return tests;
  tests = change_.reach().TestsReaching(absl::StrCat(file.after->name(), ".", definition.name),
                                        kMaxTests);
  if (tests.empty()) return tests;
  const std::set<std::string> texts =
      change_.moves().IsNew(definition) ? TextsAround(definition) : std::set<std::string>();
  std::map<absl::string_view, const repository::IndexedFile*> files;
  for (const repository::IndexedFile* indexed : change_.index().AllFiles()) {
    files.emplace(indexed->path(), indexed);
  }
  std::erase_if(tests, [&](const ReachingTest& test) {
    const auto found = files.find(test.path);
    if (found == files.end()) return true;
    return !texts.empty() && !SaysOneOf(test, *found->second, texts);
  });
  std::stable_sort(tests.begin(), tests.end(), [&](const ReachingTest& a, const ReachingTest& b) {
    return IsChanged(a.path) > IsChanged(b.path);
  });
  return tests;
}

}  // namespace allreview::test_plan
