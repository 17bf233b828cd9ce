#ifndef ANALYZERS_REACH_REACH_H_
#define ANALYZERS_REACH_REACH_H_

// Who gets here: for a function the roles in which its code runs, each with the chain of callers
// that proves it, and the conditions on the way.
//
//   Reach reach(change.project(), change.index());
//   const FunctionReach& route = reach.ReachOf("pkg.moe.router.Router.route");
//   if (const Way* way = route.Find(Kind::kTraining)) Show(way->hops, reach.GuardsOf(*way));
//   if (route.state == FunctionReach::State::kNobody) ...   // Proven.
//
// entry_points.h says what begins a chain. A chain is evidence that the text gets there, not that
// it happens in every run: its guards say under which conditions. What the text does not tell is
// kUnknown, and nothing is claimed from it.
//
// Names are absolute. Everything is found at the first question, from the facts of the index, and
// remembered. Bounded by eight calls and 400 functions for each question; the same on every
// machine. Safe from any thread; questions are answered one at a time. Borrows its arguments.

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/reach/condition.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/reach/reaching_test.h"
#include "analyzers/reach/recipes.h"
#include "analyzers/reach/setting_uses.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "base/mutex.h"

namespace allreview::reach {

// How code of one kind gets to a function.
struct Way {
  Entry entry;
  // From the entry to the function. `place` is where the next one is called; in the last hop, which
  // is the function itself, it is its definition.
  std::vector<repository::Call> hops;
  bool is_rare = false;  // Some call stands in a block that does not run in every step (cold.h).
  repository::Confidence confidence = repository::Confidence::kHigh;  // The least of its calls.
};

// A decision that code on the way takes.
struct Guard {
  std::string text;  // The condition as it is written.
  bool must_be = true;
  std::string function;  // Where it stands, absolute.
  std::string path;
  int line = 0;
  Condition condition;
};

// What is known to make a condition true.
struct Verdict {
  enum class State {
    kMade,     // A test, a recipe of tests or a default does: `places`, best first.
    kNever,    // Proven: none does. `places` is what they do give the value.
    kUnknown,  // `why`
  };
  struct Place {
    std::string path;
    int line = 0;
    std::string what;  // "True in a test", "8 by default".
  };
  State state = State::kUnknown;
  std::vector<Place> places = {};
  std::string why = {};
};

struct BranchReach {
  std::vector<Guard> guards;      // In the function, in the order in which they are decided.
  std::vector<Verdict> by_tests;  // One for each guard, each for itself.
  // The first guard that no test makes true; none: it is not known that there is one.
  std::optional<size_t> never;
  // The first guard that no caller outside of tests makes true, by what it hands over.
  std::optional<size_t> only_tests;
  std::vector<Verdict::Place> callers;  // Of `only_tests`: what the others hand over.
};

struct FunctionReach {
  enum class State {
    kReached,  // By the kinds of `ways`, and perhaps others.
    kOnly,     // Proven: by tests and examples alone, as `ways` say.
    kNobody,   // Proven: no caller, no entry point, not exported, named nowhere.
    kUnknown,
  };
  State state = State::kUnknown;
  std::vector<Way> ways;  // At most one for each kind, in their order.
  std::string why;        // Why it is unknown who else gets there.

  const Way* Find(Kind kind) const;  // Null: none is known.
};

class Reach {
 public:
  // `recipes` is asked once, for the first branch; empty: nothing is proven of tests then.
  Reach(repository::Project& project, repository::RepositoryIndex& index,
        std::function<std::vector<Recipe>()> recipes = {});
  ~Reach();
  Reach(const Reach&) = delete;
  Reach& operator=(const Reach&) = delete;

  // Of what is no function of the repository: unknown.
  const FunctionReach& ReachOf(absl::string_view absolute_function);
  // Nothing in the repository runs the function of that name ("Router.route"), and that stands out:
  // others use its module, but nothing names the class around it; or others use the modules beside,
  // but nothing loads its own; or it is a test that is always skipped. A new function that nobody
  // calls yet is not dead.
  bool IsDead(const repository::IndexedFile& file, absl::string_view function);
  // Nothing loads the module, while others use those beside.
  bool IsUnloaded(const repository::IndexedFile& file);
  // Of a node in a function of a file of the index, as it is after the change.
  BranchReach ReachOf(const python::Module& module, python::Node node);

  // ---- Narrower questions, for those who only need one kind.
  // How a step of training or inference gets to the function, by three calls at most, none of them
  // in a cold block and none through a cold function (cold.h). None: it is not known to be hot.
  std::optional<Way> FindStep(absl::string_view absolute_function);
  // The function runs while a CUDA graph is captured: its calls must not wait for the device.
  bool IsCaptured(absl::string_view absolute_function);
  // Test functions that run the symbol (function, method or class), nearest first, then by path.
  std::vector<ReachingTest> TestsReaching(absl::string_view absolute_name, int max = 5);
  // False is a proof: no test names it or who uses it, and no call leads from a test to it.
  bool MayTestsReach(absl::string_view absolute_name);
  // Some test imports the module, or something in it or below it.
  bool TestsImport(const std::string& module);
  // Functions of the test file that name it in their code, but for those that put something else in
  // its place. A function inside of another counts as the outer one; "": what import runs.
  std::set<std::string> TestsNaming(const repository::IndexedFile& file, absl::string_view name);
  // The file belongs to examples, tools, experiments… by its folder, and no code of the product
  // imports it.
  bool IsExample(const std::string& path);
  // What tests, their recipes, defaults and the product give a setting of that name.
  const SettingUses& UsesOf(absl::string_view setting);

  // Conditions that hold when the chain runs: of the three calls next to the function, in the order
  // in which they are decided.
  std::vector<Guard> GuardsOf(const Way& way);
  // Conditions that hold in the function around the node when it runs, likewise.
  std::vector<Guard> GuardsOf(const python::Module& module, python::Node node);
  // All conditions of the file's functions and module, each as if it had to be true and as if it
  // had to be false, in the order of the code.
  std::vector<Guard> BranchesOf(const repository::IndexedFile& file);
  // Nobody but tests calls the function around the node so that the node runs.
  bool IsOnlyForTests(const python::Module& module, python::Node node);
  // Whether tests make it true.
  Verdict ByTests(const Guard& guard);

 private:
  struct Parts;
  std::vector<Verdict::Place> OthersThanTests(const Guard& guard);

  repository::Project& project_;
  Mutex mutex_;
  std::unique_ptr<Parts> parts_ ABSL_PT_GUARDED_BY(mutex_);
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_REACH_H_
