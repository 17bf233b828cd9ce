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

bool RunsWithAnInstance(absl::string_view name) {
  return name == "forward" || name == "backward" || absl::StartsWith(name, "__");
}

// `patch("pkg.f")`, `patch.object(pkg, "f")`, `monkeypatch.setattr(pkg, "f", …)`. With `wraps` the
// function runs all the same.
bool PatchesIn(absl::string_view text, absl::string_view name) {
  for (size_t at = text.find(name); at != absl::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if (at == 0 || end >= text.size()) continue;
    const char before = text[at - 1], after = text[end];
    const bool is_text = (after == '"' || after == '\'') && (before == '.' || before == after);
    if (!is_text) continue;
    const size_t call = text.rfind('(', at);
    if (call == absl::string_view::npos) continue;
    const absl::string_view callee = text.substr(0, call);
    const bool is_patch = absl::EndsWith(callee, "patch") || absl::EndsWith(callee, "setattr") ||
                          absl::EndsWith(callee, "patch.object");
    if (is_patch && !absl::StrContains(text.substr(end, 80), "wraps=")) return true;
  }
  return false;
}

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

bool ReachingTests::Patches(const ReachingTest& test, const repository::IndexedFile& file,
                            absl::string_view name) const {
  const std::string* content = change_.texts().Read(change::Side::kRight, test.path);
  if (content == nullptr) return false;
  const std::vector<absl::string_view> lines = absl::StrSplit(*content, '\n');
  int end = test.place.line;
  for (const repository::DefinitionFacts& other : file.facts().definitions) {
    if (other.place == test.place) end = other.place.end_line;
  }
  // With the decorators above.
  int first = test.place.line;
  const int count = static_cast<int>(lines.size());
  while (first > 1 && first <= count && !absl::StripAsciiWhitespace(lines[first - 2]).empty()) {
    --first;
  }
  std::string text;
  for (int line = first; line < end && line >= 1 && line <= count; ++line) {
    absl::StrAppend(&text, lines[line - 1], "\n");
  }
  return PatchesIn(text, name);
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
    if (Patches(test, *found->second, definition.simple_name)) return true;
    const auto says = [&](absl::string_view word) { return found->second->HasWordAnywhere(word); };
    if (test.relation == "constructs" && definition.kind == Definition::Kind::kMethod &&
        !RunsWithAnInstance(definition.simple_name) && !says(definition.simple_name)) {
      return true;
    }
    return !texts.empty() && !SaysOneOf(test, *found->second, texts);
  });
  std::stable_sort(tests.begin(), tests.end(), [&](const ReachingTest& a, const ReachingTest& b) {
    return IsChanged(a.path) > IsChanged(b.path);
  });
  return tests;
}

}  // namespace allreview::test_plan
