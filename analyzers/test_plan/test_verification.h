#ifndef ANALYZERS_TEST_PLAN_TEST_VERIFICATION_H_
#define ANALYZERS_TEST_PLAN_TEST_VERIFICATION_H_

// What the tests of a change are known to be: evidence for each check, found or missing, and how to
// run the narrowest part of the tests. Plain data, for documents; analyzers/test_plan makes it.

#include <string>
#include <vector>

#include "sentences/sentence.h"

namespace allreview::test_plan {

struct TestVerification {
  enum class State {
    kFound,
    kMissing,
    kNotNeeded,  // Nothing in the change calls for it.
    kUnknown,    // The repository could not be read.
  };
  // One thing that speaks for a check.
  struct Proof {
    std::string path;
    int line = 0;           // 1-based; 0: the file.
    std::string test = {};  // "TestRouter.test_capacity"; empty: outside of tests.
    Words found = {};       // What was found, as a phrase: "calls `route`".
  };
  struct Row {
    std::string check;  // "unit-tests", "parallel", "numerical-accuracy", "precision".
    State state = State::kNotNeeded;
    std::string location;       // Where it was looked for.
    Words summary;              // One sentence about the change, no period.
    std::vector<Proof> proofs;  // Best first.
  };
  struct Command {
    std::string purpose;  // "test", "wider".
    std::string line;     // For a shell.
    int processes = 1;
  };
  // What tests make of a condition that the change adds or alters.
  struct Branch {
    enum class State { kBothWays, kNeverTrue, kNeverFalse };
    std::string path;
    std::string function;   // Qualified: the innermost around it.
    std::string condition;  // As written.
    int line = 0;
    State state = State::kBothWays;
    std::vector<Proof> proofs = {};  // What tests give it, or how they start.
  };
  struct RankedTest {
    std::string path;
    bool is_changed = false;  // The change adds or edits it.
  };
  std::vector<Row> rows;
  std::vector<Command> commands;    // Narrowest first.
  std::vector<RankedTest> ranking;  // Test files worth running, best first, at most ten.
  std::vector<Branch> branches;     // By path and line; only what is known.
  std::vector<Words> notes;         // What one must know to run them, as sentences.
};

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_TEST_VERIFICATION_H_
