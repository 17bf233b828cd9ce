#ifndef ANALYZERS_TEST_PLAN_TEST_COMMANDS_H_
#define ANALYZERS_TEST_PLAN_TEST_COMMANDS_H_

// The shell lines that run the narrowest part of the tests that says something about a change.

#include <set>
#include <string>
#include <vector>

#include "analyzers/repository/repository_index.h"
#include "analyzers/test_plan/test_text.h"
#include "analyzers/test_plan/test_verification.h"

namespace allreview::house {
struct Policy;  // analyzers/house/policy.h
}  // namespace allreview::house

namespace allreview::test_plan {

// How the repository starts its tests.
struct CommandStyle {
  std::string launcher = "";                               // Before everything: "uv run ".
  std::string distributed = "torchrun --nproc_per_node=";  // The number follows.
  std::string module = "-m pytest -q";                     // After the number.
  std::string single = "pytest -q";
};

// As the repository's documents start tests; else as everybody does.
CommandStyle StyleOf(const house::Policy& policy);

// A test file to run.
struct ChosenTest {
  std::string path;
  const repository::IndexedFile* file = nullptr;  // May be null when it is changed.
  const TestText* text = nullptr;
  std::set<std::string> words;  // What the change touches; tests with one of them are wanted.
  bool is_changed = false;      // Then all of it is wanted.
};

// One line for tests of several ranks and one for the others, then a wider one.
std::vector<TestVerification::Command> MakeCommands(const std::vector<ChosenTest>& tests,
                                                    const CommandStyle& style);

// Tests of the file, by pytest's names below the path ("TestRouter::test_drop"), whose code has one
// of the words; those of a class whose setup has it, too.
std::vector<std::string> TestsWithWords(const ChosenTest& test);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_TEST_COMMANDS_H_
